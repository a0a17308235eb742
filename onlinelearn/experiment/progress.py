"""The progress bar of a run, on standard error."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDEST_BAR = 100
"""Columns: a wider bar says no more."""


@contextmanager
def progress_bar(cells: int, *, shown: bool) -> Iterator[Callable[[], object]]:
    """A function to call whenever a cell has ended; it does nothing where no bar is to be shown."""
    if not shown or not cells:
        yield lambda: None
        return
    from tqdm import tqdm

    # A terminal that doesn't know its size counts as one of 80 × 24; to tqdm it has no room at all.
    columns, lines = shutil.get_terminal_size()
    width = min(columns, WIDEST_BAR)
    with tqdm(total=cells, unit="cell", leave=False, ncols=width, nrows=lines) as bar:
        yield bar.update
