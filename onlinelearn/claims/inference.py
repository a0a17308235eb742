"""Inference about the mean of paired differences: an interval, and p-values."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from onlinelearn.claims.border import Distance
from onlinelearn.numerics.estimates import Estimate, estimate, skewness


@dataclass(frozen=True)
class Criterion:
    """How a claim is tested: on average, with intervals of this coverage, or in every single run."""

    level: float
    always: bool = False
    overlap: float = 0.0
    """What the runs have in common, where they split the same examples anew."""
    border: Distance | None = None
    """The distance from the boundary within which a mean counts as on it, if there is such a distance."""


@dataclass(frozen=True)
class Reach:
    """The findings that more permutations could still make, on the claim that `Evidence` is about."""

    holds: bool = True
    fails: bool = True
    near: bool = False

    def __bool__(self) -> bool:
        return self.holds or self.fails or self.near


@dataclass(frozen=True)
class Evidence:
    """The evidence on a claim about a mean: the estimate, its interval, and p-values.

    `holds` is the p-value of the test that could show that the claim is true, `fails` that of the
    test that could show it false, and `near` that of the two tests that could show the mean to be on the
    border. None where there are too few runs for a test.
    """

    effect: float | None
    low: float | None
    high: float | None
    n: int
    holds: float | None
    fails: float | None
    test: str
    near: float | None = None
    runs_needed: int = 0
    """More runs than there are, where the differences are too skewed for a t test of so few; else 0."""
    reach: Reach = Reach()


def no_evidence(why: str) -> Evidence:
    """The evidence where nothing can be tested, and the reason: the verdict is undecided."""
    return Evidence(None, None, None, 0, None, None, why)


NO_RUNS = no_evidence("no runs to judge by")


ENOUGH = 20
"""From so many differences on, their own spread and skewness are known well enough to judge the test by."""

COCHRAN = 25.0
"""Cochran's rule: a test by Student's t of n differences needs n > 25 skewness²."""

ROUNDING = 1e-9
"""The part of the values themselves up to which they differ by rounding alone: that is no spread."""


def below_zero(d: Sequence[float], *, strict: bool, level: float, overlap: float = 0.0) -> Evidence:
    """The claim that the mean of d is below zero (at most zero, if not strict), by Student's t.

    Runs that split the same examples anew overlap, and count for less.
    """
    found = estimate(d, level, overlap)
    n, mean, low, high = found.n, found.mean, found.low, found.high
    test = "corrected paired t" if overlap else "paired t"
    if n == 1:
        return Evidence(mean, None, None, 1, None, None, test)
    if max(d) - min(d) <= ROUNDING * max(map(abs, d)):
        # Without spread, as in counts of few examples, t says nothing: use the chance of n equal signs.
        true = mean < 0.0 or (mean == 0.0 and not strict)
        luck = 0.5**found.effective_n
        holds, fails = (luck, 1.0) if true else (1.0, luck)
        return Evidence(mean, low, high, n, holds, fails, "equal in all runs")
    from scipy.special import stdtr

    holds = float(stdtr(n - 1, mean / found.error))
    needed, reach = _runs_needed(d), _reach(found, level)
    return Evidence(mean, low, high, n, holds, 1.0 - holds, test, runs_needed=needed, reach=reach)


def _reach(found: Estimate, level: float) -> Reach:
    """Where splits overlap, no number of them makes an interval narrower than what they have in common.

    The mean may still move until then, by two standard errors of what they don't have in common.
    """
    if not found.overlap or found.std is None or found.n < ENOUGH:
        return Reach()
    from scipy.special import ndtri

    narrowest = float(ndtri((1.0 + level) / 2.0)) * found.std * math.sqrt(found.overlap)
    moves = 2.0 * found.std / math.sqrt(found.n)
    return Reach(found.mean - moves < -narrowest, found.mean + moves > narrowest)


def _runs_needed(d: Sequence[float]) -> int:
    """How many differences as skewed as these a t test needs; 0 if there are as many.

    Where all have one sign, none of them outweighs the others, however skewed they are.
    """
    n = len(d)
    if n < ENOUGH or min(d) >= 0.0 or max(d) <= 0.0:
        return 0
    needed = COCHRAN * skewness(d) ** 2
    return math.ceil(needed) if needed > n else 0


def all_below_zero(
    borders: Sequence[Sequence[float]],
    *,
    strict: bool,
    level: float,
    overlap: float = 0.0,
    border: Sequence[float] | None = None,
) -> Evidence:
    """The claim that the mean of each d is below zero: each must be shown, and any may fail.

    Two of them make an equivalence, |A - B| ≤ δ: two one-sided tests. Given a border, there is evidence
    too that the mean of one of them is nearer to zero than that: it has a value for each run.
    """
    each = [below_zero(d, strict=strict, level=level, overlap=overlap) for d in borders]
    near = [] if border is None else [near_zero(d, border, level, overlap) for d in borders]
    holds = [found.holds for found in each if found.holds is not None]
    return replace(
        each[0],
        holds=max(holds) if holds else None,
        fails=_any_of([found.fails for found in each]),
        test=each[0].test if len(each) == 1 else "two one-sided t",
        near=_any_of([found.holds for found in near]),
        reach=Reach(
            all(found.reach.holds for found in each),
            any(found.reach.fails for found in each),
            any(found.reach.holds for found in near),
        ),
    )


def _any_of(p_values: Sequence[float | None]) -> float | None:
    """The p-value of what any of these tests may show; None where none could be made."""
    known = [p for p in p_values if p is not None]
    return min(1.0, len(known) * min(known)) if known else None


def near_zero(d: Sequence[float], border: Sequence[float], level: float, overlap: float = 0.0) -> Evidence:
    """The claim that the mean of d is within ± the mean border: two one-sided tests."""
    sides = [[side * x - b for x, b in zip(d, border, strict=True)] for side in (1.0, -1.0)]
    return all_below_zero(sides, strict=False, level=level, overlap=overlap)


def in_every_run(borders: Sequence[Sequence[float]], *, strict: bool) -> Evidence:
    """The claim that no d is above zero (nor equal to it, if strict): a bound holds in every run."""
    every = [x for d in borders for x in d]
    worst = max(every)
    true = worst < 0.0 or (worst == 0.0 and not strict)
    return Evidence(worst, None, None, len(borders[0]), float(not true), float(true), "every run")


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """The least-squares slope of y on x."""
    mx, my = math.fsum(x) / len(x), math.fsum(y) / len(y)
    return math.fsum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / math.fsum(
        (a - mx) ** 2 for a in x
    )
