"""The learners of a config: names and parameters, with every grid written out."""

import json
from collections.abc import Iterator, Mapping

from onlinelearn.config.experiment import FAMILY, LearnerChoice
from onlinelearn.config.grid import MAX_LEARNERS, grid_points
from onlinelearn.config.labels import check_label, point_label
from onlinelearn.config.spot import Spot
from onlinelearn.config.tree import Node, Plain
from onlinelearn.config.validate import validated
from onlinelearn.learners import registry
from onlinelearn.parameters import model
from onlinelearn.wording import shown


def read_learners(top: Spot, spot: Spot | None, foreign: Mapping[str, type]) -> tuple[LearnerChoice, ...]:
    """The learners in order. Those in `foreign` are not ours: they check their parameters themselves."""
    if spot is None:
        top.fail("'learners' is missing; give labels and learners, such as {PA: {learner: pa}}")
        return ()
    if spot.node.value == {}:
        spot.fail("name at least one learner, such as {PA: {learner: pa}}")
    chosen: dict[str, LearnerChoice] = {}
    families: dict[str, str] = {}
    for label, entry in spot.entries("a mapping from labels to learners").items():
        check_label(label, entry)
        for choice in _choices(label, entry, foreign, MAX_LEARNERS - len(chosen)):
            if choice.label in chosen:
                entry.fail(f"a second learner {shown(choice.label)}; change a label")
            if (other := families.setdefault(choice.family, choice.learner)) != choice.learner:
                entry.fail(f"the family {shown(choice.family)} is of learner {shown(other)}; give another")
            chosen[choice.label] = choice
    return tuple(chosen.values())


def _choices(label: str, entry: Spot, foreign: Mapping[str, type], most: int) -> Iterator[LearnerChoice]:
    """The learner that an entry describes: one, or as many as its grid has points."""
    if (named := entry.named("learner", "learner", [*registry(), *foreign])) is None:
        return
    name, parameters = named
    family = _family(label, parameters.pop(FAMILY, None))
    seen: dict[str, str] = {}
    for varied in grid_points(parameters, entry, most):
        values = _values(name, parameters | varied, entry, foreign)
        if values is None:
            # The other points share what is wrong, or will show theirs once this is mended.
            return
        point = point_label(label, {key: spot.node.plain() for key, spot in varied.items()})
        check_label(point, entry)
        if (same := json.dumps(values)) in seen:
            entry.fail(f"two points of the grid are the same: {shown(seen[same])} and {shown(point)}")
            return
        seen[same] = point
        yield LearnerChoice(point, name, values, family)


def _family(label: str, given: Spot | None) -> str:
    if given is None:
        return label
    value = given.node.value
    if not isinstance(value, str):
        given.expected("the label that the points of a grid share")
        return label
    check_label(value, given)
    return value


def _values(
    name: str, parameters: Mapping[str, Spot], entry: Spot, foreign: Mapping[str, type]
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
