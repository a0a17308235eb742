"""Columns of Arrow's as attributes and targets, chunk by chunk."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import DataError
from onlinelearn.base.read_ahead import read_ahead
from onlinelearn.datasets.example_table import Column
from onlinelearn.datasets.formats.attributes import MISSING, Attribute
from onlinelearn.datasets.formats.checks import unreadable
from onlinelearn.datasets.formats.read_options import ReadOptions, roles
from onlinelearn.datasets.formats.row_stream import Chunk, Coded, ColumnMeaning, RowStream


def numbers_of(path: Path, name: str, column: Any) -> Floats | None:
    """The column as numbers, dates as days; None if it holds texts. DataError if it holds other things."""
    import pyarrow

    kind, types = column.type, pyarrow.types
    if types.is_string(kind) or types.is_large_string(kind):
        return None
    if types.is_date(kind) or types.is_timestamp(kind):
        moments = column.cast(pyarrow.timestamp("us")).to_numpy(zero_copy_only=False)
        moments = moments.astype("datetime64[us]")
        days: Floats = np.where(np.isnat(moments), np.nan, moments.astype(np.int64) / 86_400_000_000)
        return days
    if types.is_boolean(kind) or types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind):
        numbers = column.cast(pyarrow.float64(), safe=False).to_numpy(zero_copy_only=False)
        return np.asarray(numbers, np.float64)
    raise DataError(f"{path}: column {name!r} holds {kind}, not numbers; say `drop: [{name}]`")


def written_numbers(texts: Any) -> Floats | None:
    """The numbers that texts write, those that are missing as NaN; None if one is no number to Python.

    What Arrow takes for a number, Python does too, but for `nan(1)`, and both round correctly.
    """
    import pyarrow
    from pyarrow import compute

    try:
        numbers = _cast(texts)
    except pyarrow.ArrowInvalid:
        missing = compute.is_in(texts, pyarrow.array(sorted(MISSING), texts.type))
        try:
            numbers = _cast(compute.if_else(missing, None, texts))
        except pyarrow.ArrowInvalid:
            return None
    marked = np.isnan(numbers).any() and compute.any(compute.match_substring(texts, "(")).as_py()
    return None if marked else numbers


def _cast(texts: Any) -> Floats:
    import pyarrow

    return np.asarray(texts.cast(pyarrow.float64()).to_numpy(zero_copy_only=False), np.float64)


def _holds_plain_numbers(column: Any) -> bool:
    """Whether a column holds numbers that are targets as they are: no dates, no decimals to be rounded."""
    from pyarrow import types

    return bool(types.is_integer(column.type) or types.is_floating(column.type))


def plain(column: Any) -> Any:
    """The column with values in the place of numbers of a dictionary."""
    import pyarrow

    return column.cast(column.type.value_type) if isinstance(column.type, pyarrow.DictionaryType) else column


def as_coded(column: Any) -> Coded:
    """The different values of a column, and which of them each row has."""
    encoded = column.dictionary_encode(null_encoding="encode")
    return Coded(encoded.dictionary.to_pylist(), encoded.indices.to_numpy().astype(np.int64))


class AttributeStream:
    """One attribute while its rows come."""

    def __init__(self, path: Path, name: str, *, categorical: bool) -> None:
        self.path, self.attribute = path, Attribute(name, categorical=categorical)
        self.rows, self.present, self.gap = 0, 0, ""

    def add(self, column: Any) -> Floats:
        """Some more rows: numbers, or codes of texts."""
        attribute, column = self.attribute, plain(column)
        numbers = None
        if not attribute.categorical:
            numbers = numbers_of(self.path, attribute.name, column)
            # To find out that texts are no numbers takes ten times as long as to read each different one.
            numbers = written_numbers(column) if numbers is None and not attribute.n_texts else numbers
        if numbers is None:
            numbers = self._read_texts(as_coded(column))
        with np.errstate(over="ignore", invalid="ignore"):
            all_finite = np.isfinite(numbers.sum())
        missing = 0 if all_finite else self._missing(numbers)
        self.present += len(numbers) - missing
        self.rows += len(numbers)
        return numbers

    def _missing(self, numbers: Floats) -> int:
        """How many are missing. DataError if one is infinite."""
        self.attribute.check_finite(self.path, numbers, self._place)
        missing = np.isnan(numbers)
        if not self.gap and missing.any():
            self.gap = f"{self.path}: {self._place(int(missing.argmax()))}"
        return int(missing.sum())

    def _read_texts(self, texts: Coded) -> Floats:
        """Each different text is read once, and counts as often as it occurs."""
        attribute, times = self.attribute, np.bincount(texts.codes, minlength=len(texts.values))
        numbers = np.empty(len(texts.values))
        for code, value in enumerate(texts.values):
            before, first = attribute.n_texts, attribute.first_text
            numbers[code] = attribute.read("" if value is None else str(value), 0)
            if attribute.n_texts > before:
                attribute.n_texts += int(times[code]) - 1
                if first is None:
                    row = self.rows + int(np.argmax(texts.codes == code))
                    attribute.first_text = row, str(value).strip()
        return numbers[texts.codes]

    def meaning(self) -> ColumnMeaning:
        """The attribute after its last row."""
        attribute = self.attribute
        values, categories = attribute.meaning(self.path, self.present, lambda row: f"row {row + 1}")
        return ColumnMeaning(Column(attribute.name, categories, self.gap), values)

    def _place(self, row: int) -> str:
        return f"row {self.rows + row + 1}"


def row_stream(
    path: Path, names: Sequence[str], reading: ReadOptions, batches: Iterable[Any], *, strip: bool = False
) -> RowStream:
    """The rows of Arrow's batches, whose columns have these names; `strip` takes blanks off labels."""
    wanted = roles(path, names, reading)
    attributes = [
        AttributeStream(path, names[i], categorical=i in wanted.categorical) for i in wanted.attributes
    ]
    if not attributes:
        raise DataError(f"{path} has no column beside the target")

    def chunk(batch: Any) -> Chunk:
        X = np.empty((batch.num_rows, len(attributes)))
        for j, (i, attribute) in enumerate(zip(wanted.attributes, attributes, strict=True)):
            X[:, j] = attribute.add(batch.column(i))
        X += 0.0
        (target,) = wanted.target
        return Chunk(X, _targets(path, names[target], batch.column(target), reading, strip))

    def chunks() -> Iterator[Chunk]:
        from pyarrow import ArrowException

        for batch in read_ahead(batches):
            try:
                yield chunk(batch)
            except ArrowException as error:  # a kind of column that it can't convert
                raise unreadable(path, error) from error

    return RowStream(chunks(), lambda: [each.meaning() for each in attributes])


def _targets(path: Path, name: str, column: Any, reading: ReadOptions, strip: bool) -> Coded | Floats:
    column = plain(column)
    as_they_are = reading.task == "regression" and _holds_plain_numbers(column)
    real = numbers_of(path, name, column) if as_they_are else None
    if real is not None:
        return real
    found = as_coded(column)
    return Coded([str(value).strip() for value in found.values], found.codes) if strip else found
