"""The files of figures: drawn anew only when what they show, or how they are drawn, has changed.

Drawing takes longer than everything else in a run whose cells are all cached.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from onlinelearn.base import code_digest, files
from onlinelearn.base.file_digests import file_digest
from onlinelearn.base.json_files import parsed_json
from onlinelearn.experiment import replays
from onlinelearn.experiment.replays import ReplayMap
from onlinelearn.render import figures, tables
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures.figure_options import FigureChoice, Refers

Replayed = Callable[[FigureChoice], ReplayMap]
"""The streams that a figure shows once more."""

RECORD = ".drawn.json"
"""The file that says for which key the figures were drawn, and their digests."""


def figures_key(choices: Sequence[FigureChoice], data: FigureData, cells: Iterable[str | None]) -> str:
    """A hash of all that decides how the figures look.

    `cells` are the keys of the cells that the data come from: they decide what a replay shows, so that
    none need be computed for the key.
    """
    decides = [
        data.title,
        tables.runs_csv(data.rows),
        tables.curves_csv(data.points),
        list(data.metrics),
        [(each.claim.id, [(cell.condition, cell.verdict) for cell in each.cells]) for each in data.verdicts],
        [(label, repr(family)) for label, family in (*data.learners.items(), *data.datasets.items())],
        [(name, repr(options)) for name, options in data.metric_options.items()],
        [(label, list(changes)) for label, changes in data.changes.items()],
        list(cells),
        [file_digest(data.folder / file) for file in _published(choices)],
        [(choice.name, choice.file, choice.options.model_dump_json()) for choice in choices],
        repr(data.style),
        code_digest.digest(
            figures.__name__, replays.__name__, *(f"{figures.__name__}.{each.name}" for each in choices)
        ),
        [metadata.version(package) for package in ("matplotlib", "pillow")],
    ]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()


def are_drawn(folder: Path, key: str) -> bool:
    """Whether the folder has the figures of this key, and nobody has touched them since."""
    record = _read_record(folder)
    return record.get("key") == key and _intact(folder, record["files"])


def drawn_files(folder: Path) -> list[str]:
    """The names of the figures' files."""
    return sorted(_read_record(folder).get("files", {}))


def draw(
    folder: Path, choices: Sequence[FigureChoice], data: FigureData, key: str, replayed: Replayed
) -> dict[str, Exception]:
    """Draw these figures, which have this key, and remove what an earlier run drew beside them.

    A figure that can't be drawn costs only itself; why is returned, by its name.
    """
    record = _read_record(folder)
    images: dict[str, bytes] = {}
    failures: dict[str, Exception] = {}
    for choice in choices:
        try:
            images |= figures.render(choice, replace(data, replays=replayed(choice)))
        except Exception as error:
            failures[f"figures/{choice.file}"] = error
    digests = {file: hashlib.sha256(image).hexdigest() for file, image in images.items()}
    stale = record.get("files", {})
    if stale or digests:
        # No key while files of two runs stand side by side; whoever is killed here leaves their names.
        files.write(folder / RECORD, json.dumps({"files": stale | digests}))
    for file, image in images.items():
        files.write(folder / file, image)
    for file in stale.keys() - digests.keys():
        # What an earlier run drew and this one does not would tell of other results.
        files.remove(folder / file)
    if digests:
        whole = {} if failures else {"key": key}  # what failed is tried again in the next run
        files.write(folder / RECORD, json.dumps(whole | {"files": digests}))
    else:
        files.remove(folder / RECORD)
    return failures


def _published(choices: Sequence[FigureChoice]) -> list[str]:
    """The files with published values that figures show."""
    references = (reference for choice in choices for reference in choice.options.references())
    return [str(value) for _, kind, value in references if kind is Refers.FILE]


def _read_record(folder: Path) -> dict[str, Any]:
    """The key that the figures here were drawn for, and their digests; nothing, if that can't be read."""
    try:
        record = parsed_json(files.read(folder / RECORD))
    except (OSError, ValueError):
        return {}
    named = isinstance(record, dict) and isinstance(record.get("files"), dict)
    # Only names of files in this folder: these are removed when they are no longer drawn.
    return record if named and all(Path(file).name == file for file in record["files"]) else {}


def _intact(folder: Path, digests: dict[str, str]) -> bool:
    """Whether the files are still as they were drawn."""
    try:
        return all(file_digest(folder / file) == digest for file, digest in digests.items())
    except OSError:
        return False
