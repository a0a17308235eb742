"""What an experiment varies in numbers: the grids of its learners, and the options of its data sets."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from onlinelearn.config.choices import DatasetChoice, LearnerChoice

Axes = Mapping[str, set[str]]
"""For each family, the numbers in which its members differ, by name."""


def learner_axes(learners: Iterable[LearnerChoice]) -> Axes:
    """What the grids of the learners vary."""
    return _axes((each.family, each.settings) for each in learners)


def dataset_axes(datasets: Iterable[DatasetChoice]) -> Axes:
    """By which options data sets of one name differ; each reading has families of its own."""
    return _axes((each.family, each.options) for each in datasets)


def _axes(members: Iterable[tuple[str, Mapping[str, object]]]) -> Axes:
    found: dict[str, dict[str, set[float]]] = defaultdict(lambda: defaultdict(set))
    for family, settings in members:
        for name, value in settings.items():
            if isinstance(value, int | float):
                found[family][name].add(value)
    return {
        family: {name for name, values in named.items() if len(values) > 1} for family, named in found.items()
    }
