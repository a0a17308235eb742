"""A parameter may be an option of the data set: a learner is then told what its data were made with."""

from typing import Any

import pytest

from onlinelearn.experiment.baselines import baselines
from onlinelearn.experiment.cells import cells
from tests.config.outcomes import assert_sound, error_of, parsed

CONFIG: dict[str, Any] = {
    "datasets": [{"name": "separable", "margin": {"grid": [0.2, 0.1]}}],
    "learners": {
        "I": {"learner": "iellip", "margin": {"option": "margin"}, "c": {"grid": [0, 0.1]}},
        "P": "pa",
    },
}


def test_each_data_set_gives_its_own_value() -> None:
    experiment = parsed(CONFIG)
    assert [
        [each.parameters["margin"] for each in condition.learners] for condition in experiment.conditions
    ] == [
        [0.2, 0.2, 1.0],
        [0.1, 0.1, 1.0],
    ]
    assert {tuple(each.label for each in condition.learners) for condition in experiment.conditions} == {
        ("I c=0", "I c=0.1", "P")
    }
    assert_sound(experiment)


def test_cells_and_simpler_learners_have_the_value_of_their_data_set() -> None:
    letters = {"name": "letter", "train": {"grid": [0.5, 0.8]}}
    experiment = parsed(
        {"datasets": [letters], "learners": {"I": {"learner": "iellip", "margin": {"option": "train"}}}}
    )
    simpler = [each.cell for each in baselines(experiment)]
    assert len(simpler) == 2
    for cell in (*cells(experiment), *simpler):
        assert cell.learner.parameters["margin"] == cell.dataset.options["train"]


def test_the_axis_is_then_the_data_sets() -> None:
    (learner, *_) = parsed(CONFIG).learners
    assert "margin" not in learner.settings
    claims = {"one": {"says": "it", "holds": "'I c=0'.updates decreases with margin"}}
    assert_sound(parsed(CONFIG | {"claims": claims}))


def test_a_reading_of_the_data_set_is_one_of_the_learner_too() -> None:
    readings = {"choices": {"spread": {"key": "datasets.0.margin", "values": {"wide": {"grid": [0.4, 0.1]}}}}}
    experiment = parsed(CONFIG | {"readings": readings})
    (wide,) = [condition for condition in experiment.conditions if condition.dataset.reading]
    assert wide.dataset.label == "separable margin=0.2 | spread=wide"
    assert [each.parameters["margin"] for each in wide.learners] == [0.4, 0.4, 1.0]
    assert_sound(experiment)


def with_margin(margin: object, dataset: object = "separable") -> dict[str, Any]:
    return {"datasets": [dataset], "learners": {"I": {"learner": "iellip", "margin": margin}}}


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (
            with_margin({"option": "margn"}),
            "margin.option: unknown option of separable 'margn'; did you mean",
        ),
        (
            with_margin({"option": "margin"}, "usps"),
            "unknown option of usps 'margin'; choose from ordered, seed",
        ),
        (with_margin({"option": 3}), "learners.I.margin: expected {option: NAME} alone"),
        (with_margin({"option": "margin", "grid": [1]}), "learners.I.margin: expected {option: NAME} alone"),
        (with_margin({"option": "margin"}, {"path": "a.csv", "label": "y"}), "unknown option of a 'margin'"),
        (with_margin({"option": "margin"}, "separabel"), "datasets.0: unknown dataset 'separabel'"),
    ],
)
def test_an_option_that_is_not_there(source: dict[str, Any], error: str) -> None:
    message = error_of(source)
    assert error in message
    assert " more)" not in message


def test_every_data_set_must_have_it() -> None:
    both = with_margin({"option": "margin"}) | {"datasets": ["separable", "letter"]}
    assert "learners.I.margin.option: unknown option of letter 'margin'" in error_of(both)


def test_what_would_eat_the_machine_is_refused() -> None:
    seeds = {"name": "separable", "seed": {"grid": list(range(200))}}
    source = with_margin({"option": "margin"}, seeds)
    source["learners"]["I"]["c"] = {"grid": [i / 100 for i in range(60)]}
    assert "data sets × learners may be 10,000" in error_of(source)
