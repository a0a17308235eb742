"""Figures in configs: each with its options, its own file, and about what the experiment has."""

from typing import Any

import pytest

from onlinelearn.render.figures.figure_options import OPTIONS, TradeoffOptions
from tests.config.outcomes import assert_sound, error_of, parsed

CONFIG: dict[str, Any] = {
    "datasets": [{"name": "separable", "margin": {"grid": [0.2, 0.1]}}],
    "learners": {"I": {"learner": "iellip", "b": {"grid": [0.1, 0.9]}}, "M": "mira"},
    "protocol": {"epochs": 2},
    "metrics": ["test_error", "curves", "log_volume", "mistake_bound", "windowed_error"],
}


def config(*figures: object) -> dict[str, Any]:
    return CONFIG | {"figures": list(figures)}


def test_a_figure_is_a_name_or_a_mapping_with_its_options() -> None:
    alone, full = parsed(
        config("epochs", {"figure": "tradeoff", "relative_to": "M", "epoch": 2, "file": "fig2"})
    ).figures
    assert (alone.name, alone.file) == ("epochs", "epochs")
    assert (full.name, full.file) == ("tradeoff", "fig2")
    assert full.options == TradeoffOptions(relative_to="M", epoch=2, file="fig2")


def test_every_figure_can_be_asked_for() -> None:
    options = {"growth": {"over": "margin"}}
    experiment = parsed(config(*({"figure": name} | options.get(name, {}) for name in OPTIONS)))
    assert [each.name for each in experiment.figures] == list(OPTIONS)
    assert_sound(experiment)


def test_one_figure_may_be_drawn_twice_into_two_files() -> None:
    experiment = parsed(config("tradeoff", {"figure": "tradeoff", "x": "mistakes", "file": "again"}))
    assert [each.file for each in experiment.figures] == ["tradeoff", "again"]
    assert_sound(experiment)


@pytest.mark.parametrize(
    ("figure", "error"),
    [
        ({"figure": "tradeof"}, "figures.0.figure: unknown figure 'tradeof'; did you mean 'tradeoff'?"),
        ({"x": "updates"}, "figures.0: 'figure' is missing; choose from"),
        (
            {"figure": "tradeoff", "z": 1},
            "figures.0.z: unknown option of tradeoff 'z'; choose from style, width, height,",
        ),
        (
            {"figure": "tradeoff", "x": "update"},
            "figures.0.x: unknown metric 'update'; did you mean 'updates'?",
        ),
        ({"figure": "tradeoff", "x": "labels"}, "figures.0.x: unknown metric 'labels'"),
        ({"figure": "tradeoff", "relative_to": "N"}, "figures.0.relative_to: unknown learner 'N'"),
        (
            {"figure": "windows", "against": "MM"},
            "figures.0.against: unknown learner 'MM'; did you mean 'M'?",
        ),
        ({"figure": "tradeoff", "epoch": 3}, "figures.0.epoch: there is no epoch 3: the protocol has 2"),
        (
            {"figure": "tradeoff", "file": "a/b"},
            "figures.0.file: expected small letters, digits, - and _, such as fig2-errors, got 'a/b'",
        ),
        ({"figure": "version_space", "dataset": "usps"}, "figures.0.dataset: unknown data set 'usps'"),
        (
            {"figure": "growth", "over": "marginn"},
            "nothing has a grid over 'marginn'; did you mean 'margin'?",
        ),
        ({"figure": "growth", "over": "c"}, "nothing has a grid over 'c'; choose from b, margin"),
        ("growth", "figures.0: 'over' is missing"),
        (
            {"figure": "growth", "over": "b", "limits": {"rate_limits": "2/λ"}},
            "figures.0.limits: unknown metric 'rate_limits'",
        ),
        ({"figure": "growth", "over": "b", "limits": ["rate_limit"]}, "figures.0.limits: expected a mapping"),
        (3, "figures.0: expected the name of a figure, or a mapping with 'figure' and its options, got 3"),
    ],
)
def test_a_wrong_figure(figure: object, error: str) -> None:
    message = error_of(config(figure))
    assert error in message
    assert " more)" not in message


def test_two_figures_in_one_file_are_an_error() -> None:
    message = error_of(config("epochs", {"figure": "tradeoff", "file": "epochs"}))
    assert "figures.1: a second figure with the file 'epochs'; give it another 'file'" in message
    assert "figures.1: a second figure with the file 'epochs'" in error_of(config("epochs", "epochs"))


def test_a_default_that_names_what_is_not_there_is_the_figures_fault() -> None:
    source = config("volume") | {"metrics": ["curves"]}
    assert "figures.0: the figure 'volume' needs the metric 'log_volume'; add it to 'metrics'" in error_of(
        source
    )


def test_the_command_line_reaches_into_a_figure() -> None:
    (figure,) = parsed(config("tradeoff"), ["figures.0.x=mistakes"]).figures
    assert isinstance(figure.options, TradeoffOptions)
    assert figure.options.x == "mistakes"
