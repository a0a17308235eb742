"""The other pages in a real browser: one's own experiments without claims, and two runs side by side."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from onlinelearn.render.report import read_side_by_side, write_report, write_side_by_side
from onlinelearn.render.tables import summarize, summary_csv
from tests.render.report.made import claim, result
from tests.render.tables.made import rows


def own_experiments(folder: Path) -> Path:
    made = result(folder / "results/mine", config={"paper": None})
    summaries = summarize(rows({"usps": 1000, "letter": 1000}, ("PA", "MIRA")), ("test_error", "updates"))
    (made / "summary.csv").write_text(summary_csv(summaries))
    return write_report(folder / "results", folder / "own.html")


def two_runs(folder: Path) -> Path:
    result(folder / "a", claims=[claim()])
    result(folder / "b", claims=[claim(verdict="undecided")], result_digest="cd" * 32)
    write_side_by_side(read_side_by_side(folder / "a", folder / "b"), folder / "sides.html")
    return folder / "sides.html"


@pytest.mark.parametrize("width", [360, 1360])
@pytest.mark.parametrize("made", [own_experiments, two_runs])
def test_axe_finds_nothing_there_either(
    browser: Browser, tmp_path: Path, made: Callable[[Path], Path], width: int
) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 800})
    complaints: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(made(tmp_path).as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    found = Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()
    assert complaints == []
    tab.close()


def test_a_page_without_claims_leads_with_table_figure_and_ranks(browser: Browser, tmp_path: Path) -> None:
    tab = browser.new_page(viewport={"width": 1360, "height": 800})
    tab.goto(own_experiments(tmp_path).as_uri())
    places = [
        tab.locator(each).first.evaluate("e => e.getBoundingClientRect().top")
        for each in ("h1", "table.measures", "figure.chart", "h4:text('Ranks')")
    ]
    assert places == sorted(places)
    assert tab.get_by_role("heading", level=1).inner_text() == "Three learners"
    assert tab.locator(".filters").count() == 0
    tab.close()
