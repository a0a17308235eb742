"""The pages that the repository shows first, as pages of the site: nothing is said twice."""

import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
}
"""The files of the repository's first folder, and the page of the site that each becomes."""

FILES = ("LICENSE", "CITATION.cff")
"""Files that are no pages: a link to one becomes its name."""


def front_pages() -> Mapping[str, str]:
    """The text of each page, with links that lead to pages of the site."""
    return {page: _text(file, page) for file, page in PAGES.items()}


def _text(file: str, page: str) -> str:
    up = "../" * page.count("/")

    def link(found: re.Match[str]) -> str:
        target = found["target"]
        if target in FILES:
            return found["text"]
        return f"{found['mark']}[{found['text']}]({up}{PAGES.get(target) or target.removeprefix('docs/')})"

    text = (ROOT / file).read_text(encoding="utf-8")
    return re.sub(r"(?P<mark>!?)\[(?P<text>[^]]*)\]\((?P<target>(?!https?:|#)[^)]+)\)", link, text)
