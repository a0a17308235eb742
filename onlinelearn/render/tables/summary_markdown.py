"""The summary as a Markdown page."""

from collections.abc import Sequence

from onlinelearn.render.tables.display import NONE, metric_label
from onlinelearn.render.tables.grid import (
    NEAR_BEST,
    Grid,
    GridCell,
    GridColumn,
    build_grid,
    caption,
)
from onlinelearn.render.tables.markdown import LEFT, RIGHT, escape, markdown_table
from onlinelearn.render.tables.summary import NOTHING, Summary, Unfinished

MOST_COLUMNS = 8


def summary_md(
    title: str,
    summaries: Sequence[Summary],
    unfinished: Unfinished = NOTHING,
    metrics: Sequence[str] = (),
) -> str:
    """A heading, a table with a line for each data set and learner, and what its numbers are."""
    parts = [f"# {escape(title)}"]
    if summaries:
        table = build_grid(summaries, unfinished=unfinished, metrics=metrics)
        parts += [
            _table(table, block) for block in table.blocks(lambda columns: len(columns) <= MOST_COLUMNS)
        ]
        parts.append(caption(table, summaries))
    else:
        parts.append("No results.")
    return "\n\n".join(parts) + "\n"


def _table(table: Grid, columns: Sequence[GridColumn]) -> str:
    several = len({epoch for _, epoch in columns}) > 1
    heads = [metric_label(metric) + (f", epoch {epoch}" if several else "") for metric, epoch in columns]
    return markdown_table(
        ["data set", "learner", *map(escape, heads)],
        [LEFT, LEFT, *[RIGHT] * len(columns)],
        [
            [
                escape(line[0]),
                escape(table.learner(line)),
                *(_cell(table.cells.get((line, column))) for column in columns),
            ]
            for line in table.lines
        ],
    )


def _cell(cell: GridCell | None) -> str:
    if cell is None:
        return NONE
    mean = f"**{cell.mean}**" if cell.best else cell.mean
    mark = NEAR_BEST if cell.near_best else ""
    return f"{mean}{mark}" if cell.margin is None else f"{mean} ± {cell.margin}{mark}"
