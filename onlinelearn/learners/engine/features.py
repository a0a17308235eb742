"""The features of an example, one after the other: for sums and steps that are not plain products.

What is written with these is written once for dense and sparse examples: `sparse` has
namesakes, which know only the features that are not zero.
"""

from onlinelearn.base.arrays import Floats


def dimension(x: Floats) -> int:
    """How many features an example has, those that are zero included."""
    return len(x)


def n_features(x: Floats) -> int:
    """How many there are to go through."""
    return len(x)


def feature(x: Floats, t: int) -> int:
    """The number of the t-th."""
    return t


def value(x: Floats, t: int) -> float:
    """The value of the t-th, zero perhaps."""
    return float(x[t])
