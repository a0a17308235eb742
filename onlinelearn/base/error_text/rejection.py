"""What a parameter model rejects, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from onlinelearn.base.error_text.expectation import Schema, expectation, known_keys
from onlinelearn.base.error_text.text import Path, shown, unknown


@dataclass(frozen=True, slots=True)
class Rejection:
    """One thing that is wrong; `path` leads to it within the values, as far as they go."""

    path: Path
    text: str


def rejections(
    error: ValidationError, model: type[BaseModel], values: Mapping[str, object], kind: str
) -> Iterator[Rejection]:
    """What `model` rejected of the values; `kind` is what to call one of its fields."""
    explained: set[Path] = set()
    for wrong in error.errors():
        there, value = _reached(wrong["loc"], values)
        path = wrong["loc"][: len(there) + 1] if wrong["type"] == "missing" else there
        # A union rejects a value once for each alternative, a list for its items' sake: say it once.
        if path not in explained:
            explained.update(path[:length] for length in range(len(path) + 1))
            yield Rejection(there, _text(wrong, path, value, _schema(model), kind))


def _reached(loc: Path, values: object) -> tuple[Path, object]:
    """The part of an error's location that can be followed into the values, and what is there."""
    for depth, key in enumerate(loc):
        inner = dict(enumerate(values)) if isinstance(values, list | tuple) else values
        if not isinstance(inner, Mapping) or key not in inner:
            return loc[:depth], values
        values = inner[key]
    return loc, values


@cache
def _schema(model: type[BaseModel]) -> Schema:
    return model.model_json_schema()


def _text(wrong: ErrorDetails, path: Path, value: object, schema: Schema, kind: str) -> str:
    match wrong["type"]:
        case "missing":
            return f"{shown(path[-1])} is missing"
        case "extra_forbidden":
            return unknown(kind, str(path[-1]), known_keys(schema, path[:-1]))
        case "value_error":
            return str(wrong["ctx"]["error"])
    return f"expected {expectation(schema, path)}, got {shown(value)}"
