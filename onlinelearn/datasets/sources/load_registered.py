"""A registered data set as options choose it: its table, found on this machine, in two parts."""

from onlinelearn.datasets.dataset import Dataset, from_tables
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.registry_options import RegistryOptions
from onlinelearn.datasets.sources import locate


def load_registered(name: str, options: RegistryOptions) -> Dataset:
    """The set of this name with these options; DataError if it can't be had."""
    return from_tables(name, *options.parts(locate.table(ENTRIES[name])), ordered=options.ordered)
