"""The interface of a statement: every form of claim has these methods."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from onlinelearn.claims.inference import Criterion, Evidence
from onlinelearn.claims.outline import Outline
from onlinelearn.claims.results_view import Place, ResultsView
from onlinelearn.claims.tokens import Tokens


class Statement(ABC):
    """One thing that is claimed. Each form is a frozen dataclass in a file of its own in `claims.forms`.

    Printed, a statement is a text that says the same.
    """

    in_units_of_its_metrics: ClassVar[bool] = True
    """Whether its two sides are values of metrics, so that a border between them can be given."""

    @classmethod
    @abstractmethod
    def begins(cls, tokens: Tokens) -> bool:
        """Whether the text at hand has this form, by the word or operator that marks it; reads nothing."""

    @classmethod
    @abstractmethod
    def parse(cls, tokens: Tokens) -> tuple[Self, ...]:
        """The statements of a text that has this form. ValueError, in one line, if it says none."""

    @abstractmethod
    def __str__(self) -> str: ...

    @property
    @abstractmethod
    def metrics(self) -> frozenset[str]:
        """The metrics that it names."""

    @property
    @abstractmethod
    def learners(self) -> frozenset[str]:
        """The learners, or grids of learners, that it names."""

    @property
    def files(self) -> frozenset[str]:
        """The files beside the config that it names."""
        return frozenset()

    def problems(self, outline: Outline) -> Iterator[str]:
        """What it speaks of and the experiment does not have."""
        yield from outline.unknown_learners(self.learners)
        yield from outline.unknown_metrics(self.metrics)

    def places(self, datasets: Sequence[str], run: ResultsView) -> list[Place]:
        """Where it is judged: on each of these data sets alone, unless the form says otherwise."""
        return [run.place(label) for label in datasets]

    @abstractmethod
    def evidence(
        self, run: ResultsView, place: Place, epoch: int, criterion: Criterion
    ) -> Iterator[tuple[str, Evidence]]:
        """The evidence of the runs at that place after that epoch, each part of it with its text."""
