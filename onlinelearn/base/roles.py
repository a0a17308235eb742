"""The role of a learner in an experiment: whether a table may call it the best, and a claim rest on it."""

from enum import StrEnum

from onlinelearn.base.metrics import ON_TRAINING_ROWS


class Role(StrEnum):
    """How the parameters of a learner came to be."""

    GIVEN = "given"
    """The config gives them."""
    GRID = "grid"
    """A point of a grid: one of several, and nothing chooses among them."""
    TUNED = "tuned"
    """Chosen in each permutation, on the training part."""
    DEFAULT = "default"
    """The defaults of a learner that is tuned, beside it."""
    HINDSIGHT = "hindsight"
    """The best in each permutation by the test part, beside a learner that is tuned."""


BESIDE = frozenset({Role.DEFAULT, Role.HINDSIGHT})
"""The roles of learners that no entry of a config names: they are shown beside a tuned one."""


def competes(role: Role, metric: str) -> bool:
    """Whether a learner in this role may be called the best by this metric.

    A point of a grid, were it marked, would be chosen by its test error, and so is hindsight. A tuned
    learner is chosen on the training part, so that its errors there are too small.
    """
    if role is Role.TUNED:
        return metric not in ON_TRAINING_ROWS
    return role not in (Role.GRID, Role.HINDSIGHT)


def is_ranked(role: Role, metric: str) -> bool:
    """Whether a learner in this role is ranked among others: an entry of the config that may be the best."""
    return role not in BESIDE and competes(role, metric)
