"""Cells that somebody else computed, taken into a store after an audit; or none of them."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.base.error_text import one_line
from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.experiment.cell_lines import checked
from onlinelearn.experiment.cell_store import LinePlace, Store, read_line, store_beside
from onlinelearn.experiment.cell_store_care import copy_lines
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.experiment.worklist import make_worklist
from onlinelearn.learners.catalog import Catalog
from onlinelearn.replication.audit import AuditedCell, AuditError, audit, drawn, same_bits
from onlinelearn.replication.cell_export import RESULTS
from onlinelearn.replication.recorded_run import read_run
from onlinelearn.replication.zip_archive import unpacked


@dataclass(frozen=True)
class Imported:
    """What became of the cells in a file."""

    cells: int
    """How many of them can be used here, all of which passed."""
    new: int
    """How many of these were not in the store before."""
    rechecked: int
    left_out: int
    """How many are of other code or data than there are here: no run here would ask for them."""


def import_cells(
    file: Path, options: RunOptions, catalog: Catalog, rechecks: int | None, files: Sequence[Path] = ()
) -> Imported:
    """Compute some of the cells in a file again, and take all if they have the same bits.

    Only cells that a run here would compute are taken: their keys are found anew, from the code and the
    data here. `rechecks` is None for all. Raises OlrunError, and takes none, if anything is wrong.
    """
    try:
        with unpacked(file) as folder:
            return _import(folder, options, catalog, rechecks, files)
    except OlrunError as error:
        told = f"{file}: {error}; nothing was imported"
        raise (type(error) if isinstance(error, ConfigError | AuditError) else OlrunError)(told) from error


def _import(
    folder: Path, options: RunOptions, catalog: Catalog, rechecks: int | None, files: Sequence[Path]
) -> Imported:
    theirs, ours = _sound_places(store_beside(folder / RESULTS)), options.store
    cells = _cells_of_runs(folder, theirs, catalog, files)
    if not cells:
        raise ConfigError("none of its cells is of the code and the data that are here")
    for each in cells.values():
        _check(each)
    known = {key: kept for key in cells if (kept := ours.get(key)) is not None}
    for key, kept in known.items():
        if not same_bits(cells[key].line, kept):
            raise AuditError(f"{cells[key].cell} has other bits than the one that is here")
    chosen = drawn(list(cells.values()), len(cells) if rechecks is None else rechecks)
    audit(chosen, options.jobs or os.cpu_count() or 1)
    new = [each.place for key, each in cells.items() if key not in known]
    if new:
        copy_lines(ours, new)
    return Imported(len(cells), len(new), len(chosen), len(theirs) - len(cells))


def _sound_places(store: Store) -> dict[str, LinePlace]:
    """Every line by its key; ConfigError if one is damaged."""
    found: dict[str, LinePlace] = {}
    for _, place in store.places():
        try:
            key, _ = checked(read_line(place))
        except ValueError as error:
            raise ConfigError(f"a cell is damaged ({error})") from None
        if key in found:
            raise ConfigError("it holds a cell twice")
        found[key] = place
    return found


def _cells_of_runs(
    folder: Path, places: dict[str, LinePlace], catalog: Catalog, files: Sequence[Path]
) -> dict[str, AuditedCell]:
    """The cells that the code here would compute for the runs that the file records, by their keys."""
    found: dict[str, AuditedCell] = {}
    for path in sorted((folder / RESULTS).glob(f"*/{MANIFEST}")):
        run = read_run(path, called=f"the run {one_line(path.parent.name)}")
        worklist = make_worklist(run.measured_part(catalog, files), cache=None)
        for error in worklist.unavailable.values():
            raise error
        for cell, key in worklist.keys.items():
            if key in places and key not in found:
                found[key] = AuditedCell(worklist, cell, places[key])
    return found


def _check(cell: AuditedCell) -> None:
    try:
        cell.check_form()
    except ValueError as error:
        raise ConfigError(f"{cell.cell} is damaged ({error})") from None
