"""Dense examples: one pass of PA-I through `partial_fit`, with labels as users have them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from river import linear_model, multiclass
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]
from vowpalwabbit import Workspace

from onlinelearn import PassiveAggressive, load_dataset
from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from tests.bench._goal import Goal
from tests.bench._table import Table, microseconds, times
from tests.bench._timing import medians

DATASETS = ("usps", "letter", "shuttle")
FEW = 300
"""The rows for peers that learn row by row in Python: enough to know their pace."""


def rows(name: str) -> tuple[Floats, Labels]:
    """The training part of a data set, as the experiments use it, in a random order."""
    dataset = load_dataset(name)
    X, _ = prepare([PreprocessingStep("unit_norm")], dataset)
    order = np.random.default_rng(0).permutation(len(X))
    return np.ascontiguousarray(X[order]), dataset.y_train[order]


def ours(X: Floats, y: Labels) -> Callable[[], object]:
    """One pass of ours."""
    classes = np.unique(y)
    return lambda: PassiveAggressive(variant="PA-I").partial_fit(X, y, classes=classes)


def scikit_learn(X: Floats, y: Labels) -> Callable[[], object]:
    """One pass of scikit-learn's PA-I, one against the rest, in the order given."""
    classes = np.unique(y)
    return lambda: SGDClassifier(
        loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0, fit_intercept=False, shuffle=False
    ).partial_fit(X, y, classes=classes)


def river(X: Any, y: Labels) -> Callable[[], object]:
    """A few rows of river's PA-I, one against the rest, from dicts that are made before."""
    examples, two = dicts(X[:FEW]), len(np.unique(y)) == 2

    def learn() -> None:
        binary = linear_model.PAClassifier(C=1.0, mode=1, learn_intercept=False)
        model: Any = binary if two else multiclass.OneVsRestClassifier(binary)
        for x, label in zip(examples, y[:FEW].tolist(), strict=True):
            model.learn_one(x, label)

    return learn


def vowpal_wabbit(X: Any, y: Labels) -> dict[str, Callable[[], object]]:
    """A few rows of Vowpal Wabbit's gradient descent: parsed before, and from lines of text.

    The workspaces are begun before and go on from pass to pass, so that both weights and rows are at hand.
    """
    classes, numbers = np.unique(y, return_inverse=True)
    lines = [
        f"{number + 1} | " + " ".join(f"{j}:{value!r}" for j, value in x.items())
        for number, x in zip(numbers.tolist(), dicts(X[:FEW]), strict=False)
    ]
    workspaces = [Workspace(f"--quiet -b 18 --oaa {len(classes)}") for _ in range(2)]
    parsed = [workspaces[0].parse(line) for line in lines]

    def learner(workspace: Any, examples: list[Any]) -> Callable[[], object]:
        def learn() -> None:
            for example in examples:
                workspace.learn(example)

        return learn

    return {"VW, parsed": learner(workspaces[0], parsed), "VW, text": learner(workspaces[1], lines)}


def dicts(X: Any) -> list[dict[int, float]]:
    """Each row as a dict of its features that are not zero."""
    rows = csr_matrix(X)
    return [
        dict(zip(rows.indices[begin:end].tolist(), rows.data[begin:end].tolist(), strict=True))
        for begin, end in pairwise(rows.indptr.tolist())
    ]


def product(X: Floats, y: Labels) -> Callable[[], object]:
    """The bare product: the scores of all rows by one matrix."""
    W = np.random.default_rng(1).normal(size=(X.shape[1], len(np.unique(y))))
    return lambda: X @ W


def seconds(X: Floats, y: Labels, repeats: int = 9) -> dict[str, float]:
    """One pass of each, on one core."""
    runs = {"ours": ours(X, y), "scikit-learn": scikit_learn(X, y), "product": product(X, y)}
    with threadpool_limits(1):  # outside of what is timed: it takes longer than a product
        return medians(runs, repeats)


def ratios(name: str, repeats: int = 9) -> dict[str, float]:
    """How many times as long as ours scikit-learn's takes, and how many products go into ours."""
    taken = seconds(*rows(name), repeats)
    return {
        "scikit-learn": taken["scikit-learn"] / taken["ours"],
        "product": taken["ours"] / taken["product"],
    }


CALL = (
    "With few features a round takes hardly longer than the checks of a call. Labels that are the "
    "numbers of their classes are taken as they are; all values are read once, to refuse what is not "
    "finite."
)
ROW_BY_ROW = (
    "BLAS multiplies many rows at once, and reads the weights once for all of them. A learner needs a "
    "row's scores before the next row, so that it reads all weights for each, and then moves two "
    "columns, whose numbers lie apart. Scores are computed in vectors, up to 16 columns at a time. Two "
    "partial sums for each were not tried: every result would have other bits."
)


TOGETHER = (
    "Tried: two, four and eight permutations of PA on USPS in one compiled loop, an example of each in turn. "
    "They took 0.95 to 1.1 times as long as one after the other: each permutation has an order of its own, "
    "so that they don't meet at an example while it is in the cache. In one order, four took 0.6 times as "
    "long; but permutations are there for their orders."
)


def tables() -> Iterator[Table]:
    """One table, a data set a row."""
    found, goals = [], []
    for name in DATASETS:
        X, y = rows(name)
        taken = seconds(X, y)
        few = medians({"river": river(X, y)}, repeats=3) | medians(vowpal_wabbit(X, y))
        own = taken["ours"] / len(X)
        ratio = taken["scikit-learn"] / taken["ours"]
        goals.append(Goal(f"scikit-learn beside ours on {name}", ratio, least=5, reason=CALL))
        if name == "usps":
            products = taken["ours"] / taken["product"]
            goals.append(Goal(f"bare products in ours on {name}", products, most=3, reason=ROW_BY_ROW))
        found.append(
            (
                name,
                times(ratio),
                times(few["river"] / FEW / own),
                times(few["VW, parsed"] / FEW / own),
                times(few["VW, text"] / FEW / own),
                times(taken["product"] / taken["ours"]),
                microseconds(own),
            )
        )
    yield Table(
        "Dense: PA-I, one pass",
        (
            "data set",
            "scikit-learn",
            "river",
            "Vowpal Wabbit",
            "Vowpal Wabbit, text",
            "bare product",
            "ours, an example",
        ),
        found,
        "scikit-learn's is one against the rest; Vowpal Wabbit's is gradient descent, with "
        "examples that are parsed before or from text; like river, it gets one example a call.\n\n"
        + TOGETHER,
        goals,
    )
