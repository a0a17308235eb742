"""The time that the rest of a run takes, by what its cells so far have cost."""

from collections.abc import Mapping, Sequence
from statistics import fmean

Group = tuple[str, str]
"""A data set and a learner: the cells of a group cost about the same."""


def seconds_left(
    elapsed: float, costs: Mapping[Group, Sequence[float]], left: Mapping[Group, int]
) -> float | None:
    """The seconds until the cells that are left have ended; None while nothing can be said.

    `elapsed` is the time since the run began, `costs` are the seconds that each ended cell spent on
    learning, and `left` counts the cells that have not ended. Costs only tell cells apart: how fast they
    pass, with so many at once and with all that is done beside learning, is seen from `elapsed`.

    >>> seconds_left(10.0, {("usps", "PA"): [1.0, 1.0]}, {("usps", "PA"): 4})
    20.0
    """
    means = {group: fmean(each) for group, each in costs.items() if each}
    spent = sum(map(sum, costs.values()))
    if spent <= 0.0:
        return None
    ahead = sum(many * _expected_cost(group, means) for group, many in left.items())
    return elapsed * ahead / spent


def _expected_cost(group: Group, means: Mapping[Group, float]) -> float:
    """The mean of the group; if none of it has ended, of those with its data set or learner, or of all."""
    if group in means:
        return means[group]
    dataset, learner = group
    similar = [mean for (data, name), mean in means.items() if data == dataset or name == learner]
    return fmean(similar or means.values())


def in_words(seconds: float) -> str:
    """A time as people say it: only as exact as a guess can be.

    >>> in_words(170.0)
    'about 3 minutes'
    """
    for unit, size in (("hour", 3600), ("minute", 60)):
        if seconds >= 1.5 * size:
            return f"about {round(seconds / size)} {unit}s"
    return "about a minute" if seconds >= 45.0 else "less than a minute"
