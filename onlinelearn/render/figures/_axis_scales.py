"""The scales of axes: from zero, around the values, or logarithmic where they span orders of magnitude."""

import math
from collections.abc import Callable, Sequence

from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from onlinelearn.render.figures._mean_intervals import MeanInterval
from onlinelearn.render.figures._style import font_factor, text_width
from onlinelearn.render.tables.display import is_error, is_signed, metric_label

ORDERS = 20.0
"""Groups whose largest values differ by more than this factor can't share a linear axis."""

MOST_POWERS = 8
"""More labels of powers of ten than this would run into each other."""

LABEL_GAP = 0.08
"""The least space between two labels, in inches."""

LARGE, SMALL = 1e6, 1e-4
"""Beyond these, numbers are written with powers of ten."""

MINUS = "\N{MINUS SIGN}"
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def needs_log_axis(metric: str, groups: Sequence[Sequence[MeanInterval]]) -> bool:
    """Whether counts of several data sets need a logarithmic axis; errors never do."""
    largest = [max(group).mean for group in groups if group]
    bounded = is_error(metric) or is_signed(metric)
    return not bounded and len(largest) > 1 and max(largest) > ORDERS * min(largest) > 0


def set_vertical_axis(panel: Axes, metric: str, values: Sequence[MeanInterval], *, log: bool) -> None:
    """Set the vertical axis (of all panels that share it) for these values, and its label."""
    positive = [value.mean for value in values if value.mean > 0]
    top = max((value.high for value in values), default=0.0)
    if is_signed(metric) and values:
        set_axis_around(panel.yaxis, [*values, MeanInterval.exact(0.0)])
        panel.set_ylabel(metric_label(metric))
    elif log and positive:
        _logarithmic(panel.yaxis, min(positive) / 1.5, 1.25 * top)
        panel.set_ylabel(f"{metric_label(metric)}, log scale")
    else:
        panel.set_ylim(0, 1.06 * top or 1.0)
        panel.yaxis.set_major_formatter(FuncFormatter(_numbers(0, top)))
        panel.set_ylabel(metric_label(metric))


def set_rounds_axis(panel: Axes, first: int, last: int) -> None:
    """Set a logarithmic horizontal axis of rounds."""
    _logarithmic(panel.xaxis, first, 1.15 * last)


def set_plain_axis(axis: XAxis | YAxis, low: float, high: float) -> None:
    """Set a linear axis from end to end, its numbers in full."""
    _limit(axis, low, high)
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(_numbers(low, high)))


def set_axis_around(axis: XAxis | YAxis, values: Sequence[MeanInterval], *, log: bool = False) -> None:
    """Set an axis just around the values: points and lines are compared by place, bars by length."""
    high = max(value.high for value in values)
    positive = [value.mean for value in values if value.mean > 0]
    if log and positive:
        _logarithmic(axis, min(positive) / 1.25, 1.25 * high)
        return
    low = min(value.low for value in values)
    pad = 0.08 * (high - low) or 0.1 * abs(high) or 1.0
    _limit(axis, low - pad, high + pad)
    axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10], min_n_ticks=3))
    axis.set_major_formatter(FuncFormatter(_numbers(low, high)))


def _logarithmic(axis: XAxis | YAxis, low: float, high: float) -> None:
    """Set a logarithmic axis with plain numbers at powers of ten, also at 2 and 5 where those are few."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    _limit(axis, low, high)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    apart = 1 + len(powers) // MOST_POWERS
    ticks = [step * 10.0**p for p in powers for step in (1, 2, 5)]
    written = _numbers(low, high, log=True)

    def fit(ticks: Sequence[float]) -> bool:
        return _fit(axis, [written(tick, None) for tick in ticks if low <= tick <= high])

    if math.log10(high / low) >= 2.2 or not fit(ticks):
        while not fit([10.0**p for p in powers if p % apart == 0]):
            apart += 1
        ticks = [10.0**p for p in powers if p % apart == 0]
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_major_formatter(FuncFormatter(written))
    # Minor ticks would take most of the time that a figure takes.
    axis.set_minor_locator(NullLocator())


def _fit(axis: XAxis | YAxis, labels: Sequence[str]) -> bool:
    """Whether these labels have room side by side; one above the other, they always have."""
    if axis.axis_name == "y" or len(labels) < 2:
        return True
    figure = axis.axes.get_figure(root=True)
    assert figure is not None
    inches = axis.axes.get_position().width * figure.get_figwidth() / font_factor()
    widest = max(map(text_width, labels))
    # The first and the last may reach beyond the ends.
    return (len(labels) - 1) * (widest + LABEL_GAP) <= inches


def _limit(axis: XAxis | YAxis, low: float, high: float) -> None:
    axis.axes.set(**{f"{axis.axis_name}lim": (low, high)})


def _numbers(low: float, high: float, *, log: bool = False) -> Callable[[float, object], str]:
    """How the ticks between these ends are written: in full or, on an axis with very large ones, as powers.

    All of an axis are written alike. Mathtext is switched off, so that a $ in a name stays a $.
    """
    largest = max(abs(low), abs(high))
    if log and (largest >= LARGE or low < SMALL):
        return lambda value, _: _power(value, math.floor(math.log10(value) + 1e-9))
    if largest >= LARGE:
        power = math.floor(math.log10(largest))
        return lambda value, _: _power(value, power) if value else "0"
    return lambda value, _: f"{value:,.10g}".replace("-", MINUS)


def _power(value: float, power: int) -> str:
    """A number with a power of ten: 1, 10, 10³, 2·10⁻⁴."""
    factor = f"{value / 10.0**power:.6g}".replace("-", MINUS)
    if abs(power) < 2:
        return f"{value:g}"
    raised = str(power).translate(RAISED)
    return f"10{raised}" if factor == "1" else f"{factor}·10{raised}"
