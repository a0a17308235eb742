"""The JSON Schema of a config, for editors, made from the models that check configs.

`python -m onlinelearn.config.schema` writes it beside this file.
"""

import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from onlinelearn.base.metrics import METRICS
from onlinelearn.base.parameters import Parameters, model
from onlinelearn.claims.papers import PAPERS
from onlinelearn.config.choices import ASK, FAMILY, OPTION, TUNE
from onlinelearn.config.experiment import READING_KIND, TESTING_KEY, Protocol
from onlinelearn.config.parse import KEYS, LONGEST_TITLE
from onlinelearn.config.readings import KINDS, ChoiceEntry, ReadingsEntry
from onlinelearn.config.sections.grids import GRID, LONGEST_LABEL
from onlinelearn.config.sections.read_claims import ClaimEntry
from onlinelearn.config.sections.read_conditions import CONDITION_KEYS
from onlinelearn.datasets.choice import NAMED, Own
from onlinelearn.datasets.joined import DRIFT
from onlinelearn.datasets.preprocessing import PREPROCESSORS
from onlinelearn.datasets.preprocessors.sklearn_transformers import PREFIX
from onlinelearn.learners import registry
from onlinelearn.learners.engine.selective_sampling import RULES
from onlinelearn.learners.foreign_options import ForeignOptions
from onlinelearn.learners.peers import RIVER, SKLEARN, VW
from onlinelearn.render import figures
from onlinelearn.render.figures.figure_options import OPTIONS
from onlinelearn.render.figures.figure_style import StyleOptions
from onlinelearn.render.tables.table_options import TableOptions

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
        "readings": _readings(),
        "protocol": _model(Protocol),
        "baselines": {"type": "boolean", "default": True},
        "metrics": {"type": "array", "items": _metric(), "uniqueItems": True, "minItems": 1},
        "figures": {"type": "array", "items": {"$ref": "#/definitions/figure"}, "uniqueItems": True},
        "figure_style": _model(StyleOptions),
        "tables": _model(TableOptions),
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
    sets = {name: (entry.title, _with_grids(_model(entry.options))) for name, entry in NAMED.items()}
    rules = {name: (_summary(rule), _with_grids(_model(rule))) for name, rule in RULES.items()}
    drawn = {name: (figures.describe(name), _model(options)) for name, options in OPTIONS.items()}
    by_name = _named("name", sets)
    joined = {
        # A generator has an option of that name, too.
        "if": {"required": [DRIFT.name], "not": {"required": ["name"]}, "type": "object"},
        "then": _alone(DRIFT.name, sets[DRIFT.name][1]),
        "else": by_name,
    }
    return {
        "learner": _with_peers(_named("learner", learners)),
        "preprocessor": _preprocessor(steps),
        "dataset": {"if": {"required": ["path"], "type": "object"}, "then": _model(Own), "else": joined},
        "ask": _named("rule", rules),
        "figure": _named("figure", drawn),
    }


def _with_peers(ours: Schema) -> Schema:
    """Our learners, and those of other packages, whose parameters only those packages know."""
    name = {"type": "string", "pattern": f"^({SKLEARN}:|{RIVER}:|{VW}$)"}
    entry = {"type": "object", "properties": {"learner": name}, "required": ["learner"]}
    options = {"properties": _model(ForeignOptions)["properties"]}
    return {"if": {"anyOf": [name, entry]}, "then": options, "else": ours}


def _preprocessor(steps: Mapping[str, tuple[str, Schema]]) -> Schema:
    """A name, a mapping with `name`, or `{name: parameters}`; scikit-learn's transformers by theirs."""
    sklearn = {"type": "string", "pattern": f"^{PREFIX}"}
    forms: dict[str, Schema] = {}
    for name, (_, options) in steps.items():
        alone = PREPROCESSORS[name].short_form
        forms[name] = {
            "anyOf": [options, {"type": "null"}, *([options["properties"][alone]] if alone else [])]
        }
    short = {
        "type": "object",
        "properties": forms,
        "patternProperties": {f"^{PREFIX}": {"type": ["object", "null"]}},
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }
    named = {"type": "object", "properties": {"name": sklearn}, "required": ["name"]}
    return {"anyOf": [_named("name", steps), sklearn, short, named]}


def _readings() -> Schema:
    """The schema of `readings`; it leaves open which values fit a key."""
    schema, choice = _model(ReadingsEntry), _model(ChoiceEntry)
    key = {"pattern": f"^(({'|'.join(CONDITION_KEYS)})(\\.|$)|{re.escape(TESTING_KEY)}$)"}
    one, several = choice["properties"]["key"]["anyOf"]
    choice["properties"]["key"]["anyOf"] = [one | key, several | {"items": several["items"] | key}]
    schema["properties"]["choices"] |= {"additionalProperties": choice, "propertyNames": LABEL}
    schema["properties"]["named"] |= {
        "additionalProperties": {
            "type": "object",
            "properties": {READING_KIND: {"enum": list(KINDS)}},
            "propertyNames": {"anyOf": [key, {"const": READING_KIND}]},
        },
        "propertyNames": LABEL,
    }
    return schema


def _named(key: str, kinds: Mapping[str, tuple[str, Schema]]) -> Schema:
    """A name alone, or a mapping with the name under `key` and the options that belong to it."""
    name = {"oneOf": _constants({name: about for name, (about, _) in kinds.items()})}
    needy = [each for each, (_, options) in kinds.items() if set(options.get("required", ())) - {key}]
    alone = {"allOf": [name], "not": {"enum": needy}} if needy else name
    chosen = []
    for each, (_, options) in kinds.items():
        condition = {"properties": {key: {"const": each}}, "required": [key]}
        chosen.append(
            {"if": condition, "then": options | {"properties": {key: True, **options["properties"]}}}
        )
    mapping = {"type": "object", "properties": {key: name}, "required": [key], "allOf": chosen}
    return {"if": {"type": "object"}, "then": mapping, "else": alone}


def _constants(meanings: Mapping[str, str]) -> list[Schema]:
    return [{"const": name, "description": meaning} for name, meaning in meanings.items()]


def _metric() -> Schema:
    """A name alone, or `{name: options}` for one that has some."""
    name = {"oneOf": _constants({name: metric.meaning for name, metric in METRICS.items()})}
    optioned = {name: _model(metric.options) for name, metric in METRICS.items() if metric.options}
    alone = {"type": "object", "properties": optioned, "additionalProperties": False}
    return {"if": {"type": "object"}, "then": alone | {"minProperties": 1, "maxProperties": 1}, "else": name}


def _learner(parameters: type[Parameters]) -> Schema:
    """A learner's parameters, and the further keys of its entry."""
    schema = _with_grids(_model(parameters))
    for each in schema["properties"].values():
        values = each["anyOf"][1]["properties"][GRID]
        each["anyOf"] += [_alone(TUNE, values), _alone(OPTION, {"type": "string"})]
    about = "for which examples it asks for the label; for all, if left out"
    reserved = {
        FAMILY: LABEL | {"type": "string", "description": "the label of the grid that it is of"},
        ASK: {"description": about, "allOf": [{"$ref": "#/definitions/ask"}]},
    }
    return schema | {"properties": reserved | schema["properties"]}


def _with_grids(schema: Schema) -> Schema:
    """The schema of parameters, each of which may also be a grid of values."""
    properties = {}
    for name, single in schema["properties"].items():
        about = {key: single[key] for key in ("description", "default") if key in single}
        value = {key: single[key] for key in single if key not in about}
        grid = _alone(GRID, {"type": "array", "items": value, "minItems": 1})
        properties[name] = about | {"anyOf": [value, grid]}
    return schema | {"properties": properties}


def _alone(key: str, value: Schema) -> Schema:
    """A mapping with this one key."""
    return {"type": "object", "properties": {key: value}, "required": [key], "additionalProperties": False}


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
