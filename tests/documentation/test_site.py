"""The site is built without a warning, and works in a browser without a server and without a network."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.documentation import learner_figures
from tests.documentation.blocks import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it: a warning is an error. It has few figures."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        patch.chdir(ROOT)
        patch.setattr(learner_figures, "CONFIGS", tuple(ROOT.glob("docs/learners/figures/points.yaml")))
        patch.setattr(learner_figures, "OUT", tmp_path_factory.mktemp("figures"))
        config: Any = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
        build(config)
    return folder


@pytest.fixture(scope="module")
def page(site: Path, browser: "Browser") -> "Page":
    return browser.new_page(viewport={"width": 1280, "height": 800})


def test_nothing_comes_from_the_network(site: Path) -> None:
    for file in site.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|img|link|iframe)[^>]*(?:src|href)="(https?:[^"]+)"', file.read_text()
        )
        assert loaded == [], file.name


def test_a_reader_searches_and_finds_a_learner(site: Path, page: "Page") -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.locator("input[name=query]").press_sequentially("Passive-Aggressive regression")
    page.locator(".md-search-result__link[href*='learners/pa_regression.html']").first.click()
    page.wait_for_url("**/learners/pa_regression.html*")
    article = page.locator("article")
    assert "def step(" in article.inner_text()
    assert "w ← w + sign(y − w·x) τx" in article.inner_text()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("own csv", "howto/own-data.html"),
        ("PassiveAggressive", "learners/pa.html"),
        ("--timeout", "reference/commands.html"),
    ],
)
def test_a_search_lists_the_page_that_is_meant_first(
    site: Path, page: "Page", words: str, first: str
) -> None:
    page.goto((site / "index.html").as_uri())
    page.locator("input[name=query]").fill(words)  # at once: what half a word finds is not asked
    page.locator("input[name=query]").press("End")
    found = page.locator(".md-search-result__link").first
    found.wait_for()
    assert first in (found.get_attribute("href") or "")


def test_the_page_of_a_learner_shows_its_figure_on_light_and_on_dark(site: Path, page: "Page") -> None:
    page.goto((site / "learners/uniclass.html").as_uri())
    drawn = page.locator("img.drawn")
    assert drawn.evaluate("image => image.naturalWidth") > 100
    assert drawn.evaluate("image => getComputedStyle(image).filter") == "none"
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    assert "invert" in drawn.evaluate("image => getComputedStyle(image).filter")


def test_no_code_shows_the_escape_of_a_bar(site: Path) -> None:
    for file in site.rglob("*.html"):
        spans = re.findall(r"<code>([^<]*)</code>", file.read_text())
        assert [span for span in spans if "\\|" in span] == [], file.name


PAGES = (
    *("index", "tutorial", "howto/own-data", "howto/larger-than-memory", "concepts/which-learner"),
    *("learners/uniclass", "learners/iellip", "papers/icml09", "verdicts", "performance"),
    *("reference/config", "reference/commands", "reference/python", "reference/metrics"),
)
"""A page of each kind, and those with the widest tables."""


@pytest.mark.parametrize(("scheme", "width"), [("light", 1300), ("dark", 400)])
def test_axe_finds_nothing(site: Path, page: "Page", scheme: Literal["light", "dark"], width: int) -> None:
    browser = page.context.browser
    assert browser is not None
    # A new reader: the site remembers what another one chose.
    tab = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
    for name in PAGES:
        tab.goto((site / f"{name}.html").as_uri())
        if tab.locator("pre code").count():
            tab.locator(".md-code__nav").first.wait_for(state="attached")
        assert tab.locator("body[data-md-color-scheme=slate]").count() == (scheme == "dark")
        found = Axe().run(tab)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
    tab.close()


def test_no_page_is_wider_than_its_window(site: Path, page: "Page") -> None:
    for name in ("index", "learners/iellip", "reference/config", "verdicts", "papers/icml09"):
        page.goto((site / f"{name}.html").as_uri())
        for width in (360, 480, 768, 1024, 1280, 1600):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
