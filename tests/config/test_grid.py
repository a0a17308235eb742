"""A grid is every combination of its values, in order, each with a readable label."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.config.outcomes import assert_sound, error_of, parsed


def config(**parameters: object) -> dict[str, object]:
    return {"dataset": "usps", "learners": {"I": {"learner": "iellip", **parameters}}}


def test_labels_name_what_varies_and_nothing_else() -> None:
    learners = parsed(config(b={"grid": [0.1, 1e-5]}, margin=0.1, c={"grid": [0, 0.5]})).learners
    assert [each.label for each in learners] == [
        "I b=0.1 c=0",
        "I b=0.1 c=0.5",
        "I b=1e-05 c=0",
        "I b=1e-05 c=0.5",
    ]
    assert {each.parameters["margin"] for each in learners} == {0.1}


def test_a_grid_written_out_stays_a_family() -> None:
    grid = config(b={"grid": [0.1, 0.2]}) | {
        "claims": {"x": {"says": "it", "holds": "I.updates decreases with b"}}
    }
    experiment = parsed(grid)
    assert [each.family for each in experiment.learners] == ["I", "I"]
    again = experiment.resolved()
    assert again["learners"]["I b=0.1"]["family"] == "I"  # type: ignore[index]
    assert parsed(again) == experiment
    assert "family" not in parsed(config(b=0.1)).learners[0].resolved()


@pytest.mark.parametrize(
    ("family", "error"),
    [
        (3, "learners.B.family: expected the label that the points of a grid share, got 3"),
        (" ", "learners.B.family: a label must not be empty"),
        ("A", "learners.B: the family 'A' is of learner 'pa'; give another"),
    ],
)
def test_a_wrong_family(family: object, error: str) -> None:
    learners = {"A": "pa", "B": {"learner": "mira", "family": family}}
    assert error in error_of({"dataset": "usps", "learners": learners})


units = st.integers(0, 99).map(lambda percent: percent / 100)


@given(*[st.lists(units, min_size=1, max_size=4, unique=True)] * 3)
def test_a_grid_is_the_product_of_its_axes_in_order(
    b: list[float], c: list[float], margin: list[float]
) -> None:
    learners = parsed(config(b={"grid": b}, c={"grid": c}, margin={"grid": margin})).learners
    found = [tuple(each.parameters[name] for name in ("b", "c", "margin")) for each in learners]
    assert found == list(product(b, c, margin))
    assert len({each.label for each in learners}) == len(found)


def test_options_of_data_sets_may_be_grids_too() -> None:
    sets = ["usps", {"name": "separable", "margin": {"grid": [0.2, 0.1]}, "d": {"grid": [3, 4]}, "n_test": 9}]
    experiment = parsed({"datasets": sets, "learners": {"A": "pa"}})
    assert [each.label for each in experiment.datasets] == [
        "usps",
        "separable d=3 margin=0.2",
        "separable d=4 margin=0.2",
        "separable d=3 margin=0.1",
        "separable d=4 margin=0.1",
    ]
    assert {each.options["n_test"] for each in experiment.datasets[1:]} == {9}
    assert {each.family for each in experiment.datasets[1:]} == {"separable"}
    assert_sound(experiment)


def test_a_list_is_one_value_of_a_grid() -> None:
    letters = {"name": "letter", "classes": {"grid": [["A", "B"], ["C", "D"]]}}
    labels = [each.label for each in parsed({"dataset": letters, "learners": {"A": "pa"}}).datasets]
    assert labels == ["letter classes=A,B", "letter classes=C,D"]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"margin": {"grid": []}}, "dataset.margin.grid: an empty grid; give at least one value"),
        ({"margin": {"grid": [0.1, 2]}}, "dataset.margin.grid.1: expected a number > 0 and <= 0.99, got 2"),
        ({"margin": {"grid": [0.1, 0.1]}}, "dataset: a second data set 'separable'"),
        ({"margn": {"grid": [0.1, 0.2]}}, "dataset.margn.grid.0: unknown option of separable 'margn'"),
        (
            {"seed": {"grid": list(range(101))}, "d": {"grid": list(range(2, 103))}},
            "dataset: too many data sets: a config may have 10,000, all grids written out",
        ),
    ],
)
def test_a_wrong_grid_of_a_data_set(options: dict[str, object], error: str) -> None:
    assert error in error_of({"dataset": {"name": "separable", **options}, "learners": {"A": "pa"}})


def test_text_can_vary_too_and_other_learners_keep_their_places() -> None:
    text = "dataset: usps\nlearners:\n  A: pa\n  B: {learner: pa, variant: {grid: [PA, PA-II]}}\n  C: mira\n"
    assert [each.label for each in parsed(text).learners] == ["A", "B variant=PA", "B variant=PA-II", "C"]


@pytest.mark.parametrize(
    ("grid", "error"),
    [
        ({"grid": []}, "learners.I.b.grid: an empty grid; give at least one value"),
        ({"grid": 0.1}, "learners.I.b.grid: expected a list of values, got 0.1"),
        ({"grid": [0.1], "by": 2}, "learners.I.b: a grid has no other keys"),
        ({"grid": [0.1, 0.2, 7]}, "learners.I.b.grid.2: expected a number >= 0 and <= 1, got 7"),
        ({"grid": [0.1, 0.1]}, "learners.I: two points of the grid are the same: 'I b=0.1' and 'I b=0.1'"),
        ({"grid": [1, 1.0]}, "learners.I: two points of the grid are the same: 'I b=1' and 'I b=1.0'"),
        (
            {"grid": [{"grid": [0.1]}]},
            "learners.I.b.grid.0: expected a number >= 0 and <= 1, got a mapping of 1",
        ),
        ({"gird": [0.1]}, "learners.I.b: unknown key 'gird'; did you mean 'grid'?"),
    ],
)
def test_a_wrong_grid(grid: object, error: str) -> None:
    assert error_of(config(b=grid)).endswith(error)


def test_an_unknown_parameter_is_one_error_however_large_the_grid() -> None:
    message = error_of(config(b={"grid": [0.1, 0.2]}, bb={"grid": [1, 2, 3]}))
    assert message.endswith("learners.I.bb.grid.0: unknown parameter 'bb'; did you mean 'b'?")


def test_a_grid_that_would_eat_the_machine_is_refused() -> None:
    axis = {"grid": [i / 1000 for i in range(1000)]}
    assert "too many learners" in error_of(config(b=axis, c=axis, margin=axis))
    many = {f"p{i}": {"grid": [0, 1]} for i in range(10_000)}
    assert "too many learners" in error_of(
        {"dataset": "usps", "learners": {"A": {"learner": "ours", **many}}}
    )


def test_the_bound_holds_for_all_grids_together() -> None:
    half = {"learner": "ours", "a": {"grid": list(range(5_000))}}
    assert len(parsed({"dataset": "usps", "learners": {"A": half, "B": half}}).learners) == 10_000
    assert "too many learners" in error_of({"dataset": "usps", "learners": {"A": half, "B": half, "C": "pa"}})


def test_a_point_must_not_take_another_learners_label() -> None:
    learners = {"A": {"learner": "pa", "C": {"grid": [1, 2]}}, "A C=1": "pa"}
    assert "a second learner 'A C=1'; change a label" in error_of({"dataset": "usps", "learners": learners})


def test_a_points_label_must_fit_a_table_too() -> None:
    learners = {"x" * 75: {"learner": "pa", "C": {"grid": [1, 0.0625]}}}
    assert "a label of 84 characters; expected at most 80" in error_of(
        {"dataset": "usps", "learners": learners}
    )
