"""Labels: what tables and figures call a data set or a learner."""

import json
from collections.abc import Mapping

from onlinelearn.config.experiment import LONGEST_LABEL
from onlinelearn.config.spot import Spot


def check_label(label: str, spot: Spot) -> None:
    """Note a problem unless the label is fit for a table; that it is printable, every text of a config is."""
    if not label or label != label.strip():
        spot.fail("a label must not be empty, nor begin or end with a space")
    elif len(label) > LONGEST_LABEL:
        spot.fail(f"a label of {len(label)} characters; expected at most {LONGEST_LABEL}")


def point_label(label: str, values: Mapping[str, object]) -> str:
    """The label with the values that tell it from its likes: `IELLIP b=0.1 c=0.5`."""
    return " ".join([label, *(f"{name}={_text(value)}" for name, value in values.items())])


def _text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(_text(each) for each in value)
    return value if isinstance(value, str) else json.dumps(value)
