"""What a run leaves: tables, figures and the manifest, each whole or not at all."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onlinelearn import figures, files, manifest, tables
from onlinelearn.config import Experiment
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.figures import FigureData
from onlinelearn.plan import code_digest
from onlinelearn.results import CurvePoint, Row

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Result:
    """What a run measured, and where it is written."""

    experiment: Experiment
    folder: Path
    rows: tuple[Row, ...]
    points: tuple[CurvePoint, ...]
    failures: Mapping[str, BaseException]
    """What went wrong, by cell or by data set; a run with failures has the rows of the others."""
    n_cached: int

    @cached_property
    def digest(self) -> str:
        """The result digest: the same wherever and whenever the same experiment is run."""
        return tables.result_digest(self.rows, self.points)

    @property
    def runs(self) -> "pd.DataFrame":
        """runs.csv as a table."""
        import pandas as pd

        return pd.read_csv(self.folder / "runs.csv")


def write(result: Result, loaded: Mapping[str, Dataset], begun: datetime) -> None:
    """Everything below `result.folder`; the manifest, which vouches for the rest, comes last."""
    experiment = result.experiment
    contents: dict[str, bytes | str] = {"runs.csv": tables.runs_csv(result.rows)}
    if result.points:
        contents["curves.csv"] = tables.curves_csv(result.points)
    summaries = tables.summarize(result.rows, experiment.metrics)
    contents["summary.csv"] = tables.summary_csv(summaries)
    contents["summary.md"] = tables.summary_md(experiment.title, summaries)
    contents["summary.tex"] = tables.summary_tex(experiment.title, summaries)
    data = FigureData(experiment.title, result.rows, result.points, experiment.metrics)
    for name in experiment.figures:
        contents |= {f"figures/{file}": image for file, image in figures.render(name, data).items()}
    for file, content in contents.items():
        files.write(result.folder / file, content)
    _remove_stale(result.folder, set(contents))
    record = json.dumps(_manifest(result, loaded, begun), indent=2, ensure_ascii=False)
    files.write(result.folder / "manifest.json", record + "\n")


def _remove_stale(folder: Path, written: set[str]) -> None:
    """What an earlier run drew here and this one does not: it would tell of other results."""
    ours = {f"figures/{name}.{ending}" for name in figures.names() for ending in ("svg", "png")}
    for file in (ours | {"curves.csv"}) - written:
        (folder / file).unlink(missing_ok=True)


def _manifest(result: Result, loaded: Mapping[str, Dataset], begun: datetime) -> dict[str, Any]:
    experiment = result.experiment
    used = sorted({choice.learner for choice in experiment.learners})
    return {
        "config": experiment.resolved(),
        "result_digest": result.digest,
        "complete": not result.failures,
        "failures": {what: f"{type(error).__name__}: {error}" for what, error in result.failures.items()},
        "data_digests": {label: dataset.digest for label, dataset in loaded.items()},
        "code_digests": {learner: code_digest(learner) for learner in used},
        "seeds": {"protocol": experiment.protocol.seed},
        **manifest.environment(),
        "times": {
            "begun": begun.isoformat(timespec="seconds"),
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
            "cells_from_cache": result.n_cached,
        },
    }
