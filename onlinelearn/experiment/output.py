"""What a run leaves: tables, figures and the manifest, each whole or not at all."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onlinelearn.base import files
from onlinelearn.base.replay_data import Replay, ReplayRequest, SurfaceRequest, Surfaces
from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.claims import DatasetFamily, Family, ResultsView, as_json, judge
from onlinelearn.claims.verdict import ClaimVerdict, Levels
from onlinelearn.config import Experiment
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.experiment import figure_files, manifest
from onlinelearn.experiment.cells import Cell, cell_code_digest
from onlinelearn.render import tables
from onlinelearn.render.figures import FigureData

if TYPE_CHECKING:
    import pandas as pd

MANIFEST = "manifest.json"

OPTIONAL = {"curves.csv", "claims.json", "notes.json", "datasets.csv", "datasets.md", "datasets.tex"}
"""What a run leaves only if there is something to say."""


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

    @property
    def learners(self) -> dict[str, Family]:
        """The learners by their labels, and what each is one of."""
        return {each.label: Family(each.family, each.settings) for each in self.experiment.learners}

    @property
    def datasets(self) -> dict[str, DatasetFamily]:
        """The data sets by the labels of their conditions, and what each is one of."""
        return {
            each.label: DatasetFamily(each.family, each.options, each.base, each.reading)
            for each in self.experiment.datasets
        }

    @cached_property
    def verdicts(self) -> tuple[ClaimVerdict, ...]:
        """The verdicts on the config's claims."""
        if not self.rows:
            return ()
        judged = ResultsView(self.rows, self.points, self.learners, self.datasets, self.experiment.folder)
        return judge(self.experiment.claims, judged, self.levels)

    @property
    def runs(self) -> "pd.DataFrame":
        """runs.csv as a table."""
        import pandas as pd

        return pd.read_csv(self.folder / "runs.csv")


def write(
    result: Result,
    loaded: Mapping[str, Dataset | Recipe],
    begun: datetime,
    replays: Mapping[ReplayRequest | SurfaceRequest, Replay | Surfaces],
) -> None:
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
    if sizes := _sizes(experiment, loaded):
        contents["datasets.csv"] = tables.datasets_csv(sizes)
        contents["datasets.md"] = tables.datasets_md(sizes)
        contents["datasets.tex"] = tables.datasets_tex(experiment.title, sizes)
    # While files of two runs may stand side by side, no manifest vouches for them.
    (result.folder / MANIFEST).unlink(missing_ok=True)
    for file, content in contents.items():
        files.write(result.folder / file, content)
    for file in OPTIONAL - set(contents):
        (result.folder / file).unlink(missing_ok=True)  # an earlier run's
    data = FigureData(
        title=experiment.title,
        rows=result.rows,
        points=result.points,
        metrics=experiment.metrics,
        verdicts=result.verdicts,
        learners=result.learners,
        datasets=result.datasets,
        replays=replays,
        folder=experiment.folder,
    )
    figure_files.draw(result.folder / "figures", experiment.figures, data, result.keys.values())
    record = json.dumps(_manifest(result, loaded, begun), indent=2, ensure_ascii=False)
    files.write(result.folder / MANIFEST, record + "\n")


def _sizes(experiment: Experiment, loaded: Mapping[str, Dataset | Recipe]) -> list[tables.Sizes]:
    """The data sets that were read, as the config is written; what it draws, it says itself."""
    written = {condition.dataset.label for condition in experiment.written}
    read = {label: each for label, each in loaded.items() if isinstance(each, Dataset)}
    return [
        tables.Sizes(label, len(each.y_train), len(each.y_test), len(each.classes), each.X_train.shape[1])
        for label, each in read.items()
        if label in written
    ]


def _notes(result: Result) -> str:
    """Verdicts and findings, as the end of summary.md."""
    lines = [f"- {each.claim.id}: **{each.verdict}**: {each.claim.says}" for each in result.verdicts]
    lines += [f"- {note}" for note in result.notes]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _manifest(result: Result, loaded: Mapping[str, Dataset | Recipe], begun: datetime) -> dict[str, Any]:
    experiment = result.experiment
    used = sorted({choice.learner for condition in experiment.conditions for choice in condition.learners})
    file = experiment.folder / f"{experiment.name}.yaml"
    command = " ".join(["olrun", shlex.quote(str(file)), *result.arguments])
    return {
        "command": command if file.is_file() else None,  # None: given from Python, without a file
        "config": experiment.resolved(),
        "result_digest": result.digest,
        "complete": not result.failures,
        "failures": {what: f"{type(error).__name__}: {error}" for what, error in result.failures.items()},
        "data_digests": {label: dataset.digest for label, dataset in loaded.items()},
        "code_digests": {learner: cell_code_digest(learner) for learner in used},
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
