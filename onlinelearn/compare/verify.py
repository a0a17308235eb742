"""A config against its reference: run, compare, and say what moved and by how much."""

from dataclasses import dataclass
from pathlib import Path

from onlinelearn.base.errors import MissingDataError, OlrunError
from onlinelearn.compare import references
from onlinelearn.config import load_config
from onlinelearn.experiment.output import Result
from onlinelearn.experiment.run import Options, run_experiment

SHOWN = 20
"""How many numbers that moved are listed; more of them say nothing new."""


@dataclass(frozen=True)
class Verified:
    """Whether a config still gives what it gave, and how to say it."""

    failed: bool
    text: str


def shipped(folder: Path) -> list[Path]:
    """Every config under configs/, and those that only a reference speaks of."""
    names = {path.stem for path in Path("configs").glob("*.yaml")} | {
        path.stem for path in folder.glob("*.json")
    }
    if not names:
        raise OlrunError(
            f"no configs under configs/ and no references in {folder}; run this where the project is"
        )
    return [Path("configs") / f"{name}.yaml" for name in sorted(names)]


def verify(config: Path, folder: Path, options: Options, *, update: bool) -> Verified:
    """Run the config and hold it against its reference, or make it the reference."""
    result = run_experiment(load_config(config), options)
    name = result.experiment.name
    absent = [what for what, error in result.failures.items() if isinstance(error, MissingDataError)]
    broken = {what: error for what, error in result.failures.items() if what not in absent}
    if broken:
        what, error = next(iter(broken.items()))
        return Verified(True, f"{name}: FAILED, {len(broken)} cells did not run; {what}: {error}")
    skipped = "".join(f"\n  skipped {what}: {result.failures[what]}" for what in absent)
    if not result.rows:
        return Verified(False, f"{name}: skipped{skipped}")
    if update:
        return _update(result, folder, absent)
    try:
        expected = references.read(folder, name)
    except OlrunError as error:
        return Verified(True, f"{name}: FAILED, {error}")
    found = references.reference(result)
    moved = references.compare(expected, found, absent)
    # Verdicts may rest on the data sets that are absent: they are not compared then.
    held = f"{len(found.numbers)} numbers, {0 if absent else len(found.verdicts)} verdicts"
    if not moved:
        return Verified(False, f"{name}: ok, {held} as expected{skipped}")
    lines = [f"  {name}: {each}" for each in moved[:SHOWN]]
    if len(moved) > SHOWN:
        lines.append(f"  ... and {len(moved) - SHOWN} more")
    return Verified(True, "\n".join([f"{name}: FAILED, {len(moved)} of {held} moved", *lines]) + skipped)


def _update(result: Result, folder: Path, absent: list[str]) -> Verified:
    """The tolerances that the old reference states stay: they are a decision, not a result."""
    name = result.experiment.name
    if absent:
        return Verified(True, f"{name}: not updated, {', '.join(absent)} is not at hand")
    try:
        tolerances = references.read(folder, name).tolerances
    except OlrunError:  # missing or damaged: there are none to keep
        tolerances = {}
    references.write(folder, name, references.reference(result, tolerances))
    return Verified(False, f"{name}: reference updated, {result.digest}")
