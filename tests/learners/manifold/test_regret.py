"""Regret: the mean of the instantaneous risks, and the least risk that any f has on the same prefix."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.experiment.protocol import Checkpoint, Prepared, Task, revealed, run_cell, stretches
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.manifold.batch_manifold import BatchManifold
from onlinelearn.learners.manifold.batch_risk import minimum, problem
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.learners.manifold.tree_manifold import TreeManifold
from tests.interpreted import interpreted
from tests.learners.manifold.dense import batch_risk, solved
from tests.learners.manifold.oracle import Oracle
from tests.learners.manifold.streams import arcs, learn

NAMES = ("risk", "batch_risk", "regret")
SHARED: dict[str, Any] = {"width": 0.4, "graph_width": 0.3, "lambda1": 0.02, "lambda2": 0.05}
X, Y = arcs(0, 60, rate=1.0)
DATA = Prepared(X, Y, X, Y, 2)
TASK = Task(seed=3, permutation=2, epochs=2, extra=NAMES, labels=ShownLabels(0.4, "independent"))


def curve(learner: Any, task: Task = TASK) -> list[Checkpoint]:
    return list(run_cell(learner, DATA, task).curve)


@pytest.mark.parametrize(
    "learner",
    [OnlineManifold(buffer=None, **SHARED), OnlineManifold(buffer=9, **SHARED), TreeManifold(**SHARED)],
    ids=["full", "buffer", "tree"],
)
@pytest.mark.parametrize("task", [TASK, Task(3, 2, 1, NAMES)], ids=["some labels", "all labels"])
@interpreted()
def test_regret_is_what_the_stream_cost_above_the_least_risk(learner: Any, task: Task) -> None:
    """Along the same rows, with the same labels hidden; risks of the stream by the learner itself."""
    shown = revealed(task, DATA)
    y = Y if shown is None else np.where(shown, Y, -1)
    rows = np.empty(0, np.int64)
    model = Model(learner, 2, 2, (task.seed, task.permutation))
    for point, (stretch, _) in zip(curve(learner, task), stretches(task, len(Y)), strict=True):
        rows = np.append(rows, stretch)
        learn(model, X[stretch], y[stretch])
        assert point.round == len(rows)
        if not (y[rows] >= 0).any():
            assert point.extra["regret"] is point.extra["batch_risk"] is None
            continue
        risk, least, regret = (point.extra[name] for name in NAMES)
        assert risk is not None
        assert least is not None
        assert risk == model.measures()["risk"]
        assert regret == risk - least
        if point.round in (5, 30, 60, 120):
            assert least == pytest.approx(solved(BatchManifold(**SHARED), X[rows], y[rows]).risk, rel=1e-6)


def test_the_batch_learner_has_the_risk_that_others_are_held_against() -> None:
    last = curve(OnlineManifold(**SHARED), Task(1, 1, 1, NAMES))[-1]
    assert last.extra["batch_risk"] == pytest.approx(minimum(problem(BatchManifold(**SHARED), X, Y)).risk)


@interpreted()
def test_who_has_no_risk_or_another_graph_has_no_regret() -> None:
    others = [PassiveAggressive(), BatchManifold(**SHARED)]
    for other in others:
        assert set(curve(other)[-1].extra.values()) == {None}
    near = curve(OnlineManifold(graph="knn", neighbors=3, **SHARED))[-1].extra
    assert near["risk"] is not None
    assert near["batch_risk"] is near["regret"] is None


@given(
    seed=st.integers(0, 2**32),
    n=st.integers(2, 25),
    loss=st.sampled_from(["hinge", "squared", "logistic"]),
    kernel=st.sampled_from(["linear", "rbf"]),
    lambdas=st.tuples(st.floats(0.0, 2.0), st.floats(0.0, 2.0)),
)
@settings(deadline=None, max_examples=60)
def test_the_batch_risk_of_any_f_is_the_mean_of_its_instantaneous_risks(
    seed: int, n: int, loss: Any, kernel: Any, lambdas: tuple[float, float]
) -> None:
    X, y = arcs(seed, n)
    y[0] = 1
    lambda1, lambda2 = lambdas
    learner = OnlineManifold(
        **{"loss": loss, "kernel": kernel, "graph_width": 0.3, "lambda1": lambda1, "lambda2": lambda2},
        label_rate=float((y >= 0).mean()),
    )
    f = np.random.default_rng(seed).normal(size=n)
    oracle, risks = Oracle(X, y, learner, hoard=True), []
    for _ in range(n):
        oracle.round()
        oracle.kept.pop()  # J_t has the edges to the earlier examples
        risks.append(float(oracle.risk(f)))
        oracle.kept.append(oracle.x)
    assert np.mean(risks) == pytest.approx(batch_risk(learner, X, y, f), rel=1e-9, abs=1e-12)


def test_regret_per_round_falls_along_a_stream() -> None:
    """η ~ 1/√t: it is O(1/√T)."""
    X, y = arcs(1, 800, rate=1.0)
    data = Prepared(X, y, X[:1], y[:1], 2)
    learner = OnlineManifold(**SHARED, buffer=None, label_rate=0.2, rate=0.1)
    task = Task(1, 1, 1, NAMES, labels=ShownLabels(0.2, "stratified"))
    points = {point.round: point.extra["regret"] for point in run_cell(learner, data, task).curve}
    early, late = points[min(t for t in points if t >= 30)], points[800]
    assert early is not None
    assert late is not None
    assert 0.0 < late < 0.7 * early
