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
    assert (
        caption("On 中文", "", "bars show one permutation", results) == "On 中文. Bars show one permutation."
    )
    assert caption("A.", "B.", "pa_1 on usps, the plane", results) == "A. B. pa_1 on usps, the plane."
    assert caption("A\nB", "", "usps: bars", results) == "A\\x0aB. usps: bars."


FEW: dict[str, tuple[str, ...]] = {"PA": ("C",), "MIRA": ()}
MANY: dict[str, tuple[str, ...]] = {f"learner {number}": () for number in range(9)}


@pytest.mark.parametrize(
    ("name", "options", "learners", "says"),
    [
        (
            "growth",
            {"over": "k", "bound": "mistake_bound", "limits": {"largest_rate": "the limit"}},
            FEW,
            "Mistakes of PA and MIRA against k; dashed: mistake bound; vertical lines: the limit.",
        ),
        (
            "growth",
            {"metric": "online_error", "over": "p", "against": "optimal_error", "published": "a.csv"},
            MANY,
            "Online error of 9 learners against optimal error at each value of p; rings: published values.",
        ),
        ("growth", {"over": "C"}, FEW, "Mistakes against C, a line for each learner."),
        (
            "tradeoff",
            {"x": "support_size", "learners": ("PA",), "epoch": 2},
            FEW,
            "Test error of PA against support size after epoch 2.",
        ),
        (
            "tradeoff",
            {"relative_to": "MIRA"},
            FEW,
            "Test error of PA and MIRA against updates after the last epoch, both relative to MIRA.",
        ),
        (
            "windows",
            {},
            FEW,
            "Windowed error of PA and MIRA against rounds, a panel for each data set, "
            "its changes as thin lines.",
        ),
        (
            "windows",
            {"against": "PA", "metric": "fading_error"},
            FEW,
            "Fading error of MIRA less that of PA against rounds, a panel for each data set, "
            "its changes as thin lines.",
        ),
        (
            "curves",
            {"metric": "risk", "bound": "batch_risk"},
            FEW,
            "Learning curves: risk of PA and MIRA against rounds, a column for each data set; "
            "dashed: batch risk.",
        ),
        (
            "epochs",
            {},
            FEW,
            "Test error and updates by epoch: a column for each epoch, a bar for each data set and learner.",
        ),
        (
            "critical_difference",
            {"metric": "online_error"},
            FEW,
            "Learners by their mean rank in online error over the data sets, "
            "with bars over those that a test can't tell apart.",
        ),
        ("volume", {}, FEW, figures.describe("volume")),
    ],
)
def test_a_caption_names_metric_axis_and_learners_as_the_options_choose_them(
    name: str, options: dict[str, object], learners: dict[str, tuple[str, ...]], says: str
) -> None:
    chosen = OPTIONS[name].model_validate(options)
    assert figures.says(name, chosen, ["test_error", "updates"], learners) == says


def test_the_caption_beside_a_figure_says_what_is_drawn() -> None:
    text = drawn("tradeoff", x="updates", y="online_error")["tradeoff.txt"].decode()
    assert text.startswith(
        "Is PA worse? Online error of IELLIP and PA against updates after the last epoch. P"
    )
