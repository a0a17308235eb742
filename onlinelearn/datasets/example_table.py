"""A table of examples as a file holds it: attributes, labels, and the part that each row belongs to."""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from onlinelearn.base.arrays import Floats, Ints, Labels, is_sparse, stored
from onlinelearn.base.error_text import LONGEST_VALUE, shorten
from onlinelearn.base.large_arrays import taken
from onlinelearn.datasets.stored.stored_rows import StoredRows

Texts = npt.NDArray[np.object_]
"""A text for each example."""

INTEGER = re.compile("0|-?[1-9][0-9]*")
"""An integer as Python writes it."""

LONGEST_INTEGER = 20
"""The characters of -2^63: what is longer does not fit 64 bits."""


@dataclass(frozen=True)
class Column:
    """An attribute as a file has it.

    With `categories`, X holds the number of one of them; without, a number as it is. `gap` is the place
    of the first value that is missing (NaN in X), for messages; it is empty where all are there.
    """

    name: str
    categories: tuple[str, ...] = ()
    gap: str = ""


@dataclass(frozen=True, eq=False)
class ExampleTable:
    """Rows of attributes with a label each; `parts` names the part of each row where the file does.

    `columns` says what each attribute is; without it, all are plain numbers. `texts` has a text for
    each row, where there are some beside the attributes.
    """

    X: Floats
    """In memory, sparse or dense; or `StoredRows`, which are not."""
    labels: Labels
    parts: Labels | None = None
    columns: tuple[Column, ...] = ()
    texts: Texts | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "X", frozen(self.X))
        if self.X.ndim != 2 or self.X.shape[0] != len(self.labels):
            raise ValueError(f"{self.X.shape} attributes do not fit {len(self.labels)} labels")
        if self.parts is not None and len(self.parts) != len(self.labels):
            raise ValueError(f"{len(self.parts)} parts do not fit {len(self.labels)} labels")
        if self.columns and len(self.columns) != self.X.shape[1]:
            raise ValueError(f"{len(self.columns)} columns do not fit {self.X.shape} attributes")
        if self.texts is not None and len(self.texts) != len(self.labels):
            raise ValueError(f"{len(self.texts)} texts do not fit {len(self.labels)} labels")

    @cached_property
    def digest(self) -> str:
        """sha256 of the content, whatever file it came from."""
        return content_digest(self.X, self.labels, self.parts, self.columns, self.texts)

    def rows(self, chosen: Ints | slice) -> "ExampleTable":
        """The chosen rows, in the order given."""
        parts = None if self.parts is None else self.parts[chosen]
        texts = None if self.texts is None else self.texts[chosen]
        X = self.X.only(chosen) if isinstance(self.X, StoredRows) else self.X[chosen]
        return replace(self, X=X, labels=taken(self.labels, chosen), parts=parts, texts=texts)


def parsed(X: Floats, labels: Labels, parts: Labels | None = None) -> ExampleTable:
    """A table that was read from text: "-0" in one copy of a file and "0" in another are one number."""
    return ExampleTable(X + 0.0, labels, parts)


def frozen(array: Any) -> Any:
    """The same numbers, C-ordered and read-only; the caller's own array stays as it was.

    Sparse rows stay sparse, each with its features in ascending order.
    """
    if isinstance(array, StoredRows):
        return array  # its files are never written to
    if is_sparse(array):
        return _frozen_rows(array)
    view = np.ascontiguousarray(array, np.float64).view()
    view.flags.writeable = False
    return view


def _frozen_rows(X: Any) -> Any:
    if not X.has_canonical_format or X.dtype != np.float64:
        X = X.astype(np.float64)
        X.sum_duplicates()  # and sorts
    rows = type(X)((X.data, X.indices, X.indptr), shape=X.shape, copy=False)
    # The numbers that the learners' loops read: SciPy may keep others, to be converted at every call.
    narrow = X.shape[1] <= np.iinfo(np.int32).max
    rows.indices = X.indices.astype(np.int32 if narrow else np.int64, copy=False)
    rows.indptr = X.indptr.astype(np.int64, copy=False)
    rows.data, rows.indices, rows.indptr = (each.view() for each in (rows.data, rows.indices, rows.indptr))
    for each in (rows.data, rows.indices, rows.indptr):
        each.flags.writeable = False
    rows.has_canonical_format = True
    return rows


def content_digest(
    X: Any,
    labels: Labels,
    parts: Labels | None = None,
    columns: Sequence[Column] = (),
    texts: Texts | None = None,
) -> str:
    """sha256 of shape, labels, parts and the little-endian float64 numbers, row by row.

    Of sparse rows, the numbers that are not zero and where they stand. Categories and texts count where
    there are some; the names of columns don't. Rows in files have a digest of their own.
    """
    if isinstance(X, StoredRows):
        return X.digest
    head = [X.shape, labels.tolist(), None if parts is None else parts.tolist()]
    if any(column.categories for column in columns):
        head.append([column.categories for column in columns])
    if texts is not None:
        head.append({"texts": texts.tolist()})
    digest = hashlib.sha256(json.dumps(head).encode())
    if is_sparse(X):
        for where in (X.indptr, X.indices):
            digest.update(np.ascontiguousarray(where, "<i8").data)
    digest.update(np.ascontiguousarray(stored(X), "<f8").data)
    return digest.hexdigest()


def as_labels(values: Sequence[object]) -> Labels:
    """Class labels: integers if all of them are whole numbers as Python writes them, else texts as they are.

    So `3`, `-3` and `3.0` are integers, and `3` and `3.0` are one class. `03`, `+3`, `1_0`, digits of
    other scripts and numbers beyond 64 bits are texts, and make the other labels texts, too: what is
    written differently then stays different. ValueError if all are numbers and one is not whole: real
    targets are no classes.
    """
    texts = [str(value) for value in values]
    distinct = dict.fromkeys(texts)
    integers = {text: number for text in distinct if (number := _integer(text)) is not None}
    if len(integers) == len(distinct):
        return np.array([integers[text] for text in texts], np.int64)
    if all(map(is_number, distinct)):
        for text in distinct:
            if not (INTEGER.fullmatch(text) or float(text).is_integer()):
                label = shorten(text, LONGEST_VALUE)
                raise ValueError(f"{label} is no class label: labels are integers or strings")
    return np.array(texts, np.str_)


def _integer(text: str) -> int | None:
    """The integer of 64 bits that Python writes like this, as an `int` or as a `float`."""
    if INTEGER.fullmatch(text):
        number = int(text) if len(text) <= LONGEST_INTEGER else 2**64
    elif is_number(text) and float(text).is_integer() and repr(float(text)) == text:
        number = int(float(text))
    else:
        return None
    return number if -(2**63) <= number < 2**63 else None


def is_number(text: str) -> bool:
    """Whether Python reads the text as a float."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def decimal_comma(text: str) -> str:
    """The end of a message about a text that is a number but for its comma; nothing for any other."""
    dotted = text.replace(",", ".", 1)
    return f" (a decimal comma? write {dotted})" if "," in text and is_number(dotted) else ""
