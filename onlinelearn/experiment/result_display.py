"""A result as a Python session shows it: text that fits a screen, and HTML for a notebook."""

from html import escape
from typing import TYPE_CHECKING

from onlinelearn.base import files
from onlinelearn.base.error_text import one_line, shorten
from onlinelearn.base.json_files import parsed_json
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.render import tables
from onlinelearn.render.report.embedded_images import foreign_images, read_images
from onlinelearn.render.tables.display import metric_label, shown
from onlinelearn.render.tables.grid import build_grid
from onlinelearn.render.tables.summary_terminal import cell_text, summary_lines

if TYPE_CHECKING:
    from onlinelearn.experiment.result import Result

MOST_LINES, MOST_FAILURES = 14, 5
"""Lines of the table, and failures below it: with the others they fit into the 24 lines of a terminal."""
MOST_COLUMNS = 100


def result_text(result: "Result") -> str:
    """Title, table, failures, digest and folder; what is too long for a screen is cut."""
    summaries = tables.summarize(result.rows, result.experiment.metrics, result.unfinished)
    table, notes = summary_lines(summaries, result.unfinished, result.experiment.metrics)
    if len(table) + len(notes) > MOST_LINES:
        kept = table[: MOST_LINES - 1 - len(notes)]
        table = [*kept, f"… and {len(table) - len(kept)} more: see `runs`"]
    lines = [result.experiment.title, *table, *notes, *_failures(result)]
    if result.rows:
        lines += [f"result digest {result.digest}", f"in {result.folder}"]
    return "\n".join(shorten(one_line(line), MOST_COLUMNS) for line in lines)


def _failures(result: "Result") -> list[str]:
    """A line for each of the first failures, and how many others there are."""
    lines = [f"failed: {what}: {type(e).__name__}: {e}" for what, e in result.failures.items()]
    others = len(lines) - MOST_FAILURES
    return [*lines[:MOST_FAILURES], f"… and {others} more: see `failures`"] if others > 0 else lines


def result_html(result: "Result") -> str:
    """The table and the figures, as a part of a page; every name is escaped."""
    parts = [f"<h4>{escape(shown(result.experiment.title))}</h4>", _table(result)]
    parts += [f"<p><strong>{escape(one_line(line))}</strong></p>" for line in _failures(result)]
    if result.rows:
        folder = escape(str(result.folder))
        parts += _figures(result)
        parts.append(f"<p>result digest <code>{result.digest}</code>, in <code>{folder}</code></p>")
    return "\n".join(parts)


def _table(result: "Result") -> str:
    summaries = tables.summarize(result.rows, result.experiment.metrics, result.unfinished)
    if not summaries:
        return "<p>No results.</p>"
    _, notes = summary_lines(summaries, result.unfinished, result.experiment.metrics)
    last = max(each.epoch for each in summaries)
    grid = build_grid(summaries, [last], result.unfinished, result.experiment.metrics)
    heads = ["data set", "learner", *(metric_label(metric) for metric, _ in grid.columns)]
    lines = [heads]
    for line in grid.lines:
        cells = [grid.cells.get((line, column)) for column in grid.columns]
        lines.append([shown(line[0]), shown(grid.learner(line)), *map(cell_text, cells)])
    head, *body = ("".join(f"<td>{escape(text)}</td>" for text in line) for line in lines)
    rows = "".join(f"<tr>{line}</tr>" for line in body)
    note = escape(" ".join(notes))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n<p>{note}</p>"


def _figures(result: "Result") -> list[str]:
    """The figures as images inside the page, unless the folder has those of another run by now."""
    try:
        record = parsed_json(files.read(result.folder / MANIFEST))
    except (OSError, ValueError):
        return []
    if not isinstance(record, dict) or record.get("result_digest") != result.digest:
        return []
    named = [choice.file for choice in result.experiment.figures]
    folder = result.folder / "figures"
    images, _ = read_images(folder, named, "png", foreign=foreign_images(folder, result.files))
    return [f'<img alt="{escape(each.name)}" style="max-width: 100%" src="{each.uri}">' for each in images]
