"""Every learner's page has a figure, and the config beside it is the one that draws it."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

from onlinelearn import run
from onlinelearn.config import load_config
from onlinelearn.learners import registry
from tests.documentation import learner_figures
from tests.documentation.learner_figures import CONFIGS, drawn_figures, figures_by_learner
from tests.interpreted import interpreted


def test_every_learner_has_one_figure() -> None:
    named = Counter(
        choice.label
        for path in CONFIGS
        for choice in load_config(path).written[0].learners
        if choice.label in registry()
    )
    assert set(named) == set(registry()) == set(figures_by_learner()), "docs/learners/figures lacks some"
    assert [name for name, times in named.items() if times > 1] == []


def test_the_config_on_the_page_draws_the_figure_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line for line in _plane().splitlines() if line[:2] != "  " or line[2:5] in ("pa:", "cw:")]
    (tmp_path / "plane.yaml").write_text("\n".join(lines))
    monkeypatch.setattr(learner_figures, "CONFIGS", (tmp_path / "plane.yaml",))
    monkeypatch.setattr(learner_figures, "OUT", tmp_path)
    drawn = dict(drawn_figures())
    assert list(drawn) == ["learners/figures/cw.svg", "learners/figures/pa.svg"]
    shown = figures_by_learner()["pa"]
    assert "cw" not in shown.config
    with interpreted():
        folder = run(yaml.safe_load(shown.config), out=tmp_path).folder
    assert (
        (folder / "figures/surface.svg").read_bytes() == drawn[shown.file] != drawn["learners/figures/cw.svg"]
    )


def _plane() -> str:
    return next(path for path in CONFIGS if path.stem == "plane").read_text(encoding="utf-8")
