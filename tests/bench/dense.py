"""Dense examples: one pass of PA-I through `partial_fit`, with labels as users have them."""

from collections.abc import Callable, Iterator

import numpy as np
from river import linear_model, multiclass
from sklearn.linear_model import SGDClassifier

from onlinelearn import PassiveAggressive, load_dataset
from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.learners.peers.vowpal_wabbit import VowpalWabbit
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


def river(X: Floats, y: Labels) -> Callable[[], object]:
    """A few rows of river's PA-I, one against the rest, from dicts that are made before."""
    examples = [dict(enumerate(x.tolist())) for x in X[:FEW]]

    def learn() -> None:
        model = multiclass.OneVsRestClassifier(
            linear_model.PAClassifier(C=1.0, mode=1, learn_intercept=False)
        )
        for x, label in zip(examples, y[:FEW].tolist(), strict=True):
            model.learn_one(x, label)

    return learn


def vowpal_wabbit(X: Floats, y: Labels) -> Callable[[], object]:
    """A few rows of Vowpal Wabbit's gradient descent, one against all; its format is parsed on the way."""
    classes, numbers = np.unique(y, return_inverse=True)
    return lambda: VowpalWabbit().partial_fit(X[:FEW], numbers[:FEW], np.arange(len(classes)))


def product(X: Floats, y: Labels) -> Callable[[], object]:
    """The bare product: the scores of all rows by one matrix."""
    W = np.random.default_rng(1).normal(size=(X.shape[1], len(np.unique(y))))
    return lambda: X @ W


def ratios(name: str, repeats: int = 9) -> dict[str, float]:
    """How many times as long as ours scikit-learn's takes, and how many products go into ours."""
    X, y = rows(name)
    taken = medians(
        {"ours": ours(X, y), "scikit-learn": scikit_learn(X, y), "product": product(X, y)}, repeats
    )
    return {
        "scikit-learn": taken["scikit-learn"] / taken["ours"],
        "product": taken["ours"] / taken["product"],
    }


def tables() -> Iterator[Table]:
    """One table, a data set a row."""
    found = []
    for name in DATASETS:
        X, y = rows(name)
        taken = medians(
            {"ours": ours(X, y), "sklearn": scikit_learn(X, y), "product": product(X, y)}, repeats=9
        )
        few = medians({"river": river(X, y), "vw": vowpal_wabbit(X, y)}, repeats=3)
        own = taken["ours"] / len(X)
        found.append(
            (
                name,
                times(taken["sklearn"] / taken["ours"]),
                times(few["river"] / FEW / own),
                times(few["vw"] / FEW / own),
                times(taken["product"] / taken["ours"]),
                microseconds(own),
            )
        )
    yield Table(
        "Dense: PA-I, one pass",
        ("", "scikit-learn", "river", "Vowpal Wabbit", "bare product", "ours, an example"),
        found,
        "scikit-learn's is one against the rest; Vowpal Wabbit's is gradient descent, from text.",
    )
