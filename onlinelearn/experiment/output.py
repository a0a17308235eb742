"""The files of a run: tables, figures and the manifest, each written whole or not at all."""

import json
from collections.abc import Mapping
from dataclasses import replace

from onlinelearn.base import files
from onlinelearn.base.file_digests import file_digests
from onlinelearn.base.json_files import json_text
from onlinelearn.claims import as_json, reading_cells
from onlinelearn.config import Experiment
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.resplit import DataSource, Resplit
from onlinelearn.experiment import figure_files
from onlinelearn.experiment.manifest import FILES, MANIFEST, manifest
from onlinelearn.experiment.replays import ReplayMap, compute_replays
from onlinelearn.experiment.result import Result, dataset_families, learner_families
from onlinelearn.experiment.run_costs import RunStart
from onlinelearn.experiment.worklist import Worklist
from onlinelearn.render import tables
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures.figure_options import FigureChoice
from onlinelearn.render.figures.figure_style import DEFAULT
from onlinelearn.render.tables import markdown

TABLES = ("runs.csv", "summary.csv", "summary.md", "summary.tex")
"""The files that every run writes, beside the manifest."""

FIGURES = "figures"
"""The folder of the figures."""

DATASETS = ("datasets.csv", "datasets.md", "datasets.tex")
OPTIONAL = {"curves.csv", "chosen.csv", "claims.json", "notes.json", *DATASETS}
"""The files that a run writes only if there is something to say."""


def possible_files(experiment: Experiment) -> list[str]:
    """The files that a run of the experiment may write to its folder."""
    figures = [
        f"{FIGURES}/{choice.file}.{ending}"
        for choice in experiment.figures
        for ending in choice.endings(experiment.figure_style.applied_to(DEFAULT))
    ]
    record = [f"{FIGURES}/{figure_files.RECORD}"] if figures else []
    return [MANIFEST, *TABLES, *sorted(OPTIONAL), *figures, *record]


def write(result: Result, worklist: Worklist, since: RunStart, arguments: tuple[str, ...]) -> Result:
    """Write everything below `result.folder`; the manifest, which vouches for the rest, comes last.

    Returns the result, with what was written, and the figures that could not be drawn among its failures.
    """
    with files.locked(result.folder):
        # While files of two runs may stand side by side, no manifest vouches for them.
        files.remove(result.folder / MANIFEST)
        files.sweep(result.folder)
        tables_written = _write_tables(result, worklist.datasets)
        figures_drawn, failures = _draw_figures(result, worklist)
        written = tables_written + figures_drawn
        result = replace(result, failures={**result.failures, **failures}, files=tuple(written))
        record = manifest(result, worklist.datasets, since, arguments)
        record[FILES] = file_digests(result.folder, written)
        files.write(result.folder / MANIFEST, json_text(record, indent=2))
    return result


def _write_tables(result: Result, loaded: Mapping[str, DataSource]) -> list[str]:
    """Write the tables, and return their names."""
    title, name, options = result.experiment.title, result.experiment.name, result.experiment.tables
    metrics, gaps = result.experiment.metrics, result.unfinished
    summaries = tables.summarize(result.rows, metrics, gaps)
    contents = {
        "runs.csv": tables.runs_csv(result.rows),
        "summary.csv": tables.summary_csv(summaries, gaps),
        "summary.md": tables.summary_md(title, summaries, gaps, metrics) + _findings(result),
        "summary.tex": tables.summary_tex(title, summaries, gaps, options, name, metrics),
    }
    if result.points:
        contents["curves.csv"] = tables.curves_csv(result.points)
    if result.candidates:
        contents["chosen.csv"] = tables.chosen_csv(result.candidates)
    if result.verdicts:
        contents["claims.json"] = json.dumps(_claims(result), indent=1) + "\n"
    if result.notes:
        contents["notes.json"] = json_text(result.notes, indent=1)
    if sizes := _sizes(result.experiment, loaded):
        contents["datasets.csv"] = tables.datasets_csv(sizes)
        contents["datasets.md"] = tables.datasets_md(sizes)
        contents["datasets.tex"] = tables.datasets_tex(title, sizes, options, name)
    for file, content in contents.items():
        files.write(result.folder / file, content)
    for file in OPTIONAL - set(contents):
        files.remove(result.folder / file)  # an earlier run's
    return list(contents)


def _claims(result: Result) -> dict[str, object]:
    """The content of claims.json: the verdicts, and the counts of the map of readings if there are some."""
    has_readings = len(result.experiment.conditions) > len(result.experiment.written)
    counts = {"map_of_readings": reading_cells.counts(result.verdicts)} if has_readings else {}
    return {**counts, **as_json(result.verdicts, result.levels)}


def _findings(result: Result) -> str:
    """Verdicts and notes, as the end of summary.md."""
    lines = [
        f"- {markdown.escape(each.claim.id)}: **{each}**: {markdown.escape(each.claim.says)}"
        for each in result.verdicts
    ]
    lines += [f"- {markdown.escape(note)}" for note in result.notes]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _sizes(experiment: Experiment, loaded: Mapping[str, DataSource]) -> list[tables.Sizes]:
    """The sizes of the data sets that were read, as the config is written; those of the others it says."""
    written = {condition.dataset.label for condition in experiment.written}
    read = {label: each.first if isinstance(each, Resplit) else each for label, each in loaded.items()}
    return [
        tables.Sizes(label, len(each.y_train), len(each.y_test), len(each.classes), each.X_train.shape[1])
        for label, each in read.items()
        if label in written and isinstance(each, Dataset)
    ]


def _draw_figures(result: Result, worklist: Worklist) -> tuple[list[str], dict[str, Exception]]:
    """Draw the figures, unless the folder has them as they would be drawn.

    Returns their files, and why some could not be drawn.
    """
    experiment, folder = result.experiment, result.folder / FIGURES
    shuffled = experiment.protocol.order == "shuffled"
    shown = FigureData(
        title=experiment.title + (" (incomplete)" if result.unfinished else ""),
        rows=result.rows,
        points=result.points,
        metrics=experiment.metrics,
        verdicts=result.verdicts,
        learners=learner_families(experiment),
        datasets=dataset_families(experiment),
        metric_options=experiment.metric_options,
        changes={} if shuffled else {label: each.changes for label, each in worklist.datasets.items()},
        folder=experiment.folder,
        style=experiment.figure_style.applied_to(DEFAULT),
    )
    key = figure_files.figures_key(experiment.figures, shown, result.keys.values())
    failures: dict[str, Exception] = {}
    if not figure_files.are_drawn(folder, key):

        def replayed(choice: FigureChoice) -> ReplayMap:
            return compute_replays(set(choice.options.replays(result.rows)), worklist)

        failures = figure_files.draw(folder, experiment.figures, shown, key, replayed)
    return [f"{folder.name}/{file}" for file in figure_files.drawn_files(folder)], failures
