"""The grammar of claims: a text is statements of one form, and the epochs that it speaks of.

    IELLIP.updates < PA.updates in epochs 2, 3

Each module of `claims.forms` tells how its form is written.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from onlinelearn.claims.forms import forms
from onlinelearn.claims.outline import Outline
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Tokens

LONGEST = 400


@dataclass(frozen=True)
class Parsed:
    """What one text says: one or more statements, and the epochs it names (none: the claim's)."""

    statements: tuple[Statement, ...]
    epochs: tuple[int, ...]

    def problems(self, outline: Outline) -> Iterator[str]:
        """What it speaks of and the experiment does not have."""
        yield from outline.unknown_epochs(self.epochs)
        for statement in self.statements:
            yield from statement.problems(outline)
            yield from outline.chosen_by_it(statement.learners, statement.metrics)


def parse(text: str) -> Parsed:
    """The statements in a text. Raises ValueError, in one line, if it is none."""
    if len(text) > LONGEST:
        raise ValueError(f"a statement of more than {LONGEST} characters")
    tokens = Tokens(text)
    statements = _statements(tokens)
    epochs: tuple[int, ...] = ()
    if tokens.accept("word", "in"):
        if not (tokens.accept("word", "epoch") or tokens.accept("word", "epochs")):
            tokens.fail("'epoch' or 'epochs'")
        epochs = tokens.several(tokens.integer)
    tokens.expect_end()
    return Parsed(statements, epochs)


def _statements(tokens: Tokens) -> tuple[Statement, ...]:
    for form in forms():
        if form.begins(tokens):
            return form.parse(tokens)
    # No form is recognised: either there is no term, or none of the forms' words follows it.
    tokens.term()
    return tokens.fail("a operator")
