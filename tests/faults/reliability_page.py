"""The page on reliability: what is promised, and the figures of the last soak as a table."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import click

BEGIN, END = "<!-- written by make soak: begin -->", "<!-- written by make soak: end -->"


@dataclass
class Soak:
    """What a soak tried, row by row."""

    command: str
    rows: list[tuple[str, int, str]] = field(default_factory=list)
    minutes: float = 0.0

    def add(self, what: str, counts: Counter[str]) -> None:
        """Note and print how often something was tried, by what came of it."""
        outcome = ", ".join(f"{many:,} {end}" for end, many in sorted(counts.items()))
        self.rows.append((what, counts.total(), outcome))
        click.echo(f"{counts.total():,} × {what}: {outcome}")

    def table(self) -> str:
        """The rows as Markdown."""
        lines = [f"| {what} | {many:,} | {outcome} |" for what, many, outcome in self.rows]
        return "\n".join(
            [
                f"`{self.command}` printed this, in {self.minutes:.0f} minutes:",
                "",
                "| what was done to a run | how often | what came of it |",
                "|---|---:|---|",
                *lines,
            ]
        )


def write(page: Path, soak: Soak) -> None:
    """Put the table between the page's two marks; all else on the page stays."""
    text = page.read_text()
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"{page} lacks the marks that the table goes between")
    page.write_text(f"{before}{BEGIN}\n{soak.table()}\n{END}{after}")
