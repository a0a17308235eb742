"""The pictures of verdicts and of evidence, and the ranks of learners."""

import pytest

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


def test_ranks_are_of_the_learners_that_every_data_set_has() -> None:
    made = [*rows({"usps": 100, "letter": 100}, ["A", "B", "C"]), row(dataset="usps", learner="D", epoch=3)]
    found = learner_ranks(summarize(made, ("updates", "test_error")))
    assert found is not None
    assert (found.metric, found.epoch, found.datasets) == ("test error (%)", 3, ("usps", "letter"))
    assert found.lines == (("A", 1.0, (1.0, 1.0)), ("B", 2.0, (2.0, 2.0)), ("C", 3.0, (3.0, 3.0)))
    assert learner_ranks(summarize(rows({"usps": 100}, ["A", "B"]), ("test_error",))) is None
    assert learner_ranks([]) is None
