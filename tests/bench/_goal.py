"""A goal that a part is measured against: reached, or not and why."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """A number that is to be at least, or at most, another one.

    `reason` says what is in the way and what was tried; it is printed where the goal is not reached.
    """

    what: str
    measured: float
    least: float | None = None
    most: float | None = None
    unit: str = "×"
    reason: str = ""

    @property
    def reached(self) -> bool:
        """Whether the number is on the right side."""
        above = self.least is None or self.measured >= self.least
        return above and (self.most is None or self.measured <= self.most)

    def text(self) -> str:
        """One point of a list."""
        limit = f"at least {self.least:g}" if self.least is not None else f"at most {self.most:g}"
        said = "reached" if self.reached else "**not reached**"
        reason = f" {self.reason}" if self.reason and not self.reached else ""
        digits = 1 if abs(self.measured) >= 1 else 2
        return (
            f"- {self.what}: {self.measured:.{digits}f} {self.unit}, and the goal is {limit}: {said}.{reason}"
        )
