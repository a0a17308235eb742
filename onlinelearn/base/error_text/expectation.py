"""What a JSON Schema asks for, in words: errors say it to the user."""

from collections.abc import Iterator, Mapping
from typing import Any

from onlinelearn.base.error_text.text import LONGEST_LIST, Path, shorten, shown

Schema = Mapping[str, Any]

_NOUNS = {"number": "a number", "integer": "an integer", "boolean": "true or false", "object": "a mapping"}
_LIMITS = {"exclusiveMinimum": ">", "minimum": ">=", "exclusiveMaximum": "<", "maximum": "<="}


def expectation(root: Schema, path: Path) -> str:
    """What the schema `root` asks for at `path`: `a number > 0`."""
    words = [_words(schema) for schema in _alternatives(_part(root, path), root)]
    return " or ".join(dict.fromkeys(words))


def known_keys(root: Schema, path: Path) -> list[str]:
    """The keys that a mapping at `path` may have."""
    return [key for schema in _alternatives(_part(root, path), root) for key in schema.get("properties", {})]


def _part(root: Schema, path: Path) -> Schema:
    """The part of the schema `root` that speaks of `path`, as far as it can be followed."""
    schema = root
    for key in path:
        for alternative in _alternatives(schema, root):
            if key in alternative.get("properties", {}):
                schema = alternative["properties"][key]
                break
            if isinstance(key, int) and "items" in alternative:
                schema = alternative["items"]
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
        return f"text like {schema['pattern']}" if "pattern" in schema else "text"
    limits = [f"{sign} {schema[key]}" for key, sign in _LIMITS.items() if key in schema]
    return " ".join([_NOUNS.get(schema.get("type", ""), "a value"), " and ".join(limits)]).rstrip()
