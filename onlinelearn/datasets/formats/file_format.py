"""The description of a file format: its name, the endings of its files, its targets and its reader."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.read_options import ReadOptions
from onlinelearn.datasets.formats.row_stream import RowStreamer

TargetKey = Literal["column", "array", "none"]
"""The thing that `target` names: a column, which must be given; an array; or none, where it has a place."""


@dataclass(frozen=True, eq=False)
class FileContent:
    """The examples of one file, with the names of the labels where each example has a set of them."""

    table: ExampleTable
    label_names: tuple[str, ...] = ()


FileReader = Callable[[Sequence[Path], ReadOptions], list[FileContent]]
"""Reads the files of one data set together, so that they may agree on their columns."""


@dataclass(frozen=True)
class Format:
    """A format that own data may have; `about` tells users what such a file holds."""

    name: str
    suffixes: tuple[str, ...]
    about: str
    target: TargetKey
    read: FileReader
    is_text: bool = False
    """Whether `sep` and `header` mean something."""
    stream: RowStreamer | None = None
    """Reads a file chunk by chunk, where it may be larger than memory."""

    def check(self, reading: ReadOptions) -> None:
        """ValueError unless the reading says all that the format needs, and nothing that it lacks."""
        if self.target == "column" and not reading.target:
            raise ValueError("say which column holds the labels: target: NAME")
        if self.target == "array" and any(isinstance(each, int) for each in reading.target):
            raise ValueError(f"in a {self.suffixes[0]} file the labels are an array with a name")
        if not self.is_text and (reading.sep is not None or not reading.header):
            raise ValueError(f"`sep` and `header` are for .csv and .tsv files, not for {self.suffixes[0]}")
        columns = reading.categorical or reading.drop or reading.text is not None
        if self.target == "none" and columns:
            raise ValueError(
                f"a {self.suffixes[0]} file has no named columns: leave out `categorical`, `text`, `drop`"
            )
        if self.target == "array" and reading.text is not None:
            raise ValueError(f"a {self.suffixes[0]} file has numbers only: leave out `text`")


def one_by_one(read: Callable[[Path, ReadOptions], FileContent]) -> FileReader:
    """The reader of a format whose files are read one after the other."""
    return lambda paths, reading: [read(path, reading) for path in paths]
