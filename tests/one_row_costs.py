"""The cost of one example a call, ours and other packages', in one run: `python -m tests.bench one-row`.

Each peer gets examples in the form that is quickest for it: scikit-learn a matrix of one row, river a
dict, Vowpal Wabbit an example that is parsed already. Passes are interleaved, and compared by medians.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from sklearn.linear_model import SGDClassifier

from onlinelearn import PassiveAggressive
from onlinelearn.base.arrays import Floats

Call = Callable[[int], Any]

FEATURES = 256
EXAMPLES = 200


def examples() -> tuple[Floats, list[int]]:
    """Rows of 256 features, all of them not zero, in two classes that overlap."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(EXAMPLES, FEATURES))
    return X, (X[:, 0] + 0.5 * rng.normal(size=EXAMPLES) > 0.0).astype(int).tolist()


def learning() -> dict[str, Call]:
    """PA-I on one example, by its number: ours first."""
    X, y = examples()
    arrays, matrices = list(X), [X[i : i + 1] for i in range(len(X))]
    dicts, labels = [dict(enumerate(x.tolist())) for x in X], [np.array([label]) for label in y]
    model = PassiveAggressive().partial_fit(X, y)
    by_row = PassiveAggressive().partial_fit(X, y)
    theirs = SGDClassifier(loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0, fit_intercept=False)
    theirs.partial_fit(X, y, classes=[0, 1])
    linear_models: Any = import_module("river.linear_model")
    rivers = linear_models.PAClassifier(C=1.0, mode=1, learn_intercept=False)
    calls: dict[str, Call] = {
        "learn_one": lambda i: model.learn_one(arrays[i], y[i]),
        "predict_one": lambda i: model.predict_one(arrays[i]),
        "partial_fit, one row": lambda i: by_row.partial_fit(matrices[i], labels[i]),
        "river": lambda i: rivers.learn_one(dicts[i], y[i]),
        "scikit-learn": lambda i: theirs.partial_fit(matrices[i], labels[i]),
    }
    if find_spec("vowpalwabbit") is not None:
        calls["Vowpal Wabbit"] = _vowpal_wabbit(X, y)
    return calls


def _vowpal_wabbit(X: Floats, y: list[int]) -> Call:
    from vowpalwabbit import Workspace

    workspace = Workspace("--loss_function hinge --noconstant --quiet")
    texts = [
        f"{2 * label - 1} | " + " ".join(f"{j}:{value!r}" for j, value in enumerate(x.tolist()))
        for x, label in zip(X, y, strict=True)
    ]
    parsed = [workspace.parse(text) for text in texts]
    return lambda i: workspace.learn(parsed[i])


def seconds(calls: dict[str, Call], repeats: int = 9) -> dict[str, float]:
    """The median over interleaved passes; the first of each, which may compile, doesn't count."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for repeat in range(repeats + 1):
        for name, call in calls.items():
            begun = time.perf_counter()
            for i in range(EXAMPLES):
                call(i)
            if repeat:
                times[name].append((time.perf_counter() - begun) / EXAMPLES)
    return {name: statistics.median(taken) for name, taken in times.items()}


def step_alone() -> float:
    """Seconds of a round within a stream: the arithmetic that no call can do without."""
    X, y = examples()
    rows, labels = np.tile(X, (20, 1)), np.tile(y, 20)
    model = PassiveAggressive().partial_fit(X, y)
    taken = []
    for _ in range(9):
        begun = time.perf_counter()
        model.partial_fit(rows, labels)
        taken.append((time.perf_counter() - begun) / len(rows))
    return min(taken)


def lines() -> Iterator[str]:
    """A line for each way to learn from one example."""
    taken = seconds(learning())
    own = taken["learn_one"]
    yield f"one example a call, {FEATURES} features     times ours      us a call"
    for name, each in taken.items():
        yield f"{name:34}{each / own:12.1f} {each * 1e6:14.1f}"
    yield f"{'a round within a stream':34}{step_alone() / own:12.1f} {step_alone() * 1e6:14.1f}"
