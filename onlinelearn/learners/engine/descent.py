"""Descent on convex losses of the margin, with steps that may become smaller from round to round."""

from math import sqrt
from typing import Literal, NamedTuple, get_args

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.geometry import look, move, score, squared_norm
from onlinelearn.learners.engine.linear import Course
from onlinelearn.numerics.elementary import exp

Loss = Literal["hinge", "squared_hinge", "logistic"]
LOSSES = get_args(Loss)
HINGE, SQUARED_HINGE, LOGISTIC = range(3)

Decay = Literal["constant", "root", "inverse"]
DECAYS = get_args(Decay)
CONSTANT, ROOT, INVERSE = range(3)


class Constants(NamedTuple):
    """The numbers that the step reads."""

    rate: float
    decay: int
    loss: int


def slope(loss: int, eta: float) -> float:
    """-ℓ'(η) ≥ 0: the gradient of the loss is -slope·z."""
    if loss == LOGISTIC:
        small = exp(-abs(eta))
        return (small if eta > 0.0 else 1.0) / (1.0 + small)
    if eta >= 1.0:
        return 0.0
    return 1.0 if loss == HINGE else 2.0 * (1.0 - eta)


def rate_at(constants: Constants, t: float) -> float:
    """The length of the step of round t: ρ, ρ/√t or ρ/t."""
    if constants.decay == CONSTANT:
        return constants.rate
    return constants.rate / (sqrt(t) if constants.decay == ROOT else t)


def step(state: Course, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """W ← W - η_t·gradient."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    state.t[0] += 1.0
    pull = slope(constants.loss, eta)
    updated = pull > 0.0 and squared_norm(state.W, state.K, x) > 0.0
    if updated:
        move(state.W, r, q, rate_at(constants, state.t[0]) * pull, x)
    return eta <= 0.0, updated
