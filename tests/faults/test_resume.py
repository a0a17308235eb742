"""A cell that is killed goes on from the state that was kept of it, and ends with the same bits."""

import logging
import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from onlinelearn.base.errors import CellTimeoutError
from onlinelearn.base.metric_options import Excess, Fading, Window
from onlinelearn.experiment.cell_progress import CellProgress
from onlinelearn.experiment.mid_stream_states import SealedFile
from onlinelearn.experiment.protocol import Outcome, Prepared, Task, run_cell
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.experiment.tuning import run_candidates
from onlinelearn.experiment.tuning_rule import TuningRule
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.selective_sampling import ByChance
from onlinelearn.learners.foreign_options import ForeignOptions
from tests.experiment.traced_cells import cases, compute
from tests.interpreted import interpreted

Run = Callable[[CellProgress], Outcome]
N = 12


class Memory:
    """A file that remembers every state that it was given."""

    def __init__(self, found: bytes | None = None) -> None:
        self.found = found
        self.states: list[bytes] = []

    def read(self) -> bytes | None:
        return self.found

    def write(self, state: bytes) -> None:
        self.states.append(state)


class Follower:
    """A plain learner: the sign of a sum that it keeps, and by how much it moves."""

    def __init__(self, rate: float = 1.0) -> None:
        self.rate = rate
        self.coef_ = np.zeros(3)

    def partial_fit(self, X: Any, y: Any) -> None:
        self.coef_ = self.coef_ + self.rate * (2 * y - 1) @ X

    def predict(self, X: Any) -> Any:
        return (X @ self.coef_ > 0).astype(np.int64)


@pytest.fixture
def _every_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are as short as they can be, and between two the cell is kept."""
    monkeypatch.setenv("OLRUN_KEEP_EVERY", "1e-9")


def prepared(n: int = N) -> Prepared:
    draw = np.random.default_rng(3)
    X, y = draw.normal(size=(2 * n, 3)), draw.integers(0, 2, 2 * n)
    return Prepared(X[:n].copy(), y[:n], X[n:].copy(), y[n:], 2, ordered=True, changes=(7,))


def untimed(outcome: Outcome) -> Outcome:
    """The outcome without what the clock says."""

    def extra(each: Any) -> dict[str, Any]:
        return {name: value for name, value in each.extra.items() if not name.startswith("microseconds")}

    epochs = tuple(replace(each, seconds=0.0, extra=extra(each)) for each in outcome.epochs)
    return replace(
        outcome,
        epochs=epochs,
        curve=tuple(each._replace(extra=extra(each)) for each in outcome.curve),
        tuning=None if outcome.tuning is None else replace(outcome.tuning, best_on_test=None),
    )


def states(run: Run) -> list[bytes]:
    """All states of a run, after each of which a kill would have been survived."""
    memory = Memory()
    assert untimed(run(CellProgress(memory))) == untimed(run(CellProgress())), "blocks change nothing"
    return memory.states


def goes_on(run: Run, kept: Sequence[bytes]) -> None:
    whole = untimed(run(CellProgress()))
    for state in kept:
        assert untimed(run(CellProgress(Memory(state)))) == whole


@pytest.mark.usefixtures("_every_block")
@pytest.mark.parametrize("name", sorted(registry()))
def test_every_learner_goes_on_with_the_same_bits(name: str) -> None:
    """With all metrics, on some examples, and on sparse ones and sets of labels where it takes those."""
    learner = registry()[name]
    kinds = 1 + learner.multilabel + learner.sparse
    with interpreted():
        for case in islice(cases(learner), kinds):

            def run(progress: CellProgress, case: Any = case) -> Outcome:
                return compute(learner, case, progress)

            kept = states(run)
            assert len(kept) > 1
            goes_on(run, [kept[len(kept) // 3], kept[-1]])


WAYS: dict[str, dict[str, Any]] = {
    "plain": {},
    "late labels": {"delay": 5},
    "hidden labels": {"labels": ShownLabels(0.5, "independent")},
    "asking": {"ask": ByChance(rule="random", rate=0.5)},
    "tested online": {"test": "online"},
    "with losses": {"extra": ("average_loss", "period", "operations")},
    "measured by rounds": {
        "metric_options": {
            "windowed_error": Window(window=40),  # a checkpoint every four rounds: states lie between them
            "fading_error": Fading(factor=0.975),
            "excess_error": Excess(window=3),
        }
    },
}


@pytest.mark.usefixtures("_every_block")
@pytest.mark.parametrize("way", WAYS)
def test_every_state_of_every_protocol_goes_on(way: str) -> None:
    task = Task(1, 1, 2, **WAYS[way])
    with interpreted():

        def run(progress: CellProgress) -> Outcome:
            return run_cell(PassiveAggressive(average=True), prepared(), task, progress)

        kept = states(run)
        assert len(kept) == 2 * N, "before every row"
        goes_on(run, kept)


@pytest.mark.usefixtures("_every_block")
@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("delay", [0, 4])
def test_a_plain_learner_goes_on(rows: int, delay: int) -> None:
    """Some rows at a time: what is handed over in one call stays together."""
    if delay and rows > 1:
        pytest.skip("a config can't have both")
    task = Task(1, 1, 2, foreign=ForeignOptions(rows_per_call=rows), delay=delay)

    def run(progress: CellProgress) -> Outcome:
        return run_cell(Follower(), prepared(), task, progress)

    goes_on(run, states(run))


@pytest.mark.usefixtures("_every_block")
@pytest.mark.parametrize("rule", [TuningRule("online_error"), TuningRule("validation", 0.2)])
def test_a_tuned_learner_goes_on_with_the_candidate_it_was_at(rule: TuningRule) -> None:
    made: list[float] = []

    def make(rate: float) -> Follower:
        made.append(rate)
        return Follower(rate)

    def run(progress: CellProgress) -> Outcome:
        task = Task(1, 1, 1, tuning=rule)
        return run_candidates(make, [{"rate": 1.0}, {"rate": 0.1}], prepared(), task, progress)

    kept = states(run)
    goes_on(run, kept)
    whole = run(CellProgress()).tuning
    again = run(CellProgress(Memory(kept[-1]))).tuning
    assert whole is not None
    assert again is not None
    assert (whole.scores, whole.chosen, whole.hindsight) == (again.scores, again.chosen, again.hindsight)
    assert whole.best_on_test is not None
    assert again.best_on_test is not None
    assert untimed(whole.best_on_test) == untimed(again.best_on_test)


def test_nothing_is_kept_in_the_first_minutes() -> None:
    memory = Memory()
    run_cell(Follower(), prepared(), Task(1, 1, 3), CellProgress(memory))
    assert not memory.states


@pytest.mark.usefixtures("_every_block")
def test_a_learner_that_can_not_be_pickled_runs_on() -> None:
    class Closed(Follower):
        def __reduce__(self) -> Any:
            raise TypeError("not me")

    memory = Memory()
    whole = run_cell(Follower(), prepared(), Task(1, 1, 1))
    assert untimed(run_cell(Closed(), prepared(), Task(1, 1, 1), CellProgress(memory))) == untimed(whole)
    assert not memory.states


@pytest.mark.usefixtures("_every_block")
def test_a_cell_over_its_timeout_is_kept_and_goes_on() -> None:
    memory, task = Memory(), Task(1, 1, 2)
    with pytest.raises(CellTimeoutError, match="took more than 1e-09 seconds; give it a longer --timeout"):
        run_cell(Follower(), prepared(), task, CellProgress(memory, timeout=1e-9))
    goes_on(lambda progress: run_cell(Follower(), prepared(), task, progress), memory.states)
    assert memory.states


def test_a_state_is_read_as_it_was_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = SealedFile(tmp_path, "a.state")
    assert file.read() is None
    file.write(b"some state")
    assert file.read() == b"some state"
    assert SealedFile(tmp_path, "a.state", resume=False).read() is None
    assert not caplog.text


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "other", "folder", "forged"])
def test_a_state_that_is_not_what_was_written_is_left_with_a_word(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = SealedFile(tmp_path, "a.state")
    file.write(b"some state")
    whole = bytearray(file.path.read_bytes())
    match damage:
        case "flip":
            whole[-1] ^= 1
            file.path.write_bytes(whole)
        case "cut":
            file.path.write_bytes(whole[:-3])
        case "empty":
            file.path.write_bytes(b"")
        case "other":
            file = SealedFile(tmp_path, file.path.rename(tmp_path / "b.state").name)
        case "folder":
            file.path.unlink()
            file.path.mkdir()
        case "forged":  # by somebody with another secret
            monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "theirs"))
            file.write(b"some state")
            monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "ours"))
    with caplog.at_level(logging.WARNING):
        assert file.read() is None
    assert "its cell runs from the beginning" in caplog.text


def test_the_secret_is_for_its_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path))
    file = SealedFile(tmp_path, "a.state")
    file.write(b"some state")
    private = tmp_path / "private"
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    private.chmod(0o755)
    assert file.read() is None, "somebody may have read it"
    private.chmod(0o700)
    assert file.read() == b"some state"
    (private / "seal").chmod(0o666)
    assert file.read() is None, "somebody may have written it"


@pytest.mark.parametrize("length", [0, 5])
def test_a_cut_secret_seals_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    """Whoever knows that it is empty could seal a state of their own."""
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path))
    file, secret = SealedFile(tmp_path, "a.state"), tmp_path / "private/seal"
    secret.parent.mkdir(mode=0o700)
    torn = tmp_path / "private/.seal.x.tmp"
    torn.touch()
    os.utime(torn, (0, 0))
    file.write(b"some state")
    assert not torn.exists(), "a killed process left it"
    whole = secret.read_bytes()
    secret.write_bytes(whole[:length])
    file.path.write_bytes(file._seal(whole[:length], b"forged") + b"forged")
    assert file.read() is None
    file.write(b"another")
    assert file.read() == b"another"


def test_a_state_that_can_not_be_unpickled_is_left_with_a_word(caplog: pytest.LogCaptureFixture) -> None:
    whole = run_cell(Follower(), prepared(), Task(1, 1, 1))
    again = run_cell(Follower(), prepared(), Task(1, 1, 1), CellProgress(Memory(b"no pickle")))
    assert untimed(again) == untimed(whole)
    assert "it runs from the beginning" in caplog.text
