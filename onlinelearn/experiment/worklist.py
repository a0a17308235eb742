"""The worklist of an experiment: its cells, which of them are cached, and the jobs for the others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from onlinelearn import datasets
from onlinelearn.base.errors import DataError
from onlinelearn.base.repetitions import Repetition
from onlinelearn.config import DatasetChoice, Experiment
from onlinelearn.datasets.choice import Choice
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.datasets.resplit import DataSource, of_permutation
from onlinelearn.experiment.baselines import Baseline, baselines, compared_cells, further_baselines
from onlinelearn.experiment.cell_store import Store
from onlinelearn.experiment.cells import Cell, cells, key
from onlinelearn.experiment.preparation import prepared
from onlinelearn.experiment.protocol import Outcome, Prepared

BATCH_BYTES = 2**27
"""Bytes of prepared data after which a batch of jobs ends; two batches may be in memory at once."""


@dataclass(frozen=True)
class CellJob:
    """A cell that is to be run, with its data."""

    cell: Cell
    data: Prepared
    key: str | None = None
    """The hash of all that decides its result, where that can be known."""

    @property
    def compiled(self) -> bool:
        """Whether threads do for it: compiled learners release the interpreter's lock."""
        return self.cell.learner.entry.compiled is not None


@dataclass(frozen=True)
class Batch:
    """Jobs whose data fit into memory together, and what can't be run, by data set or cell."""

    jobs: tuple[CellJob, ...]
    failures: Mapping[str, Exception]


@dataclass(frozen=True, eq=False)
class OutcomeParts:
    """What of the cells' outcomes something will read: memory holds no more."""

    curves: bool
    compared: frozenset[Cell]
    """The cells whose predictions are compared."""

    def shown(self, cell: Cell, outcome: Outcome) -> Outcome:
        """What is read of the outcome that all cells of this one's key share."""
        return cell.share_of(outcome).shortened(curve=self.curves, predictions=cell in self.compared)


@dataclass(frozen=True, eq=False)
class Worklist:
    """The cells of an experiment, and what is known of each before anything is run."""

    cells: tuple[Cell, ...]
    baselines: tuple[Baseline, ...]
    later: tuple[Baseline, ...]
    """The baselines' further permutations, until it is known which of them are to run."""
    datasets: Mapping[str, DataSource]
    """The data by their labels: what was read, or how to draw or split it in each permutation."""
    unavailable: Mapping[str, DataError]
    """Why the data of the other labels can't be had."""
    keys: Mapping[Cell, str | None]
    """The key of each cell whose data are there, those of all baselines among them."""
    cached: Mapping[Cell, Outcome]
    """What the cells that need not run show of their outcomes."""
    missing: Mapping[Cell, tuple[Cell, ...]]
    """The cells that are still to be run, each with all cells of its key: they share its outcome."""
    read: OutcomeParts
    """What of their outcomes something will read."""

    @property
    def repetitions(self) -> dict[str, Repetition]:
        """What differs from one permutation to the next, by the label of the data."""
        orders = {cell.dataset.label: cell.task.order for cell in self.cells}
        return {label: source.repetition.streamed(orders[label]) for label, source in self.datasets.items()}

    def with_further_baselines(self, outcomes: Mapping[Cell, Outcome]) -> "Worklist":
        """The worklist once these outcomes are known: the baselines' further permutations that are to run."""
        chosen = further_baselines(self.later, self.baselines, self.cells, outcomes, self.repetitions)
        missing = {each.cell: self.keys[each.cell] for each in chosen if each.cell not in outcomes}
        return replace(
            self,
            baselines=(*self.baselines, *chosen),
            later=(),
            cached=outcomes,
            missing={same[0]: same for same in _sharing_key(missing)},
        )

    def dataset(self, cell: Cell) -> Dataset:
        """The data of a cell, not preprocessed."""
        return of_permutation(self.datasets[cell.dataset.label], cell.task.permutation)

    def prepared(self, cell: Cell) -> Prepared:
        """The data of a cell as its learner gets them; DataError if they can't be preprocessed."""
        return prepared(cell.preprocess, self.dataset(cell))

    def batches(self) -> Iterator[Batch]:
        """Jobs for the missing cells; their data are prepared once for all cells that share them.

        What fails here does not take the others with it.
        """
        jobs: list[CellJob] = []
        failures: dict[str, Exception] = {}
        held = 0
        for sharing in self._sharing_data():
            try:
                data = self.prepared(sharing[0])
            except DataError as error:
                failures |= {same.dataset.label: error for cell in sharing for same in self.missing[cell]}
                continue
            jobs += [CellJob(cell, data, self.keys[cell]) for cell in sharing]
            held += data.size_in_memory
            if held >= BATCH_BYTES:
                yield Batch(tuple(jobs), failures)
                jobs, failures, held = [], {}, 0
        yield Batch(tuple(jobs), failures)

    def _sharing_data(self) -> list[list[Cell]]:
        """The missing cells, those together that learn from the same data, preprocessed the same way."""
        found: dict[tuple[Choice, tuple[PreprocessingStep, ...], int], list[Cell]] = {}
        for cell in self.missing:
            same = isinstance(self.datasets[cell.dataset.label], Dataset)
            draw = 0 if same else cell.task.permutation
            found.setdefault((cell.dataset.choice, cell.preprocess, draw), []).append(cell)
        return list(found.values())


def make_worklist(experiment: Experiment, cache: Store | None) -> Worklist:
    """Load the data, and look up which cells are in the cache, if there is one; nothing is run."""
    loaded, unavailable = _load(experiment.datasets)
    digests = {label: each.digest for label, each in loaded.items()}
    own, simpler = cells(experiment), baselines(experiment)
    shared: dict[tuple[object, ...], Any] = {}
    known = {
        cell: key(cell, digests[cell.dataset.label], shared)
        for cell in (*own, *(baseline.cell for baseline in simpler))
        if cell.dataset.label in loaded
    }
    read = OutcomeParts("curves" in experiment.metrics, compared_cells(own, simpler))
    cached = _cached(known, cache, read) if cache else {}
    first = tuple(each for each in simpler if each.is_first)
    later = tuple(each for each in simpler if not each.is_first)
    waiting = {each.cell for each in later}
    sharing = _sharing_key({cell: kept for cell, kept in known.items() if cell not in cached})
    missing = {same[0]: same for same in sharing if not waiting.issuperset(same)}
    return Worklist(own, first, later, loaded, unavailable, known, cached, missing, read)


def _sharing_key(keys: Mapping[Cell, str | None]) -> list[tuple[Cell, ...]]:
    """The cells, those together that share an outcome."""
    found: dict[object, list[Cell]] = {}
    for cell, kept in keys.items():
        found.setdefault(kept or _unkept(cell), []).append(cell)
    return [tuple(same) for same in found.values()]


def _unkept(cell: Cell) -> object:
    """What stands for a key that can't be known: the cell itself, or the candidates that two cells share."""
    tuning = cell.learner.tuning
    return (cell.dataset.label, id(tuning), cell.task.permutation) if tuning else cell


def _cached(keys: Mapping[Cell, str | None], cache: Store, read: OutcomeParts) -> dict[Cell, Outcome]:
    wanted = {kept for kept in keys.values() if kept is not None}
    whole = wanted if read.curves else {kept for cell in read.compared if (kept := keys.get(cell))}
    found = cache.get_all(wanted, whole)
    return {cell: read.shown(cell, found[kept]) for cell, kept in keys.items() if kept in found}


def _load(
    choices: Sequence[DatasetChoice],
) -> tuple[dict[str, DataSource], dict[str, DataError]]:
    """The data that can be had, and why the rest can't, by label; labels of the same choice share them."""
    found: dict[Choice, DataSource | DataError] = {}
    for each in choices:
        if each.choice not in found:
            try:
                found[each.choice] = datasets.at_hand(each.choice)
            except DataError as error:
                found[each.choice] = error
    loaded: dict[str, DataSource] = {}
    unavailable: dict[str, DataError] = {}
    for each in choices:
        held = found[each.choice]
        if isinstance(held, DataError):
            unavailable[each.label] = held
        else:
            loaded[each.label] = held
    return loaded, unavailable
