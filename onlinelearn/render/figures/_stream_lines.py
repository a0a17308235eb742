"""The lines of errors over the last rounds: the mean over streams, or a single stream with its blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from onlinelearn.base.curve_points import block_ends, blocks_per_window
from onlinelearn.base.metric_options import Window
from onlinelearn.base.parameters import Parameters
from onlinelearn.base.result_rows import CurvePoint, measured
from onlinelearn.numerics.block_bootstrap import LEAST_BLOCKS, window_intervals
from onlinelearn.numerics.estimates import Estimate, estimate
from onlinelearn.render.figures._mean_intervals import MeanInterval, mean_interval

MOST_POINTS = 500
"""More points of a line than this no page can show."""


@dataclass(frozen=True)
class LearnerStreams:
    """The curves of one learner on one data set: a stream for each permutation, point by point."""

    metric: str
    options: Mapping[str, Parameters]
    """The options of the run's metrics."""
    streams: Sequence[Sequence[CurvePoint]]

    @property
    def rounds(self) -> Sequence[int]:
        """The last rounds of the blocks of this error, at which all streams have points."""
        return block_ends(self.options[self.metric], self.streams[0][-1].round)

    @property
    def are_one(self) -> bool:
        """Whether all streams are copies of one: then nothing is known from how they differ."""
        first = [(point.round, point.mistakes) for point in self.streams[0]]
        return all([(point.round, point.mistakes) for point in each] == first for each in self.streams)

    @property
    def overlap(self) -> float:
        """What permutations that share examples add to the variance of a mean."""
        return self.streams[0][0].repetition.overlap(self.metric)

    @property
    def blocks(self) -> int:
        """Blocks of rounds in a window; 0 for an error without one, or if there are too few to resample."""
        options = self.options[self.metric]
        if not isinstance(options, Window):
            return 0
        blocks = blocks_per_window(options, self.streams[0][-1].round)
        return blocks if LEAST_BLOCKS <= blocks <= len(self.rounds) else 0

    def line(self) -> dict[int, MeanInterval]:
        """The error by round, with its interval, from the first whole window on."""
        first = self.rounds[self.blocks - 1] if self.blocks else 0
        shown = [t for t in self.rounds if t >= first][:: 1 + len(self.rounds) // MOST_POINTS]
        intervals = self._resampled() if self.are_one and self.blocks else {}
        values = self._values()
        return {
            t: self.interval(intervals.get(t) or estimate(values[t], overlap=self.overlap))
            for t in shown
            if t in values
        }

    def interval(self, of: Estimate) -> MeanInterval:
        """What is drawn of an estimate."""
        return mean_interval(self.metric, of)

    def _values(self) -> dict[int, list[float]]:
        """The error at each round in each stream; copies count once."""
        found: dict[int, list[float]] = {}
        for stream in self.streams[:1] if self.are_one else self.streams:
            for point in stream:
                if (value := measured(point, self.metric)) is not None:
                    found.setdefault(point.round, []).append(value)
        return found

    def _resampled(self) -> dict[int, Estimate]:
        """The error of a single stream at each round, with an interval by resampling blocks."""
        at = {point.round: point for point in self.streams[0]}
        mistakes = np.diff([0, *(at[t].mistakes for t in self.rounds)])
        ends = window_intervals(mistakes, np.diff([0, *self.rounds]), self.blocks)
        values = self._values()
        return {
            t: Estimate(1, values[t][0], None, float(low), float(high))
            for t, (low, high) in zip(self.rounds[self.blocks - 1 :], ends, strict=True)
        }


def learner_streams(
    points: Sequence[CurvePoint], metric: str, options: Mapping[str, Parameters]
) -> dict[str, LearnerStreams]:
    """The curves of each learner among these points of one data set."""
    found: dict[str, dict[int, list[CurvePoint]]] = {}
    for point in points:
        found.setdefault(point.learner, {}).setdefault(point.permutation, []).append(point)
    return {name: LearnerStreams(metric, options, list(each.values())) for name, each in found.items()}
