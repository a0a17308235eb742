"""The base of all learners: parameters, a state, and a step."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Key, Kind, Targets
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.theory.known_target import KnownTarget


class Step(Protocol):
    """One round: look at x, compare with y, change the state. Returns (mistake, updated)."""

    def __call__(self, state: Any, constants: Any, x: Floats, y: Any) -> tuple[bool, bool]: ...


class Learner:
    """The base of all learners.

    A subclass stores its parameters in `__init__` as they are (keyword-only, with types and ranges
    from `onlinelearn.base.parameters`), and says

    - `name`: what a config calls it;
    - `step`: what happens in a round, as a plain function that Numba can compile;
    - `constants()`: the numbers that the step reads, as a NamedTuple;
    - `start()`: the state before the first round, as a NamedTuple of arrays.

    A file in this folder that defines such a class is found by itself.
    """

    name: ClassVar[str]
    step: ClassVar[Step]
    kind: ClassVar[Kind] = "classification"
    """The kind of targets that it learns."""
    remedy: ClassVar[str] = "scale the data, for example with unit_norm"
    """The advice of the error message where its weights overflow."""
    poor_score: ClassVar[bool] = False
    """Whether one pass over a few hundred examples is too short for it (scikit-learn's tag)."""
    multilabel: ClassVar[bool] = False
    """Whether it can learn sets of labels: its step compares labels only by `look` and `belongs`."""
    linear: ClassVar[bool] = False
    """Whether a score is w·x, or that less a threshold, with the weights that `weights` shows."""
    sparse: ClassVar[bool] = False
    """Whether it takes sparse rows: its step reads an example only by what `sparse.SPARSE_ROWS` replaces."""
    unlabeled: ClassVar[bool] = False
    """Whether it learns from examples without a label too: then y = -1."""
    plays: ClassVar[bool] = False
    """Whether it plays a class and is told only if that was right: its step compares nothing else with y."""
    label_symmetric: ClassVar[bool] = True
    """Whether it treats two classes alike: exchanging them exchanges its predictions."""
    predicts_online: ClassVar[bool] = True
    """Whether `predict` decides as the next round would; not so with a vote or a mean of past weights."""
    learns_from_zero: ClassVar[bool] = False
    """Whether an example without any feature changes the model too: it is counted, or weights decay."""
    grows: ClassVar[bool] = False
    """Whether features and classes may be added later: it begins with nothing on each, and its state has a
    row for each feature and a column for each class (`growing_models.grown`)."""
    average: bool = False
    """Whether predictions after the stream are made with the mean of all weights; a parameter of some."""

    def takes_sparse(self) -> bool:
        """Whether examples may be sparse rows with these parameters."""
        return self.sparse

    def start(self, columns: int, n_features: int, key: Key) -> Any:
        """The state before the first round; `key` is for what is drawn at random.

        There is a column of weights for each class, and one in all where there are two classes.
        """
        raise TypeError(f"{type(self).__name__} says nothing of its first state")

    def constants(self) -> Any:
        """The numbers that the step reads, as a NamedTuple."""
        raise TypeError(f"{type(self).__name__} says nothing of its constants")

    def simpler(self) -> "tuple[str, Learner] | None":
        """A simpler learner that this one should beat to be worth its while, and what it is; if any.

        An experiment runs it alongside, and points out where the two can't be told apart.
        """
        return None

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """The same state, with room for `rounds` more updates."""
        return state

    def reserve_values(self, state: Any, values: int) -> Any:
        """The same state, with room for examples of `values` values in all, if it keeps examples."""
        return state

    def without_room(self, state: Any) -> Any:
        """The same state without room for more; None where it can't be told apart from what is used."""
        return state

    def weight_layers(self) -> Layers:
        """The layers for weights of another form than a matrix: scores and moves, with the same formulas."""
        return ()

    def step_layers(self) -> Layers:
        """The layers for what else its step is made of; they see the weights, or the mean of them."""
        return ()

    def model_numbers(self, state: Any) -> Floats:
        """The numbers that the model consists of: they must be finite, and their bits tell models apart."""
        raise TypeError(f"{type(self).__name__} says nothing of its numbers")

    def finite(self, state: Any, X: Floats, order: Ints) -> bool:
        """Whether all its numbers are finite, now that it has learnt from these rows; they were before."""
        return bool(np.isfinite(self.model_numbers(state)).all())

    def scores(self, state: Any, X: Floats) -> Floats:
        """The scores of the rows of X: (n, 1) for one column, else (n, K)."""
        raise TypeError(f"{type(self).__name__} says nothing of its scores")

    def decided(self, S: Floats) -> Targets:
        """The predictions: the class with the highest score; a tie goes to the lowest number."""
        return (S[:, 0] > 0.0).astype(np.int64) if S.shape[1] == 1 else S.argmax(axis=1)

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """Which predictions are mistakes."""
        wrong: Bools = predicted != y
        return wrong

    def measures(self, state: Any) -> Mapping[str, float]:
        """Other metrics of the learner, beside mistakes and updates, by their names.

        A whole number is a count, which an estimator shows as `n_<name>_`; another as `<name>_`.
        """
        return {}

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """Metrics that need known right weights, such as mistake bounds, by their names."""
        return {}

    def weights(self, state: Any) -> Floats:
        """The model as `coef_` shows it: (1, d) for two classes, else (K, d)."""
        raise TypeError(f"{type(self).__name__} has no linear weights")
