"""Measures of the predictions on the test part, beside the error; None where one doesn't apply.

`predicted` are class numbers, real values, or, of sets of labels, the place of every label.
"""

import numpy as np

from onlinelearn.base.arrays import Bools, Targets, is_real, is_set
from onlinelearn.learners.engine.ranking import mixed_up
from onlinelearn.numerics.sums import column_means


def balanced_error(wrong: Bools, predicted: Targets, y: Targets) -> float | None:
    """The mean over the classes in the test part of the error within the class."""
    if is_real(y) or is_set(y):
        return None
    within = [int(wrong[y == k].sum()) / int((y == k).sum()) for k in np.unique(y)]
    return sum(within) / len(within)


def root_mean_squared_error(wrong: Bools, predicted: Targets, y: Targets) -> float | None:
    """The root of the mean squared error of real predictions."""
    if not is_real(y):
        return None
    error = predicted - y
    return float(np.sqrt(column_means((error * error)[:, None])[0]))


def one_error(wrong: Bools, predicted: Targets, y: Targets) -> float | None:
    """How often the label in the first place is not of the set; of those that tie the first counts."""
    if not is_set(y):
        return None
    first = predicted.argmin(axis=1)
    return int((y.any(axis=1) & ~y[np.arange(len(y)), first]).sum()) / len(y)


def ranking_loss(wrong: Bools, predicted: Targets, y: Targets) -> float | None:
    """The mean over the rows of the share of pairs, of a label of the set and another, in the wrong order."""
    if not is_set(y):
        return None
    inside = y.sum(axis=1)
    pairs = np.maximum(inside * (y.shape[1] - inside), 1)  # nothing to rank: no pair is wrong
    return float(column_means((mixed_up(predicted, y) / pairs)[:, None])[0])


OF_PREDICTIONS = {
    "balanced_error": balanced_error,
    "test_rmse": root_mean_squared_error,
    "one_error": one_error,
    "ranking_loss": ranking_loss,
}
"""The functions by the names of their metrics."""
