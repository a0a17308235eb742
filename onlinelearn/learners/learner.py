"""What a learner is: parameters, a state, and a step."""

from typing import Any, ClassVar, Protocol

from onlinelearn.types import Floats, Key


class Step(Protocol):
    """One round: look at x, compare with y, change the state. Returns (mistake, updated)."""

    def __call__(self, state: Any, constants: Any, x: Floats, y: int) -> tuple[bool, bool]: ...


class Learner:
    """The base of all learners.

    A subclass stores its parameters in `__init__` as they are (keyword-only, with types and ranges
    from `onlinelearn.parameters`), and says

    - `name`: what a config calls it;
    - `step`: what happens in a round, as a plain function that Numba can compile;
    - `constants()`: the numbers that the step reads, as a NamedTuple;
    - `start()`: the state before the first round, as a NamedTuple of arrays.

    A file in this folder that defines such a class is found by itself.
    """

    name: ClassVar[str]
    step: ClassVar[Step]
    poor_score: ClassVar[bool] = False
    """Whether one pass over a few hundred examples is too short for it (scikit-learn's tag)."""

    def start(self, n_classes: int, n_features: int, key: Key) -> Any:
        """The state before the first round; `key` is for what is drawn at random."""
        raise TypeError(f"{type(self).__name__} says nothing of its first state")

    def constants(self) -> Any:
        """What the step reads, as a NamedTuple of numbers."""
        raise TypeError(f"{type(self).__name__} says nothing of its constants")

    def simpler(self) -> "tuple[str, Learner] | None":
        """A simpler learner that this one should beat to be worth its while, and what it is; if any.

        An experiment runs it alongside, and points out where the two can't be told apart.
        """
        return None

    def reserve(self, state: Any, rounds: int) -> Any:
        """The same state, with room for `rounds` more updates."""
        return state

    def counted(self, state: Any) -> dict[str, int]:
        """What the learner counts beside mistakes and updates, by the names of the estimator's attributes."""
        return {}

    def weights(self, state: Any) -> Floats:
        """The model as `coef_` shows it: (1, d) for two classes, else (K, d)."""
        raise TypeError(f"{type(self).__name__} has no linear weights")
