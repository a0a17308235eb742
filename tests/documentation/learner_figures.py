"""The small figure on each learner's page, drawn when the site is built by a config that the page shows."""

import re
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from onlinelearn import run
from tests.documentation.blocks import ROOT
from tests.interpreted import interpreted

CONFIGS = tuple(sorted((ROOT / "docs/learners/figures").glob("*.yaml")))
"""One config for each kind of learner. In one of them a learner goes by its own name: that is its figure."""

COMPILED = {"few-labels", "spirals"}
"""A map of what a kernel learner predicts is some million kernel values: these are worth a compiler."""

OUT = ROOT / "results/.learner_figures"
"""Kept from one build to the next; hidden, so that no report shows it."""


@dataclass(frozen=True, slots=True)
class LearnerFigure:
    """A figure of a learner: the text of the config that draws it, and its file in the site."""

    config: str
    file: str
    shows: str


def figures_by_learner() -> Mapping[str, LearnerFigure]:
    """The figure of each learner: a panel of its own, or lines beside those of other learners."""
    return _figures_of(CONFIGS)


@cache
def _figures_of(configs: tuple[Path, ...]) -> Mapping[str, LearnerFigure]:
    figures: dict[str, LearnerFigure] = {}
    for path in configs:
        text = path.read_text(encoding="utf-8").partition("\n")[2]  # without the line for editors
        config = yaml.safe_load(text)
        alone = config["figures"] == ["surface"]
        for name in (name for name, given in config["learners"].items() if name == given["learner"]):
            figures[name] = LearnerFigure(
                config=_with_one_learner(text, name) if alone else text,
                file=f"learners/figures/{name if alone else path.stem}.svg",
                shows=config["title"],
            )
    return figures


def drawn_figures() -> Iterator[tuple[str, bytes]]:
    """Every file of a figure, by its path in the site."""
    for path in CONFIGS:
        config = yaml.safe_load(path.read_text(encoding="utf-8"))
        if config["figures"] == ["surface"]:
            panels = [{"figure": "surface", "learners": [name], "file": name} for name in config["learners"]]
        else:
            panels = [{**figure, "file": path.stem} for figure in config["figures"]]
        with nullcontext() if path.stem in COMPILED else interpreted():
            folder = run({**config, "figures": panels}, out=OUT).folder
        for panel in panels:
            file = f"{panel['file']}.svg"
            yield f"learners/figures/{file}", (folder / "figures" / file).read_bytes()


def _with_one_learner(text: str, name: str) -> str:
    """The same config without the lines of the other learners."""
    kept = [line for line in text.splitlines() if not line.startswith("  ") or line.startswith(f"  {name}:")]
    return re.sub(rf"(  {name}:) +", r"\1 ", "\n".join(kept))
