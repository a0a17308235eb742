"""Tables in a real browser: sorted, cut to an epoch, and copied."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.render.report.chromium import Opened, first_table, tools_of


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


ENDS = """table => {
  const rows = [...table.tBodies[0].rows];
  const end = (cell) => {
    const numbers = document.createRange();
    numbers.selectNodeContents(cell);
    if (cell.querySelector("u")) numbers.setEndBefore(cell.querySelector("u"));
    return Math.round(numbers.getBoundingClientRect().right);
  };
  const columns = Array.from(rows[0].cells, (_, column) => rows.map((row) => end(row.cells[column])));
  return columns.slice(2);
}"""
"""Where the numbers end, column by column, the dagger behind them apart."""


def test_numbers_stand_one_below_the_other_with_a_dagger_or_without(opened: Opened) -> None:
    marked = opened.tab.locator("table.measures", has_text="†")
    assert marked.count() > 0
    for table in marked.all():
        for ends in table.evaluate(ENDS):
            assert len(set(ends)) == 1, ends


def test_blanks_come_last_either_way(opened: Opened) -> None:
    tests = opened.tab.locator("details.claim").nth(1)
    tests.locator("summary").first.click()
    tests.get_by_text("Numbers").click()
    for order in (["−2", "0.5", "–"], ["0.5", "−2", "–"]):
        tests.get_by_role("button", name="effect").click()
        assert opened.column(1, 4) == order


def test_the_rows_of_a_table_are_filtered_by_a_word(opened: Opened) -> None:
    table = opened.tab.locator("table.measures", has_text="letter").first
    rows = table.locator("tbody tr:visible")
    assert rows.count() == 6
    field = tools_of(table).get_by_label("Filter")
    field.press_sequentially("LETTER")
    assert rows.count() == 3
    assert {row.inner_text().split()[0] for row in rows.all()} == {"letter"}
    field.fill("long name")
    assert rows.count() == 2
    field.fill("")
    assert rows.count() == 6


def test_a_short_table_has_no_filter(opened: Opened) -> None:
    _, tools = first_table(opened.tab)
    assert tools.get_by_label("Filter").count() == 0


def test_a_table_is_cut_to_an_epoch(opened: Opened) -> None:
    table, tools = first_table(opened.tab)
    tools.get_by_label("Epoch").select_option("2")
    heads = table.locator("thead tr").last.locator("th:visible").all_inner_texts()
    assert [head.split(",")[-1].strip() for head in heads[2:]] == ["epoch 2", "epoch 2"]


def test_a_table_is_copied_as_it_is_shown(browser: Browser, report: Path) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    tab = context.new_page()
    tab.goto(report.as_uri())
    table, tools = first_table(tab)
    tools.get_by_label("Epoch").select_option("3")
    table.get_by_role("button", name="learner").click()
    found = {}
    for name in ("CSV", "Markdown", "LaTeX"):
        tools.get_by_role("button", name=f"Copy {name}").click()
        tools.get_by_text(f"{name} copied").wait_for()
        found[name] = tab.evaluate("navigator.clipboard.readText()").splitlines()
    head = 'data set,learner,"test error (%), epoch 3","updates, epoch 3"'
    assert found["CSV"][:2] == [head, "usps,IELLIP,1.73 ± 0.17,721 ± 2"]
    assert found["Markdown"][1:3] == [
        "| --- | --- | ---: | ---: |",
        "| usps | IELLIP | 1.73 ± 0.17 | 721 ± 2 |",
    ]
    assert "usps & IELLIP & 1.73 $\\pm$ 0.17 & 721 $\\pm$ 2 \\\\" in found["LaTeX"]
    assert [line.split(",")[1] for line in found["CSV"][1:]] == ["IELLIP", "MIRA", "PA"]
    context.close()


BELOW_THE_ROWS = """box => {
  const bottom = (element) => element.getBoundingClientRect().bottom;
  return [bottom(box) - bottom(box.querySelector("tbody")), box.scrollWidth - box.clientWidth];
}"""


def test_the_scroll_bar_of_a_wide_table_is_next_to_its_rows(browser: Browser, report: Path) -> None:
    tab = browser.new_page(viewport={"width": 500, "height": 700})
    tab.goto(report.as_uri())
    measured = [box.evaluate(BELOW_THE_ROWS) for box in tab.locator(".wide:has(table.means)").all()]
    assert measured
    for below, cut_off in measured:
        assert cut_off > 0
        assert below < 24
    tab.close()
