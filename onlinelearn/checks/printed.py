"""The findings of a check as text for people, and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from onlinelearn.base.text_table import aligned
from onlinelearn.checks.findings import CheckResult, Finding


def as_text(name: str, findings: Sequence[Finding]) -> str:
    """A line for each check, with what it asks, or what was found instead; then the count of each verdict."""
    rows = [(each.check, str(each.verdict), each.why or each.sentence) for each in findings]
    counts = {verdict: sum(each.verdict is verdict for each in findings) for verdict in CheckResult}
    total = ", ".join(
        f"{count} {verdict if count == 1 else verdict.removesuffix('s')}"
        for verdict, count in counts.items()
        if count
    )
    return "\n".join([*aligned(rows), f"{name}: {total}"])


def as_json(name: str, findings: Sequence[Finding]) -> str:
    """The same, for programs."""
    return json.dumps({"learner": name, "findings": [asdict(each) for each in findings]}, indent=1)
