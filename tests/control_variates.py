"""What a control variate could give: `python -m tests.control_variates results/fig1_decided`.

The covariate of a paired difference in test error is the same two learners' difference in online error
after the first epoch. It helps only as far as its own mean is known better than that of the test errors;
here it is taken to be known exactly. So an interval keeps at least √(1 - ρ²) of its width.
"""

import csv
import sys
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import correlation, median

Runs = dict[str, float]
"""A value by permutation."""


def main() -> None:
    """Say by how much the interval of a difference could be narrower: the median over pairs, and the most."""
    with (Path(sys.argv[1]) / "runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    tested, online = (_values(rows, *each) for each in (("3", "test_error"), ("1", "online_error")))
    saved = [
        1.0 - sqrt(1.0 - correlation(_difference(tested, *pair), _difference(online, *pair)) ** 2)
        for pair in combinations(tested, 2)
        if pair[0][0] == pair[1][0]
    ]
    text = f"{len(saved)} pairs: narrower by {median(saved):.1%} in the median, {max(saved):.1%} at most"
    sys.stdout.write(f"{text}\n")


def _values(rows: list[dict[str, str]], epoch: str, metric: str) -> dict[tuple[str, str], Runs]:
    """The metric after an epoch, by data set and learner."""
    found: dict[tuple[str, str], Runs] = {}
    for row in rows:
        if row["epoch"] == epoch:
            runs = found.setdefault((row["dataset"], row["learner"]), {})
            runs[row["permutation"]] = float(row[metric])
    return found


def _difference(
    values: dict[tuple[str, str], Runs], one: tuple[str, str], two: tuple[str, str]
) -> list[float]:
    return [values[one][p] - values[two][p] for p in values[one]]


if __name__ == "__main__":
    main()
