"""Online manifold regularization is gradient descent on J_t: against the oracle, and a derivative."""

from typing import Any

import numpy as np
import pytest

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from tests.interpreted import interpreted
from tests.learners.manifold.oracle import Oracle
from tests.learners.manifold.streams import arcs, learn, modelled, said

LOSSES = ("hinge", "squared", "logistic")
KERNELS: list[dict[str, Any]] = [
    {"kernel": "linear"},
    {"kernel": "polynomial", "degree": 2, "offset": 0.5},
    {"kernel": "rbf", "width": 0.4},
]
GRAPHS: list[dict[str, Any]] = [{"graph": "rbf", "graph_width": 0.3}, {"graph": "knn", "neighbors": 3}]
SCHEDULES: list[dict[str, Any]] = [
    {"schedule": "constant", "rate": 0.05},
    {"schedule": "sqrt", "rate": 0.1, "label_rate": 0.3},
]
MEMORIES: list[dict[str, Any]] = [
    {"buffer": None},
    {"buffer": 7, "evict": "oldest", "atoms": 2},
    {"buffer": 7, "evict": "unlabeled"},
    {"buffer": 4, "atoms": 0},
]

every_loss = pytest.mark.parametrize("loss", LOSSES)
every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=said)
every_graph = pytest.mark.parametrize("graph", GRAPHS, ids=said)
every_memory = pytest.mark.parametrize("memory", MEMORIES, ids=said)


def agree(ours: Any, theirs: Any) -> None:
    scale = max(1.0, float(np.abs(theirs).max()))
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9 * scale)


def follow(given: dict[str, Any], X: Floats, y: Ints) -> None:
    """Both go through the stream round by round: mistakes, f_t and f̄ everywhere, risk, who is kept."""
    last, mean = (OnlineManifold(**given, decides=decides) for decides in ("last", "average"))
    model, oracle = modelled(last, X.shape[1]), Oracle(X, y, last)
    for i in range(len(y)):
        mistake = oracle.round()
        assert learn(model, X[i : i + 1], y[i : i + 1]).mistakes == mistake, f"round {i + 1}"
        agree(model.scores(X)[:, 0], oracle.K @ oracle.alpha)
        agree(mean.scores(model.state, X)[:, 0], oracle.K @ oracle.mean)
        agree(model.measures()["risk"], np.mean(oracle.risks))
        W, n = model.state.W, model.state.W.used[0]
        assert sorted(W.born[:n] - 1) == oracle.kept
        agree(W.f[:n], (oracle.K @ oracle.alpha)[W.born[:n] - 1])
        agree(W.gram[:n, :n], oracle.K[np.ix_(W.born[:n] - 1, W.born[:n] - 1)])


@every_loss
@every_kernel
@every_graph
@every_memory
@pytest.mark.parametrize("schedule", SCHEDULES, ids=said)
def test_a_stream_matches_the_oracle(
    loss: Any, kernel: dict[str, Any], graph: dict[str, Any], memory: dict[str, Any], schedule: dict[str, Any]
) -> None:
    X, y = arcs(1, 30)
    given = {"loss": loss, **kernel, **graph, **memory, **schedule, "lambda1": 0.05, "lambda2": 0.02}
    with interpreted():
        follow(given, X, y)


@every_memory
@pytest.mark.parametrize("d", [1, 2, 9])
def test_a_longer_stream_matches_the_oracle_when_compiled(memory: dict[str, Any], d: int) -> None:
    X, y = arcs(2, 120, d)
    follow({"width": 0.4, "graph_width": 0.3, "lambda1": 0.01, **memory}, X, y)


@every_memory
@every_graph
def test_a_compiled_step_has_the_bits_of_the_python_it_is_written_in(
    memory: dict[str, Any], graph: dict[str, Any]
) -> None:
    X, y = arcs(3, 40, 9)
    compiled, plain = (modelled(OnlineManifold(width=0.4, **graph, **memory), 9) for _ in range(2))
    counts = learn(compiled, X, y)
    with interpreted():
        assert learn(plain, X, y) == counts
    assert plain.fingerprint() == compiled.fingerprint()


def derivative(oracle: Oracle, along: Floats) -> float:
    """d/dε J_t(f_t + ε·g) at 0 by a complex step, which subtracts nothing: exact to rounding."""
    return float(np.imag(oracle.risk(oracle.alpha + 1e-30j * along)) / 1e-30)


@every_loss
@every_kernel
@every_graph
@every_memory
def test_the_step_is_the_derivative_of_the_instantaneous_risk(
    loss: Any, kernel: dict[str, Any], graph: dict[str, Any], memory: dict[str, Any]
) -> None:
    """⟨∂J_t, K(x_j, ·)⟩ = ∂J_t(x_j), for every example of the stream."""
    X, y = arcs(4, 20)
    learner = OnlineManifold(loss=loss, **kernel, **graph, **memory, rate=0.05, lambda1=0.05, lambda2=0.02)
    oracle = Oracle(X, y, learner)
    for _ in range(len(y)):
        oracle.begin()
        moved = [derivative(oracle, representer) for representer in np.eye(len(y))]
        agree(oracle.K @ oracle.gradient(oracle.alpha), moved)
        oracle.past.pop()
        oracle.labels -= y[len(oracle.past)] >= 0
        oracle.round()


@every_kernel
@every_graph
@pytest.mark.parametrize("loss", ["hinge", "squared"])
def test_central_differences_say_the_same_where_the_risk_is_quadratic(
    loss: Any, kernel: dict[str, Any], graph: dict[str, Any]
) -> None:
    """They are exact there; the learner's own f before and after a round is what is compared."""
    X, y = arcs(5, 25)
    learner = OnlineManifold(
        loss=loss, **kernel, **graph, buffer=None, rate=0.05, lambda2=0.02, decides="last"
    )
    model, oracle = modelled(learner, 2), Oracle(X, y, learner)
    compared = 0
    with interpreted():
        for i in range(len(y)):
            before = model.scores(X)[:, 0]
            learn(model, X[i : i + 1], y[i : i + 1])
            after = model.scores(X)[:, 0]
            oracle.round()
            then, h = oracle.past[-1], 0.01
            if loss == "hinge" and y[i] >= 0 and abs(1.0 - oracle.sign * before[i]) < 2 * h * oracle.K.max():
                continue
            # The round is over, and its example among those kept: there the edge is from x_t to itself, 0.
            oracle.kept.remove(i)
            differences = [
                (oracle.risk(then + h * e) - oracle.risk(then - h * e)) / (2 * h) for e in np.eye(len(y))
            ]
            oracle.kept.append(i)
            agree((before - after) / oracle.eta, differences)
            compared += 1
    assert compared > 15
