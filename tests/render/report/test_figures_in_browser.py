"""Figures in a real browser: values where the pointer is, learners switched off, a larger view."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.render.report.chromium import Opened


def test_curves_and_bars_tell_their_values(opened: Opened) -> None:
    tab = opened.tab
    values = tab.locator(".values")
    bars, curves = tab.locator("figure.chart svg.drawing").all()[:2]
    bars.locator("[data-learner=PA] [data-points]").first.hover()
    # The errors of PA after the first epoch are 6.0, 6.2 and 6.4 %.
    assert values.inner_text() == "PA\ndata set: usps, epoch 1\ntest error (%): 6.2 ± 0.5"
    curves.scroll_into_view_if_needed()
    line = curves.locator("[data-learner=IELLIP][data-points]").first
    x, y, rounds, error = (line.get_attribute("data-points") or "").split(";")[-1].split("|")
    at = curves.evaluate(
        """(e, [x, y]) => {
            const place = new DOMPoint(x, y).matrixTransform(e.getScreenCTM());
            return [place.x, place.y];
        }""",
        [float(x), float(y)],
    )
    tab.mouse.move(*at)
    shown = tab.locator(".values:visible").inner_text()
    assert shown == f"IELLIP\nrounds: {rounds}\nonline error (%): {error}"
    assert curves.locator(".pointed").count() == 1


def test_a_finger_reads_a_value_and_puts_it_away(browser: Browser, report: Path) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    tab = context.new_page()
    tab.goto(report.as_uri())
    values = tab.locator(".values")
    bar = tab.locator("figure.chart svg.drawing").first.locator("[data-learner=PA] [data-points]").first
    bar.tap()
    assert values.inner_text() == "PA\ndata set: usps, epoch 1\ntest error (%): 6.2 ± 0.5"
    assert values.is_visible()
    tab.get_by_role("heading", level=3).first.tap()
    assert not values.is_visible()
    context.close()


def test_a_learner_is_switched_off_with_all_its_marks(opened: Opened) -> None:
    chart = opened.tab.locator("figure.chart").nth(1)
    marks = chart.locator("svg.drawing [data-learner=PA]")
    everything = marks.count()
    assert everything >= 10  # two metrics on two data sets, lines and bands, and the legend
    switch = chart.get_by_role("button", name="PA", exact=True)
    switch.click()
    assert switch.get_attribute("aria-pressed") == "false"
    assert chart.locator("svg.drawing [data-learner=PA]:visible").count() == 0
    assert chart.locator("svg.drawing [data-learner=MIRA]:visible").count() > 0
    switch.click()
    assert chart.locator("svg.drawing [data-learner=PA].off").count() == 0


def test_a_figure_is_enlarged_and_comes_back(opened: Opened) -> None:
    tab = opened.tab
    drawing = tab.locator("figure.chart").nth(1).locator("svg.drawing")
    before = drawing.bounding_box()
    tab.get_by_role("button", name="Enlarge: Learning curves").click()
    larger = tab.get_by_role("dialog").locator("svg.drawing").bounding_box()
    assert before is not None
    assert larger is not None
    assert larger["width"] > 1.3 * before["width"]
    tab.keyboard.press("Escape")
    assert tab.get_by_role("dialog").count() == 0
    assert drawing.is_visible()


def test_every_image_is_drawn(opened: Opened) -> None:
    widths = opened.tab.eval_on_selector_all("img", "all => all.map(e => e.naturalWidth)")
    assert widths == [60]
    heights = opened.tab.eval_on_selector_all(
        "svg.drawing", "all => all.map(e => e.getBoundingClientRect().height)"
    )
    assert len(heights) == 3
    assert min(heights) > 40
