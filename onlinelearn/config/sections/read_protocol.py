"""The protocol of a config, and checks of what it asks of streams: labels late or hidden, changes."""

from onlinelearn.base.error_text import LONGEST_LIST, shorten, unknown
from onlinelearn.base.metrics import LOSSES, OF_CHANGES
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.experiment import OTHERS, Experiment, Protocol
from onlinelearn.datasets.choice import Generated


def read_protocol(top: ConfigValue) -> Protocol:
    """The protocol; the default one, and problems, if it is not valid."""
    given = top.child("protocol")
    if given is None:
        return Protocol()
    entries = given.entries("a mapping with " + ", ".join(Protocol.model_fields))
    return validated(Protocol, entries, given, kind="key") or Protocol()


def check_permutations(experiment: Experiment, top: ConfigValue) -> None:
    """Add a problem where `permutations` names a data set that is none, or leaves one out."""
    given = experiment.protocol.permutations
    protocol = top.child("protocol")
    at = protocol and protocol.child("permutations")
    if isinstance(given, int) or at is None:
        return
    labels = dict.fromkeys(condition.dataset.base for condition in experiment.written)
    for name in given.keys() - labels.keys() - {OTHERS}:
        (at.child(name) or at).fail(unknown("data set", name, [*labels, OTHERS]))
    missing = [label for label in labels if label not in given]
    if missing and OTHERS not in given:
        verb = "has" if len(missing) == 1 else "have"
        named = shorten(", ".join(missing), LONGEST_LIST)
        at.fail(f"{named} {verb} no number; add '{OTHERS}: N' for the data sets that are not named")


def check_delay(experiment: Experiment, top: ConfigValue) -> None:
    """Add a problem where the protocol's `delay` doesn't fit the rest of the config."""
    given = top.child("protocol")
    if given is None or not experiment.protocol.delay:
        return
    at = given.child("delay") or given
    if experiment.protocol.label_rate != 1.0:
        at.fail("labels can't be late ('delay') and hidden ('label_rate') at once; leave one out")
    for name in experiment.metrics:
        if name in LOSSES:
            at.fail(f"the metric {name} takes a label in every round; leave it or 'delay' out")
    for condition in experiment.conditions:
        if condition.dataset.kind not in ("classification", "multilabel"):
            at.fail(f"'delay' is for classes, not for {condition.dataset.kind} ({condition.dataset.label})")
            return
        for each in condition.learners:
            if each.ask:
                at.fail(
                    f"labels can't be late ('delay') and asked for ('ask' of {each.label}); leave one out"
                )
                return
            if each.foreign.rows_per_call > 1:
                at.fail(f"{each.label} takes several rows in a call ('rows_per_call'), and no 'delay'")
                return
            if each.entry.compiled and each.entry.compiled.plays:
                at.fail(f"{each.label} is told of what it plays in the same round, and takes no 'delay'")
                return
            if each.entry.compiled and each.entry.compiled.unlabeled:
                at.fail(
                    f"{each.label} learns from an example before its label is known, and takes no 'delay'"
                )
                return


def check_feedback(experiment: Experiment, top: ConfigValue) -> None:
    """Add a problem for the first learner that needs the label where only "right" or "wrong" is told."""
    given = top.child("protocol")
    if given is None or experiment.protocol.feedback == "full":
        return
    at = given.child("feedback") or given
    for condition in experiment.conditions:
        for each in condition.learners:
            if not (each.entry.compiled and each.entry.compiled.plays):
                at.fail(
                    f"{each.label} must see the label, and 'feedback: bandit' tells only right or wrong; "
                    "take banditron, or leave 'feedback' out"
                )
                return
            if each.tuning is not None or each.ask is not None:
                what = "chosen by errors that" if each.tuning is not None else "asks for labels, which"
                at.fail(f"{each.label} is {what} 'feedback: bandit' doesn't tell; give its parameters")
                return


def check_changes(experiment: Experiment, top: ConfigValue) -> None:
    """Add a problem where a metric needs to know when the data change, and that isn't known."""
    wanted = next((name for name in experiment.metrics if name in OF_CHANGES), None)
    if wanted is None:
        return
    at = top.child("metrics") or top
    if experiment.protocol.order == "shuffled":
        at.fail(f"{wanted} is about changes along the data, and 'order: shuffled' leaves none of them")
        return
    for condition in experiment.conditions:
        choice = condition.dataset.choice
        if not isinstance(choice, Generated) or not choice.options.changes:
            at.fail(
                f"{wanted} needs data whose changes are known, such as sea or drift; "
                f"of {condition.dataset.label} none is"
            )
            return
