"""The Perceptron (Rosenblatt 1958) and its multiclass forms (Crammer & Singer, JMLR 2003)."""

from typing import Literal, NamedTuple

from onlinelearn.learners.linear import Linear, LinearLearner, look, move, move_all, score, squared_norm
from onlinelearn.parameters import Positive
from onlinelearn.types import Floats

SPREADS = ("max", "uniform", "proportional")
MAX, UNIFORM, PROPORTIONAL = range(3)


class Constants(NamedTuple):
    """What the step reads."""

    rate: float
    spread: int


def step(state: Linear, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """On a mistake add ρx to the right class and take it from those that beat it."""
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
    """τ_y = ρ, and -ρ shared among the error set E = {k ≠ y : s_k ≥ s_y}."""
    s, tau, K = state.s, state.tau, state.K
    size = 0
    excess = 0.0
    for k in range(K):
        if k != y and s[k] >= s[y]:
            size += 1
            excess += s[k] - s[y]
    # All of E tied with the right class: there is nothing to be proportional to.
    uniform = constants.spread == UNIFORM or excess == 0.0
    for k in range(K):
        tau[k] = 0.0
        if k != y and s[k] >= s[y]:
            part = 1.0 / size if uniform else (s[k] - s[y]) / excess
            tau[k] = -constants.rate * part
    tau[y] = constants.rate


class Perceptron(LinearLearner):
    """The Perceptron: on a mistake, add the example.

    A tie counts as a mistake, so that it leaves w = 0 (the lecture's strict "< 0" never would).

    Parameters
    ----------
    multiclass : which classes give way: "max", the best wrong one; "uniform", all that score at
        least as high as the right one, equally; "proportional", the same in proportion to how far
        they are ahead (Crammer & Singer 2003, sec. 4). Two classes: no difference.
    rate : ρ, the length of the step. From w = 0 it only scales the weights.

    References
    ----------
    F. Rosenblatt: The perceptron. Psychological Review 65 (1958) 386-407.
    K. Crammer, Y. Singer: Ultraconservative online algorithms for multiclass problems. JMLR 3
    (2003) 951-991.

    Examples
    --------
    >>> from onlinelearn import Perceptron
    >>> model = Perceptron().fit([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["a", "b", "c"])
    >>> model.n_mistakes_, model.coef_.tolist()
    (3, [[-2.0, 0.0], [1.0, -1.0], [1.0, 1.0]])
    """

    name = "perceptron"
    step = staticmethod(step)

    def __init__(
        self, *, multiclass: Literal["max", "uniform", "proportional"] = "max", rate: Positive = 1.0
    ) -> None:
        self.multiclass = multiclass
        self.rate = rate

    def constants(self) -> Constants:
        """The spread as a number."""
        return Constants(rate=float(self.rate), spread=SPREADS.index(self.multiclass))
