"""Losses are counted as they occur, and counting them changes nothing."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn import run
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.datasets.generated.pa_noise import PANoise
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.selective_sampling import ByChance
from onlinelearn.learners.theory.best_line import optimal_error

KINDS = ["pa", "iellip", "winnow", "kernel_pa"]
"""One of each way to keep weights, since compiling takes its time."""


def made(seed: int, n_classes: int) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 3))
    return X / np.linalg.norm(X, axis=1)[:, None], rng.integers(0, n_classes, 40)


def learn(model: Model, X: Floats, y: Any) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("name", KINDS)
def test_counting_losses_changes_no_bit_of_what_is_learned(name: str, n_classes: int) -> None:
    X, y = made(3, n_classes)
    plain, losing = (Model(registry()[name](), n_classes, 3, (1, 2), with_losses=on) for on in (False, True))
    assert learn(plain, X, y) == learn(losing, X, y)
    assert plain.fingerprint() == losing.fingerprint()
    np.testing.assert_array_equal(plain.scores(X), losing.scores(X))
    assert "average_loss" not in plain.measures()


@pytest.mark.parametrize("average", [False, True])
@given(seed=st.integers(0, 2**32), n_classes=st.integers(2, 4))
@settings(deadline=None, max_examples=20)
def test_losses_are_those_of_the_weights_before_each_update(average: bool, seed: int, n_classes: int) -> None:
    """Round by round: the scores of the weights as they stand, the best wrong class, the hinge."""
    X, y = made(seed, n_classes)
    model = Model(PassiveAggressive(average=average), n_classes, 3, with_losses=True)
    plain = Model(PassiveAggressive(), n_classes, 3)
    losses = []
    for i in range(len(y)):
        scores = plain.scores(X[i : i + 1])[0]
        if n_classes == 2:
            eta = scores[0] if y[i] == 1 else -scores[0]
        else:
            eta = scores[y[i]] - max(np.delete(scores, y[i]))
        losses.append(max(0.0, 1.0 - eta))
        learn(plain, X[i : i + 1], y[i : i + 1])
        learn(model, X[i : i + 1], y[i : i + 1])
        known = model.measures()
        assert known["average_loss"] == pytest.approx(np.mean(losses), rel=1e-12)
        assert known["squared_loss"] == pytest.approx(np.sum(np.square(losses)), rel=1e-12)


def test_the_loss_of_a_set_of_labels_is_that_of_its_worst_pair() -> None:
    model = Model(PassiveAggressive(), 3, 2, multilabel=True, with_losses=True)
    learn(model, np.eye(2), np.array([[True, True, False], [False, True, False]]))
    assert model.measures()["squared_loss"] == 2.0


def test_losses_in_pieces_have_the_bits_of_losses_in_one() -> None:
    X, y = made(5, 3)
    whole, pieces = (Model(PassiveAggressive(), 3, 3, with_losses=True) for _ in range(2))
    learn(whole, X, y)
    for part in np.split(np.arange(len(y)), [1, 7, 8]):
        learn(pieces, X[part], y[part])
    assert whole.measures() == pieces.measures()


def test_there_are_no_losses_before_the_first_round_or_without_all_labels() -> None:
    assert "average_loss" not in Model(PassiveAggressive(), 2, 3, with_losses=True).measures()
    X, y = made(1, 2)
    asking = Model(PassiveAggressive(), 2, 3, ask=ByChance(rule="random", rate=0.5), with_losses=True)
    learn(asking, X, y)
    assert "average_loss" not in asking.measures()


def test_a_run_has_losses_and_the_optimal_error_where_there_is_one(tmp_path: Path) -> None:
    config = {
        "datasets": [
            {"name": "pa_noise", "p": 0.2, "n_train": 60, "n_test": 10},
            {"name": "separable", "d": 3, "n_train": 60, "n_test": 10},
        ],
        "learners": {"PA": {"learner": "pa", "variant": "PA"}},
        "metrics": ["average_loss", "squared_loss", "loss_bound", "optimal_error", "curves"],
    }
    result = run(config, out=tmp_path, jobs=1)
    plane, space = list[Any](result.runs.itertuples())
    assert space.loss_bound >= space.squared_loss >= space.mistakes
    assert np.isnan(space.optimal_error)
    assert np.isnan(plane.loss_bound)  # examples of any length, and wrong labels
    data = PANoise(p=0.2, n_train=60, n_test=10).draw(1)
    assert plane.optimal_error == optimal_error(data.X_train, (data.y_train == 1).astype(np.int64))
    curve = pd.read_csv(result.folder / "curves.csv").query("dataset == 'separable'")
    assert curve.average_loss.iloc[0] == 1.0  # the first round begins with w = 0
    assert (curve.squared_loss.diff().iloc[1:] >= 0).all()
    assert curve.squared_loss.iloc[-1] == space.squared_loss
    plain = run(config | {"metrics": ["test_error"]}, out=tmp_path / "plain", jobs=1).runs
    assert plain[["test_error", "mistakes", "updates"]].equals(
        result.runs[["test_error", "mistakes", "updates"]]
    )
