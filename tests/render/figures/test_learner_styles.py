"""A learner has one colour in all figures of an experiment, and in a figure no two have the same."""

from onlinelearn.claims import Family
from onlinelearn.render.figures import FigureData, curves, tradeoff
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._style import COLOURS
from onlinelearn.render.figures.figure_options import CurvesOptions, TradeoffOptions
from tests.render.tables.made import points, rows

SIZES = {"usps": 1000}


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
