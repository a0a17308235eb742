"""One example a call, ours and other packages'.

Each peer gets examples in the form that is quickest for it: scikit-learn a matrix of one row, river a
dict, Vowpal Wabbit an example that is parsed already.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.linear_model import SGDClassifier

from onlinelearn import PassiveAggressive
from onlinelearn.base.arrays import Floats
from tests.bench._goal import Goal
from tests.bench._table import Table, microseconds, times
from tests.bench._timing import medians

Call = Callable[[int], Any]

FEATURES = 256
EXAMPLES = 800
"""So many that no line parts the classes, and that it matters little who used the caches before."""


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
    sparse = [csr_array(x) for x in matrices]
    model, by_row, by_dict, by_sparse = (PassiveAggressive().partial_fit(X, y) for _ in range(4))
    theirs = SGDClassifier(loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0, fit_intercept=False)
    theirs.partial_fit(X, y, classes=[0, 1])
    linear_models: Any = import_module("river.linear_model")
    rivers = linear_models.PAClassifier(C=1.0, mode=1, learn_intercept=False)
    adapters: Any = import_module("onlinelearn.river")
    adapter = adapters.Classifier(PassiveAggressive(), classes=[0, 1], room=FEATURES)
    calls: dict[str, Call] = {
        "learn_one": lambda i: model.learn_one(arrays[i], y[i]),
        "predict_one": lambda i: model.predict_one(arrays[i]),
        "partial_fit, one row": lambda i: by_row.partial_fit(matrices[i], labels[i]),
        "learn_one, a sparse row": lambda i: by_sparse.learn_one(sparse[i], y[i]),
        "learn_one, a dict": lambda i: by_dict.learn_one(dicts[i], y[i]),
        "learn_one of our river model": lambda i: adapter.learn_one(dicts[i], y[i]),
        "predict_one of our river model": lambda i: adapter.predict_one(dicts[i]),
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
    """The median seconds of a call, over passes in turns."""

    def a_pass(call: Call) -> Callable[[], None]:
        def run() -> None:
            for i in range(EXAMPLES):
                call(i)

        return run

    taken = medians({name: a_pass(call) for name, call in calls.items()}, repeats)
    return {name: each / EXAMPLES for name, each in taken.items()}


def step_alone() -> float:
    """Seconds of a round within a stream: the arithmetic that no call can do without."""
    X, y = examples()
    rows, labels = np.tile(X, (20, 1)), np.tile(y, 20)
    model = PassiveAggressive().partial_fit(X, y)
    return medians({"stream": lambda: model.partial_fit(rows, labels)})["stream"] / len(rows)


def tables() -> Iterator[Table]:
    """One table, a way to learn from one example a row."""
    taken = seconds(learning()) | {"a round within a stream": step_alone()}
    own = taken["learn_one"]
    yield Table(
        f"One example a call: PA-I, {FEATURES} features",
        ("call", "times ours", "a call"),
        [(name, times(each / own), microseconds(each)) for name, each in taken.items()],
        "Vowpal Wabbit's is gradient descent, with examples that are parsed before. Our river model "
        "is `onlinelearn.river.Classifier`, with the dicts that river gets.",
        list(goals(taken)),
    )


INTERPRETER = (
    "Compiled code takes a third of a call: it is bound to its arguments, copies the example and checks it "
    "on the way. The rest is Python's: three calls, parameters that may have changed, counters. Vowpal "
    "Wabbit's is one call of compiled code, with an example that was parsed before."
)
DICTS = (
    "A dict's names are compared with those of the one before, and its values are turned from objects of "
    "Python into an array, which takes two thirds of a call."
)


def goals(taken: dict[str, float]) -> Iterator[Goal]:
    """What one example a call is to cost, in microseconds and beside others."""
    own = taken["learn_one"]
    beyond = (own - taken["a round within a stream"]) * 1e6
    yield Goal("`learn_one` beyond the round itself", beyond, most=5, unit="µs", reason=INTERPRETER)
    yield Goal("`predict_one` beside `learn_one`", taken["predict_one"] / own, most=1, reason=INTERPRETER)
    yield Goal("`partial_fit` with one row", taken["partial_fit, one row"] * 1e6, most=30, unit="µs")
    yield Goal("river beside ours", taken["river"] / own, least=8, reason=INTERPRETER)
    of_dicts = taken["river"] / taken["learn_one of our river model"]
    yield Goal("river beside ours, both with dicts", of_dicts, least=8, reason=DICTS)
    if "Vowpal Wabbit" in taken:
        yield Goal("Vowpal Wabbit beside ours", taken["Vowpal Wabbit"] / own, least=1, reason=INTERPRETER)
