"""A result as a Python session shows it: text that fits a screen, and HTML for a notebook."""

from html import escape
from typing import TYPE_CHECKING

from onlinelearn.base.error_text import one_line, shorten
from onlinelearn.base.json_files import parsed_json
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.render import tables
from onlinelearn.render.report.embedded_images import read_images
from onlinelearn.render.tables.display import NONE, metric_label, shown
from onlinelearn.render.tables.grid import build_grid, margin_note

if TYPE_CHECKING:
    from onlinelearn.experiment.result import Result

MOST_LINES, MOST_FAILURES = 14, 5
"""Lines of the table, and failures below it: with the others they fit into the 24 lines of a terminal."""
MOST_COLUMNS = 100


def result_text(result: "Result") -> str:
    """Title, table, failures, digest and folder; what is too long for a screen is cut."""
    summaries = tables.summarize(result.rows, result.experiment.metrics)
    table = tables.summary_text(summaries, result.unfinished).splitlines()
    if len(table) > MOST_LINES:
        kept, note = table[: MOST_LINES - 2], table[-1]
        table = [*kept, f"… and {len(table) - 1 - len(kept)} more: see `runs`", note]
    lines = [result.experiment.title, *table, *_failures(result)]
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
    summaries = tables.summarize(result.rows, result.experiment.metrics)
    if not summaries:
        return "<p>No results.</p>"
    last = max(each.epoch for each in summaries)
    grid = build_grid(summaries, [last], result.unfinished)
    heads = ["data set", "learner", *(metric_label(metric) for metric, _ in grid.columns)]
    lines = [heads]
    for line in grid.lines:
        cells = [grid.cells.get((line, column)) for column in grid.columns]
        texts = [NONE if c is None else c.mean + (f" ± {c.margin}" if c.margin else "") for c in cells]
        lines.append([shown(line[0]), shown(grid.learner(line)), *texts])
    head, *body = ("".join(f"<td>{escape(text)}</td>" for text in line) for line in lines)
    rows = "".join(f"<tr>{line}</tr>" for line in body)
    note = escape(f"After epoch {last}. {margin_note(summaries)}")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n<p>{note}</p>"


def _figures(result: "Result") -> list[str]:
    """The figures as images inside the page, unless the folder has those of another run by now."""
    try:
        record = parsed_json((result.folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return []
    if not isinstance(record, dict) or record.get("result_digest") != result.digest:
        return []
    named = [choice.file for choice in result.experiment.figures]
    images, _ = read_images(result.folder / "figures", named, "png")
    return [f'<img alt="{escape(each.name)}" style="max-width: 100%" src="{each.uri}">' for each in images]
