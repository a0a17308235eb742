"""Tables in a real browser: sorted, cut to an epoch, and copied."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from onlinelearn.base.result_rows import Row
from onlinelearn.render.report import write_report
from onlinelearn.render.tables import summarize, summary_csv
from tests.render.report.chromium import Opened, first_table, tools_of
from tests.render.report.made import claim, comparison, result
from tests.render.tables.made import row, rows


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
    lines = table.locator("tbody tr:visible")
    assert lines.count() == 6
    field = tools_of(table).get_by_label("Filter")
    field.press_sequentially("LETTER")
    assert lines.count() == 3
    assert {line.inner_text().split()[0] for line in lines.all()} == {"letter"}
    field.fill("long name")
    assert lines.count() == 2
    field.fill("")
    assert lines.count() == 6


def test_a_short_table_has_no_filter(opened: Opened) -> None:
    _, tools = first_table(opened.tab)
    assert tools.get_by_label("Filter").count() == 0


def test_a_table_is_cut_to_an_epoch(opened: Opened) -> None:
    table, tools = first_table(opened.tab)
    tools.get_by_label("Epoch").select_option("2")
    heads = table.locator("thead tr").last.locator("th:visible").all_inner_texts()
    assert [head.split(",")[-1].strip() for head in heads[2:]] == ["epoch 2", "epoch 2"]


def copied(tab: Page, tools: Locator) -> dict[str, list[str]]:
    """The lines of a table as each of the buttons copies it."""
    found = {}
    for name in ("CSV", "Markdown", "LaTeX"):
        tools.get_by_role("button", name=f"Copy {name}").click()
        tools.get_by_text(f"{name} copied").wait_for()
        found[name] = tab.evaluate("navigator.clipboard.readText()").splitlines()
    return found


def test_a_table_is_copied_with_its_marks_and_as_numbers_to_compute_with(
    browser: Browser, report: Path
) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    tab = context.new_page()
    tab.goto(report.as_uri())
    table, tools = first_table(tab)
    tools.get_by_label("Epoch").select_option("3")
    table.get_by_role("button", name="learner").click()
    found = copied(tab, tools)
    assert found["Markdown"][1] == "| --- | --- | ---: | ---: |"
    errors = [line.split(" | ")[2] for line in found["Markdown"][2:]]
    assert errors == ["**1.73** ± 0.17", "2.40 ± 0.17", "2.07 ± 0.17"]
    assert "usps & IELLIP & \\textbf{1.73} $\\pm$ 0.17 & 721 $\\pm$ 2 \\\\" in found["LaTeX"]
    assert sum("textbf" in line for line in found["LaTeX"]) == 1
    lines = list(csv.DictReader(found["CSV"]))
    error, updates = "test error (%), epoch 3", "updates, epoch 3"
    assert list(lines[0]) == [
        *("data set", "learner", error, f"{error}, half width", f"{error}, mark"),
        *(updates, f"{updates}, half width"),
    ]
    assert [line["learner"] for line in lines] == ["IELLIP", "MIRA", "PA"]
    assert [float(line[error]) for line in lines] == [1.73, 2.40, 2.07]
    assert {line[f"{error}, half width"] for line in lines} == {"0.17"}
    assert [line[f"{error}, mark"] for line in lines] == ["best", "", ""]
    assert [float(line[updates]) for line in lines] == [721, 1441, 1081]
    context.close()


def test_a_dagger_is_copied_as_a_mark_and_a_blank_as_nothing(browser: Browser, tmp_path: Path) -> None:
    made = [
        *(row(0.10 + noise, permutation=i) for i, noise in enumerate((0, 0.02, 0.01, 0, 0.02))),
        *(
            row(0.10 + noise, None, learner="MIRA", permutation=i)
            for i, noise in enumerate((0.03, 0, 0.02, 0.01, 0))
        ),
    ]
    written(tmp_path / "own", made, ("test_error", "updates"))
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    tab = context.new_page()
    tab.goto(write_report(tmp_path, tmp_path / "report.html").as_uri())
    found = copied(tab, first_table(tab)[1])
    assert found["CSV"] == [
        'data set,learner,test error (%),"test error (%), half width","test error (%), mark",'
        'updates,"updates, half width"',
        "usps,PA,11.00,1.24,best,100,0",
        "usps,MIRA,11.20,1.62,not worse,,",
    ]
    assert found["Markdown"][3] == "| usps | MIRA | 11.20 ± 1.62† | – |"
    context.close()


BELOW_THE_ROWS = """box => {
  const bottom = (element) => element.getBoundingClientRect().bottom;
  return [bottom(box) - bottom(box.querySelector("tbody")), box.scrollWidth - box.clientWidth];
}"""


def test_the_scroll_bar_of_a_wide_table_is_next_to_its_rows(browser: Browser, report: Path) -> None:
    tab = browser.new_page(viewport={"width": 340, "height": 700})
    tab.goto(report.as_uri())
    measured = [box.evaluate(BELOW_THE_ROWS) for box in tab.locator(".wide:has(table.means)").all()]
    assert measured
    assert any(cut_off > 0 for _, cut_off in measured)
    assert all(below < 24 for below, _ in measured)
    tab.close()


NOISE = [
    f"pa_noise sigma={sigma} p={p}"
    for sigma in (0.0, 0.4, 0.8, 1.2)
    for p in (0.0, 0.02, 0.04, 0.06, 0.1, 0.2)
]
TUNED = ("PA", "PA (default)", "PA (hindsight)", "IELLIP", "Perceptron")
MANY = tuple(f"Learner {number}" for number in range(9))


def written(folder: Path, made: list[Row], metrics: tuple[str, ...]) -> None:
    """A result folder with these rows, and a claim on each of its data sets."""
    datasets = dict.fromkeys(each.dataset for each in made)
    cells = [comparison(dataset=name, test="two one-sided t") for name in datasets]
    result(folder, claims=[claim(cells=cells)], config={"title": folder.name})
    (folder / "summary.csv").write_text(summary_csv(summarize(made, metrics)))


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with tables as wide as normal experiments make them."""
    results = tmp_path_factory.mktemp("wide")
    errors = ("test_error", "online_error", "updates")
    written(results / "own", rows({"sklearn:iris": 10**6, "sklearn:breast_cancer": 10**6}, TUNED), errors)
    drift = ("windowed_error", "fading_error", "excess_error", "recovery_time", "recovered")
    changed = rows({"concepts": 10_000}, ("PA-I", "AROW", "SOP", "Forgetron"))
    extra = dict.fromkeys(drift, 0.123456)
    written(results / "drift", [replace(each, extra=extra) for each in changed], ("online_error", *drift))
    noise = dict.fromkeys(NOISE, 4_000)
    written(results / "noise", rows(noise, ("PA", "PA-I", "PA-II"), epochs=1), errors)
    written(results / "both", rows(dict.fromkeys(NOISE[:6], 4_000), MANY, epochs=1), errors)
    written(results / "means", rows(dict.fromkeys(NOISE[:7], 4_000), MANY, epochs=1), errors)
    return write_report(results, results / "report.html")


TOO_NARROW = "all => all.filter(e => e.scrollWidth > e.clientWidth).map(e => e.getAttribute('aria-label'))"


@pytest.mark.parametrize("width", [1300, 1600])
def test_at_a_desk_no_table_is_wider_than_its_place(browser: Browser, wide: Path, width: int) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 900})
    tab.goto(wide.as_uri())
    tab.eval_on_selector_all("details", "all => all.forEach(e => { e.open = true; })")
    assert tab.eval_on_selector_all(".scroll", "all => all.length") > 10
    assert tab.eval_on_selector_all(".scroll", TOO_NARROW) == []
    tab.close()


def test_a_table_that_is_too_wide_begins_with_the_last_epoch(browser: Browser, wide: Path) -> None:
    tab = browser.new_page(viewport={"width": 1300, "height": 900})
    tab.goto(wide.as_uri())
    table = tab.locator("table.means", has_text="sklearn:iris")
    choice = tools_of(table).get_by_label("Epoch")
    assert choice.locator("option").all_inner_texts() == ["all", "last (3)", "1", "2"]
    assert choice.evaluate("e => e.selectedOptions[0].text") == "last (3)"
    assert table.locator("th[data-epoch]:visible").count() == 3
    choice.select_option("all")
    assert table.locator("th[data-epoch]:visible").count() == 9
    tab.close()


def test_ranks_are_in_the_narrower_of_two_tables(browser: Browser, wide: Path) -> None:
    tab = browser.new_page(viewport={"width": 1300, "height": 900})
    tab.goto(wide.as_uri())
    shapes = {}
    for name in ("noise", "both", "means"):
        table = tab.locator(f"#run-{name} table.measures").last
        rows_shown = table.locator("tr").count()
        shapes[name] = (
            rows_shown,
            table.locator("thead th").count(),
            table.locator("thead th").first.inner_text(),
        )
    assert shapes == {
        "noise": (1 + 24 + 1, 1 + 3, "data set"),
        "both": (1 + 9, 2 + 6, "learner"),
        "means": (1 + 9, 2, "learner"),
    }
    assert tab.locator("#run-noise tfoot").inner_text().split() == ["mean", "rank", "1.00", "2.00", "3.00"]
    tab.close()
