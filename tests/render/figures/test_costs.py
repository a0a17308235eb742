"""Curves of risks and costs: a dashed second metric, and the slopes of logarithms."""

import numpy as np
import pytest

from onlinelearn.base.result_rows import CurvePoint
from onlinelearn.render.figures import FigureData, curves
from onlinelearn.render.figures.figure_options import CurvesOptions
from tests.render.figures.made import check_texts, names
from tests.render.tables.made import row

pytestmark = pytest.mark.usefixtures("_settings")

ROUNDS = (10, 20, 50, 100, 200, 500, 1000)


def powers(rates: dict[str, float]) -> FigureData:
    """Each learner's operations grow like a power of the rounds, a little off in each permutation."""
    points = [
        CurvePoint(
            "spirals", learner, p, t, 0.5, t, t, {"operations": (1 + p / 10) * t**rate, "risk": 5.0 / t}
        )
        for learner, rate in rates.items()
        for p in (1, 2, 3)
        for t in ROUNDS
    ]
    points += [CurvePoint("spirals", "batch", 1, t, 0.5, t, t, {"operations": None}) for t in ROUNDS]
    return FigureData("T", [row()], points, ["operations", "risk", "curves"])


def test_the_legend_tells_the_slopes_and_leaves_out_who_has_none() -> None:
    options = CurvesOptions(metric="operations", log=True, slopes_from=100)
    figure = curves.figure(powers({"full": 1.5, "buffer": 0.0}), options)
    assert names(figure) == ["full: slope 1.50", "buffer: slope 0"]
    assert figure.axes[0].get_yscale() == "log"
    assert "slopes of both logarithms from round 100 on" in figure.texts[1].get_text().replace("\n", " ")


def test_a_slope_begins_where_it_is_told_to() -> None:
    bent = [
        CurvePoint("spirals", "a", p, t, 0.5, t, t, {"operations": max(t, 100.0)})
        for p in (1, 2)
        for t in ROUNDS
    ]
    data = FigureData("T", [row()], bent, ["operations", "curves"])
    told = [
        names(curves.figure(data, CurvesOptions(metric="operations", slopes_from=start)))[0]
        for start in (100, 10)
    ]
    assert told[0] == "a: slope 1.00"
    assert told[1] != told[0]


def test_a_second_metric_is_dashed_in_the_same_colour() -> None:
    figure = curves.figure(powers({"full": 1.0}), CurvesOptions(metric="operations", bound="risk"))
    assert names(figure) == ["full", "risk"]
    dashed, line = figure.axes[0].lines
    assert dashed.get_color() == line.get_color()
    assert dashed.is_dashed()
    assert not line.is_dashed()
    assert np.asarray(dashed.get_ydata()) == pytest.approx(np.array([5.0 / t for t in ROUNDS]))


def test_bands_end_where_a_logarithmic_axis_does() -> None:
    wild = [
        CurvePoint("spirals", "a", p, t, 0.5, t, t, {"risk": value})
        for p, value in ((1, 1.0), (2, 100.0))
        for t in ROUNDS
    ]
    figure = curves.figure(
        FigureData("T", [row()], wild, ["risk", "curves"]), CurvesOptions(metric="risk", log=True)
    )
    panel = figure.axes[0]
    upwards = np.asarray(panel.collections[0].get_paths()[0].vertices)[:, 1]
    assert upwards.min() == pytest.approx(panel.get_ylim()[0])
    assert np.isfinite(upwards).all()


def test_texts_are_inside_and_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    options = CurvesOptions(metric="operations", log=True, slopes_from=100)
    check_texts(curves.figure(powers({"full graph": 1.0, "tree": 0.0}), options), monkeypatch, 8)
