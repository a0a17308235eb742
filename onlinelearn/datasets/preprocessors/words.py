"""Words of texts as attributes: hashed to places, and weighted by how rare they are."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import is_sparse
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.preprocessors.gap_check import refuse_gaps
from onlinelearn.datasets.preprocessors.preprocessor import Encode, Encoder, Preprocessor, Transform
from onlinelearn.datasets.preprocessors.sparse_rows import beside, times_columns
from onlinelearn.numerics.logarithms import ln
from onlinelearn.numerics.sums import row_blocks

WORD = re.compile(r"\w+")


class Hash(Encoder):
    """Count the words of texts, and the categories as words of their own, in 2^bits attributes by a hash.

    Words are in lower case. The hash (MurmurHash3) gives each its place and its sign, so that words
    which share a place tend to cancel out. Rows are sparse; columns of numbers come first.

    Parameters
    ----------
    bits : there are 2 to the power of this attributes.
    """

    short_form = "bits"
    streams = True

    def __init__(self, *, bits: Annotated[int, Field(ge=1, le=23)] = 18) -> None:
        self.bits = bits

    def fit(self, train: ExampleTable) -> Encode:
        """Nothing is learnt: a word has its place whatever the others are."""
        coded = [j for j, column in enumerate(train.columns) if column.categories]
        plain = [j for j in range(train.X.shape[1]) if j not in coded]
        if not coded and train.texts is None:
            return lambda table: table
        refuse_gaps("hash", train.columns)

        def encode(table: ExampleTable) -> ExampleTable:
            from sklearn.feature_extraction import FeatureHasher

            hasher = FeatureHasher(n_features=2**self.bits, input_type="string", dtype=np.float64)
            X: Any = hasher.transform(_words(table, coded))
            X.sum_duplicates()
            X.eliminate_zeros()  # two words that cancelled out
            return replace(table, X=beside(table.X[:, plain], X) if plain else X, columns=(), texts=None)

        return encode


def _words(table: ExampleTable, coded: list[int]) -> Iterator[list[str]]:
    """The words of each row: those of its text, and `column=category`."""
    names = [[f"{column.name}={each}" for each in column.categories] for column in table.columns]
    codes = table.X[:, coded].astype(np.int64) if coded else None
    for row in range(len(table.labels)):
        words = WORD.findall(table.texts[row].lower()) if table.texts is not None else []
        if codes is not None:
            words += [names[j][code] for j, code in zip(coded, codes[row], strict=True)]
        yield words


class Tfidf(Preprocessor):
    """Weight each attribute by how rare it is: times 1 + ln((1 + n) / (1 + m)).

    n is the number of training examples, and m of those where the attribute is not zero.
    """

    sparse = True
    streams = True

    def fit(self, X: Any) -> Transform:
        """The weight of each attribute."""
        n, width = X.shape
        counts = np.zeros(width, np.int64)
        for rows in row_blocks(X):
            where = rows.indices[rows.data != 0.0] if is_sparse(rows) else np.nonzero(rows)[1]
            counts += np.bincount(where, minlength=width)
        different, place = np.unique(counts, return_inverse=True)
        weights = np.array([1.0 + ln((1 + n) / (1 + int(m))) for m in different])[place]
        return lambda X: times_columns(X, weights)
