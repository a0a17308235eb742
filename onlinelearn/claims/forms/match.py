"""A match: the values of a metric are those that a source has published.

online_error matches 'published/fig3.csv' within 0.01 + 3 se
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Self

from onlinelearn.base.error_text import shown
from onlinelearn.claims.inference import NO_RUNS, Criterion, Evidence, no_evidence
from onlinelearn.claims.outline import Outline
from onlinelearn.claims.published import finite_number, is_inside, published_lines
from onlinelearn.claims.quantity import Quantity
from onlinelearn.claims.results_view import Place, ResultsView
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Tokens
from onlinelearn.numerics.estimates import estimate

WORD = "matches"

PUBLISHED_VALUE = "{} = {:g}, published"
_PUBLISHED_VALUE = re.compile(r"(.+)\.(\w+) = \S+, published")


def published_quantity(statement: str) -> tuple[str, str] | None:
    """The learner and the metric of a statement on one published value; None for any other statement."""
    found = _PUBLISHED_VALUE.fullmatch(statement)
    return None if found is None else (found[1], found[2])


@dataclass(frozen=True)
class Match(Statement):
    """The metric is as published, in a csv file with columns dataset, learner and the metric's name.

    Where the file has the standard errors of what it publishes, in a column <metric>_se, standard errors
    are those of the difference.
    """

    metric: str
    file: str
    within: float
    standard_errors: float = 0.0

    @classmethod
    def begins(cls, tokens: Tokens) -> bool:
        """Whether its word is the second token: a metric comes first, without a learner."""
        return tokens.peek(1) == ("word", WORD)

    @classmethod
    def parse(cls, tokens: Tokens) -> tuple[Self, ...]:
        """A text of this form is one statement."""
        metric = tokens.expect("word")
        tokens.expect("word", WORD)
        file = tokens.expect("quoted")[1:-1]
        tokens.expect("word", "within")
        within, errors = tokens.not_negative(), 0.0
        if tokens.accept("mark", "+"):
            errors = tokens.not_negative()
            tokens.expect("word", "se")
        return (cls(metric, file, within, errors),)

    def __str__(self) -> str:
        errors = f" + {self.standard_errors:g} se" if self.standard_errors else ""
        return f"{self.metric} matches '{self.file}' within {self.within:g}{errors}"

    @property
    def metrics(self) -> frozenset[str]:
        """The metric whose values are published."""
        return frozenset({self.metric})

    @property
    def learners(self) -> frozenset[str]:
        """No learner: the file of published values names them."""
        return frozenset()

    @property
    def files(self) -> frozenset[str]:
        """The file of published values."""
        return frozenset({self.file})

    def problems(self, outline: Outline) -> Iterator[str]:
        """What is lacking: the file, or a config with one reading alone."""
        yield from super().problems(outline)
        if not is_inside(outline.folder, self.file):
            yield f"there is no file {shown(self.file)} beside the config"
        if outline.has_readings:
            yield "what is published is held against one reading; state it in a config without 'readings'"

    def evidence(
        self, run: ResultsView, place: Place, epoch: int, criterion: Criterion
    ) -> Iterator[tuple[str, Evidence]]:
        """Each published value of this data set against the mean of ours."""
        try:
            lines = published_lines(run.folder, self.file, self.metric)
            values = [
                (line["learner"], finite_number(line, self.metric), self._published_error(line))
                for line in lines
                if line["dataset"] == place.condition
            ]
        except ValueError as error:
            yield str(self), no_evidence(f"no published values: {error}")
            return
        for learner, value, spread in values:
            ours = list(run.values(place.condition, epoch, Quantity(learner, self.metric)).values())
            found = self._agreement(ours, value, spread, criterion.overlap) if ours else NO_RUNS
            yield PUBLISHED_VALUE.format(f"{learner}.{self.metric}", value), found

    def _published_error(self, line: Mapping[str, str]) -> float:
        """The standard error of a published value; 0 where the file has none."""
        column = f"{self.metric}_se"
        return finite_number(line, column) if line.get(column) else 0.0

    def _agreement(self, ours: Sequence[float], value: float, error: float, overlap: float) -> Evidence:
        """|mean - published| ≤ tolerance + some standard errors: an agreement, not a test."""
        away = estimate([x - value for x in ours], overlap=overlap)
        near = abs(away.mean) <= self.within + self.standard_errors * hypot(away.error, error)
        return Evidence(away.mean, away.low, away.high, away.n, float(not near), float(near), "tolerance")
