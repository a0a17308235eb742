"""Shor's ellipsoid method, which minimises a convex function and bounds how far off the minimum is.

    >>> found = minimize(lambda x: np.abs(x - [3, 0]).sum(), lambda x: np.sign(x - [3, 0]), [0, 0], 5)
    >>> found.gap <= 1e-6, found.point.round(2) + 0.0
    (True, array([3., 0.]))

An ellipsoid holds the minimum. A subgradient h at its centre x says in which half, since f is no
smaller than f(x) in the other one; the next ellipsoid is the smallest around that half (eq. 1 of
Yang, Jin & Ye, ICML 2009). In the ellipsoid f nowhere falls below f(x) - √(hᵀPh): that is the guarantee.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf, isfinite, sqrt

import numpy as np
import numpy.typing as npt

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError

Function = Callable[[Floats], float]
Subgradient = Callable[[Floats], npt.ArrayLike]


@dataclass(frozen=True)
class Visit:
    """One centre: where, f there (infinite where a constraint is violated), and √(hᵀPh) of its cut."""

    point: Floats
    value: float
    width: float


@dataclass(frozen=True)
class Minimum:
    """The best point visited; f nowhere in the ball is below `value - gap` within the constraints."""

    point: Floats
    value: float
    gap: float
    iterations: int
    history: tuple[Visit, ...]


def minimize(
    f: Function,
    subgradient: Subgradient,
    center: npt.ArrayLike,
    radius: float,
    *,
    constraints: Sequence[tuple[Function, Subgradient]] = (),
    tolerance: float = 1e-6,
    max_iterations: int = 100_000,
) -> Minimum:
    """Minimise a convex f over the part of a ball where every constraint g has g(x) ≤ 0.

    A constraint is the pair of a convex g and its subgradient. It ends at a gap of at most
    `tolerance`, at the latest where √(hᵀPh) is that small, or after `max_iterations` with the gap
    reached by then. d variables take about 2d²·log(1/tolerance) iterations.
    """
    x = np.array(center, np.float64)
    if x.ndim != 1 or not x.size or not 0 < radius < inf or not tolerance >= 0:
        raise ConfigError("needed: a vector as center, a positive radius, a tolerance that is not negative")
    history: list[Visit] = []
    best, bound = Visit(x, inf, inf), -inf
    for visit in islice(visits(f, subgradient, constraints, x, radius), max_iterations):
        history.append(visit)
        if visit.value < inf:
            best = min(best, visit, key=lambda each: each.value)
            bound = max(bound, visit.value - visit.width)
        if best.value - bound <= tolerance:
            break
    if best.value == inf:
        raise ConfigError(f"no feasible point in {max_iterations} iterations; allow more with max_iterations")
    gap = max(0.0, best.value - bound)  # rounding can take it below zero
    return Minimum(best.point, best.value, gap, len(history), tuple(history))


def visits(
    f: Function,
    subgradient: Subgradient,
    constraints: Sequence[tuple[Function, Subgradient]],
    x: Floats,
    radius: float,
) -> Iterator[Visit]:
    """The centres one after the other, without end; at one with no width there is nothing to cut."""
    B = radius * np.eye(x.size)
    while True:
        x.setflags(write=False)  # it is lent to the caller's functions, and stays in the history
        violated = next((pair for pair in constraints if not pair[0](x) <= 0), None)
        function, slope = violated or (f, subgradient)
        value, h = float(function(x)), np.asarray(slope(x), np.float64)
        if not (isfinite(value) and np.isfinite(h).all()):
            raise ConfigError(f"a function or its subgradient is not finite at {x.tolist()}")
        width = float(np.linalg.norm(B.T @ h))
        if violated and value > width:
            raise ConfigError("no point of the ball meets the constraints; choose another centre or radius")
        yield Visit(x, inf if violated else value, width)
        x, B = cut(x, B, h)


def cut(x: Floats, B: Floats, h: Floats) -> tuple[Floats, Floats]:
    """The smallest ellipsoid around the half {v : h·(v - x) ≤ 0} of {x + Bu : ‖u‖ ≤ 1}: (1) with P = BBᵀ.

    P made from B stays symmetric and positive definite whatever the rounding. Along the cut B
    shrinks by d/(d + 1), and across it grows by d/√(d² - 1); one dimension has no across: bisection.
    """
    d = x.size
    across = d / sqrt(d * d - 1) if d > 1 else 1.0
    direction = B.T @ h
    direction /= np.linalg.norm(direction)
    step = B @ direction
    return x - step / (d + 1), across * B + (d / (d + 1) - across) * np.outer(step, direction)
