"""Time per example against scikit-learn and river: `make bench`.

Runs are interleaved and compared by their medians, so that a busy machine slows all alike.
"""

import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np
from river import linear_model, multiclass
from sklearn.linear_model import SGDClassifier

from onlinelearn import PassiveAggressive, load_dataset
from onlinelearn.datasets.preprocess import Step, prepare
from onlinelearn.types import Floats, Labels

DATASETS = ("usps", "letter", "shuttle")
RIVER_ROWS = 300
"""River learns row by row in Python: a few rows are enough to know its pace."""


def rows(name: str) -> tuple[Floats, Labels]:
    """The training part of a data set, as the experiments use it, in a random order."""
    dataset = load_dataset(name)
    X, _ = prepare([Step("unit_norm")], dataset)
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


def lines() -> Iterator[str]:
    """The table, a data set a line."""
    yield "PA-I, one pass through partial_fit    ours     scikit-learn       river"
    for name in DATASETS:
        ratio, own = ratios(name)
        X, y = rows(name)
        slow = seconds_per_example({"river": (river, X[:RIVER_ROWS], y[:RIVER_ROWS])}, 3)["river"]
        yield f"{name:34}{own * 1e6:6.2f} us  {ratio:10.1f} times{slow / own:10.0f} times"


if __name__ == "__main__":
    print("\n".join(lines()))  # noqa: T201
