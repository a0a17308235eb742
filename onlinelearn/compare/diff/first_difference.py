"""The first round in which two learners on one stream differ, found by bisection."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Ints
from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.diff.stream_followers import (
    ComparedBy,
    ForeignFollower,
    OwnFollower,
    RoundState,
    StreamFollower,
    follower,
)
from onlinelearn.experiment.protocol import Prepared, Task, stretches

Quantity = Literal["prediction", "update", "weights"]


@dataclass(frozen=True)
class FirstDifference:
    """The first round in which two learners differ. Labels and predictions are class numbers."""

    round: int
    """From 1, over all epochs."""
    epoch: int
    example: int
    """The row of the training part."""
    label: int
    quantity: Quantity
    """What differs first in that round."""
    one: RoundState
    other: RoundState
    change: float | None
    """max |ΔW| / max |W| after the round, where it is the weights that differ."""


class FollowerPair(NamedTuple):
    """Two learners after the same rounds."""

    one: StreamFollower
    other: StreamFollower

    @property
    def differ(self) -> bool:
        """Whether they have differed in any round so far."""
        return self.one.chain != self.other.chain

    def after(self, data: Prepared, order: Ints) -> "FollowerPair":
        """A copy of both that has learnt from these rows too; this pair stays as it is."""
        ahead = FollowerPair(self.one.copy(), self.other.copy())
        for each in ahead:
            each.follow(data, order)
        return ahead


def first_difference(
    one: Any, other: Any, data: Prepared, task: Task, by: ComparedBy | None = None
) -> FirstDifference | None:
    """The first round in which two learners differ on the stream of `task`; None if they never do.

    A learner is one of ours, or any object with `partial_fit` and `predict`. `by` says what must agree;
    if left out, as much as can be: all weights between equals, decisions between different learners
    of ours, predictions where one is not ours.
    """
    most = comparable(one, other)
    if most == "predictions" and by not in (None, most):
        raise ConfigError(f"of a learner that is not ours only predictions are known, not {by}")
    chosen = by or most
    pair = FollowerPair(follower(one, data, task, chosen), follower(other, data, task, chosen))
    return find_first_difference(pair, data, task)


def comparable(one: Any, other: Any) -> ComparedBy:
    """The most that can be expected to agree between these two."""
    if not (hasattr(one, "step") and hasattr(other, "step")):
        return "predictions"
    return "weights" if type(one) is type(other) and vars(one) == vars(other) else "decisions"


def find_first_difference(pair: FollowerPair, data: Prepared, task: Task) -> FirstDifference | None:
    """Follow the stream from checkpoint to checkpoint; bisect the stretch in which the two first differ.

    No more than three copies of each learner are alive at a time, and none streams more than the
    whole and that stretch once more.
    """
    n, done = len(data.y_train), 0
    for stretch, _ in stretches(task, n, data.ordered):
        ahead = pair.after(data, stretch)
        if done == 0 and any(isinstance(each, ForeignFollower) for each in ahead):
            # The first stretch is one round, in which a foreign learner has no label to predict by.
            ahead.one.chain = ahead.other.chain = 0
        if ahead.differ:
            pair, passed = _bisect(pair, data, stretch)
            return _difference(pair, data, int(stretch[passed]), done + passed, n)
        pair, done = ahead, done + len(stretch)
    return None


def _bisect(pair: FollowerPair, data: Prepared, stretch: Ints) -> tuple[FollowerPair, int]:
    """The two just before the round in which they first differ, and how many rounds of the stretch that is.

    They agree before the stretch, and differ after it.
    """
    first, end = 0, len(stretch)
    while end - first > 1:
        middle = (first + end) // 2
        ahead = pair.after(data, stretch[first:middle])
        if ahead.differ:
            end = middle
        else:
            pair, first = ahead, middle
    return pair, first


def _difference(pair: FollowerPair, data: Prepared, row: int, done: int, n: int) -> FirstDifference:
    """What happens in the next round, after the `done` rounds that both have behind them."""
    one, other = (each.play(data, row) for each in pair)
    quantity: Quantity = "weights"
    if one.prediction != other.prediction:
        quantity = "prediction"
    elif one.updated != other.updated:
        quantity = "update"
    return FirstDifference(
        round=done + 1,
        epoch=done // n + 1,
        example=row,
        label=int(data.y_train[row]),
        quantity=quantity,
        one=one,
        other=other,
        change=_change(pair) if quantity == "weights" else None,
    )


def _change(pair: FollowerPair) -> float:
    """max |ΔW| / max |W|."""
    assert isinstance(pair.one, OwnFollower)
    assert isinstance(pair.other, OwnFollower)
    one, other = pair.one.model.current_state.W, pair.other.model.current_state.W
    return float(np.abs(one - other).max() / max(np.abs(one).max(), np.abs(other).max()))
