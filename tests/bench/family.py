"""Other learners on USPS: the ellipsoid beside a matrix, a kernel beside the Gram matrix, MIRA beside PA."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np

from onlinelearn import IELLIP, KernelPassiveAggressive, load_dataset
from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.learners.algorithms.mira import MIRA
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Model
from tests.bench._table import Table, microseconds, times
from tests.bench._timing import medians
from tests.bench.dense import rows
from tests.learners import dense
from tests.learners.by_gram import by_gram_matrix


def ellipsoids(
    b: float, c: float, n: int, forms: Mapping[str, dense.Multiply], repeats: int
) -> dict[str, float]:
    """Seconds of IELLIP on the first n of USPS, and with P as a matrix; all must agree."""
    X, labels = rows("usps")
    classes, numbers = np.unique(labels, return_inverse=True)
    X, y = X[:n], numbers[:n]
    happened: set[tuple[int, int]] = set()

    def low_rank() -> None:
        model = IELLIP(b=b, c=c, margin=0.1).partial_fit(X, y)
        happened.add((model.n_mistakes_, model.n_updates_))

    def by_matrix(multiply: dense.Multiply) -> None:
        mistakes, _ = dense.iellip(X, y.astype(np.int64), len(classes), b, c, 0.1, multiply)
        happened.add((mistakes, mistakes))

    matrices = {name: partial(by_matrix, multiply) for name, multiply in forms.items()}
    taken = medians({"ours": low_rank, **matrices}, repeats)
    assert len(happened) == 1, happened
    return taken


def kernels(repeats: int) -> dict[str, float]:
    """Seconds that cubic PA-I takes over USPS in file order, and NumPy with the whole Gram matrix."""
    dataset = load_dataset("usps")
    X, _ = prepare([PreprocessingStep("center"), PreprocessingStep("mean_norm")], dataset)
    y = np.searchsorted(dataset.classes, dataset.y_train)
    happened = set()

    def expanded() -> None:
        model = KernelPassiveAggressive(C=100.0, degree=3).partial_fit(X, y)
        happened.add((model.n_mistakes_, model.n_updates_))

    def by_matrix() -> None:
        happened.add(by_gram_matrix(X, y.astype(np.int64)))

    taken = medians({"ours": expanded, "gram": by_matrix}, repeats)
    assert len(happened) == 1, happened
    return taken


def an_update(make: Callable[[], Learner], X: Floats, labels: Labels, repeats: int = 9) -> float:
    """Seconds of an update: what a pass takes more than scoring its rows, for each update."""
    classes, y = np.unique(labels, return_inverse=True)
    more = []
    for _ in range(repeats + 1):
        model = Model(make(), len(classes), X.shape[1])
        begun = time.process_time()
        counts = model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))
        learnt = time.process_time()
        model.scores(X)
        more.append(((learnt - begun) - (time.process_time() - learnt)) / (counts.updates or 1))
    return statistics.median(more[1:])


def tables() -> Iterator[Table]:
    """Three tables."""
    found = []
    for b, c in ((0.3, 0.1), (0.9, 0.09)):
        taken = ellipsoids(b, c, 7291, {"blocks": dense.blocks, "whole": dense.whole}, 3)
        own, blocks, whole = taken.values()
        found.append((f"b = {b}, c = {c}", times(blocks / own), times(whole / own), microseconds(own / 7291)))
    yield Table("IELLIP on USPS", ("parameters", "two blocks of P", "all of P", "ours, an example"), found)
    cubic = kernels(3)
    ratio, pace = times(cubic["gram"] / cubic["ours"]), microseconds(cubic["ours"] / 7291)
    yield Table(
        "Cubic kernel PA-I on USPS",
        ("stream", "NumPy, Gram matrix", "ours, an example"),
        [("one pass", ratio, pace)],
    )
    X, labels = rows("usps")
    pa = an_update(partial(PassiveAggressive, margin=0.1), X, labels)
    mira = an_update(partial(MIRA, margin=0.1), X, labels)
    yield Table("An update on USPS, linear", ("MIRA's", "PA-I's"), [(times(mira / pa), microseconds(pa))])
