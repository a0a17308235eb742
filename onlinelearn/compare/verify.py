"""The verification of a config: run it, compare it with its reference, and say what moved by how much."""

from dataclasses import dataclass
from pathlib import Path

from onlinelearn.base import shipped
from onlinelearn.base.errors import MissingDataError, OlrunError
from onlinelearn.compare import references
from onlinelearn.config import load_config
from onlinelearn.experiment.result import Result
from onlinelearn.experiment.run import run_experiment
from onlinelearn.experiment.run_options import RunOptions

MOST_LINES = 20
"""How many moved values are listed; more of them say nothing new."""


@dataclass(frozen=True)
class Verification:
    """Whether a config fails to give what its reference says, and the text that says so."""

    failed: bool
    text: str


def every_config(folder: Path, *, update: bool) -> tuple[tuple[Path, ...], Path]:
    """Every config under configs/, also those that are gone but still have a reference in the folder.

    Where there is neither, those that are shipped, and the folder of their references; an update would
    change the installation, and is refused.
    """
    names = {path.stem for path in Path("configs").glob("*.yaml")} | {
        path.stem for path in folder.glob("*.json")
    }
    if names:
        return tuple(Path("configs") / f"{name}.yaml" for name in sorted(names)), folder
    if update:
        raise OlrunError(
            f"no configs under configs/ and no references in {folder}; name the configs to update"
        )
    return tuple(shipped.configs().values()), shipped.references()


def verify(config: Path, folder: Path, options: RunOptions, *, update: bool) -> Verification:
    """Run the config and compare it with its reference, or make it the reference."""
    result = run_experiment(load_config(config), options)
    name = result.experiment.name
    absent = [what for what, error in result.failures.items() if isinstance(error, MissingDataError)]
    broken = {what: error for what, error in result.failures.items() if what not in absent}
    if broken:
        what, error = next(iter(broken.items()))
        return Verification(True, f"{name}: FAILED, {len(broken)} cells did not run; {what}: {error}")
    skipped = "".join(f"\n  skipped {what}: {result.failures[what]}" for what in absent)
    if not result.rows:
        return Verification(False, f"{name}: skipped{skipped}")
    if update:
        return _update(result, folder, absent)
    try:
        expected = references.read_reference(folder, name)
    except OlrunError as error:
        return Verification(True, f"{name}: FAILED, {error}")
    found = references.make_reference(result)
    moved = references.moved_values(expected, found, absent)
    # Verdicts may depend on the data sets that are absent: they are not compared then.
    held = f"{len(found.numbers)} numbers, {0 if absent else len(found.verdicts)} verdicts"
    if not moved:
        return Verification(False, f"{name}: ok, {held} as expected{skipped}")
    lines = [f"  {name}: {each}" for each in moved[:MOST_LINES]]
    if len(moved) > MOST_LINES:
        lines.append(f"  ... and {len(moved) - MOST_LINES} more")
    return Verification(True, "\n".join([f"{name}: FAILED, {len(moved)} of {held} moved", *lines]) + skipped)


def _update(result: Result, folder: Path, absent: list[str]) -> Verification:
    """Write the new reference; it keeps the tolerances of the old one, which are a decision, not a result."""
    name = result.experiment.name
    if absent:
        return Verification(True, f"{name}: not updated, {', '.join(absent)} is not at hand")
    try:
        tolerances = references.read_reference(folder, name).tolerances
    except OlrunError:  # missing or damaged: there are none to keep
        tolerances = {}
    references.write_reference(folder, name, references.make_reference(result, tolerances))
    return Verification(False, f"{name}: reference updated, {result.digest}")
