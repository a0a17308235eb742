"""A config's text, or the same as a mapping, into an Experiment; or one error with its place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType

from onlinelearn.base.error_text import one_line, shown, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.metrics import METRICS
from onlinelearn.claims.papers import PAPERS
from onlinelearn.config.claims import read_claims
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import KEYS, LONGEST_TITLE, Experiment, Protocol
from onlinelearn.config.figures import read_figures
from onlinelearn.config.messages import Problem, report
from onlinelearn.config.overrides import overridden, place_of
from onlinelearn.config.parts import read_parts
from onlinelearn.config.readings_conditions import read_conditions
from onlinelearn.config.tree import Node, tree
from onlinelearn.config.validate import validated
from onlinelearn.config.yaml_reader import yaml_tree
from onlinelearn.learners import registry

UNSAFE = frozenset('/\\:*?"<>|')
LONGEST_NAME = 200


def parse_config(
    source: str | Mapping[str, object],
    *,
    name: str,
    where: str,
    folder: Path,
    overrides: Sequence[str] = (),
    foreign: Mapping[str, type] = MappingProxyType({}),
) -> Experiment:
    """The experiment that `source` describes: YAML text, or a mapping with the same keys.

    `name` names the folder of the results, `where` is what errors call the source, and the paths of own
    data are relative to `folder`. `foreign` holds the learners that are not ours, by the name that the
    config uses. Raises ConfigError, in one line.
    """
    _check_name(name)
    for label in foreign:
        if label in registry():
            raise ConfigError(one_line(f"foreign learner {shown(label)}: a built-in one has that name"))
    root = yaml_tree(source, where) if isinstance(source, str) else tree(source, where)
    if not isinstance(root.value, dict):
        expected = f"expected a mapping with {', '.join(KEYS)}, got {shown(root.value)}"
        raise report(where, [Problem(root.place, (), expected)])
    read = partial(_read, name=name, folder=folder, foreign=foreign)
    trees = list(accumulate(overrides, overridden, initial=root))
    experiment, problems = read(trees[-1])
    if problems:
        before = [read(each)[1] for each in trees[:-1]]
        raise report(where, [_blamed(problem, before, overrides) for problem in problems])
    return experiment


def _read(
    root: Node, name: str, folder: Path, foreign: Mapping[str, type]
) -> tuple[Experiment, list[Problem]]:
    """What the tree says, and what is wrong with it; if anything is, the experiment is not to be used."""
    problems: list[Problem] = []
    return _experiment(ConfigValue(root, (), problems), name, folder, foreign), problems


def _blamed(problem: Problem, before: Sequence[list[Problem]], overrides: Sequence[str]) -> Problem:
    """The problem, placed at the last `--set` before which it was not there, if one brought it.

    `before` holds what was wrong before each of them. What is wrong may stand in the file all the same:
    a figure there misses a metric that a `--set` took away.
    """
    for problems, text in zip(reversed(before), reversed(overrides), strict=True):
        if problem not in problems:
            return replace(problem, place=place_of(text))
    return problem


def _experiment(top: ConfigValue, name: str, folder: Path, foreign: Mapping[str, type]) -> Experiment:
    """What the config says; to be thrown away if that left problems."""
    given = top.entries("a mapping")
    for key, spot in given.items():
        if key not in KEYS:
            spot.fail(unknown("key", key, KEYS))
    paper = given.get("paper")
    experiment = Experiment(
        name=name,
        title=_title(given.get("title"), name),
        conditions=read_conditions(top, partial(read_parts, folder=folder, foreign=foreign)),
        protocol=_protocol(given.get("protocol")),
        metrics=_metrics(given.get("metrics")),
        figures=(),
        paper=paper.name("paper", PAPERS) if paper else None,
        claims=(),
        folder=folder,
    )
    _check_label_rate(given.get("protocol"), experiment)
    if not experiment.conditions:
        # Without a data set there is nothing that figures and claims could be about.
        return experiment
    return replace(
        experiment,
        figures=read_figures(given.get("figures"), experiment),
        claims=read_claims(given.get("claims"), experiment),
    )


def _title(spot: ConfigValue | None, name: str) -> str:
    if spot is None:
        return name
    value = spot.node.value
    if isinstance(value, str) and value.strip() and len(value) <= LONGEST_TITLE:
        return value
    spot.expected(f"text of at most {LONGEST_TITLE} characters")
    return name


def _protocol(spot: ConfigValue | None) -> Protocol:
    if spot is None:
        return Protocol()
    given = spot.entries("a mapping with " + ", ".join(Protocol.model_fields))
    return validated(Protocol, given, spot, kind="key") or Protocol()


def _check_label_rate(spot: ConfigValue | None, experiment: Experiment) -> None:
    """Hidden labels are for classes, and for learners that don't choose the labels they see."""
    if spot is None:
        return
    shown = experiment.protocol.label_rate
    for each in (learner for condition in experiment.conditions for learner in condition.learners):
        told = each.parameters.get("label_rate")
        if told is not None and told != shown:
            spot.fail(
                f"'label_rate' is {shown:g}, and {told:g} in {each.label}; "
                "make them equal, or leave it out there"
            )
            return
    if shown == 1.0:
        return
    for condition in experiment.conditions:
        if condition.dataset.kind != "classification":
            spot.fail(
                f"'label_rate' is for classes, not for {condition.dataset.kind} ({condition.dataset.label})"
            )
            return
        for each in condition.learners:
            if each.ask:
                spot.fail(f"'label_rate' says which labels are seen, and so does 'ask' of {each.label}")
                return


def _metrics(spot: ConfigValue | None) -> tuple[str, ...]:
    if spot is None:
        return ("test_error",)
    if spot.node.value == ():
        spot.fail("name at least one metric, such as test_error")
    return spot.names("metric", METRICS)


def _check_name(name: str) -> None:
    """Raise ConfigError unless a folder on any system can have this name."""
    plain = name.isprintable() and not UNSAFE & set(name) and name == name.strip(" .")
    if not plain or not 0 < len(name.encode()) <= LONGEST_NAME or name.startswith("-"):
        raise ConfigError(f"the config's name {shown(name)} cannot name a folder of results; rename it")
