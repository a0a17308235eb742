"""An experiment, from config to files: what `olrun CONFIG` does, for Python users."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn import datasets, output
from onlinelearn.config import Experiment, load_config, parse_config
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.preprocess import prepare
from onlinelearn.errors import DataError, OlrunError
from onlinelearn.execute import Work, execute
from onlinelearn.learners import registry
from onlinelearn.output import Result
from onlinelearn.plan import Cell, cells, key
from onlinelearn.protocol import Outcome, Prepared
from onlinelearn.results import CurvePoint, Row
from onlinelearn.store import Store

CELLS = ".cells"
"""The folder, beside the results, where finished cells are kept."""


@dataclass(frozen=True)
class Options:
    """How to run, which changes no result."""

    out: Path = Path("results")
    jobs: int = field(default_factory=lambda: os.cpu_count() or 1)
    scheduler: str | None = None
    fresh: bool = False
    fail_fast: bool = False
    progress: bool = False


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
    chosen = Options(out=Path(out), jobs=jobs or os.cpu_count() or 1, **options)
    return run_experiment(experiment, chosen, foreign)


def run_experiment(
    experiment: Experiment, options: Options, foreign: Mapping[str, type] | None = None
) -> Result:
    """Run what is not cached, and write everything."""
    begun = datetime.now(UTC)
    survey = look(experiment, options)
    outcomes = dict(survey.cached)
    failures: dict[str, BaseException] = dict(survey.unavailable)
    store = Store(options.out / CELLS)
    for work, outcome in _progress(survey.works(foreign or {}), options):
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
    result = Result(experiment, options.out / experiment.name, rows, points, failures, len(survey.cached))
    if rows:
        output.write(result, survey.datasets, begun)
    return result


@dataclass(frozen=True, eq=False)
class Survey:
    """What there is to do: the data at hand, the cells, and which of them are cached."""

    cells: tuple[Cell, ...]
    datasets: Mapping[str, Dataset]
    unavailable: Mapping[str, DataError]
    keys: Mapping[Cell, str | None]
    cached: Mapping[Cell, Outcome]

    @property
    def missing(self) -> list[Cell]:
        """The cells that are still to be run."""
        return [cell for cell in self.keys if cell not in self.cached]

    def works(self, foreign: Mapping[str, type]) -> list[Work]:
        """The missing cells with their learners and their data, each data set prepared once."""
        made: dict[str, Prepared] = {}
        works = []
        for cell in self.missing:
            label = cell.dataset.label
            if label not in made:
                made[label] = _prepared(cell, self.datasets[label])
            kind = registry().get(cell.learner.learner) or foreign.get(cell.learner.learner)
            if kind is None:
                raise OlrunError(f"no learner {cell.learner.learner!r} was handed in")
            works.append(Work(cell, kind(**cell.learner.parameters), made[label]))
        return works


def look(experiment: Experiment, options: Options) -> Survey:
    """Load the data and find out what is cached; nothing is run."""
    loaded: dict[str, Dataset] = {}
    unavailable: dict[str, DataError] = {}
    for choice in experiment.datasets:
        try:
            loaded[choice.label] = datasets.load(choice.choice)
        except DataError as error:
            unavailable[choice.label] = error
    every = cells(experiment)
    keys = {
        cell: key(cell, loaded[cell.dataset.label].digest) for cell in every if cell.dataset.label in loaded
    }
    store = Store(options.out / CELLS)
    found = {cell: store.get(kept) for cell, kept in keys.items() if kept is not None and not options.fresh}
    cached = {cell: outcome for cell, outcome in found.items() if outcome is not None}
    return Survey(every, loaded, unavailable, keys, cached)


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
    ended = execute(works, options.jobs, options.scheduler)
    if not options.progress or not works:
        return ended
    from tqdm import tqdm

    return tqdm(ended, total=len(works), unit="cell", leave=False)
