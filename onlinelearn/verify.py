"""A config against its reference: run, compare, and say what moved and by how much."""

from dataclasses import dataclass
from pathlib import Path

from onlinelearn import references
from onlinelearn.config import load_config
from onlinelearn.errors import DataError, OlrunError
from onlinelearn.output import Result
from onlinelearn.references import Moved
from onlinelearn.runner import Options, run_experiment

SHOWN = 20
"""How many numbers that moved are listed; more of them say nothing new."""


@dataclass(frozen=True)
class Verdict:
    """Whether a config still gives what it gave, and how to say it."""

    failed: bool
    text: str


def with_reference(folder: Path) -> list[Path]:
    """The configs under configs/ that have a reference."""
    found = [
        config
        for config in sorted(Path("configs").glob("*.yaml"))
        if references.path(folder, config.stem).exists()
    ]
    if not found:
        raise OlrunError(
            f"no config under configs/ has a reference in {folder}; run this where the project is"
        )
    return found


def verify(config: Path, folder: Path, options: Options, *, update: bool) -> Verdict:
    """Run the config and hold it against its reference, or make it the reference."""
    result = run_experiment(load_config(config), options)
    name = result.experiment.name
    absent = [what for what, error in result.failures.items() if isinstance(error, DataError)]
    broken = {what: error for what, error in result.failures.items() if what not in absent}
    if broken:
        what, error = next(iter(broken.items()))
        return Verdict(True, f"{name}: FAILED, {len(broken)} cells did not run; {what}: {error}")
    skipped = "".join(f"\n  skipped {what}: {result.failures[what]}" for what in absent)
    if not result.rows:
        return Verdict(False, f"{name}: skipped{skipped}")
    found = references.reference(result)
    if update:
        return _update(result, folder, absent)
    expected = references.read(folder, name)
    moved = references.compare(expected, found, absent)
    if moved:
        return Verdict(True, f"{name}: FAILED, {len(moved)} numbers moved\n{_table(name, moved)}{skipped}")
    if not absent and expected.result_digest != found.result_digest:
        return Verdict(True, f"{name}: FAILED, the result digest is {found.result_digest}, "
                             f"expected {expected.result_digest}, though no mean moved")  # fmt: skip
    return Verdict(False, f"{name}: ok, {len(found.numbers)} numbers as expected{skipped}")


def _update(result: Result, folder: Path, absent: list[str]) -> Verdict:
    name = result.experiment.name
    if absent:
        return Verdict(True, f"{name}: not updated, {', '.join(absent)} is not at hand")
    references.write(folder, name, references.reference(result))
    return Verdict(False, f"{name}: reference updated, {result.digest}")


def _table(name: str, moved: list[Moved]) -> str:
    """config, data set, learner, epoch, metric: expected → found (difference)."""
    lines = []
    for each in moved[:SHOWN]:
        dataset, learner, epoch, metric = each.place
        where = f"  {name}: {dataset}, {learner}, epoch {epoch}, {metric}"
        if each.expected is None or each.found is None:
            lines.append(f"{where}: {'new' if each.expected is None else 'gone'}")
        else:
            change = each.found - each.expected
            lines.append(f"{where}: {each.expected:.6g} -> {each.found:.6g} ({change:+.6g})")
    if len(moved) > SHOWN:
        lines.append(f"  ... and {len(moved) - SHOWN} more")
    return "\n".join(lines)
