"""Learners that are not ours and were given no seed: what they draw, if anything, can't be drawn again."""

import inspect
from collections.abc import Iterable

from onlinelearn.config import LearnerChoice

SEEDS = ("random_state", "seed")
"""What scikit-learn and river call the parameter, and so do most classes made after them."""


def unseeded(learners: Iterable[LearnerChoice]) -> dict[str, str]:
    """The learners of a config that were given no seed, and the parameter that would be one.

    Whether a learner draws at all can't be known from outside: some do only for several rows a call.
    """
    found: dict[str, str] = {}
    for each in learners:
        if each.entry.compiled is None and (name := _seed_of(each.entry.cls)):
            default = inspect.signature(each.entry.cls).parameters[name].default
            if any(values.get(name, default) is None for values in each.candidates):
                found[each.family] = name
    return found


def _seed_of(cls: type) -> str | None:
    try:
        parameters = inspect.signature(cls).parameters
    except ValueError:  # written in C, without a signature
        return None
    return next((name for name in SEEDS if name in parameters), None)
