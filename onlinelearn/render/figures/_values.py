"""What results say of a metric, and which parameters tell the members of a family apart."""

from collections.abc import Iterable, Mapping, Sequence

from onlinelearn.base.result_rows import Row, measured
from onlinelearn.claims import Family

Values = dict[int, float]
"""A metric in each permutation."""


def by_cell(rows: Sequence[Row], metric: str, epoch: int | None = None) -> dict[tuple[str, str], Values]:
    """The metric by data set and learner after an epoch (None: the last); blanks are left out."""
    epoch = epoch or max((row.epoch for row in rows), default=1)
    found: dict[tuple[str, str], Values] = {}
    for row in rows:
        value = measured(row, metric)
        if row.epoch == epoch and value is not None:
            found.setdefault((row.condition, row.learner), {})[row.permutation] = value
    return found


def family(families: Mapping[str, Family], label: str) -> Family:
    """What a label is one of; of nothing but itself, where that is not said."""
    return families.get(label, Family(label, {}))


def varying(members: Iterable[Family]) -> tuple[str, ...]:
    """The parameters in which members differ, in the order in which they are declared."""
    every = [member.parameters for member in members]
    names = dict.fromkeys(name for parameters in every for name in parameters)
    return tuple(name for name in names if len({repr(each.get(name)) for each in every}) > 1)


def number(member: Family, name: str) -> float | None:
    """A parameter that is a number; None if there is none of that name."""
    found = member.parameters.get(name)
    return float(found) if isinstance(found, int | float) else None
