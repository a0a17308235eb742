"""Published values beside ours, places that a metric decides, and curves of any metric."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import CurvePoint
from onlinelearn.claims import DatasetFamily
from onlinelearn.render.figures import FigureData, curves, growth
from onlinelearn.render.figures.figure_options import CurvesOptions, FigureChoice, GrowthOptions
from tests.config.outcomes import error_of, parsed
from tests.render.figures.made import names
from tests.render.figures.test_drawn import draw
from tests.render.tables.made import row

drawing = pytest.mark.usefixtures("_settings")

DATASETS = {f"noise p={p}": DatasetFamily("noise", {"p": p}, f"noise p={p}") for p in (0.0, 0.1, 0.2)}
CSV = """dataset,learner,optimal_error,online_error
noise p=0.0,PA,0.0,0.0
noise p=0.1,PA,0.11,0.2
noise p=0.2,PA,,0.3
noise p=0.2,other,0.5,0.9
elsewhere,PA,0.1,0.1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "told.csv").write_text(CSV)
    return tmp_path


def noisy(folder: Path) -> FigureData:
    """Means of 0.05, 0.15 and 0.25 where the optimum is 0.02, 0.12 and 0.22."""
    made = [
        row(0.0, dataset=dataset, learner="PA", permutation=p, online_error=0.1 * k + 0.05 + d,
            extra={"optimal_error": 0.1 * k + 0.02 + d})
        for k, dataset in enumerate(DATASETS)
        for p, d in enumerate([-0.01, 0.01])
    ]  # fmt: skip
    return FigureData("T", made, [], [], datasets=DATASETS, folder=folder)


def xy(panel: Axes, line: int) -> list[tuple[float, float]]:
    return [(round(x, 9), round(y, 9)) for x, y in np.asarray(panel.lines[line].get_xydata()).tolist()]


def options(**more: Any) -> GrowthOptions:
    return GrowthOptions(metric="online_error", over="p", log=False, **more)


@drawing
def test_published_values_are_rings_at_the_same_places(folder: Path) -> None:
    figure = growth.figure(noisy(folder), options(published="told.csv"))
    (panel,) = figure.axes
    assert xy(panel, 0) == [(0, 5), (0.1, 15), (0.2, 25)]
    assert xy(panel, 1) == [(0, 0), (0.1, 20), (0.2, 30)]
    ring = panel.lines[1]
    assert (ring.get_linestyle(), ring.get_markerfacecolor()) == ("None", "none")
    assert ring.get_markeredgecolor() == panel.lines[0].get_color()
    assert names(figure) == ["PA", "published"]
    assert panel.get_ylim()[1] > 30


@drawing
def test_a_metric_may_decide_the_places_of_both(folder: Path) -> None:
    """In percent, as errors are; where the file says nothing, it is the option."""
    figure = growth.figure(noisy(folder), options(published="told.csv", against="optimal_error"))
    (panel,) = figure.axes
    assert xy(panel, 0) == [(2, 5), (12, 15), (22, 25)]
    assert xy(panel, 1) == [(0, 0), (11, 20), (0.2, 30)]
    assert (panel.get_xlabel(), panel.get_xscale(), panel.get_yscale()) == (
        "optimal error (%)", "linear", "linear",
    )  # fmt: skip


@drawing
def test_without_a_file_there_are_no_rings_and_zero_has_no_logarithm(folder: Path) -> None:
    figure = growth.figure(noisy(folder), options())
    assert (len(figure.axes[0].lines), names(figure)) == (1, ["PA"])
    logarithmic = GrowthOptions(metric="online_error", over="p", published="told.csv", log=True)
    (panel,) = growth.figure(noisy(folder), logarithmic).axes
    assert panel.get_yscale() == "log"
    assert xy(panel, 1) == [(0.1, 20), (0.2, 30)]


@pytest.mark.parametrize(
    "content", ["dataset,learner\na,PA\n", "dataset,learner,online_error\na,PA,x\n", None]
)
def test_a_file_without_the_values_is_one_line(folder: Path, content: str | None) -> None:
    if content is None:
        (folder / "told.csv").unlink()
    else:
        (folder / "told.csv").write_text(content)
    with pytest.raises(ConfigError, match=r"told.csv: no published online_error .* it needs columns") as slip:
        growth.figure(noisy(folder), options(published="told.csv"))
    assert "\n" not in str(slip.value)


def stream() -> list[CurvePoint]:
    return [
        CurvePoint("usps", learner, 1, t, k / 10, k * t, k, {"labels": None})
        for k, learner in enumerate(["PA", "MIRA"], 1)
        for t in (1, 10, 100)
    ]


@drawing
def test_curves_of_one_metric_end_beside_what_is_published(tmp_path: Path) -> None:
    (tmp_path / "told.csv").write_text("dataset,learner,mistakes\nusps,MIRA,250\n")
    data = FigureData("T", [], stream(), [], folder=tmp_path)
    figure = curves.figure(data, CurvesOptions(metric="mistakes", published="told.csv"))
    (panel,) = figure.axes
    assert panel.get_ylabel() == "mistakes"
    assert xy(panel, 1) == [(1, 2), (10, 20), (100, 200)]
    assert [xy(panel, line) for line in range(2, len(panel.lines))] == [[(100, 250)]]
    assert names(figure) == ["PA", "MIRA", "published"]
    with pytest.raises(ConfigError, match="the curves have no labels"):
        curves.figure(data, CurvesOptions(metric="labels"))


def test_a_figure_is_drawn_anew_when_the_published_values_change(folder: Path) -> None:
    choice = FigureChoice("growth", options(published="told.csv"))
    draw(folder / "figures", [choice], noisy(folder))
    before = (folder / "figures/growth.svg").read_bytes()
    (folder / "told.csv").write_text(CSV.replace("0.3", "0.4"))
    draw(folder / "figures", [choice], noisy(folder))
    assert (folder / "figures/growth.svg").read_bytes() != before


def test_a_config_names_a_file_beside_it() -> None:
    figure = {"figure": "curves", "published": "no.csv"}
    config = {"dataset": "usps", "learners": {"PA": "pa"}, "metrics": ["curves"]}
    assert "figures.0.published: unknown file 'no.csv'" in error_of(config | {"figures": [figure]})
    assert parsed(config | {"figures": ["curves"]}).figures[0].options == CurvesOptions()
