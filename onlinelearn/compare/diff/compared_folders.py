"""Two folders of results: what differs in their records, and where their cells part."""

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.compare.diff.compared_streams import Met, meet
from onlinelearn.compare.diff.named_sides import manifest, recorded
from onlinelearn.compare.diff.prepared_cells import Place, Stage, stages
from onlinelearn.compare.diff.record_changes import Change, changes
from onlinelearn.experiment.protocol import Checkpoint
from onlinelearn.experiment.run import CELLS
from onlinelearn.experiment.store import Store


@dataclass(frozen=True)
class Apart:
    """A cell of both folders that does not go the same way."""

    place: Place
    keys: tuple[str, str]
    agreed: int
    """The last checkpoint at which it still does; 0 if there is none."""
    differed: int
    """The next checkpoint."""
    met: Met | None = None
    """The round itself, where it can be found."""


@dataclass(frozen=True)
class Results:
    """What tells two folders of results apart."""

    one: str
    other: str
    digests: tuple[str, str]
    changes: tuple[Change, ...] = ()
    apart: tuple[Apart, ...] = ()
    shared: int = 0
    """How many cells both folders have."""
    unknown: tuple[Place, ...] = ()
    """Cells of both folders whose course is not kept."""
    note: str | None = None
    """Why the rounds can't be found, where they can't."""

    @property
    def same(self) -> bool:
        """Whether both hold the same results, to the last bit."""
        return self.digests[0] == self.digests[1]


def compare_results(A: Path, B: Path) -> Results:
    """Hold two folders against each other: their digests, their records, the chains of their cells."""
    one, other = manifest(A), manifest(B)
    result = Results(str(A), str(B), (one["result_digest"], other["result_digest"]))
    if result.same:
        return result
    ours, theirs = _kept(A, one), _kept(B, other)
    apart, unknown = [], []
    for place in ours:
        if place not in theirs:
            continue
        (key, course), (other_key, other_course) = ours[place], theirs[place]
        if course is None or other_course is None:
            unknown.append(place)
        elif between := first_apart(course, other_course):
            apart.append(Apart(place, (key, other_key), *between))
    result = replace(
        result,
        changes=changes(one, other),
        apart=tuple(apart),
        shared=len(ours.keys() & theirs.keys()),
        unknown=tuple(unknown),
    )
    try:
        return replace(result, apart=_rounds(A, B, apart))
    except OlrunError as error:
        return replace(result, note=str(error))


def first_apart(one: Sequence[Checkpoint], other: Sequence[Checkpoint]) -> tuple[int, int] | None:
    """The last checkpoint at which two courses agree, 0 if none, and the next; None if they never part."""
    # Streams of different lengths have the same checkpoints until the shorter one nears its end.
    pairs = list(takewhile(lambda pair: pair[0].round == pair[1].round, zip(one, other, strict=False)))
    # A chain that has parted stays apart, so that bisection finds where.
    first = bisect.bisect_left(pairs, True, key=lambda pair: pair[0].chain != pair[1].chain)
    if first == len(pairs):
        return None
    return pairs[first - 1][0].round if first else 0, pairs[first][0].round


Course = tuple[Checkpoint, ...]


def _kept(folder: Path, record: Mapping[str, Any]) -> dict[Place, tuple[str, Course | None]]:
    """The key of each cell, and its course from where the run kept it."""
    store = Store(folder.parent / CELLS)
    # An experiment may run further cells beside its own.
    own = [cell for cell in record["cells"] if cell["learner"] in record["config"]["learners"]]
    kept: dict[Place, tuple[str, Course | None]] = {}
    for cell in own:
        outcome = store.get(cell["key"]) if cell["key"] else None
        place = (cell["dataset"], cell["learner"], cell["permutation"])
        kept[place] = (cell["key"], outcome.curve if outcome else None)
    return kept


def _rounds(A: Path, B: Path, apart: Sequence[Apart]) -> tuple[Apart, ...]:
    """Stream the cells once more, to name the rounds; raises OlrunError where that can't be done."""
    if not apart:
        return ()
    ours, theirs = (stages(recorded(folder)) for folder in (A, B))
    return tuple(replace(cell, met=_again(cell, ours[cell.place], theirs[cell.place])) for cell in apart)


def _again(cell: Apart, one: Stage, other: Stage) -> Met:
    if cell.keys != (one.key, other.key):
        raise ConfigError("the code or the data here is not that of both; their rounds can't be run again")
    return meet(one.work.learner, other.work.learner, one, other, "weights")
