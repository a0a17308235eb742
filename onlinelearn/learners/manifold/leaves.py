"""The leaves of a random-projection tree: Gaussians N(μ_i, Σ_i), and how near an example is to each.

The weight of an edge is E[exp(-‖x - x_t‖²/(2σ²))] for x ~ N(μ_i, Σ_i), which is
|I + Σ_i/σ²|^(-1/2) exp(-½(μ_i - x_t)ᵀ(Σ_i + σ²I)⁻¹(μ_i - x_t)), or, cheaper, as if all of the leaf were
at μ_i; times n_i, since each leaf stands for so many examples. Means are rows of the `Buffer`.
"""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.learners.engine.primitives import Layer, abstract_primitive
from onlinelearn.learners.manifold.buffer import Buffer
from onlinelearn.learners.manifold.cholesky import decompose
from onlinelearn.learners.manifold.graph import distances, noticed, rbf_weight
from onlinelearn.numerics.elementary import exp

HALF_MEAN = 0.7978845608028654  # √(2/π): the mean of a standard normal number's absolute value
HALF_LOSS = 0.6366197723675814  # 2/π: what its variance is smaller by than 1


class Leaves(NamedTuple):
    """The size, covariance and derived numbers of each leaf."""

    size: Floats  # (room,): n_i
    spread: Floats  # (room, d): the diagonal of Σ_i; or (room, d²): all of it
    factor: Floats  # (room, d²): of Σ_i + σ²I, where all of Σ_i is kept
    scale: Floats  # (room,): |I + Σ_i/σ²|^(-1/2)
    along: Floats  # (d,): Σv of the leaf that is split
    apart: Floats  # (d,): x - μ


def empty(d: int, full: bool) -> Leaves:
    """No leaf, and no room yet."""
    width, inner = (d * d, d * d) if full else (d, 0)
    return Leaves(
        np.empty(0), np.empty((0, width)), np.empty((0, inner)), np.empty(0), np.zeros(d), np.zeros(d)
    )


def grown(leaves: Leaves, room: int) -> Leaves:
    """The same in larger arrays."""
    wide = leaves._replace(
        size=np.zeros(room),
        spread=np.zeros((room, leaves.spread.shape[1])),
        factor=np.zeros((room, leaves.factor.shape[1])),
        scale=np.ones(room),
    )
    n = len(leaves.size)
    for name in ("size", "spread", "factor", "scale"):
        getattr(wide, name)[:n] = getattr(leaves, name)
    return wide


def found(leaves: Leaves, i: int, sigma2: float) -> None:
    """A leaf of one example."""
    leaves.size[i] = 1.0
    for k in range(leaves.spread.shape[1]):
        leaves.spread[i, k] = 0.0
    prepare(leaves, i, sigma2)


def copy(leaves: Leaves, i: int, j: int) -> None:
    """Leaf j becomes what leaf i is."""
    leaves.size[j] = leaves.size[i]
    leaves.scale[j] = leaves.scale[i]
    for k in range(leaves.spread.shape[1]):
        leaves.spread[j, k] = leaves.spread[i, k]
    for k in range(leaves.factor.shape[1]):
        leaves.factor[j, k] = leaves.factor[i, k]


def include(leaves: Leaves, i: int, mean: Floats, x: Floats, to: Floats, sigma2: float) -> None:
    """x joins leaf i, whose mean was `mean`; the new one goes to `to`."""
    n, d = leaves.size[i], x.shape[0]
    for j in range(d):
        leaves.apart[j] = x[j] - mean[j]
        to[j] = mean[j] + leaves.apart[j] / (n + 1.0)
    widen(leaves.spread[i], leaves.apart, n / (n + 1.0), n / ((n + 1.0) * (n + 1.0)))
    leaves.size[i] = n + 1.0
    prepare(leaves, i, sigma2)


def halve(
    leaves: Leaves, i: int, mean: Floats, v: Floats, below: Floats, above: Floats, sigma2: float
) -> None:
    """Leaf i as two halves of its Gaussian, cut at the mean along v: their means go to `below` and `above`.

    Both halves have the same covariance, Σ - (2/π)Σvvᵀ Σ/(vᵀΣv), and half of the examples.
    """
    stretch(leaves.spread[i], v, leaves.along)
    variance = dot(v, leaves.along)
    reach = HALF_MEAN / np.sqrt(variance)
    for j in range(v.shape[0]):
        below[j] = mean[j] - reach * leaves.along[j]
        above[j] = mean[j] + reach * leaves.along[j]
    widen(leaves.spread[i], leaves.along, 1.0, -HALF_LOSS / variance)
    leaves.size[i] *= 0.5
    prepare(leaves, i, sigma2)


def variance_along(leaves: Leaves, i: int, v: Floats) -> float:
    """vᵀΣv."""
    stretch(leaves.spread[i], v, leaves.along)
    return dot(v, leaves.along)


@abstract_primitive
def stretch(spread: Floats, v: Floats, to: Floats) -> None:
    """to ← Σv, by the kind of covariance."""
    raise NotImplementedError


def stretch_diagonal(spread: Floats, v: Floats, to: Floats) -> None:
    """Σv."""
    for j in range(v.shape[0]):
        to[j] = spread[j] * v[j]


def stretch_full(spread: Floats, v: Floats, to: Floats) -> None:
    """Σv."""
    d = v.shape[0]
    for j in range(d):
        to[j] = dot(spread[j * d : (j + 1) * d], v)


@abstract_primitive
def widen(spread: Floats, u: Floats, keep: float, add: float) -> None:
    """Σ ← keep·Σ + add·uuᵀ, by the kind of covariance."""
    raise NotImplementedError


def widen_diagonal(spread: Floats, u: Floats, keep: float, add: float) -> None:
    """Σ ← keep·Σ + add·uuᵀ."""
    for j in range(u.shape[0]):
        spread[j] = max(0.0, keep * spread[j] + add * (u[j] * u[j]))


def widen_full(spread: Floats, u: Floats, keep: float, add: float) -> None:
    """Σ ← keep·Σ + add·uuᵀ."""
    d = u.shape[0]
    for j in range(d):
        for k in range(d):
            spread[j * d + k] = keep * spread[j * d + k] + add * (u[j] * u[k])


@abstract_primitive
def prepare(leaves: Leaves, i: int, sigma2: float) -> None:
    """The part of leaf i in the weights of all its edges, by the kind of edges."""
    raise NotImplementedError


def prepare_diagonal(leaves: Leaves, i: int, sigma2: float) -> None:
    """The leaf's part of every edge's weight."""
    scale = 1.0
    for j in range(leaves.spread.shape[1]):
        scale *= np.sqrt(sigma2 / (leaves.spread[i, j] + sigma2))
    leaves.scale[i] = scale


def prepare_full(leaves: Leaves, i: int, sigma2: float) -> None:
    """The same, by the factor of Σ + σ²I; σ² keeps it positive."""
    d = leaves.along.shape[0]
    for k in range(d * d):
        leaves.factor[i, k] = leaves.spread[i, k] + (sigma2 if k % (d + 1) == 0 else 0.0)
    R = leaves.factor[i].reshape((d, d))
    decompose(R)
    scale = 1.0
    for j in range(d):
        scale *= np.sqrt(sigma2) / R[j, j]
    leaves.scale[i] = scale


def prepare_nothing(leaves: Leaves, i: int, sigma2: float) -> None:
    """The cheap weight needs means alone."""


@abstract_primitive
def weigh_leaves(W: Buffer, leaves: Leaves, w: Floats, sigma2: float) -> None:
    """w_i of the edge between each leaf and the example of the round, by the kind of edges."""
    raise NotImplementedError


def weigh_diagonal(W: Buffer, leaves: Leaves, w: Floats, sigma2: float) -> None:
    """n_i times the expected weight."""
    n, d = W.used[0], W.rows.shape[1]
    for i in range(n):
        total = 0.0
        for j in range(d):
            apart = W.rows[i, j] - W.rows[n, j]
            total += apart * apart / (leaves.spread[i, j] + sigma2)
        w[i] = leaves.size[i] * noticed(leaves.scale[i] * exp(-0.5 * total))
    W.work[0] += n * (2 * d + 2)


def weigh_full(W: Buffer, leaves: Leaves, w: Floats, sigma2: float) -> None:
    """The same, by substitution in the factor."""
    n, d = W.used[0], W.rows.shape[1]
    for i in range(n):
        R = leaves.factor[i].reshape((d, d))
        total = 0.0
        for j in range(d):
            leaves.apart[j] = (W.rows[i, j] - W.rows[n, j] - dot(R[j, :j], leaves.apart[:j])) / R[j, j]
            total += leaves.apart[j] * leaves.apart[j]
        w[i] = leaves.size[i] * noticed(leaves.scale[i] * exp(-0.5 * total))
    W.work[0] += n * (d * (d + 1) // 2 + d + 2)


def weigh_cheaply(W: Buffer, leaves: Leaves, w: Floats, sigma2: float) -> None:
    """n_i times the weight of the mean."""
    n = W.used[0]
    distances(W, n)
    for i in range(n):
        w[i] = leaves.size[i] * rbf_weight(W.squared[i], 2.0 * sigma2)
    W.work[0] += n


COVARIANCES = {
    "diagonal": Layer({stretch: stretch_diagonal, widen: widen_diagonal}),
    "full": Layer({stretch: stretch_full, widen: widen_full}),
}
"""The layer of each kind of covariance, by the name that configs use."""

EDGES = {
    ("diagonal", "exact"): Layer({prepare: prepare_diagonal, weigh_leaves: weigh_diagonal}),
    ("full", "exact"): Layer({prepare: prepare_full, weigh_leaves: weigh_full}),
    ("diagonal", "cheap"): Layer({prepare: prepare_nothing, weigh_leaves: weigh_cheaply}),
    ("full", "cheap"): Layer({prepare: prepare_nothing, weigh_leaves: weigh_cheaply}),
}
"""The layer of each kind of edges between an example and leaves of a kind of covariance."""
