"""Every file and folder that a page names is there."""

import re

import pytest

from tests.documentation.blocks import FENCE, ROOT, blocks, pages

NAME = re.compile(r"`([\w./*-]+)`")
MADE = (".venv/", "DIR/", "figures/", "reference/", "reruns/", "results/", "rows/", "site/")
"""Where the names of what commands make begin."""
SHIPPED = [
    *ROOT.glob("*"),
    *(
        path
        for top in ("configs", "datasets", "docs", "onlinelearn", "tests")
        for path in (ROOT / top).rglob("*")
    ),
]
PAGES = pages() | {name: ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md")}


def missing(page: str) -> list[str]:
    """The paths and sources in backticks that no shipped path ends with, and no block of the page is."""
    shown = {block.title for block in blocks(page)}
    named = [
        name for name in NAME.findall(FENCE.sub("", page)) if "/" in name or name.endswith((".py", ".yaml"))
    ]
    return [
        name
        for name in named
        if name not in shown and not name.startswith(MADE) and not any(path.match(name) for path in SHIPPED)
    ]


@pytest.mark.parametrize("name", PAGES)
def test_every_path_that_a_page_names_exists(name: str) -> None:
    assert missing(PAGES[name].read_text(encoding="utf-8")) == []


def test_a_path_that_is_gone_is_found() -> None:
    page = '`preprocessors.py`, `tests/gone/`, `linear.py`, `mine.py`\n```python title="mine.py"\n```\n'
    assert missing(page) == ["preprocessors.py", "tests/gone/"]
