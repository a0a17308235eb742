"""The long form of the mutants: `python -m tests.faults 10000` tries so many configs and data files."""

import sys
import tempfile
from pathlib import Path

import click

from tests.faults.mutants import tried

if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("configs", "data files"):
            counts = tried(kind, range(n), Path(folder))
            click.echo(
                f"{n:,} mutated {kind}: " + ", ".join(f"{many:,} {what}" for what, many in counts.items())
            )
