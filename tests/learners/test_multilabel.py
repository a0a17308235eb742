"""Sets of labels: the same learners, with r the worst of the set and q the best outside (sec. 2.4)."""

from collections.abc import Callable
from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given as generated
from hypothesis import settings
from hypothesis import strategies as st
from scipy.sparse import coo_array, csr_matrix
from sklearn.utils import get_tags

import onlinelearn
from onlinelearn.base.arrays import Bools, Floats
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.cellip import CELLIP
from onlinelearn.learners.algorithms.perceptron import Perceptron, Spread
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.label_sets import look as look_relevant
from onlinelearn.learners.engine.model import Counts, Model
from tests.interpreted import FEW
from tests.learners.oracles import ORACLES, Oracle
from tests.learners.test_oracles import CLOSE, VARIANTS
from tests.learners.test_successors import SUCCESSORS

COMPILED = FEW | {"cellip", "perceptron"}

CLASSIFIERS = {name: each for name, each in registry().items() if each.kind == "classification"}
RANKERS = {name: each for name, each in CLASSIFIERS.items() if each.multilabel}
CASES = [
    (name, given)
    for name, given in VARIANTS + SUCCESSORS
    if name in RANKERS and not issubclass(RANKERS[name], KernelLearner)
]
IDS = [f"{name} {' '.join(f'{k}={v}' for k, v in given.items())}" for name, given in CASES]


class OfSets(Oracle):
    """An oracle's other base: a row of W for each label, and (z, η) from a set of them."""

    def __post_init__(self) -> None:
        self.W = np.zeros((self.n_classes, self.n_features))

    @property
    def binary(self) -> bool:
        return False

    def right(self, y: Any) -> list[int]:
        return np.flatnonzero(y).tolist()

    def direction(self, x: Floats, y: Any) -> tuple[Floats, float, float]:
        z = np.zeros_like(self.W)
        inside, outside = np.flatnonzero(y), np.flatnonzero(~y)
        if not len(inside) or not len(outside):
            return z, np.inf, np.inf
        s = self.scores(x)
        r, q = inside[np.argmin(s[inside])], outside[np.argmax(s[outside])]
        z[r], z[q] = x, -x
        rivals = [(k, r) for k in inside if k != r] + [(k, q) for k in outside if k != q]
        return z, float(s[r] - s[q]), min((self.apart(s, *pair) for pair in rivals), default=np.inf)


def of_sets(name: str) -> Callable[..., Oracle]:
    return type(name, (ORACLES[name], OfSets), {})


def learn(model: Model, X: Floats, Y: Bools) -> Counts:
    return model.learn(X, Y, np.arange(len(X)), np.zeros(len(X), np.bool_))


def sets_of_labels(n_classes: int, d: int, seed: int = 0) -> tuple[Floats, Bools]:
    """Sets that can be learnt, with noise; some empty, some full; some rows zero or repeated."""
    rng = np.random.default_rng((seed, n_classes, d))
    X = rng.normal(size=(120, d))
    Y = X @ rng.normal(size=(d, n_classes)) + 0.3 * rng.normal(size=(120, n_classes)) > 0.0
    Y[3::29], Y[5::31] = False, True
    X[::17], X[1::13] = 0.0, X[0]
    return X, Y


@pytest.mark.parametrize(("name", "given"), CASES, ids=IDS)
@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_streams_of_sets_match_the_oracle(name: str, given: dict[str, Any], n_classes: int) -> None:
    compared = 0
    for d in (1, 3, 8):
        X, Y = sets_of_labels(n_classes, d)
        model = Model(registry()[name](**given), n_classes, d, multilabel=True)
        oracle = of_sets(name)(n_classes, d, **given)
        for i in range(len(X)):
            happened = oracle.round(X[i], Y[i])
            counts = learn(model, X[i : i + 1], Y[i : i + 1])
            if happened.gap < CLOSE:
                break
            assert (counts.mistakes, counts.updates) == (happened.mistake, happened.updated), f"round {i}"
            ours = model.weights()
            np.testing.assert_allclose(ours, oracle.W, rtol=1e-9, atol=1e-9 * np.abs(oracle.W).max())
            compared += 1
    assert compared > 120


SPREADS = [("perceptron", {"multiclass": spread}) for spread in ("uniform", "proportional")]


@pytest.mark.parametrize(("name", "given"), [*((name, {}) for name in RANKERS), *SPREADS])
@pytest.mark.parametrize("n_classes", [3, 6])
def test_one_label_in_each_set_is_multiclass_bit_by_bit(
    name: str, given: dict[str, Any], n_classes: int
) -> None:
    rng = np.random.default_rng(n_classes)
    X, y = rng.normal(size=(150, 5)), rng.integers(0, n_classes, 150)
    Y = np.eye(n_classes, dtype=np.bool_)[y]
    sets = Model(RANKERS[name](**given), n_classes, 5, multilabel=True)
    plain = Model(RANKERS[name](**given), n_classes, 5)
    for i in range(len(X)):
        one = slice(i, i + 1)
        counts = plain.learn(X[one], y[one], np.array([0]), np.zeros(1, np.bool_))
        assert learn(sets, X[one], Y[one]) == counts
        assert sets.fingerprint() == plain.fingerprint(), f"round {i}"


@generated(
    s=st.lists(st.integers(-2, 2).map(float), min_size=2, max_size=7),
    marks=st.integers(0, 127),
)
@settings(deadline=None)
def test_r_is_the_worst_of_the_set_and_q_the_best_outside(s: list[float], marks: int) -> None:
    """Ties, frequent among these scores, go to the lowest index."""
    K = len(s)
    relevant = np.array([bool(marks >> k & 1) for k in range(K)])
    inside = [k for k in range(K) if relevant[k]]
    outside = [k for k in range(K) if not relevant[k]]
    expected: tuple[int, int, float] = (-1, -1, np.inf)
    if inside and outside:
        r, q = min(inside, key=lambda k: (s[k], k)), min(outside, key=lambda k: (-s[k], k))
        expected = (r, q, s[r] - s[q])
    assert look_relevant(np.array([*s, 9.0]), K, relevant) == expected  # the 9 is padding


@pytest.mark.parametrize("name", RANKERS)
@pytest.mark.parametrize("whole", [False, True])
def test_an_empty_or_full_set_teaches_nothing_and_is_no_mistake(name: str, whole: bool) -> None:
    X, Y = sets_of_labels(4, 3)
    model = Model(RANKERS[name](), 4, 3, multilabel=True)
    learn(model, X, Y)
    before = model.fingerprint()
    assert learn(model, X, np.full_like(Y, whole)) == (0, 0)
    assert model.fingerprint() == before


def ranked(seed: int, gamma: float, n_classes: int) -> tuple[Floats, Bools]:
    """‖z‖ ≤ 1, and some ‖U‖ = 1 ranks every set ahead of the rest by γ."""
    rng = np.random.default_rng(seed)
    U = rng.normal(size=(n_classes, 6))
    U /= np.sqrt((U * U).sum())
    X = rng.normal(size=(800, 6))
    X /= np.sqrt(2.0) * np.linalg.norm(X, axis=1)[:, None]
    S = X @ U.T
    ordered = np.sort(S, axis=1)
    gaps = np.diff(ordered, axis=1)
    wide = gaps.max(axis=1) >= gamma
    below = ordered[np.arange(len(S)), gaps.argmax(axis=1)]  # each set is what stands above the widest gap
    return np.ascontiguousarray(X[wide]), (below[:, None] < S)[wide]


@generated(seed=st.integers(0, 2**32), gamma=st.floats(0.1, 0.4), n_classes=st.integers(2, 5))
@settings(deadline=None, max_examples=30)
def test_cellip_keeps_its_bound_on_sets_that_some_weights_rank(
    seed: int, gamma: float, n_classes: int
) -> None:
    """MATH.md's bound, and no round is infeasible."""
    a = 0.5
    model = Model(CELLIP(a=a, margin=gamma), n_classes, 6, multilabel=True)
    mistakes, _ = learn(model, *ranked(seed, gamma, n_classes))
    rest = (1 - a) * gamma
    assert mistakes <= 2 * (log(rest) - log(1 + rest)) / log(1 - (a * gamma) ** 2 / (1 + rest) ** 2)
    assert model.learner.measures(model.state)["infeasible"] == 0


@generated(seed=st.integers(0, 2**32), gamma=st.floats(0.1, 0.4), n_classes=st.integers(2, 5))
@settings(deadline=None, max_examples=30)
def test_the_perceptron_keeps_novikoffs_bound_on_sets_that_some_weights_rank(
    seed: int, gamma: float, n_classes: int
) -> None:
    """However the step is shared: it is a mean of pairs, each with margin γ, and no longer than any z."""
    X, Y = ranked(seed, gamma, n_classes)
    spreads: tuple[Spread, ...] = ("max", "uniform", "proportional")
    for spread in spreads:
        model = Model(Perceptron(multiclass=spread), n_classes, 6, multilabel=True)
        mistakes, _ = learn(model, X, Y)
        assert mistakes <= 1.0 / gamma**2, spread


@pytest.mark.parametrize("spread", ["uniform", "proportional"])
def test_the_perceptron_moves_only_labels_in_the_wrong_order(spread: Spread) -> None:
    """Scores 3, 1, 2, 0 with the set {1, 3}: label 0 is ahead of both, 2 of both; by 2, 3 and 1, 2."""
    model = Model(Perceptron(multiclass=spread, rate=2.0), 5, 1, multilabel=True)
    model.state.W[0, :5] = [3.0, 1.0, 2.0, 0.0, -1.0]
    learn(model, np.array([[1.0]]), np.array([[False, True, False, True, False]]))
    moved = model.weights()[:, 0] - [3.0, 1.0, 2.0, 0.0, -1.0]
    parts = {"uniform": [-2 / 4, 2 / 4, -2 / 4, 2 / 4, 0], "proportional": [-5 / 8, 3 / 8, -3 / 8, 5 / 8, 0]}
    np.testing.assert_allclose(moved, 2.0 * np.array(parts[spread]), rtol=1e-15)


NAMES = np.array(["art", "law", "war", "zoo"])
X, Y = sets_of_labels(4, 3)
LISTS = [NAMES[row].tolist() for row in Y]


def made(y: Any, **options: Any) -> Any:
    return onlinelearn.IELLIP(b=0.9).partial_fit(X, y, **options)


@pytest.mark.parametrize(
    "written",
    [
        Y.astype(int),
        Y.astype(float),
        Y.tolist(),
        tuple(map(tuple, Y.astype(int).tolist())),
        list(Y),
        csr_matrix(Y),
        coo_array(Y.astype(np.int8)),
        LISTS,
        tuple(map(tuple, LISTS)),
        list(map(set, LISTS)),
        list(map(frozenset, LISTS)),
        np.array(LISTS, dtype=object),
        [NAMES[row] for row in Y],
        [np.flatnonzero(row) for row in Y],
        [set(np.flatnonzero(row).tolist()) for row in Y],
    ],
    ids=str.split(
        "ints floats bools tuples arrays csr coo lists label-tuples sets frozensets objects label-arrays "
        "int-arrays int-sets"
    ),
)
def test_every_way_to_write_the_sets_gives_the_same_bits(written: Any) -> None:
    expected, ours = made(Y), made(written)
    assert ours.coef_.tobytes() == expected.coef_.tobytes()
    assert (ours.n_mistakes_, ours.n_updates_) == (expected.n_mistakes_, expected.n_updates_)
    assert ours.classes_.tolist() in ([0, 1, 2, 3], NAMES.tolist())
    assert ours.score(X, written) == (ours.predict(X) == Y).all(axis=1).mean()


def test_lists_of_0_and_1_that_are_no_matrix_are_labels() -> None:
    """Not all equally long, or of one element only: then 0 and 1 are the labels themselves."""
    uneven = [np.flatnonzero(row).tolist() for row in Y[:, :2]]
    single = Y[:, 0].astype(int)
    for written, marks in [(uneven, Y[:, :2]), (single[:, None].tolist(), np.eye(2)[single])]:
        assert made(written).coef_.tobytes() == made(marks).coef_.tobytes()


def test_calls_of_either_form_add_up() -> None:
    """Columns are named in the order given, and label sets then find them."""
    turned = NAMES[::-1].tolist()
    parts = onlinelearn.IELLIP(b=0.9).partial_fit(X[:40], Y[:40, ::-1], classes=turned)
    parts.partial_fit(X[40:41], LISTS[40:41]).partial_fit(X[41:], LISTS[41:], classes=turned)
    assert parts.classes_.tolist() == turned
    whole = made(Y[:, ::-1])
    assert parts.coef_.tobytes() == whole.coef_.tobytes()
    assert (parts.n_rounds_, parts.n_mistakes_) == (len(X), whole.n_mistakes_)


def test_labels_that_may_come_later_are_named_first() -> None:
    late = onlinelearn.IELLIP().partial_fit(X[:1], [{"art"}], classes=NAMES)
    assert late.coef_.shape == (4, 3)
    assert late.partial_fit(X[1:2], [{"zoo", "law"}]).n_rounds_ == 2


def test_the_labels_above_the_average_are_predicted() -> None:
    target = X @ np.random.default_rng(1).normal(size=(3, 4))
    above = target > target.mean(axis=1, keepdims=True)
    model = made([set(NAMES[row]) for row in above])
    S = model.decision_function(X)
    np.testing.assert_allclose(S.sum(axis=1), 0.0, atol=1e-12)
    np.testing.assert_array_equal(model.predict(X), (S > 0.0).astype(int))
    assert (model.predict(X) == above).mean() > 0.9


def test_two_labels_are_two_columns() -> None:
    model = made(Y[:, :2])
    assert model.coef_.shape == (2, 3)
    assert model.decision_function(X).shape == model.predict(X).shape == (len(X), 2)


@pytest.mark.parametrize(
    ("y", "classes", "said"),
    [
        (Y.astype(int) + Y, None, "only 0 and 1"),
        (np.where(Y, np.nan, 1.0), None, "only 0 and 1"),
        (np.where(Y, "art", "law"), None, "only 0 and 1"),
        (Y, ["art", "law"], "4 columns, and there are 2 classes"),
        (Y, ["art", "law", "war", "art"], "twice"),
        (LISTS, ["art", "law", "war"], "'zoo' is not among the classes"),
        ([["art", "art"], *LISTS[1:]], None, r"y\[0\] names a label twice"),
        ([{"art"}, "law", *LISTS[2:]], None, r"y\[1\] is 'law'"),
        ([{"art"}, {1}, *LISTS[2:]], None, "strings or all whole numbers"),
        ([{0.5}, *LISTS[1:]], None, "no label"),
        ([[["art"]], *LISTS[1:]], None, "no label"),
        ([{"art"}] * len(X), None, "one class: 'art'"),
        ([set()] * len(X), None, "no class"),
        (Y[:7], None, "inconsistent numbers of samples"),
        (LISTS[:7], None, "inconsistent numbers of samples"),
    ],
)
def test_what_is_wrong_with_the_sets_is_said_in_a_line(y: Any, classes: Any, said: str) -> None:
    model = onlinelearn.PassiveAggressive()
    with pytest.raises(ValueError, match=said) as caught:
        model.partial_fit(X, y, classes)
    assert "\n" not in str(caught.value)
    assert model.partial_fit(X, Y).n_rounds_ == len(X)


def test_other_classes_later_are_refused() -> None:
    model = made(LISTS)
    with pytest.raises(ValueError, match="'dog' is not among"):
        model.partial_fit(X[:1], [{"dog"}])
    with pytest.raises(ValueError, match="first call"):
        model.partial_fit(X[:1], [{"art"}], classes=NAMES[::-1])


def test_a_model_stays_with_the_kind_of_labels_it_began_with() -> None:
    plain = NAMES[Y.argmax(axis=1)]
    with pytest.raises(ValueError, match=r"one label .* now got a set.*fit starts anew"):
        made(plain).partial_fit(X, LISTS)
    model = made(LISTS)
    with pytest.raises(ValueError, match=r"sets of labels .* now got one.*fit starts anew"):
        model.partial_fit(X, plain)
    assert model.fit(X, plain).predict(X).shape == (len(X),)


@pytest.mark.parametrize("name", sorted(set(CLASSIFIERS) - set(RANKERS)))
def test_learners_that_need_one_label_say_who_takes_sets(name: str) -> None:
    cls = registry()[name].__name__
    with pytest.raises(ValueError, match=rf"{cls} learns from one label .*IELLIP.*Passive") as caught:
        getattr(onlinelearn, cls)().fit(X, LISTS)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_scikit_learn_is_told_who_takes_sets(name: str) -> None:
    tags = get_tags(getattr(onlinelearn, registry()[name].__name__)())
    assert tags.classifier_tags.multi_label == (name in RANKERS)


def test_sets_of_labels_are_for_these_at_least() -> None:
    assert {"pa", "perceptron", "kernel_pa", "kernel_perceptron", "cellip", "iellip"} <= set(RANKERS)
    assert "mira" not in RANKERS
