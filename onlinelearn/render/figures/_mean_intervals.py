"""Means and their intervals as figures draw them: in the metric's unit, and cut to possible values."""

from typing import NamedTuple

from onlinelearn.numerics.estimates import Estimate
from onlinelearn.render.tables.display import is_error, is_signed, scale
from onlinelearn.render.tables.summary import Summary


class MeanInterval(NamedTuple):
    """A mean and the ends of its interval; where no interval is known, both ends are the mean."""

    mean: float
    low: float
    high: float

    @classmethod
    def exact(cls, value: float) -> "MeanInterval":
        """A value without an interval."""
        return cls(value, value, value)


def difference_interval(metric: str, of: Estimate) -> MeanInterval:
    """An estimate of the difference of two learners in the metric, which may have either sign."""
    ends = (of.mean if end is None else end for end in (of.low, of.high))
    return MeanInterval(*(scale(metric) * value for value in (of.mean, *ends)))


def mean_interval(metric: str, of: Estimate | Summary) -> MeanInterval:
    """An estimate of the metric; no count is below 0, and no error above 1."""
    low = of.mean if of.low is None else of.low if is_signed(metric) else max(of.low, 0.0)
    high = of.mean if of.high is None else of.high
    factor = scale(metric)
    return MeanInterval(
        factor * of.mean, factor * low, factor * (min(high, 1.0) if is_error(metric) else high)
    )
