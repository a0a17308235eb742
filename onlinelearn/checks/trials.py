"""Trials: a fresh model of the learner that is checked, compiled or plain, behind one interface."""

import pickle
from dataclasses import dataclass
from typing import Any, Protocol, Self, cast

import numpy as np

from onlinelearn.base.arrays import Floats, Kind, Targets
from onlinelearn.base.errors import LearnerError
from onlinelearn.checks.small_streams import SmallStream, small_streams
from onlinelearn.experiment.models import ForeignModel
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Counts, Model
from onlinelearn.learners.peers.row_by_row import River, learns_in_rows

KEY = (13,)
"""The key of what a learner draws at random."""


class Trial(Protocol):
    """A model under check."""

    def learn(self, X: Any, y: Targets) -> Counts | None:
        """Learn from these rows in their order; the counts are those of a compiled learner."""

    def predict(self, X: Any) -> Targets:
        """The predictions for these rows."""

    def bits(self, X: Floats) -> bytes:
        """Bits that differ where two models do: of the state, as far as it is known, and of predictions."""

    def pickled(self) -> Self:
        """The same model, pickled and unpickled."""


class CompiledTrial:
    """A learner with a step."""

    def __init__(self, learner: Learner, stream: SmallStream) -> None:
        self.model = Model(learner, stream.n_classes, stream.X.shape[1], KEY, multilabel=stream.multilabel)

    def learn(self, X: Any, y: Targets) -> Counts:
        """Stream the rows through the loop that all learners share."""
        n = X.shape[0]
        return self.model.learn(X, y, np.arange(n), np.zeros(n, np.bool_))

    def predict(self, X: Any) -> Targets:
        """The model's predictions."""
        return self.model.predict(X)

    def bits(self, X: Floats) -> bytes:
        """The bits of the model's numbers, and of its scores."""
        return self.model.fingerprint() + self.model.scores(X).tobytes()

    def pickled(self) -> Self:
        """A trial of the same model, pickled and unpickled."""
        return cast(Self, pickle.loads(pickle.dumps(self)))  # made right here # nosec B301


class PlainTrial:
    """A learner with `partial_fit`, or with `learn_one`, which is called as it is in a run."""

    def __init__(self, learner: Any, n_classes: int) -> None:
        self.estimator = learner if learns_in_rows(type(learner)) else River(learner)
        self.model = ForeignModel(self.estimator, n_classes)

    def learn(self, X: Any, y: Targets) -> None:
        """Give it the rows in one call."""
        self.model.learn_in_one_call(X, y)

    def predict(self, X: Any) -> Targets:
        """Its predictions, in an array, as they are."""
        return np.asarray(self.estimator.predict(X))

    def bits(self, X: Floats) -> bytes:
        """The predictions: nothing else is known of it."""
        return self.predict(X).tobytes()

    def pickled(self) -> Self:
        """A trial of the same object, pickled and unpickled."""
        return cast(Self, pickle.loads(pickle.dumps(self)))  # made right here # nosec B301


@dataclass(frozen=True)
class Subject:
    """The class of the learner that is checked, and the kind of its targets."""

    cls: type
    kind: Kind

    @property
    def compiled(self) -> bool:
        """Whether it has a step that Numba compiles."""
        return issubclass(self.cls, Learner)

    def declared(self, name: str, default: bool) -> bool:
        """A yes or no that the class declares, such as `label_symmetric`."""
        return bool(getattr(self.cls, name, default))

    def begin(self, stream: SmallStream) -> Trial:
        """A model that has learnt nothing yet."""
        made = self.cls()
        return CompiledTrial(made, stream) if self.compiled else PlainTrial(made, stream.n_classes)

    def streams(self) -> tuple[SmallStream, ...]:
        """The streams that it takes: a learner of two classes may refuse three."""
        first, *more = self.every_stream()
        return (first, *(stream for stream in more if self.refusal(stream) is None))

    def every_stream(self) -> tuple[SmallStream, ...]:
        """The streams for learners of its kind."""
        label_sets = self.compiled and self.declared("multilabel", False)
        return small_streams(self.kind, label_sets=label_sets)

    def refusal(self, stream: SmallStream) -> Exception | None:
        """The error by which it refuses the stream, if it does."""
        try:
            trial = self.begin(stream)
            if not self.compiled:
                trial.learn(*stream.part(0, len(stream.y)))
        except (LearnerError, ValueError, NotImplementedError) as error:
            return error
        return None


def subject_of(cls: type) -> Subject:
    """The class as the subject of checks. Its attribute `kind` says what it learns; else it classifies.

    A regressor of scikit-learn or river is known by its base.
    """
    regressor = any(base.__name__ in ("RegressorMixin", "Regressor") for base in cls.__mro__)
    return Subject(cls, getattr(cls, "kind", "regression" if regressor else "classification"))
