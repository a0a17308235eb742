"""Preprocessing: the steps that a config names, fitted on the training part and applied to both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats, is_sparse
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.example_table import frozen
from onlinelearn.datasets.preprocessors import (
    PCA,
    Bias,
    Center,
    MeanNorm,
    MinMax,
    Preprocessor,
    Standardize,
    UnitNorm,
)

__all__ = ["PREPROCESSORS", "PreprocessingStep", "Preprocessor", "prepare"]

PREPROCESSORS: dict[str, type[Preprocessor]] = {
    "unit_norm": UnitNorm,
    "standardize": Standardize,
    "minmax": MinMax,
    "center": Center,
    "mean_norm": MeanNorm,
    "bias": Bias,
    "pca": PCA,
}
"""Every preprocessor by the name that configs use."""


@dataclass(frozen=True)
class PreprocessingStep:
    """One preprocessor with its parameters; those left out have their defaults.

    Raises pydantic's ValidationError unless they fit; configs turn that into an error with its place.
    """

    name: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        model = parameters.model(PREPROCESSORS[self.name])
        object.__setattr__(self, "params", model.model_validate(self.params).model_dump())

    def __hash__(self) -> int:
        return hash((self.name, *self.params.items()))

    def preprocessor(self) -> Preprocessor:
        """The preprocessor, not fitted."""
        return PREPROCESSORS[self.name](**self.params)


def prepare(steps: Sequence[PreprocessingStep], dataset: Dataset) -> tuple[Floats, Floats]:
    """The attributes of the training and the test part after all steps; read-only, C-ordered."""
    train, test = dataset.X_train, dataset.X_test
    if steps and is_sparse(train):
        raise DataError(
            f"{dataset.name}: its rows are sparse, and are learnt from as they are; leave out `preprocess`"
        )
    for step in steps:
        try:
            with np.errstate(over="raise", invalid="raise"):
                transform = step.preprocessor().fit(train)
                # Adding zero turns -0.0 into 0.0: which of them a minimum returns depends on the CPU.
                train, test = transform(train) + 0.0, transform(test) + 0.0
        except FloatingPointError:
            raise DataError(f"{dataset.name}: {step.name} overflows; scale the attributes down") from None
    return frozen(train), frozen(test)
