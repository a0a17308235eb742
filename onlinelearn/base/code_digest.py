"""Digests of code: what a result was computed by, or a kernel compiled from.

The digest of a module covers every module of this package that it imports, however deep, also inside
of functions: a change anywhere below it shows. Comments, docstrings and layout don't count, nor does
what only type checkers read.

An import of a submodule does not make the `__init__` of its package count: that one says what the
package exports, and computes nothing. It counts where a name is imported from it.

A module of the user's counts too, with what it imports from this package and from its own folder; an
installed one, with what it imports from its own package.
"""

import ast
import hashlib
import sys
import threading
from functools import cache
from pathlib import Path

from onlinelearn.base.moved_modules import MOVED

PACKAGE = __name__.partition(".")[0]
FOLDER = Path(__file__).parents[1]
"""The folder of the package."""

SHARED_FOLDERS = ("site-packages", "dist-packages")
"""Folders where a package stands beside those of others, which its version and theirs must tell apart."""

ONE_PARSER = threading.Lock()
"""Held while a text is parsed: before Python 3.12, two threads that parse at once can both fail."""


def digest(*modules: str) -> str:
    """The digest of these modules and of all that they import from this package, or from their folder."""
    lines = "".join(f"{module} {_look(module)[0]}\n" for module in closure(*modules))
    return hashlib.sha256(lines.encode()).hexdigest()


def closure(*modules: str) -> tuple[str, ...]:
    """The modules that the digest covers: these and all that they import from this package, in order."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = MOVED.get(name := waiting.pop(), name)
        if module not in found:
            found.add(module)
            waiting += _look(module)[1]
    return tuple(sorted(found))


def _look(module: str) -> tuple[str, frozenset[str]]:
    """Ours don't change while we run; a user's may, between two runs from a notebook."""
    return _read(module) if is_ours(module) else _read.__wrapped__(module)


@cache
def _read(module: str) -> tuple[str, frozenset[str]]:
    """The digest of one module's normalised text, and the modules of this package it imports."""
    with ONE_PARSER:
        parsed = ast.parse(source(module))
    tree = _Normalised().visit(parsed)
    return hashlib.sha256(ast.unparse(tree).encode()).hexdigest(), frozenset(
        _imported(tree) if is_ours(module) else _imported_by_others(tree, module)
    )


def source(module: str) -> bytes:
    """The text of a module."""
    file = _file(module)
    if file is None:
        raise ModuleNotFoundError(f"no source for {module}")
    return file.read_bytes()


def _file(module: str) -> Path | None:
    """Where a module is; None if there is no such module. Nothing is imported."""
    if is_ours(module):
        place = FOLDER.joinpath(*module.split(".")[1:])
        for file in (place / "__init__.py", place.parent / f"{place.name}.py"):
            if file.is_file():
                return file
    # Not only of others: a folder of one's own may be part of the path of `learners.algorithms`.
    loaded = getattr(sys.modules.get(module), "__file__", None)
    return Path(loaded) if loaded and Path(loaded).is_file() else _others.get(module)


def _imported(tree: ast.AST) -> set[str]:
    """The modules of this package that are imported anywhere in the tree."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names if is_ours(alias.name)}
        elif isinstance(node, ast.ImportFrom):
            if node.module is None or node.level:
                raise ImportError(f"line {node.lineno}: a relative import; digests follow absolute ones")
            if is_ours(node.module):
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                names |= {name if _file(name) else node.module for name in inner}
    return names


_others: dict[str, Path] = {}
"""Where modules are that were found beside a user's module, and may not have been imported yet."""


def _imported_by_others(tree: ast.AST, module: str) -> set[str]:
    """The modules of this package, and of the folder that a user's module is in, that it imports."""
    file = _file(module)
    assert file is not None, "its source was read"
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    root = file.parents[package.count(".") + 1 if package else 0]
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    ours = {name for name in names if is_ours(name) and _file(name)}
    if root.name in SHARED_FOLDERS:
        names = {name for name in names if name.partition(".")[0] == module.partition(".")[0]}
    beside = {name: found for name in names - ours if (found := _below(root, name))}
    _others.update(beside)
    return ours | set(beside)


def _below(root: Path, module: str) -> Path | None:
    """The file of a module in this folder, if there is one."""
    place = root.joinpath(*module.split("."))
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if module and file.is_file()), None)


def has_source(module: str) -> bool:
    """Whether the text of a module can be read; that of a notebook's cell can't."""
    return _file(module) is not None


def is_ours(module: str) -> bool:
    """Whether a module is of this package."""
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
