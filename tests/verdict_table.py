"""The README's table of verdicts, from the configs and their references: `python -m tests.verdict_table`."""

import json
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.claims import Claim, Verdict
from onlinelearn.claims.verdict import in_words
from onlinelearn.config import load_config

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BEGIN, END = "<!-- verdicts: python -m tests.verdict_table writes them -->\n", "<!-- end of verdicts -->"


@dataclass(frozen=True)
class Tested:
    """A claim as one config states it, and the verdict in that config's reference."""

    claim: Claim
    config: str
    verdict: Verdict

    @property
    def decider(self) -> str:
        """The config whose verdict counts."""
        return self.claim.decided_by or self.config


def tested_claims() -> list[Tested]:
    """Every claim of every config, but for those about time, which no reference holds."""
    found = []
    for config in sorted((ROOT / "configs").glob("*.yaml")):
        reference = ROOT / "results/reference" / f"{config.stem}.json"
        held = json.loads(reference.read_text(encoding="utf-8"))["verdicts"]
        found += [
            Tested(claim, config.stem, Verdict(held[claim.id]))
            for claim in load_config(config).claims
            if claim.id in held
        ]
    return found


def table() -> str:
    """A line for each claim: what it says, the verdict, and which configs decide it and bear on it."""
    every = tested_claims()
    lines = [
        "| claim | what the source says | verdict | decided by | also tested by |",
        "|---|---|---|---|---|",
    ]
    for name in sorted({each.claim.id for each in every}):
        (decided,) = [each for each in every if each.claim.id == name and each.decider == each.config]
        others = [each for each in every if each.claim.id == name and each is not decided]
        verdict = in_words(decided.verdict, decided.claim)
        shown = f"**{verdict}**" if decided.verdict is Verdict.NOT_REPRODUCED else verdict
        bearing = ", ".join(f"`{each.config}` ({each.verdict})" for each in others)
        lines.append(f"| {name} | {decided.claim.says} | {shown} | `{decided.config}` | {bearing} |")
    return "\n".join(lines) + "\n"


def shown() -> str:
    """The table that the README has."""
    return README.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    README.write_text(head + BEGIN + table() + END + rest.partition(END)[2], encoding="utf-8")
