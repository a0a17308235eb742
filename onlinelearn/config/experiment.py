"""An experiment as a config describes it, complete and valid: the rest of the package runs it as it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from onlinelearn.base.arrays import LabelDraw, Testing
from onlinelearn.base.metrics import EVERY_CURVE, EXTRA, ON_CURVES, ON_TEST, STANDARD
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.claims import Claim, Family
from onlinelearn.claims.outline import Outline, OutlineCondition
from onlinelearn.config.choices import Condition, DatasetChoice, LearnerChoice
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.render.figures.figure_options import FigureChoice, Refers
from onlinelearn.render.figures.figure_style import StyleOptions
from onlinelearn.render.tables.table_options import PLAIN, TableOptions

TESTING_KEY = "protocol.test"
"""The one key of the protocol that a reading may change."""

READING_KIND = "kind"
"""The key of a reading that is written out with its kind."""

Repeats = Annotated[int, Field(ge=1, le=10_000)]

OTHERS = "others"
"""The key of the number of permutations on data sets that are not named."""


class Tune(Parameters):
    """How the values of tuned parameters are chosen, in each permutation on its training part alone."""

    by: Literal["online_error", "validation"] = Field(
        "online_error",
        description="`online_error`: the error in the first pass over the training part; "
        "`validation`: the error on a part that is held out",
    )
    share: Annotated[float, Field(gt=0, lt=1)] | None = Field(
        None, description="the share of the training part that `validation` holds out; 0.2 if left out"
    )
    draws: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        None, description="how many combinations to try, drawn at random; all of them, if left out"
    )

    @model_validator(mode="after")
    def _share_is_for_validation(self) -> Self:
        if self.share is not None and self.by != "validation":
            raise ValueError("`share` is held out for `by: validation`; say so, or leave it out")
        return self


class Protocol(Parameters):
    """How the examples are streamed."""

    epochs: Repeats = Field(1, description="passes over the training part")
    permutations: Repeats | dict[str, Repeats] = Field(
        1,
        description="repetitions, each in an order of its own; `{shuttle: 80, others: 20}` gives a data set "
        "a number of its own",
    )
    seed: Seed = Field(0, description="the seed of the orders; all learners see the same orders")
    label_rate: Annotated[float, Field(gt=0, le=1)] = Field(
        1.0,
        description="the share of the training examples whose label is shown; the same ones to all learners",
    )
    label_draw: LabelDraw = Field(
        "independent",
        description="`independent` shows each label with that chance, `stratified` the same share "
        "of every class",
    )
    test: Testing = Field(
        "frozen",
        description="`frozen` tests the model as it is, `online` a copy that learns from each test "
        "example in turn",
    )
    tune: Tune | None = Field(
        None,
        description="how the values of parameters with `{tune: [...]}` are chosen; by online error, "
        "if left out",
    )
    order: Literal["shuffled", "file"] | None = Field(
        None,
        description="`shuffled` draws an order for every epoch, `file` takes the rows as they are; without "
        "either, a data set that is a sequence comes as it is, and every other one shuffled",
    )
    feedback: Literal["full", "bandit"] = Field(
        "full",
        description="`full` shows the label after the prediction, `bandit` tells only whether the class that "
        "was played is right: learners that need the label are refused",
    )
    delay: Annotated[int, Field(ge=0)] = Field(
        0,
        description="how many rounds after the prediction a label comes; the last ones come at the "
        "end of the stream",
    )

    def permutations_on(self, dataset: str) -> int:
        """The number of permutations on the data set with this label."""
        if isinstance(self.permutations, int):
            return self.permutations
        return self.permutations.get(dataset, self.permutations.get(OTHERS, 1))


@dataclass(frozen=True)
class Experiment:
    """One config, checked, with every default filled in. `name` names the folder of its results."""

    name: str
    title: str
    conditions: tuple[Condition, ...]
    """The data sets in order, as the config is written; then once more for each other reading of it."""
    protocol: Protocol
    metrics: tuple[str, ...]
    baselines: bool
    """Whether simpler learners run beside those of the config."""
    figures: tuple[FigureChoice, ...]
    paper: str | None
    claims: tuple[Claim, ...]
    folder: Path
    """The config's folder: the files that its claims name are relative to it."""
    figure_style: StyleOptions = field(default_factory=StyleOptions)
    """The style of all figures; the options of one may change it."""
    tables: TableOptions = PLAIN
    """How tables are set in LaTeX."""
    file: Path | None = field(default=None, compare=False)
    """The config's file; None if it was given from Python."""
    metric_options: Mapping[str, Parameters] = field(default_factory=dict)
    """The options of those metrics that have some."""

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
        every = (*STANDARD, *(name for name in self.metrics if name in EXTRA))
        tested = all(each.tested for each in self.datasets)
        return every if tested else tuple(name for name in every if name not in ON_TEST)

    @property
    def published_files(self) -> frozenset[str]:
        """The files of published values, beside the config, that claims and figures name."""
        drawn = (
            str(named)
            for choice in self.figures
            for _, kind, named in choice.options.references()
            if kind is Refers.FILE
        )
        return frozenset(drawn).union(*(claim.files for claim in self.claims))

    def permutations(self, condition: Condition) -> int:
        """How many permutations there are under a condition: as many under each reading of a data set."""
        return self.protocol.permutations_on(condition.dataset.base)

    def outline(self) -> Outline:
        """What its claims and figures may speak of."""
        return Outline(
            conditions=tuple(
                OutlineCondition(
                    Family(each.dataset.name, each.dataset.options),
                    each.dataset.reading,
                    {learner.label: Family(learner.family, learner.settings) for learner in each.learners},
                )
                for each in self.conditions
            ),
            metrics=self.measured,
            curve_metrics=(*EVERY_CURVE, *(name for name in self.metrics if name in ON_CURVES)),
            keeps_curves="curves" in self.metrics,
            epochs=self.protocol.epochs,
            folder=self.folder,
            roles={each.label: each.role for each in self.learners},
        )

    def resolved(self) -> dict[str, object]:
        """The config with everything explicit, in values that JSON has; parsed, it gives this again."""
        readings = self._readings()
        return {
            "title": self.title,
            "datasets": [condition.dataset.resolved() for condition in self.written],
            "preprocess": _steps(self.conditions[0]),
            "learners": {each.label: each.resolved() for each in self.learners if not each.stands_beside},
            **({"readings": {"named": readings}} if readings else {}),
            "protocol": self.protocol.model_dump(exclude_none=True),
            "baselines": self.baselines,
            "metrics": [
                {name: options.model_dump()} if (options := self.metric_options.get(name)) else name
                for name in self.metrics
            ],
            "figures": [choice.resolved() for choice in self.figures],
            **({"figure_style": style} if (style := self._figure_style()) else {}),
            **({} if self.tables == PLAIN else {"tables": self.tables.model_dump(exclude_none=True)}),
            **({"paper": self.paper} if self.paper else {}),
            **({"claims": {claim.id: self._claim(claim) for claim in self.claims}} if self.claims else {}),
        }

    def _figure_style(self) -> dict[str, object]:
        return self.figure_style.model_dump(mode="json", exclude_none=True)

    def _readings(self) -> dict[str, dict[str, object]]:
        """The entries that each reading changes, by their keys."""
        places = {condition.dataset.base: (index, condition) for index, condition in enumerate(self.written)}
        readings: dict[str, dict[str, object]] = {}
        for condition in self.conditions[len(places) :]:
            changes = readings.setdefault(
                condition.dataset.reading, {READING_KIND: condition.dataset.reading_kind}
            )
            index, written = places[condition.dataset.base]
            if condition.dataset.choice != written.dataset.choice:
                changes[f"datasets.{index}"] = condition.dataset.resolved()
            if condition.preprocess != written.preprocess:
                changes["preprocess"] = _steps(condition)
            if condition.test != written.test:
                changes[TESTING_KEY] = condition.test
            for ours, theirs in zip(condition.learners, written.learners, strict=True):
                if not ours.stands_beside and (entry := ours.resolved()) != theirs.resolved():
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
            **(
                {"border": {name: distance.written for name, distance in claim.border.items()}}
                if claim.border
                else {}
            ),
            **({"decided_by": claim.decided_by} if claim.decided_by else {}),
            **({"looks": claim.looks} if claim.looks > 1 else {}),
            **({"note": claim.note} if claim.note else {}),
        }


def _steps(condition: Condition) -> list[dict[str, object]]:
    return [{"name": step.name, **step.params} for step in condition.preprocess]
