"""The cost of a round with a full buffer, and ways to project the one that leaves: for `make bench`.

Runs are interleaved, and the best of each counts: a busy machine only ever slows one down.
"""

import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from onlinelearn import load_dataset
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.kernels import KernelNumbers
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.manifold import buffer
from onlinelearn.learners.manifold.manifold_learner import expanded
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.learners.manifold.representer_projection import pursue
from tests.learners.manifold.oracle import near

TAU = 300
RIDGE = 1e-8


class Costs(NamedTuple):
    """Seconds of a round, and of the kernels with all of the buffer; per example."""

    round: float
    kernels: float


def best_of(runs: dict[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """The shortest time of each, interleaved; the first run of each, which may compile, doesn't count."""
    best = dict.fromkeys(runs, float("inf"))
    for repeat in range(repeats + 1):
        for name, run in runs.items():
            begun = time.process_time()
            run()
            if repeat:
                best[name] = min(best[name], time.process_time() - begun)
    return best


def buffered(d: int = 256, n: int = 500, repeats: int = 7) -> Costs:
    """Rounds with τ = 300 in d dimensions where every edge counts, against 300 kernel evaluations each."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(n, d)), np.where(rng.uniform(size=n) < 0.1, rng.integers(0, 2, n), -1)
    wide = float(np.sqrt(d))
    model = Model(OnlineManifold(buffer=TAU, width=wide, graph_width=wide, rate=0.01), 2, d)
    order, touched = np.arange(n), np.zeros(n, np.bool_)
    model.learn(X, y, order, touched)
    W, some = model.state.W, rng.normal(size=TAU)
    taken = best_of(
        {
            "round": lambda: model.learn(X, y, order, touched),
            "kernels": lambda: expanded("rbf", W, some, X),
        },
        repeats,
    )
    rounds = n * (repeats + 2)
    assert model.measures()["operations"] > 0.5 * rounds * TAU * (d + TAU), "edges that count nothing"
    return Costs(taken["round"] / n, taken["kernels"] / n)


def examples(name: str, n: int) -> tuple[Floats, float]:
    """The first examples of a data set, and a width that suits it."""
    X = load_dataset(name).X_train[:n]
    return np.ascontiguousarray(X), 0.2 if name == "spirals" else 8.0


class Projected(NamedTuple):
    """What remains of the one that leaves, over its length (the median), and the least seconds it took."""

    remains: float
    seconds: float
    drift: float
    """How far the inverse that is kept is from one, at the end; 0 where none is kept."""


class Window:
    """The last τ examples, in places of a ring, and their kernel matrix."""

    def __init__(self, name: str, evictions: int) -> None:
        X, width = examples(name, TAU + evictions)
        self.K = near(X, X, width)
        self.held = np.arange(TAU)

    def replaced(self) -> Iterator[tuple[int, Floats]]:
        """The place of the one that leaves, and the kernel matrix while it is still there."""
        for new in range(TAU, len(self.K)):
            place = new % TAU
            yield place, np.ascontiguousarray(self.K[np.ix_(self.held, self.held)])
            self.held[place] = new


TIMES = 100
"""A pursuit is shorter than a call from Python: so many go into one."""


def pursue_often(W: buffer.Buffer, e: int, rest: Floats, chosen: Ints, share: Floats, times: int) -> int:
    """The template that does the same again and again."""
    count = 0
    for _ in range(times):
        count = pursue(W, e, rest, chosen, share)
    return count


@cache
def _pursuing() -> Any:
    return link(pursue_often, "bench")


def by_pursuit(name: str, atoms: int, evictions: int) -> Projected:
    """As the learner does it."""
    W = buffer.grown(buffer.empty(1, KernelNumbers(1, 0.0, 1.0)), TAU)
    W.used[0] = TAU
    rest, chosen, share = np.empty(TAU), np.empty(atoms, np.int64), np.empty(atoms)
    left, taken = [], []
    for e, K in Window(name, evictions).replaced():
        W.gram[:] = K
        begun = time.process_time()
        count = _pursuing()(W, e, rest, chosen, share, TIMES)
        taken.append((time.process_time() - begun) / TIMES)
        r = np.eye(TAU)[e]
        np.subtract.at(r, chosen[:count], share[:count])
        left.append(remaining(K, r))
    return Projected(float(np.median(left)), min(taken[1:]), 0.0)


def by_solving(name: str, evictions: int) -> Projected:
    """The exact projection, with a ridge: a system of τ - 1 equations each time, by NumPy."""
    left, taken = [], []
    for e, K in Window(name, evictions).replaced():
        others = np.delete(np.arange(TAU), e)
        inner, outer = K[np.ix_(others, others)] + RIDGE * np.eye(TAU - 1), K[others, e]
        begun = time.process_time()
        c = np.linalg.solve(inner, outer)
        taken.append(time.process_time() - begun)
        r = np.eye(TAU)[e]
        r[others] = -c
        left.append(remaining(K, r))
    return Projected(float(np.median(left)), min(taken[1:]), 0.0)


def by_inverse(name: str, evictions: int) -> Projected:
    """The same from (K + ρI)⁻¹, which is kept: one row and column leave it, and others come, in O(τ²)."""
    window = Window(name, evictions)
    left: list[float] = []
    taken: list[float] = []
    P = np.asarray(np.linalg.inv(window.K[:TAU, :TAU] + RIDGE * np.eye(TAU)))
    for e, K in window.replaced():
        begun = time.process_time()
        r = P[:, e] / P[e, e]  # 1 at e, and -c elsewhere
        without = P - np.outer(P[:, e], P[e]) / P[e, e]
        without[e] = without[:, e] = 0.0
        new = TAU + len(taken)
        k = window.K[new, window.held]
        k[e] = 0.0
        b = without @ k
        apart = 1.0 + RIDGE - k @ b
        b[e] = -1.0
        P = without + np.outer(b, b) / apart
        taken.append(time.process_time() - begun)
        left.append(remaining(K, r))
    K = window.K[np.ix_(window.held, window.held)] + RIDGE * np.eye(TAU)
    drift = float(np.abs(P @ K - np.eye(TAU)).max())
    return Projected(float(np.median(left)), min(taken[1:]), drift)


def remaining(K: Floats, r: Floats) -> float:
    """‖r‖ of an element of the kernel's space; nan where rounding has made its square negative."""
    return float(np.sqrt(r @ K @ r)) if r @ K @ r >= 0.0 else float("nan")


def projections(name: str, evictions: int = 300) -> dict[str, Projected]:
    """Every way to do it, on the same stream; all in one thread."""
    with threadpool_limits(1):
        return {
            "matching pursuit, 1 atom": by_pursuit(name, 1, evictions),
            "matching pursuit, 5 atoms": by_pursuit(name, 5, evictions),
            "exact, NumPy's solve": by_solving(name, evictions),
            "exact, inverse kept": by_inverse(name, evictions),
        }
