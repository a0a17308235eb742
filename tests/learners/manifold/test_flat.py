"""A round with a buffer or a tree costs the same however late, in memory and in multiplications."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from onlinelearn.experiment.measures.cost_measures import CostMeter
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.learners.manifold.tree_manifold import TreeManifold
from tests.learners.manifold.streams import arcs, learn, modelled

TAU = 20
WIDTHS: dict[str, Any] = {"width": 0.4, "graph_width": 0.3}
BOUNDED = [
    pytest.param(OnlineManifold(buffer=TAU, evict="oldest", **WIDTHS), id="buffer"),
    pytest.param(OnlineManifold(buffer=TAU, **WIDTHS), id="buffer of labeled ones"),
    pytest.param(TreeManifold(leaves=TAU, **WIDTHS), id="tree"),
]


def arrays(state: Any) -> Iterator[Any]:
    for part in state:
        if isinstance(part, np.ndarray):
            yield part
        elif isinstance(part, tuple):
            yield from arrays(part)


def held(state: Any) -> int:
    return sum(array.nbytes for array in arrays(state))


@pytest.mark.parametrize("learner", BOUNDED)
def test_a_hundred_times_as_many_rounds_take_no_more_memory(learner: Any) -> None:
    X, y = arcs(0, 1000)
    model = modelled(learner, 2)
    learn(model, X, y)
    memory, places = held(model.state), [array.ctypes.data for array in arrays(model.state)]
    for _ in range(99):
        learn(model, X, y)
    assert model.state.rounds[0] == 100_000
    assert held(model.state) == memory < 40_000
    assert [array.ctypes.data for array in arrays(model.state)] == places, "nothing was allocated"


def growth(learner: Any, start: int) -> float:
    """The slope of log operations per example against log t from round `start` on."""
    X, y = arcs(1, 3000)
    y = np.where(y < 0, 0, y)
    points = run_cell(learner, Prepared(X, y, X[:1], y[:1], 2), Task(1, 1, 1, ("operations",))).curve
    late = [(p.round, p.extra["operations"] or 0.0) for p in points if p.round >= start]
    rounds, operations = np.array(late).T
    return float(np.polyfit(np.log(rounds), np.log(operations), 1)[0])


@pytest.mark.parametrize("learner", BOUNDED)
def test_operations_per_example_are_flat_once_it_is_full(learner: Any) -> None:
    assert abs(growth(learner, 4 * TAU)) < 0.05


def test_operations_per_example_grow_with_the_full_graph() -> None:
    """Squared, where all labels are shown: each edge changes a coefficient, and that all values."""
    assert growth(OnlineManifold(buffer=None, **WIDTHS), 4 * TAU) > 1.5


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_operations_are_those_that_a_plain_count_finds(kernel: Any) -> None:
    """Every example has a label and a loss, every edge a weight: all coefficients change in all rounds."""
    d, tau, atoms, rounds = 3, 4, 2, 9
    rng = np.random.default_rng(0)
    X, y = 0.1 * rng.normal(size=(rounds, d)) + 1.0, rng.integers(0, 2, rounds)
    learner = OnlineManifold(kernel=kernel, buffer=tau, atoms=atoms, rate=0.01)
    model = modelled(learner, d)
    learn(model, X, y)
    expected = 0
    for t in range(1, rounds + 1):
        n = min(t - 1, tau)
        expected += (n + 1) * d + n  # kernels with all and itself; f(x)
        expected += n * d if kernel != "rbf" and n else 0  # distances; the RBF kernel has them
        expected += 3 * n  # of each edge: the pull, its square, its share
        expected += n  # ‖f‖²
        expected += 2 * (n + 1) + (n + 1) * (n + 1)  # α and f(x_i) shrink; each change in each value
        if n == tau:  # all of them and the new one: each atom is looked for and taken off
            expected += atoms * 2 * (n + 1) + (n + 1)
    assert model.measures()["operations"] == expected


def test_the_meter_gives_costs_of_each_stretch() -> None:
    meter = CostMeter(["operations", "microseconds"])
    first: dict[str, float | None] = {"operations": 100.0}
    second: dict[str, float | None] = {"operations": 160.0}
    meter.read(first, 0.5, 10)
    meter.read(second, 0.25, 20)
    assert first == {"operations": 10.0, "microseconds": 5e4}
    assert second == {"operations": 3.0, "microseconds": 1.25e4}
    untimed: dict[str, float | None] = {"operations": None}
    CostMeter(["operations"]).read(untimed, 1.0, 1)
    assert untimed == {"operations": None}, "one that counts nothing"
