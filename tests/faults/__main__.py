"""The long form of the faults: `python -m tests.faults --kills 1000 --inputs 10000`, and their page."""

import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import click

from tests.faults import damage, kills, mutants, reliability_page
from tests.faults.reliability_page import Soak


@click.command()
@click.option("--kills", "n_kills", default=1000, type=click.IntRange(1), help="Kills at random moments.")
@click.option("--inputs", default=10_000, type=click.IntRange(1), help="Mutants of each kind.")
@click.option("--seed", default=0, help="Of all that is drawn.")
@click.option("--page", type=click.Path(path_type=Path), help="The page to write the figures to.")
def soak(n_kills: int, inputs: int, seed: int, page: Path | None) -> None:
    """Kill, damage and mutate, print what was tried, and write it down; whatever does not hold ends it."""
    begun, draw = time.monotonic(), random.Random(seed)
    found = Soak(command=f"make soak KILLS={n_kills} INPUTS={inputs}")
    with kills.undisturbed() as whole:
        found.add("SIGKILL at a random moment", n_kills, _runs(kills.kill_at_random(whole, n_kills, draw)))
        # Every write where there are kills enough for all, else so many, spread over the run.
        points = sorted(draw.sample(range(1, whole.writes + 1), min(n_kills, whole.writes)))
        met = sum(kills.kill_at_write(whole, point) for point in points)
        went_on = f"{met:,} met it, and all went on to that digest"
        found.add(f"SIGKILL at one of the {whole.writes} writes of a run", len(points), went_on)
        trials = max(n_kills // 5, 1)
        ends = Counter(damage.damage_and_run(whole, draw) for _ in range(trials))
        found.add("a damaged file of a finished run", trials, _counted(ends))
    with tempfile.TemporaryDirectory() as folder:
        for kind in mutants.KINDS:
            counts = mutants.tried(kind, range(seed, seed + inputs), Path(folder))
            found.add(f"mutated {kind}", inputs, _counted(counts))
    found.minutes = (time.monotonic() - begun) / 60
    if page is not None:
        reliability_page.write(page, found)


def _runs(many: int) -> str:
    return f"{many:,} runs came through, all with the digest of an undisturbed run"


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{many:,} {what}" for what, many in sorted(counts.items()))


if __name__ == "__main__":
    os.environ.setdefault("MPLBACKEND", "agg")
    sys.exit(soak.main(standalone_mode=True))
