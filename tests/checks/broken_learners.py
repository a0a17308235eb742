"""Sound learners, and broken ones, each of which breaks one invariant."""

import threading
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.linear import LinearLearner, dot, look, move, score


class Sound:
    """A Perceptron of two classes or several, from which the broken ones differ by a line."""

    def __init__(self) -> None:
        self.W: Any = None

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "Sound":
        if self.W is None:
            self.W = np.zeros((len(classes), X.shape[1]))
        for x, label in zip(X, y, strict=True):
            self.learn_row(x, label)
        return self

    def learn_row(self, x: Any, label: int) -> None:
        scores = (self.W * x).sum(axis=1)
        others = np.where(np.arange(len(scores)) == label, -np.inf, scores)
        if scores[label] <= others.max():
            self.W[label] += x
            self.W[others.argmax()] -= x

    def predict(self, X: Any) -> Any:
        return (X[:, None, :] * self.W).sum(axis=2).argmax(axis=1)


class OneByOne:
    """The same for two classes, as river's models learn."""

    def __init__(self) -> None:
        self.w: dict[int, float] = {}

    def score(self, x: dict[int, float]) -> float:
        return sum(self.w.get(j, 0.0) * value for j, value in x.items())

    def learn_one(self, x: dict[int, float], y: int) -> None:
        if y > 1:
            raise ValueError("two classes only")
        sign = 2 * y - 1
        if sign * self.score(x) <= 0.0:
            for j, value in x.items():
                self.w[j] = self.w.get(j, 0.0) + sign * value

    def predict_one(self, x: dict[int, float]) -> int:
        return int(self.score(x) > 0.0)


class TwoClasses(Sound):
    """It refuses more."""

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "Sound":
        if classes is not None and len(classes) > 2:
            raise ValueError("two classes only")
        return super().partial_fit(X, y, classes)


class Regressor:
    """Least mean squares."""

    kind = "regression"

    def __init__(self) -> None:
        self.w: Any = None

    def partial_fit(self, X: Any, y: Any) -> "Regressor":
        if self.w is None:
            self.w = np.zeros(X.shape[1])
        for x, target in zip(X, y, strict=True):
            self.w = self.w + 0.1 * (target - (self.w * x).sum()) * x
        return self

    def predict(self, X: Any) -> Any:
        return (X * self.w).sum(axis=1)


class Random(Sound):
    """determinism: its steps have a random length."""

    def learn_row(self, x: Any, label: int) -> None:
        if self.predict(x[None, :])[0] != label:
            self.W[label] += np.random.uniform() * x
            self.W[1 - label] -= x


class Batch(Sound):
    """chunks: it learns from the mean of what it is given."""

    def learn_row(self, x: Any, label: int) -> None:
        self.W[label] += x

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "Sound":
        if self.W is None:
            self.W = np.zeros((len(classes), X.shape[1]))
        for label in set(y.tolist()):
            self.W[label] += X[y == label].mean(axis=0)
        return self


class Locked(Sound):
    """pickling: it has a lock."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


class Forgetful(Sound):
    """resume: what it counts is not pickled."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0

    def learn_row(self, x: Any, label: int) -> None:
        self.rounds += 1
        self.W[label] += x / self.rounds

    def __getstate__(self) -> dict[str, Any]:
        return {"W": self.W, "rounds": 0}


class IgnoringZeros(Sound):
    """sparse rows: it takes them, and looks at the first column only."""

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "Sound":
        if hasattr(X, "toarray"):
            X = X.toarray()
            X[:, 1:] = 0.0
        return super().partial_fit(X, y, classes)

    def predict(self, X: Any) -> Any:
        return super().predict(X.toarray() if hasattr(X, "toarray") else X)


class Partial(Sound):
    """label symmetry: class 0 is preferred."""

    def predict(self, X: Any) -> Any:
        scores = (X[:, None, :] * self.W).sum(axis=2)
        scores[:, 0] += 1.0
        return scores.argmax(axis=1)


class Curious(Sound):
    """pure predict: it learns from what it predicts."""

    def predict(self, X: Any) -> Any:
        predicted = super().predict(X)
        for x, label in zip(X, predicted, strict=True):
            self.W[label] -= 0.5 * x
        return predicted

    def learn_row(self, x: Any, label: int) -> None:
        self.W[label] += x


class Scaling(Sound):
    """inputs: it scales the rows in place."""

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "Sound":
        X *= 2.0
        return super().partial_fit(X, y, classes)


class Shifted(Sound):
    """predictions: its classes begin with 1."""

    def learn_row(self, x: Any, label: int) -> None:
        self.W[label] += x

    def predict(self, X: Any) -> Any:
        return super().predict(X) + 1


class Asking(Sound):
    """learns: it wants the classes in every call."""

    def partial_fit(self, X: Any, y: Any, classes: Any) -> "Sound":  # type: ignore[override]
        return super().partial_fit(X, y, classes)


class Raising(Sound):
    """learns: it can't predict."""

    def predict(self, X: Any) -> Any:
        raise ZeroDivisionError("no idea")


class Constants(NamedTuple):
    rate: float


def perceptron(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    if eta <= 0.0:
        move(state.W, r, q, constants.rate, x)
    return eta <= 0.0, eta <= 0.0


def boasting(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    _, updated = perceptron(state, constants, x, y)
    return False, updated


def restless(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    mistake, _ = perceptron(state, constants, x, y)
    return mistake, True


def allocating(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    doubled = np.zeros(3)
    doubled[0] = dot(x, x)
    return perceptron(state, constants, x, y)


def decaying(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    state.W *= 0.5
    return perceptron(state, constants, x, y)


def misnaming(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    move(state.W, 0, -1, constants.speed, x)
    return perceptron(state, constants, x, y)


def generating(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    state.tau[0] = sum(value for value in x)
    return perceptron(state, constants, x, y)


def indexing(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    for j in range(state.W.shape[0]):
        state.tau[0] += x[j]
    return perceptron(state, constants, x, y)


def shifted_by_one(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    for j in range(state.W.shape[0]):
        state.W[j + 1, 0] *= 0.5
    return perceptron(state, constants, x, y)


def both_columns(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    if eta <= 0.0:
        for j in range(x.shape[0]):
            state.W[j, r] += x[j]
            state.W[j, q] -= x[j]
    return eta <= 0.0, eta <= 0.0


def own_margin(state: Any, constants: Any, x: Any, y: int) -> tuple[bool, bool]:
    score(state.W, x, state.s)
    r, q, _ = look(state.s, state.K, y)
    eta = state.s[r] - state.s[q]
    if eta <= 0.0:
        move(state.W, r, q, constants.rate, x)
    return eta <= 0.0, eta <= 0.0


class Compiled(LinearLearner):
    """A compiled Perceptron.

    Parameters
    ----------
    rate : the length of the step.
    """

    name = "compiled"
    step = staticmethod(perceptron)

    def __init__(self, *, rate: Positive = 1.0) -> None:
        self.rate = rate

    def constants(self) -> Constants:
        return Constants(float(self.rate))


class Boasting(Compiled):
    """mistakes: it never owns up to one."""

    step = staticmethod(boasting)


class Restless(Compiled):
    """updates: it says so in every round."""

    step = staticmethod(restless)


class Allocating(Compiled):
    """compiles: a round makes an array."""

    step = staticmethod(allocating)


class Decaying(Compiled):
    """compiles: it sets a field of the state."""

    step = staticmethod(decaying)


class Misnaming(Compiled):
    """compiles: it reads a constant that is not there."""

    step = staticmethod(misnaming)


class Generating(Compiled):
    """compiles: it has a generator."""

    step = staticmethod(generating)


class Indexing(Compiled):
    """sparse rows: it reads numbers of x by their place."""

    step = staticmethod(indexing)


class BeyondTheEnd(Compiled):
    """indices: it writes to a feature that is not there."""

    step = staticmethod(shifted_by_one)


class NoSuchColumn(Compiled):
    """indices: of two classes it takes each for a column."""

    step = staticmethod(both_columns)


class NoSuchScore(Compiled):
    """indices: of two classes it takes each for a score."""

    step = staticmethod(own_margin)


class Converting(Compiled):
    """parameters: it changes what it is given."""

    def __init__(self, *, rate: Positive = 1.0) -> None:
        self.rate = 2.0 * rate


class Undocumented(Compiled):
    """parameters: nobody says what `speed` is."""

    def __init__(self, *, rate: Positive = 1.0, speed: Positive = 1.0) -> None:
        super().__init__(rate=rate)
        self.speed = speed
