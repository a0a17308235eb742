"""A short document of sentences and tables, as text, Markdown, LaTeX and HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from onlinelearn.base.text_table import aligned
from onlinelearn.render.report.html import template_page
from onlinelearn.render.tables import latex, markdown
from onlinelearn.render.tables.display import shown


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column is of names, and the others of numbers."""

    name: str
    caption: str
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Document:
    """A title, sentences on what is found, the tables behind them, and notes on what takes no part."""

    title: str
    sentences: Sequence[str]
    tables: Sequence[Table]
    notes: Sequence[str] = ()

    @property
    def text(self) -> tuple[str, ...]:
        """All that is said beside the tables."""
        return (*self.sentences, *self.notes)


def as_text(document: Document) -> str:
    """The document for a terminal, without a line end."""
    parts = [shown(document.title), "\n".join(map(shown, document.text))]
    for table in document.tables:
        head, *lines = aligned(_right_aligned([table.heads, *table.lines]))
        parts.append("\n".join([shown(table.caption), head, "─" * max(map(len, lines)), *lines]))
    return "\n\n".join(parts)


def _right_aligned(lines: Sequence[Sequence[str]]) -> list[list[str]]:
    """The lines with each column but the first padded on the left."""
    names, *numbers = zip(*([shown(text) for text in line] for line in lines), strict=True)
    padded = [[text.rjust(max(map(len, column))) for text in column] for column in numbers]
    return [list(line) for line in zip(names, *padded, strict=True)]


def as_markdown(document: Document) -> str:
    """The document in Markdown."""
    parts = [f"# {markdown.escape(document.title)}", " ".join(map(markdown.escape, document.text))]
    for table in document.tables:
        alignments = [markdown.LEFT, *[markdown.RIGHT] * (len(table.heads) - 1)]
        lines = [list(map(markdown.escape, line)) for line in table.lines]
        heads = list(map(markdown.escape, table.heads))
        parts += [
            markdown.markdown_table(heads, alignments, lines),
            f"*{markdown.escape(table.caption)}*",
        ]
    return "\n\n".join(parts) + "\n"


def as_latex(document: Document) -> str:
    """The tables in LaTeX below a paragraph of the sentences; a paper doesn't show the notes."""
    texts = [
        "".join(f"% {shown(note)}\n" for note in document.notes),
        "\n".join(map(latex.escape, document.sentences)) + "\n",
    ]
    for table in document.tables:
        lines = [latex.latex_row(map(latex.escape, line)) for line in table.lines]
        content = [latex.latex_row(map(latex.escape, table.heads)), r"\midrule", *lines]
        alignments = "l" + "r" * (len(table.heads) - 1)
        caption = latex.escape(table.caption)
        label = f"tab:{table.name}"
        texts.append(
            latex.table_environment(caption, alignments, content, label=label, settings=latex.COMPACT)
        )
    return latex.PREAMBLE + "\n".join(filter(None, texts))


def as_html(document: Document, image: bytes) -> str:
    """One self-contained page, with a drawing in SVG."""
    return template_page("document.html", document=document, image=image)
