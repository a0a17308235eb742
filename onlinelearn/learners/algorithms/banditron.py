"""The Banditron: a Perceptron that is told only whether it was right (Kakade et al., ICML 2008)."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine.draws import Draws, draws, next_fraction, with_room, without_room
from onlinelearn.learners.engine.linear import LinearLearner, look, move_all, score, squared_norm
from onlinelearn.numerics import rng

Exploration = Annotated[float, Field(gt=0, lt=1)]


class Gambler(NamedTuple):
    """Weights, and what chance has in store."""

    W: Any  # (d, columns)
    s: Floats  # (columns,)
    tau: Floats  # (columns,)
    K: int
    draws: Draws
    wrong_plays: Ints  # (1,)


class Constants(NamedTuple):
    """The numbers that the step reads."""

    gamma: float


def step(state: Gambler, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Play a class, be told whether it was right and nothing else of y: W ← W + U, on average a Perceptron's.

    U_k = x(1{k = ỹ = y}/P(ỹ) - 1{k = ŷ}), where ŷ is predicted and ỹ is played.
    """
    score(state.W, x, state.s)
    _, _, eta = look(state.s, state.K, y)  # for the count of mistakes alone
    n = max(state.K, 2)
    predicted = best(state.s, state.K)
    played, chance = play(predicted, n, constants.gamma, next_fraction(state.draws))
    right = played == y
    state.wrong_plays[0] += not right
    for k in range(state.tau.shape[0]):
        state.tau[k] = 0.0
    add(state.tau, state.K, predicted, -1.0)
    if right:
        add(state.tau, state.K, played, 1.0 / chance)
    updated = squared_norm(state.W, 1, x) > 0.0
    if updated:
        move_all(state.W, state.tau, x)
    return eta <= 0.0, updated


def best(s: Floats, K: int) -> int:
    """The class with the highest score; of two classes the second where its score is positive."""
    if K == 1:
        return int(s[0] > 0.0)
    leader = 0
    for k in range(1, K):
        if s[k] > s[leader]:
            leader = k
    return leader


def play(predicted: int, n: int, gamma: float, fraction: float) -> tuple[int, float]:
    """(ỹ, P(ỹ)): the prediction, but with chance γ any class, each as likely as another."""
    beyond = fraction - (1.0 - gamma)
    played = predicted if beyond < 0.0 else min(n - 1, int(beyond / gamma * n))
    return played, gamma / n + (1.0 - gamma if played == predicted else 0.0)


def add(tau: Floats, K: int, k: int, by: float) -> None:
    """τ_k ← τ_k + by; two classes share a column, which the first takes away from."""
    if K == 1:
        tau[0] += by if k == 1 else -by
    else:
        tau[k] += by


class Banditron(LinearLearner):
    """Banditron: it is told only whether its answer was right, so it sometimes tries another answer.

    It plays the class with the highest score, but with chance γ any class. The step is a Perceptron's on
    average: x is taken from the predicted class, and given to the played one, divided by the chance of
    playing it, if that was right. Mistakes are those of the predictions; `wrong_plays` and `play_error` are
    of what was played.

    Parameters
    ----------
    gamma : γ, the share of rounds in which it explores.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    S. M. Kakade, S. Shalev-Shwartz, A. Tewari: Efficient bandit algorithms for online multiclass
    prediction. ICML 2008.

    Examples
    --------
    >>> from onlinelearn import Banditron
    >>> model = Banditron(gamma=0.5).fit([[1.0, 0.0], [0.0, 1.0]] * 50, ["yes", "no"] * 50)
    >>> model.predict([[1.0, 0.0], [0.0, 1.0]]).tolist()
    ['yes', 'no']
    """

    name = "banditron"
    plays = True
    step = staticmethod(step)
    label_symmetric = False  # chance plays classes by their numbers
    poor_score = True  # it learns little in a round

    def __init__(self, *, gamma: Exploration = 0.05, average: bool = False) -> None:
        self.gamma = gamma
        self.average = average

    def start(self, columns: int, n_features: int, key: Key) -> Gambler:
        """W = 0, and nothing drawn."""
        W, s, tau, K = super().start(columns, n_features, key)
        return Gambler(W, s, tau, K, draws((rng.PLAY, *key)), np.zeros(1, np.int64))

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """A draw for each of these rounds."""
        return state._replace(draws=with_room(state.draws, rounds))

    def without_room(self, state: Any) -> Any:
        """Nothing drawn in advance."""
        return state._replace(draws=without_room(state.draws))

    def constants(self) -> Constants:
        """γ."""
        return Constants(float(self.gamma))

    def measures(self, state: Any) -> Mapping[str, float]:
        """The plays that were wrong, and their share: one number is drawn in a round."""
        wrong, rounds = int(state.wrong_plays[0]), int(state.draws.used[0])
        return {"wrong_plays": wrong, **({"play_error": wrong / rounds} if rounds else {})}
