"""Passive-Aggressive on a budget, its simple form BPA-S (Wang & Vucetic, AISTATS 2010)."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.algorithms.kernel_pa import KernelPassiveAggressive
from onlinelearn.learners.engine.kernel_expansion import Expansion, is_new_and_too_much, replace, size
from onlinelearn.learners.engine.kernel_learner import BudgetLearner
from onlinelearn.learners.engine.kernels import Kernel, kernel
from onlinelearn.learners.engine.linear import look, move, score, squared_norm


class Expanded(NamedTuple):
    """The state, as the step sees it."""

    W: Any  # an Expansion, which the kernel layer puts in the place of weights
    s: Floats  # (columns,)
    tau: Floats  # (columns,): the coefficients that an example takes over
    K: int


class Constants(NamedTuple):
    """The numbers that the step reads."""

    C: float
    margin: float


def step(state: Expanded, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """PA-I's step; where there is no room, the example takes the place of the row that costs least.

    Of all f - p_i + Σ_k β_k k(x, ·), p_i the part of row i, the nearest to f that corrects the loss as
    PA-I does: β_k = α_ik k(x_i, x)/k(x, x) + τz_k.
    """
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    loss = constants.margin - eta
    zz = squared_norm(state.W, state.K, x) if loss > 0.0 else 0.0
    if zz > 0.0:
        tau = min(constants.C, loss / zz)
        if is_new_and_too_much(state.W):
            inherit(state.W, state.tau)
        move(state.W, r, q, tau, x)
    return eta <= 0.0, zz > 0.0


def inherit(W: Expansion, beta: Floats) -> None:
    """The round's example in the place of the row that it can stand for best: β = α_i k(x_i, x)/k(x, x)."""
    own = kernel(W.x, W.x, W.numbers)
    i = cheapest(W, own)
    for k in range(beta.shape[0]):
        beta[k] = W.alpha[i, k] * W.k[i] / own
    replace(W, i)
    W.k[i] = own  # k(x_i, x) of a row that is x itself now: so `move` finds it
    for k in range(beta.shape[0]):
        W.alpha[i, k] = beta[k]


def cheapest(W: Expansion, own: float) -> int:
    """The row whose part of f the example can stand for with the least loss: Σ_k α_ik²(k_ii - k_ix²/k_xx)."""
    where, least = 0, np.inf
    for i in range(W.used[0]):
        alone = kernel(W.rows[i], W.rows[i], W.numbers)
        lost = size(W, i) * (alone - W.k[i] * (W.k[i] / own))
        if lost < least:
            where, least = i, lost
    return where


class BudgetPassiveAggressive(BudgetLearner):
    """BPA-S: kernel PA-I on a budget, where a new example replaces the one that it can stand for best.

    Where the budget is spent, row i leaves and the example x comes in its place, with the part of row i
    that points along x, and with PA-I's step. The row is the one for which f changes least.

    Parameters
    ----------
    C : aggressiveness: an upper limit of the step.
    margin : the margin that is wanted.
    budget : the most examples that are kept.

    References
    ----------
    Z. Wang, S. Vucetic: Online Passive-Aggressive algorithms on a budget. AISTATS 2010, 908-915.

    Examples
    --------
    >>> from onlinelearn import BudgetPassiveAggressive
    >>> model = BudgetPassiveAggressive(kernel="rbf", budget=2)
    >>> model = model.fit([[0.0], [3.0], [2.9]], ["no", "yes", "yes"])
    >>> model.predict([[0.0], [3.0]]).tolist(), model.n_support_size_
    (['no', 'yes'], 2)
    """

    name = "bpa"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        C: Positive = 1.0,
        margin: NonNegative = 1.0,
        budget: Count = 100,
        kernel: Kernel = "polynomial",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
    ) -> None:
        self.C = C
        self.margin = margin
        BudgetLearner.__init__(self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget)

    def constants(self) -> Constants:
        """C and the margin."""
        return Constants(float(self.C), float(self.margin))

    def simpler(self) -> tuple[str, KernelPassiveAggressive]:
        """PA-I with the same kernel and budget, where the oldest example leaves."""
        pa = KernelPassiveAggressive(C=self.C, margin=self.margin, **self.expansion_parameters())
        return "PA-I that drops the oldest", pa
