"""The verdicts of a page as a picture: for each paper a strip with a square for each claim."""

from collections.abc import Sequence
from dataclasses import dataclass

from onlinelearn.claims.verdict import Verdict

SQUARE, GAP, PER_ROW = 20, 4, 16
"""The size of a square, the distance to the next, and how many stand side by side."""


@dataclass(frozen=True, slots=True)
class VerdictSquare:
    """A claim in the picture: its place, its verdict, and where its row is on the page."""

    x: int
    y: int
    verdict: Verdict
    claim: str
    anchor: str


@dataclass(frozen=True, slots=True)
class VerdictStrip:
    """The claims of a paper, those that hold first."""

    title: str
    anchor: str
    squares: tuple[VerdictSquare, ...]

    @property
    def size(self) -> int:
        """The side of a square."""
        return SQUARE

    @property
    def width(self) -> int:
        """The width of the picture."""
        return min(len(self.squares), PER_ROW) * (SQUARE + GAP) - GAP

    @property
    def height(self) -> int:
        """The height of the picture."""
        return -(-len(self.squares) // PER_ROW) * (SQUARE + GAP) - GAP

    @property
    def holding(self) -> int:
        """How many of the claims hold."""
        return sum(square.verdict is Verdict.REPRODUCED for square in self.squares)

    @property
    def counted(self) -> str:
        """The picture in words."""
        verdicts = [square.verdict for square in self.squares]
        return ", ".join(f"{verdicts.count(each)} {each}" for each in Verdict if each in verdicts)


def verdict_strip(title: str, anchor: str, claims: Sequence[tuple[Verdict, str, str]]) -> VerdictStrip:
    """The strip of a paper, from the verdict, the id and the anchor of each of its claims."""
    order = list(Verdict)
    ordered = sorted(claims, key=lambda claim: order.index(claim[0]))
    step = SQUARE + GAP
    squares = (
        VerdictSquare(step * (i % PER_ROW), step * (i // PER_ROW), *claim) for i, claim in enumerate(ordered)
    )
    return VerdictStrip(title, anchor, tuple(squares))
