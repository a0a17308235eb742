"""Passive-Aggressive uniclass prediction (Crammer et al., JMLR 2006, sec. 6)."""

from typing import Literal

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.algorithms.pa_regression import Constants
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.ball import Ball, CenterLearner, approach, distance


def step(state: Ball, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Move as little as it takes for the ball to reach the point (or as C allows); y is not looked at."""
    away = distance(state.W, state.height[0], x)
    loss = away - constants.epsilon
    if loss <= 0.0:
        return False, False
    if away == np.inf:
        state.W[0, 0] = np.inf  # where Model.learn looks for what overflowed
        return True, True
    tau = min(constants.cap, loss / (1.0 + constants.ridge))
    approach(state.W, tau / away, x)
    state.height[0] -= tau / away * state.height[0]
    return True, True


class Uniclass(CenterLearner):
    """Passive-Aggressive uniclass: predict that the next point lies in the ball; if not, move the ball.

    On loss ℓ = max(0, ‖w - y‖ - ε) > 0 the centre moves by τ(y - w)/‖y - w‖, with τ = ℓ (PA),
    min(C, ℓ) (PA-I) or ℓ/(1 + 1/(2C)) (PA-II). There are no labels: a mistake is a point outside.

    With `learn_radius` the ball begins as the point 0. A further coordinate of the centre, h = √(B² - r²)
    with B the `epsilon` given and r the radius, makes the distance of (w, h) from (y, 0) at most B just
    where ‖w - y‖ ≤ r. So the same step on (w, h) learns both; h only falls, and the radius only grows.

    Parameters
    ----------
    variant : how an outlier is kept from doing harm: PA always reaches the point, PA-I limits the
        step to C, PA-II softens it by 1/(2C).
    C : aggressiveness: the larger, the closer to plain PA; without effect for PA.
    epsilon : ε, the radius of the ball; if it is learnt, the largest that it may have.
    learn_radius : whether the radius is learnt too.

    References
    ----------
    K. Crammer, O. Dekel, J. Keshet, S. Shalev-Shwartz, Y. Singer: Online Passive-Aggressive
    Algorithms. JMLR 7 (2006) 551-585, sec. 6.

    Examples
    --------
    >>> from onlinelearn import Uniclass
    >>> model = Uniclass(variant="PA", epsilon=1.0).fit([[3.0, 0.0], [2.5, 0.0]])
    >>> model.center_.tolist(), model.predict([[2.5, 0.5], [0.0, 0.0]]).tolist()
    ([2.0, 0.0], [1, -1])
    """

    name = "uniclass"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        variant: Literal["PA", "PA-I", "PA-II"] = "PA-I",
        C: Positive = 1.0,
        epsilon: Positive = 1.0,
        learn_radius: bool = False,
    ) -> None:
        self.variant = variant
        self.C = C
        self.epsilon = epsilon
        self.learn_radius = learn_radius

    def start(self, columns: int, n_features: int, key: Key) -> Ball:
        """The centre is the origin; a radius that is learnt begins with zero."""
        ball = super().start(columns, n_features, key)
        ball.height[0] = self.epsilon if self.learn_radius else 0.0
        return ball

    def simpler(self) -> "tuple[str, Uniclass] | None":
        """Plain PA, without C."""
        if self.variant == "PA":
            return None
        return "plain PA (no C)", Uniclass(variant="PA", epsilon=self.epsilon, learn_radius=self.learn_radius)

    def constants(self) -> Constants:
        """The step is held back as in classification; its direction has norm 1."""
        _, cap, ridge = PassiveAggressive(variant=self.variant, C=self.C).constants()
        return Constants(float(self.epsilon), cap, ridge)
