"""Where two learners on one stream part: the first round, found by bisection."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Ints
from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.diff.watched_learners import By, Ours, Side, Stand, Theirs, side
from onlinelearn.experiment.protocol import Prepared, Task, stretches

Quantity = Literal["prediction", "update", "weights"]


@dataclass(frozen=True)
class Parting:
    """The first round that differs. Labels and predictions are class numbers."""

    round: int
    """From 1, over all epochs."""
    epoch: int
    example: int
    """The row of the training part."""
    label: int
    quantity: Quantity
    """What differs first in that round."""
    one: Stand
    other: Stand
    change: float | None
    """max |ΔW| after the round as a part of max |W|, where it is the weights that part."""


class Pair(NamedTuple):
    """Both sides after the same rounds."""

    one: Side
    other: Side

    @property
    def parted(self) -> bool:
        """Whether they have differed in any round so far."""
        return self.one.chain != self.other.chain

    def after(self, data: Prepared, order: Ints) -> "Pair":
        """Both after these rows too; this pair stays as it is, for another try."""
        ahead = Pair(self.one.copy(), self.other.copy())
        for each in ahead:
            each.follow(data, order)
        return ahead


def first_difference(
    one: Any, other: Any, data: Prepared, task: Task, by: By | None = None
) -> Parting | None:
    """The first round at which two learners part on the stream of `task`; None if they never do.

    A learner is one of ours, or any object with `partial_fit` and `predict`. `by` says what must agree;
    left out, it is as much as can be: all weights between equals, decisions between different learners
    of ours, predictions where one is not ours.
    """
    most = comparable(one, other)
    if most == "predictions" and by not in (None, most):
        raise ConfigError(f"of a learner that is not ours only predictions are known, not {by}")
    chosen = by or most
    pair = Pair(side(one, data, task, chosen), side(other, data, task, chosen))
    return first_parting(pair, data, task)


def comparable(one: Any, other: Any) -> By:
    """As much as can be expected to agree between these two."""
    if not (hasattr(one, "step") and hasattr(other, "step")):
        return "predictions"
    return "weights" if type(one) is type(other) and vars(one) == vars(other) else "decisions"


def first_parting(pair: Pair, data: Prepared, task: Task) -> Parting | None:
    """Follow the stream from checkpoint to checkpoint; bisect the stretch in which the sides part.

    No more than three copies of each side are alive at a time, and no side streams more than the
    whole and that stretch once more.
    """
    n, done = len(data.y_train), 0
    for stretch, _ in stretches(task, n, data.ordered):
        ahead = pair.after(data, stretch)
        if done == 0 and any(isinstance(each, Theirs) for each in ahead):
            # The first stretch is one round, and in that one they have nothing to predict by.
            ahead.one.chain = ahead.other.chain = 0
        if ahead.parted:
            pair, passed = _bisect(pair, data, stretch)
            return _parting(pair, data, int(stretch[passed]), done + passed, n)
        pair, done = ahead, done + len(stretch)
    return None


def _bisect(pair: Pair, data: Prepared, stretch: Ints) -> tuple[Pair, int]:
    """The sides just before the round at which they part, and how many rounds of the stretch that is.

    They have not parted before the stretch, and have after it.
    """
    first, end = 0, len(stretch)
    while end - first > 1:
        middle = (first + end) // 2
        ahead = pair.after(data, stretch[first:middle])
        if ahead.parted:
            end = middle
        else:
            pair, first = ahead, middle
    return pair, first


def _parting(pair: Pair, data: Prepared, row: int, done: int, n: int) -> Parting:
    """What happens in the round after `done` rounds, which the sides have behind them."""
    one, other = (each.play(data, row) for each in pair)
    quantity: Quantity = "weights"
    if one.prediction != other.prediction:
        quantity = "prediction"
    elif one.updated != other.updated:
        quantity = "update"
    return Parting(
        round=done + 1,
        epoch=done // n + 1,
        example=row,
        label=int(data.y_train[row]),
        quantity=quantity,
        one=one,
        other=other,
        change=_change(pair) if quantity == "weights" else None,
    )


def _change(pair: Pair) -> float:
    """max |ΔW| / max |W|."""
    assert isinstance(pair.one, Ours)
    assert isinstance(pair.other, Ours)
    one, other = pair.one.model.current_state.W, pair.other.model.current_state.W
    return float(np.abs(one - other).max() / max(np.abs(one).max(), np.abs(other).max()))
