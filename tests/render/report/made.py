"""Result folders made up for the tests of the report, and a reader of its page."""

import io
import json
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from onlinelearn.render.tables import summarize, summary_csv
from tests.render.tables.made import rows

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="72pt" height="36pt"><path d="M0 0h9v9z"/></svg>'
VOID = {"meta", "img", "br", "hr", "link", "input", "wbr"}
"""Elements without an end; those of a drawing end themselves."""


CELL, ROW = ("td", "th"), ("td", "th", "tr")
ENDED_BY = dict.fromkeys(("td", "th", "/tr"), CELL) | dict.fromkeys(("tr", "/thead", "/tbody"), ROW)
"""What the beginning or the end of an element ends, too."""


def comparison(**keys: object) -> dict[str, object]:
    """A cell of a claim."""
    return {
        "statement": "IELLIP.updates < PA.updates",
        "dataset": "usps",
        "epoch": 3,
        "verdict": "reproduced",
        "effect": -4350.0,
        "low": -4400.1,
        "high": -4299.9,
        "n": 3,
        "p": 0.0001,
        "test": "paired t",
    } | keys


def claim(**keys: object) -> dict[str, object]:
    """A claim with one cell."""
    return {
        "id": "icml09-updates",
        "source": "sec. 3.3",
        "says": "IELLIP needs fewer updates than PA",
        "holds": ["IELLIP.updates < PA.updates"],
        "verdict": "reproduced",
        "cells": [comparison()],
    } | keys


def result(
    folder: Path,
    *,
    learners: tuple[str, ...] = ("IELLIP", "PA", "MIRA"),
    datasets: tuple[str, ...] = ("usps",),
    claims: list[dict[str, object]] | None = None,
    notes: list[str] | None = None,
    config: Mapping[str, object] | None = None,
    permutations: int = 3,
    **manifest: Any,
) -> Path:
    """A result folder, of which a test says only what matters to it."""
    (folder / "figures").mkdir(parents=True)
    resolved = {"title": "Three learners", "paper": "icml09", "figures": ["epochs"], **(config or {})}
    record = {
        "config": resolved,
        "result_digest": "ab" * 32,
        "complete": True,
        "failures": {},
        "data_digests": {"usps": "cd" * 32},
        "code_digests": {"pa": "ef" * 32, "mine": None},
        "versions": {"python": "3.11.7"},
        "git": {"commit": "12" * 20, "changed": False},
        "machine": {"processor": "a CPU", "cores": 2},
        "times": {"begun": "2026-01-02T03:04:05+00:00", "ended": "2026-01-02T03:05:06+00:00"},
    } | manifest
    (folder / "manifest.json").write_text(json.dumps(record))
    measured = rows(dict.fromkeys(datasets, 12_000), learners, permutations=permutations)
    (folder / "summary.csv").write_text(summary_csv(summarize(measured, ("test_error", "updates"))))
    (folder / "runs.csv").write_text("")
    (folder / "figures/epochs.svg").write_text(SVG)
    if claims is not None:
        (folder / "claims.json").write_text(json.dumps({"claims": claims}))
    if notes is not None:
        (folder / "notes.json").write_text(json.dumps(notes))
    return folder


def png() -> bytes:
    """A picture with more colours and pixels than a small one has."""
    from PIL import Image

    written = io.BytesIO()
    Image.radial_gradient("L").resize((1800, 900)).convert("RGB").save(written, "PNG", dpi=(180, 180))
    return written.getvalue()


def gif() -> bytes:
    """Three frames, each another grey."""
    from PIL import Image

    first, *rest = (Image.new("L", (60, 40), shade) for shade in (0, 120, 240))
    written = io.BytesIO()
    first.save(written, "GIF", save_all=True, append_images=rest, duration=500, loop=0)
    return written.getvalue()


class Page(HTMLParser):
    """The elements of a page in their order, with their attributes and all text inside them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self.open: list[tuple[str, list[str]]] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end(ENDED_BY.get(tag, ()))
        inside: list[str] = []
        self.elements.append((tag, {name: value or "" for name, value in attrs}, inside))
        if tag not in VOID:
            self.open.append((tag, inside))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}, []))

    def _end(self, tags: Sequence[str]) -> None:
        """End the elements whose ends may be left out."""
        for tag in tags:
            if self.open and self.open[-1][0] == tag:
                self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        self._end(ENDED_BY.get(f"/{tag}", ()))
        opened, _ = self.open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        for _, inside in self.open:
            inside.append(data)

    def texts(self, tag: str, **attributes: str) -> list[str]:
        """The text of each such element, with its white space evened out."""
        return [
            " ".join("".join(inside).split())
            for found, has, inside in self.elements
            if found == tag and attributes.items() <= has.items()
        ]

    def attributes(self, name: str) -> list[str]:
        """Every value of an attribute."""
        return [has[name] for _, has, _ in self.elements if name in has]
