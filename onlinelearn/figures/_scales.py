"""Axes for errors and counts: from zero, or logarithmic where values differ by orders of magnitude."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from onlinelearn.estimate import Estimate
from onlinelearn.tables.labels import is_error, metric_label, scale
from onlinelearn.tables.summary import Summary

ORDERS = 20.0
"""Groups whose largest values differ by more than this factor can't share a linear axis."""

Drawn = tuple[float, float, float]
"""A mean and the ends of its interval, as they are drawn; without an interval all three are the mean."""


def drawn(metric: str, of: Estimate | Summary) -> Drawn:
    """In the metric's unit, the interval cut to what is possible: nothing below 0, no error above 1."""
    low = of.mean if of.low is None else max(of.low, 0.0)
    high = of.mean if of.high is None else of.high
    factor = scale(metric)
    return factor * of.mean, factor * low, factor * (min(high, 1.0) if is_error(metric) else high)


def need_log(metric: str, groups: Sequence[Sequence[Drawn]]) -> bool:
    """Whether counts of several data sets need a logarithmic axis; errors never do."""
    largest = [max(group)[0] for group in groups if group]
    return not is_error(metric) and len(largest) > 1 and max(largest) > ORDERS * min(largest) > 0


def set_y(panel: Axes, metric: str, values: Sequence[Drawn], *, log: bool) -> None:
    """The y axis (of all panels that share it) for these values, and its label."""
    positive = [mean for mean, _, _ in values if mean > 0]
    top = max((high for _, _, high in values), default=0.0)
    if log and positive:
        panel.set_yscale("log")
        _logarithmic(panel.yaxis, min(positive) / 1.5, 1.25 * top)
        panel.set_ylim(min(positive) / 1.5, 1.25 * top)
        panel.set_ylabel(f"{metric_label(metric)}, log scale")
    else:
        panel.set_ylim(0, 1.06 * top or 1.0)
        panel.yaxis.set_major_formatter(FuncFormatter(_number))
        panel.set_ylabel(metric_label(metric))


def set_rounds(panel: Axes, first: int, last: int) -> None:
    """A logarithmic x axis of rounds."""
    panel.set_xscale("log")
    _logarithmic(panel.xaxis, first, last)
    panel.set_xlim(first, 1.15 * last)


def _logarithmic(axis: Axis, low: float, high: float) -> None:
    """Plain numbers at the powers of ten, or at 1, 2, 5 where those are few (mathtext is switched off)."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 2, 5) if math.log10(high / low) < 2.2 else (1,)
    axis.set_major_locator(FixedLocator([step * 10.0**p for p in powers for step in steps]))
    axis.set_major_formatter(FuncFormatter(_number))
    # Minor ticks would take most of the time that a figure takes.
    axis.set_minor_locator(NullLocator())


def _number(value: float, _: object) -> str:
    return f"{value:,.10g}"
