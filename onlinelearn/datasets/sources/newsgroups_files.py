"""20 Newsgroups as Orange distributes it: two files, a category and a text a line."""

from pathlib import Path

import numpy as np

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.checks import UNREADABLE, unreadable
from onlinelearn.datasets.formats.text_lines import opened

TRAIN = "20newsgroups-train.tab.xz"
TEST = "20newsgroups-test.tab.xz"
HEADER_LINES = 3


def read_newsgroups(path: Path) -> ExampleTable:
    """The texts of both parts; there are no attributes beside them. `path` is the training part's."""
    labels: list[str] = []
    parts: list[str] = []
    texts: list[str] = []
    for part, name in (("train", TRAIN), ("test", TEST)):
        for category, text in _rows(path.with_name(name)):
            labels.append(category)
            parts.append(part)
            texts.append(text)
    X = np.empty((len(labels), 0))
    return ExampleTable(X, np.array(labels), np.array(parts), (), np.array(texts, object))


def _rows(path: Path) -> list[list[str]]:
    try:
        with opened(path) as stream:
            lines = stream.read().split("\n")
    except UNREADABLE as error:
        raise unreadable(path, error) from error
    rows = []
    for number, line in enumerate(lines[HEADER_LINES:], HEADER_LINES + 1):
        if not line.strip():
            continue
        rows.append(line.rstrip("\r").split("\t"))
        if len(rows[-1]) != 2:
            raise DataError(f"{path}: line {number} is not a category and a text")
    return rows
