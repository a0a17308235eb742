"""Passive-Aggressive (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer, JMLR 2006)."""

from collections.abc import Mapping
from math import inf
from typing import Any, Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import NonNegative, Positive
from onlinelearn.learners.engine.linear import Linear, LinearLearner, look, move, score, squared_norm
from onlinelearn.learners.theory import pa_bounds
from onlinelearn.learners.theory.known_target import KnownTarget


class Constants(NamedTuple):
    """τ = min(cap, ℓ/(‖z‖² + ridge)) is all three variants at once."""

    margin: float
    cap: float
    ridge: float


def step(state: Linear, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Move as little as it takes to reach the margin (or as C allows)."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    loss = constants.margin - eta
    updated = False
    if loss > 0.0:
        zz = squared_norm(state.W, state.K, x)
        if zz > 0.0:
            move(state.W, r, q, min(constants.cap, loss / (zz + constants.ridge)), x)
            updated = True
    return eta <= 0.0, updated


class PassiveAggressive(LinearLearner):
    """Passive-Aggressive: stay where you are, unless the margin is missed; then correct just that.

    The step is the shortest after which the loss max(0, margin - η) is zero. PA-I and PA-II make it
    shorter, for labels that may be wrong.

    Parameters
    ----------
    variant : how a wrong label is kept from doing harm: PA always corrects the whole loss, PA-I
        limits the step to C, PA-II softens it by 1/(2C) (Fig. 1 of the paper).
    C : aggressiveness: the larger, the closer to plain PA; without effect for PA (eqs. 6 and 7).
    margin : the margin that is wanted; 1 in the paper, 0.1 in the ellipsoid paper's experiments.
    average : predict with the mean of all weights (online-to-batch conversion); learning and online
        mistakes are those of the last.

    References
    ----------
    K. Crammer, O. Dekel, J. Keshet, S. Shalev-Shwartz, Y. Singer: Online Passive-Aggressive
    Algorithms. JMLR 7 (2006) 551-585.

    Examples
    --------
    >>> from onlinelearn import PassiveAggressive
    >>> model = PassiveAggressive(C=1.0).partial_fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.predict([[2.0, 1.0]]), model.n_updates_
    (array(['yes'], dtype='<U3'), 2)
    """

    name = "pa"
    step = staticmethod(step)
    grows = True
    multilabel = True

    def __init__(
        self,
        *,
        variant: Literal["PA", "PA-I", "PA-II"] = "PA-I",
        C: Positive = 1.0,
        margin: NonNegative = 1.0,
        average: bool = False,
    ) -> None:
        self.variant = variant
        self.C = C
        self.margin = margin
        self.average = average

    def simpler(self) -> "tuple[str, PassiveAggressive] | None":
        """Plain PA, without C."""
        if self.variant == "PA":
            return None
        plain = PassiveAggressive(variant="PA", margin=self.margin, average=self.average)
        return "plain PA (no C)", plain

    def constants(self) -> Constants:
        """Each variant uses one of the two ways to hold the step back."""
        return Constants(
            margin=float(self.margin),
            cap=float(self.C) if self.variant == "PA-I" else inf,
            ridge=0.5 / self.C if self.variant == "PA-II" else 0.0,
        )

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """The bounds of the slides, which are for margin 1."""
        if self.margin != 1.0 or not known.wants("loss_bound", "mistake_bound"):
            return {}
        match self.variant:
            case "PA":
                return {"loss_bound": pa_bounds.pa(known)}
            case "PA-I":
                return {"mistake_bound": pa_bounds.pa_1(known, self.C)}
            case "PA-II":
                return {"loss_bound": pa_bounds.pa_2(known, self.C)}
