"""The base of online manifold regularization: f as an expansion, its mean, its risk, its cost."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.manifold.buffer import BUFFERED_WEIGHTS, empty, grown
from onlinelearn.learners.manifold.graph import RBF_DISTANCES
from onlinelearn.learners.manifold.manifold_learner import LARGEST_GRAPH, ManifoldLearner, expanded
from onlinelearn.learners.manifold.manifold_round import Round

FARTHEST = 1e9
"""The largest |f|: beyond it steps are too long, and each makes it worse."""


class OnlineManifoldLearner(ManifoldLearner):
    """The base of learners whose f is a sum over what they keep of the stream.

    Parameters
    ----------
    label_rate : share of the examples that have a label; without it, as counted so far.
    rate : c of the step η.
    schedule : η_t is "constant", c; or "sqrt", c/√t.
    decides : predictions by the "average" f̄ of all f_t, or by the "last".
    """

    remedy = (
        "scale the data, or lower rate or lambda2: "
        "the graph's part of a step grows with the length of the stream, like t·η_t·λ₂"
    )
    predicts_online = False  # by the mean of all f, while a round is the last one's
    rate: float
    schedule: Literal["constant", "sqrt"]
    atoms: int
    decides: Literal["average", "last"]

    def opened(self, columns: int, n_features: int) -> tuple[Any, ...]:
        """f = 0, and nothing kept: the fields of `manifold_round.Descending`, with K behind s."""
        self.refuse_several(columns)
        none = Round.room(0, int(self.neighbors), int(self.atoms))
        t, labels = np.zeros((2, 1), np.int64)
        return empty(n_features, self.risk().kernel), np.zeros(1), 1, none, t, labels, np.zeros(1)

    def room(self, state: Any, rounds: int, most: int, beside: int) -> int:
        """The room for a row more each round, up to `most`, and some beside; 0 if it is there."""
        room = len(state.W.rows)
        wanted = min(int(state.W.used[0]) + rounds, most)
        if wanted + beside <= room:
            return 0
        if wanted > LARGEST_GRAPH:
            raise LearnerError(
                f"{self.name}: a graph of {wanted:,} examples is too large; limit it, for example to 300"
            )
        return min(max(wanted, 2 * room), most, LARGEST_GRAPH) + beside

    def widened(self, state: Any, room: int) -> Any:
        """The same state with so much room."""
        scratch = Round.room(room, int(self.neighbors), int(self.atoms))
        return state._replace(W=grown(state.W, room), round=scratch)

    def weight_layers(self) -> Layers:
        """The kernel, which the examples of a buffer are compared by."""
        shared = (RBF_DISTANCES,) if self.kernel == "rbf" else ()
        return (*super().weight_layers(), *shared, BUFFERED_WEIGHTS)

    def model_numbers(self, state: Any) -> Floats:
        """Both classifiers' coefficients, when their examples came, and the risk."""
        W, n = state.W, state.W.used[0]
        return np.concatenate([W.alpha[:n], W.total[:n], W.born[:n], state.risks])

    def finite(self, state: Any, X: Floats, order: Ints) -> bool:
        """And f within reason: a step that is too long for the graph doubles it again and again."""
        near = np.abs(state.W.f[: state.W.used[0]]).max(initial=0.0) <= FARTHEST
        return super().finite(state, X, order) and bool(near)

    def scores(self, state: Any, X: Floats) -> Floats:
        """f̄, or the last f."""
        W, n, t = state.W, state.W.used[0], state.rounds[0]
        mean = self.decides == "average" and t > 0
        return expanded(self.kernel, W, W.total[:n] / t if mean else W.alpha[:n].copy(), X)

    def measures(self, state: Any) -> Mapping[str, float]:
        """The mean of the instantaneous risks, and what the rounds cost."""
        known = {
            "support_size": int(state.W.used[0]),
            "operations": int(state.W.work[0]),
            "labels": int(state.labels[0]),
        }
        return known | ({"risk": float(state.risks[0]) / int(state.rounds[0])} if state.rounds[0] else {})
