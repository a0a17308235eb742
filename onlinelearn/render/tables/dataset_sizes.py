"""The data sets of an experiment as a table: how many examples, classes and attributes each has."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from onlinelearn.render.tables import latex, markdown
from onlinelearn.render.tables.canonical import csv_text
from onlinelearn.render.tables.table_options import PLAIN, TableOptions

HEADS = ("data set", "training examples", "test examples", "classes", "attributes")


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of one data set: a line of the table."""

    dataset: str
    training: int
    test: int
    classes: int
    attributes: int


def datasets_csv(sizes: Sequence[Sizes]) -> str:
    """The text of datasets.csv."""
    return csv_text(["dataset", "training", "test", "classes", "attributes"], map(astuple, sizes))


def datasets_md(sizes: Sequence[Sizes]) -> str:
    """The table in Markdown."""
    lines = [(markdown.escape(each.dataset), *_numbers(each)) for each in sizes]
    return markdown.markdown_table(HEADS, [markdown.LEFT, *[markdown.RIGHT] * 4], lines) + "\n"


def datasets_tex(
    title: str, sizes: Sequence[Sizes], options: TableOptions = PLAIN, name: str = "summary"
) -> str:
    """A LaTeX table that a paper can \\input."""
    lines = [latex.latex_row((latex.escape(each.dataset), *_numbers(each))) for each in sizes]
    content = [latex.latex_row(HEADS), r"\midrule", *lines]
    caption = f"{latex.escape(title)}. The data sets."
    label = f"{options.label_for(name)}-datasets"
    return latex.PREAMBLE + latex.table_environment(
        caption, "lrrrr", content, label=label, width=options.width
    )


def _numbers(sizes: Sizes) -> list[str]:
    return [f"{number:,}" for number in astuple(sizes)[1:]]
