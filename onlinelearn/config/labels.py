"""Labels: what tables and figures call a data set or a learner."""

import json
from collections.abc import Mapping
from typing import Any

from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import LONGEST_LABEL


def check_label(label: str, spot: ConfigValue) -> None:
    """Note a problem unless the label is fit for a table; that it is printable, every text of a config is."""
    if not label or label != label.strip():
        spot.fail("a label must not be empty, nor begin or end with a space")
    elif len(label) > LONGEST_LABEL:
        spot.fail(f"a label of {len(label)} characters; expected at most {LONGEST_LABEL}")


def point_label(label: str, values: Mapping[str, object]) -> str:
    """The label with the values that tell it from its likes: `IELLIP b=0.1 c=0.5`."""
    return " ".join([label, *_settings(values)])


def value_text(value: object) -> str:
    """A value as labels show it: `0.1`, `standardize,bias value=2`, `none` for an empty list."""
    match value:
        case str():
            return value
        case [*items]:
            return ",".join(value_text(each) for each in items) or "none"
        case {**entries}:
            names = [str(entries.pop(key)) for key in ("learner", "name") if key in entries]
            return " ".join([*names, *_settings(entries)]) or "none"
    return json.dumps(value)


def _settings(values: Mapping[Any, object]) -> list[str]:
    return [f"{name}={value_text(value)}" for name, value in values.items()]
