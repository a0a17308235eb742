"""The Forgetron, a kernel Perceptron that forgets on purpose (Dekel, Shalev-Shwartz & Singer 2008)."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.engine.kernel_expansion import Expansion, is_new_and_too_much, least, size
from onlinelearn.learners.engine.kernel_learner import BudgetLearner
from onlinelearn.learners.engine.kernels import Kernel, kernel
from onlinelearn.learners.engine.linear import look, move, score, squared_norm, stretch

ALLOWED = 15.0 / 32.0
"""The damage that each mistake pays for (self-tuned Forgetron)."""


class Forgetful(NamedTuple):
    """The support, and what forgetting has cost so far."""

    W: Any  # an Expansion, which the kernel layer puts in the place of weights
    s: Floats  # (columns,)
    tau: Floats  # (columns,): the scores of the example that leaves
    K: int
    mistakes: Floats  # (1,): M
    damage: Floats  # (1,): Q


class Constants(NamedTuple):
    """It has no numbers."""


def step(state: Forgetful, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """On a mistake add z; where there is no room, shrink all by φ first, and drop the oldest."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    if not mistake or squared_norm(state.W, 1, x) == 0.0:
        return mistake, False
    state.mistakes[0] += 1.0
    phi = 1.0
    if is_new_and_too_much(state.W):
        phi = shrinking(state, least(state.W), r, q)
        stretch(state.W, phi)
    move(state.W, r, q, phi, x)
    return True, True


def shrinking(state: Forgetful, i: int, r: int, q: int) -> float:
    """The largest φ ≤ 1 for which the damage Ψ of dropping row i keeps Q within 15/32·M; adds Ψ to Q.

    Ψ = ‖φp‖² - 2φp·φf + 2φλ for the part p = λz of row i in f, the sum with the round's z in it: for
    k(x, x) = 1 and two classes (φλ)² + 2φλ - 2φλ·φμ, as the paper has it.
    """
    scores_of_row(state.W, i, state.tau)
    if r >= 0:
        state.tau[r] += state.W.k[i]
    if q >= 0:
        state.tau[q] -= state.W.k[i]
    inner, length = 0.0, 0.0
    for k in range(state.K):
        inner += state.W.alpha[i, k] * state.tau[k]
        length += abs(state.W.alpha[i, k])
    own = kernel(state.W.rows[i], state.W.rows[i], state.W.numbers)
    a = size(state.W, i) * own - 2.0 * inner
    b = 2.0 * (length if state.K == 1 else 0.5 * length)
    phi = largest_root_below_one(a, b, state.damage[0] - ALLOWED * state.mistakes[0])
    state.damage[0] += (a * phi + b) * phi
    return phi


def largest_root_below_one(a: float, b: float, c: float) -> float:
    """The largest φ in (0, 1] with aφ² + bφ + c ≤ 0, for b ≥ 0 > c."""
    if a + b + c <= 0.0:
        return 1.0
    # Above zero at 1 and below at 0: the one root between, in a form in which nothing cancels.
    return min(1.0, -2.0 * c / (b + float(np.sqrt(b * b - 4.0 * a * c))))


def scores_of_row(W: Expansion, i: int, s: Floats) -> None:
    """s_k = Σ_j α_jk k(x_j, x_i)."""
    for k in range(s.shape[0]):
        s[k] = 0.0
    for j in range(W.used[0]):
        near = kernel(W.rows[j], W.rows[i], W.numbers)
        for k in range(s.shape[0]):
            s[k] += W.alpha[j, k] * near


class Forgetron(BudgetLearner):
    """Forgetron: the kernel Perceptron on a budget, with a mistake bound.

    Where a mistake finds the budget spent, all coefficients shrink by φ, and the oldest example leaves.
    What that costs is added up, and φ is the largest factor for which the costs stay within 15/32 of a
    mistake each (the self-tuned form). Examples are to have k(x, x) ≤ 1.

    Parameters
    ----------
    budget : the most examples that are kept.

    References
    ----------
    O. Dekel, S. Shalev-Shwartz, Y. Singer: The Forgetron: a kernel-based Perceptron on a budget. SIAM
    Journal on Computing 37 (2008) 1342-1372.

    Examples
    --------
    >>> from onlinelearn import Forgetron
    >>> model = Forgetron(budget=2).fit([[0.0], [3.0], [6.0]], ["no", "yes", "no"])
    >>> model.predict([[3.0], [6.0]]).tolist(), model.n_support_size_
    (['yes', 'no'], 2)
    """

    name = "forgetron"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        budget: Count = 100,
        kernel: Kernel = "rbf",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
    ) -> None:
        BudgetLearner.__init__(self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget)

    def start(self, columns: int, n_features: int, key: Key) -> Forgetful:
        """Nothing in the support, and no damage done."""
        W, s, tau, K = super().start(columns, n_features, key)
        return Forgetful(W, s, tau, K, np.zeros(1), np.zeros(1))

    def constants(self) -> Constants:
        """None."""
        return Constants()
