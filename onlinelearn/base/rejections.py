"""Rejections: the values that a parameter model refuses, and what it expected of each, in words.

The words come from the model's JSON Schema, so that a message never says another range than the check.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from onlinelearn.base.error_text import LONGEST_LIST, KeyPath, shorten, shown, unknown

Schema = Mapping[str, Any]

_NOUNS = {"number": "a number", "integer": "an integer", "boolean": "true or false", "object": "a mapping"}
_LIMITS = {"exclusiveMinimum": ">", "minimum": ">=", "exclusiveMaximum": "<", "maximum": "<="}


@dataclass(frozen=True, slots=True)
class Rejection:
    """One value that is wrong; `path` leads to it within the values, as far as they go."""

    path: KeyPath
    text: str


def rejections(
    error: ValidationError, model: type[BaseModel], values: Mapping[str, object], kind: str
) -> Iterator[Rejection]:
    """The values that `model` rejected; `kind` is what a message calls one of its fields."""
    explained: set[KeyPath] = set()
    for wrong, there, value in _deepest_first(error, values):
        path = wrong["loc"][: len(there) + 1] if wrong["type"] == "missing" else there
        # A union rejects a value once for each alternative, a list for its items' sake: say it once.
        if path not in explained:
            explained.update(path[:length] for length in range(len(path) + 1))
            yield Rejection(there, _text(wrong, path, value, _schema(model), kind))


def expected(model: type[BaseModel], name: str) -> str:
    """The words for the values that a field of `model` takes: `a number > 0`."""
    return _expectation(_schema(model), (name,))


def _deepest_first(
    error: ValidationError, values: Mapping[str, object]
) -> list[tuple[ErrorDetails, KeyPath, object]]:
    """The errors in the order of the fields, each with the value that it is of and the path to that.

    Of a field that takes a number or a mapping of numbers, what is wrong in the mapping says more than that
    it is no number.
    """
    found = [(wrong, *_reached(wrong["loc"], values)) for wrong in error.errors()]
    fields = list(dict.fromkeys(wrong["loc"][:1] for wrong, _, _ in found))
    return sorted(found, key=lambda each: (fields.index(each[0]["loc"][:1]), -len(each[1])))


def _reached(loc: KeyPath, values: object) -> tuple[KeyPath, object]:
    """The path to the value that an error's location speaks of, as far as it goes, and that value."""
    path: KeyPath = ()
    for key in loc:
        inner = dict(enumerate(values)) if isinstance(values, list | tuple) else values
        # What is no key names the alternative of a union that was tried.
        if isinstance(inner, Mapping) and key in inner:
            path, values = (*path, key), inner[key]
    return path, values


@cache
def _schema(model: type[BaseModel]) -> Schema:
    return model.model_json_schema()


def _text(wrong: ErrorDetails, path: KeyPath, value: object, schema: Schema, kind: str) -> str:
    match wrong["type"]:
        case "missing":
            return f"{shown(path[-1])} is missing"
        case "extra_forbidden":
            return unknown(kind, str(path[-1]), _known_keys(schema, path[:-1]))
        case "value_error":
            return str(wrong["ctx"]["error"])
    return f"expected {_expectation(schema, path)}, got {shown(value)}"


def _expectation(root: Schema, path: KeyPath) -> str:
    """The words for what the schema `root` asks for at `path`: `a number > 0`."""
    words = [_words(schema) for schema in _alternatives(_part(root, path), root)]
    return " or ".join(dict.fromkeys(words))


def _known_keys(root: Schema, path: KeyPath) -> list[str]:
    """The keys that a mapping at `path` may have."""
    return [key for schema in _alternatives(_part(root, path), root) for key in schema.get("properties", {})]


def _part(root: Schema, path: KeyPath) -> Schema:
    """The part of the schema `root` that speaks of `path`, as far as it can be followed."""
    schema = root
    for key in path:
        for alternative in _alternatives(schema, root):
            if key in alternative.get("properties", {}):
                schema = alternative["properties"][key]
                break
            inside = alternative.get("items" if isinstance(key, int) else "additionalProperties")
            if isinstance(inside, dict):
                schema = inside
                break
        else:
            return schema
    return schema


def _alternatives(schema: Schema, root: Schema) -> Iterator[Schema]:
    """The schemas of which one must hold; that a value may be left out goes without saying."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        for each in schema["anyOf"]:
            yield from _alternatives(each, root)
    elif schema.get("type") != "null":
        yield schema


def _words(schema: Schema) -> str:
    if "enum" in schema:
        return shorten("one of " + ", ".join(shown(each) for each in schema["enum"]), LONGEST_LIST)
    if "const" in schema:
        return shown(schema["const"])
    if schema.get("type") == "array":
        return f"a list of {schema['minItems']} or more" if "minItems" in schema else "a list"
    if schema.get("type") == "string":
        if "pattern" in schema and "examples" not in schema:  # of somebody's plugin
            return f"text like {schema['pattern']}"
        return f"{schema['title']}, such as {schema['examples'][0]}" if "pattern" in schema else "text"
    limits = [f"{sign} {_limit(schema[key])}" for key, sign in _LIMITS.items() if key in schema]
    return " ".join([_NOUNS.get(schema.get("type", ""), "a value"), " and ".join(limits)]).rstrip()


def _limit(value: float) -> str:
    """A limit of a range; nobody reads 2^64 off its twenty digits."""
    return "2^64" if value == 2**64 else str(value)
