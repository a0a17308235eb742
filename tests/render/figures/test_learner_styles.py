"""A learner has one colour in all figures of an experiment, and in a figure no two have the same."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from onlinelearn.base.arrays import Floats
from onlinelearn.claims import Family
from onlinelearn.render.figures import FigureData, curves, tradeoff
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._style import COLOURS, INK, contrast
from onlinelearn.render.figures.figure_options import CurvesOptions, TradeoffOptions
from tests.render.tables.made import points, rows

SIZES = {"usps": 1000}


# How the three kinds of cones are missed (Machado, Oliveira & Fernandes 2009), and CIE's way to Lab.
SIGHTS = {
    "usual": np.eye(3),
    "no long waves": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no middle waves": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
)


def seen(colour: str, sight: str) -> Floats:
    """A colour as a person with that sight sees it: distances are about how different two look (CIE 1976)."""
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(np.asarray(SIGHTS[sight]) @ linear, 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("colour", COLOURS)
def test_a_line_is_not_faint_on_white_and_a_whisker_is_seen_on_a_bar(colour: str) -> None:
    """WCAG asks for 3 to 1 of what is no text."""
    assert contrast(colour) >= 3
    assert contrast(INK) / contrast(colour) >= 2


@pytest.mark.parametrize(("sight", "least"), [("usual", 29), ("no long waves", 12), ("no middle waves", 12)])
def test_no_two_colours_look_alike(sight: str, least: float) -> None:
    for one, other in combinations(COLOURS, 2):
        assert np.linalg.norm(seen(one, sight) - seen(other, sight)) > least, (one, other)


def test_eighteen_learners_have_eighteen_colours() -> None:
    """As many as LIBOL's table has."""
    styles = learner_styles(data(*map(str, range(18))), map(str, range(18)))
    assert len({each.colour for each in styles.values()}) == 18


def data(*learners: str) -> FigureData:
    known = {name: Family(name, {}) for name in learners}
    return FigureData(
        "T", rows(SIZES, learners), list(points(SIZES, learners)), ["test_error"], learners=known
    )


def colours(figure: object, learner: str) -> set[str]:
    """The colours of a learner's entry in the legend."""
    (legend,) = figure.legends  # type: ignore[attr-defined]
    entries = zip(legend.legend_handles, legend.get_texts(), strict=True)
    return {handle.get_color() for handle, text in entries if text.get_text() == learner}


def test_a_figure_of_some_learners_shows_them_as_a_figure_of_all_does() -> None:
    made = data("IELLIP", "PA", "MIRA")
    every = curves.figure(made, CurvesOptions())
    some = tradeoff.figure(made, TradeoffOptions(learners=("PA", "MIRA")))
    for learner in ("PA", "MIRA"):
        assert colours(some, learner) == colours(every, learner)
        assert len(colours(every, learner)) == 1
    assert not colours(some, "IELLIP")


def test_a_family_has_the_colour_of_its_first_member_and_the_others_keep_theirs() -> None:
    known = {f"PA C={c}": Family("PA", {"C": c}) for c in (1, 2)} | {"MIRA": Family("MIRA", {})}
    made = FigureData("T", rows(SIZES, tuple(known)), [], ["test_error"], learners=known)
    members, families = learner_styles(made, known), learner_styles(made, ["PA", "MIRA"])
    assert [each.colour for each in members.values()] == list(COLOURS[:3])
    assert families == {"PA": members["PA C=1"], "MIRA": members["MIRA"]}


def test_of_too_many_members_the_families_have_different_colours() -> None:
    grid = {f"PA C={c}": Family("PA", {"C": c}) for c in range(len(COLOURS))} | {"MIRA": Family("MIRA", {})}
    made = FigureData("T", rows(SIZES, tuple(grid)), [], ["test_error"], learners=grid)
    for asked in (["PA", "MIRA"], ["MIRA"]):
        assert learner_styles(made, asked)["MIRA"].colour == COLOURS[1]


def test_some_of_more_learners_than_colours_have_different_ones() -> None:
    many = [f"learner {i}" for i in range(len(COLOURS) + 1)]
    styles = learner_styles(data(*many), [many[0], many[-1]])
    assert [each.colour for each in styles.values()] == list(COLOURS[:2])
