"""Parameters that are fixed once a model has begun, and those that may change between two calls.

No list says which is which: the learner itself does. `constants()` is read anew at each call, and
scoring reads parameters at each prediction, so that a change of these takes effect at once. A
parameter is fixed if

- the state of a new model depends on it, for example the first weights or the size of an array;
- the layers that the step is linked with depend on it, for example the kernel;
- `reserve_rounds` or `reserve_values` read it and the step isn't told of it: then it limits room that
  was made before.

States are compared, and reads of `start()` are not: that may look at a parameter to check it only.
"""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import numpy as np

from onlinelearn.base import parameters
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.primitives import Layers


def refuse_changes(before: Learner, after: Learner, start: Callable[[Learner], Any]) -> None:
    """Raise ValueError if `after` differs from `before` in a parameter that is fixed.

    `start` gives the state of a new model of the same shape with that learner.
    """
    for name in parameters.names(type(before)):
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            changed = copy(before)
            setattr(changed, name, now)
            if is_fixed(name, before, changed, start):
                raise ValueError(f"{name} was {was!r} when this began, and now is {now!r}; fit starts anew")
            before = changed


def is_fixed(name: str, before: Learner, changed: Learner, start: Callable[[Learner], Any]) -> bool:
    """Whether a model that began as `before` can't become `changed`, which differs in this parameter."""
    state = start(before)
    if _differ(state, start(before), start(changed)) or _layers(before) != _layers(changed):
        return True
    step_is_told = _differ(before.constants(), before.constants(), changed.constants())
    return name in _read_for_room(before, state) and not step_is_told


def _layers(learner: Learner) -> tuple[Layers, Layers]:
    """The layers that the learner's step is linked with."""
    return learner.weight_layers(), learner.step_layers()


def _differ(state: Any, again: Any, other: Any) -> bool:
    """Whether the other state differs where two states of the same learner don't: memory that `start`
    leaves as it finds it says nothing.
    """
    parts = [list(_parts(each)) for each in (state, again, other)]
    if len({len(each) for each in parts}) > 1:
        return True
    return any(_same(a, b) and not _same(a, c) for a, b, c in zip(*parts, strict=True))


def _parts(state: Any) -> Iterator[Any]:
    """The type of each tuple in the state, and all that is no tuple."""
    if isinstance(state, tuple):
        yield type(state)
        for part in state:
            yield from _parts(part)
    else:
        yield state


def _same(a: Any, b: Any) -> bool:
    """Whether two values are of the same type, shape and bits."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    return type(a) is type(b) and bool(a == b)


def _read_for_room(learner: Learner, state: Any) -> set[str]:
    """The names of all attributes that are read when room is made for one more round."""
    read: set[str] = set()

    class Noting(type(learner)):  # type: ignore[misc]  # a base that is known only now
        def __getattribute__(self, name: str) -> Any:
            read.add(name)
            return super().__getattribute__(name)

    noting = copy(learner)
    noting.__class__ = Noting
    noting.reserve_values(noting.reserve_rounds(state, 1), 1)
    return read
