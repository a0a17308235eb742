"""An experiment, from config to files: what `olrun CONFIG` does, for Python users."""

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn import datasets, output
from onlinelearn.claims.verdict import Levels, Verdict
from onlinelearn.config import Experiment, load_config, parse_config
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.preprocess import prepare
from onlinelearn.degeneracy import notes
from onlinelearn.errors import ConfigError, DataError
from onlinelearn.execute import Work, execute
from onlinelearn.learners import registry
from onlinelearn.output import Result
from onlinelearn.plan import Cell, Twin, cells, key, twins
from onlinelearn.protocol import Outcome, Prepared
from onlinelearn.results import CurvePoint, Row
from onlinelearn.store import Store

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
    survey = look(experiment, options)
    outcomes = dict(survey.cached)
    works, unfit = survey.works(foreign or {})
    failures: dict[str, BaseException] = {**survey.unavailable, **unfit}
    store = Store(options.out / CELLS)
    for work, outcome in _progress(works, options):
        if isinstance(outcome, BaseException):
            failures[str(work.cell)] = outcome
            if options.fail_fast:
                break
            continue
        outcomes[work.cell] = outcome
        kept = survey.keys[work.cell]
        if kept is not None:
            store.put(kept, outcome)
    rows, points = assemble(survey.cells, outcomes)
    if "curves" not in experiment.metrics:
        points = ()
    result = Result(
        experiment=experiment,
        folder=options.out / experiment.name,
        rows=rows,
        points=points,
        failures=failures,
        notes=notes(survey.cells, survey.twins, outcomes),
        n_cached=len(survey.cached),
        keys={cell: kept for cell, kept in survey.keys.items() if cell in outcomes},
        levels=levels or Levels(),
        arguments=options.arguments,
    )
    if rows:
        output.write(result, survey.datasets, begun)
    return result


@dataclass(frozen=True, eq=False)
class Survey:
    """What there is to do: the data at hand, the cells, and which of them are cached."""

    cells: tuple[Cell, ...]
    twins: tuple[Twin, ...]
    datasets: Mapping[str, Dataset]
    unavailable: Mapping[str, DataError]
    keys: Mapping[Cell, str | None]
    cached: Mapping[Cell, Outcome]

    @property
    def missing(self) -> list[Cell]:
        """The cells that are still to be run."""
        return [cell for cell in self.keys if cell not in self.cached]

    def works(self, foreign: Mapping[str, type]) -> tuple[list[Work], dict[str, Exception]]:
        """The missing cells with their learners and their data, each data set prepared once.

        And what can't be run, by data set or cell: one that fails here does not take the others with it.
        """
        made: dict[str, Prepared] = {}
        failures: dict[str, Exception] = {}
        works = []
        for cell in self.missing:
            label = cell.dataset.label
            if label in failures:
                continue
            try:
                if label not in made:
                    made[label] = _prepared(cell, self.datasets[label])
            except DataError as error:
                failures[label] = error
                continue
            kind = registry().get(cell.learner.learner) or foreign[cell.learner.learner]
            try:
                works.append(Work(cell, kind(**cell.learner.parameters), made[label]))
            except Exception as error:  # a foreign class's own constructor may raise anything
                failures[str(cell)] = error
        return works, failures


def look(experiment: Experiment, options: Options) -> Survey:
    """Load the data and find out what is cached; nothing is run."""
    loaded: dict[str, Dataset] = {}
    unavailable: dict[str, DataError] = {}
    for choice in experiment.datasets:
        try:
            loaded[choice.label] = datasets.load(choice.choice)
        except DataError as error:
            unavailable[choice.label] = error
    every, simpler = cells(experiment), twins(experiment)
    keys = {
        cell: key(cell, loaded[cell.dataset.label].digest)
        for cell in (*every, *(twin.cell for twin in simpler))
        if cell.dataset.label in loaded
    }
    store = Store(options.out / CELLS)
    found = {cell: store.get(kept) for cell, kept in keys.items() if kept is not None and not options.fresh}
    cached = {cell: outcome for cell, outcome in found.items() if outcome is not None}
    return Survey(every, simpler, loaded, unavailable, keys, cached)


def assemble(
    every: Sequence[Cell], outcomes: Mapping[Cell, Outcome]
) -> tuple[tuple[Row, ...], tuple[CurvePoint, ...]]:
    """The rows of runs.csv and curves.csv, in the order of the cells, however they were run."""
    rows: list[Row] = []
    points: list[CurvePoint] = []
    for cell in every:
        if cell not in outcomes:
            continue
        names = (cell.dataset.label, cell.learner.label, cell.task.permutation)
        rows += [Row(*names, number, **vars(epoch)) for number, epoch in enumerate(outcomes[cell].epochs, 1)]
        points += [
            CurvePoint(*names, at.round, at.mistakes / at.round, at.mistakes, at.updates)
            for at in outcomes[cell].curve
        ]
    return tuple(rows), tuple(points)


def _prepared(cell: Cell, dataset: Dataset) -> Prepared:
    """Preprocessed, with labels as class numbers."""
    X_train, X_test = prepare(cell.preprocess, dataset)
    y_train, y_test = (
        np.searchsorted(dataset.classes, y).astype(np.int64) for y in (dataset.y_train, dataset.y_test)
    )
    return Prepared(X_train, y_train, X_test, y_test, len(dataset.classes))


def _progress(works: Sequence[Work], options: Options) -> Iterable[tuple[Work, Outcome | BaseException]]:
    """The cells as they end, behind a bar where somebody watches."""
    ended = execute(works, options.jobs or os.cpu_count() or 1, options.scheduler)
    if not options.progress or not works:
        return ended
    from tqdm import tqdm

    # A terminal that doesn't know its size counts as one of 80 × 24; to tqdm it has no room at all.
    columns, lines = shutil.get_terminal_size()
    width = min(columns, WIDEST_BAR)
    return tqdm(ended, total=len(works), unit="cell", leave=False, ncols=width, nrows=lines)
