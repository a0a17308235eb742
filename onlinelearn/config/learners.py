"""The learners of a config: names and parameters, with every grid written out."""

import json
from collections.abc import Iterator, Mapping

from onlinelearn.base.error_text import shown
from onlinelearn.base.parameters import model
from onlinelearn.config.asking import read_asking
from onlinelearn.config.bound import read_bound
from onlinelearn.config.choices import ASK, FAMILY, DatasetChoice, LearnerChoice, asked_name
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.grid import MOST, grid_points
from onlinelearn.config.labels import check_label, point_label
from onlinelearn.config.tree import Node, Plain
from onlinelearn.config.validate import validated
from onlinelearn.learners import registry


def read_learners(
    top: ConfigValue, spot: ConfigValue | None, foreign: Mapping[str, type], dataset: DatasetChoice | None
) -> tuple[LearnerChoice, ...]:
    """The learners in order, as they learn from this data set; without one, those that need to know none.

    Those in `foreign` are not ours: they check their parameters themselves.
    """
    if spot is None:
        top.fail("'learners' is missing; give labels and learners, such as {PA: {learner: pa}}")
        return ()
    if spot.node.value == {}:
        spot.fail("name at least one learner, such as {PA: {learner: pa}}")
    chosen: dict[str, LearnerChoice] = {}
    families: dict[str, str] = {}
    for label, entry in spot.entries("a mapping from labels to learners").items():
        check_label(label, entry)
        for choice in _choices(label, entry, foreign, dataset, MOST - len(chosen)):
            if choice.label in chosen:
                entry.fail(f"a second learner {shown(choice.label)}; change a label")
            if (other := families.setdefault(choice.family, choice.learner)) != choice.learner:
                entry.fail(f"the family {shown(choice.family)} is of learner {shown(other)}; give another")
            chosen[choice.label] = choice
    return tuple(chosen.values())


def _choices(
    label: str, entry: ConfigValue, foreign: Mapping[str, type], dataset: DatasetChoice | None, most: int
) -> Iterator[LearnerChoice]:
    """The learner that an entry describes: one, or as many as its grid has points."""
    if (named := entry.named("learner", "learner", [*registry(), *foreign])) is None:
        return
    name, parameters = named
    family = _family(label, parameters.pop(FAMILY, None))
    asking = read_asking(spot, name) if (spot := parameters.pop(ASK, None)) else None
    bound = read_bound(parameters, dataset)
    if bound is None:
        return
    parameters |= {key: each for key, (_, each) in bound.items()}
    given = {("", key): each for key, each in parameters.items()}
    given |= {(ASK, key): each for key, each in asking.options.items()} if asking else {}
    seen: dict[str, str] = {}
    for varied in grid_points(given, entry, most, "learners"):
        values = _values(name, _part("", given | varied), entry, foreign)
        ask = asking.made(_part(ASK, given | varied)) if asking else None
        if values is None or (asking and ask is None):
            # The other points share what is wrong, or will show theirs once this is mended.
            return
        point = point_label(
            label,
            {
                asked_name(key, values) if part else key: each.node.plain()
                for (part, key), each in varied.items()
            },
        )
        check_label(point, entry)
        options = {key: option for key, (option, _) in bound.items()}
        choice = LearnerChoice(point, name, values, family, ask, options)
        if (same := json.dumps(choice.settings)) in seen:
            entry.fail(f"two points of the grid are the same: {shown(seen[same])} and {shown(point)}")
            return
        seen[same] = point
        yield choice


def _part(part: str, given: Mapping[tuple[str, str], ConfigValue]) -> dict[str, ConfigValue]:
    """What is given of the learner itself, or of its rule for asking."""
    return {key: spot for (its, key), spot in given.items() if its == part}


def _family(label: str, given: ConfigValue | None) -> str:
    if given is None:
        return label
    value = given.node.value
    if not isinstance(value, str):
        given.expected("the label that the points of a grid share")
        return label
    check_label(value, given)
    return value


def _values(
    name: str, parameters: Mapping[str, ConfigValue], entry: ConfigValue, foreign: Mapping[str, type]
) -> dict[str, Plain] | None:
    """The learner's parameters, checked, with their defaults; None, and a problem, if one is wrong."""
    if name not in foreign:
        cls: type = registry()[name]
        read = validated(model(cls), parameters, entry)
        return None if read is None else read.model_dump(mode="json")
    wrong = [spot for spot in parameters.values() if not _is_value(spot.node)]
    for spot in wrong:
        spot.expected("text, a number, true, false, nothing, or a list of these")
    return None if wrong else {key: spot.node.plain() for key, spot in parameters.items()}


def _is_value(node: Node) -> bool:
    if isinstance(node.value, tuple):
        return all(_is_value(child) for child in node.value)
    return not isinstance(node.value, dict)
