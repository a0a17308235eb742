"""`ask`: when a learner asks for the label, as part of its entry."""

import pytest

from onlinelearn.learners.engine.selective_sampling import ByChance, ByEllipsoid, ByMargin
from tests.config.outcomes import assert_sound, error_of, parsed


def config(learner: str = "iellip", **entry: object) -> dict[str, object]:
    return {"dataset": "usps", "learners": {"A": {"learner": learner, **entry}}}


def test_a_rule_is_a_name_or_a_mapping_with_its_options() -> None:
    (named,) = parsed(config(ask="ellipsoid")).learners
    (full,) = parsed(config(ask={"rule": "ellipsoid", "scale": 1})).learners
    assert named.ask == full.ask == ByEllipsoid(rule="ellipsoid", scale=1.0)
    assert parsed(config()).learners[0].ask is None


def test_its_options_may_be_grids_like_the_learners_own() -> None:
    experiment = parsed(config("pa", C={"grid": [1, 2]}, ask={"rule": "random", "rate": {"grid": [0.1, 1]}}))
    assert [each.label for each in experiment.learners] == [
        "A C=1 rate=0.1",
        "A C=1 rate=1",
        "A C=2 rate=0.1",
        "A C=2 rate=1",
    ]
    assert [each.ask for each in experiment.learners[:2]] == [
        ByChance(rule="random", rate=0.1),
        ByChance(rule="random", rate=1.0),
    ]
    assert {each.family for each in experiment.learners} == {"A"}
    assert_sound(experiment)


def test_an_option_that_is_called_like_a_parameter_is_told_apart() -> None:
    experiment = parsed(config(b={"grid": [0.1, 0.2]}, ask={"rule": "margin", "b": {"grid": [1, 2]}}))
    assert experiment.learners[0].label == "A b=0.1 ask_b=1"
    last = experiment.learners[-1]
    assert last.ask == ByMargin(rule="margin", b=2.0)
    assert (last.settings["b"], last.settings["ask_b"]) == (0.2, 2.0)
    assert_sound(experiment)


def test_a_trend_may_be_over_an_option_of_asking() -> None:
    source = config(ask={"rule": "random", "rate": {"grid": [0.1, 1]}})
    claims = {"one": {"says": "it", "holds": "A.updates increases with rate"}}
    assert_sound(parsed(source | {"claims": claims}))


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (config(ask="elipsoid"), "learners.A.ask: unknown rule 'elipsoid'; did you mean 'ellipsoid'?"),
        (config(ask={"rate": 1}), "learners.A.ask: 'rule' is missing; choose from ellipsoid, margin, random"),
        (config(ask=3), "learners.A.ask: expected the name of a rule, or a mapping with 'rule'"),
        (config(ask="random"), "learners.A.ask: 'rate' is missing"),
        (
            config(ask={"rule": "random", "rate": 2}),
            "learners.A.ask.rate: expected a number >= 0 and <= 1, got 2",
        ),
        (
            config(ask={"rule": "random", "rate": {"grid": [1, 2]}}),
            "learners.A.ask.rate.grid.1: expected a number >= 0 and <= 1, got 2",
        ),
        (config(ask={"rule": "random", "rate": 1, "b": 1}), "ask.b: unknown option of ask 'b'"),
        (
            config(ask={"rule": "random", "rate": {"grid": [1, 1.0]}}),
            "two points of the grid are the same: 'A rate=1' and 'A rate=1.0'",
        ),
        (config("pa", ask="ellipsoid"), "the rule 'ellipsoid' needs a learner with an ellipsoid: "),
        (
            config("ours", ask={"rule": "random", "rate": 1}),
            "learners.A.ask: only a compiled learner can be told when to ask for a label",
        ),
    ],
)
def test_a_wrong_rule(source: dict[str, object], error: str) -> None:
    message = error_of(source)
    assert error in message
    assert " more)" not in message


def test_learners_with_an_ellipsoid_are_named() -> None:
    message = error_of(config("mira", ask="ellipsoid"))
    assert "cellip" in message
    assert "iellip" in message
    assert "mira" not in message


def test_the_command_line_reaches_into_it() -> None:
    (learner,) = parsed(config(ask="ellipsoid"), ["learners.A.ask.scale=2"]).learners
    assert learner.ask == ByEllipsoid(rule="ellipsoid", scale=2.0)
