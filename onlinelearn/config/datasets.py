"""The data sets of a config: those that have a name, with their options, and files of the user's own."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from onlinelearn.base.error_text import shown
from onlinelearn.base.result_rows import UNDER
from onlinelearn.config.choices import DatasetChoice
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.grid import MOST, grid_points
from onlinelearn.config.labels import check_label, point_label
from onlinelearn.config.validate import validated
from onlinelearn.datasets.choice import NAMED, Choice, Own, chosen


def read_datasets(
    top: ConfigValue, given: Mapping[str, ConfigValue], folder: Path
) -> tuple[DatasetChoice, ...]:
    """What `dataset` or `datasets` chooses; the paths of own data are relative to `folder`."""
    read: list[tuple[ConfigValue, Choice]] = []
    for spot in _entries(top, given):
        read += [(spot, choice) for choice in _choices(spot, folder, MOST - len(read))]
    found: dict[str, DatasetChoice] = {}
    for (spot, choice), label in zip(read, _labels([choice for _, choice in read]), strict=True):
        check_label(label, spot)
        if UNDER in label:
            spot.fail(f"a data set's label can't contain {shown(UNDER)}, which sets readings apart")
        if label in found:
            spot.fail(f"a second data set {shown(label)}; change its options, or give files a 'name'")
        found[label] = DatasetChoice(label, choice)
    return tuple(found.values())


def _entries(top: ConfigValue, given: Mapping[str, ConfigValue]) -> list[ConfigValue]:
    one, several = given.get("dataset"), given.get("datasets")
    if one and several:
        several.fail("give 'dataset' or 'datasets', not both")
        return []
    if one:
        return [one]
    if several is None:
        top.fail("'dataset' is missing; choose from " + ", ".join(NAMED))
        return []
    if several.node.value == ():
        several.fail("name at least one data set")
    return several.items("a list of data sets")


def _choices(spot: ConfigValue, folder: Path, most: int) -> Iterator[Choice]:
    """The data set that an entry describes: one, or as many as its grid has points."""
    if spot.child("path"):
        if own := _own(spot, folder):
            yield own
        return
    if (named := spot.named("dataset", "name", NAMED)) is None:
        return
    name, given = named
    for varied in grid_points(given, spot, most, "data sets"):
        options = validated(NAMED[name].options, given | varied, spot, kind=f"option of {name}")
        if options is None:
            # The other points share what is wrong, or will show theirs once this is mended.
            return
        yield chosen(name, options)


def _own(spot: ConfigValue, folder: Path) -> Own | None:
    own = validated(Own, spot.entries("a mapping"), spot, kind="option of own data")
    if own is None:
        return None
    here = folder.absolute()
    return own.model_copy(update={"path": here / own.path, "test": own.test and here / own.test})


def _labels(choices: Sequence[Choice]) -> list[str]:
    """The names of the choices; sets of one name get the options in which they differ, too."""
    given: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for choice in choices:
        if not isinstance(choice, Own):
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
