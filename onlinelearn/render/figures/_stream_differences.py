"""Differences of errors along streams: a learner's to another's on the same examples, taken pair by pair.

What an order, or a hard stretch of one stream, does to both learners cancels before there is an interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from onlinelearn.base.result_rows import CurvePoint, measured
from onlinelearn.numerics.estimates import Estimate
from onlinelearn.render.figures._mean_intervals import MeanInterval, difference_interval
from onlinelearn.render.figures._stream_lines import LearnerStreams


@dataclass(frozen=True)
class StreamDifferences(LearnerStreams):
    """Streams whose points are differences of two learners, in the error and in the mistakes so far."""

    def interval(self, of: Estimate) -> MeanInterval:
        """What is drawn of an estimate, of either sign."""
        return difference_interval(self.metric, of)


def differences_to(
    against: str, streams: Mapping[str, Mapping[str, LearnerStreams]]
) -> dict[str, dict[str, LearnerStreams]]:
    """By data set, the differences of each other learner to this one over the permutations of both."""
    found: dict[str, dict[str, LearnerStreams]] = {}
    for dataset, learners in streams.items():
        for name, each in learners.items():
            if name != against and against in learners and (pairs := _pairs(each, learners[against])):
                found.setdefault(dataset, {})[name] = pairs
    return found


def _pairs(mine: LearnerStreams, other: LearnerStreams) -> StreamDifferences | None:
    """The differences in each permutation that both have; None, if there is no such permutation."""
    others = {each[0].permutation: each for each in other.streams}
    pairs = [
        _difference(each, others[each[0].permutation], mine.metric)
        for each in mine.streams
        if each[0].permutation in others
    ]
    return StreamDifferences(mine.metric, mine.options, pairs) if pairs else None


def _difference(mine: Sequence[CurvePoint], other: Sequence[CurvePoint], metric: str) -> list[CurvePoint]:
    """The points of a curve with the other's taken off, round by round."""
    return [
        replace(
            one,
            online_error=one.online_error - two.online_error,
            mistakes=one.mistakes - two.mistakes,
            extra={metric: _less(measured(one, metric), measured(two, metric))},
        )
        for one, two in zip(mine, other, strict=True)
    ]


def _less(value: float | None, other: float | None) -> float | None:
    return None if value is None or other is None else value - other
