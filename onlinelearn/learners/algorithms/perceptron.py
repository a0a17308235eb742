"""The Perceptron (Rosenblatt 1958) and its multiclass forms (Crammer & Singer, JMLR 2003)."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.parameters import Positive, Seed
from onlinelearn.learners.engine.linear import (
    Linear,
    LinearLearner,
    belongs,
    look,
    move,
    move_all,
    score,
    squared_norm,
)
from onlinelearn.learners.engine.random_start import scatter
from onlinelearn.learners.theory.ellipsoid_bounds import ROUNDING
from onlinelearn.learners.theory.known_target import KnownTarget

Spread = Literal["max", "uniform", "proportional"]
SPREADS = get_args(Spread)
MAX, UNIFORM, PROPORTIONAL = range(3)


class Constants(NamedTuple):
    """The numbers that the step reads."""

    rate: float
    spread: int


def step(state: Linear, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """On a mistake add ρx to the right class and take it from those that beat it; so for sets of labels."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    if not mistake or squared_norm(state.W, 1, x) == 0.0:
        return mistake, False
    if state.K == 1 or constants.spread == MAX:
        move(state.W, r, q, constants.rate, x)
    else:
        share(state, constants, y)
        move_all(state.W, state.tau, x)
    return True, True


def share(state: Linear, constants: Constants, y: int) -> None:
    """ρ given to right classes and taken from wrong ones, shared among the error set.

    That is E = {(r, q) : s_r ≤ s_q} with r of the round's label or set, and q not: each pair moves a
    part from q to r, the same or in proportion to s_q - s_r.
    """
    s, tau, K = state.s, state.tau, state.K
    size = 0.0
    excess = 0.0
    for r in range(K):
        tau[r] = 0.0
        if belongs(r, y):
            for q in range(K):
                if s[q] >= s[r] and not belongs(q, y):
                    size += 1.0
                    excess += s[q] - s[r]
    # All of E tied: there is nothing to be proportional to.
    uniform = constants.spread == UNIFORM or excess == 0.0
    for r in range(K):
        if belongs(r, y):
            for q in range(K):
                if s[q] >= s[r] and not belongs(q, y):
                    part = 1.0 if uniform else s[q] - s[r]
                    tau[r] += part
                    tau[q] -= part
    total = size if uniform else excess
    for k in range(K):
        tau[k] = constants.rate * (tau[k] / total)


class Perceptron(LinearLearner):
    """The Perceptron: on a mistake, add the example.

    A tie counts as a mistake, so that it leaves w = 0 (the lecture's strict "< 0" never would).

    Parameters
    ----------
    multiclass : which classes give way: "max", the best wrong one; "uniform", all that score at
        least as high as the right one, equally; "proportional", the same in proportion to how far
        they are ahead (Crammer & Singer 2003, sec. 4). Two classes: no difference. Of a set of labels
        "max" moves the worst of the set; the others every pair of which the wrong label is ahead.
    rate : ρ, the length of the step. From w = 0 it only scales the weights.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.
    init : first weights: "zeros", or "normal", independent with standard deviation 0.01.
    seed : which random first weights; an experiment draws others for each permutation.

    References
    ----------
    F. Rosenblatt: The perceptron. Psychological Review 65 (1958) 386-407.
    K. Crammer, Y. Singer: Ultraconservative online algorithms for multiclass problems. JMLR 3
    (2003) 951-991; A family of additive online algorithms for category ranking. Ibid. 1025-1058 (sets
    of labels).

    Examples
    --------
    >>> from onlinelearn import Perceptron
    >>> model = Perceptron().fit([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["a", "b", "c"])
    >>> model.n_mistakes_, model.coef_.tolist()
    (3, [[-2.0, 0.0], [1.0, -1.0], [1.0, 1.0]])
    """

    name = "perceptron"
    step = staticmethod(step)
    grows = True
    multilabel = True

    def __init__(
        self,
        *,
        multiclass: Spread = "max",
        rate: Positive = 1.0,
        average: bool = False,
        init: Literal["zeros", "normal"] = "zeros",
        seed: Seed = 0,
    ) -> None:
        self.multiclass = multiclass
        self.rate = rate
        self.average = average
        self.init = init
        self.seed = seed

    def start(self, columns: int, n_features: int, key: Key) -> Any:
        """W = 0, or around it."""
        state = super().start(columns, n_features, key)
        if self.init == "normal":
            scatter(state.W, state.K, self.seed, key)
        return state

    def constants(self) -> Constants:
        """The spread as a number."""
        return Constants(rate=float(self.rate), spread=SPREADS.index(self.multiclass))

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """Novikoff's bound R²/γ² from w = 0, where the target makes no mistake."""
        if self.init != "zeros" or known.margin <= 0.0:
            return {}
        ratio = known.radius / known.margin
        return {"mistake_bound": ratio * ratio * (1.0 + ROUNDING)}  # which orthonormal examples reach
