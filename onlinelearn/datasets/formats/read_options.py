"""A reading of a file: which columns are targets, categories or texts, and which are left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from onlinelearn.base.error_text import nearest, one_line, shown
from onlinelearn.base.errors import DataError

ColumnRef = str | int
"""A column by its name, or by its position from 0; -1 is the last."""

Task = Literal["classification", "regression", "multilabel"]
"""The kind of learning that a file is for."""


@dataclass(frozen=True)
class ReadOptions:
    """How to read a file, as the user said it; formats without columns need little of this."""

    target: tuple[ColumnRef, ...] = ()
    task: Task | None = None
    categorical: tuple[ColumnRef, ...] = ()
    text: ColumnRef | None = None
    drop: tuple[ColumnRef, ...] = ()
    sep: str | None = None
    header: bool = True
    part: str | None = None
    """The column that names the part of each row; bundled files have one."""


@dataclass(frozen=True)
class Roles:
    """The positions of a file's columns by what they are for; `attributes` are all that is left."""

    target: tuple[int, ...]
    part: int | None
    text: int | None
    categorical: frozenset[int]
    attributes: tuple[int, ...]


def roles(path: Path, names: Sequence[str], reading: ReadOptions) -> Roles:
    """The columns with these names, by what the reading says of them. DataError if one is not there."""
    target = tuple(position(path, names, each) for each in reading.target)
    part = None if reading.part is None else position(path, names, reading.part)
    text = None if reading.text is None else position(path, names, reading.text)
    drop = {position(path, names, each) for each in reading.drop}
    categorical = frozenset(position(path, names, each) for each in reading.categorical)
    aside = {*target, part, text}
    for other, word in ((drop, "drop"), (categorical, "categorical")):
        if clash := sorted(other & aside - {None}):
            use = "target" if clash[0] in target else "text"
            raise DataError(f"{path}: column {shown(names[clash[0]])} is both `{use}` and in `{word}`")
    if text is not None and text in target:
        raise DataError(f"{path}: column {shown(names[text])} is both `target` and `text`")
    aside |= drop
    kept = tuple(i for i in range(len(names)) if i not in aside)
    return Roles(target, part, text, categorical, kept)


def position(path: Path, names: Sequence[str], column: ColumnRef) -> int:
    """The column's position, from 0. DataError, with the nearest name, if there is no such column."""
    if isinstance(column, int):
        if not -len(names) <= column < len(names):
            raise DataError(f"{path} has {len(names)} columns, from 0 to {len(names) - 1}, and no {column}")
        return column % len(names)
    if column not in names:
        text = f"{path} has no column {shown(column)}{one_line(nearest(column, names))}"
        raise DataError(text + _other_separator(names))
    return list(names).index(column)


def _other_separator(names: Sequence[str]) -> str:
    """Advice where the only name looks like several."""
    if len(names) == 1:
        for sep, word in ((";", "';'"), ("\t", "tab"), ("|", "'|'"), (",", "','")):
            if sep in names[0]:
                return f"; it has one column only: say `sep: {word}`"
    return ""
