"""A run repeated from its record alone, and what came out held against what was recorded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from onlinelearn.base.errors import ConfigError
from onlinelearn.claims.verdict import Levels
from onlinelearn.compare.diff.folder_comparison import FolderComparison, RecordedFolder, compare_recorded
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.experiment.recorded_manifest import read_manifest
from onlinelearn.experiment.result import Result
from onlinelearn.experiment.result_folder import recorded_config_file
from onlinelearn.experiment.run import run_experiment
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.learners.catalog import Catalog
from onlinelearn.replication.recorded_run import RecordedRun


@dataclass(frozen=True)
class MovedVerdict:
    """A claim on which the two runs have another verdict; None where one has none."""

    claim: str
    recorded: str | None
    here: str | None


@dataclass(frozen=True, eq=False)
class Rerun:
    """A run that was repeated."""

    result: Result
    comparison: FolderComparison | None
    """The recorded run against this one; None if no cell of this one came to an end."""
    verdicts: tuple[MovedVerdict, ...] = ()
    choices_moved: bool = False
    """Whether tuned parameters were chosen differently."""

    @property
    def same(self) -> bool:
        """Whether everything came out as it was recorded."""
        compared = self.comparison is not None and self.comparison.same
        return compared and not self.verdicts and not self.choices_moved


def rerun(recorded: RecordedRun, options: RunOptions, catalog: Catalog, files: Sequence[Path] = ()) -> Rerun:
    """Run the recorded experiment again, in another folder than its own, and compare.

    All cells are computed again, except those that an unfinished rerun has left: cells of other runs may
    lie in the same store, and would prove nothing.
    """
    experiment = recorded.experiment(catalog, files)
    target = options.out / experiment.name
    _refuse_others(recorded, target)
    unfinished = target.exists() and not (target / MANIFEST).exists()
    levels = Levels(looks=recorded.record.looks)
    result = run_experiment(experiment, replace(options, fresh=not unfinished), levels)
    if not result.rows:
        return Rerun(result, None)
    manifest = read_manifest(target)
    compared = compare_recorded(
        RecordedFolder(recorded.folder, recorded.manifest, recorded.shown),
        RecordedFolder(target, manifest, str(target)),
    )
    moved_choice = manifest.get("chosen_digest") != recorded.record.chosen_digest
    return Rerun(
        result, compared, _moved_verdicts(recorded.record.verdicts, manifest["verdicts"]), moved_choice
    )


def _refuse_others(recorded: RecordedRun, target: Path) -> None:
    """Raise ConfigError if the rerun would write over a run: its model, or any that has a config."""
    if (
        target.resolve() == recorded.folder.resolve()
        or target.parent.resolve() == recorded.folder.parent.resolve()
    ):
        raise ConfigError(f"{target.parent} holds the run that is to be repeated; use another --out")
    if recorded_config_file(target) is not None:
        raise ConfigError(
            f"{target} has the results of a run, which a rerun must not replace; use another --out"
        )


def _moved_verdicts(recorded: dict[str, str], here: dict[str, str]) -> tuple[MovedVerdict, ...]:
    both = ((claim, recorded.get(claim), here.get(claim)) for claim in dict.fromkeys([*recorded, *here]))
    return tuple(MovedVerdict(*each) for each in both if each[1] != each[2])
