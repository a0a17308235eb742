"""What a config says, complete and valid: the experiment that the rest of the package runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from onlinelearn.claims import Claim
from onlinelearn.config.tree import Plain
from onlinelearn.datasets.choice import Choice, Own
from onlinelearn.datasets.preprocess import Step
from onlinelearn.parameters import Parameters, Seed

LONGEST_LABEL = 80
LONGEST_TITLE = 200

FAMILY = "family"
"""The key of a learner's entry that says of which grid it is a point, where the grid is written out."""

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
    "paper": "the source that the experiment reproduces",
    "claims": "what the source says, as statements to be tested, by their ids",
}
"""The keys of a config, and what each is for."""


StatementText = Annotated[str, Field(min_length=1)]


class ClaimEntry(Parameters):
    """What a source says, and how to test it."""

    says: str = Field(min_length=1, max_length=400, description="the claim in the source's words, or near")
    source: str = Field("", max_length=200, description="where it stands, for example sec. 3.3")
    holds: StatementText | Annotated[tuple[StatementText, ...], Field(min_length=1)] = Field(
        description="a statement, or several that must all hold: A.updates < B.updates"
    )
    datasets: tuple[str, ...] = Field((), description="where it must hold; on all data sets if left out")
    epochs: tuple[Annotated[int, Field(ge=1)], ...] = Field(
        (), description="after which epochs; after the last if left out"
    )
    always: bool = Field(False, description="in every single run, as a bound, instead of on average")


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

    @property
    def family(self) -> str:
        """What several entries with different options have in common."""
        return self.choice.shown if isinstance(self.choice, Own) else self.choice.name

    @property
    def options(self) -> dict[str, object]:
        """Its options, by which entries of one family differ."""
        return {} if isinstance(self.choice, Own) else self.choice.options.model_dump()

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

    def resolved(self) -> dict[str, object]:
        """The entry of a config that chooses this."""
        family = {} if self.family == self.label else {FAMILY: self.family}
        return {"learner": self.learner, **family, **self.parameters}


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
    paper: str | None
    claims: tuple[Claim, ...]
    folder: Path
    """Where the config stands: the files that its claims name are relative to it."""

    def resolved(self) -> dict[str, object]:
        """The config with everything explicit, as values that JSON has; parsed, it gives this again."""
        return {
            "title": self.title,
            "datasets": [dataset.resolved() for dataset in self.datasets],
            "preprocess": [{"name": step.name, **step.params} for step in self.preprocess],
            "learners": {each.label: each.resolved() for each in self.learners},
            "protocol": self.protocol.model_dump(),
            "metrics": list(self.metrics),
            "figures": list(self.figures),
            **({"paper": self.paper} if self.paper else {}),
            **({"claims": {claim.id: _resolved(claim) for claim in self.claims}} if self.claims else {}),
        }


def _resolved(claim: Claim) -> dict[str, object]:
    """The entry of a config that states this claim."""
    return {
        "source": claim.source,
        "says": claim.says,
        "holds": list(claim.texts),
        "datasets": list(claim.datasets),
        "epochs": list(claim.epochs),
        "always": claim.always,
    }
