"""The pages of what a config may name beside learners: data sets, preprocessors, metrics, figures."""

from collections.abc import Iterator, Mapping

from onlinelearn.printing.catalogue import Entry, Kind, entries_of, options_of
from onlinelearn.render.figures.figure_options import FigureOptions
from tests.documentation.learner_pages import parameters
from tests.documentation.markdown import page, table

PAGES: Mapping[Kind, tuple[str, str]] = {
    "datasets": ("Data sets", "The data sets that a config may name. `olrun data` shows where each one is."),
    "preprocessors": (
        "Preprocessors",
        "The steps that `preprocess` may name. They are fitted on the training part only.",
    ),
    "metrics": ("Metrics", "What `metrics` may name."),
    "figures": ("Figures", "What `figures` may name. The key `figure_style` sets the look of all of them."),
}
"""The title of each page, and the sentence that it begins with."""

SHARED = options_of(FigureOptions)
OF_EVERY_FIGURE = f"Every figure has these options:\n\n{parameters(SHARED)}"


def catalogue_pages() -> Iterator[tuple[str, str]]:
    """The path and the text of every page."""
    for kind, (title, opening) in PAGES.items():
        shared = OF_EVERY_FIGURE if kind == "figures" else ""
        yield f"reference/{kind}.md", page(title, opening, shared, *map(_entry, entries_of(kind)))


def _entry(entry: Entry) -> str:
    parts = [f"## {entry.name}", _sentence(entry.summary), entry.more]
    if entry.facts:
        parts.append(table(("property", "value"), entry.facts.items()))
    if own := [each for each in entry.options if not (entry.kind == "figures" and each in SHARED)]:
        parts.append(parameters(own))
    if entry.references:
        parts.append(f"Source: {entry.references}")
    return "\n\n".join(part.strip("\n") for part in parts if part)


def _sentence(text: str) -> str:
    """A summary as a sentence: a capital letter first, a full stop at the end."""
    return text[:1].upper() + text[1:].rstrip(".") + "."
