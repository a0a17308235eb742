"""LaTeX text: names with their special characters escaped, and tables that need the package booktabs."""

from collections.abc import Iterable

from onlinelearn.render.tables.display import shown

PREAMBLE = "% \\usepackage{booktabs}\n"
"""The first line of a file of tables: the package that a paper must load."""

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
    caption: str, alignments: str, lines: Iterable[str], *, settings: Iterable[str] = ()
) -> str:
    """A table environment around lines of LaTeX; the caption must be escaped."""
    body = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{caption}}}",
        *settings,
        rf"\begin{{tabular}}{{@{{}}{alignments}@{{}}}}",
        r"\toprule",
        *lines,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(body) + "\n"
