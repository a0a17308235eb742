"""Verdicts: right on data whose truth is known, and seldom wrong on data that has none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Self

import numpy as np
import pytest
from scipy import stats

from onlinelearn.base.repetitions import splits
from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.claims import Claim, DatasetFamily, Family, ResultsView, Verdict, judge
from onlinelearn.claims.grammar import Parsed
from onlinelearn.claims.inference import Criterion, Evidence, below_zero
from onlinelearn.claims.quantity import Quantity
from onlinelearn.claims.results_view import Place
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Tokens
from onlinelearn.config import parse_config
from onlinelearn.experiment.result import results_view
from tests.claims.made import DATASETS, HIGH, LOW, NOISY, claim, row, rows, verdict


def test_runs_on_splits_that_overlap_must_show_more() -> None:
    """Twenty pairs that differ by 0.6 deviations: enough for twenty orders, not for twenty splits."""
    errors = [0.1 + 0.05 * ((-1) ** p - 0.6) for p in range(20)]
    over_orders = rows(a=errors, b=[0.1] * 20)
    over_splits = [replace(each, repetition=splits(80, 20)) for each in over_orders]
    judged = [
        judge([claim("a.test_error < b.test_error")], ResultsView(each, (), {}, DATASETS, Path()))[0]
        for each in (over_orders, over_splits)
    ]
    assert [each.verdict for each in judged] == [Verdict.REPRODUCED, Verdict.UNDECIDED]
    assert [each.cells[0].evidence.test for each in judged] == ["paired t", "corrected paired t"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.test_error < b.test_error", Verdict.REPRODUCED),
        ("b.test_error < a.test_error", Verdict.NOT_REPRODUCED),
        ("b.test_error > a.test_error", Verdict.REPRODUCED),
        ("a.test_error < c.test_error", Verdict.UNDECIDED),
        ("b.test_error <= a.test_error within 0.25", Verdict.REPRODUCED),
        ("b.test_error <= a.test_error within 0.1", Verdict.NOT_REPRODUCED),
        ("b.test_error <= a.test_error within 300 %", Verdict.REPRODUCED),
        ("a.test_error ~ b.test_error within 0.25", Verdict.REPRODUCED),
        ("a.test_error ~ b.test_error within 0.1", Verdict.NOT_REPRODUCED),
        ("a.test_error ~ b.test_error within 90 %", Verdict.REPRODUCED),
        ("a.test_error ~ c.test_error within 0.1", Verdict.UNDECIDED),
        ("a.test_error < 0.2 < b.test_error", Verdict.REPRODUCED),
        ("b.test_error <= 0.2 within 80 %", Verdict.REPRODUCED),
        ("b.test_error <= 0.2 within 10 %", Verdict.NOT_REPRODUCED),
        ("a.test_error ~ 0 within 5 %", Verdict.NOT_REPRODUCED),
        ("a.test_error < min(b, c)", Verdict.UNDECIDED),
        ("a.test_error <= a.test_error", Verdict.REPRODUCED),
        ("a.test_error < a.test_error", Verdict.NOT_REPRODUCED),
    ],
)
def test_a_comparison_is_judged(text: str, expected: Verdict) -> None:
    assert verdict(claim(text), rows(a=LOW, b=HIGH, c=NOISY)) == expected


def test_one_permutation_decides_nothing() -> None:
    assert verdict(claim("a.test_error < b.test_error"), rows(a=[0.1], b=[0.9])) == Verdict.UNDECIDED


def test_all_statements_must_hold() -> None:
    both = claim("a.test_error < b.test_error", "b.test_error < a.test_error")
    assert verdict(both, rows(a=LOW, b=HIGH)) == Verdict.NOT_REPRODUCED


def test_always_asks_every_run_and_not_the_mean() -> None:
    measured = rows(a=[0.1, 0.1, 0.1, 0.51], b=[0.5, 0.5, 0.5, 0.5])
    assert verdict(claim("a.test_error <= b.test_error", always=True), measured) == Verdict.NOT_REPRODUCED
    assert verdict(claim("a.test_error <= 0.51", always=True), measured) == Verdict.REPRODUCED


def test_permutations_are_pairs() -> None:
    """A difference far below the noise is seen, because both share the noise."""
    noise = np.random.default_rng(0).normal(0, 10, 8)
    measured = rows(a=list(noise), b=list(noise + 0.1 + 0.01 * np.arange(8)))
    assert verdict(claim("a.test_error < b.test_error"), measured) == Verdict.REPRODUCED


def test_the_interval_is_scipys_and_shows_the_plain_difference() -> None:
    d = [0.3, 0.1, 0.25, 0.4]
    (judged,) = judge(
        [claim("a.test_error <= b.test_error within 0.05")],
        ResultsView(rows(a=d, b=[0.0] * 4), (), {}, DATASETS, Path()),
    )
    found = judged.cells[0].evidence
    known = stats.ttest_1samp(d, 0.0)
    assert found.effect == pytest.approx(np.mean(d))
    assert (found.low, found.high) == pytest.approx(tuple(known.confidence_interval(0.95)))
    assert found.fails == pytest.approx(stats.ttest_1samp(d, 0.05, alternative="greater").pvalue)


def grid(values: Mapping[float, Sequence[float]]) -> tuple[list[Row], dict[str, Family]]:
    measured, learners = [], {}
    for b, errors in values.items():
        label = f"I b={b}"
        learners[label] = Family("I", {"b": b, "c": 1})
        measured += [row(label, i, error) for i, error in enumerate(errors, 1)]
    return measured, learners


def test_a_trend_over_a_grid_is_judged() -> None:
    measured, learners = grid({0.1: [1, 1.1, 1.2], 0.9: [3, 3.1, 2.9], 0.3: [2, 2.2, 2.1]})
    rising = verdict(claim("I.test_error increases with b"), measured, learners=learners)
    falling = verdict(claim("I.test_error decreases with b"), measured, learners=learners)
    assert (rising, falling) == (Verdict.REPRODUCED, Verdict.NOT_REPRODUCED)


def test_a_growth_rate_over_a_grid_is_the_exponent() -> None:
    rng = np.random.default_rng(1)
    measured, learners = grid({n: list(3 * n**0.5 * rng.uniform(0.99, 1.01, 6)) for n in (10, 100, 1000)})
    for rate, expected in (("< 0.6", Verdict.REPRODUCED), ("> 0.6", Verdict.NOT_REPRODUCED)):
        given = claim(f"I.test_error grows with b at rate {rate}")
        assert verdict(given, measured, learners=learners) == expected


def test_a_growth_rate_along_the_stream_is_the_exponent() -> None:
    points = [
        CurvePoint("d", "a", p, t, 0.0, round(100 * t**0.5 * (1 + p * t**0.01 / 100)), None)
        for p in (1, 2, 3, 4, 5, 6)
        for t in (10, 100, 1000, 10000)
    ]
    given = claim("a.mistakes grows with round at rate < 0.55")
    assert verdict(given, rows(a=LOW), points) == Verdict.REPRODUCED


def test_a_growth_rate_may_leave_out_the_beginning() -> None:
    """It rises until round 100, and no more."""
    points = [
        CurvePoint("d", "a", p, t, 0.0, round(100 * min(t, 100) * (1 + p / 1000)), None)
        for p in (1, 2, 3, 4, 5, 6)
        for t in (10, 100, 1000, 10000)
    ]
    for start, expected in (("", Verdict.NOT_REPRODUCED), (" from 100", Verdict.REPRODUCED)):
        given = claim(f"a.mistakes grows with round{start} at rate < 0.05")
        assert verdict(given, rows(a=LOW), points) == expected


def test_a_value_at_a_round_is_read_off_the_curve() -> None:
    points = [
        CurvePoint("d", name, p, t, error * (1 + p / 1000), 0, 0)
        for name, errors in {"small": {10: 0.9, 99: 0.1}, "large": {10: 0.5, 99: 0.4}}.items()
        for t, error in errors.items()
        for p in (1, 2, 3)
    ]
    given = claim(
        "small.online_error@50 > large.online_error@50", "small.online_error@99 < large.online_error@99"
    )
    assert verdict(given, rows(a=LOW), points) == Verdict.REPRODUCED


def test_published_values_are_matched_within_tolerance(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("dataset,learner,test_error\nd,a,0.12\nd,b,0.36\nother,a,9\n")
    measured = rows(a=LOW, b=HIGH)
    near = claim("test_error matches 'p.csv' within 0.06")
    far = claim("test_error matches 'p.csv' within 0.02 + 3 se")
    assert verdict(near, measured, folder=tmp_path) == Verdict.REPRODUCED
    assert verdict(far, measured, folder=tmp_path) == Verdict.NOT_REPRODUCED


def test_what_was_not_run_stays_undecided_and_says_so() -> None:
    """A claim over two data sets is not reproduced by the one that happens to be there."""
    both = DATASETS | {"elsewhere": DatasetFamily("elsewhere", {}, "elsewhere")}
    (judged,) = judge(
        [claim("a.test_error < b.test_error")], ResultsView(rows(a=LOW, b=HIGH), (), {}, both, Path())
    )
    assert judged.verdict is Verdict.UNDECIDED
    assert [cell.verdict for cell in judged.cells] == [Verdict.REPRODUCED, Verdict.UNDECIDED]
    assert judged.cells[1].evidence.test == "no runs to judge by"


def test_blank_updates_of_a_foreign_learner_decide_nothing() -> None:
    foreign = [replace(each, updates=None) for each in rows(f=LOW)]
    given = claim("a.updates < f.updates", "a.updates >= 1")
    assert verdict(given, [*rows(a=LOW), *foreign]) is Verdict.UNDECIDED


def test_a_trend_must_hold_at_every_step() -> None:
    wobble = np.array([0.0, 0.001, -0.001, 0.002, -0.002])
    means = {0.1: 0.10, 0.3: 0.14, 0.6: 0.08, 0.9: 0.15}
    measured, learners = grid({b: list(mean + wobble * (1 + b)) for b, mean in means.items()})
    found = verdict(claim("I.test_error increases with b"), measured, learners=learners)
    assert found is Verdict.NOT_REPRODUCED


def test_a_trend_may_run_over_an_option_of_the_data_sets() -> None:
    sizes = (10, 1000, 100)
    datasets = {f"d n={n}": DatasetFamily("d", {"n": n, "seed": 0}, f"d n={n}") for n in sizes}
    measured = [row("a", p, n**0.5 * (1 + p / 100), dataset=f"d n={n}") for n in sizes for p in range(1, 7)]
    run = ResultsView(measured, (), {"a": Family("a", {})}, datasets, Path())
    rising, growing = judge(
        [claim("a.test_error increases with n"), claim("a.test_error grows with n at rate < 0.55")], run
    )
    assert (rising.verdict, len(rising.cells)) == (Verdict.REPRODUCED, 2)
    assert growing.verdict is Verdict.REPRODUCED
    assert growing.cells[0].evidence.effect == pytest.approx(0.5)


@dataclass(frozen=True)
class BelowEverywhere(Statement):
    """A form of the test's own, judged on all data sets together: a learner's error is below a number."""

    learner: str
    border: float

    @classmethod
    def begins(cls, tokens: Tokens) -> bool:
        return False

    @classmethod
    def parse(cls, tokens: Tokens) -> tuple[Self, ...]:
        raise NotImplementedError

    def __str__(self) -> str:
        return f"{self.learner} below {self.border} everywhere"

    @property
    def metrics(self) -> frozenset[str]:
        return frozenset({"test_error"})

    @property
    def learners(self) -> frozenset[str]:
        return frozenset({self.learner})

    def places(self, datasets: Sequence[str], run: ResultsView) -> list[Place]:
        under: dict[str, list[str]] = {}
        for label in datasets:
            under.setdefault(run.datasets[label].reading, []).append(label)
        return [Place("all data sets", reading, tuple(labels)) for reading, labels in under.items()]

    def evidence(
        self, run: ResultsView, place: Place, epoch: int, criterion: Criterion
    ) -> Iterator[tuple[str, Evidence]]:
        quantity = Quantity(self.learner, "test_error")
        values = [run.values(label, epoch, quantity).values() for label in place.conditions]
        errors = [error - self.border for each in values for error in each]
        yield str(self), below_zero(errors, strict=True, level=criterion.level)


def test_a_form_may_be_judged_on_all_data_sets_together() -> None:
    """One cell for each reading, from the runs of all data sets; the verdict is on the config as written."""
    datasets = {
        "d": DatasetFamily("d", {}, "d"),
        "e": DatasetFamily("e", {}, "e"),
        "d | r": DatasetFamily("d | r", {}, "d", "r"),
        "e | r": DatasetFamily("e | r", {}, "e", "r"),
    }
    measured = [row("a", p, error, dataset=d) for d in "de" for p, error in enumerate(LOW, 1)]
    measured += [replace(each, test_error=(each.test_error or 0.0) + 1, reading="r") for each in measured]
    given = Claim("c", "", "", (), (Parsed((BelowEverywhere("a", 0.2),), ()),))
    (judged,) = judge([given], ResultsView(measured, (), {}, datasets, Path()))
    assert [(each.dataset, each.reading, each.evidence.n, each.verdict) for each in judged.cells] == [
        ("all data sets", "", 12, Verdict.REPRODUCED),
        ("all data sets", "r", 12, Verdict.NOT_REPRODUCED),
    ]
    assert judged.verdict is Verdict.REPRODUCED


def test_an_axis_is_numbers_for_the_judge_as_for_the_config() -> None:
    """One learner has a margin and one has none: that is no grid, and the data sets' margin is meant."""
    sizes = (0.1, 0.2)
    datasets = {f"d {m}": DatasetFamily("d", {"margin": m}, f"d {m}") for m in sizes}
    measured = [row("a", p, m * (1 + p / 100), dataset=f"d {m}") for m in sizes for p in range(1, 6)]
    learners = {"a": Family("a", {"margin": None}), "a margin=1": Family("a", {"margin": 1})}
    run = ResultsView(measured, (), learners, datasets, Path())
    (rising,) = judge([claim("a.test_error increases with margin")], run)
    assert [each.statement for each in rising.cells] == ["a.test_error increases with margin: 0.1 to 0.2"]
    assert rising.verdict is Verdict.REPRODUCED


def test_what_has_no_logarithm_has_no_growth_rate() -> None:
    measured, learners = grid({0.0: [1, 1, 1], 1.0: [0, 0, 0], 2.0: [1, 2, 3]})
    given = claim("I.test_error grows with b at rate < 1")
    assert verdict(given, measured, learners=learners) is Verdict.UNDECIDED


def test_a_missing_or_odd_file_of_published_values_leaves_it_undecided(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("dataset,learner,test_error\nd,a\n")
    for file in ("p.csv", "none.csv"):
        given = claim(f"test_error matches '{file}' within 1")
        assert verdict(given, rows(a=LOW), folder=tmp_path) is Verdict.UNDECIDED


def test_always_holds_for_equivalence_and_trends_too() -> None:
    measured = rows(a=[0.1, 0.1, 0.1, 0.1], b=[0.1, 0.1, 0.1, 0.5])
    assert verdict(claim("a.test_error ~ b.test_error within 0.2", always=True), measured) == "not reproduced"
    measured, learners = grid({1.0: [1, 1, 1, 1, 1], 2.0: [2, 2, 2, 2, 0.5]})
    given = claim("I.test_error increases with b", always=True)
    assert verdict(given, measured, learners=learners) == "not reproduced"


class CountedRows(list[Row]):
    """Rows that know how often they were gone through."""

    passes = 0

    def __iter__(self) -> Iterator[Row]:
        self.passes += 1
        return super().__iter__()


def test_a_lookup_does_not_go_through_all_rows() -> None:
    every = CountedRows(
        row(learner, permutation, permutation / 10, epoch, dataset)
        for learner, permutation, epoch, dataset in product("ab", (1, 2, 3), (1, 2), "de")
    )
    view = ResultsView(every, (), {}, DATASETS, Path())
    before = every.passes
    for learner, epoch, dataset in product("ab", (1, 2), "de"):
        assert view.values(dataset, epoch, Quantity(learner, "test_error")) == {1: 0.1, 2: 0.2, 3: 0.3}
    assert view.values("d", 3, Quantity("a", "test_error")) == {}
    assert every.passes == before


READINGS = """
datasets: ["sklearn:iris", "sklearn:wine"]
preprocess: [unit_norm]
learners:
  A: {learner: iellip, b: {grid: [0.1, 0.3]}}
  PA: {learner: pa, C: 1}
readings:
  choices:
    c: {key: learners.A.c, values: [0.5]}
    PA: {key: learners.PA.C, values: [0.1]}
    scaling: {key: preprocess, values: {none: []}}
    test: {key: protocol.test, values: [online]}
claims:
  of-b: {source: s, says: s, holds: "'A b=0.3'.test_error < 'A b=0.1'.test_error"}
  of-grid: {source: s, says: s, holds: A.test_error decreases with b}
  of-both: {source: s, says: s, holds: "'A b=0.3'.test_error < PA.test_error"}
"""


def test_a_reading_that_leaves_the_named_learners_as_they_are_is_as_written() -> None:
    experiment = parse_config(READINGS, name="c", where="c", folder=Path())
    view = results_view(experiment, [row("PA", 1, 0.1, dataset="iris")], (), {})
    judged = judge(experiment.claims, view)
    same = {each.claim.id: {cell.reading for cell in each.cells if cell.same_as_written} for each in judged}
    readings = {each.reading for each in view.datasets.values()} - {""}
    (pa,) = [reading for reading in readings if reading.startswith("PA")]
    assert len(readings) == 4
    assert same == {"of-b": {pa}, "of-grid": {pa}, "of-both": set()}
    places = [view.place(label) for label, each in view.datasets.items() if each.reading == pa]
    # Published values name no learner: all of them count.
    assert [view.is_as_written(place, frozenset()) for place in places] == [False, False]
