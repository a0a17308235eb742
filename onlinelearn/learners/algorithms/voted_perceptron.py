"""The voted Perceptron (Freund & Schapire, Machine Learning 1999)."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine.features import feature, n_features, value
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import LinearLearner, dot, look, move, row, score, squared_norm
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.sparse import SparseRow, partial_sums, readable, row_layers
from onlinelearn.learners.engine.sparse import dot as sparse_dot


class Voters(NamedTuple):
    """The weights now, and how they came about: voter m + 1 is voter m with change m made."""

    W: Floats  # (d, columns)
    s: Floats  # (columns,)
    K: int
    values: Floats  # the examples of all changes, one after the other: what is not zero,
    features: Ints  # and of which features
    starts: Ints  # (room + 1,): where each begins, and the last one ends
    columns: Ints  # (room, 2): r and q of each change
    votes: Ints  # (room + 1,): how many rounds each voter has survived
    used: Ints  # (1,): the number of changes


class Constants(NamedTuple):
    """There is nothing to choose."""


def step(state: Voters, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """The Perceptron's round: whoever got it right survives it, or the one who learnt from it."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    updated = mistake and squared_norm(state.W, 1, x) > 0.0
    if updated:
        move(state.W, r, q, 1.0, x)
        keep(state, r, q, x)
    if updated or not mistake:
        state.votes[state.used[0]] += 1
    return mistake, updated


def keep(state: Voters, r: int, q: int, x: Floats) -> None:
    """Note the change; a new voter begins."""
    m = state.used[0]
    end = state.starts[m]
    for t in range(n_features(x)):
        v = value(x, t)
        if v != 0.0:
            state.values[end], state.features[end] = v, feature(x, t)
            end += 1
    state.starts[m + 1] = end
    state.columns[m, 0], state.columns[m, 1] = r, q
    state.used[0] = m + 1


def count(state: Voters, X: Floats, s: Floats, whole: Floats, sums: Floats, S: Floats) -> None:
    """The template that fills S with the votes for each row of X; `whole` is zero, and is so again.

    `sums` is room for partial sums.
    """
    for i in range(S.shape[0]):
        x = row(X, i)
        for t in range(n_features(x)):
            whole[feature(x, t)] = value(x, t)
        for k in range(S.shape[1]):
            S[i, k] = s[k] = 0.0
        vote(s, state.K, state.votes[0], S[i])
        for m in range(state.used[0]):
            change(s, state.columns[m], product(state, m, whole, sums))
            vote(s, state.K, state.votes[m + 1], S[i])
        for t in range(n_features(x)):
            whole[feature(x, t)] = 0.0


def product(state: Voters, m: int, x: Floats, sums: Floats) -> float:
    """x_m·x for the example of change m: the same sum whether that has zeros or not."""
    begin, end = state.starts[m], state.starts[m + 1]
    values = state.values[begin:end]
    if len(values) == len(x):
        return dot(values, x)
    features = state.features[begin:end]
    return sparse_dot(SparseRow(values, features, len(x), sums, begin, features[:0]), x)


def change(s: Floats, columns: Ints, product: float) -> None:
    """The scores of the next voter: each costs one inner product, whatever the number of classes."""
    if columns[0] >= 0:
        s[columns[0]] += product
    if columns[1] >= 0:
        s[columns[1]] -= product


def vote(s: Floats, K: int, votes: int, counted: Floats) -> None:
    """For the sign of the score, or the class with the highest; whose score is zero abstains, if binary."""
    if K == 1:
        counted[0] += votes * (int(s[0] > 0.0) - int(s[0] < 0.0))
        return
    best = 0
    for k in range(1, K):
        if s[k] > s[best]:
            best = k
    counted[best] += votes


class VotedPerceptron(LinearLearner):
    """The voted Perceptron: every weight vector that the Perceptron went through has votes.

    It learns as the Perceptron does, and predicts by a vote in which each vector counts as often as
    it survived a round. Of each mistake it keeps the example: memory and the cost of a prediction
    grow with the mistakes. `Perceptron(average=True)` comes close to it at the cost of one vector.

    References
    ----------
    Y. Freund, R. Schapire: Large margin classification using the perceptron algorithm. Machine
    Learning 37 (1999) 277-296, fig. 1.

    Examples
    --------
    >>> from onlinelearn import VotedPerceptron
    >>> model = VotedPerceptron().fit([[1.0, 2.0], [2.0, 1.0], [3.0, 1.0]], ["a", "b", "b"])
    >>> model.n_mistakes_, model.decision_function([[5.0, 1.0]])  # 2 rounds survived against 1
    (2, array([1.]))
    """

    name = "voted_perceptron"
    step = staticmethod(step)
    linear = False
    predicts_online = False  # by votes, while a round is the last voter's alone

    def constants(self) -> Constants:
        """None."""
        return Constants()

    def start(self, columns: int, n_features: int, key: Key) -> Voters:
        """One voter, W = 0."""
        W, s, _, K = super().start(columns, n_features, key)
        kept, features = np.empty(0), np.empty(0, np.int64)
        starts, votes, used = (np.zeros(1, np.int64) for _ in range(3))
        return Voters(W, s, K, kept, features, starts, np.empty((0, 2), np.int64), votes, used)

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """Room for a change each round, twice what it was at least."""
        used = int(state.used[0])
        room = _room(len(state.columns), used + rounds)
        return state._replace(
            starts=_grown(state.starts, used + 1, room + 1),
            columns=_grown(state.columns, used, room),
            votes=_grown(state.votes, used + 1, room + 1),
        )

    def reserve_values(self, state: Any, values: int) -> Any:
        """Room for the examples of all rounds, in the same way."""
        used = int(state.starts[state.used[0]])
        room = _room(len(state.values), used + values)
        return state._replace(
            values=_grown(state.values, used, room), features=_grown(state.features, used, room)
        )

    def without_room(self, state: Any) -> Any:
        """The changes so far."""
        used = int(state.used[0])
        end = int(state.starts[used])
        return state._replace(
            values=state.values[:end],
            features=state.features[:end],
            starts=state.starts[: used + 1],
            columns=state.columns[:used],
            votes=state.votes[: used + 1],
        )

    def model_numbers(self, state: Any) -> Floats:
        """The weights, and the votes."""
        return np.append(state.W, state.votes[: state.used[0] + 1].astype(np.float64))

    def scores(self, state: Any, X: Floats) -> Floats:
        """The votes: for less against in the binary case, else for each class."""
        S = np.empty((X.shape[0], state.K))
        whole = np.zeros(X.shape[1])
        counting = link(count, "voted", row_layers(X))
        counting(state, readable(X), np.empty_like(state.s), whole, partial_sums(), S)
        return S

    def weights(self, state: Any) -> Floats:
        """There is no one vector that predicts."""
        return Learner.weights(self, state)


def _room(room: int, wanted: int) -> int:
    """The room there is, if that is enough; else at least twice as much."""
    return room if wanted <= room else max(wanted, 2 * room)


def _grown(array: Any, used: int, room: int) -> Any:
    """The same, with so much room, zero where nothing is yet: memory that is never reached costs nothing."""
    if len(array) == room:
        return array
    larger = np.zeros((room, *array.shape[1:]), array.dtype)
    larger[:used] = array[:used]
    return larger
