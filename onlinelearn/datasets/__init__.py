"""Data sets: `load_dataset` for people, `load` for the runner."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onlinelearn.datasets.choice import Choice
    from onlinelearn.datasets.dataset import Dataset

__all__ = ["load", "load_dataset"]


def load_dataset(name: str, **options: object) -> "Dataset":
    """A registered data set, not preprocessed; `olrun list datasets` shows names and options.

    >>> load_dataset("letter", classes=["A", "B"]).X_train.shape
    (1244, 16)
    """
    from onlinelearn.datasets.choice import registered

    return load(registered(name, options))


def load(choice: "Choice") -> "Dataset":
    """The data set that a config chose."""
    from onlinelearn.datasets import sources
    from onlinelearn.datasets.choice import Own
    from onlinelearn.datasets.dataset import from_tables
    from onlinelearn.datasets.registry import ENTRIES

    if isinstance(choice, Own):
        from onlinelearn.datasets.own import load_own

        return load_own(choice)
    table = sources.table(ENTRIES[choice.name])
    return from_tables(choice.name, *choice.options.parts(table))
