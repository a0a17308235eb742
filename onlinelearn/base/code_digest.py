"""Digests of code: what a result was computed by, or a kernel compiled from.

The digest of a module covers every module of this package that it imports, however deep, also inside
of functions: a change anywhere below it shows. Comments, docstrings and layout don't count, nor does
what only type checkers read.

An import of a submodule does not make the `__init__` of its package count: that one says what the
package exports, and computes nothing. It counts where a name is imported from it.
"""

import ast
import hashlib
import sys
from functools import cache
from pathlib import Path

PACKAGE = __name__.partition(".")[0]
FOLDER = Path(__file__).parents[1]
"""The folder of the package."""


def digest(*modules: str) -> str:
    """The digest of these modules and of all that they import from this package."""
    lines = "".join(f"{module} {_read(module)[0]}\n" for module in closure(*modules))
    return hashlib.sha256(lines.encode()).hexdigest()


def closure(*modules: str) -> tuple[str, ...]:
    """The modules that the digest covers: these and all that they import from this package, in order."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += _read(module)[1]
    return tuple(sorted(found))


@cache
def _read(module: str) -> tuple[str, frozenset[str]]:
    """The digest of one module's normalised text, and the modules of this package it imports."""
    tree = _Normalised().visit(ast.parse(source(module)))
    return hashlib.sha256(ast.unparse(tree).encode()).hexdigest(), frozenset(_imported(tree))


def source(module: str) -> bytes:
    """The text of a module of this package, or of one that is loaded, as a user's own learner is."""
    file = _file(module)
    if file is None:
        raise ModuleNotFoundError(f"no source for {module}")
    return file.read_bytes()


def _file(module: str) -> Path | None:
    """The file of a module; None if there is no such module. Nothing is imported."""
    if _ours(module):
        place = FOLDER.joinpath(*module.split(".")[1:])
        for file in (place / "__init__.py", place.parent / f"{place.name}.py"):
            if file.is_file():
                return file
    origin = getattr(sys.modules.get(module), "__file__", None)
    return Path(origin) if origin else None


def _imported(tree: ast.AST) -> set[str]:
    """The modules of this package that are imported anywhere in the tree."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names if _ours(alias.name)}
        elif isinstance(node, ast.ImportFrom):
            if node.module is None or node.level:
                raise ImportError(f"line {node.lineno}: a relative import; digests follow absolute ones")
            if _ours(node.module):
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                names |= {name if _file(name) else node.module for name in inner}
    return names


def _ours(module: str) -> bool:
    return module.partition(".")[0] == PACKAGE


class _Normalised(ast.NodeTransformer):
    """Drops docstrings and what only type checkers read."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        bare_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if bare_text else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)
