"""The values that are compared, read from result folders: a metric of each learner on each data set."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path

from onlinelearn.base.error_text import counted, shorten
from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.many_datasets.datasets_comparison import Case
from onlinelearn.compare.many_datasets.learner_names import LONGEST_LIST, told_apart
from onlinelearn.compare.many_datasets.measured_folders import MeasuredDataset, read_folders
from onlinelearn.compare.many_datasets.variants import by_source, case_names, one_case

LEAST_LEARNERS, LEAST_DATASETS = 2, 2


@dataclass(frozen=True, slots=True)
class Question:
    """What is compared: a metric, after an epoch (None: the last), of some learners (none named: all)."""

    metric: str = "test_error"
    epoch: int | None = None
    learners: tuple[str, ...] = ()


def read_cases(folders: Sequence[Path], question: Question) -> tuple[tuple[Case, ...], tuple[str, ...]]:
    """A case for each data set, each with the same learners, and notes on all that takes no part."""
    measured, notes = read_folders(folders, question.metric, question.learners)
    datasets = list(_merged(told_apart(measured, question.learners)))
    learners = dict.fromkeys(name for dataset in datasets for name in dataset.values)
    datasets, chosen, left_out = _complete(datasets, question.learners, list(learners))
    cases: list[Case] = []
    sources = by_source(datasets)
    for name, variants in zip(case_names(sources), sources, strict=True):
        measured_cases, fewer = zip(*(_case(each, chosen, question.epoch) for each in variants), strict=True)
        case, together = one_case(name, variants, measured_cases)
        cases.append(case)
        left_out += [*chain.from_iterable(fewer), *together]
    return tuple(cases), (*notes, *left_out)


def _merged(measured: Sequence[MeasuredDataset]) -> Iterator[MeasuredDataset]:
    """Each data set once for each way that it is run, with the learners of all folders that have it so.

    ConfigError if two folders have other results of one learner.
    """
    together: dict[str, list[MeasuredDataset]] = {}
    for each in measured:
        together.setdefault(json.dumps([each.name, each.setting], sort_keys=True), []).append(each)
    for first, *others in together.values():
        values: dict[str, dict[tuple[int, int], float]] = {}
        for each in (first, *others):
            for learner, cells in each.values.items():
                known = values.setdefault(learner, {})
                if any(known.get(cell, value) != value for cell, value in cells.items()):
                    raise ConfigError(
                        f"{learner} on {first.name} has other results in {first.folder} than in "
                        f"{each.folder}; run both again, or compare one of them"
                    )
                known.update(cells)
        yield replace(first, learners={}, values=values)


def _complete(
    datasets: Sequence[MeasuredDataset], asked: Sequence[str], every: Sequence[str]
) -> tuple[list[MeasuredDataset], list[str], list[str]]:
    """Data sets and learners without a gap between them, and notes on what has gaps.

    Learners that are asked for decide on the data sets; without any, those two do that share the most.
    """
    chosen = list(dict.fromkeys(asked)) or list(_widest_pair(datasets, every))
    if len(chosen) < LEAST_LEARNERS:
        raise ConfigError(f"ranks need two learners or more, and {', '.join(chosen)} is alone")
    kept = [each for each in datasets if each.values.keys() >= set(chosen)]
    if (n := len(by_source(kept))) < LEAST_DATASETS:
        variants = f" (in {len(kept)} variants, which count once)" if len(kept) > n else ""
        raise ConfigError(
            f"{counted(n, 'data set')}{variants} has results of {', '.join(chosen)}, and ranks need two or "
            "more; summary.md compares learners on one, and --learner names others"
        )
    if not asked:
        chosen = [name for name in every if all(name in each.values for each in kept)]
    lacking = [each.name for each in datasets if each not in kept]
    gaps = [] if asked else [name for name in every if name not in chosen]
    return kept, chosen, [*_left_out(lacking, "data set"), *_left_out(gaps, "learner")]


def _widest_pair(datasets: Sequence[MeasuredDataset], every: Sequence[str]) -> tuple[str, ...]:
    """The two learners that have the most data sets in common; of several such, with the most others."""
    variants = [(number, each) for number, source in enumerate(by_source(datasets)) for each in source]
    having = {
        name: frozenset((number, i) for i, (number, each) in enumerate(variants) if name in each.values)
        for name in every
    }

    def width(pair: tuple[str, str]) -> tuple[int, int]:
        common = having[pair[0]] & having[pair[1]]
        return len({number for number, _ in common}), sum(common <= each for each in having.values())

    return max(combinations(every, 2), key=width, default=tuple(every))


def _left_out(names: Sequence[str], noun: str) -> Iterator[str]:
    """A note on data sets or learners that take no part."""
    if names:
        why = "a learner" if noun == "data set" else "a result on one of these data sets"
        named = shorten(", ".join(dict.fromkeys(names)), LONGEST_LIST)
        yield f"Left out, {counted(len(names), noun)} for lack of {why}: {named}. --learner chooses."


def _case(dataset: MeasuredDataset, learners: Sequence[str], epoch: int | None) -> tuple[Case, list[str]]:
    """The values of the learners after the epoch, in the permutations that all of them have."""
    cells = {name: dataset.values[name] for name in learners}
    after = epoch or max(at for values in cells.values() for at, _ in values)
    each = {name: {p: value for (at, p), value in cells[name].items() if at == after} for name in learners}
    shared = sorted(set.intersection(*(set(values) for values in each.values())))
    if not shared:
        raise ConfigError(f"{dataset.name} has no results of all learners after epoch {after}")
    fewer = any(len(values) > len(shared) for values in each.values())
    note = f"{dataset.name}: only the {len(shared)} permutations that all learners have."
    values = {name: tuple(each[name][p] for p in shared) for name in learners}
    return Case(dataset.name, after, values, dataset.overlap), [note] if fewer else []
