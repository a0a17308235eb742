"""The options of each registered data set, and the training and test parts that they make of it."""

from abc import abstractmethod
from typing import Annotated, ClassVar, Self, TypeVar

from pydantic import AfterValidator, Field, model_validator

from onlinelearn.base.arrays import Kind
from onlinelearn.base.parameters import Count, Fraction, Parameters
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.splits import (
    EACH,
    Share,
    ShareOrAll,
    SplitSeed,
    drawn,
    drawn_seed,
    last_rows,
    official,
    stratified,
)
from onlinelearn.datasets.subsets import Attributes, first_of_each_class, of_classes, with_attributes
from onlinelearn.datasets.wrong_labels import with_wrong_labels

ClassLabel = TypeVar("ClassLabel", int, str)

CLASSES = "learn these classes only, for example two of them for a binary problem"
TRAIN = "share of each class that is drawn for training"
SEED = "seed of that draw; `each` draws a split for each permutation"


def _ascending(labels: tuple[ClassLabel, ...]) -> tuple[ClassLabel, ...]:
    """The labels in ascending order, so that two spellings of one choice of classes are equal."""
    if len(set(labels)) < len(labels):
        raise ValueError("a class is named twice")
    return tuple(sorted(labels))


_several = Field(strict=False, min_length=2)
Digits = Annotated[tuple[Annotated[int, Field(ge=0, le=9)], ...], _several, AfterValidator(_ascending)]
States = Annotated[tuple[Annotated[int, Field(ge=1, le=7)], ...], _several, AfterValidator(_ascending)]
Capital = Annotated[str, Field(pattern="^[A-Z]$", title="a capital letter", examples=["A"])]
Letters = Annotated[tuple[Capital, ...], _several, AfterValidator(_ascending)]


class RegistryOptions(Parameters):
    """The base of all these options; a set narrows `classes` to the labels that it has."""

    kind: ClassVar[Kind] = "classification"
    """The kind of learning that the set is for."""

    classes: tuple[int, ...] | tuple[str, ...] | None = Field(None, description=CLASSES)
    ordered: bool = Field(
        False, description="stream the training part in the order of the file, whatever the permutation"
    )

    @property
    def split_by(self) -> dict[str, object]:
        """The options that decide which examples are in which part."""
        return self.model_dump(include={"train", "seed", "per_class"})

    @property
    def splits_each(self) -> bool:
        """Whether each permutation has a split of its own."""
        return getattr(self, "seed", None) == EACH

    def parts_of(self, table: ExampleTable, seed: int) -> tuple[ExampleTable, ExampleTable]:
        """The parts of one permutation, where each has a split of its own."""
        return self.model_copy(update={"seed": seed}).parts(table)

    @property
    def tested(self) -> bool:
        """Whether there is a test part."""
        return getattr(self, "train", None) != 1.0

    @abstractmethod
    def split(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """The training and the test part, of all classes."""

    def parts(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """The training and the test part that these options take of the table.

        Classes are left out after the split, so that a class keeps its examples whatever the others are.
        """
        train, test = self.split(table)
        if self.classes is None:
            return train, test
        return of_classes(train, self.classes), of_classes(test, self.classes)


class OfficialSplit(RegistryOptions):
    """Options of a set with an official split."""

    train: Share | None = Field(None, description=f"{TRAIN}; without it the official split holds")
    seed: SplitSeed = Field(0, description=SEED)

    @model_validator(mode="after")
    def _seed_needs_a_draw(self) -> Self:
        if self.seed and self.train is None:
            raise ValueError("the official split draws nothing: give `train` too, or leave `seed` out")
        return self

    def split(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """The official split, or a drawn one where `train` says so."""
        if self.train is None:
            return official(table)
        return stratified(table, self.train, drawn_seed(self.seed))


class DrawnSplit(RegistryOptions):
    """Options of a set without an official split."""

    train: Share = Field(0.8, description=TRAIN)
    seed: SplitSeed = Field(0, description=SEED)

    def split(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """A drawn split."""
        return stratified(table, self.train, drawn_seed(self.seed))


class DrawnOrWhole(DrawnSplit):
    """Options of a set that is also streamed whole."""

    train: ShareOrAll = Field(0.8, description=f"{TRAIN}; 1.0 streams all of it, without a test part")


class NoisyLabels(OfficialSplit):
    """Options of a set with an official split, some of whose labels may be made wrong."""

    wrong: Fraction = Field(
        0.0, description="share of the training labels that are exchanged for another one, drawn once"
    )

    def parts(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """As for every set; then labels are exchanged: a larger share has the same wrong ones, and more."""
        train, test = super().parts(table)
        return with_wrong_labels(train, self.wrong), test


class InOrderOfTime(RegistryOptions):
    """Options of a set whose examples came one after the other: the last ones are the test part."""

    ordered: bool = Field(True, description="stream the training part in order of time; false shuffles it")
    train: Share = Field(0.8, description="share of the examples, the first ones, for training")

    def split(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """A cut by time."""
        return last_rows(table, self.train)


class TargetsInOrderOfTime(InOrderOfTime):
    """The same for real targets."""

    kind: ClassVar[Kind] = "regression"
    classes: None = Field(None, description="none: the targets are real")


class DrawnTargets(RegistryOptions):
    """Options of a set of real targets without an official split."""

    kind: ClassVar[Kind] = "regression"
    classes: None = Field(None, description="none: the targets are real")
    train: Share = Field(0.8, description="share of the examples that is drawn for training")
    seed: SplitSeed = Field(0, description=SEED)

    def split(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """A drawn split."""
        return drawn(table, self.train, drawn_seed(self.seed))


class Usps(OfficialSplit):
    """Options of USPS."""

    classes: Digits | None = Field(None, description=CLASSES)


class WholeMnist(OfficialSplit):
    """Options of the whole of MNIST."""

    classes: Digits | None = Field(None, description=CLASSES)


class Shuttle(OfficialSplit):
    """Options of Shuttle."""

    classes: States | None = Field(None, description=CLASSES)


class Letter(DrawnSplit):
    """Options of Letter."""

    classes: Letters | None = Field(None, description=CLASSES)


class Mnist(DrawnSplit):
    """Options of the MNIST subset."""

    classes: Digits | None = Field(None, description=CLASSES)


class Isolet(DrawnSplit):
    """Options of ISOLET; the defaults are our reading of the paper's 800 / 200 with 200 attributes."""

    classes: Letters = Field(tuple("ABCDEFGHIJ"), description="learn these letters")
    per_class: Count = Field(100, description="number of examples of each letter, the first ones")
    attributes: Attributes = Field(
        "variance",
        description="choose attributes by largest variance on the training part, take the first ones, "
        "or project on principal components",
    )
    n_attributes: Annotated[int, Field(ge=1, le=617)] = Field(200, description="number of attributes")

    def split(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """A drawn split of the first examples of each letter."""
        return super().split(first_of_each_class(table, self.per_class))

    def parts(self, table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
        """As for every set; then the attributes are chosen, on the training part of the letters chosen."""
        return with_attributes(*super().parts(table), self.attributes, self.n_attributes)
