"""The rest of the family decides and updates as its oracles do, without a compiler; a few are compiled."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given as generated
from hypothesis import settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.cw import CW
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted
from tests.learners.test_oracles import compare, compare_step, compare_whole, streams

FAMILY: list[tuple[str, dict[str, Any]]] = [
    ("romma", {}),
    ("romma", {"aggressive": True}),
    ("alma", {}),
    ("alma", {"alpha": 0.5, "B": 3.0, "p": 5.0}),
    ("pnorm_perceptron", {"p": 2.0}),
    ("pnorm_perceptron", {"p": 6.5}),
    ("eg", {}),
    ("eg", {"balanced": False, "loss": "squared_hinge", "rate": 0.01}),
    ("eg", {"loss": "logistic", "total": 3.0}),
    ("ogd", {}),
    ("ogd", {"rate": 0.3, "decay": "constant", "loss": "logistic"}),
    ("ogd", {"decay": "inverse", "loss": "squared_hinge"}),
    ("pegasos", {}),
    ("pegasos", {"penalty": 0.3, "project": False}),
    ("adagrad", {}),
    ("adagrad", {"loss": "logistic", "delta": 1.0, "rate": 2.0}),
    ("ftrl_proximal", {"l1": 0.5, "l2": 0.1}),
    ("ftrl_proximal", {"loss": "hinge", "alpha": 1.0}),
    ("banditron", {"gamma": 0.3}),
    ("cw", {}),
    ("cw", {"form": "variance", "confidence": 0.9, "matrix": "diagonal"}),
    ("nherd", {"C": 0.5}),
    ("nherd", {"matrix": "diagonal", "diagonal": "exact"}),
    ("nherd", {"matrix": "diagonal", "diagonal": "drop"}),
    ("nherd", {"matrix": "diagonal", "diagonal": "project", "C": 2.0}),
    ("narow", {}),
    ("narow", {"b": 3.0, "matrix": "diagonal"}),
    ("online_newton", {}),
    ("online_newton", {"gamma": 0.5, "a": 3.0, "loss": "squared_hinge", "matrix": "diagonal"}),
]
IDS = [f"{name} {' '.join(f'{k}={v}' for k, v in given.items())}" for name, given in FAMILY]


@pytest.mark.parametrize(("name", "given"), FAMILY, ids=IDS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_random_streams_match_the_oracle(name: str, given: dict[str, Any], n_classes: int) -> None:
    for X, y in streams(n_classes):
        compare(name, given, X[:70], y[:70], n_classes)


def test_cw_stands_still_where_nothing_is_left_of_its_variances() -> None:
    """Wrong labels square its variances one after the other, and soon their inverse would be no number."""
    n = 300
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(n, 2)), rng.integers(0, 2, n)
    model = Model(CW(confidence=0.9, matrix="diagonal"), 2, 2)
    with interpreted():
        counts = model.learn(X, y, np.arange(n), np.zeros(n, np.bool_))
    assert np.isfinite(model.weights()).all()
    assert 2 < (counts.updates or 0) < n / 2


@pytest.mark.parametrize(("name", "given"), FAMILY, ids=IDS)
def test_whole_streams_of_public_data_agree(name: str, given: dict[str, Any]) -> None:
    compare_whole("iris", name, given)


@pytest.mark.parametrize(("name", "given"), FAMILY, ids=IDS)
@generated(data=st.data(), n_classes=st.integers(2, 4), d=st.integers(1, 9))
@settings(max_examples=15, deadline=None)
def test_a_step_from_any_state_matches_the_oracle(
    name: str, given: dict[str, Any], data: st.DataObject, n_classes: int, d: int
) -> None:
    reach = 10.0 if name == "eg" else 1e3  # an exponent has its limits
    compare_step(name, given, data, n_classes, d, reach)


KINDS: list[tuple[str, dict[str, Any]]] = [
    ("nearest_mean", {}),
    ("romma", {"average": True}),
    ("alma", {"p": 3.0}),
    ("eg", {"average": True}),
    ("ftrl_proximal", {"l1": 0.3, "average": True}),
    ("nherd", {"matrix": "diagonal"}),
]
"""One of each way to keep what is learnt, since compiling takes its time."""


@pytest.mark.parametrize("case", KINDS, ids=str)
def test_compiled_it_has_the_same_bits(case: tuple[str, dict[str, Any]]) -> None:
    """Sparse rows compiled against dense ones interpreted."""
    name, given = case
    rng = np.random.default_rng(6)
    X, y = np.where(rng.uniform(size=(60, 9)) < 0.5, rng.normal(size=(60, 9)), 0.0), rng.integers(0, 3, 60)
    compiled, plain = (Model(registry()[name](**given), 3, 9) for _ in range(2))
    order, rows = np.arange(60), csr_matrix(X)
    counts = compiled.learn(rows, y, order, np.zeros(60, np.bool_))  # type: ignore[arg-type]
    with interpreted():
        assert plain.learn(X, y, order, np.zeros(60, np.bool_)) == counts
        assert compiled.scores(X).tobytes() == plain.scores(X).tobytes()
    assert compiled.fingerprint() == plain.fingerprint()
