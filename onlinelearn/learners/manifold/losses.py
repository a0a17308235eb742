"""Convex losses c(f, y) = φ(yf) of a margin, and their slopes φ'."""

from onlinelearn.learners.engine.primitives import Layer, abstract_primitive
from onlinelearn.numerics.elementary import exp, softplus


@abstract_primitive
def loss(margin: float) -> float:
    """φ(m): the loss that the learner's parameters name."""
    raise NotImplementedError


@abstract_primitive
def slope(margin: float) -> float:
    """φ'(m)."""
    raise NotImplementedError


def hinge(margin: float) -> float:
    """max(0, 1 - m)."""
    return max(0.0, 1.0 - margin)


def hinge_slope(margin: float) -> float:
    """-1 below 1; at the corner itself 0, the least of the subgradients."""
    return -1.0 if margin < 1.0 else 0.0


def squared(margin: float) -> float:
    """(1 - m)²: for y = ±1 the squared error (y - f)²."""
    return (1.0 - margin) * (1.0 - margin)


def squared_slope(margin: float) -> float:
    """-2(1 - m)."""
    return -2.0 * (1.0 - margin)


def logistic(margin: float) -> float:
    """log(1 + exp(-m))."""
    return softplus(-margin)


def logistic_slope(margin: float) -> float:
    """-1/(1 + exp(m)), without overflow on either side."""
    if margin >= 0.0:
        small = exp(-margin)
        return -small / (1.0 + small)
    return -1.0 / (1.0 + exp(margin))


LOSSES = {
    "hinge": Layer({loss: hinge, slope: hinge_slope}),
    "squared": Layer({loss: squared, slope: squared_slope}),
    "logistic": Layer({loss: logistic, slope: logistic_slope}),
}
"""The layer of each loss by the name that configs use."""
