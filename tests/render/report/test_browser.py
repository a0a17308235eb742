"""The page in a real browser: Chromium, headless, on a file from disk."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.render.report.chromium import Opened

VIEWS = [(1360, "light"), (1360, "dark"), (360, "light"), (360, "dark")]
WIDTHS = (360, 480, 768, 1100, 1300, 1600)


def test_the_contents_lead_to_each_heading(opened: Opened) -> None:
    links = opened.tab.get_by_role("navigation").get_by_role("link")
    titles = links.all_inner_texts()
    assert len(titles) == 7
    for number, title in enumerate(titles):
        links.nth(number).click()
        heading = opened.tab.locator(":target").get_by_role("heading", name=title, exact=True).first
        assert heading.is_visible()
        assert heading.evaluate("e => e.getBoundingClientRect().top < innerHeight")


def test_the_policy_stops_the_page_from_loading_anything(browser: Browser, report: Path) -> None:
    tab = browser.new_page()
    tab.goto(report.as_uri())
    refused = """() => new Promise(done => {
        const tell = e => done([e.effectiveDirective, e.disposition]);
        document.addEventListener("securitypolicyviolation", tell);
        document.body.append(Object.assign(new Image(), {src: "https://example.invalid/x.png"}));
    })"""
    assert tab.evaluate(refused) == ["img-src", "enforce"]
    tab.close()


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
def test_axe_finds_nothing_and_the_page_fits_its_window(opened: Opened, width: int, scheme: str) -> None:
    tab = opened.tab
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    tab.eval_on_selector_all("details", "all => all.forEach(e => { e.open = true; })")
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    dark = tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 27)"
    assert dark == (scheme == "dark")
    found = Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()


def test_without_its_script_the_page_has_no_dead_buttons(browser: Browser, report: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(report.as_uri())
    assert tab.get_by_role("button").count() == 0
    assert tab.locator("table.measures").first.get_by_role("columnheader", name="learner").is_visible()
    context.close()


def test_paper_shows_what_is_folded_and_no_contents(opened: Opened) -> None:
    opened.tab.emulate_media(media="print")
    assert not opened.tab.get_by_role("navigation").is_visible()
    record = opened.tab.locator("dl").first
    assert record.evaluate("e => e.checkVisibility({contentVisibilityAuto: true})")
    assert record.evaluate("e => e.getBoundingClientRect().height") > 0


@pytest.mark.parametrize("width", WIDTHS)
def test_no_column_is_clipped(opened: Opened, width: int) -> None:
    """A table that is wider than its box can be scrolled there; nothing else is wider than the window."""
    tab = opened.tab
    tab.set_viewport_size({"width": width, "height": 800})
    tab.eval_on_selector_all("details", "all => all.forEach(e => { e.open = true; })")
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    clipped = """all => all.filter(e => {
        for (let box = e.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.overflowX === "hidden" || style.overflowX === "clip") {
                return e.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
            }
            if (style.overflowX === "auto") return false;
        }
        return e.getBoundingClientRect().right > innerWidth;
    }).map(e => e.textContent)"""
    assert tab.eval_on_selector_all("th, td, summary, .filters *, .tools *", clipped) == []
