"""Variants of one data set: splits, points of a grid, other protocols. They are one case, by their mean.

What one variant shows the others mostly repeat: as cases of their own they would be evidence many times over.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from onlinelearn.base.error_text import shorten
from onlinelearn.compare.many_datasets.datasets_comparison import Case
from onlinelearn.compare.many_datasets.learner_names import LONGEST_LIST
from onlinelearn.compare.many_datasets.measured_folders import MeasuredDataset


def by_source(datasets: Sequence[MeasuredDataset]) -> list[list[MeasuredDataset]]:
    """The data sets, those together that are of one source: the same name, file or data."""
    of_data: dict[object, str] = {}
    sources: dict[str, list[MeasuredDataset]] = {}
    for each in datasets:
        source = of_data.setdefault(each.setting["data"], each.source)
        sources.setdefault(source, []).append(each)
    return list(sources.values())


def case_names(sources: Sequence[Sequence[MeasuredDataset]]) -> list[str]:
    """What tables call each case: its label, or what its variants share; equal names get the source."""
    names = [each[0].name if len(each) == 1 else Path(each[0].source).name for each in sources]
    return [
        name if names.count(name) == 1 else f"{name} ({each[0].source})"
        for name, each in zip(names, sources, strict=True)
    ]


def one_case(name: str, variants: Sequence[MeasuredDataset], cases: Sequence[Case]) -> tuple[Case, list[str]]:
    """The mean of the cases of one source, in as many permutations as all have, and a note on several."""
    if len(cases) == 1:
        return replace(cases[0], dataset=name), []
    runs = min(len(values) for case in cases for values in case.values.values())
    values = {
        learner: tuple(math.fsum(case.values[learner][i] for case in cases) / len(cases) for i in range(runs))
        for learner in cases[0].values
    }
    overlap = max(case.overlap for case in cases)
    note = f"{name} counts once, by the mean of {len(cases)} variants: {_listed(variants, cases)}."
    return Case(name, max(case.epoch for case in cases), values, overlap), [note]


def _listed(variants: Sequence[MeasuredDataset], cases: Sequence[Case]) -> str:
    """The variants in words, with all that they differ in: folders, epochs, permutations."""
    runs = [len(next(iter(case.values.values()))) for case in cases]
    texts = [each.name for each in variants]
    if len(set(texts)) < len(texts):
        texts = [f"{text} in {each.folder}" for text, each in zip(texts, variants, strict=True)]
    if len({case.epoch for case in cases}) > 1:
        texts = [f"{text} after epoch {case.epoch}" for text, case in zip(texts, cases, strict=True)]
    fewest = f" (the first {min(runs)} permutations of each)" if len(set(runs)) > 1 else ""
    return shorten(", ".join(texts), LONGEST_LIST) + fewest
