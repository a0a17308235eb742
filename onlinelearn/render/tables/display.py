"""The display of names, metrics and numbers, in tables and in figures alike.

What a metric's numbers are, the table of metrics says. A name that it lacks, such as a ratio or the
parameter on an axis, is that of a plain number.
"""

from collections.abc import Iterable, Sequence

from onlinelearn.base.metrics import METRICS, Metric

NONE = "–"
"""Stands where there is no value."""

MOST_EPOCHS = 4


def shown(name: str) -> str:
    """The name on one line: line ends and control characters would break a table, a terminal, an SVG."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in name)


def columns(metrics: Iterable[str]) -> tuple[str, ...]:
    """The metrics that are columns of runs.csv."""
    return tuple(name for name in metrics if _metric(name).place != "file")


def is_error(metric: str) -> bool:
    """Whether it is a share of wrong answers: shown in percent, and less is better."""
    return _metric(metric).percent and _metric(metric).lower_is_better is True


def is_signed(metric: str) -> bool:
    """Whether its values may be negative, as logarithms are; errors and counts are not."""
    return _metric(metric).signed


def is_censored(metric: str) -> bool:
    """Whether a blank stands for something that didn't come before the end."""
    return _metric(metric).may_never_come


def metric_label(metric: str) -> str:
    """A metric's name and unit, as a heading."""
    return shown(metric).replace("_", " ") + (" (%)" if _metric(metric).percent else "")


def scale(metric: str) -> float:
    """The factor by which a value is multiplied when it is shown."""
    return 100.0 if _metric(metric).percent else 1.0


def shown_epochs(epochs: Iterable[int]) -> tuple[int, ...]:
    """All epochs where they are few; else some, evenly, with the first and the last."""
    ordered = sorted(set(epochs))
    last = len(ordered) - 1
    if last < MOST_EPOCHS:
        return tuple(ordered)
    return tuple(ordered[i * last // (MOST_EPOCHS - 1)] for i in range(MOST_EPOCHS))


def decimals(metric: str, values: Sequence[float]) -> int:
    """The digits after the point for a column: two for percents, none for large or whole numbers."""
    if _metric(metric).percent:
        return 2
    largest = max(map(abs, values))
    if largest >= 100 or all(float(value).is_integer() for value in values):
        return 0
    return 1 if largest >= 10 else 2 if largest >= 1 else 3


def _metric(name: str) -> Metric:
    return METRICS.get(name) or Metric(name, "a plain number", "standard")
