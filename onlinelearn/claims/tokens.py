"""The text of a statement as tokens, and the terms that every form is made of."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar, cast

from onlinelearn.claims.quantity import NAME, Quantity
from onlinelearn.claims.relation import Operator

Token = tuple[str, str]
"""The kind of a token, and its text."""

TOKEN = re.compile(
    r"\s*(?:(?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<quoted>'(?:[^']|'')*')"
    r"|(?P<operator><=|>=|<|>|~)|(?P<mark>[(),.@%+])|(?P<word>" + NAME.pattern + "))"
)

END: Token = ("end", "the end")

T = TypeVar("T")


@dataclass(frozen=True)
class Term:
    """A number, a quantity, or the members of a min or max."""

    members: tuple[Quantity | float, ...]
    function: str | None = None


class Tokens:
    """The tokens of a text, read one after the other. What does not fit raises ValueError, in one line."""

    def __init__(self, text: str) -> None:
        self.tokens: list[Token] = []
        place = 0
        while text[place:].strip():
            found = TOKEN.match(text, place)
            if found is None:
                raise ValueError(f"cannot read {text[place:].strip()[:20]!r} in a statement")
            self.tokens.append((str(found.lastgroup), found.group(str(found.lastgroup))))
            place = found.end()
        self.next = 0

    def peek(self, ahead: int = 0) -> Token:
        """The next token, or one further ahead; nothing is read."""
        place = self.next + ahead
        return self.tokens[place] if place < len(self.tokens) else END

    def accept(self, kind: str, text: str) -> bool:
        """Whether this is the next token; if so, it is read."""
        if self.peek() != (kind, text):
            return False
        self.next += 1
        return True

    def expect(self, kind: str, text: str | None = None) -> str:
        """The next token, which must be of that kind, and this one if `text` is given."""
        found = self.peek()
        if found[0] != kind or (text is not None and found[1] != text):
            self.fail(
                repr(text) if text else {"mark": "a mark", "quoted": "a file in ''"}.get(kind, f"a {kind}")
            )
        self.next += 1
        return found[1]

    def expect_end(self) -> None:
        """Raise ValueError if another token follows."""
        if self.peek() != END:
            self.fail("the end")

    def fail(self, wanted: str) -> NoReturn:
        """Raise the error that something else should come next."""
        raise ValueError(f"expected {wanted} in the statement, got {self.peek()[1]!r}")

    def term(self, inherited: tuple[str, int | None] | None = None) -> Term:
        """A number, a quantity, or min(A, B) or max(A, B).

        A learner without a metric has the inherited one: `A.updates < B` compares the updates of both.
        """
        if self.peek()[0] == "number":
            return Term((self.number(),))
        function = self.peek()[1]
        if function not in ("min", "max") or self.peek(1) != ("mark", "("):
            return Term((Quantity(self.learner(), *self._metric(inherited)),))
        self.next += 2
        names = self.several(self.learner)
        self.expect("mark", ")")
        chosen = self._metric(inherited)
        return Term(tuple(Quantity(name, *chosen) for name in names), function)

    def _metric(self, inherited: tuple[str, int | None] | None) -> tuple[str, int | None]:
        """`.updates`, `.updates@100`, or the inherited metric and round."""
        if not self.accept("mark", "."):
            if inherited is None:
                self.fail("'.' and a metric")
            return inherited
        metric = self.expect("word")
        return metric, self.integer() if self.accept("mark", "@") else None

    def after_term(self) -> Token:
        """The token that follows the term here; the end, if there is no term here. Nothing is read."""
        start = self.next
        try:
            self.term()
            return self.peek()
        except ValueError:
            return END
        finally:
            self.next = start

    def subject(self) -> tuple[Quantity, str]:
        """One quantity, and the word that follows it: `A.updates increases`."""
        term = self.term()
        word = self.expect("word")
        quantity = term.members[0]
        if term.function is None and isinstance(quantity, Quantity):
            return quantity, word
        return self.fail("one learner's metric before it")

    def over(self) -> str:
        """The name of an axis: `with b`."""
        self.expect("word", "with")
        return self.expect("word")

    def several(self, one: Callable[[], T]) -> tuple[T, ...]:
        """One or more of the same, with commas between them."""
        found = [one()]
        while self.accept("mark", ","):
            found.append(one())
        return tuple(found)

    def learner(self) -> str:
        """The label of a learner, in quotes where it is no plain name."""
        kind, text = self.peek()
        if kind not in ("word", "quoted") or text == "''":
            self.fail("a learner")
        self.next += 1
        return text[1:-1].replace("''", "'") if kind == "quoted" else text

    def operator(self) -> Operator:
        """One of the operators."""
        return cast(Operator, self.expect("operator"))

    def number(self) -> float:
        """Any number."""
        return float(self.expect("number"))

    def not_negative(self) -> float:
        """A number that is zero or above."""
        number = self.number()
        if number < 0:
            raise ValueError(f"expected a number that is not negative in the statement, got {number:g}")
        return number

    def integer(self) -> int:
        """A whole number above zero."""
        text = self.expect("number")
        if not text.isdigit() or int(text) < 1:
            raise ValueError(f"expected a whole number above 0 in a statement, got {text}")
        return int(text)
