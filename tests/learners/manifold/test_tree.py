"""The random-projection tree: a partition of the plane, and what a leaf that changes does to f."""

import copy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.manifold.buffer import receive
from onlinelearn.learners.manifold.leaf_splits import route
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.learners.manifold.tree_manifold import TreeManifold, fall
from tests.interpreted import interpreted
from tests.learners.manifold.oracle import near
from tests.learners.manifold.streams import arcs, learn, learnt, modelled, said

WIDTHS: dict[str, Any] = {"width": 0.4, "graph_width": 0.3}
KINDS: list[dict[str, Any]] = [
    {"covariance": covariance, "edges": edges}
    for covariance in ("diagonal", "full")
    for edges in ("exact", "cheap")
]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=said)


def same_function(tree: Model, full: Model, X: Floats) -> None:
    np.testing.assert_allclose(tree.scores(X), full.scores(X), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(tree.measures()["risk"], full.measures()["risk"], rtol=1e-9)


@every_kind
@pytest.mark.parametrize("decides", ["average", "last"])
@pytest.mark.parametrize("d", [1, 2, 5])
@interpreted()
def test_leaves_of_one_example_are_the_full_graph(kind: dict[str, Any], decides: Any, d: int) -> None:
    """Points that come twice share a leaf, and count twice."""
    X, y = arcs(0, 60, d)
    tree = learnt(TreeManifold(leaf_size=1, leaves=None, decides=decides, **WIDTHS, **kind), X, y)
    same_function(tree, learnt(OnlineManifold(buffer=None, decides=decides, **WIDTHS), X, y), X)
    assert tree.measures()["support_size"] == len(np.unique(X, axis=0)) < len(X)


@pytest.mark.parametrize("loss", ["hinge", "squared", "logistic"])
@pytest.mark.parametrize("kernel", ["linear", "polynomial", "rbf"])
@pytest.mark.parametrize("schedule", ["constant", "sqrt"])
def test_so_they_are_for_every_loss_and_kernel(loss: Any, kernel: Any, schedule: Any) -> None:
    X, y = arcs(1, 30, 3)
    shared: dict[str, Any] = {
        **{"loss": loss, "kernel": kernel, "schedule": schedule, "degree": 2, "offset": 0.5},
        **{"rate": 0.05, "lambda1": 0.05, "lambda2": 0.02, "label_rate": 0.3},
    }
    with interpreted():
        tree = learnt(TreeManifold(leaf_size=1, leaves=None, **WIDTHS, **shared), X, y)
        same_function(tree, learnt(OnlineManifold(buffer=None, **WIDTHS, **shared), X, y), X)


@every_kind
def test_a_compiled_step_has_the_bits_of_the_python_it_is_written_in(kind: dict[str, Any]) -> None:
    X, y = arcs(2, 50, 9)
    compiled, plain = (modelled(TreeManifold(leaves=8, **WIDTHS, **kind), 9) for _ in range(2))
    counts = learn(compiled, X, y)
    with interpreted():
        assert learn(plain, X, y) == counts
    assert plain.fingerprint() == compiled.fingerprint()


@given(
    seed=st.integers(0, 2**32),
    leaves=st.integers(1, 30),
    leaf_size=st.integers(1, 6),
    n=st.integers(1, 80),
    d=st.integers(1, 3),
)
@settings(deadline=None, max_examples=60)
def test_every_leaf_is_reached_by_one_path_and_there_are_no_more_than_allowed(
    seed: int, leaves: int, leaf_size: int, n: int, d: int
) -> None:
    X, y = arcs(seed, n, d)
    state = learnt(TreeManifold(leaves=leaves, leaf_size=leaf_size, **WIDTHS), X, y).state
    held, inner = int(state.W.used[0]), int(state.splits.used[0])
    assert held == inner + 1 <= leaves
    children = state.splits.child[:inner].ravel().tolist()
    # Every node but the first is the child of one, and so is every leaf; with one leaf it is the root.
    expected = [*range(1, inner), *(~leaf for leaf in range(held))] if inner else []
    assert sorted(children) == sorted(expected)
    assert state.leaves.size[:held].sum() == pytest.approx(n)
    assert {route(state.splits, x)[0] for x in X} <= set(range(held))


def test_a_leaf_lies_on_its_own_side_of_every_cut_above_it() -> None:
    """Where leaves are points: each mean finds itself."""
    X, y = arcs(3, 70)
    state = learnt(TreeManifold(leaf_size=1, leaves=None, **WIDTHS), X, y).state
    for leaf in range(state.W.used[0]):
        assert route(state.splits, state.W.rows[leaf])[0] == leaf


def test_a_leaf_of_equal_points_is_not_split_until_another_comes() -> None:
    X = np.array([[1.0, 2.0]] * 9 + [[1.5, 2.0]])
    model = modelled(TreeManifold(leaf_size=2, **WIDTHS), 2)
    for held, part in ((1, X[:9]), (2, X[9:])):
        learn(model, part, np.full(len(part), -1))
        assert model.measures()["support_size"] == held
    assert sorted(model.state.leaves.size[:2].tolist()) == [1.0, 9.0]


@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("covariance", ["diagonal", "full"])
def test_a_leaf_has_the_mean_and_covariance_of_its_examples(d: int, covariance: Any) -> None:
    X, y = arcs(4, 50, d)
    state = learnt(TreeManifold(leaf_size=1000, covariance=covariance, **WIDTHS), X, y).state
    expected = np.cov(X.T, bias=True).reshape(d, d)
    found = state.leaves.spread[0]
    np.testing.assert_allclose(state.W.rows[0], X.mean(axis=0), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(
        found if covariance == "diagonal" else found.reshape(d, d),
        np.diag(expected) if covariance == "diagonal" else expected,
        rtol=1e-9,
        atol=1e-12,
    )
    assert state.leaves.size[0] == 50


def test_other_permutations_have_other_directions_and_the_same_ones_the_same() -> None:
    X, y = arcs(5, 60)
    learner = TreeManifold(leaf_size=2, **WIDTHS)
    models = [Model(learner, 2, 2, key) for key in ((0, 1), (0, 1), (0, 2))]
    for model in models:
        learn(model, X, y)
    first, again, other = (model.fingerprint() for model in models)
    assert first == again != other


def apart(a: Floats, b: Floats, width: float) -> float:
    """The distance of K(a, ·) from the line of K(b, ·): what a projection on that alone leaves."""
    return float(np.sqrt(max(0.0, 1.0 - near(a[None], b[None], width)[0, 0] ** 2)))


@pytest.mark.parametrize("kind", KINDS[::2], ids=said)
@pytest.mark.parametrize("leaf_size", [1, 2, 5])
def test_a_leaf_that_moves_or_parts_changes_f_by_no_more_than_projections_do(
    kind: dict[str, Any], leaf_size: int
) -> None:
    """‖f' - f‖ ≤ |α_x| d(x, μ') + A d(μ, μ') + A d(μ', a half), A = |α_leaf| + |α_x|; one atom each."""
    X, y = arcs(6, 60)
    learner = TreeManifold(leaf_size=leaf_size, leaves=20, atoms=1, **WIDTHS, **kind)
    model = modelled(learner, 2)
    changed = parted = 0
    with interpreted():
        falling = link(fall, "test", model.layers(X))
        received = link(receive, "test", model.layers(X))
        for i in range(len(X)):
            learn(model, X[i : i + 1], y[i : i + 1])
            state = copy.deepcopy(learner.reserve_rounds(model.state, 1))
            W, n = state.W, int(state.W.used[0])
            x = X[(i + 1) % len(X)] + 0.01
            received(W, x)
            W.alpha[n] = 0.7
            before, old = W.rows[: n + 1].copy(), W.alpha[: n + 1].copy()
            leaf = route(state.splits, x)[0]
            size, mean = state.leaves.size[leaf], before[leaf]
            falling(state, learner.constants(), i + 2, x)
            held = int(W.used[0])
            rows = np.vstack([before, W.rows[:held]])
            difference = np.concatenate([-old, W.alpha[:held]])
            change = np.sqrt(max(0.0, difference @ near(rows, rows, 0.4) @ difference))
            new, A = mean + (x - mean) / (size + 1.0), abs(old[leaf]) + 0.7
            bound = 0.7 * apart(x, new, 0.4) + A * apart(mean, new, 0.4)
            if held == n + 1 and not (W.rows[:held] == before).all():
                parted += 1
                bound += A * apart(new, W.rows[n], 0.4)
            assert change <= bound + 1e-6, f"round {i + 2}"
            changed += change > 1e-6
    assert changed > 20 or leaf_size == 1
    assert parted > 0 or leaf_size == 1
