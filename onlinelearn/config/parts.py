"""The parts of a config that say what runs: data sets, preprocessing and learners."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from onlinelearn.base.arrays import Kind
from onlinelearn.base.error_text import LONGEST_LIST, shorten
from onlinelearn.config.choices import OPTION, Condition
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.datasets import read_datasets
from onlinelearn.config.grid import MOST
from onlinelearn.config.learners import read_learners
from onlinelearn.config.preprocess_entries import read_preprocess
from onlinelearn.learners import registry
from onlinelearn.learners.engine.learner import Learner

KEYS = ("dataset", "datasets", "preprocess", "learners")


def read_parts(top: ConfigValue, folder: Path, foreign: Mapping[str, type]) -> tuple[Condition, ...]:
    """An condition for each data set; to be thrown away if that left problems."""
    given = {key: spot for key in KEYS if (spot := top.child(key))}
    preprocess = read_preprocess(given.get("preprocess"))
    datasets = read_datasets(top, given, folder)
    read = partial(read_learners, top, given.get("learners"), foreign)
    learners = read(datasets[0] if datasets else None)
    differ = any(each.bound for each in learners)
    if differ and len(datasets) * len(learners) > MOST:
        given["learners"].fail(f"too many: data sets × learners may be {MOST:,} where {OPTION}s decide")
    conditions = [Condition(dataset, preprocess, learners) for dataset in datasets]
    _check_kinds(conditions, given.get("learners"))
    if differ and not top.problems:
        conditions = [replace(condition, learners=read(condition.dataset)) for condition in conditions]
    return tuple(conditions)


def _check_kinds(conditions: Sequence[Condition], spot: ConfigValue | None) -> None:
    """Note the first learner that can't learn what a data set is for; one that is not ours wants classes."""
    for condition in conditions:
        for each in condition.learners:
            ours = registry().get(each.learner)
            kind, wanted = ours.kind if ours else "classification", condition.dataset.kind
            able = learns(ours, wanted) if ours else kind == wanted
            if spot is None or (able and (wanted == "classification" or not each.ask)):
                continue
            entry = spot.child(each.label) or spot.child(each.family) or spot
            name = condition.dataset.label
            if able:
                entry.fail(f"'ask' is for one label an example; {name} is for {wanted}: leave it out")
            else:
                fit = shorten(", ".join(_of_kind(wanted)), LONGEST_LIST)
                entry.fail(f"{each.learner} is for {kind}, and {name} for {wanted}; choose from {fit}")
            return


def _of_kind(kind: Kind) -> list[str]:
    return [name for name, cls in registry().items() if learns(cls, kind)]


def learns(learner: type[Learner], kind: Kind) -> bool:
    """Whether the learner is for that kind of data; some learners of classes take sets of them too."""
    return learner.kind == kind or (kind == "multilabel" and learner.multilabel)


def unlike(
    conditions: Sequence[Condition], written: Sequence[Condition], reading: str
) -> tuple[Condition, ...]:
    """The conditions of a reading, of the same data sets, that differ from those as written."""
    ours = [
        replace(condition, dataset=replace(condition.dataset, base=as_is.dataset.base))
        for condition, as_is in zip(conditions, written, strict=True)
    ]
    return tuple(
        replace(condition, dataset=replace(condition.dataset, reading=reading))
        for condition, as_is in zip(ours, written, strict=True)
        if condition != as_is
    )
