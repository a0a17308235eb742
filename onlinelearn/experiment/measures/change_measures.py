"""The costs of a change of the data: how much the error rises, and how long it takes to come back."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from onlinelearn.base.arrays import Bools
from onlinelearn.base.metric_options import Excess, Recovery


@dataclass(frozen=True)
class Change:
    """The rounds from the change before, or the beginning, to this one, and those until the next."""

    before: Bools
    after: Bools

    def error_before(self, window: int) -> float:
        """The error over the last rounds before the change."""
        return _error(self.before[-window:])

    def excess(self, window: int) -> float:
        """The error over the first rounds after the change, minus that before."""
        return _error(self.after[:window]) - self.error_before(window)

    def recovery(self, window: int, tolerance: float) -> int | None:
        """The round after the change at which the first window begins that has the error from before.

        None if there is no such window before the next change or the end.
        """
        sums = np.cumsum(np.concatenate([[0], self.after]))
        errors = (sums[window:] - sums[:-window]) / window
        good = np.flatnonzero(errors <= self.error_before(window) + tolerance)
        return int(good[0]) if len(good) else None


@dataclass(frozen=True)
class Changes:
    """The rounds after which the data change; in the next epoch they do so again."""

    rounds: Sequence[int]
    epoch: int
    """The rounds of an epoch."""

    def around(self, mistaken: Bools) -> list[Change]:
        """The rounds around every change so far, each with whether it was a mistake."""
        found = []
        for start in range(0, len(mistaken), self.epoch):
            passed = mistaken[start : start + self.epoch]
            past = [change for change in self.rounds if 0 < change < len(passed)]
            places = zip([0, *past], past, [*past[1:], len(passed)], strict=False)
            found += [Change(passed[begin:at], passed[at:end]) for begin, at, end in places]
        return found


def excess_error(changes: Sequence[Change], options: Excess) -> float | None:
    """The mean over the changes of how much the error rises; None if there was none."""
    return _mean([each.excess(options.window) for each in changes])


def recovery_time(changes: Sequence[Change], options: Recovery) -> float | None:
    """The mean over the changes of the time to recover; None if after one of them it never came."""
    times = _recoveries(changes, options)
    known = [time for time in times if time is not None]
    return _mean(known) if len(known) == len(times) else None


def recovered(changes: Sequence[Change], options: Recovery) -> float | None:
    """The share of the changes after which the error came back; None if there was none."""
    return _mean([time is not None for time in _recoveries(changes, options)])


def _recoveries(changes: Sequence[Change], options: Recovery) -> list[int | None]:
    return [each.recovery(options.window, options.tolerance) for each in changes]


def _error(mistaken: Bools) -> float:
    return int(mistaken.sum()) / len(mistaken)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
