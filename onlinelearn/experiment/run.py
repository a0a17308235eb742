"""An experiment, from config to files: what `olrun CONFIG` does, for Python users."""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.claims.verdict import Levels, Verdict
from onlinelearn.config import Experiment, load_config, parse_config
from onlinelearn.experiment import baselines, output, skipped_rounds
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.execution import Work, execute
from onlinelearn.experiment.output import Result
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.experiment.store import Store
from onlinelearn.experiment.worklist import Worklist, survey

WIDEST_BAR = 100

LOOKS = (5, 10, 20, 40)
"""After how many permutations `auto` looks at the claims."""

CELLS = ".cells"
"""The folder, beside the results, where finished cells are kept."""


@dataclass(frozen=True)
class Options:
    """How to run, which changes no result."""

    out: Path = Path("results")
    jobs: int | None = None
    """How many cells at once; all cores if not given."""
    scheduler: str | None = None
    fresh: bool = False
    fail_fast: bool = False
    progress: bool = False
    arguments: tuple[str, ...] = ()
    """What the command line said beside the config, for the record."""


def run(
    config: str | os.PathLike[str] | Mapping[str, object] | Experiment,
    *,
    out: str | os.PathLike[str] = "results",
    jobs: int | None = None,
    learners: Mapping[str, type] | None = None,
    **options: Any,
) -> Result:
    """Run an experiment and write its tables and figures to `out`/<name>.

    `config` is a YAML file, or the same as a mapping. `learners` are classes of your own with
    `partial_fit` and `predict`, by the names that the config calls them.

    >>> from onlinelearn import run
    >>> result = run("configs/usps_iellip.yaml")  # doctest: +SKIP
    >>> result.runs.groupby("learner").test_error.mean()  # doctest: +SKIP
    """
    foreign = dict(learners or {})
    if isinstance(config, Experiment):
        experiment = config
    elif isinstance(config, Mapping):
        experiment = parse_config(
            config, name="experiment", where="config", folder=Path.cwd(), foreign=foreign
        )
    else:
        experiment = load_config(Path(config), foreign=foreign)
    chosen = Options(out=Path(out), jobs=jobs, **options)
    return run_experiment(experiment, chosen, foreign)


def run_until_decided(
    experiment: Experiment, options: Options, foreign: Mapping[str, type] | None = None
) -> Result:
    """Add permutations until every claim is decided, or the last look is taken.

    The looks are fixed beforehand, and each has its share of the chance of a wrong verdict: looking
    often doesn't make it easier to find something.
    """
    if not experiment.claims:
        raise ConfigError(f"{experiment.name} makes no claims; say how many permutations to run")
    for permutations in LOOKS:
        protocol = experiment.protocol.model_copy(update={"permutations": permutations})
        longer = replace(experiment, protocol=protocol)
        result = run_experiment(longer, options, foreign, Levels(looks=len(LOOKS)))
        options = replace(options, fresh=False)  # what the last look ran is fresh enough for the next
        if all(each.verdict is not Verdict.UNDECIDED for each in result.verdicts):
            break
    return result


def run_experiment(
    experiment: Experiment,
    options: Options,
    foreign: Mapping[str, type] | None = None,
    levels: Levels | None = None,
) -> Result:
    """Run what is not cached, and write everything."""
    begun = datetime.now(UTC)
    todo = look(experiment, options)
    outcomes = dict(todo.cached)
    failures: dict[str, BaseException] = dict(todo.unavailable)
    store = Store(options.out / CELLS)
    for work, outcome in _progress(todo, foreign or {}, failures, options):
        if isinstance(outcome, BaseException):
            failures |= {str(cell): outcome for cell in todo.alike(work.cell)}
            if options.fail_fast:
                break
            continue
        outcomes |= dict.fromkeys(todo.alike(work.cell), outcome)
        kept = todo.keys[work.cell]
        if kept is not None:
            store.put(kept, outcome)
    rows, points = assemble(todo.cells, outcomes)
    if "curves" not in experiment.metrics:
        points = ()
    result = Result(
        experiment=experiment,
        folder=options.out / experiment.name,
        rows=rows,
        points=points,
        failures=failures,
        notes=baselines.notes(todo.cells, todo.baselines, outcomes)
        + skipped_rounds.notes(todo.cells, outcomes),
        n_cached=len(todo.cached),
        keys={cell: kept for cell, kept in todo.keys.items() if cell in outcomes},
        levels=levels or Levels(),
        arguments=options.arguments,
    )
    if rows:
        requests = {each for choice in experiment.figures for each in choice.options.replays(rows)}
        output.write(result, todo.datasets, begun, {each: todo.replayed(each) for each in requests})
    return result


def look(experiment: Experiment, options: Options) -> Worklist:
    """What there is to do, and what is cached; nothing is run."""
    return survey(experiment, None if options.fresh else Store(options.out / CELLS))


def assemble(
    every: Sequence[Cell], outcomes: Mapping[Cell, Outcome]
) -> tuple[tuple[Row, ...], tuple[CurvePoint, ...]]:
    """The rows of runs.csv and curves.csv, in the order of the cells, however they were run."""
    rows: list[Row] = []
    points: list[CurvePoint] = []
    for cell in every:
        if cell not in outcomes:
            continue
        names = (cell.dataset.base, cell.learner.label, cell.task.permutation)
        reading = cell.dataset.reading
        rows += [
            Row(*names, number, **vars(epoch), reading=reading)
            for number, epoch in enumerate(outcomes[cell].epochs, 1)
        ]
        points += [
            CurvePoint(*names, at.round, at.mistakes / at.round, at.mistakes, at.updates, at.extra, reading)
            for at in outcomes[cell].curve
        ]
    return tuple(rows), tuple(points)


def _progress(
    todo: Worklist, foreign: Mapping[str, type], failures: dict[str, BaseException], options: Options
) -> Iterable[tuple[Work, Outcome | BaseException]]:
    """The cells as they end, behind a bar where somebody watches."""
    ended = _ended(todo, foreign, failures, options)
    if not options.progress or not todo.missing:
        return ended
    from tqdm import tqdm

    # A terminal that doesn't know its size counts as one of 80 × 24; to tqdm it has no room at all.
    columns, lines = shutil.get_terminal_size()
    width = min(columns, WIDEST_BAR)
    return tqdm(ended, total=len(todo.missing), unit="cell", leave=False, ncols=width, nrows=lines)


def _ended(
    todo: Worklist, foreign: Mapping[str, type], failures: dict[str, BaseException], options: Options
) -> Iterator[tuple[Work, Outcome | BaseException]]:
    """The cells as they end, batch by batch; what can't be begun goes to `failures`."""
    for works, unfit in todo.batches(foreign):
        failures.update(unfit)
        if works:
            yield from execute(works, options.jobs or os.cpu_count() or 1, options.scheduler)
