"""The page of all verdicts, from the configs and their references: `python -m tests.verdict_table`."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from onlinelearn.claims import Claim, Verdict
from onlinelearn.claims.verdict import in_words
from onlinelearn.config import load_config

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs/verdicts.md"

HEAD = """\
# Every claim and its verdict

The configs state what their sources say. `olrun verify` holds these verdicts against fresh runs.
[How a verdict is reached](concepts/verdicts.md) says what the words mean. The page of a
[paper](papers/index.md) says what came out of it, in sentences. `python -m tests.verdict_table` writes this
page.

"""


@dataclass(frozen=True)
class Tested:
    """A claim as one config states it, and the verdict in that config's reference."""

    claim: Claim
    config: str
    paper: str | None
    verdict: Verdict | None
    """None, where the config has no reference yet."""

    @property
    def decider(self) -> str:
        """The config whose verdict counts."""
        return self.claim.decided_by or self.config


@cache
def judged_claims() -> tuple[Tested, ...]:
    """Every claim of every config, but for those about time, which no reference holds."""
    found = []
    for config in sorted((ROOT / "configs").glob("*.yaml")):
        reference = ROOT / "results/reference" / f"{config.stem}.json"
        held = json.loads(reference.read_text(encoding="utf-8"))["verdicts"] if reference.exists() else {}
        experiment = load_config(config)
        found += [
            Tested(claim, config.stem, experiment.paper, Verdict(held[claim.id]) if held else None)
            for claim in experiment.claims
            if claim.id in held or not (held or claim.timed)
        ]
    return tuple(found)


def table(every: Iterable[Tested]) -> str:
    """A line for each claim: what it says, the verdict, and which configs decide it and bear on it."""
    every = list(every)
    lines = [
        "| claim | what the source says | verdict | decided by | also tested by |",
        "|---|---|---|---|---|",
    ]
    for name in sorted({each.claim.id for each in every}):
        (decided,) = [each for each in every if each.claim.id == name and each.decider == each.config]
        others = [each for each in every if each.claim.id == name and each is not decided]
        verdict = in_words(decided.verdict, decided.claim) if decided.verdict else "not verified yet"
        shown = f"**{verdict}**" if decided.verdict is Verdict.NOT_REPRODUCED else verdict
        if decided.verdict is Verdict.UNDECIDED and decided.claim.note:
            shown = f"{verdict}: {decided.claim.note}"
        bearing = ", ".join(f"`{each.config}` ({each.verdict})" for each in others)
        lines.append(f"| {name} | {decided.claim.says} | {shown} | `{decided.config}` | {bearing} |")
    return "\n".join(lines) + "\n"


def document() -> str:
    """The file's content."""
    return HEAD + table(judged_claims())


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
