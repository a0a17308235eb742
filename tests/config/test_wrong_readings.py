"""Readings that can't be: each is one error, which names the reading and the key."""

from typing import Any

import pytest

from tests.config.outcomes import error_of
from tests.config.test_readings import CHOICES, CONFIG, config


def choice(**entry: object) -> dict[str, Any]:
    return config(choices={"x": entry})


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (
            choice(key="learners.I.c", values=[0.5, 7]),
            "choices.x.values.1: x=7: learners.I.c: expected a number",
        ),
        (
            choice(key="learners.I.cc", values=[1]),
            "x=1: learners.I.cc: unknown parameter 'cc'; did you mean 'c'?",
        ),
        (
            choice(key="learners.I.b", values=[0.5]),
            "x=0.5: a reading may not rename, add or leave out learners",
        ),
        (
            choice(key="learners.N", values=["pa"]),
            "x=pa: a reading may not rename, add or leave out learners",
        ),
        (choice(key="datasets", values=[["usps"]]), "x=usps: 1 data sets in place of 2"),
        (
            choice(key="datasets.7", values=["usps"]),
            "x=usps: datasets: expected an index from 0 to 2, got '7'",
        ),
        (
            choice(key="dataset.train", values=[0.5]),
            "x=0.5: datasets: give 'dataset' or 'datasets', not both",
        ),
        (
            choice(key="protocol.epochs", values=[2]),
            "x.key: a reading may change dataset, datasets, preprocess, learners or protocol.test, not",
        ),
        (choice(key="metrics", values=[[]]), "or protocol.test, not 'metrics'"),
        (choice(key=["learners.I.c", "metrics"], values=[0.5]), "or protocol.test, not 'metrics'"),
        (choice(key=[], values=[0.5]), "x.key: expected"),
        (choice(key="protocol.test", values=["often"]), "x=often: protocol.test: expected"),
        (config(named={"n": {"kind": "odd", "preprocess": []}}), "unknown kind of reading 'odd'"),
        (choice(key="learners.", values=[1]), "x=1: learners: expected a key, such as learners.PA.C"),
        (choice(key="learners.X=3.c", values=[1]), "x=1: expected a key, such as learners.PA.C"),
        (choice(key="learners.I.c", values=[]), "x.values: expected a list of 1 or more or a mapping"),
        (
            choice(key="learners.I.c", values=0.5),
            "x.values: expected a list of 1 or more or a mapping, got 0.5",
        ),
        (choice(key="learners.I.c", values=[0.5, "0.5"]), "x.values: two values with one label"),
        (choice(values=[1]), "x: 'key' is missing"),
        (choice(key="learners.I.c", values=[1], by=2), "x.by: unknown key 'by'"),
        (
            choice(key="learners.I.c", values={"y" * 80: 0.5}),
            "too long by 11 for labels; give 'values' names",
        ),
        (config(choices={"": {"key": "learners", "values": [1]}}), "a label must not be empty"),
        (config(choices=[]), "readings.choices: expected a mapping, got a list of 0"),
        (config(sample=-1), "readings.sample: expected an integer >= 0 and <= 10000, got -1"),
        (
            config(choices=CHOICES, sample=1000),
            "sample: the choices have 46 combinations of two or more, not 1000",
        ),
        (config(choises={}), "readings.choises: unknown key 'choises'; did you mean 'choices'?"),
        (config(named={"a": {"seed": 3}}), "readings.named.a.seed: a reading may change"),
        (config(named={"a": 3}), "readings.named.a: expected a mapping from keys to values, got 3"),
        (
            config(named={"c=0.5": {"learners.I.c": 0.4}}, choices=CHOICES),
            "a second data set 'usps | c=0.5'; change a name",
        ),
        (CONFIG | {"readings": 3}, "readings: expected a mapping with choices, sample, seed, named, got 3"),
    ],
)
def test_a_wrong_reading(source: dict[str, Any], error: str) -> None:
    message = error_of(source)
    assert error in message
    assert " more)" not in message


def test_what_only_a_combination_gets_wrong_names_it() -> None:
    choices = {
        "which": {"key": "learners.P", "values": ["mira"]},
        "variant": {"key": "learners.P.variant", "values": ["PA-II"]},
    }
    assert "readings.sample: which=mira, variant=PA-II: learners.P.variant: unknown parameter" in error_of(
        config(choices=choices, sample=1)
    )


def test_readings_that_would_eat_the_machine_are_refused() -> None:
    values = [i / 10_000 for i in range(2_000)]
    many = config(choices={"c": {"key": "learners.I.c", "values": values}})
    assert "readings × data sets × learners may be 10,000" in error_of(many)


@pytest.mark.parametrize(
    ("broken", "error"),
    [
        ({"preprocess": ["unit"]}, "preprocess.0: unknown preprocessor 'unit'"),
        ({"datasets": ["upsp"]}, "datasets.0: unknown dataset 'upsp'"),
        ({"learners": {"I": "ielip"}}, "learners.I: unknown learner 'ielip'"),
    ],
)
def test_what_is_wrong_as_written_is_said_once(broken: dict[str, Any], error: str) -> None:
    message = error_of(config(choices=CHOICES) | broken)
    assert error in message
    assert " more)" not in message


def test_an_error_stands_at_the_line_of_the_value() -> None:
    text = (
        "dataset: usps\nlearners: {I: iellip}\nreadings:\n  choices:\n    c:\n      key: learners.I.c\n"
        "      values:\n      - 0.5\n      - 2\n"
    )
    assert error_of(text).startswith(
        "configs/trial.yaml, line 9: readings.choices.c.values.1: c=2: learners.I.c:"
    )
