"""Running from Python: learners of one's own, failures, resumption, and what decides a result."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier

from onlinelearn import run
from onlinelearn.base import files
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import OlrunError
from onlinelearn.config import load_config, parse_config
from onlinelearn.experiment.cells import Cell, cells, key
from onlinelearn.experiment.protocol import Prepared, Task, checkpoints, run_cell, stretches
from onlinelearn.experiment.result import copied_runs
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.catalog import Catalog, given_from_python
from onlinelearn.learners.engine.model import Model
from onlinelearn.numerics import rng
from tests.config.outcomes import parsed
from tests.interpreted import interpreted


class Majority:
    """A learner in plain Python: predicts the label it has seen most."""

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.counts: dict[int, int] = {}

    def partial_fit(self, X: Floats, y: Ints) -> Self:
        for label in y:
            self.counts[int(label)] = self.counts.get(int(label), 0) + 1
        return self

    def predict(self, X: Floats) -> Ints:
        best = max(self.counts, key=lambda label: self.counts[label])
        return np.full(len(X), best)


class Broken(Majority):
    """Fails in the middle of the stream."""

    def partial_fit(self, X: Floats, y: Ints) -> Self:
        if sum(self.counts.values()) == 10:
            raise RuntimeError("out of luck")
        return super().partial_fit(X, y)


def config(tiny: Path, **learners: dict[str, Any]) -> dict[str, object]:
    return {
        "dataset": {"path": str(tiny.with_name("tiny.csv")), "label": "kind"},
        "learners": learners,
        "protocol": {"permutations": 2},
    }


def test_a_learner_of_ones_own_runs_in_the_same_protocol(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, PA={"learner": "pa"}, Most={"learner": "majority", "start": 3})
    result = run(given, out=tmp_path, jobs=2, learners={"majority": Majority})
    assert not result.failures
    mine = [row for row in result.rows if row.learner == "Most"]
    assert [(row.updates, row.support) for row in mine] == [(None, None)] * 2
    assert all(0 < row.mistakes <= 72 for row in mine)
    assert result.runs.updates.isna().sum() == 2
    again = run(given, out=tmp_path, jobs=1, learners={"majority": Majority})
    assert again.n_cached == 3, (
        "PA's cells and the first of its baseline: what decides a foreign learner's result can't be known"
    )
    assert again.digest == result.digest


def test_scikit_learns_learners_run_too(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, SGD={"learner": "sgd", "alpha": {"grid": [0.001, 0.01]}, "random_state": 0})
    result = run(given, out=tmp_path, jobs=1, learners={"sgd": SGDClassifier})
    assert not result.failures
    assert {row.learner for row in result.rows} == {"SGD alpha=0.001", "SGD alpha=0.01"}


def test_a_failing_cell_does_not_take_the_others_with_it(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, Bad={"learner": "broken"}, PA={"learner": "pa"})
    result = run(given, out=tmp_path, jobs=1, learners={"broken": Broken}, on_error="keep")
    assert {row.learner for row in result.rows} == {"PA"}
    assert list(map(str, result.failures.values())) == ["out of luck"] * 2
    assert all(what.startswith("tiny, Bad, permutation") for what in result.failures)


class Picky(Majority):
    """Refuses to be made."""

    def __init__(self) -> None:
        raise ValueError("not today")


def test_a_learner_that_cannot_be_made_does_not_take_the_others_with_it(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, Bad={"learner": "picky"}, PA={"learner": "pa"})
    result = run(given, out=tmp_path, learners={"picky": Picky}, on_error="keep")
    assert {row.learner for row in result.rows} == {"PA"}
    assert list(map(str, result.failures.values())) == ["not today"] * 2


def test_a_data_set_that_cannot_be_prepared_does_not_take_the_others_with_it(
    tiny: Path, tmp_path: Path
) -> None:
    narrow = tmp_path / "narrow.csv"
    narrow.write_text("a,kind\n" + "".join(f"{i},{'xyz'[i % 3]}\n" for i in range(30)))
    given = config(tiny, PA={"learner": "pa"})
    given["datasets"] = [{"path": str(narrow), "label": "kind"}, given.pop("dataset")]
    given["preprocess"] = [{"name": "pca", "n_components": 2}]
    result = run(given, out=tmp_path / "out", on_error="keep")
    assert {row.dataset for row in result.rows} == {"tiny"}
    assert list(result.failures) == ["narrow"]


def test_a_write_that_fails_leaves_no_manifest_to_vouch_for_it(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tiny, out=tmp_path / "out")

    def full(path: Path, content: bytes | str) -> None:
        raise OlrunError(f"cannot write {path}: No space left on device")

    monkeypatch.setattr(files, "write", full)
    with pytest.raises(OlrunError, match="No space"):
        run(tiny, out=tmp_path / "out")
    assert not (tmp_path / "out/tiny/manifest.json").exists()


def test_a_damaged_cell_is_made_anew(tiny: Path, tmp_path: Path) -> None:
    first = run(tiny, out=tmp_path / "out")
    (kept,) = (tmp_path / "out/.cells").iterdir()
    lines = kept.read_bytes().splitlines(keepends=True)
    lines[0] = lines[0].replace(b"e", b"f", 1)
    lines[1] = b"\n"
    lines[2] = b"\xff\x00\n"
    kept.write_bytes(b"".join(lines))
    second = run(tiny, out=tmp_path / "out")
    assert second.n_cached == first.n_cached + len(lines) - 3
    assert second.digest == first.digest


def first_cell(path: Path, *overrides: str) -> Cell:
    return cells(load_config(path, overrides))[0]


def test_a_key_covers_all_that_decides_and_nothing_else(tiny: Path) -> None:
    base = key(first_cell(tiny), "digest")
    assert key(first_cell(tiny, "title=other", "figures=[]"), "digest") == base
    for change in ("learners.PA.C=2", "protocol.seed=8", "protocol.epochs=3", "preprocess=[]"):
        assert key(first_cell(tiny, change), "digest") != base, change
    assert key(first_cell(tiny), "other digest") != base


def test_what_decides_a_foreign_learners_result_cannot_be_known(tiny: Path) -> None:
    given = config(tiny, Most={"learner": "majority"})
    foreign = parse_config(
        given,
        name="x",
        where="config",
        folder=tiny.parent,
        catalog=Catalog(given_from_python({"majority": Majority})),
    )
    assert [key(cell, "digest") for cell in cells(foreign)] == [None, None]


def prepared(n: int = 50, n_classes: int = 3) -> Prepared:
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(2 * n, 4)), rng.integers(0, n_classes, 2 * n)
    return Prepared(X[:n].copy(), y[:n], X[n:].copy(), y[n:], n_classes)


@pytest.mark.parametrize(
    "name",
    [name for name, each in registry().items() if each.kind == "classification" and not each.unlabeled],
)
def test_a_cell_counts_as_a_plain_loop_does(name: str) -> None:
    """The protocol again, by hand: orders, counters that add up, support, test error."""
    data, task = prepared(), Task(seed=5, permutation=2, epochs=3, extra=("balanced_error",))
    outcome = run_cell(registry()[name](), data, task)
    model = Model(registry()[name](), 3, 4, (5, 2))
    mistakes, updates, support = 0, 0, set()
    for number, epoch in enumerate(outcome.epochs, start=1):
        for i in rng.permutation((rng.ORDER, 5, 2, number), 50):
            counts = model.learn(data.X_train, data.y_train, np.array([i]), np.zeros(50, np.bool_))
            mistakes += counts.mistakes
            updates += counts.updates or 0
            support |= {int(i)} if counts.updates else set()
        wrong = model.scores(data.X_test).argmax(axis=1) != data.y_test
        assert (epoch.mistakes, epoch.updates, epoch.support) == (mistakes, updates, len(support))
        assert epoch.online_error == mistakes / (50 * number)
        assert epoch.test_error == wrong.mean()
        by_class = [wrong[data.y_test == k].mean() for k in range(3)]
        assert epoch.extra["balanced_error"] == pytest.approx(np.mean(by_class))


def test_a_model_may_learn_from_the_test_part_while_it_is_tested() -> None:
    """Mistakes on a given sequence: a copy predicts and learns, row by row, and the model stays as it was."""
    data = prepared()
    with interpreted():
        online = run_cell(PassiveAggressive(), data, Task(5, 2, 2, test="online"))
        frozen = run_cell(PassiveAggressive(), data, Task(5, 2, 2))
        for epoch in (1, 2):
            model = Model(PassiveAggressive(), 3, 4, (5, 2))
            for number in range(1, epoch + 1):
                order = rng.permutation((rng.ORDER, 5, 2, number), 50)
                model.learn(data.X_train, data.y_train, order, np.zeros(50, np.bool_))
            wrong = 0
            for i in range(len(data.y_test)):
                wrong += int(model.predict(data.X_test[i : i + 1])[0] != data.y_test[i])
                model.learn(data.X_test, data.y_test, np.array([i]), np.zeros(len(data.y_test), np.bool_))
            assert online.epochs[epoch - 1].test_error == wrong / len(data.y_test)
    assert [point.chain for point in online.curve] == [point.chain for point in frozen.curve]
    assert online.predictions == frozen.predictions
    assert [epoch.test_error for epoch in online.epochs] != [epoch.test_error for epoch in frozen.epochs]


def test_runs_in_a_fixed_order_are_copies_of_one() -> None:
    """A learner that draws nothing repeats itself; one that starts at random does not."""
    config = {"dataset": "usps", "learners": {"P": "perceptron"}, "protocol": {"permutations": 3}}
    own = cells(parsed(config))
    for ordered, expected in ((True, {("usps", "P"): {2: 1, 3: 1}}), (False, {})):
        data = replace(prepared(), ordered=ordered)
        with interpreted():
            outcomes = {cell: run_cell(Perceptron(), data, cell.task) for cell in own}
        assert copied_runs(own, outcomes) == expected


def test_the_curve_ends_at_the_totals() -> None:
    outcome = run_cell(registry()["pa"](), prepared(), Task(1, 1, 3))
    last, totals = outcome.curve[-1], outcome.epochs[-1]
    assert (last.round, last.mistakes, last.updates) == (150, totals.mistakes, totals.updates)
    assert [point.round for point in outcome.curve] == sorted({*checkpoints(150), 50, 100, 150})


def test_chains_agree_just_as_long_as_the_weights_do() -> None:
    """A label changed in round 60 is seen at the first checkpoint from there on, and never before."""
    data, task = prepared(), Task(1, 1, 2)
    order = np.concatenate([rng.permutation((rng.ORDER, 1, 1, epoch), 50) for epoch in (1, 2)])
    model = Model(PassiveAggressive(), 3, 4, (1, 1))
    weights: list[bytes] = []
    changed: list[bytes] = []
    other = Model(PassiveAggressive(C=0.4), 3, 4, (1, 1))
    for i in order:
        for each, seen in ((model, weights), (other, changed)):
            each.learn(data.X_train, data.y_train, np.array([i]), np.zeros(50, np.bool_))
            seen.append(each.fingerprint())
    parted = next(t for t in range(100) if weights[t] != changed[t]) + 1
    pairs = zip(
        run_cell(PassiveAggressive(), data, task).curve,
        run_cell(PassiveAggressive(C=0.4), data, task).curve,
        strict=True,
    )
    for one, two in pairs:
        assert (one.chain == two.chain) == (one.round < parted)


def test_stretches_put_together_are_the_orders() -> None:
    pieces = list(stretches(Task(3, 2, 3), 100))
    orders = [rng.permutation((rng.ORDER, 3, 2, epoch), 100) for epoch in (1, 2, 3)]
    np.testing.assert_array_equal(np.concatenate([piece for piece, _ in pieces]), np.concatenate(orders))
    assert sum(ends for _, ends in pieces) == 3


def test_checkpoints_rise_to_the_end() -> None:
    for total in (1, 2, 9, 10, 11, 12345):
        rounds = list(checkpoints(total))
        assert rounds == sorted(set(rounds))
        assert (rounds[0], rounds[-1]) == (1, total)
        assert len(rounds) < 60


def test_time_per_update_is_that_of_the_run_and_blank_without_an_update(tmp_path: Path) -> None:
    learners = {"PA": "pa", "still": {"learner": "pa", "margin": 0}, "mine": "mine"}
    config = {"dataset": "separable", "learners": learners, "metrics": ["microseconds_per_update"]}
    result = run(config, out=tmp_path, learners={"mine": Majority})
    found = {row.learner: row.extra["microseconds_per_update"] for row in result.rows}
    (pa,) = [row for row in result.rows if row.learner == "PA"]
    assert found == {"PA": 1e6 * pa.seconds / (pa.updates or 0), "still": None, "mine": None}
