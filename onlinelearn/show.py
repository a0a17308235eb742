"""What the commands print."""

from collections.abc import Iterable, Mapping, Sequence

from onlinelearn import figures, metrics, parameters, tables
from onlinelearn.config import Experiment
from onlinelearn.datasets.asked import known
from onlinelearn.datasets.preprocess import PREPROCESSORS
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.status import fetch, status
from onlinelearn.errors import ConfigError, DataError
from onlinelearn.learners import registry
from onlinelearn.output import Result
from onlinelearn.runner import Survey


def check_names(experiments: Sequence[Experiment]) -> None:
    """Two configs of one name would write to one folder."""
    names = [experiment.name for experiment in experiments]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"two configs are named {name!r} and would write to one folder; rename one")


def result(made: Result) -> str:
    """The small table with which a run ends, and where the rest is."""
    if not made.rows:
        return f"{made.experiment.title}: nothing was run"
    summaries = tables.summarize(made.rows, made.experiment.metrics)
    written = [*(["curves.csv"] if made.points else []), "summary.csv, .md, .tex", "manifest.json"]
    drawn = [f"figures/{name}.svg, .png" for name in made.experiment.figures]
    return "\n".join(
        [
            made.experiment.title,
            "",
            tables.terminal(summaries),
            "",
            f"{made.folder}: {'; '.join(['runs.csv', *written, *drawn])}",
            f"result digest {made.digest}" + (" (incomplete)" if made.failures else ""),
        ]
    )


def plan(experiment: Experiment, survey: Survey) -> str:
    """What would run and what is cached, a line for each data set and learner."""
    lines = [f"{experiment.title}: {len(survey.cells)} cells, {len(survey.cached)} cached"]
    for dataset in experiment.datasets:
        if dataset.label in survey.unavailable:
            lines.append(f"  {dataset.label}: {survey.unavailable[dataset.label]}")
            continue
        for learner in experiment.learners:
            here = [c for c in survey.keys if c.dataset is dataset and c.learner is learner]
            cached = sum(cell in survey.cached for cell in here)
            todo = len(here) - cached
            lines.append(f"  {dataset.label}, {learner.label}: {todo} to run, {cached} cached")
    return "\n".join(lines)


def listing(kind: str | None) -> str:
    """A line each for what a config may name, with parameters and defaults."""
    kinds: dict[str, Mapping[str, str]] = {
        "learners": {name: _parameters(learner) for name, learner in registry().items()},
        "datasets": {
            name: f"{entry.title}: {entry.examples:,} × {entry.attributes}, {entry.n_classes} classes; "
            f"{_fields(entry.options)}"
            for name, entry in ENTRIES.items()
        },
        "preprocessors": {
            name: f"{_first_line(cls)} {_parameters(cls)}".strip() for name, cls in PREPROCESSORS.items()
        },
        "metrics": metrics.METRICS,
        "figures": {name: figures.describe(name) for name in figures.names()},
    }
    wanted = kinds if kind is None else {kind: kinds[kind]}
    blocks = []
    for heading, lines in wanted.items():
        width = max(map(len, lines))
        block = [f"{name:{width}}  {text}" for name, text in lines.items()]
        blocks.append("\n".join(block if kind else [f"{heading}:", *(f"  {line}" for line in block)]))
    return "\n\n".join(blocks)


def _parameters(cls: type) -> str:
    return _fields(parameters.model(cls))


def _fields(model: type[parameters.Parameters]) -> str:
    """name=default for each parameter, as one would write them in a config."""
    return ", ".join(
        name if field.is_required() else f"{name}={_plain(field.default)}"
        for name, field in model.model_fields.items()
    )


def _plain(value: object) -> str:
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_plain, value))}]"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _first_line(cls: type) -> str:
    return (cls.__doc__ or "").partition("\n")[0]


def data(names: Iterable[str]) -> tuple[str, list[str]]:
    """The table of data sets, fetching what is missing, and a line for each that can't be had."""
    entries = [known("dataset", name, ENTRIES) for name in names] or list(ENTRIES.values())
    rows = [("name", "examples", "attributes", "classes", "digest", "where")]
    missing = []
    for entry in entries:
        found = status(entry)
        if found.state == "missing":
            try:
                fetch(entry)
                found = status(entry)
            except DataError as error:
                missing.append(str(error))
        elif found.state == "damaged":
            missing.append(found.detail)
        shape = (f"{found.examples:,}", f"{found.attributes:,}", f"{found.classes}")
        rows.append((found.name, *shape, found.state, found.where))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines), missing
