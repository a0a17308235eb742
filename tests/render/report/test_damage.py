"""Results that are damaged or half there: the page says so, and shows the rest."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from onlinelearn.base.errors import OlrunError
from onlinelearn.render.report import write_report
from tests.render.report.made import Page, claim, gif, result
from tests.render.report.test_page import page


def problems(made: Page) -> list[str]:
    section = made.texts("section", id="problems")
    return section[0].partition("without them. ")[2].split("\n") if section else []


def rewrite(file: str, text: str) -> Callable[[Path], object]:
    return lambda folder: (folder / file).write_text(text)


def change(**keys: object) -> Callable[[Path], object]:
    def apply(folder: Path) -> None:
        path = folder / "manifest.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | keys))

    return apply


@pytest.mark.parametrize(
    ("harm", "problem"),
    [
        (rewrite("manifest.json", '{"config": '), "manifest.json is damaged"),
        (rewrite("manifest.json", "[]"), "manifest.json is damaged"),
        (change(times={"begun": "yesterday", "ended": None}), "manifest.json is damaged"),
        (change(config={"paper": ["icml09"]}), "manifest.json is damaged"),
        (change(config=None), "manifest.json is damaged"),
        (lambda folder: (folder / "manifest.json").unlink(), "manifest.json is missing"),
        (lambda folder: (folder / "summary.csv").unlink(), "summary.csv is missing"),
        (lambda folder: (folder / "summary.csv").write_bytes(b"\xff\x00"), "summary.csv is damaged"),
        (rewrite("summary.csv", "dataset,learner\nusps,PA\n"), "summary.csv is damaged"),
        (rewrite("claims.json", '{"claims": [{"id": "x"}]}'), "claims.json is damaged"),
        (rewrite("notes.json", '{"a": 1}'), "notes.json is damaged"),
        (rewrite("figures/epochs.svg", "<svg"), "figures/epochs.svg is damaged"),
        (rewrite("figures/epochs.svg", "<html/>"), "figures/epochs.svg is damaged"),
        (rewrite("figures/more.png", "no picture"), "figures/more.png is damaged"),
        (lambda folder: (folder / "figures/epochs.svg").unlink(), "figures/epochs.svg is missing"),
        (change(config={"figures": [{"figure": "epochs", "file": "x"}]}), "figures/x.svg is missing"),
        (change(config={"figures": [{"file": "x"}]}), "manifest.json is damaged"),
        (rewrite("figures/epochs.gif", "no picture"), "figures/epochs.gif is damaged"),
        (
            lambda folder: (folder / "figures/epochs.gif").write_bytes(gif()[:-40]),
            "figures/epochs.gif is damaged",
        ),
        (
            lambda folder: (
                (folder / "figures/epochs.svg").rename(folder / "figures/epochs.gif").write_bytes(gif())
            ),
            "figures/epochs.svg is missing",
        ),
    ],
)
def test_damage_is_named_and_the_rest_is_shown(
    tmp_path: Path, harm: Callable[[Path], object], problem: str
) -> None:
    result(tmp_path / "sound", claims=[claim()])
    harm(result(tmp_path / "harmed", claims=[claim()]))
    made = page(tmp_path)
    assert problems(made) == [f"harmed: {problem}"]
    assert "run-sound" in made.attributes("id")
    assert ("run-harmed" in made.attributes("id")) == ("manifest" not in problem)


def test_what_was_never_there_is_no_damage(tmp_path: Path) -> None:
    result(tmp_path / "a", config={"figures": [], "paper": None, "claims": []})
    made = page(tmp_path)
    assert not problems(made)
    assert made.texts("h2") == ["Contents", "Experiments"]


def test_nothing_but_damage_is_still_a_page(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/manifest.json").write_text("")
    assert problems(page(tmp_path)) == ["a: manifest.json is damaged"]


def test_cells_and_references_are_no_results(tmp_path: Path) -> None:
    for name in ("shown", "sub/folder", ".cells/ab", "reference/old"):
        result(tmp_path / name, config={"title": f"Title of {name}"})
    assert page(tmp_path).texts("h3")[:-1] == [
        "Title of shown",
        "Title of sub/folder",
    ]  # the last is over the errata


def test_no_result_at_all_names_the_command_to_run(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(OlrunError, match=r"has no results .* olrun configs/\*\.yaml"):
            write_report(folder, out)
    assert not out.exists()
