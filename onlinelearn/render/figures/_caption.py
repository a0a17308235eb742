"""The caption of a figure as a text, for a paper: what is shown, and what its intervals cover."""

from collections.abc import Iterable

from onlinelearn.base.result_rows import Row
from onlinelearn.render.tables.display import shown


def caption(title: str, note: str, rows: Iterable[Row]) -> str:
    """Title and note as two sentences; a name that begins the note keeps its small letter."""
    names = {name for row in rows for name in (row.condition, row.learner)}
    if not note.startswith(tuple(names)):
        note = note[:1].upper() + note[1:]
    return " ".join(f"{text}{'' if text.endswith(('.', '?', '!')) else '.'}" for text in (shown(title), note))
