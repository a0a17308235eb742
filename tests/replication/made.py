"""A run that the tests of replication repeat: short, and without figures."""

import json
from pathlib import Path
from typing import Any

from onlinelearn import run
from tests.conftest import TINY, write_blobs
from tests.interpreted import interpreted

CLAIM = """\
claims:
  near:
    says: what is published
    holds: "test_error matches 'published.csv' within 1"
"""


def make_run(folder: Path) -> Path:
    """Run the tiny config, with a claim on published values, below this folder; return the results."""
    write_blobs(folder / "tiny.csv", 12)
    (folder / "published.csv").write_text("dataset,learner,test_error\ntiny,PA,0.5\n")
    (folder / "tiny.yaml").write_text(TINY.replace("figures: [epochs, curves]\n", CLAIM))
    with interpreted():
        return Path(run(folder / "tiny.yaml", out=folder / "results", jobs=1).folder)


def read(folder: Path) -> dict[str, Any]:
    """The manifest of a folder."""
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return found


def alter(folder: Path, **keys: object) -> None:
    """Give the manifest of a folder other values."""
    (folder / "manifest.json").write_text(json.dumps(read(folder) | keys))
