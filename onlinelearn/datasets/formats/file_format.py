"""The description of a file format: its name, the endings of its files, its labels and its reader."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from onlinelearn.datasets.formats.sheet import Sheet

LabelColumn = str | int
"""A column by its name, or by its position from 0; -1 is the last."""

LabelKey = Literal["column", "array", "none"]
"""The thing that `label` names: a column, which must be given; an array; or none, where it has a place."""

SheetReader = Callable[[Sequence[Path], LabelColumn | None], list[Sheet]]
"""Reads the files of one data set together, so that they may agree on their columns."""


@dataclass(frozen=True)
class Format:
    """A format that own data may have; `about` tells users what such a file holds."""

    name: str
    suffixes: tuple[str, ...]
    about: str
    label: LabelKey
    read: SheetReader

    def check_label(self, label: LabelColumn | None) -> None:
        """ValueError unless `label` says where the labels are."""
        if self.label == "column" and label is None:
            raise ValueError("say which column holds the labels: label: NAME")
        if self.label == "array" and isinstance(label, int):
            raise ValueError(f"in a {self.suffixes[0]} file the labels are an array with a name")


def one_by_one(read: Callable[[Path, LabelColumn], Sheet]) -> SheetReader:
    """The reader of a format with a label column, whose files are read one after the other."""

    def read_all(paths: Sequence[Path], label: LabelColumn | None) -> list[Sheet]:
        if label is None:
            raise ValueError("the format needs the name of a label column")
        return [read(path, label) for path in paths]

    return read_all
