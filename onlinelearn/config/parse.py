"""The parser of configs: a file, a text or a mapping becomes an Experiment, or one error with its place."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

from onlinelearn.base.error_text import nearest, shown, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.parameters import Parameters
from onlinelearn.claims.papers import PAPERS
from onlinelearn.config.config_tree import Node, Problem, python_tree, report
from onlinelearn.config.config_value import ConfigValue, TooManyProblemsError, validated
from onlinelearn.config.experiment import Experiment
from onlinelearn.config.overrides import overridden, place_of
from onlinelearn.config.readings import read_conditions
from onlinelearn.config.sections.read_claims import read_claims
from onlinelearn.config.sections.read_conditions import (
    Context,
    check_label_rate,
    check_metric_kinds,
    check_online_test,
    check_test_metrics,
)
from onlinelearn.config.sections.read_outputs import read_figures, read_metrics
from onlinelearn.config.sections.read_protocol import (
    check_changes,
    check_delay,
    check_feedback,
    check_permutations,
    read_protocol,
)
from onlinelearn.config.sections.read_tuning import check_tuning
from onlinelearn.config.yaml_reader import yaml_tree
from onlinelearn.learners.catalog import Catalog
from onlinelearn.render.figures.figure_style import StyleOptions
from onlinelearn.render.tables.table_options import TableOptions

KEYS = {
    "title": "what the experiment shows, for tables and figures; the file's name if left out",
    "dataset": "the data set: a registered name, a mapping with options, or files of your own",
    "datasets": "several data sets, instead of `dataset`",
    "preprocess": "what is done to the attributes, in order; fitted on the training part only",
    "learners": "the learners, by the label that tables and figures give them",
    "readings": "what the source leaves open: other ways to read the config, run beside it",
    "protocol": "how the examples are streamed",
    "baselines": "whether simpler learners run beside some of these, to see whether they do as well",
    "metrics": "what is measured",
    "figures": "what is drawn",
    "figure_style": "the look of all figures: width, height, format, title, fontsize, or a style for papers",
    "tables": "how tables are set in LaTeX: label, width, siunitx",
    "paper": "the source that the experiment reproduces",
    "claims": "what the source says, as statements to be tested, by their ids",
}
"""The keys of a config, and what each is for."""

UNSAFE = frozenset('/\\:*?"<>|')
LONGEST_NAME = 200
TAKEN = frozenset({"reference", "report.html"})
"""The names in a folder of results that stand for something else: references, and the report page."""

MAX_CELLS = 100_000
LONGEST_TITLE = 200
MAX_BYTES = 1_000_000

Options = TypeVar("Options", bound=Parameters)


def load_config(path: Path, overrides: Sequence[str] = (), catalog: Catalog | None = None) -> Experiment:
    """The experiment that the file describes. Raises ConfigError, in one line."""
    experiment = parse_config(
        _text(path), name=path.stem, where=str(path), folder=path.parent, overrides=overrides, catalog=catalog
    )
    return replace(experiment, file=path)


def parse_config(
    source: str | Mapping[str, object],
    *,
    name: str,
    where: str,
    folder: Path,
    overrides: Sequence[str] = (),
    catalog: Catalog | None = None,
) -> Experiment:
    """The experiment that `source` describes: YAML text, or a mapping with the same keys.

    `name` names the folder of the results, `where` is the source's name in errors, and the paths of own
    data are relative to `folder`. `catalog` has the learners that the config may name; without it, ours and
    those of other packages. Raises ConfigError, in one line.
    """
    _check_name(name)
    root = yaml_tree(source, where) if isinstance(source, str) else python_tree(source, where)
    if not isinstance(root.value, dict):
        expected = f"expected a mapping with {', '.join(KEYS)}, got {shown(root.value)}"
        raise report(where, [Problem(root.place, (), expected)])
    context = Context(folder, catalog or Catalog())
    trees = list(accumulate(overrides, overridden, initial=root))
    experiment, problems = _read(trees[-1], name, context)
    if experiment is None or problems:
        before = [_read(each, name, context)[1] for each in trees[:-1]]
        raise report(where, [_blamed(problem, before, overrides) for problem in problems])
    return experiment


def _read(root: Node, name: str, context: Context) -> tuple[Experiment | None, list[Problem]]:
    """The experiment that the tree describes, and the problems; if there are any, it is not to be used."""
    problems: list[Problem] = []
    top = ConfigValue(root, (), problems)
    try:
        _check_keys(top)
        if problems:
            return None, problems
        return _experiment(top, name, context), problems
    except TooManyProblemsError:
        return None, problems


def _blamed(problem: Problem, before: Sequence[list[Problem]], overrides: Sequence[str]) -> Problem:
    """The problem, placed at the last `--set` before which it was not there, if there is one.

    `before` holds the problems before each `--set`. A problem of a value in the file may be the fault of a
    `--set`: a figure in the file needs a metric that the `--set` took away.
    """
    for problems, text in zip(reversed(before), reversed(overrides), strict=True):
        if problem not in problems:
            return replace(problem, place=place_of(text))
    return problem


def _check_keys(top: ConfigValue) -> None:
    """Add a problem for each unknown key. It may be a key misspelt, which then seems to be missing."""
    for key, value in top.entries("a mapping").items():
        if key not in KEYS:
            value.fail(unknown("key", key, KEYS))


def _experiment(top: ConfigValue, name: str, context: Context) -> Experiment:
    """The experiment that the config describes; not to be used if there are problems."""
    given = top.entries("a mapping")
    paper = given.get("paper")
    metrics = read_metrics(given.get("metrics"))
    protocol = read_protocol(top)
    experiment = Experiment(
        name=name,
        title=_title(given.get("title"), name),
        conditions=read_conditions(top, replace(context, protocol=protocol)),
        protocol=protocol,
        metrics=tuple(metrics),
        metric_options={name: options for name, options in metrics.items() if options is not None},
        baselines=_switch(given.get("baselines"), default=True),
        figures=(),
        paper=paper.name("paper", PAPERS) if paper else None,
        claims=(),
        folder=context.folder,
        figure_style=_options(StyleOptions, given.get("figure_style")),
        tables=_options(TableOptions, given.get("tables")),
    )
    check_permutations(experiment, top)
    check_label_rate(experiment.conditions, protocol, top)
    check_tuning(experiment.conditions, protocol, top)
    check_test_metrics(experiment.conditions, experiment.metrics, top)
    check_metric_kinds(experiment.conditions, experiment.metrics, top)
    check_delay(experiment, top)
    check_feedback(experiment, top)
    check_changes(experiment, top)
    check_online_test(experiment.conditions, experiment.metrics, top)
    _check_cells(experiment, given.get("protocol") or top)
    if not experiment.conditions:
        # Figures and claims are about data sets.
        return experiment
    return replace(
        experiment,
        figures=read_figures(given.get("figures"), experiment),
        claims=read_claims(given.get("claims"), experiment),
    )


def _check_cells(experiment: Experiment, protocol: ConfigValue) -> None:
    """Add a problem if the cells are more than a plan can be made of."""
    cells = sum(len(each.learners) * experiment.permutations(each) for each in experiment.conditions)
    if cells > MAX_CELLS:
        protocol.fail(
            f"{cells:,} cells, and a config may have {MAX_CELLS:,}; "
            "have fewer permutations or smaller grids, or several configs"
        )


def _title(given: ConfigValue | None, name: str) -> str:
    if given is None:
        return name
    value = given.node.value
    if isinstance(value, str) and value.strip() and len(value) <= LONGEST_TITLE:
        return value
    given.expected(f"text of at most {LONGEST_TITLE} characters")
    return name


def _options(model: type[Options], given: ConfigValue | None) -> Options:
    """The options that stand under a key; the usual ones where there are none, or where they are wrong."""
    if given is None:
        return model()
    entries = given.entries("a mapping with " + ", ".join(model.model_fields))
    return validated(model, entries, given, kind="key") or model()


def _switch(given: ConfigValue | None, *, default: bool) -> bool:
    if given is None:
        return default
    value = given.node.value
    if not isinstance(value, bool):
        given.expected("true or false")
        return default
    return value


def _check_name(name: str) -> None:
    """Raise ConfigError unless a folder on any system can have this name."""
    if name.lower() in TAKEN:
        raise ConfigError(f"the config's name {shown(name)} stands for something else; rename it")
    plain = name.isprintable() and not UNSAFE & set(name) and name == name.strip(" .")
    if not plain or not 0 < len(name.encode()) <= LONGEST_NAME or name.startswith("-"):
        raise ConfigError(f"the config's name {shown(name)} cannot name a folder of results; rename it")


def _text(path: Path) -> str:
    content = _content(path)
    if len(content) > MAX_BYTES:
        raise _file_error(path, f"longer than {MAX_BYTES:,} bytes; that is no config")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _file_error(path, "not UTF-8; save the file as UTF-8 text", line) from None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _file_error(path, f"no such file{_nearest_config(path)}") from None
    except IsADirectoryError:
        raise _file_error(path, "a folder; name a YAML file") from None
    except OSError as error:
        raise _file_error(path, f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise _file_error(path, "no file can have this name") from None


def _nearest_config(path: Path) -> str:
    """A hint at the config in that folder with the nearest name."""
    try:
        names = sorted(name for name in os.listdir(path.parent) if name.endswith((".yaml", ".yml")))
    except OSError:
        return ""
    return nearest(path.name, names)


def _file_error(path: Path, text: str, line: int = 0) -> ConfigError:
    return report(str(path), [Problem(line, (), text)])
