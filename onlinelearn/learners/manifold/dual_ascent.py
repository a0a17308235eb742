"""The labeled examples' part of batch manifold regularization: min_u (1/l) Σ c(y_i h_i·u) + ½‖u‖².

By its dual: u = Σ a_i y_i h_i, one a_i at a time put where it is best while the others rest. The loss
is told how far from the least risk it may still be, and the ascent ends where that is nothing.
"""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.primitives import Layer, abstract_primitive
from onlinelearn.learners.manifold.cholesky import backward, factor, forward
from onlinelearn.learners.manifold.losses import LOSSES, loss, slope
from onlinelearn.learners.manifold.manifold_learner import Loss

ENOUGH = 1e-10
"""The part of the risk by which it may be above the least one."""
PASSES, WORK = 200_000, 10**11
"""The most passes, and the most multiplications."""


class Least(NamedTuple):
    """The dual solution, the risk that it gives, and how much lower a risk may be at most."""

    a: Floats
    risk: float
    gap: float


def least(Q: Floats, name: Loss) -> Least:
    """The least risk for Q_ij = y_i y_j h_i·h_j. Raises LearnerError if it isn't found."""
    n = len(Q)
    a, m = np.zeros(n), np.zeros(n)
    if name == "squared":  # a_i = 2(1 - m_i)/l with m = Qa: linear equations
        R = factor(Q + 0.5 * n * np.eye(n))
        a = backward(R, forward(R, np.ones((1, n)))[0])
        for i in range(n):
            m += a[i] * Q[i]
    passes = max(1, min(PASSES, WORK // (n * n)))
    ascending = link(ascend, name, (LOSSES[name], SMOOTH if name != "hinge" else HINGED))
    risk, gap = ascending(Q, a, m, ENOUGH, passes)
    if not gap <= ENOUGH * risk:
        raise LearnerError(
            f"the batch risk is {risk:g}, and may be lower by {gap:g} after {passes} passes; raise lambda1"
        )
    return Least(a, risk, gap)


@abstract_primitive
def place(a: float, m: float, q: float, n: int) -> float:
    """Where a_i is best while the others rest."""
    raise NotImplementedError


@abstract_primitive
def above(Q: Floats, a: Floats, m: Floats) -> float:
    """How far above the least risk that of `a` may be."""
    raise NotImplementedError


def ascend(Q: Floats, a: Floats, m: Floats, enough: float, passes: int) -> tuple[float, float]:
    """Pass over the coordinates until the risk is near enough to the least; m_i = y_i h_i·u follows."""
    n = Q.shape[0]
    risk = gap = np.inf
    for number in range(passes):
        for i in range(n):
            change = place(a[i], m[i], Q[i, i], n) - a[i]
            if change != 0.0:
                a[i] += change
                for j in range(n):
                    m[j] += change * Q[i, j]
        if number % 10 == 0:
            risk = 0.0
            for i in range(n):
                risk += loss(m[i]) / n + 0.5 * a[i] * m[i]
            gap = above(Q, a, m)
            if gap <= enough * risk:
                break
    return risk, gap


def place_hinge(a: float, m: float, q: float, n: int) -> float:
    """Where a_i is best: on the line to margin 1, within [0, 1/l]."""
    if q <= 0.0:
        return 1.0 / n
    return min(max(a + (1.0 - m) / q, 0.0), 1.0 / n)


def above_hinge(Q: Floats, a: Floats, m: Floats) -> float:
    """The duality gap: Σ c(m_i)/l - a_i (1 - m_i), where no term is negative."""
    gap = 0.0
    for i in range(a.shape[0]):
        gap += max(0.0, loss(m[i]) / a.shape[0] - a[i] * (1.0 - m[i]))
    return gap


def place_smooth(a: float, m: float, q: float, n: int) -> float:
    """Where a_i = -c'(m_i)/l, by halving: the one side rises with a_i, the other does not."""
    low, high = a, -slope(m) / n
    if low > high:
        low, high = high, low
    for _ in range(100):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        if middle < -slope(m + (middle - a) * q) / n:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def above_smooth(Q: Floats, a: Floats, m: Floats) -> float:
    """½‖∂J‖²: J is strongly convex with modulus 1."""
    n = a.shape[0]
    total = 0.0
    for i in range(n):
        ri = a[i] + slope(m[i]) / n
        for j in range(n):
            total += ri * Q[i, j] * (a[j] + slope(m[j]) / n)
    return 0.5 * max(0.0, total)


HINGED = Layer({place: place_hinge, above: above_hinge})
SMOOTH = Layer({place: place_smooth, above: above_smooth})
