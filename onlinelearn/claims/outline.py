"""The outline of an experiment: what a statement may speak of, known before anything is run."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from onlinelearn.base.error_text import nearest, shown, unknown
from onlinelearn.base.metrics import ON_TRAINING_ROWS
from onlinelearn.base.roles import Role
from onlinelearn.claims.results_view import Family


@dataclass(frozen=True)
class OutlineCondition:
    """A data set under a reading of the config, and the learners that learn from it, by their labels."""

    dataset: Family
    """Named without the reading."""
    reading: str
    """Empty for the config as written."""
    learners: Mapping[str, Family]


@dataclass(frozen=True)
class Outline:
    """The learners, data sets, metrics and epochs of an experiment, and the folder of its files."""

    conditions: tuple[OutlineCondition, ...]
    """Those of the config as written come first."""
    metrics: tuple[str, ...]
    """The metrics that are measured after each epoch."""
    curve_metrics: tuple[str, ...]
    """The metrics that learning curves have, if they are kept."""
    keeps_curves: bool
    epochs: int
    folder: Path
    roles: Mapping[str, Role] = field(default_factory=dict)
    """How the parameters of learners came to be, by their labels."""

    @property
    def learners(self) -> Mapping[str, Family]:
        """The learners of the config as written; a reading has the same labels."""
        return self.conditions[0].learners

    @property
    def has_readings(self) -> bool:
        """Whether the config is run under other readings too."""
        return any(condition.reading for condition in self.conditions)

    def unknown_learners(self, labels: Collection[str], *, families: bool = False) -> Iterator[str]:
        """A problem for each label that no learner has, nor a family of learners if these may be named."""
        known = list(self.learners)
        known += [learner.name for learner in self.learners.values() if families]
        for label in sorted(set(labels) - set(known)):
            yield unknown("learner", label, dict.fromkeys(known))

    def chosen_by_it(self, labels: Collection[str], metrics: Collection[str]) -> Iterator[str]:
        """A problem for each learner that was chosen by what is claimed of it."""
        chosen_by = ON_TRAINING_ROWS & set(metrics)
        for label in sorted(labels):
            role = self.roles.get(label, Role.GIVEN)
            if role is Role.HINDSIGHT:
                yield f"{shown(label)} is chosen on the test part: no claim can rest on it"
            elif role is Role.TUNED and chosen_by:
                yield f"{shown(label)} is tuned on the rows of its {min(chosen_by)}: claim its test_error"

    def unknown_metrics(self, metrics: Collection[str]) -> Iterator[str]:
        """A problem for each metric that is not measured."""
        for metric in sorted(set(metrics) - set(self.metrics)):
            yield unknown("metric", metric, self.metrics)

    def unknown_epochs(self, epochs: Collection[int]) -> Iterator[str]:
        """A problem for each epoch that the protocol does not have."""
        for epoch in epochs:
            if epoch > self.epochs:
                yield f"there is no epoch {epoch}: the protocol has {self.epochs}"

    def missing_on_curves(self, metrics: Collection[str]) -> Iterator[str]:
        """A problem for each metric that can't be read off a learning curve."""
        for metric in metrics:
            if metric not in self.curve_metrics:
                yield f"the curves have no {shown(metric)}{nearest(metric, self.curve_metrics)}"
            elif not self.keeps_curves:
                yield "'curves' is not among the metrics; add it for a value at a round"

    def learner_axes(self) -> Mapping[str, set[str]]:
        """For each family of learners, the parameters in which its members differ."""
        return varied(self.learners.values())

    def dataset_axes(self) -> Mapping[str, Mapping[str, set[str]]]:
        """Under each reading, for each name, the options in which data sets of that name differ."""
        under: dict[str, list[Family]] = defaultdict(list)
        for condition in self.conditions:
            under[condition.reading].append(condition.dataset)
        return {reading: varied(datasets) for reading, datasets in under.items()}

    def axes(self) -> set[str]:
        """Every parameter and option that takes several values."""
        found = [self.learner_axes(), *self.dataset_axes().values()]
        return {name for axes in found for names in axes.values() for name in names}


def varied(members: Iterable[Family]) -> Mapping[str, set[str]]:
    """For each family, the parameters that are different numbers among its members."""
    found: dict[str, dict[str, set[float]]] = defaultdict(lambda: defaultdict(set))
    for member in members:
        for name, value in member.parameters.items():
            if isinstance(value, int | float):
                found[member.name][name].add(value)
    return {
        family: {name for name, values in named.items() if len(values) > 1} for family, named in found.items()
    }
