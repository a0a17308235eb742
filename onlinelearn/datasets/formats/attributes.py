"""The attributes of a file: numbers, dates as days, and categories as numbers of a list.

An attribute is a category if the user says so, or if it holds texts and not one number.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import Column, decimal_comma, is_number
from onlinelearn.datasets.formats.checks import Place

MISSING = frozenset(["", "?", "NA", "N/A", "nan", "NaN", "null", "NULL"])
"""What files write where a value is missing."""

MANY = 100
"""An attribute with more texts than this, most of them different, is hardly one of categories."""

ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?")

EPOCH = datetime(1970, 1, 1)


class Attribute:
    """One attribute while its file is read: texts become numbers as they come, and are counted."""

    def __init__(self, name: str, *, categorical: bool = False) -> None:
        self.name = name
        self.categorical = categorical
        self.codes: dict[str, int] = {}
        self.n_texts = 0
        self.first_text: tuple[int, str] | None = None

    def read(self, value: str, row: int) -> float:
        """The number that stands for a value in X."""
        value = value.strip()
        if value in MISSING:
            return np.nan
        if not self.categorical and is_number(value):
            return float(value)
        self.n_texts += 1
        self.first_text = self.first_text or (row, value)
        return float(self.codes.setdefault(value, len(self.codes)))

    def finished(self, path: Path, numbers: Floats, place: Place) -> tuple[Floats, Column]:
        """The attribute as X holds it. DataError if it is neither numbers nor categories."""
        self.check_finite(path, numbers, place)
        missing = np.isnan(numbers)
        gap = f"{path}: {place(int(missing.argmax()))}" if missing.any() else ""
        values, categories = self.meaning(path, len(numbers) - int(missing.sum()), place)
        return numbers if values is None else decoded(numbers, values), Column(self.name, categories, gap)

    def check_finite(self, path: Path, numbers: Floats, place: Place) -> None:
        """DataError, with its place, if a number is infinite."""
        infinite = np.flatnonzero(np.isinf(numbers))
        if len(infinite):
            row = infinite[0]
            raise DataError(f"{path}: {place(row)}, column {shown(self.name)}: {numbers[row]} is not finite")

    def meaning(self, path: Path, present: int, place: Place) -> tuple[Floats | None, tuple[str, ...]]:
        """The value that each code stands for, None if there are no codes, and the categories.

        `present` counts the values that are not missing. DataError if some are texts and some are not.
        """
        if not self.n_texts:
            return None, ()
        if not self.categorical:
            self._check_texts(path, present, place)
            if all(map(ISO_DATE.fullmatch, self.codes)):
                return self._days(path), ()
        categories = sorted(self.codes)
        ranks = {text: rank for rank, text in enumerate(categories)}
        return np.array([ranks[text] for text in self.codes], np.float64), tuple(categories)

    def _days(self, path: Path) -> Floats:
        """The dates as numbers. DataError if there is no such day."""
        try:
            return np.array([days(datetime.fromisoformat(text)) for text in self.codes], np.float64)
        except ValueError as error:
            raise DataError(
                f"{path}: column {shown(self.name)} has a date that does not exist ({error}); mend it, or "
                f"say `categorical: [{self.name}]` or `drop: [{self.name}]`"
            ) from None

    def _check_texts(self, path: Path, present: int, place: Place) -> None:
        """DataError if only some values are texts, or if nearly every text is another one."""
        assert self.first_text is not None
        row, text = self.first_text
        way_out = f"`categorical: [{self.name}]`, `text: {self.name}` or `drop: [{self.name}]`"
        if self.n_texts < present:
            raise DataError(
                f"{path}: {place(row)}, column {shown(self.name)}: {shown(text)}{decimal_comma(text)} "
                f"is no number, as other values there are; mend it, or say {way_out}"
            )
        if len(self.codes) > max(MANY, present // 2):
            raise DataError(
                f"{path}: column {shown(self.name)} holds {len(self.codes):,} different texts, "
                f"as {shown(text)}{decimal_comma(text)}; say {way_out}"
            )


def decoded(numbers: Floats, values: Floats) -> Floats:
    """The values in the place of their codes; gaps stay."""
    coded = np.full(len(numbers), np.nan)
    present = ~np.isnan(numbers)
    coded[present] = values[numbers[present].astype(np.int64)]
    return coded


def days(moment: datetime) -> float:
    """The days since 1970; the time of the day is a fraction."""
    passed = moment - EPOCH
    return passed.days + (passed.seconds + passed.microseconds / 1e6) / 86400


def text_attribute(
    path: Path, name: str, values: Iterable[object], place: Place, *, categorical: bool
) -> tuple[Floats, Column]:
    """An attribute of texts, from a file that gives them column by column."""
    attribute = Attribute(name, categorical=categorical)
    numbers = [attribute.read("" if value is None else str(value), row) for row, value in enumerate(values)]
    return attribute.finished(path, np.array(numbers, np.float64), place)
