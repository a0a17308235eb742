"""How the page writes numbers, times, formulas and verdicts."""

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.report.json_records import Comparison
from onlinelearn.render.tables.display import NONE

if TYPE_CHECKING:
    from markupsafe import Markup

MINUS = "\N{MINUS SIGN}"

SYMBOLS = {Verdict.REPRODUCED: "✓", Verdict.NOT_REPRODUCED: "✗", Verdict.UNDECIDED: "?"}
"""Beside each verdict's words: colour never stands alone."""


def number(value: float | None) -> str:
    """Four digits, or all before the point."""
    if value is None or not math.isfinite(value):
        return NONE
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return text.replace("-", MINUS)


def interval(cell: Comparison) -> str:
    """Its two ends."""
    return NONE if cell.low is None or cell.high is None else f"{number(cell.low)} to {number(cell.high)}"


def p_value(p: float | None) -> str:
    """Three digits after the point, which is as far as such a number can be trusted."""
    if p is None or not math.isfinite(p):
        return NONE
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def tally(cells: Sequence[Comparison]) -> str:
    """How many comparisons a claim covers, and how many came out how."""
    counts = [(sum(cell.verdict == verdict for cell in cells), verdict) for verdict in Verdict]
    several = "" if len(cells) == 1 else "s"
    parts = ", ".join(f"{count} {verdict}" for count, verdict in counts if count)
    return f"{len(cells)} comparison{several}: {parts}" if cells else "no comparison"


def moment(time: datetime) -> str:
    """A time, to the minute, in the zone that all share."""
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
    return Markup(html)
