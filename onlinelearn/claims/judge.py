"""Claims held against the rows of a run."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from onlinelearn.claims import inference
from onlinelearn.claims.axes import axes, in_grid, log_slopes
from onlinelearn.claims.claim import Claim
from onlinelearn.claims.inference import Evidence
from onlinelearn.claims.results_view import ResultsView, Values
from onlinelearn.claims.statement import Comparison, Growth, Match, Quantity, Statement, Trend
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Levels, decide, together
from onlinelearn.numerics.estimates import estimate


def judge(
    claims: Sequence[Claim], run: ResultsView, levels: Levels | None = None
) -> tuple[ClaimVerdict, ...]:
    """The verdict on each claim."""
    return tuple(_judge(claim, run, levels or Levels()) for claim in claims)


def _judge(claim: Claim, run: ResultsView, levels: Levels) -> ClaimVerdict:
    """Every statement on every data set after every epoch that it speaks of has a cell.

    The verdict is on the config as written; under another reading of it, it is another claim.
    """
    found = [
        (text, dataset, epoch, evidence)
        for parsed in claim.parsed
        for statement in parsed.statements
        for epoch in parsed.epochs or claim.epochs or (run.last_epoch,)
        for dataset in _places(statement, claim.datasets or tuple(run.datasets), run)
        for text, evidence in list(_evidence(statement, run, dataset, epoch, levels, always=claim.always))
        or [(str(statement), inference.nothing("no runs to judge by"))]
    ]
    claimed = Counter(run.datasets[label].reading for _, label, _, _ in found)
    cells = tuple(
        CellVerdict(
            text,
            run.datasets[label].dataset,
            epoch,
            evidence,
            decide(evidence, levels, claimed[run.datasets[label].reading]),
            run.datasets[label].reading,
        )
        for text, label, epoch, evidence in found
    )
    written = [cell.verdict for cell in cells if not cell.reading]
    return ClaimVerdict(claim, together(written), cells)


def _places(statement: Statement, datasets: Sequence[str], run: ResultsView) -> list[str]:
    """The data sets to judge it on; where they are the axis themselves, the first stands for all."""
    if not isinstance(statement, Trend | Growth) or in_grid(statement, run):
        return list(datasets)
    first: dict[str, str] = {}
    for label in datasets:
        if statement.over in run.datasets[label].parameters:
            first.setdefault(run.datasets[label].name, label)
    return list(first.values())


def _evidence(
    statement: Statement, run: ResultsView, dataset: str, epoch: int, levels: Levels, *, always: bool
) -> Iterator[tuple[str, Evidence]]:
    """The statement's evidence on one data set after one epoch; a grid has several cells."""
    match statement:
        case Comparison(left, _, right):
            a = run.values(dataset, epoch, left)
            b: Values = (
                run.values(dataset, epoch, right) if isinstance(right, Quantity) else dict.fromkeys(a, right)
            )
            if a.keys() & b.keys():
                yield str(statement), _compared(statement, a, b, levels, always=always)
        case Trend(quantity, rises):
            step = Comparison(quantity, "<" if rises else ">", 0.0)
            for axis in axes(statement, run, dataset, epoch):
                for (x, a), (y, b) in pairwise(axis):
                    text = f"{statement}: {x:g} to {y:g}"
                    yield text, _compared(step, a, b, levels, always=always)
        case Growth(_, _, operator, rate, start):
            border = Comparison(statement.quantity, operator, rate)
            for axis in axes(statement, run, dataset, epoch):
                slopes = log_slopes([(x, values) for x, values in axis if x >= start])
                if slopes:
                    level = dict.fromkeys(slopes, rate)
                    yield (
                        str(statement),
                        _compared(border, slopes, level, levels, always=always, shown=slopes),
                    )
        case Match():
            yield from _matches(statement, run, dataset, epoch)


def _compared(
    statement: Comparison,
    left: Values,
    right: Values,
    levels: Levels,
    *,
    always: bool,
    shown: Values | None = None,
) -> Evidence:
    """Left against right in each permutation: the orders are shared, so that the runs are pairs.

    What is shown is `shown`, or the plain difference, left minus right; the slack only moves the border.
    """
    both = sorted(left.keys() & right.keys())
    if not both:
        return inference.nothing("no runs to judge by")
    borders = [
        [_over(statement, left[p], right[p], side) for p in both] for side in SIDES[statement.operator[0]]
    ]
    strict = statement.operator in ("<", ">")
    if always:
        return inference.in_every_run(borders, strict=strict)
    tested = inference.all_below_zero(borders, strict=strict, level=levels.interval)
    plain = estimate([shown[p] if shown else left[p] - right[p] for p in both], levels.interval)
    return replace(tested, effect=plain.mean, low=plain.low, high=plain.high)


SIDES = {"<": (1.0,), ">": (-1.0,), "~": (1.0, -1.0)}


def _over(statement: Comparison, a: float, b: float, side: float) -> float:
    """By how much a is beyond b and the slack, on that side; what is only rounding counts as nothing."""
    slack = statement.slack * (abs(b) if statement.relative else 1.0)
    beyond = side * (a - b) - slack
    return 0.0 if abs(beyond) <= 1e-12 * (abs(a) + abs(b) + slack) else beyond


def _matches(statement: Match, run: ResultsView, dataset: str, epoch: int) -> Iterator[tuple[str, Evidence]]:
    """Each published value of this data set against the mean of ours."""
    path = run.folder / statement.file
    try:
        with path.open(newline="", encoding="utf-8") as file:
            published = [line for line in csv.DictReader(file) if line["dataset"] == dataset]
        values = [(line["learner"], float(line[statement.metric])) for line in published]
    except (OSError, KeyError, ValueError, TypeError) as error:
        yield str(statement), inference.nothing(f"no published values ({error!r})")
        return
    for learner, value in values:
        ours = list(run.values(dataset, epoch, Quantity(learner, statement.metric)).values())
        found = _near(ours, value, statement) if ours else inference.nothing("no runs to judge by")
        yield f"{learner}.{statement.metric} = {value:g}, published", found


def _near(ours: Sequence[float], value: float, statement: Match) -> Evidence:
    """|mean - published| ≤ tolerance + some standard errors: an agreement, not a test."""
    away = estimate([x - value for x in ours])
    near = abs(away.mean) <= statement.within + statement.standard_errors * away.error
    return Evidence(away.mean, away.low, away.high, away.n, float(not near), float(near), "tolerance")
