"""The features of an example, one after the other: for sums and steps that are not plain products.

A step that is written with these primitives is written once for dense and sparse examples: of a
sparse one they know only the features that are not zero.
"""

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.primitives import primitive


@primitive
def dimension(x: Floats) -> int:
    """How many features an example has, those that are zero included."""
    return len(x)


@primitive
def n_features(x: Floats) -> int:
    """How many there are to go through."""
    return len(x)


@primitive
def feature(x: Floats, t: int) -> int:
    """The number of the t-th."""
    return t


@primitive
def value(x: Floats, t: int) -> float:
    """The value of the t-th, zero perhaps."""
    return float(x[t])
