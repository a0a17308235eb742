"""The base of the kernel forms of linear learners: an expansion in the place of the weights."""

from collections.abc import Mapping
from sys import maxsize
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.draws import with_room, without_room
from onlinelearn.learners.engine.kernel_expansion import KERNEL_WEIGHTS, Evict, Expansion, empty, grown
from onlinelearn.learners.engine.kernels import KERNELS, Kernel, WithKernel
from onlinelearn.learners.engine.kernels_ahead import Ahead
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import LinearLearner
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.theory.known_target import KnownTarget


class KernelLearner(WithKernel, LinearLearner):
    """The first base of a linear learner's kernel form: the same step in the kernel's space.

    Parameters
    ----------
    budget : the most examples that are kept; without it, all that ever caused an update.
    evict : which example gives way where the budget is spent: the "oldest"; the one with the "smallest"
        coefficients (their Euclidean norm; of equals the oldest); or a "random" one, as in the
        randomized budget Perceptron (Cavallanti, Cesa-Bianchi & Gentile, Machine Learning 2007).
    """

    linear = False
    grows = False
    evict: Evict = "oldest"

    def __init__(
        self, *, kernel: Kernel, degree: int, offset: float, width: float, budget: int | None, evict: Evict
    ) -> None:
        self.kernel = kernel
        self.degree = degree
        self.offset = offset
        self.width = width
        self.budget = budget
        self.evict = evict

    def expansion_parameters(self) -> dict[str, Any]:
        """The parameters of the kernel and the budget, for another learner with the same."""
        names = ("kernel", "degree", "offset", "width", "budget", "evict")
        return {name: getattr(self, name) for name in names}

    def start(self, columns: int, n_features: int, key: Key) -> Any:
        """W = 0: nothing in the support."""
        state = super().start(columns, n_features, key)
        return state._replace(W=empty(n_features, state.W.shape[1], self.kernel_numbers(), self.evict, key))

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """Room for a row more each round, twice what it was at least, and never above the budget."""
        if self.budget is not None and self.evict == "random":
            state = state._replace(W=state.W._replace(draws=with_room(state.W.draws, rounds)))
        W: Expansion = state.W
        room, most = len(W.rows), maxsize if self.budget is None else self.budget
        wanted = min(int(W.used[0]) + rounds, most)
        if wanted <= room:
            return state
        room = min(max(wanted, 2 * room), most)
        try:
            return state._replace(W=grown(W, room))
        except MemoryError:
            raise LearnerError(
                f"{self.name}: no memory for {room:,} examples of {W.rows.shape[1]:,} features; give a budget"
            ) from None

    def without_room(self, state: Any) -> Any:
        """The rows in use, and nothing drawn in advance."""
        W: Expansion = state.W
        n = W.used[0]
        used = {name: getattr(W, name)[:n] for name in ("rows", "alpha", "born", "k")}
        nothing = Ahead(np.empty((0, 0)), np.empty((0, 0)), np.empty(0), np.empty(0, np.int64))
        return state._replace(W=W._replace(draws=without_room(W.draws), ahead=nothing, **used))

    def weight_layers(self) -> Layers:
        """Scores and steps in the kernel's space."""
        return (KERNELS[self.kernel], KERNEL_WEIGHTS)

    def model_numbers(self, state: Any) -> Floats:
        """The coefficients, and when their rows came in, which says which rows they are."""
        W: Expansion = state.W
        n = W.used[0]
        return np.concatenate([W.alpha[:n].ravel(), W.born[:n], W.overflow])

    def finite(self, state: Any, X: Floats, order: Ints) -> bool:
        """No feature has a weight of its own: all that there is."""
        return Learner.finite(self, state, X, order)

    def scoring_weights(self, state: Any) -> Expansion:
        """The expansion, with new room for what scoring writes to."""
        W: Expansion = state.W
        return W._replace(x=np.empty_like(W.x), k=np.empty_like(W.k))

    def support(self, state: Any) -> tuple[Floats, Floats]:
        """The rows of the support (n, d), and their coefficients: (1, n) for two classes, else (K, n)."""
        W: Expansion = state.W
        n = W.used[0]
        return W.rows[:n].copy(), np.array(W.alpha[:n, : state.K].T, order="C")

    def measures(self, state: Any) -> Mapping[str, float]:
        """How many rows it holds now."""
        return {"support_size": int(state.W.used[0])}

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """Nothing: the target is known in the space of the examples only."""
        return {}

    def weights(self, state: Any) -> Floats:
        """There are none in the space of the examples."""
        return Learner.weights(self, state)


class BudgetLearner(KernelLearner):
    """The base of kernel learners that have a way of their own to keep within a budget."""

    def __init__(
        self, *, kernel: Kernel, degree: int, offset: float, width: float, budget: int | None
    ) -> None:
        self.kernel = kernel
        self.degree = degree
        self.offset = offset
        self.width = width
        self.budget = budget
