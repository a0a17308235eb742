"""Two runs side by side: what differs in their records, their numbers and their verdicts."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from onlinelearn.base.error_text import shorten
from onlinelearn.base.metrics import METRICS
from onlinelearn.render.report.json_records import ManifestRecord
from onlinelearn.render.report.page import Page, ReportedExperiment
from onlinelearn.render.tables.display import NONE, metric_label, scale, shown
from onlinelearn.render.tables.summary import Summary

MOST_LETTERS = 120
"""Of a longer value, the beginning is shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that the two runs say differently; a blank where one says nothing of it."""

    what: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class NumberPair:
    """A metric of a learner after an epoch, in both runs, in the unit in which it is shown."""

    dataset: str
    learner: str
    metric: str
    epoch: int
    first: float | None
    second: float | None

    @property
    def change(self) -> float | None:
        """How much larger the second is."""
        return None if self.first is None or self.second is None else self.second - self.first


@dataclass(frozen=True, eq=False)
class ExperimentPair:
    """The same experiment in two folders."""

    first: ReportedExperiment
    second: ReportedExperiment

    @property
    def same(self) -> bool:
        """Whether their results are the same to the last bit."""
        return self.first.manifest.result_digest == self.second.manifest.result_digest

    @property
    def records(self) -> tuple[Difference, ...]:
        """What differs in how they were made: config, data, code, versions, machine."""
        return tuple(_differences(*(dict(_record(each.manifest)) for each in (self.first, self.second))))

    @property
    def verdicts(self) -> tuple[Difference, ...]:
        """The claims with another verdict."""
        found = (
            {c.id: str(c.verdict) for c in each.folder.claims.claims} for each in (self.first, self.second)
        )
        return tuple(_differences(*found))

    @property
    def numbers(self) -> tuple[NumberPair, ...]:
        """All numbers but times, which always differ."""
        found = [_numbers(each.folder.summary.estimates) for each in (self.first, self.second)]
        return tuple(
            NumberPair(shown(dataset), shown(learner), metric_label(metric), epoch,
                       *(each.get((dataset, learner, metric, epoch)) for each in found))
            for dataset, learner, metric, epoch in dict.fromkeys(chain(*found))
        )  # fmt: skip

    @property
    def changed(self) -> tuple[NumberPair, ...]:
        """The numbers that differ, the largest difference for its size first."""
        moved = [each for each in self.numbers if each.first != each.second]
        return tuple(sorted(moved, key=_relative_change, reverse=True))


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two folders of results: their names, the experiments of both, and those that only one has."""

    names: tuple[str, str]
    pairs: tuple[ExperimentPair, ...]
    alone: tuple[tuple[str, str], ...]
    """An experiment that only one folder has, and that folder."""
    problems: tuple[str, ...]


def side_by_side(names: tuple[str, str], first: Page, second: Page) -> SideBySide:
    """The experiments of two folders, matched by name; a single one in each is the same experiment."""
    sides = [{each.folder.name: each for each in page.experiments} for page in (first, second)]
    if [len(side) for side in sides] == [1, 1]:
        pairs = [ExperimentPair(*(next(iter(side.values())) for side in sides))]
        return SideBySide(names, tuple(pairs), (), first.problems + second.problems)
    both = [name for name in sides[0] if name in sides[1]]
    alone = [
        (name, folder)
        for folder, side, other in zip(names, sides, reversed(sides), strict=True)
        for name in side
        if name not in other
    ]
    pairs = [ExperimentPair(sides[0][name], sides[1][name]) for name in both]
    return SideBySide(names, tuple(pairs), tuple(alone), first.problems + second.problems)


def _record(manifest: ManifestRecord) -> Iterator[tuple[str, str]]:
    """The parts of a record that say how a result came to be, each with a name."""
    yield from _flat("config", manifest.config)
    yield from _flat("data", manifest.data_digests)
    yield from _flat("code", manifest.code_digests)
    yield from _flat("version", manifest.versions)
    yield from _flat("machine", manifest.machine)
    if manifest.git:
        yield "git commit", manifest.git.commit
        yield "git state", "changed" if manifest.git.changed else "unchanged"
    yield "command", manifest.command or ""
    yield from _flat("failed", manifest.failures)


def _flat(name: str, value: object) -> Iterator[tuple[str, str]]:
    """The leaves of nested mappings, named by the way to them."""
    if isinstance(value, Mapping) and value:
        for key, inside in value.items():
            yield from _flat(f"{name}: {shown(str(key))}", inside)
    else:
        yield name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _differences(first: Mapping[str, str], second: Mapping[str, str]) -> Iterator[Difference]:
    for what in dict.fromkeys([*first, *second]):
        texts = [
            shorten(shown(side[what]), MOST_LETTERS) if what in side else NONE for side in (first, second)
        ]
        if first.get(what) != second.get(what):
            yield Difference(what, *texts)


def _numbers(estimates: Sequence[Summary]) -> dict[tuple[str, str, str, int], float]:
    return {
        (s.dataset, s.learner, s.metric, s.epoch): scale(s.metric) * s.mean
        for s in estimates
        if not (s.metric in METRICS and METRICS[s.metric].timed)
    }


def _relative_change(pair: NumberPair) -> float:
    if pair.first is None or pair.second is None:
        return float("inf")
    return abs(pair.second - pair.first) / max(abs(pair.first), abs(pair.second))
