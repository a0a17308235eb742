"""Figures on disk: drawn when they must be, and none of an earlier run left over."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from onlinelearn.claims import Family
from onlinelearn.experiment import figure_files
from onlinelearn.render import figures
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures.figure_options import FigureChoice, FigureOptions, TradeoffOptions
from tests.render.tables.made import row

DATA = FigureData("T", [row()], [], ["test_error"])
EPOCHS = FigureChoice("epochs", FigureOptions())
FIG1 = FigureChoice("epochs", FigureOptions(file="fig1"))


@pytest.fixture(name="renders")
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were drawn, without matplotlib."""
    done: list[str] = []

    def render(choice: FigureChoice, data: FigureData) -> dict[str, bytes]:
        done.append(choice.file)
        return {f"{choice.file}.{ending}": data.title.encode() for ending in ("svg", "png", "gif")}

    monkeypatch.setattr(figures, "render", render)
    return done


def draw(folder: Path, choices: Sequence[FigureChoice], data: FigureData, cells: Sequence[str] = ()) -> None:
    """Draw them as a run does: unless they are there."""
    key = figure_files.figures_key(choices, data, cells)
    if not figure_files.are_drawn(folder, key):
        assert figure_files.draw(folder, choices, data, key, lambda _: {}) == {}


def there(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name != figure_files.RECORD}


def test_what_is_drawn_is_not_drawn_again(tmp_path: Path, renders: list[str]) -> None:
    for _ in range(2):
        draw(tmp_path, [EPOCHS], DATA, ["key"])
    assert renders == ["epochs"]
    (tmp_path / "epochs.gif").write_text("scribble")
    draw(tmp_path, [EPOCHS], DATA, ["key"])
    assert (tmp_path / "epochs.gif").read_text() == "T"
    assert renders == ["epochs"] * 2


@pytest.mark.parametrize(
    ("choice", "data", "cells"),
    [
        (FIG1, DATA, ["key"]),
        (FigureChoice("tradeoff", TradeoffOptions(x="support")), DATA, ["key"]),
        (EPOCHS, replace(DATA, title="other"), ["key"]),
        (EPOCHS, replace(DATA, rows=[row(0.2)]), ["key"]),
        (EPOCHS, replace(DATA, learners={"PA": Family("PA", {"C": 1.0})}), ["key"]),
        (EPOCHS, DATA, ["other"]),
    ],
    ids=["file", "options", "title", "rows", "parameters", "cells"],
)
def test_whatever_it_depends_on_draws_it_again(
    tmp_path: Path, renders: list[str], choice: FigureChoice, data: FigureData, cells: list[str]
) -> None:
    draw(tmp_path, [EPOCHS], DATA, ["key"])
    draw(tmp_path, [choice], data, cells)
    assert len(renders) == 2


def test_options_that_differ_draw_again_under_the_same_name(tmp_path: Path, renders: list[str]) -> None:
    for x in ("updates", "support"):
        draw(tmp_path, [FigureChoice("tradeoff", TradeoffOptions(x=x))], DATA)
    assert renders == ["tradeoff"] * 2


@pytest.mark.usefixtures("renders")
def test_only_the_figures_of_this_run_and_what_others_put_there_are_left(tmp_path: Path) -> None:
    draw(tmp_path, [EPOCHS, FIG1], DATA)
    (tmp_path / "mine.png").write_text("not a figure of ours")
    draw(tmp_path, [EPOCHS], DATA)
    assert there(tmp_path) == {"epochs.svg", "epochs.png", "epochs.gif", "mine.png"}
    draw(tmp_path, [], DATA)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.png"]


def test_a_run_that_was_killed_while_it_wrote_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renders: list[str]
) -> None:
    draw(tmp_path, [FIG1], DATA)
    with monkeypatch.context() as broken:
        broken.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            draw(tmp_path, [EPOCHS], DATA)
    draw(tmp_path, [EPOCHS], DATA)
    assert renders == ["fig1", "epochs", "epochs"]
    assert there(tmp_path) == {"epochs.svg", "epochs.png", "epochs.gif"}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"key": "k"}', '{"files": []}', '{"files": {"../x": "0"}}']
)
def test_a_record_that_can_t_be_trusted_is_as_none(tmp_path: Path, renders: list[str], text: str) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "x").write_text("somebody's")
    (tmp_path / "figures" / figure_files.RECORD).write_text(text)
    draw(tmp_path / "figures", [EPOCHS], DATA)
    assert renders == ["epochs"]
    assert (tmp_path / "x").exists()
    assert json.loads((tmp_path / "figures" / figure_files.RECORD).read_text())["key"]
