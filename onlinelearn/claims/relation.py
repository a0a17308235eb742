"""An order between two quantities, tested on paired runs."""

from dataclasses import dataclass, replace
from typing import Literal

from onlinelearn.claims import inference
from onlinelearn.claims.inference import Criterion, Evidence
from onlinelearn.claims.results_view import Values
from onlinelearn.numerics.estimates import estimate

Operator = Literal["<", "<=", ">", ">=", "~"]

SIDES = {"<": (1.0,), ">": (-1.0,), "~": (1.0, -1.0)}
"""The directions in which left must not exceed right, by the operator's first character."""

ONE_RUN = "none: every permutation is the same run"
"""The test where the order is fixed and nothing is drawn."""


@dataclass(frozen=True)
class Relation:
    """left op right, up to a slack: `<= within 0.01` is left ≤ right + 0.01.

    A relative slack is a share of the right side: `~ within 5 %` is |left - right| ≤ 0.05 |right|.
    """

    operator: Operator
    slack: float = 0.0
    relative: bool = False

    def evidence(
        self, left: Values, right: Values, criterion: Criterion, shown: Values | None = None
    ) -> Evidence:
        """Left against right in each permutation: learners share the orders, so the runs are pairs.

        The effect is the mean of `shown`, or of left minus right; the slack only moves the border.
        """
        shared = sorted(left.keys() & right.keys())
        if not shared:
            return inference.NO_RUNS
        # Copies of one run are no further evidence, however many permutations there are of it.
        both = list({(left.run(p), right.run(p)): p for p in reversed(shared)}.values())[::-1]
        borders = [[self._excess(left[p], right[p], side) for p in both] for side in SIDES[self.operator[0]]]
        strict = self.operator in ("<", ">")
        if criterion.always:
            return inference.in_every_run(borders, strict=strict)
        level, overlap = criterion.level, criterion.overlap
        border = None if criterion.border is None else [criterion.border.beside(right[p]) for p in both]
        tested = inference.all_below_zero(borders, strict=strict, level=level, overlap=overlap, border=border)
        plain = estimate([shown[p] if shown else left[p] - right[p] for p in both], level, overlap)
        test = ONE_RUN if len(both) == 1 < len(shared) else tested.test
        return replace(tested, effect=plain.mean, low=plain.low, high=plain.high, test=test)

    def _excess(self, a: float, b: float, side: float) -> float:
        """By how much a exceeds b and the slack in that direction; mere rounding counts as zero."""
        slack = self.slack * (abs(b) if self.relative else 1.0)
        excess = side * (a - b) - slack
        return 0.0 if abs(excess) <= 1e-12 * (abs(a) + abs(b) + slack) else excess
