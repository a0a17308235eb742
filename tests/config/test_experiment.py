"""An experiment is complete: every default filled in, every set and learner with a label of its own."""

import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.parameters import model
from onlinelearn.config import load_config, parse_config
from onlinelearn.datasets.choice import Own, Registered
from onlinelearn.learners import registry
from onlinelearn.learners.catalog import Catalog, given_from_python
from tests.config.outcomes import CONFIGS, SMALL, Ours, assert_sound, error_of, parsed


def test_what_is_left_out_has_its_default() -> None:
    experiment = parsed(SMALL)
    assert (experiment.name, experiment.title) == ("trial", "trial")
    assert experiment.preprocess == ()
    assert experiment.figures == ()
    assert experiment.metrics == ("test_error",)
    shown = {"label_rate": 1.0, "label_draw": "independent", "test": "frozen", "delay": 0, "feedback": "full"}
    given = {"epochs": 1, "permutations": 1, "seed": 0, **shown}
    assert experiment.protocol.model_dump() == {**given, "order": None, "tune": None}
    (usps,) = experiment.datasets
    assert isinstance(usps.choice, Registered)
    assert (usps.label, usps.choice.name) == ("usps", "usps")


@pytest.mark.parametrize("name", registry())
def test_every_parameter_of_every_learner_is_filled_in(name: str) -> None:
    dataset = {"classification": "usps", "regression": "linear", "uniclass": "cloud"}[registry()[name].kind]
    (learner,) = parsed({"dataset": dataset, "learners": {"It": name}}).learners
    cls: type = registry()[name]
    assert learner.parameters == model(cls)().model_dump()


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_shipped_configs_are_valid_and_say_the_same_when_resolved(config: Path) -> None:
    assert load_config(config).name == config.stem
    assert_sound(parsed(config.read_text(encoding="utf-8"), folder=config.parent))


def test_all_four_sets_of_the_paper_are_shipped() -> None:
    names = {config.stem for config in CONFIGS}
    assert names >= {f"{name}_iellip" for name in ("usps", "letter", "isolet", "shuttle")}


def test_an_experiment_is_frozen_and_can_go_to_another_process() -> None:
    experiment = parsed(SMALL)
    assert pickle.loads(pickle.dumps(experiment)) == experiment
    with pytest.raises(FrozenInstanceError):
        experiment.title = "another"  # type: ignore[misc]


def test_sets_of_one_name_are_told_apart_by_the_options_in_which_they_differ() -> None:
    sets = [
        "letter",
        "isolet",
        {"name": "isolet", "attributes": "first"},
        {"name": "usps", "classes": [1, 0]},
        "usps",
    ]
    labels = [each.label for each in parsed({"datasets": sets, "learners": {"A": "pa"}}).datasets]
    assert labels == [
        "letter",
        "isolet attributes=variance",
        "isolet attributes=first",
        "usps classes=0,1",
        "usps",
    ]


def test_own_files_are_found_beside_the_config_and_called_by_their_names() -> None:
    sets = [
        {"path": "a/my.csv", "label": "y"},
        {"path": "/abs/other.npz", "test": "t.npz"},
        {"path": "a/my.csv", "label": "z", "name": "again"},
    ]
    first, second, third = parsed({"datasets": sets, "learners": {"A": "pa"}}).datasets
    assert [first.label, second.label, third.label] == ["my", "other", "again"]
    assert isinstance(first.choice, Own)
    assert isinstance(second.choice, Own)
    assert first.choice.path == Path("/data/a/my.csv")
    assert (second.choice.path, second.choice.test) == (Path("/abs/other.npz"), Path("/data/t.npz"))


def test_own_files_of_one_name_need_another() -> None:
    sets = [{"path": "a/my.csv", "label": "y"}, {"path": "b/my.csv", "label": "y"}]
    assert "give files a 'name'" in error_of({"datasets": sets, "learners": {"A": "pa"}})


def test_a_data_set_can_not_be_called_like_a_reading() -> None:
    named = {"path": "my.csv", "label": "y", "name": "usps | c=0.5"}
    assert "dataset: a data set's label can't contain ' | '" in error_of(
        {"dataset": named, "learners": {"A": "pa"}}
    )


def test_a_relative_folder_gives_paths_that_hold_anywhere() -> None:
    source = {"dataset": {"path": "my.csv", "label": "y"}, "learners": {"A": "pa"}}
    (own,) = parse_config(source, name="x", where="x", folder=Path("configs")).datasets
    assert isinstance(own.choice, Own)
    assert own.choice.path == Path.cwd() / "configs" / "my.csv"


def test_python_values_of_numpy_and_pathlib_are_understood() -> None:
    source = {
        "dataset": {"path": Path("my.csv"), "label": np.str_("y")},
        "learners": {"A": {"learner": "pa", "C": {"grid": [np.float32(0.5), np.int64(2)]}}},
        "metrics": np.array(["test_error"]),
    }
    assert [each.parameters["C"] for each in parsed(source).learners] == [0.5, 2.0]


@pytest.mark.parametrize(
    "value",
    [
        {1, 2},
        b"x",
        1j,
        object(),
        np.zeros(2),
        np.array([object()]),
        pytest.param(10**5000, id="huge"),
        float("nan"),
    ],
)
def test_python_values_that_yaml_has_not_are_errors(value: object) -> None:
    assert "learners.A.C" in error_of({"dataset": "usps", "learners": {"A": {"learner": "pa", "C": value}}})


def test_python_values_within_themselves_are_errors() -> None:
    loop: list[object] = []
    loop.append(loop)
    assert "within itself" in error_of({"dataset": loop})
    assert "keys must be text" in error_of({"dataset": {1: "usps"}})
    assert "more than 100,000 values" in error_of({"metrics": [0] * 100_001})


def test_learners_that_are_not_ours_get_their_parameters_as_they_are() -> None:
    learners = {
        "Mine": {"learner": "ours", "depth": 3, "on": True, "names": ["a", None], "x": {"grid": [1, "b"]}}
    }
    first, second = parsed({"dataset": "usps", "learners": learners}).learners
    assert (first.label, second.label) == ("Mine x=1", "Mine x=b")
    assert first.parameters == {"depth": 3, "on": True, "names": ["a", None], "x": 1}
    assert "learners.Mine.x: expected text" in error_of(
        {"dataset": "usps", "learners": {"Mine": {"learner": "ours", "x": {"a": 1}}}}
    )


def test_learners_that_are_not_ours_need_names_of_their_own() -> None:
    with pytest.raises(ConfigError, match="a built-in one has that name"):
        Catalog(given_from_python({"pa": Ours}))


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a\\b", ".hidden", "a\nb", "-v", " a", "x" * 201, "é" * 101, "c:"]
)
def test_a_name_that_no_folder_can_have_is_an_error(name: str) -> None:
    with pytest.raises(ConfigError, match="cannot name a folder") as caught:
        parse_config(SMALL, name=name, where="x", folder=Path())
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["usps_iellip", "a.b", "a b", "été", "2009"])
def test_a_name_that_a_folder_can_have_is_kept(name: str) -> None:
    assert parse_config(SMALL, name=name, where="x", folder=Path()).name == name
