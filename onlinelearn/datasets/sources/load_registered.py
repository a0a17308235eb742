"""A registered data set as options choose it: its table, found on this machine, in two parts."""

from onlinelearn.datasets.dataset import from_tables
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.registry_options import RegistryOptions
from onlinelearn.datasets.resplit import DataSource, Resplit
from onlinelearn.datasets.sources import locate


def load_registered(name: str, options: RegistryOptions) -> DataSource:
    """The set of this name with these options, or what splits it; DataError if it can't be had."""
    table = locate.table(ENTRIES[name])
    if options.splits_each:
        return Resplit(name, table, options.parts_of, options.model_dump_json(), type(options).__module__)
    return from_tables(name, *options.parts(table), ordered=options.ordered, tested=options.tested)
