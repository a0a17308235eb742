"""README's line on speed, whose numbers are those of docs/performance.md."""

import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"

FAST = "- **Fast.** "
DATASET, OURS = "usps", "ours, an example"
PEERS = ("scikit-learn", "river", "Vowpal Wabbit")


def speed_line(page: str) -> str:
    """The line, with the ratios of the page's table of dense rows; without the table, how to measure."""
    step = f"{FAST}A step is a small function in plain Python, compiled. "
    row = _row(page)
    if not row:
        return f"{step}`make bench` prints the time per example beside scikit-learn and river."
    sklearn, river, vw = (row[peer].removesuffix(" ×") for peer in PEERS)
    return (
        f"{step}Our PA-I takes {row[OURS]} for an example of USPS; scikit-learn takes {sklearn} times as "
        f"long, river {river} times, and Vowpal Wabbit {vw} times ([measured](docs/performance.md))."
    )


def with_speed_line(readme: str, page: str) -> str:
    """README with the line made anew."""
    return re.sub(rf"^{re.escape(FAST)}.*$", lambda _: speed_line(page), readme, count=1, flags=re.M)


def _row(page: str) -> dict[str, str]:
    """The cells of the data set in the table of dense rows, by the heads of their columns."""
    table = re.search(r"^## Dense:.*?\n\n(\|.*?)\n\n", page, re.M | re.S)
    if table is None:
        return {}
    heads, _, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table[1].splitlines()]
    return next((dict(zip(heads, row, strict=True)) for row in rows if row[0] == DATASET), {})
