"""What a config says, complete and valid: the experiment that the rest of the package runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from onlinelearn.config.tree import Plain
from onlinelearn.datasets.choice import Choice, Own
from onlinelearn.datasets.preprocess import Step
from onlinelearn.parameters import Parameters, Seed

LONGEST_LABEL = 80
LONGEST_TITLE = 200

Repeats = Annotated[int, Field(ge=1, le=10_000)]

KEYS = {
    "title": "what the experiment shows, for tables and figures; the file's name if left out",
    "dataset": "the data set: a registered name, a mapping with options, or files of your own",
    "datasets": "several data sets, instead of `dataset`",
    "preprocess": "what is done to the attributes, in order; fitted on the training part only",
    "learners": "the learners, by the label that tables and figures give them",
    "protocol": "how the examples are streamed",
    "metrics": "what is measured",
    "figures": "what is drawn",
}
"""The keys of a config, and what each is for."""


class Protocol(Parameters):
    """How the examples are streamed."""

    epochs: Repeats = Field(1, description="passes over the training part")
    permutations: Repeats = Field(1, description="repetitions, each in an order of its own")
    seed: Seed = Field(0, description="what the orders are drawn from; learners share them")


@dataclass(frozen=True)
class DatasetChoice:
    """A data set, and what tables call it."""

    label: str
    choice: Choice

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


@dataclass(frozen=True)
class Experiment:
    """One config, checked, with every default filled in. `name` names the folder of its results."""

    name: str
    title: str
    datasets: tuple[DatasetChoice, ...]
    preprocess: tuple[Step, ...]
    learners: tuple[LearnerChoice, ...]
    protocol: Protocol
    metrics: tuple[str, ...]
    figures: tuple[str, ...]

    def resolved(self) -> dict[str, object]:
        """The config with everything explicit, as values that JSON has; parsed, it gives this again."""
        return {
            "title": self.title,
            "datasets": [dataset.resolved() for dataset in self.datasets],
            "preprocess": [{"name": step.name, **step.params} for step in self.preprocess],
            "learners": {each.label: {"learner": each.learner, **each.parameters} for each in self.learners},
            "protocol": self.protocol.model_dump(),
            "metrics": list(self.metrics),
            "figures": list(self.figures),
        }
