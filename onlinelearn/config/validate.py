"""Values into what is made of them, and what is rejected into problems at the right spots."""

import json
from collections.abc import Callable, Mapping
from typing import TypeVar

from pydantic import ValidationError

from onlinelearn.base.error_text import KeyPath
from onlinelearn.base.parameters import Parameters
from onlinelearn.base.rejections import rejections
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.tree import Plain

Model = TypeVar("Model", bound=Parameters)
Made = TypeVar("Made")


def validated(
    model: type[Model], values: Mapping[str, ConfigValue], owner: ConfigValue, kind: str = "parameter"
) -> Model | None:
    """The model with these values; None, and problems, if they don't fit."""
    # As JSON, because a config has only lists and text where a model may want a tuple or a path.
    return made(lambda plain: model.model_validate_json(json.dumps(plain)), model, values, owner, kind)


def made(
    make: Callable[[dict[str, Plain]], Made],
    model: type[Parameters],
    values: Mapping[str, ConfigValue],
    owner: ConfigValue,
    kind: str = "parameter",
) -> Made | None:
    """What `make`, which checks them by `model`, makes of the values; None, and problems, if it rejects them.

    A value may stand elsewhere than its name says (in a grid); what is missing is a problem of `owner`.
    """
    plain = {name: spot.node.plain() for name, spot in values.items()}
    try:
        return make(plain)
    except ValidationError as error:
        for rejection in rejections(error, model, plain, kind):
            _spot(rejection.path, values, owner).fail(rejection.text)
        return None


def _spot(path: KeyPath, values: Mapping[str, ConfigValue], owner: ConfigValue) -> ConfigValue:
    """Where in the config the path leads."""
    spot = owner
    for depth, key in enumerate(path):
        child = values.get(str(key)) if depth == 0 else spot.child(key)
        assert child is not None, "a rejection leads to a value that is there"
        spot = child
    return spot
