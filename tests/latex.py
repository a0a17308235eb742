"""pdflatex, where it is installed."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

PROGRAM = shutil.which("pdflatex")


def preamble(table: str) -> list[str]:
    """The lines that a table of ours, in a comment, asks a paper to have."""
    asked = (r"% \usepackage", r"% \sisetup")
    return [line.removeprefix("% ") for line in table.splitlines() if line.startswith(asked)]


def typeset(body: str, folder: Path, preamble: Iterable[str]) -> str:
    """Make `paper.pdf` of the text in the folder, and return what pdflatex says."""
    paper = [r"\documentclass{article}", *preamble, r"\begin{document}", body, r"\end{document}"]
    (folder / "paper.tex").write_text("\n".join(paper), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    return done.stdout
