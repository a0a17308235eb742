"""One slip in a source."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Erratum:
    """What a source prints, what it should say, and the test that shows it. Formulas are plain text."""

    paper: str
    """The source's id in `onlinelearn.claims.papers`."""
    where: str
    printed: str
    correct: str
    why: str
    test: str
    """The test's id, as pytest takes it."""
