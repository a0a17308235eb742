"""Small sets that scikit-learn and river bring along: `sklearn:iris`, `river:Phishing`. No download."""

from importlib import import_module

import numpy as np

from onlinelearn.base.errors import MissingDataError
from onlinelearn.datasets.example_table import ExampleTable


def read_sklearn(name: str) -> ExampleTable:
    """A set of scikit-learn's `load_NAME`; classes have their names, if they have some."""
    loaded = getattr(import_module("sklearn.datasets"), f"load_{name}")()
    y = np.asarray(loaded.target)
    if y.dtype.kind == "i" and isinstance(loaded.target_names[0], str):
        y = np.asarray(loaded.target_names).astype(np.str_)[y]
    return ExampleTable(loaded.data, y.astype(np.int64) if y.dtype.kind == "i" else y)


def read_river(name: str) -> ExampleTable:
    """A set of river in its own order; the labels True and False are 1 and 0."""
    try:
        datasets = import_module("river.datasets")
    except ImportError:
        raise MissingDataError(
            f"river:{name} comes with the package river; install it: pip install river"
        ) from None
    stream = getattr(datasets, name)()
    examples = [([float(value) for value in x.values()], y) for x, y in stream]
    y = np.array([y for _, y in examples], np.float64 if stream.task == "Regression" else None)
    X = np.array([x for x, _ in examples])
    return ExampleTable(X, y.astype(np.int64) if y.dtype.kind == "b" else y)
