"""Means and their intervals as figures draw them: in the metric's unit, and cut to possible values.

Half the width is told as a text and stays uncut, as in the tables.
"""

from typing import NamedTuple

from onlinelearn.numerics.estimates import Estimate
from onlinelearn.render.tables.display import is_error, is_signed, scale
from onlinelearn.render.tables.summary import Summary


class MeanInterval(NamedTuple):
    """A mean, the ends of its interval as drawn, and half its width.

    Where no interval is known, both ends are the mean.
    """

    mean: float
    low: float
    high: float
    half: float = 0.0

    @classmethod
    def exact(cls, value: float) -> "MeanInterval":
        """A value without an interval."""
        return cls(value, value, value)


def difference_interval(metric: str, of: Estimate) -> MeanInterval:
    """An estimate of the difference of two learners in the metric, which may have either sign."""
    return _scaled(metric, of, *_ends(of))


def mean_interval(metric: str, of: Estimate | Summary) -> MeanInterval:
    """An estimate of the metric; no count is below 0, and no error above 1."""
    low, high = _ends(of)
    least = low if of.low is None or is_signed(metric) else max(low, 0.0)
    return _scaled(metric, of, least, min(high, 1.0) if is_error(metric) else high)


def _ends(of: Estimate | Summary) -> tuple[float, float]:
    """The ends of the whole interval."""
    return of.mean if of.low is None else of.low, of.mean if of.high is None else of.high


def _scaled(metric: str, of: Estimate | Summary, low: float, high: float) -> MeanInterval:
    """The mean with these ends, and half the width of the whole interval, in the metric's unit."""
    factor = scale(metric)
    least, most = _ends(of)
    return MeanInterval(factor * of.mean, factor * low, factor * high, factor * (most - least) / 2)
