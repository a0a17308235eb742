"""Errors over the last rounds, and the costs of changes, against sums that are written out."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.curve_points import block_ends, blocks_per_window, regular_checkpoints
from onlinelearn.base.metric_options import Excess, Fading, Recovery, Window
from onlinelearn.base.parameters import Parameters
from onlinelearn.experiment.measures.change_measures import Changes
from onlinelearn.experiment.measures.round_measures import RoundMeasures
from onlinelearn.experiment.models import ForeignModel
from onlinelearn.experiment.protocol import Prepared, Task, run_cell, stretches
from onlinelearn.learners import registry
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.selective_sampling import ByMargin
from tests.interpreted import interpreted

streams = st.lists(st.booleans(), min_size=1, max_size=60)


def after(mistaken: list[bool], piece: int, changes: Any = (), **options: Parameters) -> RoundMeasures:
    """The measures after these rounds, which come in pieces."""
    measures = RoundMeasures(options, len(mistaken), Changes(changes, len(mistaken)))
    for begin in range(0, len(mistaken), piece):
        measures.add(np.array(mistaken[begin : begin + piece]))
    return measures


@given(mistaken=streams, piece=st.integers(1, 60), window=st.integers(1, 70), factor=st.floats(0.01, 0.99))
@settings(max_examples=60, deadline=None)
@interpreted()
def test_errors_along_the_stream_are_their_sums(
    mistaken: list[bool], piece: int, window: int, factor: float
) -> None:
    options = {"windowed_error": Window(window=window), "fading_error": Fading(factor=factor)}
    found = after(mistaken, piece, **options).along()
    last = mistaken[-window:]
    assert found["windowed_error"] == sum(last) / len(last)
    weights = [factor**age for age in reversed(range(len(mistaken)))]
    faded = sum(weight for weight, wrong in zip(weights, mistaken, strict=True) if wrong) / sum(weights)
    assert found["fading_error"] == pytest.approx(faded, abs=1e-12)
    assert found == after(mistaken, len(mistaken), **options).along(), "the pieces don't change a bit"


def test_the_compiled_fading_error_has_the_same_bits() -> None:
    mistaken = (np.random.default_rng(0).uniform(size=5000) < 0.3).tolist()
    compiled = after(mistaken, 999, fading_error=Fading(factor=0.997)).along()
    with interpreted():
        assert after(mistaken, 5000, fading_error=Fading(factor=0.997)).along() == compiled


@given(
    mistaken=streams,
    changes=st.sets(st.integers(1, 59), max_size=4).map(sorted),
    window=st.integers(1, 20),
    tolerance=st.sampled_from([0.0, 0.1, 0.5]),
)
@settings(max_examples=100, deadline=None)
def test_costs_of_changes_are_what_a_look_at_every_window_gives(
    mistaken: list[bool], changes: list[int], window: int, tolerance: float
) -> None:
    recovery = Recovery(window=window, tolerance=tolerance)
    options = {"excess_error": Excess(window=window), "recovery_time": recovery, "recovered": recovery}
    found = after(mistaken, 7, changes, **options).around_changes()
    past = [change for change in changes if change < len(mistaken)]
    rises, times = [], []
    for k, change in enumerate(past):
        begin = max(change - window, past[k - 1] if k else 0)
        end = past[k + 1] if k + 1 < len(past) else len(mistaken)
        before = sum(mistaken[begin:change]) / (change - begin)
        first = mistaken[change : min(change + window, end)]
        rises.append(sum(first) / len(first) - before)
        good = [
            start - change
            for start in range(change, end - window + 1)
            if sum(mistaken[start : start + window]) / window <= before + tolerance
        ]
        times.append(min(good) if good else None)
    if not past:
        assert found == {"excess_error": None, "recovery_time": None, "recovered": None}
        return
    assert found["excess_error"] == pytest.approx(sum(rises) / len(rises), abs=1e-12)
    known = [time for time in times if time is not None]
    assert found["recovered"] == len(known) / len(times)
    assert found["recovery_time"] == (sum(known) / len(known) if len(known) == len(times) else None)


def test_changes_come_again_in_the_next_epoch_and_end_with_it() -> None:
    mistaken = [False] * 6 + [True] * 2 + [False] * 2
    options = Recovery(window=2, tolerance=0.0)
    measures = RoundMeasures({"recovery_time": options}, 20, Changes((6,), 10))
    measures.add(np.array(mistaken + mistaken))
    assert measures.around_changes() == {"recovery_time": 2.0}
    measures = RoundMeasures({"recovery_time": options}, 20, Changes((6,), 10))
    measures.add(np.array(mistaken + [False] * 6 + [True] * 4))
    assert measures.around_changes() == {"recovery_time": None}, "the second time it didn't come back"


def test_checkpoints_are_ten_to_a_window_and_never_too_many() -> None:
    window: dict[str, Parameters] = {"windowed_error": Window(window=500)}
    assert list(regular_checkpoints(window, 220)) == [50, 100, 150, 200]
    assert len(regular_checkpoints(window, 3_000_000)) == 2000
    assert list(regular_checkpoints({"fading_error": Fading(factor=0.99)}, 25)) == [10, 20]
    assert not regular_checkpoints({"recovery_time": Recovery()}, 1000)


@given(st.integers(1, 3000), st.integers(1, 200_000), st.floats(0.01, 0.999))
def test_blocks_are_a_window_to_the_round_whatever_else_is_measured(
    window: int, rounds: int, factor: float
) -> None:
    error = Window(window=window)
    ends, blocks = list(block_ends(error, rounds)), blocks_per_window(error, rounds)
    assert len(ends) <= 2000
    assert set(ends) <= set(
        regular_checkpoints({"windowed_error": error, "fading_error": Fading(factor=factor)}, rounds)
    )
    if blocks and rounds >= window:
        assert ends[blocks - 1] == window
        assert all(later - earlier == window for earlier, later in zip(ends, ends[blocks:], strict=False))
        lengths = {later - earlier for earlier, later in pairwise([0, *ends])}
        assert 0 < min(lengths) <= max(lengths) <= min(lengths) + 1


def data() -> Prepared:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 3))
    return Prepared(X, (X[:, 0] > 0).astype(np.int64), X[:5], (X[:5, 0] > 0).astype(np.int64), 2)


@pytest.mark.parametrize("kind", ["plain", "losses", "hidden", "asking"])
@interpreted()
def test_every_loop_says_which_rounds_were_mistakes(kind: str) -> None:
    prepared, ask = data(), ByMargin(rule="margin", b=0.5) if kind == "asking" else None
    X, y = prepared.X_train, prepared.y_train
    shown = np.arange(60) % 3 > 0 if kind == "hidden" else None
    whole, single = (
        Model(registry()["pa"](), 2, 3, (1,), ask=ask, with_losses=kind == "losses") for _ in range(2)
    )
    missed, unread = np.zeros(60, np.bool_), np.zeros(60, np.bool_)
    order = np.random.default_rng(0).permutation(60)
    counts = whole.learn(X, y, order, unread, shown, missed)
    rounds = [single.learn(X, y, np.array([i]), unread, shown).mistakes for i in order]
    assert missed[order].tolist() == [bool(mistake) for mistake in rounds]
    assert counts.mistakes == missed.sum() > 0


@interpreted()
def test_a_cell_measures_its_own_mistakes_in_every_epoch() -> None:
    task = Task(5, 1, 2, ("windowed_error",), metric_options={"windowed_error": Window(window=20)})
    outcome = run_cell(registry()["perceptron"](), data(), task)
    by_round = {0: 0} | {point.round: point.mistakes for point in outcome.curve}
    assert {20, 60, 100, 120} <= by_round.keys()
    for point in outcome.curve:
        if point.round - 20 in by_round:
            lately = point.mistakes - by_round[point.round - 20]
            assert point.extra["windowed_error"] == lately / 20
    assert outcome.epochs[-1].extra["windowed_error"] == outcome.curve[-1].extra["windowed_error"]


class AlwaysOne:
    """Another's learner, which says 1 of everything."""

    def partial_fit(self, X: Any, y: Any) -> None:
        """Learn nothing."""

    def predict(self, X: Any) -> Any:
        return np.ones(len(X), np.int64)


def test_the_mistakes_of_another_s_learner_are_known_too() -> None:
    prepared = data()
    missed = np.zeros(60, np.bool_)
    ForeignModel(AlwaysOne(), 2).learn(
        prepared.X_train, prepared.y_train, np.arange(60), np.zeros(60, np.bool_), None, missed
    )
    assert missed.tolist() == [True, *(prepared.y_train[1:] != 1)]


@pytest.mark.parametrize(
    ("order", "ordered", "as_it_is"),
    [(None, False, False), (None, True, True), ("file", False, True), ("shuffled", True, False)],
)
def test_the_protocol_s_order_comes_before_the_data_s_own(order: Any, ordered: bool, as_it_is: bool) -> None:
    rows = np.concatenate([rows for rows, _ in stretches(Task(1, 1, 2, order=order), 30, ordered)])
    assert (rows.tolist() == [*range(30), *range(30)]) == as_it_is
