"""Tables in files of plain numbers in the user's cache: made once from a file of the user's, then read.

A table has a folder, named by the hash of what decides its content: the user's file as it was last
written, how it is read, and the code that reads it. The folder appears whole or not at all; a lock
lets one process make it while others wait. A file in it that is not as it was written any more is
told by its size and time, and by its digest; the description that holds these has a seal, which covers
the folder's name, so that no table can stand for another.
"""

import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn.base import code_digest, files, user_cache
from onlinelearn.base.arrays import Floats, Labels, is_sparse
from onlinelearn.base.errors import DataError, OlrunError
from onlinelearn.base.large_arrays import parts
from onlinelearn.base.private_folder import why_not_ours
from onlinelearn.datasets.example_table import Column
from onlinelearn.datasets.formats import format_of
from onlinelearn.datasets.formats.attributes import decoded
from onlinelearn.datasets.formats.read_options import ReadOptions
from onlinelearn.datasets.formats.row_stream import ColumnMeaning, TargetStream
from onlinelearn.datasets.stored.hashed_file import HashedFile
from onlinelearn.datasets.stored.number_file import NumberFile

DESCRIPTION = "table.json"
MAKING = ".making-"
VALUES, FEATURES, STARTS, TARGETS = "values", "features", "starts", "targets"
TYPES = {VALUES: "<f8", FEATURES: "<i4", STARTS: "<i8"}


class TableFiles:
    """The files of one table."""

    def __init__(self, folder: Path) -> None:
        """ValueError if the description is damaged, or another table's."""
        self.folder = folder
        seal, _, text = files.read(folder / DESCRIPTION).decode().partition("\n")
        if seal != _seal(folder.name, text):
            raise ValueError("the description is not as it was written")
        self.described: dict[str, Any] = json.loads(text)

    @property
    def sparse(self) -> bool:
        """Whether its rows are sparse."""
        return FEATURES in self.described["files"]

    @property
    def rows(self) -> int:
        """How many there are."""
        return int(self.described["rows"])

    @property
    def columns(self) -> tuple[Column, ...]:
        """What its attributes are; none where they have no names."""
        return tuple(Column(name, tuple(names), gap) for name, names, gap in self.described["columns"])

    @property
    def feature_range(self) -> tuple[int, int]:
        """The least and the greatest number of a feature in sparse rows; (1, 0) if there is none."""
        low, high = self.described["features"]
        return int(low), int(high)

    @property
    def digest(self) -> str:
        """The sha256 of its content."""
        told = {name: each["sha256"] for name, each in self.described["files"].items()}
        said = [told, self.described["width"], self.described["types"]]
        if any(names for _, names, _ in self.described["columns"]):
            said.append([names for _, names, _ in self.described["columns"]])
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def numbers(self, name: str) -> NumberFile:
        """One of its files."""
        width = self.described["width"] if name == VALUES and not self.sparse else None
        return NumberFile(self.folder / name, self.described["types"][name], width)

    def labels(self) -> Labels:
        """The target of each row."""
        return self.numbers(TARGETS).numbers

    def sound(self) -> bool:
        """Whether its files are those that were written, by us."""
        every = (self.folder, *(self.folder / name for name in (DESCRIPTION, *self.described["files"])))
        if any(map(why_not_ours, every)):
            return False
        for name, was in self.described["files"].items():
            try:
                now = (self.folder / name).stat()
            except OSError:
                return False
            if now.st_size != was["size"]:
                return False
            if now.st_mtime_ns != was["time"] and _sha256(self.folder / name) != was["sha256"]:
                return False
        return True


def table_files(path: Path, reading: ReadOptions) -> TableFiles:
    """The table that a file of the user's holds, made if it is not there. DataError if it can't be read."""
    folder = user_cache.folder() / "rows"
    place = folder / _name(path, reading)
    try:
        user_cache.make(folder)
    except OSError as error:
        raise _not_kept(path, folder, error.strerror or str(error)) from error
    if told := why_not_ours(folder):
        raise _not_kept(path, folder, told)
    with files.locked(folder):
        found = _opened(place)
        if found is not None:
            return found
        for stray in folder.glob(f"{MAKING}*"):  # of a killed process, since the lock is ours
            shutil.rmtree(stray, ignore_errors=True)
        try:
            with tempfile.TemporaryDirectory(dir=folder, prefix=MAKING, ignore_cleanup_errors=True) as making:
                _Making(Path(making), path, reading).write(place.name)
                shutil.rmtree(place, ignore_errors=True)
                os.rename(making, place)
        except OSError as error:
            raise _not_kept(path, folder, error.strerror or str(error)) from error
    return TableFiles(place)


def _not_kept(path: Path, folder: Path, why: str) -> OlrunError:
    told = f"cannot keep the rows of {path} in {folder}: {why}"
    return OlrunError(f"{told}; name another folder in OLRUN_CACHE")


def _opened(place: Path) -> TableFiles | None:
    try:
        found = TableFiles(place)
    except (OSError, ValueError):
        return None
    return found if found.sound() else None


def _name(path: Path, reading: ReadOptions) -> str:
    now = path.stat()
    code = code_digest.digest(__name__)
    times = now.st_mtime_ns, now.st_ctime_ns  # a program may set the first back, but not the second
    decides = [str(path.resolve()), now.st_size, *times, now.st_ino, repr(reading), code]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()[:32]


class _Making:
    """A table while its rows come."""

    def __init__(self, folder: Path, path: Path, reading: ReadOptions) -> None:
        self.folder, self.path, self.reading = folder, path, reading
        self.rows, self.held, self.width = 0, 0, 0
        self.low, self.high = 1, 0
        self.digests: dict[str, str] = {}
        """Of the files that were hashed while they were written."""

    def write(self, name: str) -> None:
        """Write all rows and, last, their description, for a folder that will have this name."""
        reader = format_of(self.path).stream
        assert reader is not None, "a config asks for no other format"
        stream = reader(self.path, self.reading)
        target = next(map(str, self.reading.target), "")
        targets = TargetStream(self.path, self.reading.task, target)
        with HashedFile(self.folder / VALUES) as values, (self.folder / TARGETS).open("wb") as labels:
            for chunk in stream.chunks:
                labels.write(_little(targets.add(chunk.targets)).data)
                if is_sparse(chunk.X):
                    self._add_sparse(chunk.X)
                    values.write(_little(chunk.X.data).data)
                else:
                    self.width = chunk.X.shape[1]
                    values.write(_little(chunk.X).data)
                self.rows += chunk.X.shape[0]
        self.digests[VALUES] = values.digest
        if not self.rows:
            raise DataError(f"{self.path} has no rows")
        meanings = stream.columns()
        self._decode(meanings)
        types = {name: TYPES[name] for name in self._names() if name != TARGETS}
        types[TARGETS] = "<f8" if self.reading.task == "regression" else self._name_labels(targets.labels())
        described = {
            "rows": self.rows,
            "width": self.width,
            "features": [self.low, self.high],
            "types": types,
            "columns": [[each.column.name, each.column.categories, each.column.gap] for each in meanings],
            "files": {name: self._described(name) for name in self._names()},
        }
        text = json.dumps(described)
        files.write(self.folder / DESCRIPTION, f"{_seal(name, text)}\n{text}", closed=True)

    def _names(self) -> list[str]:
        return sorted(each.name for each in self.folder.iterdir())

    def _add_sparse(self, X: Any) -> None:
        if X.nnz:
            low, high = int(X.indices.min()), int(X.indices.max())
            self.low, self.high = (min(self.low, low), max(self.high, high)) if self.held else (low, high)
        with (self.folder / FEATURES).open("ab") as features, (self.folder / STARTS).open("ab") as starts:
            features.write(X.indices.astype(TYPES[FEATURES]).data)
            begun = X.indptr.astype(TYPES[STARTS]) + self.held
            starts.write(begun[0 if self.rows == 0 else 1 :].data)
        self.held += X.nnz

    def _decode(self, meanings: Sequence[ColumnMeaning]) -> None:
        """Put the values of columns with codes in the place of the codes."""
        columns = {j: each.values for j, each in enumerate(meanings) if each.values is not None}
        if not columns:
            return
        del self.digests[VALUES]
        X: Floats = np.memmap(self.folder / VALUES, TYPES[VALUES], "r+", shape=(self.rows, self.width))
        for part in parts(self.rows):
            for j, values in columns.items():
                X[part, j] = decoded(X[part, j], values)

    def _name_labels(self, labels: Labels) -> str:
        """Put class labels in the place of their numbers, and return the type of what the file then holds."""
        numbers = np.memmap(self.folder / TARGETS, "<i8", "r")
        with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as named:
            for part in parts(self.rows):
                named.write(_little(labels[numbers[part]]).tobytes())
        os.replace(named.name, self.folder / TARGETS)
        return str(_little(labels).dtype.str)

    def _described(self, name: str) -> dict[str, object]:
        path = self.folder / name
        digest = self.digests.get(name) or _sha256(path)
        with path.open("rb") as file:
            os.fchmod(file.fileno(), files.default_mode(closed=True))
            os.fsync(file.fileno())
        written = path.stat()
        return {"size": written.st_size, "time": written.st_mtime_ns, "sha256": digest}


def _seal(name: str, text: str) -> str:
    return hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()


def _little(values: Any) -> Any:
    """The numbers in one piece of memory, the lowest byte first, as the files have them."""
    return np.ascontiguousarray(values, values.dtype.newbyteorder("<"))


def _sha256(path: Path) -> str:
    with files.plain_file(path, sys.maxsize) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
