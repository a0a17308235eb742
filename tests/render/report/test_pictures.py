"""The pictures of verdicts and of evidence, and the ranks of learners."""

import pytest

from onlinelearn.claims.forms.match import PUBLISHED_VALUE
from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.report.drawn_evidence import drawn_evidence
from onlinelearn.render.report.json_records import ComparisonRecord
from onlinelearn.render.report.learner_ranks import learner_ranks
from onlinelearn.render.report.verdict_strips import PER_ROW, verdict_strip
from onlinelearn.render.tables import summarize
from tests.render.tables.made import row, rows


def compared(effect: float | None, low: float | None = None, high: float | None = None) -> ComparisonRecord:
    return ComparisonRecord(
        statement="a < b", verdict=Verdict.UNDECIDED, dataset="usps", effect=effect, low=low, high=high
    )


def test_a_strip_has_a_square_a_claim_those_that_hold_first() -> None:
    verdicts = [Verdict.UNDECIDED, Verdict.REPRODUCED, Verdict.NOT_REPRODUCED, Verdict.REPRODUCED]
    strip = verdict_strip("A paper", "x", [(each, str(i), "") for i, each in enumerate(verdicts)])
    assert [square.claim for square in strip.squares] == ["1", "3", "2", "0"]
    assert strip.holding == 2
    assert strip.counted == "2 reproduced, 1 not reproduced, 1 undecided"
    long = verdict_strip("A paper", "x", [(Verdict.REPRODUCED, "", "")] * (PER_ROW + 1))
    assert len({(square.x, square.y) for square in long.squares}) == PER_ROW + 1
    assert all(square.x + long.size <= long.width for square in long.squares)
    assert all(square.y + long.size <= long.height for square in long.squares)


def test_effects_are_drawn_in_their_order_on_one_axis_with_zero() -> None:
    (drawing,) = drawn_evidence([compared(-2.0, -3.0, -1.0), compared(1.0), compared(None)])
    first, second, blank = drawing.lines
    places = [first.low, first.effect, first.high, drawing.zero, second.effect]
    assert places == sorted(places, key=lambda place: place or 0.0)
    assert len(set(places)) == len(places)
    assert all(drawing.left <= (place or 0.0) <= drawing.width for place in places)
    # Equal distances stay equal.
    assert drawing.zero - (first.high or 0) == pytest.approx((second.effect or 0) - drawing.zero, abs=0.2)
    assert (blank.effect, blank.low) == (None, None)
    assert drawing.ends == ("−3", "1")


def test_what_has_no_effect_or_an_infinite_one_is_not_drawn() -> None:
    assert list(drawn_evidence([compared(None), compared(float("inf"))])) == []
    (zero,) = drawn_evidence([compared(0.0)])
    assert zero.lines[0].effect == zero.zero


def stated(statement: str, dataset: str, epoch: int = 1) -> ComparisonRecord:
    return ComparisonRecord(
        statement=statement, verdict=Verdict.REPRODUCED, dataset=dataset, epoch=epoch, effect=1.0
    )


def drawn(comparisons: list[ComparisonRecord]) -> dict[str, tuple[str, list[str]]]:
    """By title: what all lines share, and the name of each."""
    return {
        each.statement: (each.where, [line.label for line in each.lines])
        for each in drawn_evidence(comparisons)
    }


def test_published_values_of_a_learner_are_one_drawing_and_names_leave_out_what_all_share() -> None:
    values = {("PA", 0.0): 0.1, ("PA", 0.2): 0.25, ("x.y", 0.0): 1e-05, ("x.y", 0.2): 0.1}
    made = [
        stated(PUBLISHED_VALUE.format(f"{learner}.online_error", value), f"pa_noise sigma={sigma} p=0.0")
        for (learner, sigma), value in values.items()
    ]
    names = ["sigma=0.0", "sigma=0.2"]
    assert drawn(made) == {
        "PA.online_error = published": ("pa_noise p=0.0, epoch 1", names),
        "x.y.online_error = published": ("pa_noise p=0.0, epoch 1", names),
    }


def test_statements_with_a_line_each_share_a_drawing_if_they_are_on_one_metric() -> None:
    pairs = ("PA.updates < MIRA.updates", "PA.updates < SOP.updates", "SOP.updates < MIRA.updates")
    names = ["PA < MIRA", "PA < SOP", "SOP < MIRA"]
    assert drawn([stated(each, "usps") for each in pairs]) == {"updates": ("usps, epoch 1", names)}
    published = [PUBLISHED_VALUE.format(f"{name}.updates", 7) for name in ("PA", "MIRA", "SOP")]
    assert drawn([stated(each, "usps") for each in published]) == {
        "updates = published": ("usps, epoch 1", ["PA", "MIRA", "SOP"])
    }
    # Numbers of updates and shares have no common axis.
    other = [stated(each, "usps") for each in (*pairs, "PA.test_error < SOP.test_error")]
    assert len(drawn(other)) == 4


def test_a_name_is_never_empty() -> None:
    assert drawn([stated("a < b", "usps")]) == {"a < b": ("", ["usps, epoch 1"])}
    readings = [stated("a < b", "usps"), stated("a < b", "usps | C=1")]
    assert drawn(readings) == {"a < b": ("", ["usps, epoch 1", "usps | C=1, epoch 1"])}
    assert drawn([stated("a < b", "usps"), stated("a < b", "usps", 3)]) == {
        "a < b": ("usps", ["epoch 1", "epoch 3"])
    }


def test_ranks_are_of_the_learners_that_every_data_set_has() -> None:
    made = [*rows({"usps": 100, "letter": 100}, ["A", "B", "C"]), row(dataset="usps", learner="D", epoch=3)]
    found = learner_ranks(summarize(made, ("updates", "test_error")))
    assert found is not None
    assert (found.metric, found.epoch, found.datasets) == ("test error (%)", 3, ("usps", "letter"))
    assert found.lines == (("A", 1.0, (1.0, 1.0)), ("B", 2.0, (2.0, 2.0)), ("C", 3.0, (3.0, 3.0)))
    assert learner_ranks(summarize(rows({"usps": 100}, ["A", "B"]), ("test_error",))) is None
    assert learner_ranks([]) is None
