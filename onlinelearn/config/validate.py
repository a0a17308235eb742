"""Values into parameter models, and what the models reject into problems at the right spots."""

import json
from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from onlinelearn.config.expectation import Schema, expectation, known_keys
from onlinelearn.config.messages import Path, nearest, shown
from onlinelearn.config.spot import Spot
from onlinelearn.parameters import Parameters

Model = TypeVar("Model", bound=Parameters)


def validated(
    model: type[Model], values: Mapping[str, Spot], owner: Spot, kind: str = "parameter"
) -> Model | None:
    """The model with these values; None, and problems, if they don't fit.

    A value may stand elsewhere than its name says (in a grid); what is missing is a problem of `owner`.
    """
    text = json.dumps({name: spot.node.plain() for name, spot in values.items()})
    try:
        # As JSON, because a config has only lists and text where a model may want a tuple or a path.
        return model.model_validate_json(text)
    except ValidationError as error:
        schema = _schema(model)
        explained: set[Path] = set()
        for wrong in error.errors():
            spot, depth = _reached(wrong["loc"], values, owner)
            path = wrong["loc"][: depth + 1] if wrong["type"] == "missing" else wrong["loc"][:depth]
            # A union rejects a value once for each alternative, a list for its items' sake: say it once.
            if path not in explained:
                explained.update(path[:length] for length in range(len(path) + 1))
                _explain(wrong, path, spot, schema, kind)
        return None


def _reached(loc: Path, values: Mapping[str, Spot], owner: Spot) -> tuple[Spot, int]:
    """The deepest spot that an error's location leads to, and how many parts of it do."""
    spot = owner
    for depth, key in enumerate(loc):
        child = values.get(str(key)) if depth == 0 else spot.child(key)
        if child is None:
            return spot, depth
        spot = child
    return spot, len(loc)


@cache
def _schema(model: type[Parameters]) -> Schema:
    return model.model_json_schema()


def _explain(wrong: ErrorDetails, path: Path, spot: Spot, schema: Schema, kind: str) -> None:
    match wrong["type"]:
        case "missing":
            spot.fail(f"{shown(path[-1])} is missing")
        case "extra_forbidden":
            known = nearest(str(path[-1]), known_keys(schema, path[:-1]))
            spot.fail(f"unknown {kind} {shown(path[-1])}{known}")
        case "value_error":
            spot.fail(str(wrong["ctx"]["error"]))
        case _:
            spot.expected(expectation(schema, path))
