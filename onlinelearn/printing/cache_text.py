"""The text that `olrun cache` prints."""

from datetime import UTC, datetime
from pathlib import Path

from onlinelearn.base.error_text import counted
from onlinelearn.experiment.cell_store_care import CacheContent, Pruned
from onlinelearn.replication.cell_export import Exported
from onlinelearn.replication.cell_import import Imported


def cache_text(out: Path, found: CacheContent) -> str:
    """What is kept beside the results."""
    if not found.files:
        return f"no cells are kept in {out}"
    lines = [
        f"{out}: {counted(found.cells, 'cell')} in {counted(found.files, 'file')}, {size_text(found.bytes)}"
    ]
    if found.oldest is not None:
        lines.append(f"the oldest was kept on {datetime.fromtimestamp(found.oldest, UTC):%Y-%m-%d}")
    if found.damaged:
        lines.append(f"{found.damaged:,} damaged: they run anew when needed; olrun cache prune removes them")
    if found.unreadable:
        lines.append(f"{counted(found.unreadable, 'file')} can't be read: nothing is known of their cells")
    return "\n".join(lines)


def pruned_text(done: Pruned) -> str:
    """What a pruning did."""
    lines = [f"{counted(done.cells, 'cell')} removed, {done.kept:,} kept; {size_text(done.bytes)} freed"]
    if done.in_use:
        lines.append(f"{done.in_use:,} files were left alone: a run is writing to them")
    if done.closed:
        lines.append(f"{counted(done.closed, 'file')} left alone: you may not read and write them")
    return "\n".join(lines)


def exported_text(file: Path, done: Exported) -> str:
    """What was exported."""
    what = f"{counted(done.cells, 'cell')} of {counted(done.runs, 'run')}"
    return f"{what} in {file}, {size_text(file.stat().st_size)}"


def imported_text(done: Imported) -> str:
    """What was imported, and how sure that is."""
    lines = [f"{counted(done.new, 'cell')} imported; {done.rechecked:,} of {done.cells:,} rechecked"]
    if done.new < done.cells:
        lines.append(f"{done.cells - done.new:,} were here already, with the same bits")
    if done.left_out:
        lines.append(f"{done.left_out:,} left out: they are of other code or data than there are here")
    return "\n".join(lines)


def size_text(size: int) -> str:
    """A size in bytes as people say it."""
    for unit, limit in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if abs(size) >= limit:
            return f"{size / limit:.1f} {unit}"
    return f"{size} bytes"
