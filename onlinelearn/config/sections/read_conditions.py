"""The conditions of a config as it is written: data sets, preprocessing, and learners that fit them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from onlinelearn.base.arrays import Kind
from onlinelearn.base.error_text import LONGEST_LIST, shorten
from onlinelearn.base.metrics import METRICS, OF_TEST, ON_TEST
from onlinelearn.config.choices import OPTION, Condition, DatasetChoice, LearnerChoice
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import TESTING_KEY, Protocol
from onlinelearn.config.sections.grids import MOST
from onlinelearn.config.sections.read_datasets import read_datasets, read_preprocess
from onlinelearn.config.sections.read_learners import read_learners
from onlinelearn.config.sections.read_tuning import without_hindsight
from onlinelearn.learners import registry
from onlinelearn.learners.catalog import Catalog, built_in
from onlinelearn.learners.foreign_options import TOLERANCE

TARGETS: dict[Kind, str] = {
    "classification": "classes",
    "multilabel": "sets of labels",
    "regression": "real targets",
    "uniclass": "unlabelled points",
}
"""What the examples of each kind of data have."""

CONDITION_KEYS = ("dataset", "datasets", "preprocess", "learners")
"""The keys of a config that decide its conditions."""


@dataclass(frozen=True)
class Context:
    """What conditions need beside their text: the folder of paths, the learners to name, the protocol."""

    folder: Path
    catalog: Catalog
    protocol: Protocol = field(default_factory=Protocol)


def written_conditions(top: ConfigValue, context: Context) -> tuple[Condition, ...]:
    """A condition for each data set; not to be used if there are problems."""
    given = {key: value for key in CONDITION_KEYS if (value := top.child(key))}
    preprocess = read_preprocess(given.get("preprocess"))
    datasets = read_datasets(top, given, context.folder)
    tested = all(each.tested for each in datasets)

    def learners_on(dataset: DatasetChoice | None) -> tuple[LearnerChoice, ...]:
        read = read_learners(top, given.get("learners"), context.catalog, context.protocol, dataset)
        return read if tested else without_hindsight(read)

    learners = learners_on(datasets[0] if datasets else None)
    differ = any(each.bound for each in learners)
    if differ and len(datasets) * len(learners) > MOST:
        given["learners"].fail(f"too many: data sets × learners may be {MOST:,} where {OPTION}s decide")
    conditions = [Condition(dataset, preprocess, learners, context.protocol.test) for dataset in datasets]
    _check_kinds(conditions, top)
    if differ and not top.problems:
        conditions = [replace(each, learners=learners_on(each.dataset)) for each in conditions]
    return tuple(conditions)


def check_test_metrics(conditions: Sequence[Condition], metrics: Sequence[str], top: ConfigValue) -> None:
    """Add a problem for the first metric that needs a test part, where a data set has none."""
    untested = [each.dataset.label for each in conditions if not each.dataset.tested]
    for metric in (name for name in metrics if name in ON_TEST and untested):
        (top.child("metrics") or top).fail(
            f"{metric} needs a test part, and {untested[0]} has none (train: 1.0); "
            "name other metrics, as [online_error]"
        )
        return


def check_metric_kinds(conditions: Sequence[Condition], metrics: Sequence[str], top: ConfigValue) -> None:
    """Add a problem for the first metric that none of the data sets has, whatever the learner."""
    for name in metrics:
        kinds = METRICS[name].kinds
        if not conditions or kinds is None or any(each.dataset.kind in kinds for each in conditions):
            continue
        needed = " or ".join(TARGETS[kind] for kind in TARGETS if kind in kinds)
        first = conditions[0].dataset
        (top.child("metrics") or top).fail(
            f"{name} needs {needed}; {first.label} has {TARGETS[first.kind]}: leave the metric out"
        )
        return


def _check_kinds(conditions: Sequence[Condition], top: ConfigValue) -> None:
    """Add a problem for the first learner that can't learn the data set's kind of target."""
    for condition in conditions:
        for each in condition.learners:
            if problem := _misfit(each, condition.dataset):
                _entry(top, each).fail(problem)
                return


def _misfit(learner: LearnerChoice, dataset: DatasetChoice) -> str:
    """Why a learner can't learn the data set's kind of target as it is configured; nothing, if it can."""
    wanted, kinds = dataset.kind, learner.entry.kinds
    if wanted not in kinds:
        able = min(kinds)  # of sets of labels, only what learns classes learns them
        fit = shorten(", ".join(_of_kind(wanted)), LONGEST_LIST)
        return f"{learner.learner} is for {able}, and {dataset.label} for {wanted}; choose from {fit}"
    if learner.ask and wanted != "classification":
        return f"'ask' is for one label an example; {dataset.label} is for {wanted}: leave it out"
    if TOLERANCE in learner.foreign.model_fields_set and wanted != "regression":
        return f"'{TOLERANCE}' is for real targets; {dataset.label} is for {wanted}: leave it out"
    return ""


def _of_kind(kind: Kind) -> list[str]:
    return [name for name in registry() if (entry := built_in(name)) and kind in entry.kinds]


def check_label_rate(conditions: Sequence[Condition], protocol: Protocol, top: ConfigValue) -> None:
    """Add a problem where the protocol's `label_rate` doesn't fit the conditions.

    A learner may be told the rate, which must then be the protocol's. Labels can be hidden only where
    there are classes, and only from learners that don't choose themselves which labels they see.
    """
    rate, given = protocol.label_rate, top.child("protocol")
    for each in (learner for condition in conditions for learner in condition.learners):
        # A learner that is not ours may mean something else by that name.
        told = each.parameters.get("label_rate") if each.entry.compiled else None
        if told is not None and told != rate:
            (given or _entry(top, each)).fail(
                f"'label_rate' is {rate:g}, and {told:g} in {each.label}; "
                "make them equal, or leave it out there"
            )
            return
    if given is None or rate == 1.0:
        return
    for condition in conditions:
        if condition.dataset.kind != "classification":
            given.fail(
                f"'label_rate' is for classes, not for {condition.dataset.kind} ({condition.dataset.label})"
            )
            return
        for each in condition.learners:
            if each.ask:
                given.fail(f"'label_rate' says which labels are seen, and so does 'ask' of {each.label}")
                return


def check_online_test(conditions: Sequence[Condition], metrics: Collection[str], top: ConfigValue) -> None:
    """Add a problem for metrics of the frozen model, where the model learns while it is tested."""
    frozen = [name for name in metrics if name in OF_TEST]
    if frozen and any(condition.test == "online" for condition in conditions):
        (top.child("metrics") or top).fail(
            f"{', '.join(frozen)}: only of a frozen model; leave it out where {TESTING_KEY} is online"
        )


def _entry(top: ConfigValue, learner: LearnerChoice) -> ConfigValue:
    """The entry of a learner, or of its grid; if that is missing too, the nearest value that is there."""
    learners = top.child("learners") or top
    return learners.child(learner.label) or learners.child(learner.family) or learners
