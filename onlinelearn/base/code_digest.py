"""Digests of code: what a result, or a compiled kernel, was computed by.

The digest of a module covers the modules of this package that it imports, however deep, so that a
change anywhere below it shows. Comments, docstrings and layout don't count.
"""

import ast
import hashlib
import importlib.util
from functools import cache
from pathlib import Path

PACKAGE = __name__.partition(".")[0]


def digest(*modules: str) -> str:
    """The digest of these modules and of all that they import from this package."""
    seen: dict[str, str] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen[module], imported = _read(module)
            waiting += imported
    lines = "".join(f"{module} {text}\n" for module, text in sorted(seen.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


@cache
def _read(module: str) -> tuple[str, tuple[str, ...]]:
    """The digest of one module's normalised text, and the modules of this package it imports."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no source for {module}")
    tree = _Normalised().visit(ast.parse(Path(spec.origin).read_bytes()))
    text = hashlib.sha256(ast.unparse(tree).encode()).hexdigest()
    return text, tuple(sorted(name for name in _imported(tree) if name.partition(".")[0] == PACKAGE))


def _imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if node.module == PACKAGE and importlib.util.find_spec(name)}
            names |= modules or {node.module}
    return names


class _Normalised(ast.NodeTransformer):
    """Drops docstrings and what only type checkers read."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        bare_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if bare_text else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return None
        return self.generic_visit(node)
