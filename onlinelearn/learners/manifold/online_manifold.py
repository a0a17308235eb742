"""Online manifold regularization (Goldberg, Li & Zhu, ECML PKDD 2008), on all examples or a buffer."""

from sys import maxsize
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.engine.geometry import look
from onlinelearn.learners.engine.kernels import Kernel
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.manifold.buffer import Buffer, admit, leaving, receive
from onlinelearn.learners.manifold.graph import GRAPHS, weigh
from onlinelearn.learners.manifold.manifold_learner import Graph, Loss, Risk
from onlinelearn.learners.manifold.manifold_round import Round, begin, descend, differentiate, eta
from onlinelearn.learners.manifold.online_manifold_learner import OnlineManifoldLearner
from onlinelearn.learners.manifold.representer_projection import leave


class Constants(NamedTuple):
    """The numbers that the step reads."""

    risk: Risk
    rate: float  # c
    decreasing: bool  # whether η_t = c/√t, or c
    unlabeled: bool  # whether the oldest unlabeled example leaves first


class BufferState(NamedTuple):
    """See `manifold_round.Descending`."""

    W: Buffer
    s: Floats
    K: int  # 1
    round: Round
    rounds: Ints
    labels: Ints
    risks: Floats
    most: int  # τ


def step(state: BufferState, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """f_{t+1} = f_t - η_t ∂J_t; y = -1 for an example without a label."""
    t = begin(state)
    W, risk, n = state.W, constants.risk, state.W.used[0]
    state.s[0] = receive(W, x)
    share = risk.lambda2 * ((t - 1) / n) if n > 0 else 0.0
    if share > 0.0:
        weigh(W, n, state.round.w, state.round.nearest, risk.spread)
    rate = eta(constants.rate, constants.decreasing, t)
    differentiate(state, risk, t, rate, share, y)
    moved = descend(state, 1.0 - rate * risk.lambda1)
    settle(state, constants, t, y >= 0)
    return y >= 0 and look(state.s, 1, y)[2] <= 0.0, moved


def settle(state: BufferState, constants: Constants, t: int, labeled: bool) -> None:
    """The example of the round stays; where that is one too many, one leaves.

    Without a graph one that has no label has no part in f, and need not stay.
    """
    if labeled or constants.risk.lambda2 > 0.0:
        admit(state.W, t, labeled)
        if state.W.used[0] > state.most:
            leave(state.W, leaving(state.W, constants.unlabeled), state.round)


class OnlineManifold(OnlineManifoldLearner):
    """Online manifold regularization: a gradient step on each example's risk, labeled or not.

    The risk of a round has the example's own loss, if it has a label, and its edges to earlier
    examples; these are all, or a buffer of them.

    The edges of a round stand for the edges to all earlier examples. So their part of the step grows like
    t·η_t·λ₂, and after some t the steps are too long. In a stream n times as long, divide `rate` by √n.

    Parameters
    ----------
    graph : edges: "rbf", exp(-‖x - y‖²/(2·graph_width²)); "knn", 1 to the nearest `neighbors`, else 0.
    buffer : τ, how many examples are kept; null keeps all, and then rounds get slower and slower.
    evict : who leaves a full buffer: the "oldest"; or the oldest "unlabeled" one, while there are any.
    atoms : on how many of those that stay the one that leaves is projected; 0 just drops it.

    References
    ----------
    A. Goldberg, M. Li, X. Zhu: Online manifold regularization: a new learning setting and empirical
    study. ECML PKDD 2008.

    Examples
    --------
    >>> from onlinelearn import OnlineManifold
    >>> X = [[0.0], [1.0], [0.1], [0.9], [0.2], [0.8]]
    >>> model = OnlineManifold(width=0.3, graph_width=0.2).partial_fit(X, [0, 1, -1, -1, -1, -1])
    >>> model.predict([[0.3], [0.7]]).tolist(), model.n_labels_
    ([0, 1], 2)
    """

    name = "online_mr"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        loss: Loss = "hinge",
        kernel: Kernel = "rbf",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
        graph: Graph = "rbf",
        graph_width: Positive = 1.0,
        neighbors: Count = 10,
        lambda1: NonNegative = 0.001,
        lambda2: NonNegative = 0.1,
        label_rate: Annotated[float, Field(gt=0, le=1)] | None = None,
        rate: Positive = 0.3,
        schedule: Literal["constant", "sqrt"] = "sqrt",
        buffer: Count | None = 300,
        evict: Literal["oldest", "unlabeled"] = "unlabeled",
        atoms: Annotated[int, Field(ge=0)] = 5,
        decides: Literal["average", "last"] = "average",
    ) -> None:
        self.loss = loss
        self.kernel = kernel
        self.degree = degree
        self.offset = offset
        self.width = width
        self.graph = graph
        self.graph_width = graph_width
        self.neighbors = neighbors
        self.lambda1 = lambda1
        self.lambda2 = lambda2
        self.label_rate = label_rate
        self.rate = rate
        self.schedule = schedule
        self.buffer = buffer
        self.evict = evict
        self.atoms = atoms
        self.decides = decides

    def constants(self) -> Constants:
        """The step's rate, and who leaves first."""
        decreasing, unlabeled = self.schedule == "sqrt", self.evict == "unlabeled"
        return Constants(self.risk(), float(self.rate), decreasing, unlabeled)

    def start(self, columns: int, n_features: int, key: Key) -> BufferState:
        """f = 0: nothing kept."""
        most = maxsize if self.buffer is None else int(self.buffer)
        made: BufferState = BufferState._make([*self.opened(columns, n_features), most])
        return made

    def reserve_rounds(self, state: BufferState, rounds: int) -> Any:
        """Room for an example more each round, and never for more than one above τ."""
        room = self.room(state, rounds, state.most, 1)
        return self.widened(state, room) if room else state

    def step_layers(self) -> Layers:
        """The graph too."""
        return (*super().step_layers(), GRAPHS[self.graph])
