"""The data sets of a config: registered ones with their options, and files of the user's own."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from onlinelearn.config.experiment import DatasetChoice
from onlinelearn.config.labels import check_label, point_label
from onlinelearn.config.spot import Spot
from onlinelearn.config.validate import validated
from onlinelearn.datasets.choice import Choice, Own, Registered
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.wording import shown


def read_datasets(top: Spot, given: Mapping[str, Spot], folder: Path) -> tuple[DatasetChoice, ...]:
    """What `dataset` or `datasets` chooses; the paths of own data are relative to `folder`."""
    spots = _entries(top, given)
    read = [(spot, choice) for spot in spots if (choice := _choice(spot, folder)) is not None]
    chosen: dict[str, DatasetChoice] = {}
    for (spot, choice), label in zip(read, _labels([choice for _, choice in read]), strict=True):
        check_label(label, spot)
        if label in chosen:
            spot.fail(f"a second data set {shown(label)}; change its options, or give files a 'name'")
        chosen[label] = DatasetChoice(label, choice)
    return tuple(chosen.values())


def _entries(top: Spot, given: Mapping[str, Spot]) -> list[Spot]:
    one, several = given.get("dataset"), given.get("datasets")
    if one and several:
        several.fail("give 'dataset' or 'datasets', not both")
        return []
    if one:
        return [one]
    if several is None:
        top.fail("'dataset' is missing; choose from " + ", ".join(ENTRIES))
        return []
    if several.node.value == ():
        several.fail("name at least one data set")
    return several.items("a list of data sets")


def _choice(spot: Spot, folder: Path) -> Choice | None:
    if spot.child("path"):
        return _own(spot, folder)
    if (named := spot.named("dataset", "name", ENTRIES)) is None:
        return None
    name, given = named
    options = validated(ENTRIES[name].options, given, spot, kind=f"option of {name}")
    return Registered(name, options) if options else None


def _own(spot: Spot, folder: Path) -> Own | None:
    own = validated(Own, spot.entries("a mapping"), spot, kind="option of own data")
    if own is None:
        return None
    here = folder.absolute()
    return own.model_copy(update={"path": here / own.path, "test": own.test and here / own.test})


def _labels(choices: Sequence[Choice]) -> list[str]:
    """The names of the choices; sets of one name get the options in which they differ, too."""
    given: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for choice in choices:
        if isinstance(choice, Registered):
            for option, value in choice.options:
                given[choice.name][option].add(repr(value))
    labels = []
    for choice in choices:
        if isinstance(choice, Own):
            labels.append(choice.shown)
            continue
        options = choice.options.model_dump(mode="json", exclude_none=True)
        telling = {key: value for key, value in options.items() if len(given[choice.name][key]) > 1}
        labels.append(point_label(choice.name, telling))
    return labels
