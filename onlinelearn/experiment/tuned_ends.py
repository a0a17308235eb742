"""Notes on tuned values that lie at an end of their list, where the best one may lie beyond it."""

import math
from collections.abc import Mapping, Sequence

from onlinelearn.base import parameters
from onlinelearn.base.roles import Role
from onlinelearn.config.choices import LearnerChoice, Tuning
from onlinelearn.config.config_tree import Plain
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.protocol import Outcome, TuningOutcome

LEAST_VALUES = 3
"""Of two values, each is an end."""


def tuned_end_notes(cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome]) -> tuple[str, ...]:
    """A sentence for each data set where most permutations choose a value at an end of its list."""
    places: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        if cell in outcomes and cell.learner.role is Role.TUNED and not cell.dataset.reading:
            places.setdefault((cell.dataset.label, cell.learner.label), []).append(cell)
    found: dict[str, list[str]] = {}
    for (dataset, label), here in places.items():
        learner = here[0].learner
        for name in learner.tuning.lists if learner.tuning else ():
            ends = [end for cell in here if (end := _chosen_end(name, learner, outcomes[cell])) is not None]
            if 2 * len(ends) > len(here):
                values = " or ".join(f"{value:g}" for value in sorted(set(ends)))
                text = f"{name} = {values} of {label} in {len(ends)} of {len(here)} permutations"
                found.setdefault(dataset, []).append(text)
    return tuple(
        f"{dataset}: chosen at an end of the list: {', '.join(texts)}. A longer list may do better."
        for dataset, texts in found.items()
    )


def _chosen_end(name: str, learner: LearnerChoice, outcome: Outcome) -> float | None:
    """The value of a parameter that was chosen, if it is an end of its list, and better than all between."""
    tuning, chosen = learner.tuning, outcome.tuning
    if tuning is None or chosen is None:
        return None
    numbers = [value for value in map(_number, tuning.lists[name]) if value is not None]
    value = _number(tuning.values(chosen.chosen)[name])
    if value is None or len(set(numbers)) < LEAST_VALUES or value not in (min(numbers), max(numbers)):
        return None
    if value in _limits(learner, name) or not _beats_the_others(name, value, tuning, chosen):
        return None
    return value


def _beats_the_others(name: str, value: float, tuning: Tuning, chosen: TuningOutcome) -> bool:
    """Whether no other value of the parameter reaches the same score: a tie says nothing of the list."""
    best = chosen.scores[chosen.chosen]
    return all(
        score > best or tuning.values(number)[name] == value for number, score in enumerate(chosen.scores)
    )


def _limits(learner: LearnerChoice, name: str) -> set[float]:
    """The values that the parameter can't pass: no list goes on beyond them."""
    if learner.entry.compiled is None:
        return set()
    declared = parameters.model(learner.entry.compiled).model_fields[name].metadata
    return {
        limit for each in declared for end in ("ge", "le") if (limit := getattr(each, end, None)) is not None
    }


def _number(value: Plain) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)
