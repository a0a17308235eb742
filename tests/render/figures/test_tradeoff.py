"""The figure `tradeoff`: where points are, and what they are called."""

from statistics import fmean

import numpy as np
import pytest
from matplotlib.figure import Figure

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import Row
from onlinelearn.claims import Family
from onlinelearn.render.figures import FigureData, tradeoff
from onlinelearn.render.figures.figure_options import TradeoffOptions
from tests.render.figures.made import check_texts, names
from tests.render.tables.made import row

B = (0.1, 0.3, 0.9)
LEARNERS = {f"IELLIP b={b}": Family("IELLIP", {"b": b, "c": 0.1}) for b in B} | {
    name: Family(name, {}) for name in ("PA", "MIRA")
}

pytestmark = pytest.mark.usefixtures("_settings")


def results(datasets: dict[str, int]) -> list[Row]:
    return [
        row(
            (0.02 + 0.01 * i) * (1 + 0.3 * p) + 0.003 * i * i * epoch,
            (n // (i + 2)) * (1 + p),
            dataset=dataset,
            learner=learner,
            permutation=p,
            epoch=epoch,
        )
        for dataset, n in datasets.items()
        for i, learner in enumerate(LEARNERS)
        for p in range(3)
        for epoch in (1, 2)
    ]


def data(*datasets: str, learners: dict[str, Family] = LEARNERS) -> FigureData:
    made = results({dataset: 1000 * (i + 1) for i, dataset in enumerate(datasets)})
    return FigureData("T", made, [], ["test_error", "updates"], learners=learners)


def points(figure: Figure, panel: int, line: int) -> Floats:
    return np.asarray(figure.axes[panel].lines[line].get_xydata())


def test_a_family_is_one_line_and_a_learner_alone_one_point() -> None:
    made = data("usps", "letter")
    figure = tradeoff.figure(made, TradeoffOptions())
    assert names(figure) == ["IELLIP, by b", "PA", "MIRA"]
    assert [panel.get_title() for panel in figure.axes] == ["usps", "letter"]
    assert (figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()) == ("updates", "test error (%)")
    assert [len(np.asarray(line.get_xydata())) for line in figure.axes[1].lines] == [3, 1, 1]
    for i, b in enumerate(B):
        mine = [r for r in made.rows if (r.dataset, r.learner, r.epoch) == ("letter", f"IELLIP b={b}", 2)]
        expected = fmean(r.updates or 0 for r in mine), 100 * fmean(r.test_error or 0 for r in mine)
        assert points(figure, 1, 0)[i] == pytest.approx(expected)


def test_only_the_learners_that_are_named_are_shown() -> None:
    figure = tradeoff.figure(data("usps"), TradeoffOptions(learners=("MIRA", "PA")))
    assert names(figure) == ["PA", "MIRA"]


def test_relative_points_are_means_of_ratios_within_each_permutation() -> None:
    """The ratio of the means would be another: errors and updates rise with the permutation."""
    made = data("usps", "letter")
    figure = tradeoff.figure(made, TradeoffOptions(x="test_error", y="updates", relative_to="MIRA", epoch=1))
    (panel,) = figure.axes
    assert panel.get_xlabel() == "test error, relative to MIRA"
    values_by_cell = {(r.dataset, r.learner, r.permutation): r for r in made.rows if r.epoch == 1}
    found = {
        tuple(point) for line in panel.lines for point in np.asarray(line.get_xydata()).round(9).tolist()
    }
    for dataset in ("usps", "letter"):
        for learner in (name for name in LEARNERS if name != "MIRA"):
            pairs = [
                (values_by_cell[dataset, learner, p], values_by_cell[dataset, "MIRA", p]) for p in range(3)
            ]
            x = fmean((a.test_error or 0) / (b.test_error or 1) for a, b in pairs)
            y = fmean((a.updates or 0) / (b.updates or 1) for a, b in pairs)
            assert (round(x, 9), round(y, 9)) in found


def test_where_data_sets_share_a_panel_theirs_is_the_colour_and_the_mark_the_familys() -> None:
    (panel,) = tradeoff.figure(data("usps", "letter"), TradeoffOptions(relative_to="MIRA")).axes
    grids = [line for line in panel.lines if len(np.asarray(line.get_xydata())) == 3]
    alone = [line for line in panel.lines if len(np.asarray(line.get_xydata())) == 1]
    assert {line.get_color() for line in grids} == {line.get_color() for line in alone}
    assert len({line.get_color() for line in grids}) == 2
    assert {line.get_marker() for line in grids}.isdisjoint({line.get_marker() for line in alone})


def test_fig_2_has_a_line_for_each_data_set_named_in_the_legend() -> None:
    made = data("usps", "letter")
    only = FigureData("T", [r for r in made.rows if r.learner != "PA"], [], [], learners=LEARNERS)
    figure = tradeoff.figure(only, TradeoffOptions(relative_to="MIRA"))
    assert names(figure) == ["usps, by b", "letter, by b"]
    assert [text.get_text() for text in figure.axes[0].texts] == ["0.1", "0.3", "0.9"] * 2


def test_a_second_grid_makes_more_lines_not_one_that_goes_back_and_forth() -> None:
    grid = {
        f"IELLIP {i}": Family("IELLIP", {"c": c, "b": b})
        for i, (c, b) in enumerate([(1, 1), (1, 2), (2, 1), (2, 2)])
    }
    made = [row(0.1 * (i + 1), 10 * i + 1, learner=name) for i, name in enumerate(grid)]
    (panel,) = tradeoff.figure(FigureData("T", made, [], [], learners=grid), TradeoffOptions()).axes
    assert [np.asarray(line.get_xdata()).tolist() for line in panel.lines] == [[1, 11], [21, 31]]


def test_a_blank_leaves_its_learner_out() -> None:
    made = [row(0.1, 10, learner="PA"), row(0.1, None, learner="SGD")]
    assert names(tradeoff.figure(FigureData("T", made, [], []), TradeoffOptions())) == ["PA"]
    with pytest.raises(ConfigError, match="no learner has both updates and test_error"):
        tradeoff.figure(FigureData("T", made[1:], [], []), TradeoffOptions())


@pytest.mark.parametrize("reference", [None, "MIRA"])
def test_no_text_overlaps(reference: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    made = data("usps", "letter", "isolet", "a data set whose name is very long indeed")
    check_texts(tradeoff.figure(made, TradeoffOptions(relative_to=reference)), monkeypatch, least=20)
