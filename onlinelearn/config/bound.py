"""Parameters that the data set decides: `margin: {option: margin}` is the margin that it was drawn with."""

from collections.abc import Mapping

from onlinelearn.base.error_text import unknown
from onlinelearn.config.choices import OPTION, DatasetChoice
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.tree import Node


def read_bound(
    parameters: Mapping[str, ConfigValue], dataset: DatasetChoice | None
) -> dict[str, tuple[str, ConfigValue]] | None:
    """For each such parameter, the option that it takes its value from, and that value in its place.

    None, and a problem, if the data set has no such option; None alone, if there is no data set.
    """
    options = dataset.options if dataset else {}
    known = {name: each for name, each in options.items() if isinstance(each, str | int | float)}
    bound: dict[str, tuple[str, ConfigValue]] = {}
    for name, spot in parameters.items():
        if (given := spot.child(OPTION)) is None:
            continue
        if dataset is None:
            return None
        option = given.node.value
        if not isinstance(option, str) or spot.node.value != {OPTION: given.node}:
            spot.fail("expected {option: NAME} alone, with the name of an option of the data sets")
            return None
        if option not in known:
            given.fail(unknown(f"option of {dataset.base}", option, known))
            return None
        bound[name] = option, ConfigValue(Node(known[option], spot.node.place), spot.path, spot.problems)
    return bound
