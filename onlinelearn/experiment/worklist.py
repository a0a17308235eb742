"""What there is to do for an experiment: the data at hand, the cells, and which of them are cached."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from onlinelearn import datasets
from onlinelearn.base.arrays import size_in_bytes
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.base.replay_data import Replay, ReplayRequest, SurfaceRequest, Surfaces
from onlinelearn.config import DatasetChoice, Experiment
from onlinelearn.datasets.choice import Choice
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.datasets.pipeline import Step
from onlinelearn.experiment.cells import Baseline, Cell, baselines, cells, key
from onlinelearn.experiment.execution import Work
from onlinelearn.experiment.preparation import prepared
from onlinelearn.experiment.protocol import Outcome, Prepared
from onlinelearn.experiment.replays import replay, surfaces
from onlinelearn.experiment.store import Store
from onlinelearn.learners import registry
from onlinelearn.learners.engine.learner import Learner

BATCH = 2**27
"""Bytes of prepared data after which a batch of cells ends; two batches may be held at once."""


@dataclass(frozen=True, eq=False)
class Worklist:
    """The cells of an experiment, and what is known of each before anything is run."""

    cells: tuple[Cell, ...]
    baselines: tuple[Baseline, ...]
    datasets: Mapping[str, Dataset | Recipe]
    unavailable: Mapping[str, DataError]
    keys: Mapping[Cell, str | None]
    cached: Mapping[Cell, Outcome]

    @property
    def missing(self) -> list[Cell]:
        """The cells that are still to be run: of those that are alike, the first."""
        firsts = (alike[0] for alike in self._alike.values())
        return [cell for cell in firsts if cell not in self.cached]

    def alike(self, cell: Cell) -> Sequence[Cell]:
        """The cells with this one's key, itself among them: what decides their results is the same."""
        return self._alike[self.keys[cell] or cell]

    @cached_property
    def _alike(self) -> dict[Hashable, list[Cell]]:
        found: dict[Hashable, list[Cell]] = {}
        for cell, kept in self.keys.items():
            found.setdefault(kept or cell, []).append(cell)
        return found

    def dataset(self, cell: Cell) -> Dataset:
        """The data of a cell, not preprocessed."""
        found = self.datasets[cell.dataset.label]
        return found if isinstance(found, Dataset) else found.draw(cell.task.permutation)

    def prepared(self, cell: Cell) -> Prepared:
        """The data of a cell as its learner gets them; DataError if they can't be preprocessed."""
        return prepared(cell.preprocess, self.dataset(cell))

    def replayed(self, request: ReplayRequest | SurfaceRequest) -> Replay | Surfaces:
        """The replay that a figure asks for."""
        if isinstance(request, ReplayRequest):
            return self.replay(request.dataset, request.learner)
        return self.surfaces(request.dataset, request.learner, request.parts)

    def replay(self, dataset: str, learner: str) -> Replay:
        """The stream of the first permutation once more, by the labels of data set and learner."""
        cell, ours = self._first(dataset, learner)
        return replay(ours, self.prepared(cell), cell.task)

    def surfaces(self, dataset: str, learner: str, parts: int) -> Surfaces:
        """What the learner makes of the plane after each of so many parts of that stream."""
        cell, ours = self._first(dataset, learner)
        return surfaces(ours, self.prepared(cell), cell.task, parts)

    def _first(self, dataset: str, learner: str) -> tuple[Cell, Learner]:
        cell = next(
            cell for cell in self.cells if (cell.dataset.label, cell.learner.label) == (dataset, learner)
        )
        ours = registry().get(cell.learner.learner)
        if ours is None:
            raise ConfigError(f"{learner} is not one of our learners: its stream can't be drawn once more")
        return cell, ours(**cell.learner.parameters)

    def batches(self, foreign: Mapping[str, type]) -> Iterator[tuple[list[Work], dict[str, Exception]]]:
        """The missing cells with their learners and their data, prepared once for all that share them.

        And what can't be run, by data set or cell: one that fails here does not take the others with it.
        """
        works: list[Work] = []
        failures: dict[str, Exception] = {}
        held = 0
        for sharing in self._sharing():
            try:
                data = self.prepared(sharing[0])
            except DataError as error:
                failures |= {same.dataset.label: error for cell in sharing for same in self.alike(cell)}
                continue
            for cell in sharing:
                kind = registry().get(cell.learner.learner) or foreign[cell.learner.learner]
                try:
                    works.append(Work(cell, kind(**cell.learner.parameters), data))
                except Exception as error:  # a foreign class's own constructor may raise anything
                    failures[str(cell)] = error
            held += size_in_bytes(data.X_train) + size_in_bytes(data.X_test)
            if held >= BATCH:
                yield works, failures
                works, failures, held = [], {}, 0
        yield works, failures

    def _sharing(self) -> list[list[Cell]]:
        """The missing cells, those together that learn from the same data, preprocessed the same way."""
        found: dict[tuple[Choice, tuple[Step, ...], int], list[Cell]] = {}
        for cell in self.missing:
            drawn = isinstance(self.datasets[cell.dataset.label], Recipe)
            draw = cell.task.permutation if drawn else 0
            found.setdefault((cell.dataset.choice, cell.preprocess, draw), []).append(cell)
        return list(found.values())


def survey(experiment: Experiment, store: Store | None) -> Worklist:
    """Load the data and find out what is cached, if anything may be; nothing is run."""
    loaded, unavailable = _load(experiment.datasets)
    digests = {label: each.digest for label, each in loaded.items()}
    every, simpler = cells(experiment), baselines(experiment)
    keys = {
        cell: key(cell, digests[cell.dataset.label])
        for cell in (*every, *(baseline.cell for baseline in simpler))
        if cell.dataset.label in loaded
    }
    found = {cell: store.get(kept) for cell, kept in keys.items() if kept is not None} if store else {}
    cached = {cell: outcome for cell, outcome in found.items() if outcome is not None}
    return Worklist(every, simpler, loaded, unavailable, keys, cached)


def _load(
    choices: Sequence[DatasetChoice],
) -> tuple[dict[str, Dataset | Recipe], dict[str, DataError]]:
    """What is at hand, and why the rest isn't, by label; labels of the same choice share their data."""
    found: dict[Choice, Dataset | Recipe | DataError] = {}
    for each in choices:
        if each.choice not in found:
            try:
                found[each.choice] = datasets.at_hand(each.choice)
            except DataError as error:
                found[each.choice] = error
    loaded: dict[str, Dataset | Recipe] = {}
    unavailable: dict[str, DataError] = {}
    for each in choices:
        held = found[each.choice]
        if isinstance(held, DataError):
            unavailable[each.label] = held
        else:
            loaded[each.label] = held
    return loaded, unavailable
