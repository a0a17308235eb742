"""What a run leaves: tables, figures and the manifest, each whole or not at all."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onlinelearn import drawn, files, manifest, tables
from onlinelearn.claims import Family, Judged, as_json, judge
from onlinelearn.claims.verdict import ClaimVerdict, Levels
from onlinelearn.config import Experiment
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.figures import FigureData
from onlinelearn.plan import Cell, code_digest
from onlinelearn.results import CurvePoint, Row

if TYPE_CHECKING:
    import pandas as pd

MANIFEST = "manifest.json"


@dataclass(frozen=True, eq=False)
class Result:
    """What a run measured, and where it is written."""

    experiment: Experiment
    folder: Path
    rows: tuple[Row, ...]
    points: tuple[CurvePoint, ...]
    failures: Mapping[str, BaseException]
    """What went wrong, by cell or by data set; a run with failures has the rows of the others."""
    notes: tuple[str, ...]
    """Findings, such as that a learner can't be told from a simpler one."""
    n_cached: int
    keys: Mapping[Cell, str | None]
    """Under which key each cell is kept."""
    levels: Levels = field(default_factory=Levels)
    """How sure a verdict on a claim must be."""
    arguments: tuple[str, ...] = ()
    """What the command line said beside the config."""

    @cached_property
    def digest(self) -> str:
        """The result digest: the same wherever and whenever the same experiment is run."""
        return tables.result_digest(self.rows, self.points)

    @cached_property
    def verdicts(self) -> tuple[ClaimVerdict, ...]:
        """The verdicts on the config's claims."""
        if not self.rows:
            return ()
        learners = {each.label: Family(each.family, each.parameters) for each in self.experiment.learners}
        datasets = {each.label: Family(each.family, each.options) for each in self.experiment.datasets}
        judged = Judged(self.rows, self.points, learners, datasets, self.experiment.folder)
        return judge(self.experiment.claims, judged, self.levels)

    @property
    def runs(self) -> "pd.DataFrame":
        """runs.csv as a table."""
        import pandas as pd

        return pd.read_csv(self.folder / "runs.csv")


def write(result: Result, loaded: Mapping[str, Dataset], begun: datetime) -> None:
    """Everything below `result.folder`; the manifest, which vouches for the rest, comes last."""
    experiment = result.experiment
    contents: dict[str, bytes | str] = {"runs.csv": tables.runs_csv(result.rows)}
    if result.verdicts:
        contents["claims.json"] = json.dumps(as_json(result.verdicts, result.levels), indent=1) + "\n"
    if result.notes:
        contents["notes.json"] = json.dumps(result.notes, indent=1, ensure_ascii=False) + "\n"
    if result.points:
        contents["curves.csv"] = tables.curves_csv(result.points)
    summaries = tables.summarize(result.rows, experiment.metrics)
    contents["summary.csv"] = tables.summary_csv(summaries)
    contents["summary.md"] = tables.summary_md(experiment.title, summaries) + _notes(result)
    contents["summary.tex"] = tables.summary_tex(experiment.title, summaries)
    # While files of two runs may stand side by side, no manifest vouches for them.
    (result.folder / MANIFEST).unlink(missing_ok=True)
    for file, content in contents.items():
        files.write(result.folder / file, content)
    for file in {"curves.csv", "claims.json", "notes.json"} - set(contents):
        (result.folder / file).unlink(missing_ok=True)  # an earlier run's
    data = FigureData(experiment.title, result.rows, result.points, experiment.metrics)
    drawn.draw(result.folder / "figures", experiment.figures, data)
    record = json.dumps(_manifest(result, loaded, begun), indent=2, ensure_ascii=False)
    files.write(result.folder / MANIFEST, record + "\n")


def _notes(result: Result) -> str:
    """Verdicts and findings, as the end of summary.md."""
    lines = [f"- {each.claim.id}: **{each.verdict}**: {each.claim.says}" for each in result.verdicts]
    lines += [f"- {note}" for note in result.notes]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _manifest(result: Result, loaded: Mapping[str, Dataset], begun: datetime) -> dict[str, Any]:
    experiment = result.experiment
    used = sorted({choice.learner for choice in experiment.learners})
    file = experiment.folder / f"{experiment.name}.yaml"
    command = " ".join(["olrun", shlex.quote(str(file)), *result.arguments])
    return {
        "command": command if file.is_file() else None,  # None: given from Python, without a file
        "config": experiment.resolved(),
        "result_digest": result.digest,
        "complete": not result.failures,
        "failures": {what: f"{type(error).__name__}: {error}" for what, error in result.failures.items()},
        "data_digests": {label: dataset.digest for label, dataset in loaded.items()},
        "code_digests": {learner: code_digest(learner) for learner in used},
        "cells": [
            {
                "dataset": cell.dataset.label,
                "learner": cell.learner.label,
                "permutation": cell.task.permutation,
                "key": kept,
            }
            for cell, kept in result.keys.items()
        ],
        "seeds": {"protocol": experiment.protocol.seed},
        **manifest.environment(),
        "times": {
            "begun": begun.isoformat(timespec="seconds"),
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
            "cells_from_cache": result.n_cached,
        },
    }
