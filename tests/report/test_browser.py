"""The page in a real browser: Chromium, headless, on a file from disk."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from onlinelearn.render.report import write_report
from tests.report.made import claim, comparison, gif, result

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Containers give no sandbox; the rest keeps the browser itself off the network.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
VIEWS = [(1360, "light"), (1360, "dark"), (360, "light"), (360, "dark")]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with all that a page can have, and long names."""
    results = tmp_path_factory.mktemp("results")
    verdicts = {None: "undecided", 0.5: "undecided", -2.0: "not reproduced"}
    cells = [comparison(verdict=verdict, effect=effect) for effect, verdict in verdicts.items()]
    claims = [claim(), claim(id="a-claim-with-a-long-name" * 3, verdict="undecided", cells=cells)]
    folder = result(results / "usps_iellip", claims=claims, notes=["A finding."], config={"seed": "x" * 300})
    (folder / "figures/epochs.gif").write_bytes(gif())
    result(
        results / "other",
        learners=("PA", "A learner with a long name, b=0.3", "MIRA"),
        config={"title": "Unbroken" * 20, "paper": None},
        complete=False,
        failures={"isolet": "DataError: isolet is missing"},
        git={"commit": "34" * 20, "changed": True},
    )
    (results / "broken").mkdir()
    (results / "broken/manifest.json").write_text("{")
    return write_report(results, results / "report.html")


@dataclass
class Opened:
    """The page in a tab, what it asked the network for, and what it complained of."""

    tab: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def column(self, table: int, column: int) -> list[str]:
        cells = self.tab.locator("table.sortable").nth(table).locator(f"tbody tr > :nth-child({column})")
        return cells.all_inner_texts()


@pytest.fixture
def opened(browser: Browser, report: Path) -> Iterator[Opened]:
    """The page at a desk; every test must leave it without a request or a complaint."""
    tab = browser.new_page(viewport={"width": 1360, "height": 900})
    found = Opened(tab)
    tab.on("request", lambda request: found.requests.append(request.url))
    tab.on("console", lambda message: found.complaints.append(message.text))
    tab.on("pageerror", lambda error: found.complaints.append(str(error)))
    tab.goto(report.as_uri())
    yield found
    assert [url for url in found.requests if not url.startswith(("data:", report.as_uri()))] == []
    assert found.complaints == []
    tab.close()


def test_a_click_on_a_heading_sorts_and_another_turns_it_round(opened: Opened) -> None:
    head = opened.tab.locator("table.measures").first.locator("th[scope=col]").nth(1)
    assert opened.column(3, 2) == ["IELLIP", "PA", "MIRA"]
    head.get_by_role("button").click()
    assert opened.column(3, 2) == ["IELLIP", "MIRA", "PA"]
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    assert opened.column(3, 2) == ["PA", "MIRA", "IELLIP"]
    assert head.get_attribute("aria-sort") == "descending"


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_keyboard_sorts_by_value_and_not_by_spelling(opened: Opened, key: str) -> None:
    measures = opened.tab.locator("table.measures").first
    measures.get_by_role("button", name="data set").click()
    # About 720, 1,080 and 1,440: as text, the first would not be the least.
    button = measures.get_by_role("button", name="updates, epoch 3")
    button.focus()
    opened.tab.keyboard.press(key)
    opened.tab.keyboard.press(key)
    updates = [int(text.split()[0].replace(",", "")) for text in opened.column(3, 8)]
    assert updates == sorted(updates, reverse=True)
    assert opened.column(3, 2) == ["MIRA", "PA", "IELLIP"]
    assert measures.locator("[aria-sort]").count() == 1


def test_blanks_come_last_either_way(opened: Opened) -> None:
    tests = opened.tab.locator("details", has=opened.tab.locator("table")).nth(1)
    tests.locator("summary").click()
    for order in (["−2", "0.5", "–"], ["0.5", "−2", "–"]):
        tests.get_by_role("button", name="effect").click()
        assert opened.column(2, 5) == order


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


def test_every_image_is_drawn(opened: Opened) -> None:
    widths = opened.tab.eval_on_selector_all("img", "all => all.map(e => e.naturalWidth)")
    assert widths == [96, 60, 96]


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
