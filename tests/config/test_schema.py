"""The shipped JSON Schema is current, accepts what the parser accepts, and rejects what it rejects."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from onlinelearn.base.metrics import METRICS
from onlinelearn.base.parameters import model
from onlinelearn.claims.papers import PAPERS
from onlinelearn.config.schema import FILE, config_schema, schema_text
from onlinelearn.datasets.choice import NAMED
from onlinelearn.datasets.preprocessing import PREPROCESSORS
from onlinelearn.learners import registry
from onlinelearn.render import figures
from tests.config.outcomes import CONFIGS, error_of, outcome, validator

SCHEMA_LINE = "# yaml-language-server: $schema=../onlinelearn/config/schema.json"


def test_the_shipped_schema_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(), "run: python -m onlinelearn.config.schema"


def test_it_is_a_schema() -> None:
    validator().check_schema(config_schema())


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_shipped_configs_fit_and_point_to_it(config: Path) -> None:
    text = config.read_text(encoding="utf-8")
    assert text.splitlines()[0] == SCHEMA_LINE
    assert (config.parent / SCHEMA_LINE.partition("=")[2]).resolve() == FILE
    validator().validate(yaml.safe_load(text))


def with_claim(**entry: object) -> dict[str, Any]:
    return {"dataset": "usps", "learners": {"A": "pa"}, "claims": {"one": entry}}


def with_readings(**readings: object) -> dict[str, Any]:
    return {"dataset": "usps", "learners": {"A": "pa"}, "readings": readings}


def with_ask(ask: object) -> dict[str, Any]:
    return {"dataset": "usps", "learners": {"A": {"learner": "iellip", "ask": ask}}}


GOOD: list[dict[str, Any]] = [
    {"dataset": "usps", "learners": {"A": "pa"}},
    {"dataset": {"name": "usps"}, "learners": {"A": {"learner": "pa"}}, "protocol": {}},
    {
        "dataset": {"name": "isolet", "attributes": "pca"},
        "learners": {"A": {"learner": "pa", "C": {"grid": [1, 2]}}},
    },
    {
        "datasets": ["usps", {"path": "a.csv", "label": "y", "split": {"train": 0.5}}],
        "learners": {"A": "mira"},
    },
    {"dataset": "usps", "learners": {"A": "mira"}, "preprocess": ["unit_norm", {"name": "bias", "value": 2}]},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "family": "F"}}, "paper": "icml09", "claims": {}},
    with_claim(says="it", holds="A.updates < 3"),
    with_claim(says="it", holds=["A.updates < 3", "A.updates > 1"], source="p. 1", epochs=[1], always=True),
    {"dataset": {"name": "separable", "margin": {"grid": [0.1, 0.2]}}, "learners": {"A": "pa"}},
    {
        "dataset": "usps",
        "learners": {"A": "pa"},
        "figures": ["epochs", {"figure": "tradeoff", "x": "updates"}],
    },
    {"dataset": "separable", "learners": {"A": {"learner": "pa", "margin": {"option": "margin"}}}},
    with_ask("ellipsoid"),
    with_ask({"rule": "random", "rate": {"grid": [0.1, 1]}}),
    with_readings(choices={"C": {"key": "learners.A.C", "values": [2, 3]}}, seed=1),
    with_readings(choices={"x": {"key": "preprocess", "values": {"no": []}}}, sample=0),
    with_readings(named={"all": {"learners.A.C": 2, "dataset.train": 0.5}}),
]

BAD: list[dict[str, Any]] = [
    {},
    {"dataset": "usps"},
    {"learners": {"A": "pa"}},
    {"dataset": "usps", "datasets": ["usps"], "learners": {"A": "pa"}},
    {"datasets": [], "learners": {"A": "pa"}},
    {"dataset": "usps", "learners": {}},
    {"dataset": "usps", "learners": {"": "pa"}},
    {"dataset": "usps", "learners": {"A": "papa"}},
    {"dataset": "usps", "learners": {"A": {"C": 1}}},
    {"dataset": "usps", "learners": {"A": {"learner": "papa"}}},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "C": 0}}},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "C": "1"}}},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "b": 0.5}}},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "C": {"grid": []}}}},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "C": {"grid": [0]}}}},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "C": {"grid": [1], "x": 1}}}},
    {"dataset": "uspss", "learners": {"A": "pa"}},
    {"dataset": {"name": "usps", "attributes": "pca"}, "learners": {"A": "pa"}},
    {"dataset": {"name": "isolet", "attributes": "last"}, "learners": {"A": "pa"}},
    {"dataset": {"path": "a.csv", "lable": "y"}, "learners": {"A": "pa"}},
    {"dataset": "usps", "learners": {"A": "pa"}, "preprocess": ["unit"]},
    {"dataset": "usps", "learners": {"A": "pa"}, "preprocess": [{"name": "unit_norm", "value": 1}]},
    {"dataset": "usps", "learners": {"A": "pa"}, "protocol": {"epochs": 0}},
    {"dataset": "usps", "learners": {"A": "pa"}, "metrics": []},
    {"dataset": "usps", "learners": {"A": "pa"}, "metrics": ["test_error", "test_error"]},
    {"dataset": "usps", "learners": {"A": "pa"}, "figures": ["pie"]},
    {"dataset": "usps", "learners": {"A": "pa"}, "titel": "x"},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "family": 3}}},
    {"dataset": "usps", "learners": {"A": {"learner": "pa", "family": ""}}},
    {"dataset": "usps", "learners": {"A": "pa"}, "paper": "none"},
    {"dataset": "usps", "learners": {"A": "pa"}, "claims": []},
    {"dataset": "usps", "learners": {"A": "pa"}, "claims": {"": {"says": "it", "holds": "A.updates < 3"}}},
    {"dataset": {"name": "separable", "margin": {"grid": []}}, "learners": {"A": "pa"}},
    {"dataset": {"name": "separable", "margin": {"grid": [2]}}, "learners": {"A": "pa"}},
    {"dataset": {"path": {"grid": ["a.csv"]}, "label": "y"}, "learners": {"A": "pa"}},
    {"dataset": "usps", "learners": {"A": "pa"}, "figures": [{"figure": "tradeoff", "z": "updates"}]},
    {"dataset": "usps", "learners": {"A": "pa"}, "figures": [{"x": "updates"}]},
    {"dataset": "usps", "learners": {"A": "pa"}, "figures": ["epochs", "epochs"]},
    {"dataset": "usps", "learners": {"A": "pa"}, "figures": ["growth"]},
    {"dataset": "separable", "learners": {"A": {"learner": "pa", "margin": {"option": 3}}}},
    {"dataset": "separable", "learners": {"A": {"learner": "pa", "margin": {"option": "margin", "x": 1}}}},
    with_ask("random"),
    with_ask("never"),
    with_ask({"rate": 1}),
    with_ask({"rule": "random", "rate": 2}),
    with_ask({"rule": {"grid": ["ellipsoid"]}}),
    with_readings(choices={"C": {"key": "learners.A.C", "values": []}}),
    with_readings(choices={"C": {"key": "learners.A.C"}}),
    with_readings(choices={"C": {"key": "protocol.epochs", "values": [1]}}),
    with_readings(choices={"C": {"key": "learners_", "values": [1]}}),
    with_readings(choices={"": {"key": "learners.A.C", "values": [1]}}),
    with_readings(named={"all": {"metrics": ["updates"]}}),
    with_readings(named={"all": 3}),
    with_readings(sample=-1),
    with_readings(samples=1),
    with_claim(holds="A.updates < 3"),
    with_claim(says="it"),
    with_claim(says="", holds="A.updates < 3"),
    with_claim(says="it", holds=""),
    with_claim(says="it", holds=[]),
    with_claim(says="it", holds=[""]),
    with_claim(says="it", holds=3),
    with_claim(says="it", holds="A.updates < 3", epochs=[0]),
    with_claim(says="it", holds="A.updates < 3", always="yes"),
    with_claim(says="it", holds="A.updates < 3", page=3),
]


@pytest.mark.parametrize("config", GOOD)
def test_what_the_parser_accepts_fits(config: dict[str, Any]) -> None:
    assert outcome(config) is not None
    assert validator().is_valid(config)


@pytest.mark.parametrize("config", BAD)
def test_what_the_parser_rejects_does_not_fit(config: dict[str, Any]) -> None:
    assert error_of(config)
    assert not validator().is_valid(config)


def test_every_name_is_in_it_with_a_description() -> None:
    described = list(constants(config_schema()))
    for names in (registry(), PREPROCESSORS, NAMED, METRICS, figures.names(), PAPERS):
        for name in names:
            assert any(each["const"] == name and each["description"] for each in described), name


@pytest.fixture(scope="module")
def schema() -> Any:
    return config_schema()


@pytest.mark.parametrize("name", registry())
def test_a_learners_parameters_are_offered_with_what_they_do(name: str, schema: Any) -> None:
    branches = schema["definitions"]["learner"]["else"]["then"]["allOf"]
    (branch,) = [each["then"] for each in branches if each["if"]["properties"]["learner"]["const"] == name]
    cls: type = registry()[name]
    assert list(branch["properties"]) == ["learner", "family", "ask", *model(cls).model_fields]
    for parameter, field in model(cls).model_fields.items():
        assert branch["properties"][parameter]["description"] == field.description
        assert branch["properties"][parameter]["default"] == field.default


def constants(schema: Any) -> Any:
    """Every part of a schema that describes one value."""
    if isinstance(schema, dict):
        if {"const", "description"} <= set(schema):
            yield schema
        for part in schema.values():
            yield from constants(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from constants(part)
