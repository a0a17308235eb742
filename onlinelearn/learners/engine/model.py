"""A learner at work: it learns from a stream, and scores what it is shown."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Key, Targets, numbers_held
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine import linear, ranking, stream
from onlinelearn.learners.engine.averaged import AVERAGING, averaged, current, deciding
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linking import frozen, link
from onlinelearn.learners.engine.selective_sampling import Ask
from onlinelearn.learners.engine.sparse import SPARSE, is_sparse, readable
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics import rng


class Counts(NamedTuple):
    """What a stretch of the stream cost."""

    mistakes: int
    updates: int | None  # None: a learner that is not ours


class Model:
    """A learner with its state. Labels are class numbers 0..K-1, or rows that mark a set of them (`many`);
    without classes (`n_classes` is 0), real targets.

    `ask` says for which examples the label is looked at; without it, for all. `losing` counts the losses
    too, where every label is looked at: learning is the same, but slower.
    """

    def __init__(
        self,
        learner: Learner,
        n_classes: int,
        n_features: int,
        key: Key = (),
        *,
        many: bool = False,
        ask: Ask | None = None,
        losing: bool = False,
    ) -> None:
        self.learner = learner
        self.many = many
        self.ask = ask
        columns = n_classes if many or n_classes > 2 else 1
        self.state: Any = learner.start(columns, n_features, key)
        if learner.average:
            self.state = self.state._replace(W=averaged(self.state.W))
        self.labels = 0
        self._partly = ask is not None
        self._losses = np.zeros(2) if losing and ask is None and learner.kind == "classification" else None
        self._coins = rng.Coins((rng.ASK, *key))

    def learn(self, X: Floats, y: Targets, order: Ints, touched: Bools, shown: Bools | None = None) -> Counts:
        """Stream the rows of X in this order; mark in `touched` those that changed the model.

        `shown` says whose label the learner may see; without it, or with a rule that asks, it is all.
        """
        if shown is not None:
            self._partly = True
            mistakes, updates, labels = self.run(stream.partly, X, y, order, touched, frozen(shown))
            self.labels += labels
            return Counts(mistakes, updates)
        if self.ask is None:
            self.labels += len(order)
            if self._losses is not None:
                return Counts(*self.run(stream.losing, X, y, order, touched, self._losses))
            return Counts(*self.run(stream.stream, X, y, order, touched))
        coins = self._coins.toss(len(order))
        mistakes, updates, labels = self.run(
            stream.selective, X, y, order, touched, self.ask.numbers(), frozen(coins)
        )
        self.labels += labels
        return Counts(mistakes, updates)

    def run(self, loop: Callable[..., Any], X: Floats, y: Targets, order: Ints, *more: Any) -> Any:
        """Run a loop over the rows of X in this order, compiled with the learner's step."""
        self._refuse_sparse(X)
        self.state = self.learner.reserve(self.state, len(order))
        self.state = self.learner.hold(self.state, numbers_held(X, order))
        compiled = _linked(loop, type(self.learner), tuple(self._bound(is_sparse(X)).items()))
        rows = (readable(X), frozen(y), frozen(order))
        returned = compiled(self.state, self.learner.constants(), *rows, *more)
        if not self.learner.finite(self.plain, X, order):
            raise LearnerError(f"the weights overflowed; {self.learner.remedy}")
        return returned

    def _refuse_sparse(self, X: Floats) -> None:
        if is_sparse(X) and not self.learner.takes_sparse():
            raise LearnerError(
                f"{self.learner.name} learns from dense rows only: give it X.toarray(), or fewer features"
            )

    def _bound(self, sparse: bool) -> dict[str, Callable[..., Any]]:
        """What takes the place of its namesakes in the loop and the step."""
        bound = {**(SPARSE if sparse else {}), **self.learner.bound()}
        if self.many:  # binary, multiclass and multilabel differ only in how (z, η) come from scores
            bound |= linear.SETS
        if self.learner.average:
            bound |= AVERAGING
        if self.ask is not None:
            bound["asks"] = self.ask.asks
        if self.learner.unlabeled:
            bound["unlabeled"] = stream.unlabeled_too
        return bound

    def scores(self, X: Floats) -> Floats:
        """(n, 1) for two classes, else (n, K)."""
        self._refuse_sparse(X)
        return self.learner.scores(self._deciding, X)

    def predict(self, X: Floats) -> Targets:
        """The class number of each row, or its real value; of sets of labels, the place of every label."""
        S = self.scores(X)
        return ranking.places(S) if self.many else self.learner.decided(S)

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """Which predictions are mistakes."""
        return ranking.misranked(predicted, y) if self.many else self.learner.wrong(predicted, y)

    def weights(self) -> Floats:
        """The model as `coef_` shows it: what predictions are made with."""
        return self.learner.weights(self._deciding)

    @property
    def _deciding(self) -> Any:
        W = deciding(self.state.W)
        if self.learner.average and not np.isfinite(self.learner.numbers(self.state._replace(W=W))).all():
            raise LearnerError(f"the sum behind the mean of the weights overflowed; {self.learner.remedy}")
        return self.state._replace(W=W)

    @property
    def plain(self) -> Any:
        """The state with the weights that the next round begins with, without their mean."""
        return self.state._replace(W=current(self.state.W))

    def fingerprint(self) -> bytes:
        """The bits of the weights."""
        return self.learner.numbers(self.plain).tobytes()

    def measures(self) -> Mapping[str, float]:
        """What is known beside mistakes and updates."""
        return {"labels": self.labels, **self._lost(), **self.learner.measures(self.plain)}

    def _lost(self) -> dict[str, float]:
        """The mean of the losses and the sum of their squares."""
        if self._losses is None or not self.labels:
            return {}
        total, squares = self._losses.tolist()
        return {"average_loss": total / self.labels, "squared_loss": squares}

    def in_hindsight(self, hindsight: KnownTarget) -> Mapping[str, float]:
        """What theory says where the right weights are known; its bounds are for those who see all labels."""
        known = self.learner.in_hindsight(self.plain, hindsight)
        return {name: known[name] for name in known if not (self._partly and name.endswith("_bound"))}


Bound = tuple[tuple[str, Callable[..., Any]], ...]
_loops: dict[tuple[Callable[..., Any], type[Learner], Bound], Any] = {}


def _linked(loop: Callable[..., Any], learner: type[Learner], bound: Bound) -> Any:
    # A scikit-learn class has the learner among its bases: the step is compiled for that one.
    own = next(cls for cls in learner.__mro__ if issubclass(cls, Learner) and "step" in vars(cls))
    if (loop, own, bound) not in _loops:
        _loops[loop, own, bound] = link(loop, own.__name__, step=own.step, **dict(bound))
    return _loops[loop, own, bound]
