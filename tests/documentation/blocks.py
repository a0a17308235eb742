"""The blocks of code of a page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

FENCE = re.compile(
    r'^```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?[^\n]*\n(?P<text>.*?)^```$', re.M | re.S
)


@dataclass(frozen=True)
class Block:
    """A block of code: its language, the file that it is (if it has a title), its text."""

    language: str
    title: str | None
    text: str


def pages() -> dict[str, Path]:
    """README and all pages that are written by hand, by their names."""
    every = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return {path.relative_to(ROOT).as_posix(): path for path in every}


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page, in order."""
    for found in FENCE.finditer(text):
        yield Block(found["language"], found["title"], found["text"])
