"""Claims held against the rows of a run."""

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from onlinelearn.claims import inference
from onlinelearn.claims.claim import Claim
from onlinelearn.claims.inference import Evidence
from onlinelearn.claims.statement import Comparison, Growth, Match, Quantity, Statement, Trend
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Levels, decide, together
from onlinelearn.errors import DataError
from onlinelearn.results import CurvePoint, Row

ROUND = "round"
"""What a growth rate over the stream is called: the rounds of the learning curve."""


@dataclass(frozen=True)
class Family:
    """A learner of the run: the label that the config gave it, before the grid, and its parameters."""

    name: str
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class Judged:
    """What the claims are held against."""

    rows: Sequence[Row]
    points: Sequence[CurvePoint]
    learners: Mapping[str, Family]
    folder: Path
    """Where the files of published values are, relative to the config."""

    @property
    def datasets(self) -> list[str]:
        """The data sets that were run, in order."""
        return list(dict.fromkeys(row.dataset for row in self.rows))

    @property
    def last_epoch(self) -> int:
        """The last epoch of the run."""
        return max(row.epoch for row in self.rows)

    def values(self, dataset: str, epoch: int, quantity: Quantity) -> dict[int, float]:
        """The quantity in each permutation; blanks are left out."""
        if quantity.round is not None:
            return self._on_curve(dataset, quantity)
        found = {}
        for row in self.rows:
            if (row.dataset, row.learner, row.epoch) == (dataset, quantity.learner, epoch):
                value = row.extra.get(quantity.metric, getattr(row, quantity.metric, None))
                if value is not None:
                    found[row.permutation] = float(value)
        return found

    def curve(self, dataset: str, learner: str) -> dict[int, list[CurvePoint]]:
        """The learning curve of each permutation."""
        curves: dict[int, list[CurvePoint]] = {}
        for point in self.points:
            if (point.dataset, point.learner) == (dataset, learner):
                curves.setdefault(point.permutation, []).append(point)
        return curves

    def _on_curve(self, dataset: str, quantity: Quantity) -> dict[int, float]:
        """The value at the last checkpoint that is not after the round."""
        found = {}
        for permutation, curve in self.curve(dataset, quantity.learner).items():
            before = [point for point in curve if point.round <= (quantity.round or 0)]
            if before and (value := getattr(before[-1], quantity.metric)) is not None:
                found[permutation] = float(value)
        return found


def judge(claims: Sequence[Claim], run: Judged, levels: Levels | None = None) -> tuple[ClaimVerdict, ...]:
    """The verdict on each claim; one about data sets that were not run is left out."""
    level = levels or Levels()
    verdicts = [_judge(claim, run, level) for claim in claims]
    return tuple(verdict for verdict in verdicts if verdict.cells)


def _judge(claim: Claim, run: Judged, levels: Levels) -> ClaimVerdict:
    found = [
        (text, dataset, epoch, evidence)
        for parsed in claim.parsed
        for statement in parsed.statements
        for epoch in parsed.epochs or claim.epochs or (run.last_epoch,)
        for dataset in run.datasets
        if not claim.datasets or dataset in claim.datasets
        for text, evidence in _evidence(statement, run, dataset, epoch, levels, always=claim.always)
    ]
    cells = tuple(
        CellVerdict(text, dataset, epoch, evidence, decide(evidence, levels, len(found)))
        for text, dataset, epoch, evidence in found
    )
    return ClaimVerdict(claim, together([cell.verdict for cell in cells]), cells)


def _evidence(
    statement: Statement, run: Judged, dataset: str, epoch: int, levels: Levels, *, always: bool
) -> Iterator[tuple[str, Evidence]]:
    """The statement's evidence on one data set after one epoch; a grid may have several trends."""
    match statement:
        case Comparison():
            left, right = _pairs(statement, run, dataset, epoch)
            if left:
                yield str(statement), _compared(statement, left, right, levels, always=always)
        case Trend():
            direction = Comparison(statement.quantity, ">" if statement.rises else "<", 0.0)
            for where, slopes in _slopes(statement.quantity, statement.over, run, dataset, epoch, logs=False):
                level = [0.0] * len(slopes)
                yield str(statement) + where, _compared(direction, slopes, level, levels, always=False)
        case Growth():
            rate = Comparison(statement.quantity, statement.operator, statement.rate)
            for where, slopes in _slopes(statement.quantity, statement.over, run, dataset, epoch, logs=True):
                level = [statement.rate] * len(slopes)
                yield str(statement) + where, _compared(rate, slopes, level, levels, always=False)
        case Match():
            yield from _matches(statement, run, dataset, epoch)


def _pairs(statement: Comparison, run: Judged, dataset: str, epoch: int) -> tuple[list[float], list[float]]:
    """Both sides in each permutation: the orders are shared, so that the runs are pairs."""
    left = run.values(dataset, epoch, statement.left)
    if isinstance(statement.right, Quantity):
        right = run.values(dataset, epoch, statement.right)
    else:
        right = dict.fromkeys(left, statement.right)
    both = sorted(left.keys() & right.keys())
    return [left[p] for p in both], [right[p] for p in both]


def _compared(
    statement: Comparison, left: Sequence[float], right: Sequence[float], levels: Levels, *, always: bool
) -> Evidence:
    """What is shown is the plain difference, left minus right; the slack only moves the border."""
    slack = [statement.slack * (abs(b) if statement.relative else 1.0) for b in right]
    above = [a - b - s for a, b, s in zip(left, right, slack, strict=True)]
    under = [b - s - a for a, b, s in zip(left, right, slack, strict=True)]
    borders = {"<": [above], ">": [under], "~": [above, under]}[statement.operator[0]]
    strict = statement.operator in ("<", ">")
    if always:
        return inference.in_every_run(borders, strict=strict)
    tested = inference.all_below_zero(borders, strict=strict, level=levels.interval)
    plain = inference.below_zero(
        [a - b for a, b in zip(left, right, strict=True)], strict=strict, level=levels.interval
    )
    return replace(tested, effect=plain.effect, low=plain.low, high=plain.high)


def _slopes(
    quantity: Quantity, over: str, run: Judged, dataset: str, epoch: int, *, logs: bool
) -> Iterator[tuple[str, list[float]]]:
    """How the quantity changes over a parameter of its grid, in each permutation.

    A trend is the slope over the ranks of the parameter's values, a growth rate that of the
    logarithms. Where another parameter varies too, each of its values has a trend of its own.
    """
    scale = math.log if logs else float
    if over == ROUND:
        yield "", [_along(curve, quantity.metric) for curve in run.curve(dataset, quantity.learner).values()]
        return
    grids: dict[str, dict[float, str]] = {}
    for label, family in run.learners.items():
        value = family.parameters.get(over)
        if family.name == quantity.learner and isinstance(value, int | float):
            others = ", ".join(
                f"{key}={family.parameters[key]}" for key in sorted(family.parameters) if key != over
            )
            grids.setdefault(others, {})[float(value)] = label
    for others, grid in grids.items():
        runs = {
            x: run.values(dataset, epoch, Quantity(label, quantity.metric))
            for x, label in sorted(grid.items())
        }
        shared = sorted(set.intersection(*(set(values) for values in runs.values())))
        at = [scale(x) for x in runs] if logs else [float(rank) for rank in range(len(runs))]
        if len(runs) > 1 and shared:
            where = f" ({others})" if len(grids) > 1 else ""
            yield where, [inference.slope(at, [scale(values[p]) for values in runs.values()]) for p in shared]


def _along(curve: Sequence[CurvePoint], metric: str) -> float:
    """The growth rate along a learning curve."""
    points = [(point.round, getattr(point, metric)) for point in curve if getattr(point, metric)]
    return inference.slope([math.log(x) for x, _ in points], [math.log(y) for _, y in points])


def _matches(statement: Match, run: Judged, dataset: str, epoch: int) -> Iterator[tuple[str, Evidence]]:
    """Each published value of this data set against the mean of ours."""
    path = run.folder / statement.file
    try:
        with path.open(newline="", encoding="utf-8") as file:
            published = [line for line in csv.DictReader(file) if line["dataset"] == dataset]
        values = [(line["learner"], float(line[statement.metric])) for line in published]
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"{path}: no published values of {statement.metric} ({error!r})") from None
    for learner, value in values:
        ours = list(run.values(dataset, epoch, Quantity(learner, statement.metric)).values())
        if ours:
            yield f"{learner}.{statement.metric} = {value:g}, published", _near(ours, value, statement)


def _near(ours: Sequence[float], value: float, statement: Match) -> Evidence:
    """|mean - published| ≤ tolerance + some standard errors: an agreement, not a test."""
    found = inference.below_zero([x - value for x in ours], strict=False, level=0.95)
    error = 0.0
    if len(ours) > 1:
        spread = math.fsum((x - value - found.effect) ** 2 for x in ours) / (len(ours) - 1)
        error = math.sqrt(spread / len(ours))
    near = abs(found.effect) <= statement.within + statement.standard_errors * error
    return Evidence(found.effect, found.low, found.high, found.n, float(not near), float(near), "tolerance")
