"""A learner at work: it learns from a stream, and scores what it is shown."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Key, Targets, is_sparse, numbers_held
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine import delayed, ranking, stream
from onlinelearn.learners.engine.averaged import AVERAGED_WEIGHTS, Averaged, averaged, current, predicting
from onlinelearn.learners.engine.label_sets import LABEL_SETS
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linking import frozen, link
from onlinelearn.learners.engine.primitives import Layer, Layers
from onlinelearn.learners.engine.selective_sampling import Ask
from onlinelearn.learners.engine.sparse import readable, refuse_other_features, row_layers
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics import rng


class Counts(NamedTuple):
    """The mistakes and updates of a stretch of the stream."""

    mistakes: int
    updates: int | None  # None: a learner that is not ours


class Model:
    """A learner with its state. Labels are class numbers 0..K-1, or rows that mark a set of them
    (`multilabel`); without classes (`n_classes` is 0), real targets.

    `ask` says for which examples the label is looked at; without it, for all. `with_losses` sums up the
    losses too, where every label is looked at: learning is the same, but slower.
    """

    def __init__(
        self,
        learner: Learner,
        n_classes: int,
        n_features: int,
        key: Key = (),
        *,
        multilabel: bool = False,
        ask: Ask | None = None,
        with_losses: bool = False,
    ) -> None:
        self.learner = learner
        self.multilabel = multilabel
        self.ask = ask
        columns = n_classes if multilabel or n_classes > 2 else 1
        self.state: Any = learner.start(columns, n_features, key)
        if columns > 1:
            _check_columns(learner, self.state)
        if learner.average:
            self.state = self.state._replace(W=averaged(self.state.W))
        self.labels = 0
        self._partly_labeled = ask is not None
        has_losses = with_losses and ask is None and learner.kind == "classification"
        self._losses = np.zeros(2) if has_losses else None  # Σℓ and Σℓ²
        self._coins = None if ask is None else rng.Coins((rng.ASK, *key))
        self.reserves = _reserves(type(learner))
        self._loops: dict[tuple[Callable[..., Any], bool], tuple[Learner, Any]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_loops": {}}  # compiled code does not travel

    def learn(
        self,
        X: Floats,
        y: Targets,
        order: Ints,
        touched: Bools,
        shown: Bools | None = None,
        missed: Bools | None = None,
    ) -> Counts:
        """Stream the rows of X in this order; mark in `touched` those that changed the model.

        `shown` says whose label the learner may see; without it, or with a rule that asks, it is all.
        `missed` is told of each row whether its round was a mistake.
        """
        marks = (touched, np.empty(len(touched), np.bool_) if missed is None else missed)
        if shown is not None:
            self._partly_labeled = True
            mistakes, updates, labels = self.run(
                stream.stream_partly_labeled, X, y, order, *marks, frozen(shown)
            )
            self.labels += labels
            return Counts(mistakes, updates)
        if self.ask is None or self._coins is None:
            self.labels += len(order)
            if self._losses is not None:
                return Counts(*self.run(stream.stream_with_losses, X, y, order, *marks, self._losses))
            return Counts(*self.run(stream.stream, X, y, order, *marks))
        coins = self._coins.toss(len(order))
        mistakes, updates, labels = self.run(
            stream.stream_selectively, X, y, order, *marks, self.ask.numbers(), frozen(coins)
        )
        self.labels += labels
        return Counts(mistakes, updates)

    def learn_delayed(
        self, X: Floats, y: Targets, order: Ints, due: Ints, touched: Bools, missed: Bools
    ) -> Counts:
        """Predict the rows of `order`; after each, learn from the row of `due` whose label comes then."""
        self.labels += int((due >= 0).sum())
        self._partly_labeled = True  # no bound of theory counts rounds whose label is still to come
        if is_sparse(X):
            refuse_other_features(X, due[due >= 0])
        return Counts(*self.run(delayed.stream_delayed, X, y, order, frozen(due), touched, missed))

    def learn_without_predicting(self, X: Floats, y: Targets, order: Ints, touched: Bools) -> Counts:
        """Learn from rows that were predicted before: their mistakes are counted already."""
        self.labels += len(order)
        unread = np.empty(len(touched), np.bool_)
        # The loop that is compiled already; what it says of mistakes is not asked for.
        _, updates = self.run(delayed.stream_delayed, X, y, order, frozen(order), touched, unread)
        return Counts(0, updates)

    def run(self, loop: Callable[..., Any], X: Floats, y: Targets, order: Ints, *more: Any) -> Any:
        """Run a loop over the rows of X in this order, compiled with the learner's step."""
        linked = self.linked(loop, X)
        if self.reserves:
            self.reserve(len(order), numbers_held(X, order))
        rows = (readable(X, order), frozen(y), frozen(order))
        returned = linked(self.state, self.learner.constants(), *rows, *more)
        if not self.learner.finite(self.current_state, X, order):
            raise self.overflow()
        return returned

    def reserve(self, rounds: int, values: int) -> None:
        """Make room in the state for as many more rounds, with examples of `values` values in all."""
        self.state = self.learner.reserve_rounds(self.state, rounds)
        self.state = self.learner.reserve_values(self.state, values)

    def linked(self, loop: Callable[..., Any], X: Floats) -> Any:
        """The loop over rows of this kind, compiled with the learner's step; looked up once a learner."""
        kind = loop, is_sparse(X)
        known = self._loops.get(kind)
        if known is None or known[0] is not self.learner:  # an estimator's parameters may be set anew
            self._refuse_sparse(X)
            name = _defining(type(self.learner)).__name__
            known = self._loops[kind] = self.learner, link(loop, name, self.layers(X))
        return known[1]

    def overflow(self) -> LearnerError:
        """The error of weights that are not finite."""
        return LearnerError(f"the weights overflowed; {self.learner.remedy}")

    def _refuse_sparse(self, X: Floats) -> None:
        if is_sparse(X) and not self.learner.takes_sparse():
            raise LearnerError(
                f"{self.learner.name} learns from dense rows only: give it X.toarray(), or fewer features"
            )

    def layers(self, X: Floats) -> Layers:
        """The layers that a loop over rows of this kind is linked with; each sees only those below it."""
        return (
            *row_layers(X),
            *self.learner.weight_layers(),
            *((AVERAGED_WEIGHTS,) if isinstance(self.state.W, Averaged) else ()),
            *self.learner.step_layers(),
            *((LABEL_SETS,) if self.multilabel else ()),
            _step_layer(type(self.learner)),
            *((self.ask.layer,) if self.ask is not None else ()),
            *((stream.LEARNING_UNLABELED,) if self.learner.unlabeled else ()),
        )

    def scores(self, X: Floats) -> Floats:
        """(n, 1) for two classes, else (n, K)."""
        self._refuse_sparse(X)
        return self.learner.scores(self.predicting_state, X)

    def predict(self, X: Floats) -> Targets:
        """The class number of each row, or its real value; of sets of labels, the place of every label."""
        S = self.scores(X)
        return ranking.places(S) if self.multilabel else self.learner.decided(S)

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """Which predictions are mistakes."""
        return ranking.misranked(predicted, y) if self.multilabel else self.learner.wrong(predicted, y)

    def weights(self) -> Floats:
        """The model as `coef_` shows it: what predictions are made with."""
        return self.learner.weights(self.predicting_state)

    @property
    def predicting_state(self) -> Any:
        """The state with the weights that predictions are made with: their mean, where it is kept."""
        state = self.state._replace(W=predicting(self.state.W))
        if self.learner.average and not np.isfinite(self.learner.model_numbers(state)).all():
            raise LearnerError(f"the sum behind the mean of the weights overflowed; {self.learner.remedy}")
        return state

    @property
    def current_state(self) -> Any:
        """The state with the weights that the next round begins with, without their mean."""
        W = current(self.state.W)
        return self.state if W is self.state.W else self.state._replace(W=W)

    def fingerprint(self) -> bytes:
        """The bits of the weights."""
        return self.learner.model_numbers(self.current_state).tobytes()

    def measures(self) -> Mapping[str, float]:
        """The other metrics of the stream so far, beside mistakes and updates."""
        return {"labels": self.labels, **self._loss_measures(), **self.learner.measures(self.current_state)}

    def size(self) -> int | None:
        """How many numbers are kept from one round to the next; None where that can't be told."""
        used = self.learner.without_room(self.state)
        return None if used is None else _numbers(used)

    def _loss_measures(self) -> dict[str, float]:
        """The mean of the losses and the sum of their squares."""
        if self._losses is None or not self.labels:
            return {}
        total, squares = self._losses.tolist()
        return {"average_loss": total / self.labels, "squared_loss": squares}

    def target_measures(self, known: KnownTarget) -> Mapping[str, float]:
        """The metrics that need known right weights; bounds only where all labels were seen."""
        said = self.learner.target_measures(self.current_state, known)
        return {name: said[name] for name in said if not (self._partly_labeled and name.endswith("_bound"))}

    def snapshot(self) -> Any:
        """All that learning has changed: the arrays of the state, and what is counted beside it."""
        return self.state, self.labels, self._partly_labeled, self._losses, self._coins

    def take_up(self, snapshot: Any) -> None:
        """Go on from a snapshot."""
        self.state, self.labels, self._partly_labeled, self._losses, self._coins = snapshot


def _numbers(state: Any) -> int:
    """The numbers in the arrays of a state."""
    if isinstance(state, tuple):
        return sum(map(_numbers, state))
    return state.size if isinstance(state, np.ndarray) else 0


def _reserves(learner: type[Learner]) -> bool:
    """Whether its state needs room for what it is about to learn."""
    own = learner.reserve_rounds, learner.reserve_values
    return own != (Learner.reserve_rounds, Learner.reserve_values)


_step_layers: dict[type[Learner], Layer] = {}


def _defining(learner: type[Learner]) -> type[Learner]:
    """The class that defines the step: a kernel learner has it from its linear form."""
    return next(cls for cls in learner.__mro__ if issubclass(cls, Learner) and "step" in vars(cls))


def _step_layer(learner: type[Learner]) -> Layer:
    """The layer with a learner's step, made once: a call for one row is to cost little."""
    if learner not in _step_layers:
        _step_layers[learner] = Layer({stream.step: learner.step})
    return _step_layers[learner]


def _check_columns(learner: Learner, state: Any) -> None:
    """Refuse several columns of weights or scores that compiled code would read or write beyond their end."""
    W, s = getattr(state, "W", None), getattr(state, "s", None)
    if not isinstance(W, np.ndarray) or W.shape[1] == 1:
        return
    if W.shape[1] % 4 or (isinstance(s, np.ndarray) and len(s) < W.shape[1]):
        raise LearnerError(
            f"{learner.name}: several columns of weights, and their scores, are padded to a multiple of 4, "
            f"as LinearLearner.start does; here there are {W.shape[1]}"
        )
