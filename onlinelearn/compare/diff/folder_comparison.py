"""Two folders of results compared: what differs in their manifests, and where their cells diverge."""

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.compare.diff.learner_comparison import StreamComparison, compare_on_stream
from onlinelearn.compare.diff.manifest_changes import ManifestChange, manifest_changes
from onlinelearn.compare.diff.ready_cells import CellName, ReadyCell, ready_cells
from onlinelearn.experiment.cell_store import store_beside
from onlinelearn.experiment.protocol import Checkpoint
from onlinelearn.experiment.recorded_manifest import read_manifest, recorded_experiment
from onlinelearn.learners.catalog import Catalog


@dataclass(frozen=True)
class DivergedCell:
    """A cell of both folders whose two runs differ."""

    name: CellName
    keys: tuple[str, str]
    agreed: int
    """The round of the last checkpoint at which they agree; 0 if there is none."""
    differed: int
    """The round of the next checkpoint."""
    comparison: StreamComparison | None = None
    """The round itself, where the cell can be streamed again."""


@dataclass(frozen=True)
class FolderComparison:
    """What tells two folders of results apart."""

    one: str
    other: str
    digests: tuple[str, str]
    changes: tuple[ManifestChange, ...] = ()
    diverged: tuple[DivergedCell, ...] = ()
    n_shared: int = 0
    """How many cells both folders have."""
    not_kept: tuple[CellName, ...] = ()
    """Cells of both folders whose outcomes are not in the store any more."""
    note: str | None = None
    """Why the exact rounds can't be found, where they can't."""

    @property
    def same(self) -> bool:
        """Whether both hold the same results, to the last bit."""
        return self.digests[0] == self.digests[1]


@dataclass(frozen=True, eq=False)
class RecordedFolder:
    """A folder of results with its manifest, and what people call it."""

    path: Path
    manifest: Mapping[str, Any]
    name: str


def compare_folders(A: Path, B: Path, catalog: Catalog | None = None) -> FolderComparison:
    """Compare two folders: first their digests, then their manifests and the curves of their cells."""
    one, other = (RecordedFolder(each, read_manifest(each), str(each)) for each in (A, B))
    return compare_recorded(one, other, catalog)


def compare_recorded(
    one: RecordedFolder, other: RecordedFolder, catalog: Catalog | None = None
) -> FolderComparison:
    """The same for folders whose manifests have been read."""
    manifests = one.manifest, other.manifest
    digests = one.manifest["result_digest"], other.manifest["result_digest"]
    found = FolderComparison(one.name, other.name, digests, manifest_changes(*manifests))
    if found.same:
        return found
    ours, theirs = _kept_cells(one), _kept_cells(other)
    diverged: list[DivergedCell] = []
    not_kept: list[CellName] = []
    for name in (each for each in ours if each in theirs):
        (key, curve), (other_key, other_curve) = ours[name], theirs[name]
        if curve is None or other_curve is None:
            not_kept.append(name)
        elif between := first_differing_checkpoint(curve, other_curve):
            diverged.append(DivergedCell(name, (key, other_key), *between))
    found = replace(
        found,
        diverged=tuple(diverged),
        n_shared=len(ours.keys() & theirs.keys()),
        not_kept=tuple(not_kept),
    )
    try:
        return replace(found, diverged=_with_exact_rounds(one.path, other.path, diverged, catalog))
    except OlrunError as error:
        return replace(found, note=str(error))


def first_differing_checkpoint(
    one: Sequence[Checkpoint], other: Sequence[Checkpoint]
) -> tuple[int, int] | None:
    """The rounds of the last checkpoint at which two curves agree, 0 if none, and of the next.

    None if the curves never differ.
    """
    # Streams of different lengths have the same checkpoints until the shorter one nears its end.
    pairs = list(takewhile(lambda pair: pair[0].round == pair[1].round, zip(one, other, strict=False)))
    # Chains that differ once differ ever after, so that bisection finds where.
    first = bisect.bisect_left(pairs, True, key=lambda pair: pair[0].chain != pair[1].chain)
    if first == len(pairs):
        return None
    return pairs[first - 1][0].round if first else 0, pairs[first][0].round


Curve = tuple[Checkpoint, ...]


def _kept_cells(folder: RecordedFolder) -> dict[CellName, tuple[str, Curve | None]]:
    """The key of each cell of the experiment, and its curve if the store beside the folder has it."""
    store = store_beside(folder.path.parent)
    kept: dict[CellName, tuple[str, Curve | None]] = {}
    for cell in folder.manifest["cells"]:
        if cell["learner"] in folder.manifest["config"]["learners"]:  # the others are baselines
            outcome = store.get(cell["key"]) if cell["key"] else None
            name = CellName(cell["dataset"], cell["learner"], cell["permutation"])
            kept[name] = (cell["key"], outcome.curve if outcome else None)
    return kept


def _with_exact_rounds(
    A: Path, B: Path, diverged: Sequence[DivergedCell], catalog: Catalog | None
) -> tuple[DivergedCell, ...]:
    """Stream the cells again to find the exact rounds; raises OlrunError where that can't be done."""
    if not diverged:
        return ()
    ours, theirs = (ready_cells(recorded_experiment(folder, catalog)) for folder in (A, B))
    return tuple(
        replace(cell, comparison=_streamed_again(cell, ours[cell.name], theirs[cell.name]))
        if cell.name in ours and cell.name in theirs
        else cell
        for cell in diverged
    )


def _streamed_again(diverged: DivergedCell, one: ReadyCell, other: ReadyCell) -> StreamComparison:
    if diverged.keys != (one.key, other.key):
        raise ConfigError("the code or the data here is not that of both; their rounds can't be run again")
    return compare_on_stream(one.learner, other.learner, one, other, "weights")
