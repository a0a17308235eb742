"""Figures on disk: drawn anew only when what they show, or how they are drawn, has changed.

Drawing takes longer than everything else in a run whose cells are all cached.
"""

import hashlib
import json
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from onlinelearn import figures, files, source, tables
from onlinelearn.figures import FigureData

RECORD = ".drawn.json"


def draw(folder: Path, names: Sequence[str], data: FigureData) -> None:
    """Have just these figures in the folder, showing this data."""
    record = folder / RECORD
    key = _key(names, data)
    if _is_current(record, key):
        return
    record.unlink(missing_ok=True)
    images: dict[str, bytes] = {}
    for name in names:
        images |= figures.render(name, data)
    for file, image in images.items():
        files.write(folder / file, image)
    for file in {f"{name}.{ending}" for name in figures.names() for ending in ("svg", "png")} - set(images):
        # What an earlier run drew and this one does not would tell of other results.
        (folder / file).unlink(missing_ok=True)
    if images:
        digests = {file: hashlib.sha256(image).hexdigest() for file, image in images.items()}
        files.write(record, json.dumps({"key": key, "files": digests}))


def _key(names: Sequence[str], data: FigureData) -> str:
    """A hash of all that decides how the figures look."""
    decides = [
        data.title,
        tables.runs_csv(data.rows),
        tables.curves_csv(data.points),
        *data.metrics,
        *names,
        source.digest("onlinelearn.figures", *(f"onlinelearn.figures.{name}" for name in names)),
        metadata.version("matplotlib"),
    ]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()


def _is_current(record: Path, key: str) -> bool:
    """Whether the figures were drawn for this key, and are still as they were drawn."""
    try:
        drawn = json.loads(record.read_bytes())
        return drawn["key"] == key and all(
            hashlib.sha256((record.parent / file).read_bytes()).hexdigest() == digest
            for file, digest in drawn["files"].items()
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False
