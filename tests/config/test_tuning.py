"""A tuned parameter: one learner with candidates, its default and its hindsight beside it."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.base.metrics import METRICS
from onlinelearn.base.roles import Role, competes
from tests.config.outcomes import assert_sound, error_of, parsed, validator

Config = dict[str, object]


def config(protocol: Config | None = None, /, **parameters: object) -> Config:
    learners = {"P": {"learner": "pa", "C": {"tune": [0.1, 1, 10]}, **parameters}, "M": "mira"}
    return {"dataset": "usps", "learners": learners, **({"protocol": protocol} if protocol else {})}


def test_a_tuned_learner_stands_beside_its_default_and_its_hindsight() -> None:
    experiment = parsed(config(margin=0.5))
    tuned, default, hindsight, other = experiment.learners
    assert [each.label for each in experiment.learners] == ["P", "P (default)", "P (hindsight)", "M"]
    roles = [Role.TUNED, Role.DEFAULT, Role.HINDSIGHT, Role.GIVEN]
    assert [each.role for each in experiment.learners] == roles
    assert [each["C"] for each in tuned.candidates] == [0.1, 1.0, 10.0]
    assert {each["margin"] for each in tuned.candidates} == {0.5}
    assert "C" not in tuned.parameters
    assert (default.parameters["C"], default.parameters["margin"], default.tuning) == (1.0, 0.5, None)
    assert hindsight.candidates == tuned.candidates
    assert len(other.candidates) == 1
    assert_sound(experiment)


@given(*[st.lists(st.integers(1, 99).map(lambda p: p / 100), min_size=1, max_size=4, unique=True)] * 2)
def test_several_tuned_parameters_are_tried_in_every_combination(b: list[float], c: list[float]) -> None:
    learner = {"learner": "iellip", "b": {"tune": b}, "c": {"tune": c}}
    tuned = parsed({"dataset": "usps", "learners": {"I": learner}}).learners[0]
    assert [(each["b"], each["c"]) for each in tuned.candidates] == list(product(b, c))


def test_draws_are_some_of_the_combinations_and_the_seed_decides_which() -> None:
    axis = [i / 1000 for i in range(1, 900)]
    learner = {"learner": "iellip", "b": {"tune": axis}, "c": {"tune": axis}}

    def drawn(seed: int, draws: int = 30) -> list[tuple[object, object]]:
        protocol = {"seed": seed, "tune": {"draws": draws}}
        experiment = parsed({"dataset": "usps", "learners": {"I": learner}, "protocol": protocol})
        assert_sound(experiment)
        return [(each["b"], each["c"]) for each in experiment.learners[0].candidates]

    first = drawn(1)
    assert (len(first), len(set(first))) == (30, 30)
    assert drawn(1) == first != drawn(2)
    assert len({b for b, _ in first}) > 20  # both parameters vary
    few = parsed(config({"tune": {"draws": 30}})).learners[0]
    assert len(few.candidates) == 3  # all, where the lists have no more


@pytest.mark.parametrize(
    ("parameters", "error"),
    [
        ({"C": {"tune": []}}, "learners.P.C.tune: nothing to choose from; give at least one value"),
        ({"C": {"tune": 1}}, "learners.P.C.tune: expected a list of values, got 1"),
        ({"C": {"tune": [1], "by": "x"}}, "learners.P.C: expected {tune: [...]} alone"),
        ({"C": {"tune": [1, -1]}}, "learners.P.C.tune.1: expected a number > 0, got -1"),
        ({"C": {"tune": [1, 1.0]}}, "learners.P: two candidates are the same: 'C=1' and 'C=1.0'"),
        ({"margin": {"grid": [0.1, 1]}}, "learners.P: 'margin' is a grid and another parameter is tuned"),
        ({"ask": {"rule": "random", "rate": 0.1}}, "learners.P: a choice looks at every label"),
        ({"C": {"tune": list(range(1, 1002))}}, "learners.P: 1,001 combinations to choose from; let the"),
    ],
)
def test_a_wrong_list(parameters: Config, error: str) -> None:
    assert error in error_of(config(**parameters))


@pytest.mark.parametrize(
    ("protocol", "error"),
    [
        ({"tune": {"share": 0.1}}, "protocol.tune: `share` is held out for `by: validation`"),
        ({"tune": {"by": "test"}}, "protocol.tune.by: expected"),
        ({"tune": {"by": "validation", "share": 1}}, "protocol.tune.share: expected"),
        ({"label_rate": 0.5}, "protocol: P is tuned, which takes every label: leave out 'label_rate'"),
    ],
)
def test_a_wrong_way_to_choose(protocol: Config, error: str) -> None:
    assert error in error_of(config(protocol))


def test_a_way_to_choose_without_anything_to_choose() -> None:
    text = error_of({"dataset": "usps", "learners": {"A": "pa"}, "protocol": {"tune": {"draws": 3}}})
    assert "protocol: 'tune' says how to choose, and nothing is tuned" in text


def test_a_label_that_the_default_would_take() -> None:
    learners = {"P": {"learner": "pa", "C": {"tune": [1, 2]}}, "P (default)": "mira"}
    assert "a second learner 'P (default)'" in error_of({"dataset": "usps", "learners": learners})


def test_a_class_of_ones_own_is_tuned_too_and_may_have_no_default() -> None:
    tuned, *beside = parsed(
        {"dataset": "usps", "learners": {"O": {"learner": "ours", "a": {"tune": [1, "x", None]}}}}
    ).learners
    assert [each["a"] for each in tuned.candidates] == [1, "x", None]
    assert [each.role for each in beside] == [Role.DEFAULT, Role.HINDSIGHT]
    needy = {"learner": "sklearn:SGDClassifier", "alpha": {"tune": [0.1, 0.2]}}
    assert len(parsed({"dataset": "usps", "learners": {"S": needy}}).learners) == 3


def test_points_of_a_grid_have_a_role_of_their_own() -> None:
    learners = {"A": {"learner": "pa", "C": {"grid": [1, 2]}}, "B": {"learner": "pa", "C": {"grid": [1]}}}
    roles = [each.role for each in parsed({"dataset": "usps", "learners": learners}).learners]
    assert roles == [Role.GRID, Role.GRID, Role.GIVEN]


ON_TRAINING_ROWS = (
    *("online_error", "mistakes", "average_loss", "squared_loss", "wrong_plays", "play_error"),
    *("risk", "regret", "windowed_error", "fading_error", "excess_error", "recovery_time", "recovered"),
)


def test_a_tuned_learner_is_the_best_by_no_metric_of_the_rows_that_chose_it() -> None:
    assert {name for name in METRICS if not competes(Role.TUNED, name)} == set(ON_TRAINING_ROWS)


@pytest.mark.parametrize("metric", ON_TRAINING_ROWS)
@pytest.mark.parametrize("holds", ["P.{} < M.{}", "M.{} < P.{}"])
def test_no_claim_rests_on_the_rows_by_which_a_learner_was_chosen(holds: str, metric: str) -> None:
    claim = {"says": "it", "holds": holds.format(metric, metric)}
    drifting = config() | {"dataset": "sea", "metrics": ["test_error", metric]}
    error = error_of(drifting | {"claims": {"c": claim}})
    assert f"'P' is tuned on the rows of its {metric}: claim its test_error" in error


def test_no_claim_rests_on_what_the_test_part_chose() -> None:
    claim = {"says": "it", "holds": "'P (hindsight)'.test_error < M.test_error"}
    assert "'P (hindsight)' is chosen on the test part" in error_of(config() | {"claims": {"c": claim}})


def test_a_claim_may_rest_on_a_tuned_learners_test_error() -> None:
    for holds in ("P.test_error < M.test_error", "P.updates < 'P (default)'.updates"):
        parsed(config() | {"claims": {"c": {"says": "it", "holds": holds}}})


def test_the_schema_knows_tuning() -> None:
    good = config({"tune": {"by": "validation", "share": 0.3, "draws": 5}})
    validator().validate(good)
    assert not validator().is_valid(config(C={"tune": []}))
    assert not validator().is_valid(config({"tune": {"by": "luck"}}))
