"""LaTeX compiles every kind of table that we write; nothing overflows the page."""

import re
from pathlib import Path

import pytest

from onlinelearn.compare.many_datasets import compare
from onlinelearn.compare.many_datasets.datasets_comparison import Case
from onlinelearn.compare.many_datasets.described import document
from onlinelearn.compare.many_datasets.document import as_latex
from onlinelearn.render.tables import Sizes, datasets_tex, summarize, summary_tex
from onlinelearn.render.tables.table_options import TableOptions
from tests import latex
from tests.render.tables.made import rows

METRICS = ("test_error", "updates")
LEARNERS = ("IELLIP b=0.3", "PA ~ C=10^2", "<5 %>|_#$&")
CASES = [Case(f"data set {i}", 1, {name: [0.1 + 0.03 * j + 0.01 * i * j] for j, name in enumerate(LEARNERS)})
         for i in range(3)]  # fmt: skip


def summary(options: TableOptions) -> str:
    return summary_tex(
        "Ünïts & more", summarize(rows({"usps": 7291, "x_y": 90}, LEARNERS), METRICS), options=options
    )


TABLES = {
    "plain": summary(TableOptions()),
    "column": summary(TableOptions(width="column")),
    "text": summary(TableOptions(width="text")),
    "siunitx": summary(TableOptions(siunitx=True, width="text")),
    "datasets": datasets_tex("T", [Sizes("usps", 7291, 2007, 10, 256)]),
    "compare": as_latex(document(compare(CASES, "test_error", notes=["A note: 5 % of {it}."]))),
}


def test_no_name_is_a_command() -> None:
    """Not even by TeX's own spelling of a character, as ^^5c for a backslash."""
    hostile = r"\input{/etc/passwd}\immediate\write18{id}^^5cinput %"

    def commands(name: str) -> set[str]:
        learners = (name, "b")
        cases = [Case(f"{name} {i}", 1, {each: [0.1, 0.2] for each in learners}) for i in range(3)]
        written = [
            summary_tex(name, summarize(rows({name: 100, "x": 90}, learners), METRICS), options=options)
            for options in (TableOptions(), TableOptions(siunitx=True), TableOptions(width="column"))
        ]
        written.append(datasets_tex(name, [Sizes(name, 7291, 2007, 10, 256)]))
        written.append(as_latex(document(compare(cases, "test_error", notes=[f"{name}\n{name}"]))))
        lines = [line for text in written for line in text.splitlines() if not line.startswith("%")]
        assert not any("^^" in line for line in lines)
        return set(re.findall(r"\\([A-Za-z]+)", "\n".join(lines)))

    assert commands(hostile) - commands("a") == {"textbackslash", "textasciicircum"}


@pytest.mark.skipif(latex.PROGRAM is None, reason="there is no pdflatex")
@pytest.mark.parametrize("kind", TABLES)
def test_pdflatex_sets_the_table(kind: str, tmp_path: Path) -> None:
    said = latex.typeset(TABLES[kind], tmp_path, latex.preamble(TABLES[kind]))
    assert "Overfull" not in said
    assert (tmp_path / "paper.pdf").stat().st_size > 1000
