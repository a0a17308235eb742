"""Claims in a real browser: filtered, unfolded, and found by a link."""

import pytest

from tests.render.report.chromium import Opened


def test_claims_are_filtered_by_verdict_paper_and_text(opened: Opened) -> None:
    tab = opened.tab
    shown = tab.locator("details.claim:visible")
    filters = tab.get_by_role("search", name="Filter the claims")
    assert shown.count() == 3
    filters.get_by_role("button", name="undecided").click()
    assert shown.count() == 2
    assert filters.get_by_role("status").inner_text() == "2 of 3 claims"
    filters.get_by_role("button", name="undecided").click()
    filters.get_by_label("Text").fill("long-name")
    assert shown.locator(".verdict").first.inner_text() == "? undecided"
    filters.get_by_label("Text").fill("no such words")
    assert shown.count() == 0
    filters.get_by_label("Text").fill("")
    filters.get_by_label("Paper").select_option(label="Online Learning by Ellipsoid Method")
    assert shown.count() == 2
    assert tab.locator("details.claim", has_text="own-updates").is_hidden()
    filters.get_by_label("Paper").select_option(index=2)
    assert shown.count() == 1
    assert "own-updates" in shown.inner_text()


def test_a_claim_unfolds_its_evidence_in_place(opened: Opened) -> None:
    first = opened.tab.locator("details.claim").first
    evidence = first.locator("figure", has_text="IELLIP.updates < PA.updates").get_by_role("img")
    assert not evidence.is_visible()
    first.locator("summary").first.focus()
    opened.tab.keyboard.press("Enter")
    assert evidence.is_visible()
    assert "usps, epoch 3" in evidence.inner_html()


@pytest.mark.parametrize("way", ["click", "Enter"])
def test_a_square_of_the_picture_leads_to_its_claim_each_time(opened: Opened, way: str) -> None:
    tab = opened.tab
    square = tab.get_by_role("link", name="icml09-updates: reproduced")
    claim = tab.locator("details.claim", has_text="icml09-updates")
    for _ in range(2):
        if way == "click":
            square.click()
        else:
            square.focus()
            assert square.evaluate("e => e === document.activeElement")
            tab.keyboard.press(way)
        assert claim.evaluate("e => e.open")
        assert claim.evaluate("e => e.getBoundingClientRect().top >= 0")
        claim.locator("summary").first.click()
        assert not claim.evaluate("e => e.open")


def test_a_link_to_a_claim_unfolds_it_though_it_was_filtered_out(opened: Opened) -> None:
    tab = opened.tab
    claim = tab.locator("details.claim").first
    tab.get_by_role("search").get_by_role("button", name="reproduced").first.click()
    assert not claim.is_visible()
    tab.get_by_role("list", name="Claims tested here").get_by_role("link").first.click()
    assert claim.evaluate("e => e.open")
    assert claim.is_visible()
