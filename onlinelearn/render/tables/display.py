"""How names, metrics and numbers are shown, in tables and in figures alike."""

from collections.abc import Iterable, Sequence

from onlinelearn.base.metrics import CURVES

NONE = "–"
"""Stands where there is no value."""

MOST_EPOCHS = 4


def shown(name: str) -> str:
    """The name on one line: line ends and control characters would break a table, a terminal, an SVG."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in name)


def columns(metrics: Iterable[str]) -> tuple[str, ...]:
    """The metrics that are columns of runs.csv."""
    return tuple(metric for metric in metrics if metric not in CURVES)


def is_error(metric: str) -> bool:
    """Errors are shown in percent, and less is better."""
    return metric == "error" or metric.endswith("_error")


def metric_label(metric: str) -> str:
    """A metric's name and unit, as a heading."""
    return shown(metric).replace("_", " ") + (" (%)" if is_error(metric) else "")


def scale(metric: str) -> float:
    """What a value is multiplied by when it is shown."""
    return 100.0 if is_error(metric) else 1.0


def shown_epochs(epochs: Iterable[int]) -> tuple[int, ...]:
    """All epochs where they are few; else some, evenly, with the first and the last."""
    ordered = sorted(set(epochs))
    last = len(ordered) - 1
    if last < MOST_EPOCHS:
        return tuple(ordered)
    return tuple(ordered[i * last // (MOST_EPOCHS - 1)] for i in range(MOST_EPOCHS))


def decimals(metric: str, values: Sequence[float]) -> int:
    """The digits after the point for a column: two for percents, none for large or whole numbers."""
    if is_error(metric):
        return 2
    largest = max(map(abs, values))
    if largest >= 100 or all(float(value).is_integer() for value in values):
        return 0
    return 1 if largest >= 10 else 2 if largest >= 1 else 3
