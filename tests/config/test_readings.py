"""Readings: the config once more for each way to read it, and nothing that is the same as written."""

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.config import Condition, Experiment
from onlinelearn.config.config_tree import Node
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.readings import Reading, drawn, n_combinations
from tests.config.outcomes import assert_sound, error_of, parsed

CONFIG: dict[str, Any] = {
    "datasets": ["usps", {"name": "isolet", "attributes": "variance"}],
    "preprocess": ["unit_norm"],
    "learners": {"I": {"learner": "iellip", "c": 0.1, "b": {"grid": [0.1, 0.2]}}, "P": "pa"},
}

CHOICES: dict[str, Any] = {
    "c": {"key": "learners.I.c", "values": [0.01, 0.1, 0.5]},
    "scaling": {"key": "preprocess", "values": [[], ["standardize", {"name": "bias", "value": 2}]]},
    "PA": {"key": "learners.P", "values": {"II": {"learner": "pa", "variant": "PA-II"}}},
    "isolet": {"key": "datasets.1.attributes", "values": ["first", "pca"]},
}


def config(**readings: object) -> dict[str, Any]:
    return CONFIG | {"readings": readings}


def under(experiment: Experiment, reading: str) -> list[Condition]:
    return [condition for condition in experiment.conditions if condition.dataset.reading == reading]


def labels(experiment: Experiment) -> list[str]:
    return [condition.dataset.label for condition in experiment.conditions]


def test_each_choice_is_changed_alone_where_it_makes_a_difference() -> None:
    experiment = parsed(config(choices=CHOICES))
    assert labels(experiment) == [
        "usps",
        "isolet",
        "usps | c=0.01",
        "isolet | c=0.01",
        "usps | c=0.5",
        "isolet | c=0.5",
        "usps | scaling=none",
        "isolet | scaling=none",
        "usps | scaling=standardize,bias value=2",
        "isolet | scaling=standardize,bias value=2",
        "usps | PA=II",
        "isolet | PA=II",
        "isolet | isolet=first",
        "isolet | isolet=pca",
    ]
    assert [condition.dataset.base for condition in experiment.conditions[-4:]] == [
        "usps",
        "isolet",
        "isolet",
        "isolet",
    ]
    assert experiment.written == parsed(CONFIG).conditions
    assert_sound(experiment)


@pytest.mark.parametrize(
    ("reading", "overrides"),
    [
        ("c=0.5", ["learners.I.c=0.5"]),
        ("scaling=none", ["preprocess=[]"]),
        ("isolet=pca", ["datasets.1.attributes=pca"]),
        ("PA=II", ["learners.P={learner: pa, variant: PA-II}"]),
    ],
)
def test_a_reading_is_the_config_with_that_set(reading: str, overrides: list[str]) -> None:
    conditions = under(parsed(config(choices=CHOICES)), reading)
    as_set = {condition.dataset.base: condition for condition in parsed(CONFIG, overrides).conditions}
    assert conditions
    for condition in conditions:
        other = as_set[condition.dataset.base]
        assert replace(condition, dataset=other.dataset) == other
        assert condition.dataset.choice == other.dataset.choice


def test_a_combination_makes_all_its_changes() -> None:
    experiment = parsed(config(choices=CHOICES, sample=5, seed=1))
    assert_sound(experiment)
    singles = set(labels(parsed(config(choices=CHOICES))))
    values = {
        "c=0.01": "learners.I.c=0.01",
        "c=0.5": "learners.I.c=0.5",
        "scaling=none": "preprocess=[]",
        "scaling=standardize,bias value=2": "preprocess=[standardize, {name: bias, value: 2}]",
        "PA=II": "learners.P={learner: pa, variant: PA-II}",
        "isolet=first": "datasets.1.attributes=first",
        "isolet=pca": "datasets.1.attributes=pca",
    }
    combined = {
        condition.dataset.reading
        for condition in experiment.conditions
        if condition.dataset.label not in singles
    }
    assert len(combined) == 5
    for reading in combined:
        parts = reading.split(", ")
        assert len(parts) > 1
        found = under(experiment, reading)
        as_set = parsed(CONFIG, [values[part] for part in parts])
        assert [condition.learners for condition in found] == [as_set.learners] * len(found)
        assert [condition.preprocess for condition in found] == [as_set.preprocess] * len(found)
        assert found[-1].dataset.choice == as_set.datasets[-1].choice


def test_the_draws_depend_on_the_seed_alone() -> None:
    sampled = [labels(parsed(config(choices=CHOICES, sample=4, seed=seed))) for seed in (1, 1, 2)]
    assert sampled[0] == sampled[1] != sampled[2]


def readings(sizes: list[int]) -> list[list[Reading]]:
    source = ConfigValue(Node(None, 0), (), [])
    return [[Reading(f"{i}={j}", "single", (), source) for j in range(size)] for i, size in enumerate(sizes)]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=4), st.integers(0, 2**64 - 1))
def test_as_many_as_there_are_is_all_of_them(sizes: list[int], seed: int) -> None:
    every = [
        {f"{i}={pick - 1}" for i, pick in enumerate(picks) if pick}
        for picks in product(*(range(size + 1) for size in sizes))
    ]
    several = {frozenset(each) for each in every if len(each) > 1}
    found = [
        frozenset(each.name for each in combined)
        for combined in drawn(readings(sizes), n_combinations(readings(sizes)), seed)
    ]
    assert len(found) == len(set(found)) == n_combinations(readings(sizes))
    assert set(found) == several


def test_all_combinations_are_equally_likely() -> None:
    choices = readings([1, 2, 3])
    counts = Counter(
        tuple(each.name for each in next(drawn(choices, 1, seed)))
        for seed in range(300 * n_combinations(choices))
    )
    assert len(counts) == n_combinations(choices) == 17
    # 300 each on average; five standard deviations.
    assert max(abs(count - 300) for count in counts.values()) < 5 * 300**0.5


def test_what_no_label_has_room_for_gets_a_number_and_is_written_out_in_the_record() -> None:
    long = {
        f"{letter * 12}": {"key": f"learners.{letter}", "values": ["mira", "perceptron"]}
        for letter in "ABCDEF"
    }
    learners = dict.fromkeys("ABCDEF", "pa")
    experiment = parsed(
        {"dataset": "usps", "learners": learners, "readings": {"choices": long, "sample": 40}}
    )
    assert_sound(experiment)
    cut = [
        condition for condition in experiment.conditions if condition.dataset.reading.startswith("sample ")
    ]
    assert cut
    assert all(
        condition.dataset.label.endswith("…") and len(condition.dataset.label) == 80 for condition in cut
    )
    changed = experiment.resolved()["readings"]["named"][cut[0].dataset.reading]  # type: ignore[index]
    assert changed == {"kind": "combination"} | {
        f"learners.{each.label}": each.resolved() for each in cut[0].learners if each.learner != "pa"
    }


def test_readings_with_names_of_their_own_change_several_keys_at_once() -> None:
    named = {"as LIBOL": {"learners.I.decay": "round", "preprocess": []}}
    experiment = parsed(config(named=named))
    assert labels(experiment)[2:] == ["usps | as LIBOL", "isolet | as LIBOL"]
    condition = experiment.conditions[-1]
    assert {each.parameters.get("decay") for each in condition.learners} == {"round", None}
    assert condition.preprocess == ()
    assert_sound(experiment)


def test_a_choice_may_change_several_keys_at_once() -> None:
    both = {"averaged": {"key": ["learners.I.average", "learners.P.average"], "values": [True]}}
    experiment = parsed(config(choices=both))
    (condition, _) = under(experiment, "averaged=true")
    assert {each.parameters["average"] for each in condition.learners} == {True}
    assert condition.dataset.reading_kind == "single"
    assert_sound(experiment)


def test_a_reading_may_test_a_model_that_learns_on() -> None:
    experiment = parsed(config(choices={"test": {"key": "protocol.test", "values": ["online"]}}))
    assert [condition.test for condition in experiment.conditions] == ["frozen"] * 2 + ["online"] * 2
    assert_sound(experiment)


def test_what_only_a_frozen_model_has_is_refused_where_a_reading_learns_on() -> None:
    choices = {"test": {"key": "protocol.test", "values": ["online"]}}
    found = error_of(config(choices=choices) | {"metrics": ["balanced_error"]})
    assert "balanced_error: only of a frozen model" in found


def test_the_kind_of_a_reading_is_kept_in_the_record() -> None:
    experiment = parsed(
        config(choices=CHOICES, sample=2, named={"one": {"kind": "single", "preprocess": []}})
    )
    kinds = {each.reading: each.reading_kind for each in experiment.datasets}
    assert (kinds[""], kinds["c=0.5"], kinds["one"]) == ("written", "single", "single")
    assert list(kinds.values()).count("combination") == 2
    again = parsed(experiment.resolved())
    assert {each.reading: each.reading_kind for each in again.datasets} == kinds


def test_a_reading_that_changes_nothing_is_left_out() -> None:
    same = {"c": {"key": "learners.I.c", "values": [0.1]}}
    assert parsed(config(choices=same, named={"nothing": {}})) == parsed(CONFIG)


def test_a_name_alone_can_be_given_options_by_a_reading() -> None:
    choice = {"train": {"key": "datasets.0.train", "values": [0.5]}}
    (condition,) = under(parsed(config(choices=choice)), "train=0.5")
    assert (condition.dataset.base, condition.dataset.options["train"]) == ("usps", 0.5)


def test_readings_follow_what_the_command_line_sets() -> None:
    experiment = parsed(
        config(choices=CHOICES), ["learners.I.c=0.01", "readings.choices.scaling.values=[[]]"]
    )
    assert {condition.dataset.reading for condition in experiment.conditions} == {
        *("", "c=0.1", "c=0.5", "scaling=none", "PA=II", "isolet=first", "isolet=pca")
    }
