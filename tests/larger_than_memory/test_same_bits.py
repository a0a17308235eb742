"""Data that stay in files give the same bits as in memory, whatever the format, the blocks and the order."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onlinelearn.base import large_arrays
from onlinelearn.base.arrays import is_sparse
from onlinelearn.config import parse_config
from onlinelearn.datasets.choice import own
from onlinelearn.datasets.formats import svmlight_file
from onlinelearn.datasets.own_data import load_own
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.datasets.resplit import of_permutation
from onlinelearn.datasets.stored import content
from onlinelearn.datasets.stored.stored_rows import StoredRows
from onlinelearn.experiment.blockwise_model import BlockwiseModel
from onlinelearn.experiment.cells import cells
from onlinelearn.experiment.preparation import prepared
from onlinelearn.experiment.protocol import Outcome, Task, begin
from onlinelearn.experiment.tuning import run_candidates
from onlinelearn.learners import registry
from onlinelearn.numerics import rng
from onlinelearn.numerics.sums import column_means, column_sums, column_sums_of, column_variances
from tests.interpreted import interpreted
from tests.larger_than_memory.small_files import FORMATS, numbers, small_blocks

QUICK = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "cache"))


def dense(X: Any) -> np.ndarray:
    rows = X[:] if isinstance(X, StoredRows) else X
    return np.asarray(rows.toarray() if is_sparse(rows) else rows)


@QUICK
@given(st.integers(0, 2**40), st.integers(1, 3000), st.integers(1, 70))
def test_a_large_permutation_is_the_small_one(seed: int, n: int, rows: int) -> None:
    whole = rng.permutation((seed,), n)
    with patch.object(large_arrays, "LARGE", 64 * rows):
        assert np.array_equal(rng.permutation((seed,), n), whole)


@QUICK
@given(st.integers(1, 400), st.integers(1, 5), st.integers(1, 20), st.integers(0, 9))
def test_sums_in_blocks_are_those_of_all_rows(n: int, d: int, rows: int, seed: int) -> None:
    X = np.random.default_rng(seed).normal(size=(n, d))
    centred = X - column_sums(X) / n
    with small_blocks(rows):
        assert np.array_equal(column_sums_of(X, np.square), column_sums(X * X))
        assert np.array_equal(column_means(X), column_sums(X) / n)
        assert np.array_equal(column_variances(X), column_sums(centred * centred) / n)


STEPS = {
    "parquet": ("one_hot", "standardize", "mean_norm", "unit_norm", "bias"),
    "csv": ("center", "minmax", "max_abs"),
    "svmlight": ("max_abs", "tfidf", "mean_norm", "unit_norm", "bias"),
}


PARTS: dict[str, dict[str, object]] = {
    "last rows": {"order": "file"},
    "one split": {"split": {"train": 0.7, "seed": 3}},
    "a split each": {},
    "no test": {"split": {"train": 1.0}},
}


@QUICK
@given(
    st.sampled_from(sorted(FORMATS)),
    st.integers(20, 120),
    st.integers(1, 40),
    st.sampled_from(sorted(PARTS)),
    st.booleans(),
)
def test_prepared_rows_are_those_of_memory(
    tmp_path: Path, form: str, n: int, rows: int, parted: str, sparse: bool
) -> None:
    entry = FORMATS[form](tmp_path / f"{form}{n}{rows}{parted}", *numbers(n, seed=n))
    entry |= PARTS[parted]
    steps = [PreprocessingStep(name) for name in STEPS[form]]
    # Sparse rows are made dense where they are few: both ways are looked at.
    most = 0 if sparse else svmlight_file.DENSE
    with patch.object(svmlight_file, "DENSE", most), patch.object(content, "DENSE", most):
        whole = prepared(steps, of_permutation(load_own(own(entry)), 2))
        with small_blocks(rows):
            again = prepared(steps, of_permutation(load_own(own(entry | {"in_memory": False})), 2))
            assert isinstance(again.X_train, StoredRows)
            assert np.array_equal(dense(whole.X_train), dense(again.X_train))
            assert np.array_equal(dense(whole.X_test), dense(again.X_test))
    assert np.array_equal(whole.y_train, again.y_train)
    assert np.array_equal(whole.y_test, again.y_test)
    assert whole.n_classes == again.n_classes


PROTOCOLS: dict[str, dict[str, object]] = {
    "shuffled": {"epochs": 2},
    "file": {"order": "file", "epochs": 2},
    "delayed": {"delay": 7, "epochs": 2},
    "few labels": {"label_rate": 0.5},
}


METRICS = ("test_error", "labels", {"windowed_error": {"window": 9}})


def outcome(
    entry: dict[str, object],
    protocol: dict[str, object],
    learner: dict[str, object],
    metrics: Sequence[object] = METRICS,
) -> Outcome:
    config = {
        "title": "t",
        "dataset": entry,
        "preprocess": ["unit_norm"],
        "learners": {"one": learner},
        "protocol": {"permutations": 1, **protocol},
        "metrics": list(metrics),
    }
    cell = cells(parse_config(config, name="t", where="t", folder=Path()))[0]
    data = prepared(cell.preprocess, of_permutation(load_own(own(entry)), 1))
    with interpreted():
        return run_candidates(cell.learner.entry.make, cell.learner.candidates, data, cell.task)


def measured(found: Outcome) -> object:
    """All that must be the same, so not the times; of a tuned learner also the scores."""
    curve = [(at.round, at.mistakes, at.updates, at.chain, at.extra) for at in found.curve]
    epochs = [(each.test_error, each.online_error, each.support) for each in found.epochs]
    return curve, epochs, found.tuning and (found.tuning.scores, found.tuning.hindsight)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("learner", ["pa", "arow", "kernel_perceptron"])
def test_a_stream_from_files_is_that_from_memory(tmp_path: Path, protocol: str, learner: str) -> None:
    entry = FORMATS["csv"](tmp_path / "own", *numbers(60, seed=1)) | {"drop": ["day"]}
    chosen = PROTOCOLS[protocol]
    whole = outcome(entry, chosen, {"learner": learner})
    with small_blocks(7):
        again = outcome(entry | {"in_memory": False}, chosen, {"learner": learner})
    assert measured(again) == measured(whole)


LOSSES = ("online_error", "average_loss")
KINDS: dict[str, dict[str, Any]] = {
    "averaged": {"learner": {"learner": "perceptron", "average": True}},
    "asking": {"learner": {"learner": "iellip", "ask": {"rule": "random", "rate": 0.5}}},
    "with losses": {"learner": {"learner": "pa"}, "metrics": LOSSES},
    "regression": {
        "learner": {"learner": "pa_regression"},
        "metrics": ("online_error", "test_rmse"),
        "data": {"task": "regression", "target": "x1", "drop": ["day", "y"]},
    },
    "tuned": {
        "learner": {"learner": "pa", "C": {"tune": [0.01, 0.1, 1.0]}},
        "protocol": {"tune": {"by": "online_error"}, "epochs": 2},
        "metrics": ("test_error", "online_error"),
    },
}


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_whatever_is_learnt_and_measured(tmp_path: Path, kind: str, n_classes: int) -> None:
    X, y = numbers(60, seed=2)
    y = np.where((X[:, 1] > 5.0) & (n_classes > 2), "perhaps", y)
    given = KINDS[kind]
    entry = FORMATS["csv"](tmp_path / "own", X, y) | {"drop": ["day"], **given.get("data", {})}
    rest = given.get("protocol", {}), given["learner"], given.get("metrics", METRICS)
    whole = outcome(entry, *rest)
    with small_blocks(7):
        again = outcome(entry | {"in_memory": False}, *rest)
    assert measured(again) == measured(whole)


@pytest.mark.parametrize("steps", [(), ("unit_norm",)], ids=["as they lie", "unit norms"])
@pytest.mark.parametrize("order", ["file", "shuffled"])
def test_many_blocks_in_one_call_are_all_rows_in_one_call(
    tmp_path: Path, steps: tuple[str, ...], order: str
) -> None:
    entry = FORMATS["parquet"](tmp_path / "own", *numbers(60, seed=1))
    entry |= {"drop": ["kind"], **PARTS["no test"]}
    chosen = [PreprocessingStep(name) for name in steps]
    marks = []
    for in_memory in (True, False):
        with small_blocks(7), interpreted():
            data = prepared(chosen, of_permutation(load_own(own(entry | {"in_memory": in_memory})), 1))
            model = begin(registry()["pa"](), data, Task(1, 1, 1))
            n = len(data.y_train)
            rows = np.arange(n) if order == "file" else rng.permutation((1,), n)
            touched, missed = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
            counts = model.learn(data.X_train, data.y_train, rows, touched, None, missed)
        marks.append((counts, touched.tolist(), missed.tolist(), model.fingerprint()))
    assert marks[0] == marks[1]
    assert isinstance(model, BlockwiseModel)
