"""What an experiment crosses: data sets and learners, each with what tables call it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from onlinelearn.base.arrays import Kind
from onlinelearn.base.result_rows import condition_label
from onlinelearn.config.tree import Plain
from onlinelearn.datasets.choice import Choice, Own
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.learners.engine.selective_sampling import Ask

FAMILY = "family"
"""The key of a learner's entry that says of which grid it is a point, where the grid is written out."""

ASK = "ask"
"""The key of a learner's entry that says for which examples it asks for the label."""

OPTION = "option"
"""The key under which a learner's parameter names the option of the data set that decides it."""


@dataclass(frozen=True)
class DatasetChoice:
    """A data set, and under which reading of the config it is learned."""

    base: str
    """What tables call it, whatever the reading."""
    choice: Choice
    reading: str = ""
    """What the reading changes; nothing for the config as written."""

    @property
    def label(self) -> str:
        """What tables call it, the reading included."""
        return condition_label(self.base, self.reading)

    @property
    def family(self) -> str:
        """What several entries with different options have in common, the reading included."""
        name = self.choice.shown if isinstance(self.choice, Own) else self.choice.name
        return condition_label(name, self.reading)

    @property
    def options(self) -> dict[str, object]:
        """Its options, by which entries of one family differ."""
        return {} if isinstance(self.choice, Own) else self.choice.options.model_dump()

    @property
    def kind(self) -> Kind:
        """The kind of learning that it is for."""
        return self.choice.kind if isinstance(self.choice, Own) else self.choice.options.kind

    def resolved(self) -> dict[str, object]:
        """The entry of a config that chooses this."""
        if isinstance(self.choice, Own):
            return self.choice.model_dump(mode="json")
        return {"name": self.choice.name} | self.choice.options.model_dump(mode="json")


@dataclass(frozen=True)
class LearnerChoice:
    """A learner by its name in configs, what tables call it, and every one of its parameters."""

    label: str
    learner: str
    parameters: Mapping[str, Plain]
    family: str
    """The label that all points of a grid share; the learner's own where there is no grid."""
    ask: Ask | None = None
    """For which examples it asks for the label; for all, if not given."""
    bound: Mapping[str, str] = field(default_factory=dict)
    """The parameters that the data set decides, and the option of it that each is."""

    @property
    def settings(self) -> dict[str, object]:
        """All that a grid may vary: the parameters of its own, and the options of its rule for asking."""
        own = {name: value for name, value in self.parameters.items() if name not in self.bound}
        options = self.ask.model_dump(exclude={"rule"}) if self.ask else {}
        return own | {asked_name(name, self.parameters): value for name, value in options.items()}

    def resolved(self) -> dict[str, object]:
        """The entry of a config that chooses this."""
        family = {} if self.family == self.label else {FAMILY: self.family}
        ask = {ASK: self.ask.model_dump(mode="json")} if self.ask else {}
        bound = {name: {OPTION: option} for name, option in self.bound.items()}
        return {"learner": self.learner, **family, **ask, **self.parameters, **bound}


def asked_name(option: str, parameters: Collection[str]) -> str:
    """What to call an option of the rule for asking, among the parameters of the learner that asks."""
    return f"{ASK}_{option}" if option in parameters else option


@dataclass(frozen=True)
class Condition:
    """A data set, what is done to it, and the learners that learn from it."""

    dataset: DatasetChoice
    preprocess: tuple[PreprocessingStep, ...]
    learners: tuple[LearnerChoice, ...]
