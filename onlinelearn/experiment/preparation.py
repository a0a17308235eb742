"""A data set as learners take it: preprocessed, with class numbers or marks in place of the labels."""

from collections.abc import Sequence

import numpy as np

from onlinelearn.base.arrays import Labels, Targets, is_real, is_set
from onlinelearn.base.large_arrays import made_by
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.experiment.protocol import Prepared


def prepared(steps: Sequence[PreprocessingStep], dataset: Dataset) -> Prepared:
    """The data set after these steps; DataError if they can't be taken.

    A target holds only for attributes as they were drawn, so that any step drops it.
    """
    X_train, X_test = prepare(steps, dataset)
    y_train, y_test = (_targets(y, dataset.classes) for y in (dataset.y_train, dataset.y_test))
    target = None if steps else dataset.target
    return Prepared(
        *(X_train, y_train, X_test, y_test, len(dataset.classes), target),
        ordered=dataset.ordered,
        changes=dataset.changes,
    )


def _targets(y: Labels, classes: Labels) -> Targets:
    """Real targets as they are, sets of labels as marks, labels as class numbers."""
    if is_real(y):
        return made_by(len(y), np.float64, lambda part: y[part])
    if is_set(y):
        return y.astype(np.bool_)
    return made_by(len(y), np.int64, lambda part: np.searchsorted(classes, y[part]))
