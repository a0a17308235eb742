"""The text of a statement, parsed.

IELLIP.updates < PA.updates
IELLIP.test_error <= min(PA, MIRA) within 0.01          (min: better than each of them)
PA.test_error < MIRA.test_error < Perceptron.test_error in epochs 2, 3
'PA C=0.001'.online_error@100 > 'PA C=100'.online_error@100     (at round 100)
IELLIP.updates decreases with b
tree.operations grows with round from 400 at rate < 0.05
online_error matches 'published/fig3.csv' within 0.01 + 3 se
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar, cast

from onlinelearn.claims.statement import WORD, Comparison, Growth, Match, Operator, Quantity, Statement, Trend

LONGEST = 400

TOKEN = re.compile(
    r"\s*(?:(?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<quoted>'(?:[^']|'')*')"
    r"|(?P<operator><=|>=|<|>|~)|(?P<mark>[(),.@%+])|(?P<word>" + WORD.pattern + "))"
)


@dataclass(frozen=True)
class Parsed:
    """What one text says: one or more statements, and the epochs it names (none: the claim's)."""

    statements: tuple[Statement, ...]
    epochs: tuple[int, ...]


T = TypeVar("T")


@dataclass(frozen=True)
class _Side:
    """One side of a comparison: a term, or the members of a min or max."""

    members: tuple[Quantity | float, ...]
    function: str | None = None


def parse(text: str) -> Parsed:
    """The statements in a text. Raises ValueError, in one line, if it is none."""
    if len(text) > LONGEST:
        raise ValueError(f"a statement of more than {LONGEST} characters")
    return _Parser(text).whole()


class _Parser:
    """Recursive descent over a list of tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        place = 0
        while text[place:].strip():
            found = TOKEN.match(text, place)
            if found is None:
                raise ValueError(f"cannot read {text[place:].strip()[:20]!r} in a statement")
            self.tokens.append((str(found.lastgroup), found.group(str(found.lastgroup))))
            place = found.end()
        self.next = 0

    def whole(self) -> Parsed:
        statements = self.statement()
        epochs: tuple[int, ...] = ()
        if self.accept("word", "in"):
            if not (self.accept("word", "epoch") or self.accept("word", "epochs")):
                self.fail("'epoch' or 'epochs'")
            epochs = self.several(self.integer)
        if self.next < len(self.tokens):
            self.fail("the end")
        return Parsed(statements, epochs)

    def statement(self) -> tuple[Statement, ...]:
        if self.peek(1) == ("word", "matches"):
            return (self.match_(),)
        side = self.side(None)
        if self.accept("word", "increases"):
            return (Trend(self.single(side), True, self.over()),)
        if self.accept("word", "decreases"):
            return (Trend(self.single(side), False, self.over()),)
        if self.accept("word", "grows"):
            quantity, over = self.single(side), self.over()
            start = self.positive() if self.accept("word", "from") else 0.0
            self.expect("word", "at")
            self.expect("word", "rate")
            operator = self.operator()
            if operator == "~":
                raise ValueError("a rate is compared by <, <=, > or >=; give two statements for a range")
            return (Growth(quantity, over, operator, self.number(), start),)
        return self.chain(side)

    def chain(self, left: _Side) -> tuple[Statement, ...]:
        """A op B op C ...: each neighbouring pair must hold, and for every member of a min or max."""
        first = left.members[0]
        inherited = (first.metric, first.round) if isinstance(first, Quantity) else None
        links: list[tuple[_Side, Operator, _Side]] = []
        while not links or self.peek()[0] == "operator":
            operator = self.operator()
            right = self.side(inherited)
            _check_sides(left, operator, right)
            links.append((left, operator, right))
            left = right
        slack, relative = 0.0, False
        if self.accept("word", "within"):
            slack, relative = self.positive(), self.accept("mark", "%")
        elif any(operator == "~" for _, operator, _ in links):
            self.fail("'within' and a number after '~'")
        return tuple(
            _comparison(a, operator, b, slack / 100 if relative else slack, relative=relative)
            for one, operator, other in links
            for a in one.members
            for b in other.members
        )

    def side(self, inherited: tuple[str, int | None] | None) -> _Side:
        """A number, a quantity, or min(A, B) or max(A, B)."""
        if self.peek()[0] == "number":
            return _Side((self.number(),))
        function = self.peek()[1]
        if function not in ("min", "max") or self.peek(1) != ("mark", "("):
            return _Side((Quantity(self.label(), *self.metric(inherited)),))
        self.next += 2
        names = self.several(self.label)
        self.expect("mark", ")")
        chosen = self.metric(inherited)
        return _Side(tuple(Quantity(name, *chosen) for name in names), function)

    def metric(self, inherited: tuple[str, int | None] | None) -> tuple[str, int | None]:
        """`.updates`, `.updates@100`, or what the first term has."""
        if not self.accept("mark", "."):
            if inherited is None:
                self.fail("'.' and a metric")
            return inherited
        metric = self.expect("word")
        return metric, self.integer() if self.accept("mark", "@") else None

    def match_(self) -> Match:
        metric = self.expect("word")
        self.expect("word", "matches")
        file = self.expect("quoted")[1:-1]
        self.expect("word", "within")
        within, errors = self.positive(), 0.0
        if self.accept("mark", "+"):
            errors = self.positive()
            self.expect("word", "se")
        return Match(metric, file, within, errors)

    def over(self) -> str:
        self.expect("word", "with")
        return self.expect("word")

    def single(self, side: _Side) -> Quantity:
        first = side.members[0]
        if side.function is None and isinstance(first, Quantity):
            return first
        return self.fail("one learner's metric before it")

    def several(self, one: Callable[[], T]) -> tuple[T, ...]:
        found = [one()]
        while self.accept("mark", ","):
            found.append(one())
        return tuple(found)

    def label(self) -> str:
        kind, text = self.peek()
        if kind not in ("word", "quoted") or text == "''":
            self.fail("a learner")
        self.next += 1
        return text[1:-1].replace("''", "'") if kind == "quoted" else text

    def operator(self) -> Operator:
        return cast(Operator, self.expect("operator"))

    def number(self) -> float:
        return float(self.expect("number"))

    def positive(self) -> float:
        number = self.number()
        if number < 0:
            raise ValueError(f"expected a number that is not negative in the statement, got {number:g}")
        return number

    def integer(self) -> int:
        text = self.expect("number")
        if not text.isdigit() or int(text) < 1:
            raise ValueError(f"expected a whole number above 0 in a statement, got {text}")
        return int(text)

    def peek(self, ahead: int = 0) -> tuple[str, str]:
        place = self.next + ahead
        return self.tokens[place] if place < len(self.tokens) else ("end", "the end")

    def accept(self, kind: str, text: str) -> bool:
        if self.peek() != (kind, text):
            return False
        self.next += 1
        return True

    def expect(self, kind: str, text: str | None = None) -> str:
        found = self.peek()
        if found[0] != kind or (text is not None and found[1] != text):
            self.fail(
                repr(text) if text else {"mark": "a mark", "quoted": "a file in ''"}.get(kind, f"a {kind}")
            )
        self.next += 1
        return found[1]

    def fail(self, wanted: str) -> NoReturn:
        raise ValueError(f"expected {wanted} in the statement, got {self.peek()[1]!r}")


def _check_sides(left: _Side, operator: Operator, right: _Side) -> None:
    """A < min(B, C) says two things at once; A < max(B, C) leaves open which of them."""
    sure = {"<": ("max", "min"), "<=": ("max", "min"), ">": ("min", "max"), ">=": ("min", "max")}
    for side, allowed in zip((left, right), sure.get(operator, (None, None)), strict=True):
        if side.function not in (None, allowed):
            raise ValueError(f"{side.function}(...) on that side of {operator} leaves open which is meant")


def _comparison(
    left: Quantity | float, operator: Operator, right: Quantity | float, slack: float, *, relative: bool
) -> Comparison:
    """With a quantity on the left; a number there changes sides."""
    if isinstance(left, Quantity):
        return Comparison(left, operator, right, slack, relative)
    if not isinstance(right, Quantity):
        raise ValueError("a statement compares at least one learner's metric")
    turned: dict[str, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "~": "~"}
    return Comparison(right, turned[operator], left, slack, relative)
