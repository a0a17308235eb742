"""What the figures show, read from matplotlib's objects."""

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.metric_options import Window
from onlinelearn.base.repetitions import ORDERS, Repetition, splits
from onlinelearn.claims import Family
from onlinelearn.render.figures import FigureData, curves, epochs, growth, tradeoff, volume, windows
from onlinelearn.render.figures._style import figure_text, series_styles
from onlinelearn.render.figures.figure_options import (
    CurvesOptions,
    GrowthOptions,
    TradeoffOptions,
    VolumeOptions,
    WindowsOptions,
)
from tests.render.figures.made import check_texts, names
from tests.render.tables.made import points, row, rows

ONE, ALIKE = {"usps": 7291}, {"usps": 7291, "letter": 15998}
FOUR = ALIKE | {"isolet": 800, "shuttle": 43500}
THREE = ["IELLIP", "PA", "SGD"]
METRICS = ["test_error", "updates", "curves"]
PLAIN = CurvesOptions()


pytestmark = pytest.mark.usefixtures("_settings")


def data(sizes: dict[str, int], learners: list[str], permutations: int = 3, foreign: str = "") -> FigureData:
    results = rows(sizes, learners, permutations=permutations, foreign=foreign)
    measured = list(points(sizes, learners, permutations=permutations, foreign=foreign))
    return FigureData("IELLIP against PA and MIRA", results, measured, METRICS)


def heights(panel: Axes) -> list[float]:
    return [patch.get_height() for patch in panel.patches if isinstance(patch, Rectangle)]


def drawn_anew(made: FigureData, repetition: Repetition) -> FigureData:
    return replace(
        made,
        rows=[replace(each, repetition=repetition) for each in made.rows],
        points=[replace(each, repetition=repetition) for each in made.points],
    )


def heights_of_intervals(figure: Figure) -> float:
    """The heights of all bands, whiskers and crosses together."""
    paths = [path for panel in figure.axes for each in panel.collections for path in each.get_paths()]
    return sum(float(np.ptp(np.asarray(path.vertices)[:, 1])) for path in paths)


WITH_INTERVALS: dict[str, Callable[[FigureData], Figure]] = {
    "epochs": lambda made: epochs.figure(made, PLAIN),
    "curves": lambda made: curves.figure(made, PLAIN),
    "tradeoff": lambda made: tradeoff.figure(made, TradeoffOptions()),
    "growth": lambda made: growth.figure(made, GrowthOptions(over="C", metric="test_error")),
    "volume": lambda made: volume.figure(made, VolumeOptions()),
    "windows": lambda made: windows.figure(made, WindowsOptions()),
}


@pytest.mark.parametrize("name", WITH_INTERVALS)
def test_a_figure_says_what_its_intervals_cover_and_draws_those(name: str) -> None:
    grid = {f"PA C={C}": Family("PA", {"C": C}) for C in (0.1, 1.0)}
    plain = data(ONE, list(grid))
    # One block of the window is 1,024 rounds: the points at powers of two have some of these.
    along = [
        replace(p, extra={"windowed_error": p.online_error, "log_volume": -float(p.mistakes)})
        for p in plain.points
    ]
    plain = replace(
        plain, points=along, learners=grid, metric_options={"windowed_error": Window(window=10240)}
    )
    heights = []
    for repetition in (ORDERS, splits(80, 20)):
        figure = WITH_INTERVALS[name](drawn_anew(plain, repetition))
        texts = [" ".join(text.get_text().split()) for text in figure.texts]
        assert any(f"95 % t intervals over {repetition.covers}" in text for text in texts)
        heights.append(heights_of_intervals(figure))
    assert 0.0 < 1.1 * heights[0] < heights[1]


def test_bars_are_means_by_epoch_learner_and_data_set() -> None:
    made = data(ALIKE, THREE)
    panels = epochs.figure(made, PLAIN).axes
    assert [panel.get_title() for panel in panels] == ["epoch 1", "epoch 2", "epoch 3", "", "", ""]
    for panel, epoch in zip(panels[:3], (1, 2, 3), strict=True):
        expected = [
            100
            * fmean(r.test_error or 0 for r in made.rows if (r.dataset, r.learner, r.epoch) == (d, n, epoch))
            for n in THREE
            for d in ALIKE
        ]
        assert heights(panel) == pytest.approx(expected)


def test_a_row_shares_its_axis_and_says_its_unit() -> None:
    panels = epochs.figure(data(ALIKE, THREE), PLAIN).axes
    assert [panels[0].get_ylabel(), panels[3].get_ylabel()] == ["test error (%)", "updates"]
    assert len({panel.get_ylim() for panel in panels[:3]}) == 1
    assert all(panel.get_ylim()[0] == 0 for panel in panels)


def test_counts_of_very_different_data_sets_get_a_log_axis_that_says_so() -> None:
    panels = epochs.figure(data(FOUR, THREE), PLAIN).axes
    assert [panel.get_yscale() for panel in panels] == ["linear"] * 3 + ["log"] * 3
    assert panels[3].get_ylabel() == "updates, log scale"


def test_a_learner_without_updates_has_a_dash_in_the_place_of_a_bar() -> None:
    panels = epochs.figure(data(ALIKE, THREE, foreign="PA"), PLAIN).axes
    assert [len(heights(panel)) for panel in panels] == [6, 6, 6, 4, 4, 4]
    left = sorted(patch.get_x() for patch in panels[3].patches if isinstance(patch, Rectangle))
    assert left[1] - left[0] == pytest.approx(2)
    dashes = [[text for text in panel.texts if text.get_text() == "–"] for panel in panels]
    assert [len(each) for each in dashes] == [0, 0, 0, 2, 2, 2]
    assert dashes[3][0].get_position()[0] == pytest.approx(left[0] + 1.43), "in the middle of the gap"


def test_one_data_set_has_the_learners_below_the_bars_and_no_legend() -> None:
    figure = epochs.figure(data(ONE, THREE), PLAIN)
    assert not figure.legends
    assert [label.get_text() for label in figure.axes[-1].get_xticklabels()] == THREE


def test_several_data_sets_have_their_names_below_and_one_legend() -> None:
    figure = epochs.figure(data(FOUR, THREE), PLAIN)
    assert names(figure) == THREE
    assert [label.get_text() for label in figure.axes[-1].get_xticklabels()] == list(FOUR)


@pytest.mark.parametrize(("permutations", "whiskers"), [(1, 0), (3, len(THREE))])
def test_whiskers_stand_only_where_the_uncertainty_is_known(permutations: int, whiskers: int) -> None:
    panels = epochs.figure(data(ALIKE, THREE, permutations), PLAIN).axes
    assert [len(panel.collections) for panel in panels] == [whiskers] * 6


def test_whiskers_end_where_no_error_can_be() -> None:
    results = [row(error, permutation=i) for i, error in enumerate([0.0, 0.9])]
    (panel,) = epochs.figure(FigureData("T", results, [], ["test_error"]), PLAIN).axes
    (whisker,) = [c for c in panel.collections if isinstance(c, LineCollection)]
    assert [y for _, y in whisker.get_segments()[0]] == pytest.approx([0, 100])


def test_rows_are_the_metrics_that_the_config_names() -> None:
    results = [row(extra={"balanced_error": 0.25})]
    panels = epochs.figure(FigureData("T", results, [], ["curves", "balanced_error", "seconds"]), PLAIN).axes
    assert [panel.get_ylabel() for panel in panels] == ["balanced error (%)", "seconds"]
    assert heights(panels[0]) == [25.0]


def test_curves_are_means_over_the_permutations_with_a_band() -> None:
    made = data(ALIKE, THREE)
    figure = curves.figure(made, PLAIN)
    panel = figure.axes[1]
    assert panel.get_title() == "letter"
    for learner, line in zip(THREE, panel.lines, strict=True):
        mine = [p for p in made.points if (p.dataset, p.learner) == ("letter", learner)]
        rounds = sorted({p.round for p in mine})
        assert np.array_equal(line.get_xdata(), rounds)
        expected = [100 * fmean(p.online_error for p in mine if p.round == t) for t in rounds]
        assert np.asarray(line.get_ydata()) == pytest.approx(expected)
    assert sum(isinstance(band, PolyCollection) for band in panel.collections) == 3
    assert names(figure) == THREE


def test_curves_of_a_learner_without_updates_show_its_error_only() -> None:
    panels = curves.figure(data(ONE, THREE, foreign="SGD"), PLAIN).axes
    assert [len(panel.lines) for panel in panels] == [3, 2]
    alone = curves.figure(data(ONE, ["SGD"], foreign="SGD"), PLAIN).axes
    assert [len(panel.lines) for panel in alone] == [1, 0]
    assert alone[0].get_xlim()[1] > 4096


def test_curves_need_the_metric_curves() -> None:
    with pytest.raises(ConfigError, match="add 'curves' to the config's metrics"):
        curves.figure(FigureData("T", [row()], [], ["test_error"]), PLAIN)


def test_epochs_need_a_result() -> None:
    with pytest.raises(ConfigError, match="no result"):
        epochs.figure(FigureData("T", [], [], ["test_error"]), PLAIN)


def test_a_logarithm_may_be_below_zero() -> None:
    results = [row(extra={"log_volume": volume}, permutation=i) for i, volume in enumerate([-8.0, -10.0])]
    (panel,) = epochs.figure(FigureData("T", results, [], ["log_volume"]), PLAIN).axes
    assert heights(panel) == [-9.0]
    low, high = panel.get_ylim()
    (whisker,) = [c for c in panel.collections if isinstance(c, LineCollection)]
    assert low < min(y for _, y in whisker.get_segments()[0]) < -10 < 0 <= high


def test_learners_differ_by_more_than_colour() -> None:
    made = list(series_styles(str(i) for i in range(72)).values())
    assert len({look.marker for look in made[:9]}) == 9
    assert len({look.hatch for look in made[:11]}) == 11
    assert len({(look.colour, look.marker) for look in made}) == 72
    assert len({(look.colour, look.hatch) for look in made}) == 72


@pytest.mark.parametrize("most", [5, 6, 7])
def test_a_long_name_is_cut_in_its_middle(most: int) -> None:
    assert figure_text("abcdefg", 7) == "abcdefg"
    cut = figure_text("abcdefghij", most)
    assert len(cut) == most
    assert cut.startswith("ab")
    assert cut.endswith("ij")


GRID = [f"IELLIP b={b} c={c}" for b in (0.1, 0.3, 0.9) for c in (0.01, 0.1, 0.2, 0.5)]
LONG = ["a learner whose name is long", "another one with a name that is much longer than that", "PA"]


@pytest.mark.parametrize("learners", [THREE, GRID, LONG], ids=["three", "grid", "long"])
@pytest.mark.parametrize("sizes", [ONE, ALIKE, FOUR], ids=["one", "two", "four"])
@pytest.mark.parametrize("figure", [epochs.figure, curves.figure], ids=["epochs", "curves"])
def test_no_text_overlaps_another_or_leaves_the_figure(
    figure: Callable[[FigureData, CurvesOptions], Figure],
    sizes: dict[str, int],
    learners: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_texts(figure(data(sizes, learners), PLAIN), monkeypatch, least=21)
