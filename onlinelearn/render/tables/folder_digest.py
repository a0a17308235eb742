"""The result digest that the tables in a folder have, whatever a manifest says of them."""

from collections.abc import Collection
from pathlib import Path

from onlinelearn.base import files
from onlinelearn.render.tables.canonical import digest_of_texts

RUNS, CURVES = "runs.csv", "curves.csv"
"""The files that the result digest is of."""


def folder_digest(folder: Path, recorded: Collection[str]) -> str:
    """The digest of those of these tables that a run has recorded. OSError if one can't be read."""
    return digest_of_texts(
        *(files.read(folder / each).decode(errors="replace") for each in (RUNS, CURVES) if each in recorded)
    )
