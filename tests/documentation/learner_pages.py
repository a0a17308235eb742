"""A page for each learner: what it does, its update, its parameters, and the source of its step."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import yaml

from onlinelearn.learners import registry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.printing.catalogue import Entry, Option, entries_of
from onlinelearn.printing.listing import as_yaml
from tests.documentation.learner_figures import LearnerFigure, figures_by_learner
from tests.documentation.markdown import code, page, prose, table, verbatim
from tests.documentation.step_sources import step_sources

ROOT = Path(__file__).parents[2]

NOTES = ROOT / "docs/learners/notes.yaml"
"""What no code says of a learner: the update as a formula, its bound, and when to use it."""

SIGNS = (
    "s are the scores, η is the margin, z is the direction in which weights move: see [Learners](index.md)."
)
NO_BOUND = "No bound is stated here."


def notes() -> Mapping[str, Mapping[str, str]]:
    """The notes on each learner."""
    loaded: Mapping[str, Mapping[str, str]] = yaml.safe_load(NOTES.read_text(encoding="utf-8"))
    return loaded


def learner_pages() -> Iterator[tuple[str, str]]:
    """The path and the text of every page."""
    shipped = [entry for entry in entries_of("learners") if entry.name in registry()]
    known = notes()
    yield "learners/index.md", _overview(shipped, known)
    for entry in shipped:
        yield f"learners/{entry.name}.md", _page(entry, registry()[entry.name], known.get(entry.name, {}))


def _overview(entries: list[Entry], known: Mapping[str, Mapping[str, str]]) -> str:
    rows = [
        (f"[`{entry.name}`]({entry.name}.md)", entry.summary, known.get(entry.name, {}).get("use", ""))
        for entry in entries
    ]
    return page(
        "Learners",
        "Every learner has one name in configs, and one class in Python. "
        "On its page: the update as a formula, the parameters with their ranges, the bound if there is one, "
        "the paper, and the source of its step with the functions that it calls.",
        "In the formulas s = Wx are the scores and η is the margin: y·s with two classes, the score of the "
        "right class minus that of the best wrong one with several. z is the direction in which weights "
        "move: yx with two classes; with several, +x for the right class and −x for the best wrong one. "
        "A round is a mistake if η ≤ 0.",
        table(("learner", "what it does", "when to use it"), rows),
    )


def _page(entry: Entry, cls: type[Learner], noted: Mapping[str, str]) -> str:
    parts = [
        f"`{entry.name}` in configs, `{entry.class_name}` in Python. It learns {_kinds(cls)}.",
        entry.summary,
        prose(entry.more),
    ]
    if "use" in noted:
        parts += ["## When to use it", noted["use"]]
    if "update" in noted:
        parts += ["## Update", code(noted["update"]), SIGNS if cls.kind == "classification" else ""]
    parts += ["## Its step", _source(cls), "## Bound", noted.get("bound", NO_BOUND)]
    if entry.options:
        parts += ["## Parameters", parameters(entry.options)]
    if drawn := figures_by_learner().get(entry.name):
        parts += ["## In a config", code(drawn.config, "yaml"), "This config draws:", _image(entry, drawn)]
    if used := _configs_with(entry.name):
        parts.append("Shipped configs that use it: " + ", ".join(f"`{name}`" for name in used) + ".")
    if example := _example(cls):
        parts += ["## In Python", code(example, "pycon")]
    if entry.references:
        parts += ["## Paper", entry.references]
    return page(entry.name, *parts)


def parameters(options: Iterable[Option], kind: str = "parameter") -> str:
    """A table of parameters, with the values that each takes."""
    rows = [(verbatim(each.name), each.expected, _default(each), each.meaning) for each in options]
    return table((kind, "values", "default", "meaning"), rows)


def _default(option: Option) -> str:
    """The default as a config would say it; blank, where a config just leaves the parameter out."""
    if option.required:
        return "required"
    return "" if option.default in (None, "", (), {}) else verbatim(as_yaml(option.default))


def _kinds(cls: type[Learner]) -> str:
    targets = {
        "classification": "classes",
        "regression": "real targets",
        "uniclass": "where points lie, without labels",
    }
    more = ["sets of labels"] if cls.multilabel else []
    sparse = ", from dense rows or sparse ones" if cls.sparse else ""
    return " or ".join([targets.get(cls.kind, cls.kind), *more]) + sparse


def _source(cls: type[Learner]) -> str:
    """The source of the step and of what it calls, with the files that it stands in."""
    (file, step), *others = step_sources(cls)
    called = [f"It calls, from `{file}`:\n\n{code(text, 'python')}" for file, text in others]
    return "\n".join([f"From `{file}`:\n\n{code(step, 'python')}", *called])


def _configs_with(name: str) -> list[str]:
    """The shipped configs that name the learner."""
    named = re.compile(rf"learner: {name}\b")
    return [config for config, text in _config_texts().items() if named.search(text)]


@cache
def _config_texts() -> Mapping[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "configs").glob("*.yaml"))}


def _image(entry: Entry, drawn: LearnerFigure) -> str:
    """The figure, which `olrun.css` turns dark on a dark page."""
    return f"![{entry.name}: {drawn.shows}]({Path(drawn.file).relative_to('learners')}){{ .drawn }}"


def _example(cls: type[Learner]) -> str:
    """The example of the docstring, which runs as a test."""
    return inspect.cleandoc(cls.__doc__ or "").partition("Examples\n--------\n")[2].rstrip()
