"""Sparse examples: the bits of dense ones, at the cost of the features that are not zero."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array, csr_matrix

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.engine.ball import CenterLearner
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.selective_sampling import ByMargin
from onlinelearn.learners.engine.sparse import readable, row, score, squared_length
from onlinelearn.learners.manifold.manifold_learner import ManifoldLearner
from tests.interpreted import FEW, interpreted

COMPILED = FEW | {"arow", "pa_regression", "winnow"}
"""One of each way that a step walks the features which are not zero."""

ABLE = [name for name, learner in registry().items() if learner.sparse]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in ABLE),
    ("perceptron", {"multiclass": "uniform"}),
    ("perceptron", {"multiclass": "proportional", "rate": 0.3}),
    ("perceptron", {"average": True, "init": "normal"}),
    ("perceptron", {"average": True}),
    ("pa", {"variant": "PA-II", "average": True}),
    ("pa_regression", {"variant": "PA", "average": True}),
    ("lms", {"normalized": True, "average": True}),
    ("lms_regression", {"normalized": True, "average": True}),
    ("mira", {"average": True}),
    ("winnow", {"average": True, "balanced": True}),
    ("winnow", {"balanced": True, "alpha": 1.3}),
    ("arow", {"matrix": "diagonal"}),
    ("arow", {"matrix": "diagonal", "average": True, "r": 0.3}),
    ("scw", {"matrix": "diagonal"}),
    ("sop", {"matrix": "diagonal"}),
    ("sop", {"matrix": "diagonal", "average": True, "a": 0.3}),
    ("romma", {"aggressive": True, "average": True}),
    ("alma", {"p": 3.0, "average": True}),
    ("pnorm_perceptron", {"p": 2.0}),
    ("eg", {"balanced": False, "average": True}),
    ("ogd", {"loss": "logistic", "average": True}),
    ("pegasos", {"project": False, "average": True}),
    ("adagrad", {"loss": "squared_hinge", "average": True}),
    ("ftrl_proximal", {"l1": 0.3, "average": True}),
    ("cw", {"matrix": "diagonal"}),
    ("cw", {"matrix": "diagonal", "form": "variance"}),
    ("cw", {"matrix": "diagonal", "average": True}),
    ("scw", {"matrix": "diagonal", "average": True}),
    ("nherd", {"matrix": "diagonal", "average": True}),
    ("nherd", {"matrix": "diagonal", "diagonal": "drop"}),
    ("narow", {"matrix": "diagonal"}),
    ("narow", {"matrix": "diagonal", "average": True}),
    ("online_newton", {"matrix": "diagonal", "average": True}),
    # Of the kernel learners, only the Perceptron is compiled here.
    ("kernel_pa", {"kernel": "rbf", "width": 2.0}),
    ("kernel_pa", {"kernel": "rbf", "budget": 5, "evict": "smallest"}),
    ("kernel_pa", {"budget": 5, "evict": "random"}),
    ("kernel_mira", {"kernel": "rbf", "budget": 5}),
    ("forgetron", {"kernel": "rbf", "budget": 5}),
    ("projectron", {"kernel": "rbf", "budget": 5}),
    ("bpa", {"kernel": "rbf", "budget": 5}),
    ("norma", {"kernel": "rbf", "budget": 5}),
]
CLASSES = {"classification": (2, 3, 9), "regression": (2,)}
"""A regressor has one column of weights, as a classifier for two classes."""


def targets(name: str, y: Ints) -> Any:
    """What the learner is told: class numbers, or numbers."""
    return y if registry()[name].kind == "classification" else y - 0.3


def test_all_take_them_but_those_that_change_every_weight_in_a_round() -> None:
    """The ellipsoids do, unless their matrix is diagonal. So does a ball: it moves in all coordinates.

    Nor do those that measure distances between examples.
    """
    others = {name: learner for name, learner in registry().items() if name not in ABLE}
    dense = EllipsoidLearner | CenterLearner | ManifoldLearner
    assert all(issubclass(each, dense) for each in others.values())
    assert {"perceptron", "voted_perceptron", "pa", "mira", "lms", "winnow"} <= set(ABLE)
    assert {"pa_regression", "lms_regression"} <= set(ABLE)


def drawn(seed: int, n: int, d: int, n_classes: int, share: float) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    X = np.where(rng.uniform(size=(n, d)) < share, rng.normal(size=(n, d)), 0.0)
    return X, rng.integers(0, n_classes, n)


def learnt(name: str, settled: dict[str, Any], X: Any, y: Ints, n_classes: int) -> tuple[Any, bytes, bytes]:
    """All that a model shows of itself."""
    model = Model(registry()[name](**settled), n_classes, X.shape[1], (1, 2))
    counts = model.learn(X, targets(name, y), np.arange(len(y)), np.zeros(len(y), np.bool_))
    return counts, model.fingerprint(), model.scores(X).tobytes()


@pytest.mark.parametrize(
    ("name", "settled", "n_classes"),
    [(name, settled, n) for name, settled in VARIANTS for n in CLASSES[registry()[name].kind]],
    ids=str,
)
@given(seed=st.integers(0, 2**32), d=st.integers(1, 40), share=st.sampled_from([0.05, 0.3, 1.0]))
@settings(deadline=None, max_examples=8)
def test_sparse_and_dense_rows_give_the_same_bits(
    name: str, settled: dict[str, Any], n_classes: int, seed: int, d: int, share: float
) -> None:
    X, y = drawn(seed, 40, d, n_classes, share)
    dense = learnt(name, settled, X, y, n_classes)
    assert learnt(name, settled, csr_matrix(X), y, n_classes) == dense


CLASSIFY = [
    (name, settled)
    for name, settled in VARIANTS
    if registry()[name].kind == "classification" and not issubclass(registry()[name], KernelLearner)
]


def check_other_rounds(name: str, settled: dict[str, Any], n_classes: int) -> None:
    X, y = drawn(5, 60, 30, n_classes, 0.3)
    for more in ({"with_losses": True}, {"ask": ByMargin(rule="margin", b=0.5)}):
        seen = []
        for rows in (X, csr_matrix(X)):
            model = Model(registry()[name](**settled), n_classes, 30, (1, 2), **more)
            counts = model.learn(rows, y, np.arange(60), np.zeros(60, np.bool_))  # type: ignore[arg-type]
            seen.append((counts, model.fingerprint(), model.measures()))
        assert seen[0] == seen[1]


@pytest.mark.parametrize(("name", "settled"), CLASSIFY, ids=str)
@pytest.mark.parametrize("n_classes", [2, 3])
@interpreted()
def test_so_do_rounds_whose_losses_are_counted_or_whose_labels_are_asked_for(
    name: str, settled: dict[str, Any], n_classes: int
) -> None:
    check_other_rounds(name, settled, n_classes)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_compiled_such_rounds_do_too(n_classes: int) -> None:
    """For one learner, with all that can be asked of it: each is four loops to compile."""
    check_other_rounds("pa", {"variant": "PA-II", "average": True}, n_classes)


def test_duplicate_unsorted_and_stored_zeros_are_one_and_the_same_matrix() -> None:
    X, y = drawn(3, 30, 20, 2, 0.3)
    whole = csr_array(X)
    columns = np.concatenate(
        [[19, 4], whole.indices[: whole.indptr[1]][::-1], whole.indices[whole.indptr[1] :]]
    )
    first = whole.data[: whole.indptr[1]][::-1]
    values = np.concatenate([[0.0, 0.0], first, whole.data[whole.indptr[1] :]])
    messy = csr_array((values, columns, np.concatenate([[0], whole.indptr[1:] + 2])), shape=X.shape)
    before = messy.data.tobytes()
    assert learnt("pa", {}, messy, y, 2) == learnt("pa", {}, X, y, 2)
    assert messy.data.tobytes() == before


@pytest.mark.parametrize("number", [-1, 20, 2**31 - 1])
@interpreted()
def test_features_that_there_are_not_are_refused(number: int) -> None:
    X, y = drawn(3, 30, 20, 2, 0.3)
    broken = csr_matrix(X)
    at = broken.indptr[7] if number < 0 else broken.indptr[8] - 1
    broken.indices[at] = number
    with pytest.raises(LearnerError, match="number outside of 0 to 19"):
        learnt("pa", {}, broken, y, 2)


@interpreted()
def test_features_that_there_are_not_are_refused_where_their_label_is_late() -> None:
    """The row is learnt from in this call, and was predicted in another one."""
    X, y = drawn(3, 30, 20, 2, 0.3)
    broken: Any = csr_matrix(X)
    broken.indices[broken.indptr[8] - 1] = 60
    model = Model(registry()["pa"](), 2, 20)
    marks = np.zeros(30, np.bool_), np.zeros(30, np.bool_)
    with pytest.raises(LearnerError, match="number outside of 0 to 19"):
        model.learn_delayed(broken, y, np.arange(3), np.array([-1, 7, -1]), *marks)


def test_features_of_any_width_are_the_same() -> None:
    X, y = drawn(3, 30, 20, 2, 0.3)
    wide = csr_matrix(X)
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    assert learnt("pa", {}, wide, y, 2) == learnt("pa", {}, X, y, 2)


@interpreted()
def test_a_squared_length_is_that_of_the_row_itself() -> None:
    """It is kept from scoring a row, and must not be taken for that of another one."""
    X = readable(csr_matrix(np.array([[1.0, 2.0], [0.0, 3.0]])))
    W, s = np.zeros((2, 1)), np.zeros(1)
    one, other = row(X, 0), row(X, 1)
    score(W, one, s)
    assert (squared_length(other), squared_length(one)) == (9.0, 5.0)
    score(W, other, s)
    assert (squared_length(one), squared_length(other)) == (5.0, 9.0)


@pytest.mark.parametrize("name", [name for name in registry() if name not in ABLE])
def test_the_others_say_that_they_want_dense_rows(name: str) -> None:
    X, y = drawn(0, 5, 3, 2, 0.5)
    rows: Any = csr_matrix(X)
    model = Model(registry()[name](), 2, 3)
    for use in (lambda: model.learn(rows, y, np.arange(5), np.zeros(5, np.bool_)),
                lambda: model.scores(rows)):  # fmt: skip
        with pytest.raises(LearnerError, match="dense rows") as caught:
            use()
        assert "\n" not in str(caught.value)
