"""Figures for papers: the size that was asked for, texts that fit into it, and pdf files with letters."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import rgb_to_hsv, to_rgb
from matplotlib.figure import Figure
from pydantic import ValidationError

from onlinelearn.base.errors import ConfigError
from onlinelearn.render import figures
from onlinelearn.render.figures import (
    FigureData,
    curves,
    cycle,
    epochs,
    growth,
    in_action,
    surface,
    tradeoff,
    version_space,
)
from onlinelearn.render.figures._point_labels import PointLabel, place_labels
from onlinelearn.render.figures._rank_diagram import rank_diagram
from onlinelearn.render.figures._style import COLOURS, INK, figure_settings, image_files
from onlinelearn.render.figures.figure_options import (
    CurvesOptions,
    CycleOptions,
    FigureChoice,
    FigureOptions,
    GrowthOptions,
    InActionOptions,
    SurfaceOptions,
    TradeoffOptions,
    VersionSpaceOptions,
)
from onlinelearn.render.figures.figure_style import DEFAULT, NAMED, FigureStyle, StyleOptions
from tests.render.figures import test_contents, test_growth, test_in_action, test_surface, test_tradeoff
from tests.render.figures import test_version_space as test_space
from tests.render.figures.made import check_texts

LEARNERS = ["IELLIP", "PA", "MIRA", "Perceptron"]

Kind = tuple[ModuleType, Callable[[], FigureData], FigureOptions]

KINDS: dict[str, Kind] = {
    "epochs, one data set": (
        epochs,
        lambda: test_contents.data(test_contents.ONE, LEARNERS),
        FigureOptions(),
    ),
    "epochs, four data sets": (
        epochs,
        lambda: test_contents.data(test_contents.FOUR, LEARNERS),
        FigureOptions(),
    ),
    "curves": (curves, lambda: test_contents.data(test_contents.FOUR, LEARNERS), CurvesOptions()),
    "tradeoff": (tradeoff, lambda: test_tradeoff.data("usps", "letter"), TradeoffOptions()),
    "growth": (growth, test_growth.separable, GrowthOptions(over="d", bound="mistake_bound")),
    "cycle": (cycle, lambda: test_in_action.data(test_in_action.inseparable()), CycleOptions()),
    "in_action": (in_action, lambda: test_in_action.data(test_in_action.separable()), InActionOptions()),
    "version_space": (version_space, lambda: test_space.data(test_space.plane(1)), VersionSpaceOptions()),
    "surface": (surface, lambda: test_surface.data("tree", "buffer"), SurfaceOptions()),
}


def drawn(kind: str, style: FigureStyle) -> Figure:
    module, data, options = KINDS[kind]
    figure: Figure = module.figure(replace(data(), style=style), options)
    return figure


NARROW = [(kind, "one_column") for kind in KINDS]
WIDE = [("epochs, four data sets", "two_column"), ("curves", "two_column")]


@pytest.mark.parametrize(("kind", "name"), [*NARROW, *WIDE])
def test_every_kind_fits_into_a_column(kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    style = NAMED[name]  # type: ignore[index]
    with figure_settings(style):
        figure = drawn(kind, style)
        assert figure.get_figwidth() == pytest.approx(style.width)
        check_texts(figure, monkeypatch, least=5)


def test_height_letters_and_title_are_as_asked() -> None:
    style = FigureStyle(width=5.0, height=4.0, title=False, fontsize=10.0)
    with figure_settings(style):
        figure = drawn("epochs, one data set", style)
        assert figure.get_size_inches().tolist() == pytest.approx([5.0, 4.0])
        assert not any(text.get_text() for text in figure.texts)
        assert figure.axes[0].yaxis.label.get_fontsize() == 10.0


@pytest.mark.parametrize("colour", COLOURS)
def test_letters_beside_a_point_have_its_hue_and_can_be_read_on_white(colour: str) -> None:
    with figure_settings():
        figure = Figure()
        panel = figure.add_subplot(xlim=(0, 1), ylim=(0, 1))
        place_labels(figure, panel, [PointLabel("0.3", 0.5, 0.5, colour)], [])
        (label,) = panel.texts
        shown, given = to_rgb(label.get_color()), to_rgb(colour)
    linear = [((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in shown]
    luminance = sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert 1.05 / (luminance + 0.05) >= 4.4  # colours of a file have 8 bits
    assert rgb_to_hsv(shown)[:2] == pytest.approx(rgb_to_hsv(given)[:2], abs=0.02)


@pytest.mark.parametrize(("size", "word"), [({"width": 0.8}, "width"), ({"height": 0.8}, "height")])
def test_a_size_that_leaves_no_room_says_how_much_is_needed(size: dict[str, float], word: str) -> None:
    style = FigureStyle(**size)  # type: ignore[arg-type]
    with figure_settings(style), pytest.raises(ConfigError, match=f"needs a {word} of .* inches"):
        drawn("epochs, four data sets", style)


@pytest.mark.parametrize(
    ("given", "inches"),
    [(3.3, 3.3), (3, 3.0), ("3.3in", 3.3), ("8cm", 3.149606), ("84 mm", 3.307087), ("241pt", 3.334717)],
)
def test_lengths_have_units(given: object, inches: float) -> None:
    assert StyleOptions.model_validate({"width": given}).width == pytest.approx(inches)


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": "8 miles"},
        {"width": 0.1},
        {"height": float("nan")},
        {"format": "jpeg"},
        {"format": []},
        {"fontsize": 2.0},
        {"title": "no"},
        {"style": "three_column"},
    ],
)
def test_what_is_no_style_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        StyleOptions.model_validate(wrong)


def test_a_figures_own_options_come_before_those_of_the_run() -> None:
    run = StyleOptions.model_validate({"style": "one_column", "fontsize": 6.0}).applied_to(DEFAULT)
    assert (run.width, run.fontsize, run.title, run.endings) == (3.3, 6.0, False, ("svg", "png", "pdf"))
    own = FigureOptions.model_validate({"width": "8cm", "title": True}).applied_to(run)
    assert own.width == pytest.approx(3.15, abs=1e-3)
    assert (own.fontsize, own.title) == (6.0, True)
    assert FigureOptions(style="default").applied_to(run) == DEFAULT


def test_a_pdf_has_letters_of_an_embedded_font_and_the_same_bytes_each_time() -> None:
    choice = FigureChoice("epochs", FigureOptions(format=("pdf",)))
    made = test_contents.data(test_contents.ONE, ["PA", "MIRA"], permutations=2)
    files = figures.render(choice, made)
    assert set(files) == {f"epochs.{ending}" for ending in choice.endings()}
    pdf = files["epochs.pdf"]
    assert pdf.startswith(b"%PDF")
    assert b"/FontFile2" in pdf  # TrueType, embedded
    assert b"/Type3" not in pdf
    assert b"CreationDate" not in pdf
    assert b"/Subtype /Image" not in pdf  # nothing is a picture of dots
    with mpl.rc_context({"pdf.fonttype": 3, "font.size": 20}):
        assert figures.render(choice, made) == files


def test_the_rank_diagram_has_a_bar_for_each_group_and_room_for_its_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    placed = {"C4.5+m+cf": 1.964, "C4.5+m": 2.0, "C4.5+cf": 2.893, "C4.5": 3.143}
    with figure_settings():
        figure = rank_diagram(placed, 1.12)
        bars = [line for line in figure.axes[0].lines if line.get_linewidth() > 2]
        assert len(bars) == 2
        check_texts(figure, monkeypatch, least=9)
        crowd = {f"a learner with a name of its own, number {i}": 1 + i / 3 for i in range(12)}
        check_texts(rank_diagram(crowd, 30.0), monkeypatch, least=20)
    drawings = [image_files("x", lambda: rank_diagram(placed, 1.12)) for _ in range(2)]
    assert drawings[0] == drawings[1]


@pytest.mark.parametrize(("difference", "arrows"), [(1.9, 0), (2.34, 1), (30.0, 1)])
def test_a_critical_difference_longer_than_the_axis_is_an_arrow_as_long_as_the_axis(
    difference: float, arrows: int
) -> None:
    with figure_settings():
        lines = rank_diagram({"PA": 1.5, "MIRA": 1.5, "Perceptron": 3.0}, difference).axes[0].lines
    axis, *others = lines
    assert sum(line.get_marker() == ">" for line in others) == arrows
    ends = [float(np.asarray(line.get_xdata()).max()) for line in others if line.get_color() == INK]
    slack = 0.05  # a bar over learners alike ends a little behind the last of them
    assert max(ends) <= float(np.asarray(axis.get_xdata()).max()) + slack
