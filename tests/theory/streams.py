"""Streams that are hard to learn: drawn, or chosen by an adversary who sees the weights."""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from tests.theory.formulas import sphere

SIGNS = [-1, 1]
"""The labels of a binary problem."""


def first(d: int) -> Floats:
    """u = e₁."""
    u = np.zeros(d)
    u[0] = 1.0
    return u


def separable(rng: np.random.Generator, n: int, d: int, gamma: float) -> tuple[Floats, Ints]:
    """Unit examples that u = e₁ gets right with a margin in [γ, 1], d ≥ 2."""
    y = rng.choice(SIGNS, n)
    along = rng.uniform(gamma, 1.0, n)
    across = sphere(rng, n, d - 1) * np.sqrt(1 - along**2)[:, None]
    return np.column_stack([y * along, across]), y


def flipped_target(d: int, passes: int) -> tuple[Floats, Ints]:
    """In each pass u with the wrong label, then e₁, ..., e_d with the right one; u = (1, ..., 1)/√d."""
    u = np.full((1, d), 1 / np.sqrt(d))
    X = np.vstack([u, np.eye(d)] * passes)
    return X, np.tile(np.r_[-1, np.ones(d, np.int64)], passes)


def evade(model: Any, d: int, gamma: float, begin: Floats | None = None) -> Floats:
    """Unit examples of label +1 and margin γ for u = e₁, each of them a mistake of the model.

    Each lies just on the wrong side of the present weights, and for the rest in a direction that is
    new to them; until there is no such example, or no new direction. The one to begin with may have
    another margin; it lies in the plane of the first two axes.
    """
    w = np.zeros(d)
    seen: list[Floats] = []
    for axis in range(1, d):
        x = begin if begin is not None and not seen else _wrong(w, gamma, axis)
        if x is None:
            break
        w = model.partial_fit(x[None], [1], classes=SIGNS).coef_[0]
        seen.append(x)
    return np.array(seen)


def _wrong(w: Floats, gamma: float, axis: int) -> Floats | None:
    """The example with u·x = γ, w·x just below 0 and the rest along the axis, if there is one."""
    x = gamma * first(w.size)
    across = w - w[0] * first(w.size)
    if w[0] > 0 and across.any():
        x -= across * (gamma * w[0] * (1 + 1e-9) / (across @ across))
    if x @ x > 1 or w @ x > 0:
        return None
    x[axis] += np.sqrt(1 - x @ x)
    return x
