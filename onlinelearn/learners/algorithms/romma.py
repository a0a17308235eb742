"""ROMMA, the relaxed online maximum margin algorithm (Li & Long, Machine Learning 2002)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.linear import Course, look, move, score, squared_norm, stretch
from onlinelearn.learners.engine.p_norms import PNormLearner, squared_length
from onlinelearn.learners.theory.known_target import KnownTarget

PARALLEL = 1e-12
"""sin² of the angle between w and z below which they count as parallel."""


class Constants(NamedTuple):
    """The margin below which the step learns; a mistake is always learnt from."""

    margin: float


def step(state: Course, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """The shortest w with w·z ≥ 1 and w·w_t ≥ ‖w_t‖²: the half space that all examples so far left."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    zz = squared_norm(state.W, state.K, x)
    updated = (eta <= 0.0 or eta < constants.margin) and zz > 0.0
    if updated:
        B = squared_length(state.W)
        apart = zz * B - eta * eta
        if apart <= PARALLEL * zz * B:  # or w = 0: the example alone decides
            move(state.W, r, q, (1.0 - eta) / zz, x)
        elif zz * B <= eta:  # z/‖z‖² is in the half space already
            stretch(state.W, 0.0)
            move(state.W, r, q, 1.0 / zz, x)
        else:
            stretch(state.W, (zz * B - eta) / apart)
            move(state.W, r, q, B * (1.0 - eta) / apart, x)
    return eta <= 0.0, updated


class ROMMA(PNormLearner):
    """ROMMA: the shortest weights with margin 1 on this example, and one constraint for all before it.

    The maximum margin classifier of the examples so far is the shortest w with w·z ≥ 1 for each of
    them. ROMMA keeps two of these constraints: the last one, and {w : w·w_t ≥ ‖w_t‖²}, the half space
    that the others left. On separable data it comes the closer to the maximum margin, the longer it runs.

    Parameters
    ----------
    aggressive : learn wherever the margin is below 1, and not from mistakes alone.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    Y. Li, P. M. Long: The relaxed online maximum margin algorithm. Machine Learning 46 (2002) 361-387.

    Examples
    --------
    >>> from onlinelearn import ROMMA
    >>> model = ROMMA().fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist(), model.n_updates_
    ([[1.0, -1.0]], 2)
    """

    name = "romma"
    poor_score = True  # an example that contradicts all before it may decide alone
    step = staticmethod(step)
    grows = True

    def __init__(self, *, aggressive: bool = False, average: bool = False) -> None:
        self.aggressive = aggressive
        self.average = average

    def constants(self) -> Constants:
        """Margin 0: mistakes only."""
        return Constants(1.0 if self.aggressive else 0.0)

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """The Perceptron's bound."""
        return Perceptron().target_measures(state, known)
