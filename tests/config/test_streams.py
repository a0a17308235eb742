"""Configs that say how labels come and what is measured along the stream."""

from pathlib import Path
from typing import Any

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.metric_options import Fading, Window
from onlinelearn.config import parse_config
from onlinelearn.config.experiment import Experiment

SEA = {"name": "sea", "n_train": 400}


def parsed(**given: Any) -> Experiment:
    config = {"dataset": "usps", "learners": {"PA": "pa"}} | given
    return parse_config(config, name="x", where="x", folder=Path())


def test_a_metric_may_have_options() -> None:
    experiment = parsed(metrics=["test_error", {"windowed_error": {"window": 50}}, "fading_error"])
    assert experiment.metrics == ("test_error", "windowed_error", "fading_error")
    assert experiment.metric_options == {"windowed_error": Window(window=50), "fading_error": Fading()}
    again = parse_config(experiment.resolved(), name="x", where="x", folder=Path())
    assert again == experiment


@pytest.mark.parametrize(
    ("metrics", "message"),
    [
        ([{"windowed_error": {"widow": 5}}], r"widow: unknown option of windowed_error.*window"),
        ([{"windowed_error": {"window": 0}}], "windowed_error.window: .*1"),
        ([{"windowed_error": 5}], "expected a mapping with window, got 5"),
        ([{"updates": {"window": 5}}], "updates has no options; write its name alone"),
        ([{"windowed_eror": {}}], "unknown metric 'windowed_eror'.*windowed_error"),
        ([{"windowed_error": {}, "updates": {}}], "expected the name of a metric, or one name with its"),
        (["windowed_error", {"windowed_error": {}}], "the metric 'windowed_error' is named twice"),
        (["recovery_time"], "recovery_time needs data whose changes are known.*of usps none is"),
    ],
)
def test_a_metric_that_can_t_be_had_says_why(metrics: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parsed(metrics=metrics)


@pytest.mark.parametrize(
    ("dataset", "learner", "metric", "message"),
    [
        ("usps", "pa", "test_rmse", "test_rmse needs real targets; usps has classes: leave the metric out"),
        ("usps", "pa", "ranking_loss", "ranking_loss needs sets of labels; usps has classes"),
        ("topics", "pa", "balanced_error", "needs classes or unlabelled points; topics has sets of labels"),
        ("linear", "pa_regression", "one_error", "one_error needs sets of labels; linear has real targets"),
        ("linear", "ridge", "average_loss", "needs classes or sets of labels; linear has real targets"),
        ("cloud", "uniclass", "test_rmse", "test_rmse needs real targets; cloud has unlabelled points"),
    ],
)
def test_a_metric_that_the_data_don_t_have_is_refused(
    dataset: str, learner: str, metric: str, message: str
) -> None:
    """It would be a blank of every learner, and a table without a column."""
    with pytest.raises(ConfigError, match=message):
        parsed(dataset=dataset, learners={"A": learner}, metrics=["test_error", metric])


def test_a_metric_may_be_of_one_data_set_among_others() -> None:
    config = {"datasets": ["usps", "topics"], "learners": {"PA": "pa"}, "metrics": ["ranking_loss"]}
    assert parse_config(config, name="x", where="x", folder=Path()).metrics == ("ranking_loss",)


def test_shuffled_data_have_no_changes() -> None:
    assert parsed(dataset=SEA, metrics=["excess_error"]).metrics == ("excess_error",)
    with pytest.raises(ConfigError, match="'order: shuffled' leaves none of them"):
        parsed(dataset=SEA, metrics=["excess_error"], protocol={"order": "shuffled"})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"protocol": {"delay": -1}}, "delay"),
        ({"protocol": {"delay": 5, "label_rate": 0.5}}, r"late \('delay'\) and hidden \('label_rate'\)"),
        ({"metrics": ["average_loss"]}, "average_loss takes a label in every round"),
        (
            {"learners": {"A": {"learner": "pa", "ask": {"rule": "random", "rate": 0.5}}}},
            r"late \('delay'\) and asked for \('ask' of A\)",
        ),
        ({"dataset": "linear", "learners": {"A": "pa_regression"}}, "for classes, not for regression"),
        (
            {"learners": {"A": {"learner": "sklearn:SGDClassifier", "rows_per_call": 5}}},
            r"A takes several rows in a call \('rows_per_call'\), and no 'delay'",
        ),
        ({"learners": {"A": "banditron"}}, "A is told of what it plays in the same round"),
        ({"learners": {"A": "online_mr"}}, "A learns from an example before its label is known"),
    ],
)
def test_a_delay_that_doesn_t_fit_says_why(given: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parsed(**({"protocol": {"delay": 5}} | given))


def test_bandit_feedback_takes_those_that_play_and_refuses_those_that_need_the_label() -> None:
    told = {"feedback": "bandit"}
    assert parsed(learners={"A": "banditron"}, protocol=told).protocol.feedback == "bandit"
    for name in ("perceptron", "majority_class", "sklearn:SGDClassifier"):
        with pytest.raises(ConfigError, match="B must see the label, and 'feedback: bandit' tells only"):
            parsed(learners={"A": "banditron", "B": name}, protocol=told)
    for given in ({"gamma": {"tune": [0.1, 0.5]}}, {"ask": {"rule": "random", "rate": 0.5}}):
        with pytest.raises(ConfigError, match="'feedback: bandit' doesn't tell"):
            parsed(learners={"A": {"learner": "banditron", **given}}, protocol=told)


def test_a_delay_of_none_fits_everything() -> None:
    assert parsed(protocol={"delay": 0}, metrics=["average_loss"]).protocol.delay == 0
