"""The archive in which UCI distributes ISOLET: a zip of two files in the Unix `compress` format."""

from array import array
from pathlib import Path
from zipfile import ZipFile

import numpy as np

from onlinelearn.datasets.example_table import ExampleTable, parsed
from onlinelearn.datasets.formats.checks import UNREADABLE, unreadable
from onlinelearn.datasets.sources.lzw import decompress

# Our set has part isolet1, the first rows of the first file, and not the parts 2 to 4 that follow it.
FILES = {"isolet1": ("isolet1+2+3+4.data.Z", 1560), "isolet5": ("isolet5.data.Z", 1559)}


def read_isolet(path: Path) -> ExampleTable:
    """The rows of parts isolet1 and isolet5, in file order; UCI's labels 1..26 are the letters A..Z."""
    numbers, labels, parts = array("d"), list[str](), list[str]()
    try:
        with ZipFile(path) as archive:
            for part, (name, rows) in FILES.items():
                if name not in archive.namelist():
                    raise ValueError(f"there is no {name} in it")
                for line in decompress(archive.read(name)).decode("ascii").splitlines()[:rows]:
                    *values, label = map(float, line.split(","))
                    numbers.extend(values)
                    labels.append(chr(ord("A") - 1 + int(label)))
                    parts.append(part)
        return parsed(np.frombuffer(numbers).reshape(len(labels), -1), np.array(labels), np.array(parts))
    except UNREADABLE as error:
        raise unreadable(path, error) from error
