"""Numbers, times, formulas and verdicts as the page writes them: the filters of its templates."""

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.report.json_records import ComparisonRecord
from onlinelearn.render.tables.display import NONE

if TYPE_CHECKING:
    from markupsafe import Markup

MINUS = "\N{MINUS SIGN}"

SYMBOLS = {
    Verdict.REPRODUCED: "✓",
    Verdict.NOT_REPRODUCED: "✗",
    Verdict.ON_THE_BORDER: "≈",
    Verdict.UNDECIDED: "?",
}
"""A symbol beside the words of each verdict: colour never stands alone."""


def number(value: float | None) -> str:
    """A number with four digits, or with all that are before the point."""
    if value is None or not math.isfinite(value):
        return NONE
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return text.replace("-", MINUS)


def exact(value: float) -> str:
    """A number to sort by: more digits than any table shows."""
    return f"{value:.8g}"


def interval(comparison: ComparisonRecord) -> str:
    """The two ends of a comparison's interval."""
    low, high = comparison.low, comparison.high
    return NONE if low is None or high is None else f"{number(low)} to {number(high)}"


def p_value(p: float | None) -> str:
    """A p-value with three digits after the point: more can't be trusted."""
    if p is None or not math.isfinite(p):
        return NONE
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def tally(comparisons: Sequence[ComparisonRecord]) -> str:
    """The number of comparisons that a claim covers, and of each verdict on them."""
    counts = [(sum(each.verdict == verdict for each in comparisons), verdict) for verdict in Verdict]
    several = "" if len(comparisons) == 1 else "s"
    parts = ", ".join(f"{count} {verdict}" for count, verdict in counts if count)
    return f"{len(comparisons)} comparison{several}: {parts}" if comparisons else "no comparison"


def utc_time(time: datetime) -> str:
    """A time to the minute, in UTC."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def percent(share: float) -> str:
    """A level of confidence: 95 %, 99.5 %."""
    return f"{100 * share:.4g} %"


def formula(text: str) -> "Markup":
    """A formula in plain text, P_{t+1} and x^{1/2}, with its indices and powers set as such."""
    from markupsafe import Markup, escape

    html = str(escape(text))
    for mark, tag in (("_", "sub"), (r"\^", "sup")):
        html = re.sub(rf"{mark}(?:\{{([^{{}}]*)\}}|([A-Za-z]+))", rf"<{tag}>\1\2</{tag}>", html)
    return Markup(html)  # escaped above # nosec B704
