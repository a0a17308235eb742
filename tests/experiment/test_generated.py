"""Experiments on generated data: a draw for each permutation, and none without need."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from onlinelearn import run
from onlinelearn.base.replay_data import Replay, ReplayRequest
from onlinelearn.config import parse_config
from onlinelearn.datasets.generated.separable import Separable
from onlinelearn.experiment import worklist
from onlinelearn.experiment.cell_store import store_beside
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.experiment.replays import compute_replays
from onlinelearn.experiment.result import Result
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive

SEPARABLE = {"name": "separable", "d": 4, "n_train": 40, "n_test": 30, "flips": 4, "seed": 5}
RECIPE = Separable(d=4, n_train=40, n_test=30, flips=4, seed=5)


def config(**keys: object) -> dict[str, object]:
    learners = {"Perceptron": "perceptron", "PA": {"learner": "pa", "C": 0.5}}
    return {
        "dataset": SEPARABLE,
        "learners": learners,
        "protocol": {"permutations": 3, "seed": 2},
        "figures": [],
        **keys,
    }


def look_at(given: Mapping[str, object], out: Path) -> worklist.Worklist:
    experiment = parse_config(given, name="experiment", where="config", folder=out)
    return worklist.make_worklist(experiment, store_beside(out))


def kept_cells(out: Path) -> list[str]:
    return sorted(key for key, _ in store_beside(out).places() if key)


def measured(result: Result, dataset: str, learner: str) -> list[tuple[int, float | None, int]]:
    rows = [row for row in result.rows if (row.condition, row.learner) == (dataset, learner)]
    return [(row.permutation, row.test_error, row.mistakes) for row in rows]


def test_each_permutation_learns_from_a_draw_of_its_own(tmp_path: Path) -> None:
    result = run(config(), out=tmp_path, jobs=2)
    assert not result.failures
    by_hand = []
    for permutation in (1, 2, 3):
        drawn = RECIPE.draw(permutation)
        y_train, y_test = ((y == 1).astype(np.int64) for y in (drawn.y_train, drawn.y_test))
        data = Prepared(drawn.X_train, y_train, drawn.X_test, y_test, 2)
        last = run_cell(PassiveAggressive(C=0.5), data, Task(2, permutation, 1)).epochs[-1]
        by_hand.append((permutation, last.test_error, last.mistakes))
    assert measured(result, "separable", "PA") == by_hand


def test_what_is_cached_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(config(), out=tmp_path)

    def draw(self: Separable, number: int) -> None:
        raise AssertionError("drawn without need")

    monkeypatch.setattr(Separable, "draw", draw)
    assert not look_at(config(), tmp_path).missing
    assert len(look_at(config(dataset={**SEPARABLE, "seed": 6}), tmp_path).missing) == 6
    again = run(config(), out=tmp_path)
    assert again.digest == first.digest
    assert again.n_cached == 6, "three permutations of both learners, and no simpler baselines"


def test_only_a_batch_of_data_is_held_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch ends with the first data that fill it, and the results know nothing of batches."""
    (whole,) = look_at(config(), tmp_path).batches()
    one_draw = whole.jobs[0].data.size_in_memory
    for held, sizes in ((1, [1, 1, 1]), (one_draw + 1, [2, 1])):
        monkeypatch.setattr(worklist, "BATCH_BYTES", held)
        batches = [batch.jobs for batch in look_at(config(), tmp_path).batches() if batch.jobs]
        assert [len({id(job.data) for job in jobs}) for jobs in batches] == sizes
        assert sum(map(len, batches)) == len(whole.jobs) == 6
    assert (
        run(config(), out=tmp_path / "many").digest
        == run(config(), out=tmp_path / "one", fresh=True, jobs=1).digest
    )


def test_cells_that_are_alike_run_once(tmp_path: Path) -> None:
    twice = {"A": "perceptron", "B": {"learner": "perceptron", "rate": 1.0}, "C": "mira"}
    result = run(config(learners=twice), out=tmp_path)
    assert len(look_at(config(learners=twice), tmp_path / "new").missing) == len(kept_cells(tmp_path))
    assert measured(result, "separable", "A") == measured(result, "separable", "B")
    assert len(measured(result, "separable", "B")) == 3


def test_cells_that_are_alike_fail_alike(tmp_path: Path) -> None:
    rows = [f"{sign}1e200,{sign}1e200,{label}" for label, sign in (("x", ""), ("y", "-"))] * 20
    (tmp_path / "huge.csv").write_text("\n".join(["a,b,kind", *rows]) + "\n")
    huge = {"path": str(tmp_path / "huge.csv"), "label": "kind"}
    result = run(config(dataset=huge, learners={"A": "pa", "B": "pa"}), out=tmp_path / "out", on_error="keep")
    failed = {what for what in result.failures if ", A, " in what or ", B, " in what}
    assert failed == {f"huge, {learner}, permutation {number}" for learner in "AB" for number in (1, 2, 3)}


def test_the_manifest_vouches_for_what_was_drawn(tmp_path: Path) -> None:
    result = run(config(), out=tmp_path)
    manifest = json.loads((result.folder / "manifest.json").read_text())
    assert manifest["data_digests"] == {"separable": RECIPE.digest}
    assert manifest["config"]["datasets"] == [{"name": "separable", **RECIPE.model_dump()}]


def test_a_target_holds_for_data_as_they_were_drawn(tmp_path: Path) -> None:
    plain, scaled = (look_at(config(preprocess=steps), tmp_path) for steps in ([], [{"name": "minmax"}]))
    found = plain.prepared(plain.cells[2]).target
    assert found is not None
    np.testing.assert_array_equal(found, RECIPE.draw(3).target)
    assert scaled.prepared(scaled.cells[2]).target is None


def test_a_replay_is_the_first_permutation_again(tmp_path: Path) -> None:
    result = run(config(), out=tmp_path)
    first = next(row for row in result.rows if row.learner == "PA")
    request = ReplayRequest("separable", "PA")
    again = compute_replays([request], look_at(config(), tmp_path))[request]
    assert isinstance(again, Replay)
    np.testing.assert_array_equal(again.X, RECIPE.draw(1).X_train)
    assert len(again.moments) == first.updates


def test_readings_of_one_data_set_are_prepared_each_in_its_own_way(tmp_path: Path) -> None:
    readings = {"choices": {"scaling": {"key": "preprocess", "values": [["minmax"], ["center"]]}}}
    result = run(config(readings=readings), out=tmp_path)
    for reading, steps in (("", []), (" | scaling=minmax", ["minmax"]), (" | scaling=center", ["center"])):
        alone = run(config(preprocess=steps), out=tmp_path / "alone", fresh=True)
        assert measured(result, f"separable{reading}", "PA") == measured(alone, "separable", "PA")


def test_the_record_of_claims_counts_the_cells_of_the_map_of_readings(tmp_path: Path) -> None:
    """C of PA is nothing to a claim about the Perceptron alone."""
    changed = {"choices": {"C": {"key": "learners.PA.C", "values": [0.1, 0.2]}}}
    alone = {"source": "s", "says": "s", "holds": "Perceptron.mistakes < 1000", "always": True}
    beside = {"source": "s", "says": "s", "holds": "PA.mistakes < Perceptron within 1000", "always": True}
    for readings, expected in ((changed, (4, 2)), ({}, None)):
        result = run(config(readings=readings, claims={"alone": alone, "beside": beside}), out=tmp_path)
        found = json.loads((result.folder / "claims.json").read_text()).get("map_of_readings")
        assert expected == (found and (found["reproduced"], found["same as written"]))


def test_readings_run_what_they_share_once(tmp_path: Path) -> None:
    readings = {"choices": {"C": {"key": "learners.PA.C", "values": [0.1, 0.2]}}}
    todo = look_at(config(readings=readings), tmp_path)
    perceptrons = [cell for cell in todo.missing if cell.learner.learner == "perceptron"]
    assert len(perceptrons) == 3
    assert len([cell for cell in todo.cells if cell.learner.learner == "perceptron"]) == 9


def test_readings_read_the_data_once(tiny: Path, tmp_path: Path) -> None:
    own = {"path": str(tiny.with_name("tiny.csv")), "label": "kind"}
    readings = {"choices": {"C": {"key": "learners.PA.C", "values": [0.1, 0.2]}}}
    held = look_at(config(dataset=own, readings=readings), tmp_path / "out").datasets
    assert len(held) == 3
    assert len({id(data) for data in held.values()}) == 1


def test_an_ordered_set_is_not_shuffled_and_makes_iellip_break_its_printed_bound(tmp_path: Path) -> None:
    """MATH.md's counterexample: unit x, d = 400, γ = .05, 5 flipped labels: 2003 mistakes, not 645."""
    given = config(
        dataset={"name": "orthonormal", "d": 400, "passes": 5, "flips": 5},
        learners={"IELLIP": {"learner": "iellip", "b": 0.3, "c": 0.1, "margin": 0.05}},
        protocol={"permutations": 2},
    )
    result = run(given, out=tmp_path)
    assert [mistakes for _, _, mistakes in measured(result, "orthonormal", "IELLIP")] == [2003, 2003]
