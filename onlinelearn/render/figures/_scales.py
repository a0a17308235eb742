"""Axes for errors and counts: from zero, or logarithmic where values differ by orders of magnitude."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from onlinelearn.numerics.estimates import Estimate
from onlinelearn.render.tables.display import is_error, is_signed, metric_label, scale
from onlinelearn.render.tables.summary import Summary

ORDERS = 20.0
"""Groups whose largest values differ by more than this factor can't share a linear axis."""

MOST_POWERS = 8
"""The labels of so many powers of ten would run into each other."""

LARGE = 1e6
"""From here on numbers are written with powers of ten."""

Drawn = tuple[float, float, float]
"""A mean and the ends of its interval, as they are drawn; without an interval all three are the mean."""


def drawn(metric: str, of: Estimate | Summary) -> Drawn:
    """In the metric's unit, the interval cut to what is possible: no count below 0, no error above 1."""
    low = of.mean if of.low is None else of.low if is_signed(metric) else max(of.low, 0.0)
    high = of.mean if of.high is None else of.high
    factor = scale(metric)
    return factor * of.mean, factor * low, factor * (min(high, 1.0) if is_error(metric) else high)


def need_log(metric: str, groups: Sequence[Sequence[Drawn]]) -> bool:
    """Whether counts of several data sets need a logarithmic axis; errors never do."""
    largest = [max(group)[0] for group in groups if group]
    bounded = is_error(metric) or is_signed(metric)
    return not bounded and len(largest) > 1 and max(largest) > ORDERS * min(largest) > 0


def set_y(panel: Axes, metric: str, values: Sequence[Drawn], *, log: bool) -> None:
    """The y axis (of all panels that share it) for these values, and its label."""
    positive = [mean for mean, _, _ in values if mean > 0]
    top = max((high for _, _, high in values), default=0.0)
    if is_signed(metric) and values:
        set_range(panel.yaxis, [*values, (0.0, 0.0, 0.0)])
        panel.set_ylabel(metric_label(metric))
    elif log and positive:
        _logarithmic(panel.yaxis, min(positive) / 1.5, 1.25 * top)
        panel.set_ylabel(f"{metric_label(metric)}, log scale")
    else:
        panel.set_ylim(0, 1.06 * top or 1.0)
        panel.yaxis.set_major_formatter(FuncFormatter(_number))
        panel.set_ylabel(metric_label(metric))


def set_rounds(panel: Axes, first: int, last: int) -> None:
    """A logarithmic x axis of rounds."""
    _logarithmic(panel.xaxis, first, 1.15 * last)


def set_range(axis: XAxis | YAxis, values: Sequence[Drawn], *, log: bool = False) -> None:
    """An axis just around the values: for points and lines, which are compared by place, not by length."""
    high = max(high for _, _, high in values)
    positive = [mean for mean, _, _ in values if mean > 0]
    if log and positive:
        _logarithmic(axis, min(positive) / 1.25, 1.25 * high)
        return
    low = min(low for _, low, _ in values)
    pad = 0.08 * (high - low) or 0.1 * abs(high) or 1.0
    _limit(axis, low - pad, high + pad)
    axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10], min_n_ticks=3))
    axis.set_major_formatter(FuncFormatter(_number))


def _logarithmic(axis: XAxis | YAxis, low: float, high: float) -> None:
    """Plain numbers at the powers of ten, or at 1, 2, 5 where those are few (mathtext is switched off)."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    _limit(axis, low, high)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    apart = 1 + len(powers) // MOST_POWERS
    steps = (1, 2, 5) if math.log10(high / low) < 2.2 else (1,)
    axis.set_major_locator(FixedLocator([step * 10.0**p for p in powers if p % apart == 0 for step in steps]))
    axis.set_major_formatter(FuncFormatter(_number))
    # Minor ticks would take most of the time that a figure takes.
    axis.set_minor_locator(NullLocator())


def _limit(axis: XAxis | YAxis, low: float, high: float) -> None:
    axis.axes.set(**{f"{axis.axis_name}lim": (low, high)})


def _number(value: float, _: object) -> str:
    """In full where that leaves room for the axis's own label; a power of ten as such."""
    if abs(value) < LARGE:
        return f"{value:,.10g}"
    mantissa, power = f"{value:.10e}".split("e")
    raised = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(int(power)))
    factor = f"{float(mantissa):g}"
    return f"10{raised}" if factor == "1" else f"{factor}·10{raised}"
