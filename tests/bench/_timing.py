"""Peers that run in turns: a neighbour on the machine slows all of them alike."""

import statistics
import time
from collections.abc import Callable, Mapping


def medians(runs: Mapping[str, Callable[[], object]], repeats: int = 9) -> dict[str, float]:
    """The median of each one's seconds; its first run, which may compile, doesn't count.

    It is the time of the CPU: what the machine does for others meanwhile doesn't count either.
    """
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for repeat in range(repeats + 1):
        for name, run in runs.items():
            begun = time.process_time()
            run()
            if repeat:
                taken[name].append(time.process_time() - begun)
    return {name: statistics.median(each) for name, each in taken.items()}
