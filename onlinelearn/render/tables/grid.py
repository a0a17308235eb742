"""The summary as a grid of cells, before it becomes Markdown, LaTeX or terminal text."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from onlinelearn.base.metrics import ON_TRAINING_ROWS
from onlinelearn.base.repetitions import OVERLAPPING
from onlinelearn.base.roles import Role
from onlinelearn.render.tables.best_marks import ALPHA, LEAST_TESTED
from onlinelearn.render.tables.display import (
    NONE,
    columns,
    decimals,
    is_censored,
    is_error,
    metric_label,
    scale,
    shown_epochs,
)
from onlinelearn.render.tables.summary import ALONE, NOTHING, Summary, Unfinished

GridLine = tuple[str, str]
"""A line of the table: a data set and a learner."""

GridColumn = tuple[str, int]
"""A column of the table: a metric and an epoch."""

NEAR_BEST = "†"
"""The mark of an error that is not significantly worse than the lowest."""

ROUNDING = 1e-12
"""A margin that is a smaller part of its mean comes from rounding: all values are equal."""

ZERO = "0"
"""The text of zero, and of nothing else."""

LARGE = 1e12
"""Larger values have diverged, and are written with a power of ten."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A mean, the margin behind ± (None if unknown), and its mark beside the others of its data set."""

    mean: str
    margin: str | None
    best: bool
    near_best: bool = False
    """Whether it is not the best and not significantly worse either."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines and columns in the order of the summaries; where there is no value, there is no cell."""

    lines: tuple[GridLine, ...]
    columns: tuple[GridColumn, ...]
    cells: dict[tuple[GridLine, GridColumn], GridCell]
    unfinished: Unfinished = field(default_factory=dict)

    def learner(self, line: GridLine) -> str:
        """The learner of a line, and why the line lacks values, if it does."""
        why = self.unfinished.get(line)
        return line[1] if why is None else f"{line[1]} ({why})".lstrip()

    def blocks(self, fits: Callable[[Sequence[GridColumn]], bool]) -> Iterator[tuple[GridColumn, ...]]:
        """The columns in blocks that fit, as far as can be; the epochs of a metric stay together."""
        block: tuple[GridColumn, ...] = ()
        for metric in dict.fromkeys(metric for metric, _ in self.columns):
            epochs = tuple(column for column in self.columns if column[0] == metric)
            if block and not fits((*block, *epochs)):
                yield block
                block = ()
            block += epochs
        yield block


def build_grid(
    summaries: Sequence[Summary],
    epochs: Iterable[int] | None = None,
    unfinished: Unfinished = NOTHING,
    metrics: Iterable[str] = (),
) -> Grid:
    """A line for each data set and learner, a column for each metric and (some) epochs.

    `metrics` are those that were asked for: one of them that has no value at all keeps its column.
    """
    chosen = shown_epochs(s.epoch for s in summaries) if epochs is None else tuple(epochs)
    lines = dict.fromkeys([*((s.dataset, s.learner) for s in summaries), *unfinished])
    datasets = list(dict.fromkeys(dataset for dataset, _ in lines))
    means: dict[str, list[float]] = {}
    for s in summaries:
        if s.epoch in chosen:
            means.setdefault(s.metric, []).append(scale(s.metric) * s.mean)
    digits = {metric: decimals(metric, values) for metric, values in means.items()}
    cells = {
        ((s.dataset, s.learner), (s.metric, s.epoch)): _cell(s, digits[s.metric])
        for s in summaries
        if s.epoch in chosen
    }
    return Grid(
        tuple(sorted(lines, key=lambda line: datasets.index(line[0]))),
        tuple((metric, epoch) for metric in dict.fromkeys([*columns(metrics), *means]) for epoch in chosen),
        cells,
        unfinished,
    )


def margin_note(summaries: Sequence[Summary]) -> str:
    """A sentence on the meaning of ± in these tables."""
    least, most = min(s.n for s in summaries), max(s.n for s in summaries)
    if most == 1:
        return "One permutation, so no uncertainty is known, and nothing is tested."
    count = str(most) if least == most else f"{least} to {most}"
    mean = f"Mean ± half the width of the 95 % t interval over {count} permutations."
    return " ".join([mean, *_coverage(summaries)])


def _coverage(summaries: Sequence[Summary]) -> Iterator[str]:
    """Sentences on what the intervals cover, by data set where they cover different things."""
    found: dict[str, dict[str, None]] = {}
    for s in summaries:
        found.setdefault(s.covers, {})[s.dataset] = None
    alone = found.pop(ALONE, {})
    several = len(found) > 1
    texts = [f"{covers} ({', '.join(names)})" if several else covers for covers, names in found.items()]
    if texts:
        overlapping = not OVERLAPPING.isdisjoint(found)
        corrected = "; it is corrected for splits that overlap (Nadeau and Bengio)" if overlapping else ""
        yield f"The interval covers {', and '.join(texts)}{corrected}."
    if alone:
        yield f"Of {', '.join(alone)} there is one order and so no interval."


def caption(table: Grid, summaries: Sequence[Summary]) -> str:
    """Sentences on the numbers of a printed table, and on the epochs that it leaves out."""
    sentences = [margin_note(summaries)]
    if any(cell.best for cell in table.cells.values()):
        sentences += ["Bold: the lowest error of the data set.", *tests_note(summaries)]
    sentences += [*roles_note(summaries), *signs_note(table)]
    if table.unfinished:
        sentences.append("This run is not whole. Where a learner lacks values, none is marked as the best.")
    if {s.epoch for s in summaries} > {epoch for _, epoch in table.columns}:
        sentences.append("The epochs between are in summary.csv.")
    return " ".join(sentences)


def roles_note(summaries: Sequence[Summary]) -> Iterator[str]:
    """Sentences on the learners that can't be the best, since the test part would have chosen them."""
    roles = {s.role for s in summaries}
    if Role.GRID in roles:
        yield "Points of a grid are not tested and get no mark: the test part would have chosen them."
    if Role.HINDSIGHT in roles:
        # Not every table has an error on the rows that the tuned ones are chosen by.
        unmarked = any(is_error(s.metric) and s.metric in ON_TRAINING_ROWS for s in summaries)
        more = "; its errors there are never marked" if unmarked else ""
        yield f"Tuned: chosen in each permutation on the training part{more}."
        yield "Hindsight: the least test error after the last epoch, of each permutation; never marked."


def signs_note(table: Grid) -> Iterator[str]:
    """Sentences on a margin of zero, and on a value that is not there though the run is whole."""
    if any(cell.margin == ZERO for cell in table.cells.values()):
        yield "± 0: the same in every permutation."
    whole = [line for line in table.lines if line not in table.unfinished]
    blank = dict.fromkeys(
        column[0] for column in table.columns for line in whole if (line, column) not in table.cells
    )
    never = [metric_label(metric) for metric in blank if is_censored(metric)]
    if never:
        yield (
            f"{NONE} in {' and '.join(never)}: in some permutation it never came, "
            "and a mean of the others would be too good."
        )
    if len(never) < len(blank):
        yield f"{NONE}{' elsewhere' if never else ''}: not known of this learner."


def tests_note(summaries: Sequence[Summary]) -> list[str]:
    """Sentences on which errors are tested against the lowest, and why others are not."""
    contests: dict[tuple[str, int, str], list[Summary]] = {}
    for s in summaries:
        contests.setdefault((s.dataset, s.epoch, s.metric), []).append(s)
    held = [each for each in contests.values() if any(s.best for s in each)]
    tested = [any(s.not_worse is not None for s in each) for each in held]
    sentences = []
    if any(tested):
        overlapping = any(s.covers in OVERLAPPING for each in held for s in each)
        corrected = "corrected for splits that overlap, " if overlapping else ""
        sentences.append(
            f"{NEAR_BEST}: not significantly worse than that "
            f"(paired t tests over the permutations, {corrected}Holm, {100 * ALPHA:g} %)."
        )
    few = [min(s.n for s in each) < LEAST_TESTED for each in held]
    if any(few):
        sentences.append(
            f"With fewer than {LEAST_TESTED} permutations none is tested against the lowest: "
            "so few tell hardly any learners apart."
        )
    if any(not (known or too_few) for known, too_few in zip(tested, few, strict=True)):
        where = "Where" if any(tested) or any(few) else "As"
        sentences.append(f"{where} permutations have no spread, none is tested against the lowest.")
    return [] if max((s.n for s in summaries), default=1) == 1 else sentences


def _cell(summary: Summary, digits: int) -> GridCell:
    factor = scale(summary.metric)
    half = None if summary.high is None else factor * (summary.high - summary.mean)
    if half is not None and half < ROUNDING * abs(factor * summary.mean):
        half = 0.0
    margin = None if half is None else _text(half, digits)
    near_best = bool(summary.not_worse) and not summary.best
    return GridCell(_text(factor * summary.mean, digits), margin, summary.best, near_best)


def _text(value: float, digits: int) -> str:
    """A number of a column: nothing but zero is written as zero."""
    if value == 0:
        return ZERO
    if abs(value) >= LARGE:
        return f"{value:.2e}"
    rounded = f"{value:,.{digits}f}"
    return f"{value:.1g}" if float(rounded.replace(",", "")) == 0 else rounded
