"""Choices: a data set or a learner as an experiment uses it, and the conditions that combine them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from onlinelearn.base.arrays import Kind, Testing
from onlinelearn.base.result_rows import ReadingKind, condition_label
from onlinelearn.base.roles import BESIDE, Role
from onlinelearn.config.config_tree import Plain
from onlinelearn.datasets.choice import Choice, Own, source_of
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.datasets.registry_options import RegistryOptions
from onlinelearn.learners.catalog import LearnerEntry
from onlinelearn.learners.engine.selective_sampling import Ask
from onlinelearn.learners.foreign_options import ForeignOptions

FAMILY = "family"
"""The key of a learner's entry with the label of its grid, where the grid is written out."""

ASK = "ask"
"""The key of a learner's entry with the rule by which it asks for labels."""

TUNE = "tune"
"""The key under which a learner's parameter has the list of values to choose from."""

OPTION = "option"
"""The key under which a learner's parameter names the option of the data set that decides it."""


@dataclass(frozen=True)
class DatasetChoice:
    """A data set under a reading of the config."""

    base: str
    """What tables call it, without the reading."""
    choice: Choice
    reading: str = ""
    """The name of the reading; empty for the config as written."""
    reading_kind: ReadingKind = "written"

    @property
    def label(self) -> str:
        """What tables call it, with the reading."""
        return condition_label(self.base, self.reading)

    @property
    def name(self) -> str:
        """The name that entries with different options share, without the reading."""
        return self.choice.shown if isinstance(self.choice, Own) else self.choice.name

    @property
    def family(self) -> str:
        """The name that entries with different options share, with the reading."""
        return condition_label(self.name, self.reading)

    @property
    def options(self) -> dict[str, object]:
        """The options in which entries of one family differ."""
        return {} if isinstance(self.choice, Own) else self.choice.options.model_dump()

    @property
    def source(self) -> str:
        """What its examples are drawn from, whatever the options."""
        return source_of(self.resolved())

    @property
    def tested(self) -> bool:
        """Whether it has a test part."""
        options = self.choice if isinstance(self.choice, Own) else self.choice.options
        return not isinstance(options, Own | RegistryOptions) or options.tested

    @property
    def kind(self) -> Kind:
        """The kind of learning that it is for."""
        return self.choice.kind if isinstance(self.choice, Own) else self.choice.options.kind

    def resolved(self) -> dict[str, object]:
        """The entry of a config that chooses this data set."""
        if isinstance(self.choice, Own):
            return self.choice.model_dump(mode="json")
        return {"name": self.choice.name} | self.choice.options.model_dump(mode="json")


@dataclass(frozen=True)
class Tuning:
    """The values that some parameters of a learner are chosen from."""

    lists: Mapping[str, tuple[Plain, ...]]
    """The values of each parameter, as the config gives them."""
    candidates: tuple[Mapping[str, Plain], ...]
    """All parameters of each combination that may be chosen."""

    def values(self, candidate: int) -> dict[str, Plain]:
        """The tuned parameters of one candidate."""
        return {name: self.candidates[candidate][name] for name in self.lists}


@dataclass(frozen=True)
class LearnerChoice:
    """A learner with all of its parameters, but for those that are tuned."""

    label: str
    """What tables call it."""
    entry: LearnerEntry
    """The learner in the catalog."""
    parameters: Mapping[str, Plain]
    family: str
    """The label that all points of a grid share; the learner's own where there is no grid."""
    ask: Ask | None = None
    """The rule by which it asks for labels; None asks for all of them."""
    bound: Mapping[str, str] = field(default_factory=dict)
    """The parameters that take their value from an option of the data set, and that option's name."""
    foreign: ForeignOptions = field(default_factory=ForeignOptions)
    """How it is streamed, if it is not ours."""
    role: Role = Role.GIVEN
    """How its parameters came to be."""
    tuning: Tuning | None = None
    """The candidates, where parameters are chosen: by the training part, or in hindsight."""

    @property
    def stands_beside(self) -> bool:
        """Whether no entry of the config names it: it is shown beside a tuned learner."""
        return self.role in BESIDE

    @property
    def candidates(self) -> tuple[Mapping[str, Plain], ...]:
        """The parameters of every candidate; without tuning, there is one."""
        return self.tuning.candidates if self.tuning else (self.parameters,)

    @property
    def learner(self) -> str:
        """Its name in configs."""
        return self.entry.name

    def make(self) -> object:
        """A learner with these parameters; a class that is not ours may raise anything."""
        if self.tuning is not None:
            raise ValueError(f"{self.label} is tuned: each of its candidates is a learner")
        return self.entry.make(**self.parameters)

    @property
    def settings(self) -> dict[str, object]:
        """Everything a grid may vary: its own parameters, and the options of its rule for asking."""
        own = {name: value for name, value in self.parameters.items() if name not in self.bound}
        options = self.ask.model_dump(exclude={"rule"}) if self.ask else {}
        return own | {asked_name(name, self.parameters): value for name, value in options.items()}

    def resolved(self) -> dict[str, object]:
        """The entry of a config that chooses this learner."""
        family = {} if self.family == self.label else {FAMILY: self.family}
        ask = {ASK: self.ask.model_dump(mode="json")} if self.ask else {}
        bound = {name: {OPTION: option} for name, option in self.bound.items()}
        foreign = self.foreign.model_dump(exclude_defaults=True)
        tuned = (
            {name: {TUNE: list(values)} for name, values in self.tuning.lists.items()} if self.tuning else {}
        )
        return {"learner": self.learner, **family, **ask, **foreign, **self.parameters, **bound, **tuned}


def asked_name(option: str, parameters: Collection[str]) -> str:
    """The name of an option of the rule for asking, where it must not be taken for a parameter."""
    return f"{ASK}_{option}" if option in parameters else option


@dataclass(frozen=True)
class Condition:
    """A data set, its preprocessing, the learners that learn from it, and how they are tested."""

    dataset: DatasetChoice
    preprocess: tuple[PreprocessingStep, ...]
    learners: tuple[LearnerChoice, ...]
    test: Testing = "frozen"
