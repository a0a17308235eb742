"""The data sets of an experiment as a table: how many examples, classes and attributes each has."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from onlinelearn.render.tables.canonical import csv_text
from onlinelearn.render.tables.latex import escape as tex
from onlinelearn.render.tables.markdown import escape as md

HEADS = ("data set", "training examples", "test examples", "classes", "attributes")


@dataclass(frozen=True, slots=True)
class Sizes:
    """One line of the table."""

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
    lines = [HEADS, (":--", *["--:"] * 4), *((md(each.dataset), *_numbers(each)) for each in sizes)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def datasets_tex(title: str, sizes: Sequence[Sizes]) -> str:
    """A table environment that a paper can \\input; it needs the package booktabs."""
    lines = [" & ".join((tex(each.dataset), *_numbers(each))) + r" \\" for each in sizes]
    body = [
        r"% \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{tex(title)}. The data sets.}}",
        r"\begin{tabular}{@{}lrrrr@{}}",
        r"\toprule",
        " & ".join(HEADS) + r" \\",
        r"\midrule",
        *lines,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(body) + "\n"


def _numbers(sizes: Sizes) -> list[str]:
    return [f"{number:,}" for number in astuple(sizes)[1:]]
