"""A table of measurements, as Markdown that can be read as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench._goal import Goal


@dataclass(frozen=True)
class Table:
    """A title, the heads of the columns, and the rows; perhaps a remark and goals below."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    remark: str = ""
    goals: Sequence[Goal] = ()

    def __post_init__(self) -> None:
        assert all(self.heads), "a column without a name says nothing to those who hear the page"

    def text(self) -> str:
        """The first column to the left, the others to the right."""
        widths = [max(map(len, column)) for column in zip(self.heads, *self.rows, strict=True)]
        rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        lines = [self._line(each, widths) for each in (self.heads, rule, *self.rows)]
        remark = [self.remark, ""] if self.remark else []
        goals = [*(goal.text() for goal in self.goals), ""] if self.goals else []
        return "\n".join([f"## {self.title}", "", *lines, "", *remark, *goals])

    def _line(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        first, *others = cells
        aligned = [
            first.ljust(widths[0]),
            *(each.rjust(width) for each, width in zip(others, widths[1:], strict=True)),
        ]
        return f"| {' | '.join(aligned)} |"


def times(ratio: float) -> str:
    """A ratio, to be read as a factor."""
    return f"{ratio:.1f} ×" if ratio < 10 else f"{ratio:.0f} ×"


def microseconds(seconds: float) -> str:
    """A time."""
    return f"{seconds * 1e6:.2f} µs"
