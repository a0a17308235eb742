"""Sparse examples: PA-I beside others, and what the features that an example lacks cost."""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from onlinelearn import load_dataset
from onlinelearn.base.arrays import Labels
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.arow import AROW
from onlinelearn.learners.algorithms.sop import SOP
from onlinelearn.learners.algorithms.winnow import Winnow
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Model
from tests.bench._goal import Goal
from tests.bench._table import Table, microseconds, times
from tests.bench._timing import medians
from tests.bench.dense import FEW, ours, river, scikit_learn, vowpal_wabbit

HASHED, ACTIVE = 2**18, 59
"""The features of text that is hashed, and how many of them an example has."""


def hashed_text(n: int) -> tuple[Any, Labels]:
    """Examples of two classes, with active features anywhere."""
    rng = np.random.default_rng(0)
    places = rng.integers(0, HASHED, (n, ACTIVE), dtype=np.int32)
    starts = np.arange(n + 1, dtype=np.int32) * ACTIVE
    X = csr_matrix((rng.normal(size=n * ACTIVE), places.ravel(), starts), shape=(n, HASHED))
    X.sum_duplicates()
    noise = rng.normal(size=n) * np.sqrt(ACTIVE)
    return X, (X @ rng.normal(size=HASHED) + noise > 0.0).astype(np.int64)


def peers(X: Any, y: Labels) -> dict[str, Callable[[], object]]:
    """One pass of each."""
    n_columns = len(np.unique(y))
    W = np.random.default_rng(1).normal(size=(X.shape[1], 1 if n_columns == 2 else n_columns))
    return {"ours": ours(X, y), "scikit-learn": scikit_learn(X, y), "product": lambda: X @ W}


def ratios(X: Any, y: Labels, repeats: int = 5) -> dict[str, float]:
    """How many times as long as ours others take for an example."""
    taken = medians(peers(X, y), repeats)
    few = medians(vowpal_wabbit(X, y), repeats)
    own = taken["ours"] / X.shape[0]
    return {
        "scikit-learn": taken["scikit-learn"] / taken["ours"],
        "Vowpal Wabbit": few["VW, parsed"] / FEW / own,
    }


def newsgroups() -> tuple[Any, Labels]:
    """The training part of 20 Newsgroups, its words hashed."""
    dataset = load_dataset("newsgroups")
    steps = [
        PreprocessingStep("hash", {"bits": 18}),
        PreprocessingStep("tfidf"),
        PreprocessingStep("unit_norm"),
    ]
    X, _ = prepare(steps, dataset)
    rows = csr_matrix(X)
    rows.indices, rows.indptr = (
        rows.indices.astype(np.int32),
        rows.indptr.astype(np.int32),
    )  # for scikit-learn
    return rows, dataset.y_train


MEMORY = (
    "The weights don't fit into the near caches, and the examples into none: both packages wait for the "
    "same memory, and both read all values once before the first round, to refuse what is not finite. "
    "Our sums have the order of dense ones: eight partial sums, feature j in that of j mod 8. Which one "
    "it is, is known only when the feature is read, so that they go through memory. Without any wait "
    "for weights that takes a third more time than one plain sum. Tried: weights of the next example "
    "fetched ahead while this one is scored (kept) or moved (worse, the more features there are); the "
    "length in one vector with the score (kept); masked sums in registers, large pages and loops "
    "unrolled by hand (no gain). The ratio is the machine's as much as ours: in runs of one day it went "
    "from 1.1, where others on the processor used its last cache, to 3.2, where the weights stayed in it."
)


def beside_others(name: str, X: Any, y: Labels, reason: str = "") -> tuple[tuple[str, ...], list[Goal]]:
    """A row of the table, and its goals; the reason is that of a pace which is not reached."""
    taken = medians(peers(X, y), repeats=7)
    few = medians({"river": river(X, y)}, repeats=3) | medians(vowpal_wabbit(X, y))
    own = taken["ours"] / X.shape[0]
    ratio = taken["scikit-learn"] / taken["ours"]
    goals = [
        Goal(f"scikit-learn beside ours, {name}", ratio, least=1.5, reason=reason),
        Goal(f"Vowpal Wabbit beside ours, {name}", few["VW, parsed"] / FEW / own, least=1),
    ]
    row = (
        name,
        times(ratio),
        times(few["river"] / FEW / own),
        times(few["VW, parsed"] / FEW / own),
        times(few["VW, text"] / FEW / own),
        times(taken["product"] / taken["ours"]),
        microseconds(own),
        f"{taken['ours'] / X.nnz * 1e9:.1f} ns",
    )
    return row, goals


THOUSAND, MILLION = 10**3, 10**6


def spread_evenly(d: int, among: int, n: int = 20_000, active: int = 50) -> tuple[Any, Labels]:
    """Examples with 50 of d features that are not zero, spread evenly over the first `among`."""
    rng = np.random.default_rng(0)
    places = np.arange(active) * (among // active) + rng.integers(0, among // active, (n, active))
    values = rng.normal(size=n * active)
    X = csr_matrix((values, places.ravel(), np.arange(n + 1) * active), shape=(n, d))
    return X, rng.integers(0, 2, n)


def by_dimension(make: Callable[[], Learner]) -> list[float]:
    """Seconds per example with 50 active of 10³ features, of 10⁶, and of 10⁶ where all but 10³ never occur.

    The first two reach into memory of different sizes; the last one tells what else depends on d.
    """
    sizes = ((THOUSAND, THOUSAND), (MILLION, MILLION), (MILLION, THOUSAND))
    data = [spread_evenly(d, among) for d, among in sizes]
    taken: list[list[float]] = [[] for _ in data]
    for repeat in range(10):
        for (X, y), seconds in zip(data, taken, strict=True):
            model = Model(make(), 2, X.shape[1])
            model.learn(X, y, np.arange(1), np.zeros(len(y), np.bool_))  # fresh memory comes page by page
            begun = time.process_time()
            model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))
            if repeat:
                seconds.append((time.process_time() - begun) / len(y))
    return [statistics.median(each) for each in taken]


def tables() -> Iterator[Table]:
    """Beside others, and by the number of features."""
    hashed, of_hashed = beside_others("two classes, 59 active", *hashed_text(100_000), MEMORY)
    news, of_news = beside_others("20 Newsgroups", *newsgroups())
    yield Table(
        "Sparse: PA-I, one pass over 2^18 features",
        (
            "data set",
            "scikit-learn",
            "river",
            "Vowpal Wabbit",
            "Vowpal Wabbit, text",
            "bare product",
            "ours, an example",
            "a nonzero",
        ),
        [hashed, news],
        "The bare product is by one column for each class; Vowpal Wabbit gets examples that are parsed "
        "before, or text.",
        [*of_hashed, *of_news],
    )
    names = ("perceptron", "voted_perceptron", "pa", "mira", "lms", "winnow")
    learners: dict[str, Callable[[], Learner]] = {name: registry()[name] for name in names}
    learners["winnow, balanced"] = partial(Winnow, balanced=True)
    learners["arow, diagonal"] = partial(AROW, matrix="diagonal")
    learners["sop, diagonal"] = partial(SOP, matrix="diagonal")
    rows = []
    for name, make in learners.items():
        thousand, million, same = by_dimension(make)
        rows.append((name, times(million / thousand), times(same / thousand), microseconds(thousand)))
    yield Table(
        "Sparse: 50 active features of a million, beside 50 of a thousand",
        ("learner", "of a million", "of which a thousand occur", "of a thousand"),
        rows,
        "What is left in the second column depends on the number of features; the rest is memory.",
    )
