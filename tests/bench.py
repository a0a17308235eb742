"""Time per example against scikit-learn, river and NumPy, and the ellipsoid against a matrix: `make bench`.

`python -m tests.bench sparse` makes the last table alone, `python -m tests.bench one-row` that of one
example a call.

Runs are interleaved and compared by their medians, so that a busy machine slows all alike.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from river import linear_model, multiclass
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier

import onlinelearn
from onlinelearn import IELLIP, MIRA, KernelPassiveAggressive, PassiveAggressive, Perceptron, load_dataset
from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.winnow import Winnow
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Model
from tests import one_row_costs
from tests.learners import dense
from tests.learners.by_gram import by_gram_matrix
from tests.manifold import costs

DATASETS = ("usps", "letter", "shuttle")
RIVER_ROWS = 300
"""River learns row by row in Python: a few rows are enough to know its pace."""


def rows(name: str) -> tuple[Floats, Labels]:
    """The training part of a data set, as the experiments use it, in a random order."""
    dataset = load_dataset(name)
    X, _ = prepare([PreprocessingStep("unit_norm")], dataset)
    order = np.random.default_rng(0).permutation(len(X))
    return np.ascontiguousarray(X[order]), dataset.y_train[order]


def ours(X: Floats, y: Labels) -> None:
    PassiveAggressive(variant="PA-I").partial_fit(X, y, classes=np.unique(y))


def scikit_learn(X: Floats, y: Labels) -> None:
    """The same learner there, one against the rest."""
    SGDClassifier(loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0, fit_intercept=False).partial_fit(
        X, y, classes=np.unique(y)
    )


def river(X: Floats, y: Labels) -> None:
    model = multiclass.OneVsRestClassifier(linear_model.PAClassifier(C=1.0, mode=1, learn_intercept=False))
    for x, label in zip(X, y, strict=True):
        model.learn_one(dict(enumerate(x.tolist())), label)


def seconds_per_example(
    runs: dict[str, tuple[Callable[[Floats, Labels], None], Floats, Labels]], repeats: int
) -> dict[str, float]:
    """The median over interleaved runs; the first of each, which may compile, doesn't count."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for repeat in range(repeats + 1):
        for name, (learn, X, y) in runs.items():
            begun = time.perf_counter()
            learn(X, y)
            if repeat:
                times[name].append((time.perf_counter() - begun) / len(X))
    return {name: statistics.median(taken) for name, taken in times.items()}


def ratios(name: str, repeats: int = 9) -> tuple[float, float]:
    """How many times faster than scikit-learn, and our seconds per example."""
    X, y = rows(name)
    taken = seconds_per_example({"ours": (ours, X, y), "sklearn": (scikit_learn, X, y)}, repeats)
    return taken["sklearn"] / taken["ours"], taken["ours"]


def ellipsoids(
    b: float, c: float, n: int, forms: dict[str, dense.Multiply], repeats: int
) -> dict[str, float]:
    """Seconds per example of IELLIP on the first n of USPS, and with P as a matrix; all must agree."""
    X, labels = rows("usps")
    classes, numbers = np.unique(labels, return_inverse=True)
    X, y = X[:n], numbers[:n]
    happened: set[tuple[int, int]] = set()

    def low_rank(X: Floats, y: Labels) -> None:
        model = IELLIP(b=b, c=c, margin=0.1).partial_fit(X, y)
        happened.add((model.n_mistakes_, model.n_updates_))

    def by_matrix(multiply: dense.Multiply, X: Floats, y: Labels) -> None:
        mistakes, _ = dense.iellip(X, y.astype(np.int64), len(classes), b, c, 0.1, multiply)
        happened.add((mistakes, mistakes))

    matrices = {name: (partial(by_matrix, multiply), X, y) for name, multiply in forms.items()}
    taken = seconds_per_example({"ours": (low_rank, X, y), **matrices}, repeats)
    assert len(happened) == 1, happened
    return taken


def kernels(repeats: int) -> tuple[float, float]:
    """Seconds that cubic PA-I takes over USPS in file order, and NumPy with the whole Gram matrix."""
    dataset = load_dataset("usps")
    X, _ = prepare([PreprocessingStep("center"), PreprocessingStep("mean_norm")], dataset)
    y = np.searchsorted(dataset.classes, dataset.y_train)
    happened = set()

    def expanded(X: Floats, y: Labels) -> None:
        model = KernelPassiveAggressive(C=100.0, degree=3).partial_fit(X, y)
        happened.add((model.n_mistakes_, model.n_updates_))

    def by_matrix(X: Floats, y: Labels) -> None:
        happened.add(by_gram_matrix(X, y.astype(np.int64)))

    taken = seconds_per_example({"ours": (expanded, X, y), "gram": (by_matrix, X, y)}, repeats)
    assert len(happened) == 1, happened
    return taken["ours"] * len(X), taken["gram"] * len(X)


def updates(make: Callable[[], Learner], repeats: int = 9) -> float:
    """Seconds of an update on USPS: what a pass takes more than scoring its rows, for each update."""
    X, labels = rows("usps")
    classes, y = np.unique(labels, return_inverse=True)
    more = []
    for _ in range(repeats + 1):
        model = Model(make(), len(classes), X.shape[1])
        begun = time.perf_counter()
        counts = model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))
        learnt = time.perf_counter()
        model.scores(X)
        more.append(((learnt - begun) - (time.perf_counter() - learnt)) / (counts.updates or 1))
    return statistics.median(more[1:])


FEW, MANY = 10**3, 10**6


def sparse_rows(d: int, among: int, n: int = 20_000, active: int = 50) -> tuple[Any, Labels]:
    """Examples with 50 of d features that are not zero, spread evenly over the first `among`."""
    rng = np.random.default_rng(0)
    places = np.arange(active) * (among // active) + rng.integers(0, among // active, (n, active))
    values = rng.normal(size=n * active)
    X = csr_matrix((values, places.ravel(), np.arange(n + 1) * active), shape=(n, d))
    return X, rng.integers(0, 2, n)


def sparse(make: Callable[[], Learner]) -> list[float]:
    """Seconds per example with 50 active of 10³ features, of 10⁶, and of 10⁶ where all but 10³ never occur.

    The first two reach into memory of different sizes; the last one tells what else depends on d.
    """
    data = [sparse_rows(d, among) for d, among in ((FEW, FEW), (MANY, MANY), (MANY, FEW))]
    taken: list[list[float]] = [[] for _ in data]
    for repeat in range(10):
        for (X, y), times in zip(data, taken, strict=True):
            model = Model(make(), 2, X.shape[1])
            model.learn(X, y, np.arange(1), np.zeros(len(y), np.bool_))  # fresh memory comes page by page
            begun = time.perf_counter()
            model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))
            if repeat:
                times.append((time.perf_counter() - begun) / len(y))
    return [statistics.median(each) for each in taken]


def row_by_row(make: Callable[[], Any]) -> list[float]:
    """The same through `partial_fit`, one row a call: of 10³ features and of 10⁶."""
    found = []
    for d in (FEW, MANY):
        X, y = sparse_rows(d, d, n=500)
        model = make().partial_fit(X[:1], y[:1], classes=[0, 1])
        times = []
        for i in range(1, len(y)):
            one = X[i : i + 1]
            begun = time.perf_counter()
            model.partial_fit(one, y[i : i + 1])
            times.append(time.perf_counter() - begun)
        found.append(statistics.median(times))
    return found


def lines() -> Iterator[str]:
    """The tables, a data set or a setting a line."""
    yield "PA-I, one pass through partial_fit    ours     scikit-learn       river"
    for name in DATASETS:
        ratio, own = ratios(name)
        X, y = rows(name)
        slow = seconds_per_example({"river": (river, X[:RIVER_ROWS], y[:RIVER_ROWS])}, 3)["river"]
        yield f"{name:34}{own * 1e6:6.2f} us  {ratio:10.1f} times{slow / own:10.0f} times"
    yield "IELLIP on USPS, one pass              ours  two blocks of P     all of P"
    for b, c in ((0.3, 0.1), (0.9, 0.09)):
        taken = ellipsoids(b, c, 7291, {"blocks": dense.blocks, "whole": dense.whole}, 3)
        own, blocks, whole = taken.values()
        yield f"b = {b}, c = {c:<21}{own * 1e6:7.2f} us  {blocks / own:10.1f} times{whole / own:10.0f} times"
    yield "cubic kernel PA-I on USPS, one pass   ours   NumPy, Gram matrix"
    own, gram = kernels(3)
    yield f"{'7,291 rounds':34}{own:6.2f} s   {gram / own:10.1f} times"
    yield "an update on USPS, linear             PA-I             MIRA"
    pa, mira = updates(partial(PassiveAggressive, margin=0.1)), updates(partial(MIRA, margin=0.1))
    yield f"{'10 classes, 256 features':34}{pa * 1e6:6.2f} us  {mira / pa:10.1f} times"
    yield from costs.lines()
    yield from one_row_costs.lines()
    yield from sparse_lines()


def sparse_lines() -> Iterator[str]:
    """What the features that an example lacks cost."""
    yield "50 active features, one pass          of 1,000     of 1,000,000   of which 1,000 occur"
    names = ("perceptron", "voted_perceptron", "pa", "mira", "lms", "winnow")
    learners: dict[str, Callable[[], Learner]] = {name: registry()[name] for name in names}
    learners["winnow, balanced"] = partial(Winnow, balanced=True)
    for name, make in learners.items():
        few, many, same = sparse(make)
        yield f"{name:34}{few * 1e6:6.2f} us  {many / few:10.1f} times{same / few:15.1f} times"
    yield "the same through partial_fit, a row a call"
    for cls in (Perceptron, onlinelearn.Winnow):
        few, many = row_by_row(cls)
        yield f"{cls.name:34}{few * 1e6:6.0f} us  {many / few:10.1f} times"


TABLES = {"sparse": sparse_lines, "one-row": one_row_costs.lines}

if __name__ == "__main__":
    for line in TABLES[sys.argv[1]]() if len(sys.argv) > 1 else lines():
        print(line, flush=True)  # noqa: T201
