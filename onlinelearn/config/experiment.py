"""What a config says, complete and valid: the experiment that the rest of the package runs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from onlinelearn.base.arrays import LabelDraw
from onlinelearn.base.metrics import EXTRA, STANDARD
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.claims import Claim
from onlinelearn.config.choices import Condition, DatasetChoice, LearnerChoice
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.render.figures.figure_options import FigureChoice

LONGEST_LABEL = 80
LONGEST_TITLE = 200

Repeats = Annotated[int, Field(ge=1, le=10_000)]

KEYS = {
    "title": "what the experiment shows, for tables and figures; the file's name if left out",
    "dataset": "the data set: a registered name, a mapping with options, or files of your own",
    "datasets": "several data sets, instead of `dataset`",
    "preprocess": "what is done to the attributes, in order; fitted on the training part only",
    "learners": "the learners, by the label that tables and figures give them",
    "readings": "what the source leaves open: other ways to read the config, run beside it",
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
    label_rate: Annotated[float, Field(gt=0, le=1)] = Field(
        1.0, description="share of the training examples whose label is shown; learners share these too"
    )
    label_draw: LabelDraw = Field(
        "independent",
        description="whose label is shown: each with that chance, or the same share of every class",
    )


@dataclass(frozen=True)
class Experiment:
    """One config, checked, with every default filled in. `name` names the folder of its results."""

    name: str
    title: str
    conditions: tuple[Condition, ...]
    """The data sets in order, as the config is written; then once more for each other reading of it."""
    protocol: Protocol
    metrics: tuple[str, ...]
    figures: tuple[FigureChoice, ...]
    paper: str | None
    claims: tuple[Claim, ...]
    folder: Path
    """Where the config stands: the files that its claims name are relative to it."""

    @property
    def written(self) -> tuple[Condition, ...]:
        """The conditions of the config as written."""
        return tuple(condition for condition in self.conditions if not condition.dataset.reading)

    @property
    def datasets(self) -> tuple[DatasetChoice, ...]:
        """The data sets of all conditions: one under several readings is several."""
        return tuple(condition.dataset for condition in self.conditions)

    @property
    def preprocess(self) -> tuple[PreprocessingStep, ...]:
        """The preprocessing of the config as written."""
        return self.conditions[0].preprocess

    @property
    def learners(self) -> tuple[LearnerChoice, ...]:
        """The learners of the first condition; those of the others have the same labels."""
        return self.conditions[0].learners

    @property
    def measured(self) -> tuple[str, ...]:
        """The metrics that the rows of the run have."""
        return (*STANDARD, *(name for name in self.metrics if name in EXTRA))

    def resolved(self) -> dict[str, object]:
        """The config with everything explicit, as values that JSON has; parsed, it gives this again."""
        readings = self._readings()
        return {
            "title": self.title,
            "datasets": [condition.dataset.resolved() for condition in self.written],
            "preprocess": _steps(self.conditions[0]),
            "learners": {each.label: each.resolved() for each in self.learners},
            **({"readings": {"named": readings}} if readings else {}),
            "protocol": self.protocol.model_dump(),
            "metrics": list(self.metrics),
            "figures": [choice.resolved() for choice in self.figures],
            **({"paper": self.paper} if self.paper else {}),
            **({"claims": {claim.id: self._claim(claim) for claim in self.claims}} if self.claims else {}),
        }

    def _readings(self) -> dict[str, dict[str, object]]:
        """What each reading changes: the entries, in place of those as written, by their keys."""
        places = {condition.dataset.base: (index, condition) for index, condition in enumerate(self.written)}
        readings: dict[str, dict[str, object]] = {}
        for condition in self.conditions[len(places) :]:
            changes = readings.setdefault(condition.dataset.reading, {})
            index, written = places[condition.dataset.base]
            if condition.dataset.choice != written.dataset.choice:
                changes[f"datasets.{index}"] = condition.dataset.resolved()
            if condition.preprocess != written.preprocess:
                changes["preprocess"] = _steps(condition)
            for ours, theirs in zip(condition.learners, written.learners, strict=True):
                if (entry := ours.resolved()) != theirs.resolved():
                    changes[f"learners.{ours.label}"] = entry
        return readings

    def _claim(self, claim: Claim) -> dict[str, object]:
        """The entry of a config that states this claim."""
        bases = {each.label: each.base for each in self.datasets}
        return {
            "source": claim.source,
            "says": claim.says,
            "holds": list(claim.texts),
            # A data set as written stands for all its readings.
            "datasets": [
                label
                for label in claim.datasets
                if bases[label] == label or bases[label] not in claim.datasets
            ],
            "epochs": list(claim.epochs),
            "always": claim.always,
        }


def _steps(condition: Condition) -> list[dict[str, object]]:
    return [{"name": step.name, **step.params} for step in condition.preprocess]
