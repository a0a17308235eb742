"""What every input must come to: a valid experiment, or an error in one line."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from jsonschema import Draft7Validator

from onlinelearn.base.errors import ConfigError
from onlinelearn.config import Experiment, parse_config
from onlinelearn.config.schema import config_schema
from onlinelearn.learners.catalog import Catalog, given_from_python

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))

SMALL = """\
dataset: usps
learners:
  PA: {learner: pa}
"""


class Ours:
    """A class that a Python user hands in as a learner; it takes any parameters."""

    def __init__(self, **parameters: object) -> None:
        self.parameters = parameters


def parsed(
    source: str | Mapping[str, object], overrides: Sequence[str] = (), folder: Path = Path("/data")
) -> Experiment:
    return parse_config(
        source,
        name="trial",
        where="configs/trial.yaml",
        folder=folder,
        overrides=overrides,
        catalog=Catalog(given_from_python({"ours": Ours})),
    )


def error_of(source: str | Mapping[str, object], *overrides: str) -> str:
    """The text of the error that the source must give."""
    try:
        experiment = parsed(source, overrides)
    except ConfigError as error:
        return str(error)
    raise AssertionError(f"no error, but {experiment}")


def outcome(source: str | Mapping[str, object], overrides: Sequence[str] = ()) -> Experiment | None:
    """The experiment, checked for soundness, or None after an error, checked for its form."""
    try:
        experiment = parsed(source, overrides)
    except ConfigError as error:
        text = str(error)
        assert text.isprintable(), text
        assert 10 < len(text) < 1000, text
        assert text.startswith(("configs/trial.yaml", "--set ")), text
        return None
    assert_sound(experiment)
    return experiment


def assert_sound(experiment: Experiment) -> None:
    """The experiment survives JSON, says the same again when parsed, and has labels fit for tables."""
    text = json.dumps(experiment.resolved(), allow_nan=False)
    again = parsed(json.loads(text), folder=experiment.folder)
    assert again == experiment
    assert json.dumps(again.resolved()) == text
    for labels in (
        [each.label for each in experiment.datasets],
        [each.label for each in experiment.learners],
    ):
        assert 0 < len(labels) == len(set(labels))
        assert all(label.isprintable() and 1 <= len(label) <= 80 for label in labels)
    if all(each.learner != "ours" for each in experiment.learners):
        validator().validate(experiment.resolved())


@cache
def validator() -> Draft7Validator:
    return Draft7Validator(config_schema())
