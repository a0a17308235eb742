"""The long form of the faults: `python -m tests.faults --kills 1000 --inputs 10000`, and their page."""

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path

import click

from tests.faults import damage, disturbances, kills, lost_workers, mutants, readers, reliability_page
from tests.faults.reliability_page import Soak

Counts = dict[str, Counter[str]]
"""How often each attack was made, by what came of it."""


@click.command()
@click.option("--kills", "n_kills", default=1000, type=click.IntRange(1), help="Kills at random moments.")
@click.option("--inputs", default=10_000, type=click.IntRange(1), help="Mutants of each kind.")
@click.option("--seed", default=0, help="Of all that is drawn.")
@click.option("--jobs", default=os.cpu_count(), type=click.IntRange(1), help="Processes that attack.")
@click.option("--page", type=click.Path(path_type=Path), help="The page to write the figures to.")
def soak(n_kills: int, inputs: int, seed: int, jobs: int, page: Path | None) -> None:
    """Kill, damage and mutate, print what was tried, and write it down; whatever does not hold ends it."""
    begun = time.monotonic()
    found = _attacked([Share(n_kills, inputs, seed, number, jobs) for number in range(jobs)])
    soaked = Soak(command=f"make soak KILLS={n_kills} INPUTS={inputs}")
    for what in found[0]:
        soaked.add(what, sum((counts[what] for counts in found), Counter()))
    soaked.minutes = (time.monotonic() - begun) / 60
    if page is not None:
        reliability_page.write(page, soaked)


def _attacked(shares: "list[Share]") -> list[Counts]:
    """What came of all shares. The first that fails, or whose process dies, ends the others."""
    with ProcessPoolExecutor(len(shares), get_context("fork")) as pool:
        attacks = [pool.submit(share.attack) for share in shares]
        try:
            return [ended.result() for ended in as_completed(attacks)]
        except BaseException:
            for process in active_children():
                process.terminate()
            raise


class Share:
    """What one of several processes does of a soak."""

    def __init__(self, n_kills: int, inputs: int, seed: int, number: int, of: int) -> None:
        self.n_kills, self.inputs, self.seed, self.number, self.of = n_kills, inputs, seed, number, of

    def attack(self) -> Counts:
        """All attacks, on an experiment of its own."""
        draw, counts = random.Random(f"{self.seed} {self.number}"), {}
        with kills.undisturbed() as whole:
            for what, attack in self._attacks(whole, draw):
                begun = time.monotonic()
                counts[what] = attack()
                took = f"{counts[what].total():,} in {time.monotonic() - begun:.0f} seconds"
                click.echo(f"share {self.number + 1} of {self.of}: {what}: {took}", err=True)
        return counts

    def _attacks(
        self, whole: kills.Undisturbed, draw: random.Random
    ) -> Iterator[tuple[str, Callable[[], Counter[str]]]]:
        kills_here = len(self._mine(self.n_kills))
        yield "SIGKILL at a random moment", lambda: kills.kill_at_random(whole, kills_here, draw)
        # Every write where there are kills enough for all, else so many, spread over the run.
        spread = random.Random(self.seed).sample(range(whole.writes), min(self.n_kills, whole.writes))
        points = [spread[i] + 1 for i in self._mine(len(spread))]
        yield (
            "SIGKILL at a write, each at another",
            lambda: Counter(kills.kill_at_write(whole, point) for point in points),
        )
        for what, lose, times in (
            ("SIGKILL of a process that works for a run", lost_workers.kill_local_workers, 20),
            ("SIGKILL of a worker of a Dask cluster", lost_workers.kill_dask_workers, 20),
        ):
            yield what, partial(lose, whole, self._mine(self.n_kills // times), draw)
        rarer = {
            "a damaged file of a finished run, or of its data in the cache": (damage.damage_and_run, 2),
            "a damaged or exchanged file, given to commands that read runs": (readers.damage_and_read, 2),
            "a damaged reference, read by verify": (readers.damage_reference_and_verify, 5),
            "a damaged file of compiled code": (damage.damage_kernels_and_run, 50),  # takes seconds
            **{what: (disturb, 10) for what, disturb in disturbances.DISTURBANCES.items()},
        }
        for what, (disturb, times) in rarer.items():
            trials = self._mine(self.n_kills // times)
            yield what, partial(_counted, disturb, whole, draw, trials)
        for kind in mutants.KINDS:
            seeds = range(self.seed + self.number, self.seed + self.inputs, self.of)
            yield f"mutated {kind}", partial(mutants.tried, kind, seeds, whole.folder)

    def _mine(self, trials: int) -> range:
        """The numbers of the trials that are this process's, out of so many, or of one."""
        return range(self.number, max(trials, 1), self.of)


def _counted(
    disturb: disturbances.Disturbance, whole: kills.Undisturbed, draw: random.Random, trials: range
) -> Counter[str]:
    return Counter(disturb(whole, draw) for _ in trials)


if __name__ == "__main__":
    os.environ.setdefault("MPLBACKEND", "agg")
    sys.exit(soak.main(standalone_mode=True))
