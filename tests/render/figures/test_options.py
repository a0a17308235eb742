"""The options of figures: what they refer to, and how a config gets them back."""

import pytest
from pydantic import ValidationError

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import ReplayRequest, SurfaceRequest
from onlinelearn.render.figures.figure_options import (
    OPTIONS,
    CycleOptions,
    FigureChoice,
    FigureOptions,
    GrowthOptions,
    InActionOptions,
    Refers,
    SurfaceOptions,
    TradeoffOptions,
    VersionSpaceOptions,
)
from tests.render.tables.made import row

ROWS = [
    row(dataset="plane", learner="A"),
    row(dataset="plane", learner="B"),
    row(dataset="ring", learner="A"),
    row(updates=0, dataset="ring", learner="B"),
]


def test_a_choice_is_a_known_figure_with_its_own_options() -> None:
    with pytest.raises(
        ConfigError, match="unknown figure 'epoch'; there are: critical_difference, curves, cycle, epochs"
    ):
        FigureChoice("epoch", FigureOptions())
    with pytest.raises(ConfigError, match="'growth' takes GrowthOptions"):
        FigureChoice("growth", FigureOptions())


def test_options_that_speak_of_the_experiment_say_what_of() -> None:
    options = TradeoffOptions(x="labels", relative_to="MIRA", epoch=2)
    assert list(options.references()) == [
        ("x", Refers.METRIC, "labels"),
        ("y", Refers.METRIC, "test_error"),
        ("relative_to", Refers.LEARNER, "MIRA"),
        ("epoch", Refers.EPOCH, 2),
    ]
    assert list(GrowthOptions(over="d").references()) == [
        ("metric", Refers.METRIC, "mistakes"),
        ("over", Refers.AXIS, "d"),
    ]


def test_each_limit_is_a_metric() -> None:
    options = GrowthOptions(over="rate", limits={"rate_limit": "2/λ", "step_limit": "s"})
    assert [(kind, value) for name, kind, value in options.references() if name == "limits"] == [
        (Refers.METRIC, "rate_limit"),
        (Refers.METRIC, "step_limit"),
    ]


def test_files_are_called_after_the_figure_unless_the_config_says_otherwise() -> None:
    assert FigureChoice("epochs", FigureOptions()).file == "epochs"
    assert FigureChoice("epochs", FigureOptions(file="fig-1")).file == "fig-1"
    for bad in ("../x", "a/b", "", ".x", "Fig", "x" * 65):
        with pytest.raises(ValidationError):
            FigureOptions(file=bad)


def test_a_config_gets_back_what_it_chose() -> None:
    assert FigureChoice("epochs", FigureOptions()).resolved() == "epochs"
    chosen = FigureChoice("growth", GrowthOptions(over="d", bound="mistake_bound", file="g"))
    entry = chosen.resolved()
    assert isinstance(entry, dict)
    name = str(entry.pop("figure"))
    assert FigureChoice(name, OPTIONS[name].model_validate(entry)) == chosen


@pytest.mark.parametrize("options", [VersionSpaceOptions, CycleOptions, InActionOptions])
def test_a_figure_of_updates_asks_for_one_replay_of_the_first_learner_and_data_set_unless_told(
    options: type[VersionSpaceOptions | CycleOptions | InActionOptions],
) -> None:
    assert options().replays(ROWS) == (ReplayRequest("plane", "A"),)
    assert options(learner="B").replays(ROWS) == (ReplayRequest("plane", "B"),)
    assert options(dataset="ring").replays(ROWS) == (ReplayRequest("ring", "A"),)


@pytest.mark.parametrize("learner", ["B", "missing"])
def test_no_replay_is_asked_for_where_there_is_no_update(learner: str) -> None:
    """A learner that is not ours, or whose cell failed, can't be replayed: the figure then says why."""
    assert CycleOptions(dataset="ring", learner=learner).replays(ROWS) == ()
    assert CycleOptions().replays([]) == SurfaceOptions().replays([]) == ()


def test_a_surface_asks_for_each_learner_with_a_result_and_for_each_frame_if_it_moves() -> None:
    assert SurfaceOptions().replays(ROWS) == (
        SurfaceRequest("plane", "A", 1),
        SurfaceRequest("plane", "B", 1),
    )
    chosen = SurfaceOptions(learners=("B", "failed"), dataset="ring", animate=True)
    assert chosen.replays(ROWS) == (SurfaceRequest("ring", "B", 24),)


def test_figures_of_rows_alone_ask_for_no_replay() -> None:
    asking = {name for name, kind in OPTIONS.items() if kind.replays is not FigureOptions.replays}
    assert asking == {"cycle", "in_action", "surface", "version_space"}
