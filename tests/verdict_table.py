"""The README's table of verdicts, from the configs and their references: `python -m tests.verdict_table`."""

import json
from pathlib import Path

from onlinelearn.config import load_config

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BEGIN, END = "<!-- verdicts: python -m tests.verdict_table writes them -->\n", "<!-- end of verdicts -->"


def table() -> str:
    """A line for each claim of each config: what it says, where it is tested, and the verdict."""
    lines = ["| claim | what the source says | tested by | verdict |", "|---|---|---|---|"]
    found = []
    for config in sorted((ROOT / "configs").glob("*.yaml")):
        reference = ROOT / "results/reference" / f"{config.stem}.json"
        held = json.loads(reference.read_text(encoding="utf-8"))["verdicts"]
        found += [
            (claim.id, claim.says, f"`{config.stem}`", held[claim.id])
            for claim in load_config(config).claims
            if claim.id in held  # a claim about time is never held
        ]
    marks = {"reproduced": "reproduced", "not reproduced": "**not reproduced**", "undecided": "undecided"}
    lines += [
        f"| {name} | {says} | {where} | {marks[verdict]} |" for name, says, where, verdict in sorted(found)
    ]
    return "\n".join(lines) + "\n"


def shown() -> str:
    """The table that the README has."""
    return README.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    README.write_text(head + BEGIN + table() + END + rest.partition(END)[2], encoding="utf-8")
