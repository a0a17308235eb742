"""Preprocessing: the steps that a config names, fitted on the training part and applied to both."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats, is_sparse
from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import DataError
from onlinelearn.base.parameters import Parameters
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.example_table import ExampleTable, decimal_comma, frozen
from onlinelearn.datasets.preprocessors.bias import Bias
from onlinelearn.datasets.preprocessors.categories import OneHot
from onlinelearn.datasets.preprocessors.gap_check import refuse_gaps
from onlinelearn.datasets.preprocessors.gaps import Impute
from onlinelearn.datasets.preprocessors.preprocessor import Encode, Encoder, Preprocessor
from onlinelearn.datasets.preprocessors.projection import PCA
from onlinelearn.datasets.preprocessors.scaling import Center, MaxAbs, MeanNorm, MinMax, Standardize, UnitNorm
from onlinelearn.datasets.preprocessors.sklearn_transformers import (
    PREFIX,
    SklearnTransformer,
    parameter_model,
)
from onlinelearn.datasets.preprocessors.sparse_rows import with_values
from onlinelearn.datasets.preprocessors.words import Hash, Tfidf
from onlinelearn.datasets.stored.stored_rows import StoredRows, each_row

__all__ = ["PREPROCESSORS", "PreprocessingStep", "Preprocessor", "parameter_model_of", "prepare"]

PREPROCESSORS: dict[str, type[Preprocessor] | type[Encoder]] = {
    "unit_norm": UnitNorm,
    "standardize": Standardize,
    "minmax": MinMax,
    "max_abs": MaxAbs,
    "center": Center,
    "mean_norm": MeanNorm,
    "bias": Bias,
    "pca": PCA,
    "impute": Impute,
    "one_hot": OneHot,
    "hash": Hash,
    "tfidf": Tfidf,
}
"""Every preprocessor by the name that configs use; `sklearn:NAME` is one more for each transformer there."""


def parameter_model_of(name: str) -> type[Parameters]:
    """The parameters of the preprocessor of that name. ConfigError if scikit-learn has no such class."""
    if name.startswith(PREFIX):
        return parameter_model(name)
    return parameters.model(PREPROCESSORS[name])


@dataclass(frozen=True)
class PreprocessingStep:
    """One preprocessor with its parameters; those left out have their defaults.

    Raises pydantic's ValidationError unless they fit; configs turn that into an error with its place.
    """

    name: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = parameter_model_of(self.name).model_validate(self.params)
        # The defaults of scikit-learn's are its own: some of them could not be written to a file.
        params = given.model_dump(exclude_unset=self.name.startswith(PREFIX))
        object.__setattr__(self, "params", params)

    def __hash__(self) -> int:
        return hash((self.name, repr(self.params)))

    @property
    def versions(self) -> list[str]:
        """The version of scikit-learn, for a transformer of it: it decides what comes out."""
        if not self.name.startswith(PREFIX):
            return []
        import sklearn

        return [str(sklearn.__version__)]

    def preprocessor(self) -> Preprocessor | Encoder:
        """The preprocessor, not fitted."""
        if self.name.startswith(PREFIX):
            return SklearnTransformer(self.name, dict(self.params))
        return PREPROCESSORS[self.name](**self.params)


def prepare(steps: Sequence[PreprocessingStep], dataset: Dataset) -> tuple[Floats, Floats]:
    """The attributes of the training and the test part after all steps; read-only, C-ordered.

    DataError if gaps, categories or texts are left that no step turned into numbers.
    """
    # Some preprocessors want at least one row: without a test part, a row of training stands in for it.
    train = dataset.train
    test = dataset.test if dataset.tested else train.rows(slice(0, 1))
    for step in steps:
        with _without_overflow(step, dataset.name):
            train, test = _after(step, train, test, dataset.name)
    _check_numbers("", train, dataset.name)
    return frozen(train.X), frozen((test if dataset.tested else test.rows(slice(0, 0))).X)


@contextmanager
def _without_overflow(step: PreprocessingStep, name: str) -> Iterator[None]:
    """DataError, with the way out, where a number gets too large."""
    try:
        with np.errstate(over="raise", invalid="raise"):
            yield
    except FloatingPointError:
        raise DataError(f"{name}: {step.name} overflows; scale the attributes down") from None


def _after(
    step: PreprocessingStep, train: ExampleTable, test: ExampleTable, name: str
) -> tuple[ExampleTable, ExampleTable]:
    preprocessor = step.preprocessor()
    if isinstance(train.X, StoredRows) and not preprocessor.fits_in_blocks:
        raise DataError(
            f"{name}: {step.name} needs all rows in memory at once; leave it out, or `in_memory: false`"
        )
    if isinstance(preprocessor, Encoder):
        encode = in_blocks(preprocessor.fit(train))
        return encode(train), encode(test)
    _check_numbers(step.name, train, name)
    if is_sparse(train.X[:1]) and not preprocessor.keeps_sparse:
        raise DataError(
            f"{name}: {step.name} would make sparse rows dense: {_size(train.X, test.X)}; {SPARSE_WAY}"
        )
    transform = preprocessor.fit(train.X)

    def change(rows: Any) -> Any:
        with _without_overflow(step, name):  # rows in files are changed later
            return _plus_zero(transform(rows), rows)

    # Columns may be others after a step; from here on all of them are plain numbers.
    return (
        replace(train, X=each_row(train.X, change), columns=()),
        replace(test, X=each_row(test.X, change), columns=()),
    )


def in_blocks(encode: Encode) -> Encode:
    """The same for rows that are not in memory: these are encoded when they are read."""

    def encode_any(table: ExampleTable) -> ExampleTable:
        if not isinstance(table.X, StoredRows):
            return encode(table)

        def of(rows: Any) -> ExampleTable:
            return encode(replace(table, X=rows, labels=np.zeros(rows.shape[0])))

        columns = of(table.X.example).columns
        return replace(table, X=table.X.then(lambda rows: of(rows).X), columns=columns)

    return encode_any


SPARSE_WAY = "unit_norm, max_abs, mean_norm, tfidf and bias keep them sparse"


def _size(*parts: Any) -> str:
    """The size of the parts, were they dense: "20,000 × 47,236 numbers, 7.6 GB"."""
    rows, columns = sum(each.shape[0] for each in parts), parts[0].shape[1]
    gigabytes = rows * columns * 8 / 1e9
    return f"{rows:,} × {columns:,} numbers" + (f", {gigabytes:,.1f} GB" if gigabytes >= 0.1 else "")


def _plus_zero(X: Any, before: Any) -> Any:
    """Adding zero turns -0.0 into 0.0: which of them a minimum returns depends on the CPU."""
    if is_sparse(X):
        return with_values(X, X.data + 0.0)
    if X.dtype.kind != "f" or not X.flags.writeable or np.may_share_memory(X, before):
        return X + 0.0
    X += 0.0  # it was just made, and is in the cache
    return X


def _check_numbers(step: str, table: ExampleTable, name: str) -> None:
    """DataError, with the way out, if something is left that is no number; `step` comes next."""
    refuse_gaps(step, table.columns)
    before = f" before {step}" if step else ""
    for column in table.columns:
        if column.categories:
            raise DataError(
                f"{name}: column {shown(column.name)} holds categories, as {shown(column.categories[0])}"
                f"{decimal_comma(column.categories[0])}; "
                f"add `one_hot`{before} to `preprocess`, or say `drop: [{column.name}]`"
            )
    if table.texts is not None:
        raise DataError(f"{name}: its texts are no numbers yet; add `hash`{before} to `preprocess`")
