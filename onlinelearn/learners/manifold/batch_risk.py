"""Batch manifold regularization: the f of least risk on all examples at once.

In the kernel's features f(x) = g·v, and with H = λ₁I + (2λ₂/T)GᵀLG, L = D - W the graph's Laplacian,
J = (1/l) Σ c(y_i g_i·v) + ½vᵀHv. With H = RRᵀ, u = Rᵀv and h = R⁻¹g it has the form that `ascent`
solves, of as many unknowns as there are labels.
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.learners.engine.kernels import Kernel, squared_distance
from onlinelearn.learners.engine.linking import frozen, link
from onlinelearn.learners.manifold.cholesky import backward, factor, forward
from onlinelearn.learners.manifold.dual_ascent import least
from onlinelearn.learners.manifold.graph import rbf_weight
from onlinelearn.learners.manifold.manifold_learner import LARGEST_GRAPH, Graph, Loss, ManifoldLearner, Risk
from onlinelearn.learners.manifold.pivoted_features import features

COLUMNS, ROWS = 128, 16
MOST_KEPT = 512


class Solution(NamedTuple):
    """f* = Σ α_i K(x_i, ·) over the rows of X; its risk J(f*), and how much lower a risk may be at most."""

    alpha: Floats
    risk: float
    gap: float


@dataclass(frozen=True, eq=False)
class RiskProblem:
    """The examples, of which those with y = -1 have no label, and the risk; told apart by their bits."""

    X: Floats
    y: Ints
    loss: Loss
    kernel: Kernel
    graph: Graph
    risk: Risk

    @cached_property
    def digest(self) -> bytes:
        """A hash of all that decides the solution."""
        numbers = self.risk._replace(label_rate=0.0)  # here l/T is known
        said = repr((self.loss, self.kernel, self.graph, numbers, self.X.shape))
        return hashlib.sha256(said.encode() + self.X.tobytes() + self.y.tobytes()).digest()


def problem(learner: ManifoldLearner, X: Floats, y: Ints) -> RiskProblem:
    """Of the learner's risk on these examples."""
    return RiskProblem(X, y, learner.loss, learner.kernel, learner.graph, learner.risk())


_kept: dict[bytes, Solution] = {}


def minimum(of: RiskProblem) -> Solution:
    """The f of least risk; the last ones are kept, since learners on the same stream ask for the same."""
    if of.digest not in _kept:
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[of.digest] = _solved(of)
    return _kept[of.digest]


def _solved(of: RiskProblem) -> Solution:
    X, y, risk = of.X, of.y, of.risk
    labeled = np.flatnonzero(y >= 0)
    if not len(labeled):
        return Solution(np.zeros(len(X)), 0.0, 0.0)
    used = labeled if risk.lambda2 == 0.0 else np.arange(len(X))
    if len(used) > LARGEST_GRAPH:
        raise LearnerError(f"a batch of {len(used):,} examples is too large; give a window, such as 2000")
    G, pivots = features(X[used], of.kernel, risk.kernel)
    H = risk.lambda1 * np.eye(G.shape[1])
    if risk.lambda2 > 0.0:
        W = weights(X, of.graph, risk.spread, risk.neighbors)
        LG = np.empty_like(G)
        _compiled(flow)(G, W, LG)
        upright, flowing = np.ascontiguousarray(G.T), np.ascontiguousarray(LG.T)
        _compiled(add_products)(upright, flowing, 2.0 * risk.lambda2 / len(X), H)
    R = factor(H)
    sign = np.where(y[labeled] == 1, 1.0, -1.0)[:, None]
    h = sign * forward(R, G[np.searchsorted(used, labeled)])
    Q = np.zeros((len(h), len(h)))
    _compiled(add_products)(h, h, 1.0, Q)
    found = least(np.tril(Q) + np.tril(Q, -1).T, of.loss)
    u = np.zeros(G.shape[1])
    for a, row in zip(found.a.tolist(), h, strict=True):
        u += a * row
    alpha = np.zeros(len(X))
    alpha[used[pivots]] = backward(np.tril(G[pivots]), backward(R, u))
    return Solution(alpha, found.risk, found.gap)


def weights(X: Floats, graph: Graph, spread: float, neighbors: int) -> Floats:
    """w_st of all pairs; of the kNN graph, 1 where either is among the nearest of the other."""
    W = np.zeros((len(X), len(X)))
    if graph == "rbf":
        _compiled(weigh_all)(frozen(X), spread, W)
        return W
    D = np.zeros_like(W)
    _compiled(measure_all)(frozen(X), D)
    np.fill_diagonal(D, np.inf)
    nearest = np.argsort(D, axis=1, kind="stable")[:, : min(neighbors, len(X) - 1)]
    np.put_along_axis(W, nearest, 1.0, axis=1)
    return np.maximum(W, W.T)


def weigh_all(X: Floats, spread: float, W: Floats) -> None:
    """RBF weights of all pairs; none of an example with itself."""
    measure_all(X, W)
    for s in range(W.shape[0]):
        for t in range(W.shape[1]):
            W[s, t] = rbf_weight(W[s, t], spread) if s != t else 0.0


def measure_all(X: Floats, D: Floats) -> None:
    """‖x_s - x_t‖² of all pairs."""
    for s in range(D.shape[0]):
        for t in range(s):
            D[s, t] = D[t, s] = squared_distance(X[s], X[t])


def flow(G: Floats, W: Floats, LG: Floats) -> None:
    """LG = (D - W)G, some columns at a time: those of all rows stay in a CPU's cache."""
    n, r = G.shape
    for first in range(0, r, COLUMNS):
        last = min(r, first + COLUMNS)
        for s in range(n):
            degree = 0.0
            for k in range(first, last):
                LG[s, k] = 0.0
            for t in range(n):
                if W[s, t] != 0.0:
                    degree += W[s, t]
                    for k in range(first, last):
                        LG[s, k] -= W[s, t] * G[t, k]
            for k in range(first, last):
                LG[s, k] += degree * G[s, k]


def add_products(A: Floats, B: Floats, scale: float, H: Floats) -> None:
    """H += scale·ABᵀ, its lower triangle, some rows of B at a time."""
    r = A.shape[0]
    for first in range(0, r, ROWS):
        last = min(r, first + ROWS)
        for i in range(first, r):
            for k in range(first, min(i + 1, last)):
                H[i, k] += scale * dot(A[i], B[k])


def _compiled(template: Any) -> Any:
    return link(template, "batch")
