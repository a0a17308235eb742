"""The figures `growth` and `volume`: lines along an axis, with the right values on it."""

from statistics import fmean

import numpy as np
import pytest
from matplotlib.axes import Axes

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import CurvePoint
from onlinelearn.claims import DatasetFamily, Family
from onlinelearn.render.figures import FigureData, growth, volume
from onlinelearn.render.figures.figure_options import GrowthOptions, VolumeOptions
from tests.render.figures.made import check_texts, names
from tests.render.tables.made import row

pytestmark = pytest.mark.usefixtures("_settings")

LEARNERS = {"CELLIP": Family("CELLIP", {"a": 0.5}), "Perceptron": Family("Perceptron", {})}
DATASETS = {
    **{
        f"margin {g}": DatasetFamily("separable", {"margin": g, "d": 20}, f"margin {g}")
        for g in (0.1, 0.05, 0.2)
    },
    **{f"d {d}": DatasetFamily("separable", {"margin": 0.1, "d": d}, f"d {d}") for d in (10, 50)},
}


def separable(bound: float | None = 1.0) -> FigureData:
    made = [
        row(
            dataset=dataset,
            learner=learner,
            permutation=p,
            mistakes=(i + 1) * (10 + p) * k,
            extra={"mistake_bound": None if bound is None else 1000.0 * k},
        )
        for k, dataset in enumerate(DATASETS, 1)
        for i, learner in enumerate(LEARNERS)
        for p in range(3)
    ]
    return FigureData("T", made, [], ["mistakes"], learners=LEARNERS, datasets=DATASETS)


def xy(panel: Axes, line: int) -> list[tuple[float, float]]:
    return [(x, round(y, 9)) for x, y in np.asarray(panel.lines[line].get_xydata()).tolist()]


def test_lines_go_along_an_option_in_ascending_order_where_nothing_else_varies() -> None:
    figure = growth.figure(separable(), GrowthOptions(over="margin", log=True))
    (panel,) = figure.axes
    assert panel.get_title() == "separable, d = 20"
    assert (panel.get_xscale(), panel.get_yscale(), panel.get_xlabel()) == ("log", "log", "margin")
    assert names(figure) == ["CELLIP", "Perceptron"]
    assert xy(panel, 0) == [(0.05, 22), (0.1, 11), (0.2, 33)]
    assert xy(panel, 1) == [(0.05, 44), (0.1, 22), (0.2, 66)]


def test_each_value_of_another_option_that_has_a_grid_too_has_its_panel() -> None:
    both = {
        f"{g} {d}": DatasetFamily("separable", {"margin": g, "d": d}, f"{g} {d}")
        for g in (0.1, 0.2)
        for d in (5, 10)
    }
    made = [row(dataset=dataset, learner="PA", mistakes=5) for dataset in both]
    figure = growth.figure(FigureData("T", made, [], [], datasets=both), GrowthOptions(over="margin"))
    assert [panel.get_title() for panel in figure.axes] == ["separable, d = 5", "separable, d = 10"]


def test_a_bound_is_dashed_in_its_learners_colour_and_named_once() -> None:
    figure = growth.figure(separable(), GrowthOptions(over="d", bound="mistake_bound"))
    (panel,) = figure.axes
    assert panel.get_title() == "separable, margin = 0.1"
    *measured, first, second = panel.lines
    assert [line.is_dashed() for line in panel.lines] == [False, False, True, True]
    assert [first.get_color(), second.get_color()] == [line.get_color() for line in measured]
    assert xy(panel, 2) == [(10, 4000), (20, 1000), (50, 5000)]
    assert names(figure)[-1] == "mistake bound"
    assert panel.get_ylim()[1] > 5000


LIMITS = {"rate_limit": "2/λ", "step_limit": "2/‖x‖²"}


def limited() -> FigureData:
    """Rates on two sets of data with limits of their own, one of them beyond all rates."""
    grid = {f"LMS {rate}": Family("LMS", {"rate": rate}) for rate in (0.1, 1.0)}
    made = [
        row(dataset=dataset, learner=name, permutation=p, extra={"rate_limit": at + p, "step_limit": step})
        for dataset, at, step in (("a", 3.0, 2.0), ("b", 9.0, None))
        for name in grid
        for p in (0, 1)
    ]
    return FigureData("T", made, [], [], learners=grid)


def test_limits_are_lines_upwards_at_their_means_in_each_panel() -> None:
    figure = growth.figure(limited(), GrowthOptions(over="rate", limits=LIMITS))
    assert names(figure) == ["LMS", "2/λ", "2/‖x‖²"]
    upright = [[line for line in panel.lines if line.is_dashed()] for panel in figure.axes]
    assert [[np.asarray(line.get_xdata()).tolist() for line in lines] for lines in upright] == [
        [[3.5, 3.5], [2.0, 2.0]],
        [[9.5, 9.5]],
    ]
    assert all(panel.get_xlim()[1] > at for panel, at in zip(figure.axes, (3.5, 9.5), strict=True))
    first, second = (line.get_linestyle() for line in upright[0])
    assert upright[0][0]._unscaled_dash_pattern != upright[0][1]._unscaled_dash_pattern, (first, second)  # type: ignore[attr-defined]


def test_a_bound_that_nobody_has_is_not_drawn() -> None:
    figure = growth.figure(separable(bound=None), GrowthOptions(over="d", bound="mistake_bound"))
    assert len(figure.axes[0].lines) == 2


def test_the_axis_may_be_a_parameter_of_learners() -> None:
    grid = {f"PA C={C}": Family("PA", {"C": C}) for C in (10.0, 1.0)} | LEARNERS
    made = [
        row(0.1 * (i + 1), dataset=dataset, learner=name)
        for dataset in ("usps", "letter")
        for i, name in enumerate(grid)
    ]
    options = GrowthOptions(metric="test_error", over="C")
    figure = growth.figure(FigureData("T", made, [], [], learners=grid), options)
    assert [panel.get_title() for panel in figure.axes] == ["usps", "letter"]
    assert names(figure) == ["PA"]
    assert xy(figure.axes[1], 0) == [(1, 20), (10, 10)]


def test_where_it_is_an_option_a_data_set_without_it_has_no_panel() -> None:
    """Even if a learner has a parameter of the same name: that would be another axis."""
    grid = {f"PA {margin}": Family("PA", {"margin": margin}) for margin in (0.1, 1.0)}
    datasets = DATASETS | {"usps": DatasetFamily("usps", {}, "usps")}
    made = [row(dataset=dataset, learner=learner) for dataset in datasets for learner in grid]
    data = FigureData("T", made, [], [], learners=grid, datasets=datasets)
    (panel,) = growth.figure(data, GrowthOptions(over="margin")).axes
    assert panel.get_title() == "separable, d = 20"


def test_a_band_down_to_zero_ends_with_the_panel() -> None:
    made = [
        row(dataset=dataset, permutation=p, mistakes=mistakes)
        for dataset in DATASETS
        for p, mistakes in enumerate([1, 40])
    ]
    data = FigureData("T", made, [], [], datasets=DATASETS)
    (panel,) = growth.figure(data, GrowthOptions(over="d", log=True)).axes
    (band,) = panel.collections
    assert min(y for _, y in np.asarray(band.get_paths()[0].vertices)) == panel.get_ylim()[0] > 0


@pytest.mark.parametrize(("largest", "scale"), [(99, "linear"), (100, "log")])
def test_an_axis_is_logarithmic_by_itself_from_ten_times_the_smallest_on(largest: int, scale: str) -> None:
    values = dict(zip(DATASETS, [10, *[largest] * (len(DATASETS) - 1)], strict=True))
    made = [row(dataset=dataset, mistakes=mistakes) for dataset, mistakes in values.items()]
    data = FigureData("T", made, [], [], datasets=DATASETS)
    (panel,) = growth.figure(data, GrowthOptions(over="margin")).axes
    assert panel.get_yscale() == scale


def test_what_has_diverged_is_told_in_powers_of_ten() -> None:
    """Numbers in full would run into the axis's own label."""
    made = [
        row(dataset=dataset, extra={"least_squares_distance": 10.0 ** (6 * i)})
        for i, dataset in enumerate(DATASETS)
    ]
    options = GrowthOptions(metric="least_squares_distance", over="margin")
    (panel,) = growth.figure(FigureData("T", made, [], [], datasets=DATASETS), options).axes
    ticks = [label.get_text() for label in panel.get_yticklabels()]
    assert {"1", "10⁴", "10⁶", "10¹²"} <= set(ticks)


def test_a_single_value_is_no_axis() -> None:
    with pytest.raises(ConfigError, match="mistakes is known for one value of a at most"):
        growth.figure(separable(), GrowthOptions(over="a"))


STARTS = {"usps": 3.0, "letter": 5.0}


def shrinking(dataset: str, learner: str, p: int, t: int) -> CurvePoint:
    """A learner whose volume falls by 2 a mistake, which it makes in every round but the first p."""
    known = None if learner == "PA" else STARTS[dataset] - 2.0 * (t - p)
    return CurvePoint(dataset, learner, p, t, 1 - p / t, t - p, t - p, {"log_volume": known})


def test_volume_is_drawn_against_mistakes_for_those_that_have_one() -> None:
    made = [
        shrinking(dataset, learner, p, t)
        for dataset in STARTS
        for learner in ("CELLIP", "PA")
        for p in range(3)
        for t in (4, 8, 16)
    ]
    figure = volume.figure(FigureData("T", [], made, []), VolumeOptions())
    assert names(figure) == ["CELLIP"]
    assert [panel.get_title() for panel in figure.axes] == ["usps", "letter"]
    for panel, start in zip(figure.axes, STARTS.values(), strict=True):
        (line,) = panel.lines
        assert np.asarray(line.get_xdata()).tolist() == [fmean(t - p for p in range(3)) for t in (4, 8, 16)]
        assert np.asarray(line.get_ydata()).tolist() == [start - 2 * x for x in (3, 7, 15)]
        assert panel.get_ylim()[0] < start - 2 * 15
    with pytest.raises(ConfigError, match="no learner has a log_volume"):
        volume.figure(FigureData("T", [], [p for p in made if p.learner == "PA"], []), VolumeOptions())


def test_no_text_overlaps(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = growth.figure(separable(), GrowthOptions(over="margin", bound="mistake_bound"))
    check_texts(figure, monkeypatch, least=12)
