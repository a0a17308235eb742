"""Data sets: `load_dataset` for people, `load` for the runner."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onlinelearn.datasets.choice import Choice
    from onlinelearn.datasets.dataset import Dataset
    from onlinelearn.datasets.resplit import DataSource

__all__ = ["at_hand", "load", "load_dataset"]


def load_dataset(name: "str | Mapping[str, object]", **options: object) -> "Dataset":
    """A data set by its name, not preprocessed; `olrun list datasets` shows names and options.

    Or one's own files, by a mapping as in a config: `load_dataset({"path": "my.csv", "target": "y"})`.
    `columns` of the result says what X holds: a column of categories has the number of one of its
    `categories`, a value that is missing is NaN, and texts stand in `texts_train` and `texts_test`.
    Preprocessing by `run` turns all of these into numbers. Where each permutation has data of its own,
    these are those of the first.

    >>> load_dataset("letter", classes=["A", "B"]).X_train.shape
    (1244, 16)
    >>> load_dataset("separable", d=2, margin=0.2, n_train=12).X_train.shape
    (12, 2)
    """
    from onlinelearn.datasets.choice import named, own

    if isinstance(name, str):
        return load(named(name, options))
    entry = {**name, **options}
    if "path" not in entry and isinstance(called := entry.pop("name", None), str):
        return load(named(called, entry))
    return load(own(entry))


def load(choice: "Choice", draw: int = 1) -> "Dataset":
    """The data set that a config chose; of one that differs from permutation to permutation, that one's."""
    from onlinelearn.datasets.resplit import of_permutation

    return of_permutation(at_hand(choice), draw)


def at_hand(choice: "Choice") -> "DataSource":
    """The data set that a config chose, or what makes that of each permutation."""
    from onlinelearn.datasets.choice import Generated, Own
    from onlinelearn.datasets.sources.load_registered import load_registered

    if isinstance(choice, Generated):
        return choice.options
    if isinstance(choice, Own):
        from onlinelearn.datasets.own_data import load_own

        return load_own(choice)
    return load_registered(choice.name, choice.options)
