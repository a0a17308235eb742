"""LaTeX text: names with their special characters escaped, and tables that need the package booktabs."""

from collections.abc import Iterable

from onlinelearn.render.tables.display import shown
from onlinelearn.render.tables.table_options import Width

PREAMBLE = "% \\usepackage{booktabs}\n"
"""The first line of a file of tables: the package that a paper must load."""

SIUNITX = (
    "% \\usepackage{siunitx}\n"
    "% \\sisetup{uncertainty-mode = separate, text-series-to-math = true, reset-text-series = false}\n"
)
"""The lines for siunitx (version 3): margins stand behind ±, and the best stays bold."""

COMPACT = (r"\footnotesize", r"\setlength{\tabcolsep}{4pt}")
"""The settings of a table with many columns."""

WIDTHS: dict[Width, str] = {"natural": "", "column": r"\columnwidth", "text": r"\textwidth"}

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "±": r"$\pm$",
        "†": r"$^\dagger$",
        "χ": r"$\chi$",
        "²": r"$^2$",
        "≤": r"$\leq$",
        "∞": r"$\infty$",
        "–": "--",
        # These would run together: -- is a longer dash, `` and '' are quotes, [ may begin an option of \\.
        "-": "-{}",
        "`": "`{}",
        "'": "'{}",
        "[": "{[}",
    }
)


def escape(name: str) -> str:
    """The name as LaTeX sets it: no character of it means anything else."""
    return shown(name).translate(ESCAPES)


def latex_row(cells: Iterable[str]) -> str:
    """A line of a table."""
    return " & ".join(cells) + r" \\"


def table_environment(
    caption: str,
    alignments: str,
    lines: Iterable[str],
    *,
    label: str,
    width: Width = "natural",
    settings: Iterable[str] = (),
) -> str:
    """A table environment around lines of LaTeX; the caption must be escaped, and the label plain."""
    table = "table*" if width == "text" else "table"
    stretched = width != "natural"
    tabular = "tabular*" if stretched else "tabular"
    size = f"{{{WIDTHS[width]}}}" if stretched else ""
    fill = r"@{\extracolsep{\fill}}" if stretched else "@{}"
    body = [
        rf"\begin{{{table}}}",
        r"\centering",
        r"\setlength{\belowcaptionskip}{4pt}",  # most classes expect captions below
        rf"\caption{{{caption}}}",
        rf"\label{{{label}}}",
        *settings,
        rf"\begin{{{tabular}}}{size}{{{fill}{alignments}@{{}}}}",
        r"\toprule",
        *lines,
        r"\bottomrule",
        rf"\end{{{tabular}}}",
        rf"\end{{{table}}}",
    ]
    return "\n".join(body) + "\n"
