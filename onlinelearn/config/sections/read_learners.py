"""The learners of a config: names, parameters and rules for asking, with every grid written out."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from onlinelearn.base.error_text import LONGEST_LIST, nearest, shorten, shown, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.roles import Role
from onlinelearn.config.choices import ASK, FAMILY, OPTION, TUNE, DatasetChoice, LearnerChoice, asked_name
from onlinelearn.config.config_tree import Node
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.experiment import Protocol
from onlinelearn.config.sections.grids import GRID, MOST, check_label, grid_points, point_label
from onlinelearn.config.sections.learner_parameters import checked_parameters
from onlinelearn.config.sections.read_tuning import is_tuned, tuned_choices
from onlinelearn.learners import registry
from onlinelearn.learners.catalog import Catalog, LearnerEntry
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner
from onlinelearn.learners.engine.selective_sampling import RULES, Ask, ByEllipsoid
from onlinelearn.learners.foreign_options import ForeignOptions

VARIED = (GRID, TUNE, OPTION)
"""The keys under which a parameter may have something else than its value."""


def read_learners(
    top: ConfigValue,
    value: ConfigValue | None,
    catalog: Catalog,
    protocol: Protocol,
    dataset: DatasetChoice | None,
) -> tuple[LearnerChoice, ...]:
    """The learners in order, as they learn from this data set; without one, those that depend on none."""
    if value is None:
        top.fail("'learners' is missing; give labels and learners, such as {PA: {learner: pa}}")
        return ()
    if value.node.value == {}:
        value.fail("name at least one learner, such as {PA: {learner: pa}}")
    chosen: dict[str, LearnerChoice] = {}
    families: dict[str, str] = {}
    for label, entry in value.entries("a mapping from labels to learners").items():
        check_label(label, entry)
        for choice in _choices(label, entry, catalog, protocol, dataset, MOST - len(chosen)):
            if choice.label in chosen:
                entry.fail(f"a second learner {shown(choice.label)}; change a label")
            if (other := families.setdefault(choice.family, choice.learner)) != choice.learner:
                entry.fail(f"the family {shown(choice.family)} is of learner {shown(other)}; give another")
            chosen[choice.label] = choice
    return tuple(_with_grid_role(list(chosen.values())))


def _with_grid_role(choices: Sequence[LearnerChoice]) -> Iterator[LearnerChoice]:
    """The choices; those that share a family with others are points of a grid."""
    members = Counter(each.family for each in choices)
    for each in choices:
        yield replace(each, role=Role.GRID) if members[each.family] > 1 else each


def _choices(
    label: str,
    entry: ConfigValue,
    catalog: Catalog,
    protocol: Protocol,
    dataset: DatasetChoice | None,
    most: int,
) -> Iterator[LearnerChoice]:
    """The learner that an entry describes: one, as many as its grid has points, or three if it is tuned."""
    if (named := _named(entry, catalog)) is None:
        return
    learner, parameters = named
    family = _family(label, parameters.pop(FAMILY, None))
    asking = _asking(value, learner) if (value := parameters.pop(ASK, None)) else None
    foreign, bound = _foreign(learner, parameters, entry), _bound(parameters, dataset)
    if foreign is None or bound is None:
        return
    parameters |= {key: each for key, (_, each) in bound.items()}
    if any(_is_misspelt(each) for each in parameters.values()):
        return
    options = {key: option for key, (option, _) in bound.items()}
    if is_tuned(parameters):
        if asking:
            entry.fail("a choice looks at every label: give 'ask' or tune a parameter, not both")
        else:
            yield from tuned_choices(label, family, learner, parameters, options, foreign, entry, protocol)
        return
    given = {("", key): each for key, each in parameters.items()}
    given |= {(ASK, key): each for key, each in asking.options.items()} if asking else {}
    seen: dict[str, str] = {}
    for varied in grid_points(given, entry, most, "learners"):
        values = checked_parameters(learner, _part("", given | varied), entry)
        ask = asking.rule_with(_part(ASK, given | varied)) if asking else None
        if values is None or (asking and ask is None):
            # The other points share the problem, or will show theirs once this one is mended.
            return
        point = point_label(
            label,
            {
                asked_name(key, values) if part else key: each.node.plain()
                for (part, key), each in varied.items()
            },
        )
        check_label(point, entry)
        choice = LearnerChoice(point, learner, values, family, ask, options, foreign)
        if (same := json.dumps(choice.settings)) in seen:
            entry.fail(f"two points of the grid are the same: {shown(seen[same])} and {shown(point)}")
            return
        seen[same] = point
        yield choice


def _is_misspelt(value: ConfigValue) -> bool:
    """Whether a value is meant to be a list to vary, or an option's name, under a misspelt key; a problem."""
    keys = list(value.node.value) if isinstance(value.node.value, dict) else []
    near = nearest(keys[0], VARIED) if len(keys) == 1 and keys[0] not in VARIED else ""
    if not near.endswith("?"):
        return False
    value.fail(f"unknown key {shown(keys[0])}{near}")
    return True


def _named(entry: ConfigValue, catalog: Catalog) -> tuple[LearnerEntry, dict[str, ConfigValue]] | None:
    """A learner of the catalog with its parameters; None, and a problem, if there is none of that name."""
    given, parameters = entry, dict[str, ConfigValue]()
    if not isinstance(entry.node.value, str):
        parameters = entry.entries("the name of a learner, or a mapping with 'learner' and its options")
        if "learner" not in parameters:
            if isinstance(entry.node.value, dict):
                entry.fail(
                    f"'learner' is missing; choose from {shorten(', '.join(catalog.names), LONGEST_LIST)}"
                )
            return None
        given = parameters.pop("learner")
    name = given.node.value
    if not isinstance(name, str):
        given.expected("the name of a learner")
        return None
    try:
        found = catalog.find(name)
    except ConfigError as error:
        given.fail(str(error))
        return None
    if found is None:
        near = nearest(name, catalog.names)
        own = _where_own_are(catalog)
        told = f"{near} {own[:1].upper()}{own[1:]}" if near.endswith("?") else f"; {own}{near}"
        given.fail(f"unknown learner {shown(name)}{told}")
        return None
    return found, parameters


def _where_own_are(catalog: Catalog) -> str:
    """What helps with the name of a learner of one's own; who has given a plugin needs its names."""
    names = dict.fromkeys(entry.name for entry in catalog.own.values() if entry.from_plugin)
    if not names:
        return "if it is your own, add --plugin FILE.py"
    return f"your own {'is' if len(names) == 1 else 'are'} named {shorten(', '.join(names), LONGEST_LIST)}"


def _foreign(
    learner: LearnerEntry, parameters: dict[str, ConfigValue], entry: ConfigValue
) -> ForeignOptions | None:
    """The options of a learner that is not ours, taken out of its parameters; None if they are wrong."""
    if learner.compiled:
        return ForeignOptions()
    options = {name: parameters.pop(name) for name in ForeignOptions.model_fields if name in parameters}
    return validated(ForeignOptions, options, entry, kind="option")


def _part(part: str, given: Mapping[tuple[str, str], ConfigValue]) -> dict[str, ConfigValue]:
    """The values of the learner itself, or those of its rule for asking."""
    return {key: value for (of, key), value in given.items() if of == part}


def _family(label: str, given: ConfigValue | None) -> str:
    if given is None:
        return label
    value = given.node.value
    if not isinstance(value, str):
        given.expected("the label that the points of a grid share")
        return label
    check_label(value, given)
    return value


@dataclass(frozen=True)
class _Asking:
    """A kind of rule for asking, and its options, each alone or as a grid."""

    value: ConfigValue
    rule: type[Ask]
    options: Mapping[str, ConfigValue]

    def rule_with(self, options: Mapping[str, ConfigValue]) -> Ask | None:
        """The rule with these options; None, and a problem, if one is wrong."""
        return validated(self.rule, options, self.value, kind="option of ask")


def _asking(value: ConfigValue, learner: LearnerEntry) -> _Asking | None:
    """The rule that `ask` gives this learner; None, and a problem, if the learner can't have it."""
    if (named := value.named("rule", "rule", RULES)) is None:
        return None
    name, options = named
    if (ours := learner.compiled) is None:
        value.fail("only a compiled learner can be told when to ask for a label")
        return None
    if ours.unlabeled:
        value.fail(
            f"{learner.name} learns from unlabeled examples too: give the protocol a 'label_rate' instead"
        )
        return None
    if RULES[name] is ByEllipsoid and not issubclass(ours, EllipsoidLearner):
        fitting = [name for name, cls in registry().items() if issubclass(cls, EllipsoidLearner)]
        value.fail(f"the rule '{name}' needs a learner with an ellipsoid: {', '.join(fitting)}")
        return None
    return _Asking(value, RULES[name], {"rule": value.child("rule") or value, **options})


def _bound(
    parameters: Mapping[str, ConfigValue], dataset: DatasetChoice | None
) -> dict[str, tuple[str, ConfigValue]] | None:
    """The parameters that an option of the data set decides: `margin: {option: margin}`.

    For each the name of the option, and its value in the parameter's place. None, and a problem, if the
    data set has no such option; None alone, if there is no data set.
    """
    options = dataset.options if dataset else {}
    known = {name: each for name, each in options.items() if isinstance(each, str | int | float)}
    bound: dict[str, tuple[str, ConfigValue]] = {}
    for name, value in parameters.items():
        if (given := value.child(OPTION)) is None:
            continue
        if dataset is None:
            return None
        option = given.node.value
        if not isinstance(option, str) or value.node.value != {OPTION: given.node}:
            value.fail("expected {option: NAME} alone, with the name of an option of the data sets")
            return None
        if option not in known:
            given.fail(unknown(f"option of {dataset.base}", option, known))
            return None
        bound[name] = option, ConfigValue(Node(known[option], value.node.place), value.path, value.problems)
    return bound
