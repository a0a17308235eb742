"""The names that a shell offers after a command; each is looked up only when a shell asks."""

import click


def listed_names(context: click.Context, argument: click.Parameter, begun: str) -> list[str]:
    """The kinds, and the names of everything that a config may name."""
    from onlinelearn.printing import catalogue

    names = (name for entry in catalogue.catalogue() for name in (entry.name, entry.class_name))
    return _beginning(begun, (*catalogue.KINDS, *names))


def dataset_names(context: click.Context, argument: click.Parameter, begun: str) -> list[str]:
    """The data sets that have a name."""
    from onlinelearn.datasets.choice import NAMED

    return _beginning(begun, tuple(NAMED))


def example_names(context: click.Context, argument: click.Parameter, begun: str) -> list[str]:
    """The shipped configs."""
    from onlinelearn.base import shipped

    return _beginning(begun, tuple(shipped.configs()))


def _beginning(begun: str, names: tuple[str, ...]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name and name.startswith(begun)]
