"""The figures: each file in this folder is one, and what it draws is its first line.

A figure module has a function `figure(data: FigureData) -> matplotlib.figure.Figure`. It is found by
itself, and imported, with matplotlib, only when it is drawn.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from onlinelearn.errors import ConfigError
from onlinelearn.results import CurvePoint, Row


@dataclass(frozen=True, slots=True)
class FigureData:
    """What a figure may show: the results of one experiment, and the metrics that its config names."""

    title: str
    rows: Sequence[Row]
    points: Sequence[CurvePoint]
    metrics: Sequence[str]


def names() -> tuple[str, ...]:
    """The figures that a config may name."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py")))


def describe(name: str) -> str:
    """What a figure shows, in a line, read without importing matplotlib."""
    tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def render(name: str, data: FigureData) -> dict[str, bytes]:
    """The files `name`.svg and `name`.png by file name, for the caller to write whole."""
    if name not in names():
        raise ConfigError(f"unknown figure {name!r}; there are: {', '.join(names())}")
    from onlinelearn.figures._style import files

    return files(name, lambda: import_module(f"{__name__}.{name}").figure(data))
