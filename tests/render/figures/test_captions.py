"""The caption beside a figure: it says what intervals cover, whatever the figure itself has room for."""

from dataclasses import replace

import pytest

from onlinelearn.base.repetitions import splits
from onlinelearn.render import figures
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._caption import caption
from onlinelearn.render.figures.figure_options import OPTIONS, FigureChoice
from tests.render.tables.made import points, row, rows

SIZES = {"usps": 7291, "letter": 15998}
RESULTS = [replace(each, repetition=splits(80, 20)) for each in rows(SIZES, ["IELLIP", "PA"])]
CURVES = [replace(each, repetition=splits(80, 20)) for each in points(SIZES, ["IELLIP", "PA"])]
DATA = FigureData("Is PA worse?", RESULTS, CURVES, ["test_error", "updates", "curves"])
COVERS = "95 % t intervals over splits and orders"


def drawn(name: str, **options: object) -> dict[str, bytes]:
    return figures.render(FigureChoice(name, OPTIONS[name].model_validate(options)), DATA)


@pytest.mark.parametrize("style", [{}, {"title": False}, {"style": "one_column"}])
@pytest.mark.parametrize("name", ["curves", "epochs", "tradeoff"])
def test_the_caption_says_what_is_shown_and_what_intervals_cover_in_every_style(
    name: str, style: dict[str, object]
) -> None:
    text = drawn(name, **style)[f"{name}.txt"].decode()
    assert text.startswith("Is PA worse? ")
    assert COVERS in text
    assert text.endswith(".\n")


def test_the_caption_is_that_of_the_title_and_note_which_other_styles_show() -> None:
    assert (
        len({drawn("epochs", **style)["epochs.txt"] for style in ({}, {"title": False}, {"width": 3.3})}) == 1
    )
    assert drawn("epochs", file="fig1").keys() == {"fig1.svg", "fig1.png", "fig1.txt"}


def test_a_caption_is_sentences_that_leave_names_as_they_are() -> None:
    results = [row(learner="pa_1", dataset="usps")]
    assert caption("On 中文", "bars show one permutation", results) == "On 中文. Bars show one permutation."
    assert caption("A.", "pa_1 on usps, the plane", results) == "A. pa_1 on usps, the plane."
    assert caption("A\nB", "usps: bars", results) == "A\\x0aB. usps: bars."
