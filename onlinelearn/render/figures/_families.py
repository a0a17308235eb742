"""Families: the learners of one grid, or the data sets of one, and the parameters in which members differ."""

from collections.abc import Iterable, Mapping

from onlinelearn.claims import Family


def family(families: Mapping[str, Family], label: str) -> Family:
    """The family of a label; one of its own, if the config names none."""
    return families.get(label, Family(label, {}))


def varying_parameters(members: Iterable[Family]) -> tuple[str, ...]:
    """The parameters in which members differ, in the order in which they are declared."""
    every = [member.parameters for member in members]
    names = dict.fromkeys(name for parameters in every for name in parameters)
    return tuple(name for name in names if len({repr(each.get(name)) for each in every}) > 1)


def numeric_parameter(member: Family, name: str) -> float | None:
    """A parameter that is a number; None if there is none of that name."""
    found = member.parameters.get(name)
    return float(found) if isinstance(found, int | float) else None
