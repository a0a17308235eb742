"""Passive-Aggressive regression (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer, JMLR 2006, sec. 5)."""

from typing import Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import NonNegative, Positive
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.linear import Linear, LinearLearner, move, score, squared_norm
from onlinelearn.learners.engine.regression import RegressionLearner


class Constants(NamedTuple):
    """τ = min(cap, ℓ/(‖x‖² + ridge)) is all three variants at once."""

    epsilon: float
    cap: float
    ridge: float


def step(state: Linear, constants: Constants, x: Floats, y: float) -> tuple[bool, bool]:
    """Move as little as it takes for the tube around w·x to reach y (or as C allows)."""
    score(state.W, x, state.s)
    error = y - state.s[0]
    loss = abs(error) - constants.epsilon
    updated = False
    if loss > 0.0:
        xx = squared_norm(state.W, 1, x)
        if xx > 0.0:
            tau = min(constants.cap, loss / (xx + constants.ridge))
            move(state.W, 0, -1, tau if error > 0.0 else -tau, x)
            updated = True
    return loss > 0.0, updated


class PassiveAggressiveRegressor(RegressionLearner, LinearLearner):
    """Passive-Aggressive regression: stay where you are, unless the prediction is off by more than ε.

    On loss ℓ = max(0, |y - w·x| - ε) > 0 the weights move by sign(y - w·x)·τx, with τ = ℓ/‖x‖² (PA),
    min(C, ℓ/‖x‖²) (PA-I) or ℓ/(‖x‖² + 1/(2C)) (PA-II).

    Parameters
    ----------
    variant : how a wrong target is kept from doing harm: PA always corrects the whole loss, PA-I
        limits the step to C, PA-II softens it by 1/(2C).
    C : aggressiveness: the larger, the closer to plain PA; without effect for PA.
    epsilon : ε, by how much a prediction may be off: less is no mistake, and changes nothing.
    average : predict with the mean of all weights (online-to-batch conversion); learning and online
        mistakes are those of the last.

    References
    ----------
    K. Crammer, O. Dekel, J. Keshet, S. Shalev-Shwartz, Y. Singer: Online Passive-Aggressive
    Algorithms. JMLR 7 (2006) 551-585, sec. 5.

    Examples
    --------
    >>> from onlinelearn import PassiveAggressiveRegressor
    >>> model = PassiveAggressiveRegressor(variant="PA", epsilon=0.5).fit([[1.0, 1.0], [1.0, -1.0]], [2.5, 0])
    >>> model.coef_.tolist(), model.predict([[3.0, 1.0]]).tolist()
    ([1.0, 1.0], [4.0])
    """

    name = "pa_regression"
    step = staticmethod(step)
    grows = True

    def __init__(
        self,
        *,
        variant: Literal["PA", "PA-I", "PA-II"] = "PA-I",
        C: Positive = 1.0,
        epsilon: NonNegative = 0.1,
        average: bool = False,
    ) -> None:
        self.variant = variant
        self.C = C
        self.epsilon = epsilon
        self.average = average

    def simpler(self) -> "tuple[str, PassiveAggressiveRegressor] | None":
        """Plain PA, without C."""
        if self.variant == "PA":
            return None
        plain = PassiveAggressiveRegressor(variant="PA", epsilon=self.epsilon, average=self.average)
        return "plain PA (no C)", plain

    def constants(self) -> Constants:
        """The step is held back as in classification."""
        _, cap, ridge = PassiveAggressive(variant=self.variant, C=self.C).constants()
        return Constants(float(self.epsilon), cap, ridge)
