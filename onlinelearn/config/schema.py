"""The JSON Schema of a config, for editors: made of the models that check configs.

`python -m onlinelearn.config.schema` writes it beside this file.
"""

import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from onlinelearn import figures
from onlinelearn.config.experiment import FAMILY, KEYS, LONGEST_LABEL, LONGEST_TITLE, ClaimEntry, Protocol
from onlinelearn.config.grid import GRID
from onlinelearn.datasets.choice import Own
from onlinelearn.datasets.preprocess import PREPROCESSORS
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.learners import registry
from onlinelearn.metrics import METRICS
from onlinelearn.papers import PAPERS
from onlinelearn.parameters import Parameters, model

FILE = Path(__file__).with_name("schema.json")

Schema = dict[str, Any]

LABEL: Schema = {"minLength": 1, "maxLength": LONGEST_LABEL}


def config_schema() -> Schema:
    """The schema of a whole config."""
    properties: Schema = {
        "title": {"type": "string", "minLength": 1, "maxLength": LONGEST_TITLE},
        "dataset": {"$ref": "#/definitions/dataset"},
        "datasets": {"type": "array", "items": {"$ref": "#/definitions/dataset"}, "minItems": 1},
        "preprocess": {"type": "array", "items": {"$ref": "#/definitions/preprocessor"}},
        "learners": {
            "type": "object",
            "additionalProperties": {"$ref": "#/definitions/learner"},
            "propertyNames": LABEL,
            "minProperties": 1,
        },
        "protocol": _model(Protocol),
        "metrics": _names(METRICS) | {"minItems": 1},
        "figures": _names({name: figures.describe(name) for name in figures.names()}),
        "paper": {"oneOf": _constants({name: paper.title for name, paper in PAPERS.items()})},
        "claims": {"type": "object", "additionalProperties": _model(ClaimEntry), "propertyNames": LABEL},
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "An olrun experiment",
        "type": "object",
        # allOf, because draft 7 ignores what stands beside a $ref.
        "properties": {key: {"description": KEYS[key], "allOf": [properties[key]]} for key in KEYS},
        "additionalProperties": False,
        "required": ["learners"],
        "oneOf": [{"required": ["dataset"]}, {"required": ["datasets"]}],
        "definitions": _definitions(),
    }


def _definitions() -> Schema:
    learners = {name: (_summary(cls), _learner(model(cls))) for name, cls in registry().items()}
    steps = {name: (_summary(cls), _model(model(cls))) for name, cls in PREPROCESSORS.items()}
    sets = {name: (entry.title, _model(entry.options)) for name, entry in ENTRIES.items()}
    by_name = _named("name", sets)
    return {
        "learner": _named("learner", learners),
        "preprocessor": _named("name", steps),
        "dataset": {"if": {"required": ["path"], "type": "object"}, "then": _model(Own), "else": by_name},
    }


def _named(key: str, kinds: Mapping[str, tuple[str, Schema]]) -> Schema:
    """A name alone, or a mapping with the name under `key` and the options that belong to it."""
    name = {"oneOf": _constants({name: about for name, (about, _) in kinds.items()})}
    chosen = []
    for each, (_, options) in kinds.items():
        condition = {"properties": {key: {"const": each}}, "required": [key]}
        chosen.append(
            {"if": condition, "then": options | {"properties": {key: True, **options["properties"]}}}
        )
    mapping = {"type": "object", "properties": {key: name}, "required": [key], "allOf": chosen}
    return {"if": {"type": "object"}, "then": mapping, "else": name}


def _constants(meanings: Mapping[str, str]) -> list[Schema]:
    return [{"const": name, "description": meaning} for name, meaning in meanings.items()]


def _names(meanings: Mapping[str, str]) -> Schema:
    return {"type": "array", "items": {"oneOf": _constants(meanings)}, "uniqueItems": True}


def _learner(parameters: type[Parameters]) -> Schema:
    """A learner's parameters, each alone or as a grid of values."""
    schema = _model(parameters)
    properties = {FAMILY: LABEL | {"type": "string", "description": "the label of the grid that it is of"}}
    for name, single in schema["properties"].items():
        about = {key: single[key] for key in ("description", "default") if key in single}
        value = {key: single[key] for key in single if key not in about}
        values = {"type": "array", "items": value, "minItems": 1}
        grid = {
            "type": "object",
            "properties": {GRID: values},
            "required": [GRID],
            "additionalProperties": False,
        }
        properties[name] = about | {"anyOf": [value, grid]}
    return schema | {"properties": properties}


def _model(parameters: type[Parameters]) -> Schema:
    """A model's schema, complete in itself."""
    schema = parameters.model_json_schema()
    definitions = schema.pop("$defs", {})
    written: Schema = {"properties": {}} | _inlined(schema, definitions)
    return written


def _inlined(part: Any, definitions: Schema) -> Any:
    """The part with every reference replaced, and without pydantic's titles, which only repeat names."""
    if isinstance(part, list):
        return [_inlined(each, definitions) for each in part]
    if not isinstance(part, dict):
        return part
    kept = {key: each for key, each in part.items() if not (key == "title" and isinstance(each, str))}
    if "$ref" in kept:
        kept = definitions[kept.pop("$ref").rpartition("/")[2]] | kept
        return _inlined(kept, definitions)
    return {key: _inlined(each, definitions) for key, each in kept.items()}


def _summary(cls: type) -> str:
    return (inspect.getdoc(cls) or "").partition("\n")[0]


def schema_text() -> str:
    """The file's content."""
    return json.dumps(config_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema_text(), encoding="utf-8")
