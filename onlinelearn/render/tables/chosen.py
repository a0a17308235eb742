"""The text of chosen.csv: the candidates of tuned learners, what each scored, and which was chosen."""

import json
from collections.abc import Sequence

from onlinelearn.base.result_rows import CandidateRow
from onlinelearn.render.tables.canonical import Value, csv_text

KEYS = ("dataset", "learner", "permutation")
RESULTS = ("score", "chosen", "hindsight")


def chosen_csv(rows: Sequence[CandidateRow]) -> str:
    """A line for each candidate; a parameter that its learner doesn't tune is blank."""
    names = dict.fromkeys(name for row in rows for name in row.values)
    lines = (
        [
            *(row.condition, row.learner, row.permutation),
            *(_text(row.values[name]) if name in row.values else None for name in names),
            *(row.score, int(row.chosen), int(row.hindsight)),
        ]
        for row in rows
    )
    return csv_text([*KEYS, *names, *RESULTS], lines)


def _text(value: object) -> Value:
    """Text and numbers as they are; true, false, nothing and lists as JSON has them."""
    return value if isinstance(value, str | float) or type(value) is int else json.dumps(value)
