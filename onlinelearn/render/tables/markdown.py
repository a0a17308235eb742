"""The summary as a Markdown page (GitHub's dialect)."""

import re
from collections.abc import Sequence

from onlinelearn.render.tables.display import NONE, metric_label, shown
from onlinelearn.render.tables.grid import Cell, Column, Grid, caption, grid
from onlinelearn.render.tables.summary import Summary

MOST_COLUMNS = 8


def summary_md(title: str, summaries: Sequence[Summary]) -> str:
    """A heading, a table with a line for each data set and learner, and what its numbers are."""
    parts = [f"# {escape(title)}"]
    if summaries:
        table = grid(summaries)
        parts += [_table(table, block) for block in table.blocks(MOST_COLUMNS)]
        parts.append(caption(table, summaries))
    else:
        parts.append("No results.")
    return "\n\n".join(parts) + "\n"


def _table(table: Grid, columns: Sequence[Column]) -> str:
    several = len({epoch for _, epoch in columns}) > 1
    heads = [metric_label(metric) + (f", epoch {epoch}" if several else "") for metric, epoch in columns]
    lines = [["data set", "learner", *map(escape, heads)], [":--", ":--", *["--:"] * len(columns)]]
    lines += [
        [*map(escape, line), *(_cell(table.cells.get((line, column))) for column in columns)]
        for line in table.lines
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return NONE
    mean = f"**{cell.mean}**" if cell.best else cell.mean
    return mean if cell.margin is None else f"{mean} ± {cell.margin}"


def escape(name: str) -> str:
    """The name as GitHub's Markdown shows it: no character of it means anything else."""
    return re.sub(r"([\\`*_{}\[\]<>|#~$&!@:])", r"\\\1", shown(name))
