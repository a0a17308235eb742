"""The catalogue: everything that a config may name, with its meaning, its options and its sources."""

import inspect
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal, get_args

from onlinelearn.base import metrics, parameters
from onlinelearn.base.error_text import one_line, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.rejections import expected
from onlinelearn.datasets.choice import NAMED
from onlinelearn.datasets.generated import Generator
from onlinelearn.datasets.joined import Part
from onlinelearn.datasets.preprocessing import PREPROCESSORS
from onlinelearn.datasets.registry import RegistryEntry
from onlinelearn.learners import registry
from onlinelearn.learners.catalog import LearnerEntry
from onlinelearn.learners.installed import installed
from onlinelearn.render import figures
from onlinelearn.render.figures.figure_options import OPTIONS

Kind = Literal["learners", "datasets", "preprocessors", "metrics", "figures"]
KINDS: tuple[Kind, ...] = get_args(Kind)

MEASURED: Mapping[metrics.Place, str] = {
    "standard": "always",
    "test part": "on the test part, after each epoch",
    "stream": "at any round",
    "rounds": "at any round, by the mistakes so far",
    "changes": "around the changes of the data, where they are known",
    "clock": "by the clock",
    "tuning": "for tuned learners",
    "file": "in a file of its own",
}
"""Where a metric is measured, in words."""


@dataclass(frozen=True)
class Option:
    """A parameter or an option: its default (None where it is required), the values it takes, its meaning."""

    name: str
    required: bool
    default: object
    expected: str
    meaning: str


@dataclass(frozen=True)
class Entry:
    """One name of a config."""

    kind: Kind
    name: str
    summary: str
    """A sentence on what it is."""
    class_name: str = ""
    """Its class in Python, if users may know it by that."""
    more: str = ""
    """Paragraphs that go on where the summary ends."""
    facts: Mapping[str, str] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    references: str = ""


@cache
def catalogue() -> tuple[Entry, ...]:
    """Every entry, kind by kind."""
    return (
        *(_of_class("learners", name, cls) for name, cls in registry().items()),
        *map(_installed, installed().values()),
        *map(_dataset, NAMED.values()),
        *(_of_class("preprocessors", name, cls) for name, cls in PREPROCESSORS.items()),
        *map(_metric, metrics.METRICS.values()),
        *map(_figure, figures.names()),
    )


def entries_of(kind: Kind) -> tuple[Entry, ...]:
    """The entries of one kind."""
    return tuple(entry for entry in catalogue() if entry.kind == kind)


def entries_named(name: str) -> tuple[Entry, ...]:
    """The entries of that name or class: several, where a metric and a figure share a name."""
    found = tuple(entry for entry in catalogue() if name in (entry.name, entry.class_name))
    if not found:
        classes = [entry.class_name for entry in catalogue() if entry.class_name]
        # Of two names that differ in case alone, the last is suggested: the one that configs use.
        raise ConfigError(one_line(unknown("name", name, [*classes, *KINDS, *(e.name for e in catalogue())])))
    return found


def _of_class(kind: Kind, name: str, cls: type) -> Entry:
    """A learner or a preprocessor, as its docstring says."""
    opening, *sections = re.split(r"^(\w+)\n-+\n", inspect.cleandoc(cls.__doc__ or ""), flags=re.M)
    named = dict(zip(sections[::2], sections[1::2], strict=True))
    summary, more = _first_sentence(opening)
    return Entry(
        kind,
        name,
        summary,
        class_name=cls.__name__,
        more=more,
        options=options_of(parameters.model(cls)),
        references=" ".join(named.get("References", "").split()),
    )


def _installed(learner: LearnerEntry) -> Entry:
    """A learner of an installed package: ours in form, or any class with a constructor."""
    if learner.compiled is not None:
        entry = _of_class("learners", learner.name, learner.cls)
    else:
        arguments = inspect.signature(learner.cls).parameters.values()
        options = tuple(_argument(each) for each in arguments if each.kind is not each.VAR_KEYWORD)
        entry = Entry("learners", learner.name, learner.summary, learner.cls.__name__, options=options)
    return replace(entry, facts={"package": learner.origin})


def _argument(argument: inspect.Parameter) -> Option:
    required = argument.default is argument.empty
    annotated = argument.annotation is not argument.empty
    expected = inspect.formatannotation(argument.annotation) if annotated else "any value"
    return Option(argument.name, required, None if required else argument.default, expected, "")


def _first_sentence(text: str) -> tuple[str, str]:
    """The first sentence on one line, and the rest."""
    sentence = re.match(r".+?[.](?=\s|\Z)|.*", text, re.S)
    end = sentence.end() if sentence else 0
    return " ".join(text[:end].split()), text[end:].strip()


def _dataset(entry: RegistryEntry | Generator) -> Entry:
    if isinstance(entry, Generator):
        return Entry("datasets", entry.name, f"{entry.title}: drawn", options=options_of(entry.options))
    shape = f"{entry.examples:,} × {entry.attributes}, {entry.n_classes} classes"
    return Entry(
        "datasets",
        entry.name,
        f"{entry.title}: {shape}",
        facts={
            "split": entry.split,
            "source": entry.source,
            "licence": entry.licence,
            "digest": entry.digest,
        },
        options=options_of(entry.options),
        references=entry.citation,
    )


def _metric(metric: metrics.Metric) -> Entry:
    best = {None: {}, True: {"best": "the lowest"}, False: {"best": "the highest"}}[metric.lower_is_better]
    facts = {"measured": MEASURED[metric.place], **best}
    options = options_of(metric.options) if metric.options else ()
    return Entry("metrics", metric.name, metric.meaning, facts=facts, options=options)


def _figure(name: str) -> Entry:
    options = OPTIONS[name]
    needs = {"needs the metrics": ", ".join(options.needs)} if options.needs else {}
    return Entry("figures", name, figures.describe(name), facts=needs, options=options_of(options))


def options_of(model: type[parameters.Parameters]) -> tuple[Option, ...]:
    """The fields of a model as options."""
    return tuple(_option(model, name) for name in model.model_fields)


def _option(model: type[parameters.Parameters], name: str) -> Option:
    declared = model.model_fields[name]
    required = declared.is_required()
    default = None if required else declared.default
    if isinstance(default, Part):
        default = default.resolved()
    return Option(name, required, default, expected(model, name), declared.description or "")


def plain_entries(entries: Iterable[Entry]) -> list[dict[str, object]]:
    """The entries as JSON has them; what an entry doesn't have is left out."""
    return [
        {
            **{key: value for key, value in vars(entry).items() if value and key != "options"},
            "options": [vars(option) for option in entry.options],
        }
        for entry in entries
    ]
