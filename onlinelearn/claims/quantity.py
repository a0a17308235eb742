"""A quantity that claims speak of: a metric of a learner."""

import re
from dataclasses import dataclass

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
"""A name that needs no quotes in a statement."""


@dataclass(frozen=True)
class Quantity:
    """A metric of a learner, or of every point of its grid; with `round`, its value there on the curve."""

    learner: str
    metric: str
    round: int | None = None

    def __str__(self) -> str:
        name = learner_text(self.learner)
        return f"{name}.{self.metric}" + (f"@{self.round}" if self.round is not None else "")


def learner_text(label: str) -> str:
    """The label of a learner as statements write it: in quotes where it is no plain name."""
    quoted = label.replace("'", "''")
    return label if NAME.fullmatch(label) else f"'{quoted}'"


def term_text(term: Quantity | float) -> str:
    """A quantity or a number as statements write it."""
    return str(term) if isinstance(term, Quantity) else f"{term:g}"
