"""The progress of a run on standard error: a bar on a terminal, a line now and then elsewhere."""

import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import TextIO

from onlinelearn.base.error_text import described, placed
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.experiment.time_left import Group, in_words, seconds_left

WIDEST_BAR = 100
"""Columns: a wider bar says no more."""
LINE_EVERY = 30.0
"""Seconds between two lines where there is no terminal."""

Advance = Callable[[Cell, Outcome | BaseException], None]
"""To be called whenever a cell has ended, with its outcome or what went wrong."""


class CellTally:
    """The cells that have ended and those that are left, by group."""

    def __init__(self, groups: Iterable[Group], begun: float) -> None:
        self.left = Counter(groups)
        self.total = self.left.total()
        self.costs: dict[Group, list[float]] = {}
        self.begun = begun
        self._lock = Lock()  # one thread counts while another writes the line

    def ended(self, group: Group, cost: float | None) -> None:
        """A cell of the group has ended; what a failed one would have cost is not known."""
        with self._lock:
            self.left[group] -= 1
            if cost is not None:
                self.costs.setdefault(group, []).append(cost)

    def time_left(self, now: float) -> str:
        """`about 3 minutes left`; empty while nothing can be said."""
        with self._lock:
            seconds = seconds_left(now - self.begun, self.costs, self.left)
        return "" if seconds is None else f"{in_words(seconds)} left"

    def line(self, now: float) -> str:
        """`12 of 60 cells, about 3 minutes left`."""
        ended = self.total - self.left.total()
        return ", ".join(filter(None, [f"{ended} of {self.total} cells", self.time_left(now)]))


@contextmanager
def show_progress(cells: Collection[Cell], *, wanted: bool) -> Iterator[Advance]:
    """A function to call whenever a cell has ended; it does nothing where no progress is to be shown."""
    if not wanted or not cells:
        yield lambda cell, ended: None
        return
    tally = CellTally(map(_group, cells), time.monotonic())
    with _bar(tally) if sys.stderr.isatty() else lines(tally, sys.stderr) as refresh:

        def advance(cell: Cell, ended: Outcome | BaseException) -> None:
            tally.ended(_group(cell), ended.epochs[-1].seconds if isinstance(ended, Outcome) else None)
            refresh()

        yield advance


def tell_left_out(experiment: str, unavailable: Mapping[str, Exception]) -> None:
    """Say at once which data can't be had: whoever waits for them may stop the run."""
    told = [placed((experiment, label), described(error)) for label, error in unavailable.items()]
    told += [f"{experiment}: left out; the other data sets are run"] if told else []
    sys.stderr.writelines(f"olrun: {line}\n" for line in told)
    sys.stderr.flush()


def _group(cell: Cell) -> Group:
    return cell.dataset.label, cell.learner.label


@contextmanager
def _bar(tally: CellTally) -> Iterator[Callable[[], None]]:
    from tqdm import tqdm

    # A terminal that doesn't know its size counts as one of 80 × 24; to tqdm it has no room at all.
    columns, rows = shutil.get_terminal_size()
    # tqdm's own estimate takes all cells for equal.
    layout = "{l_bar}{bar}| {n_fmt}/{total_fmt} cells [{elapsed}{postfix}]"
    width = min(columns, WIDEST_BAR)
    with tqdm(total=tally.total, leave=False, ncols=width, nrows=rows, bar_format=layout) as bar:

        def refresh() -> None:
            bar.set_postfix_str(tally.time_left(time.monotonic()), refresh=False)
            bar.update()

        yield refresh


@contextmanager
def lines(tally: CellTally, stream: TextIO, every: float = LINE_EVERY) -> Iterator[Callable[[], None]]:
    """Write a line now and then, also while a long cell runs; nothing is left to do when a cell ends."""
    over = Event()

    def write() -> None:
        while not over.wait(every):
            print(tally.line(time.monotonic()), file=stream, flush=True)

    # A daemon: an interrupt must not wait for it.
    writer = Thread(target=write, name="progress", daemon=True)
    writer.start()
    try:
        yield lambda: None
    finally:
        over.set()
        writer.join()
