"""What the svg of a figure says of its marks: whose each is, and the values at its points."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from onlinelearn.render.figures import FigureData, render
from onlinelearn.render.figures._marked_learners import MOST_POINTS, MarkedPoint, mark_learner, name_marks
from onlinelearn.render.figures.figure_options import (
    CurvesOptions,
    FigureChoice,
    FigureOptions,
    TradeoffOptions,
)
from tests.render.tables.made import points, row, rows

SIZES = {"usps": 1000, "letter": 2000}
LEARNERS = ("PA", 'a "quoted" <name>|;')


def drawing(choice: FigureChoice) -> Element:
    data = FigureData("T", rows(SIZES, LEARNERS), list(points(SIZES, LEARNERS)), ["test_error", "updates"])
    return ElementTree.fromstring(render(choice, data)[f"{choice.name}.svg"])


def marks(root: Element, learner: str) -> list[Element]:
    return [each for each in root.iter() if each.get("data-learner") == learner]


def told(mark: Element) -> list[list[str]]:
    return [point.split("|") for point in mark.get("data-points", "").split(";") if point]


@pytest.mark.parametrize(
    ("choice", "least"),
    [
        # Panels of two metrics and three epochs, each with two bars and their whiskers, and the legend.
        (FigureChoice("epochs", FigureOptions()), 2 * 3 * 2 + 2 * 3 + 2),
        (FigureChoice("curves", CurvesOptions()), 2 * 2 * 2 + 2),
        (FigureChoice("tradeoff", TradeoffOptions()), 2 * 2 + 2),
    ],
)
def test_every_learners_marks_are_named_and_read(choice: FigureChoice, least: int) -> None:
    root = drawing(choice)
    width, height = (float(root.get(side, "").removesuffix("pt")) for side in ("width", "height"))
    for learner in LEARNERS:
        mine = marks(root, learner)
        assert len(mine) >= least
        read = [point for mark in mine for point in told(mark)]
        assert read
        for x, y, horizontal, vertical in read:
            assert 0 < float(x) < width
            assert 0 < float(y) < height
            assert horizontal
            assert vertical
    assert not [each for each in root.iter() if (each.get("id") or "").startswith("mark-")]


def test_a_point_is_where_its_bar_ends() -> None:
    root = drawing(FigureChoice("epochs", FigureOptions()))
    bars = [mark for mark in marks(root, "PA") if told(mark)]
    assert len(bars) == 12
    for bar in bars:
        ((x, y, _, _),) = told(bar)
        path = next(each.get("d", "") for each in bar if each.get("d"))
        places = [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", path)]
        assert min(down for _, down in places) == pytest.approx(float(y), abs=0.06)
        assert sum(across for across, _ in places) / len(places) == pytest.approx(float(x), abs=0.06)
    # Errors of 5.0, 5.2 and 5.4 %: the half-width is 4.303 · 0.2 / √3 = 0.50.
    assert told(bars[0])[0][2:] == ["usps, epoch 1", "5.2 ± 0.5"]
    assert (bars[0].get("data-x"), bars[0].get("data-y")) == ("data set", "test error (%)")


@pytest.mark.parametrize(("errors", "read"), [((0.0, 0.02), "1 ± 13"), ((0.98, 1.0), "99 ± 13")])
def test_half_the_width_is_told_whole_though_the_whisker_ends_at_what_is_possible(
    errors: tuple[float, float], read: str
) -> None:
    """It is 12.706 · 1.414 / √2 % = 12.7 %: the table has it, too."""
    measured = [row(error, permutation=number) for number, error in enumerate(errors)]
    root = ElementTree.fromstring(
        render(FigureChoice("epochs", FigureOptions()), FigureData("T", measured, [], ["test_error"]))[
            "epochs.svg"
        ]
    )
    ((point,),) = [told(mark) for mark in marks(root, "PA") if told(mark)]
    assert point[3] == read


def test_a_long_line_keeps_a_part_of_its_points() -> None:
    from matplotlib.figure import Figure

    figure = Figure()
    (line,) = figure.add_subplot().plot(range(1000))
    mark_learner(line, "PA", ("x", "y"), [MarkedPoint(i, i, "", "") for i in range(1000)])
    assert name_marks(figure) == [line]
    assert MOST_POINTS >= len(range(0, 1000, -(-1000 // MOST_POINTS))) > MOST_POINTS / 2
