"""The files of a comparison: tables in every format, and the critical-difference diagram."""

from pathlib import Path

from onlinelearn.base import files
from onlinelearn.compare.many_datasets import described, document
from onlinelearn.compare.many_datasets.datasets_comparison import DatasetsComparison
from onlinelearn.render.figures.figure_style import FigureStyle

DIAGRAM = "critical_difference"


def write(found: DatasetsComparison, folder: Path) -> list[Path]:
    """Write all files, and return their paths."""
    from onlinelearn.render.figures._rank_diagram import rank_diagram
    from onlinelearn.render.figures._style import image_files

    style = FigureStyle(format=("svg", "png", "pdf"))
    images = image_files(DIAGRAM, lambda: rank_diagram(found.mean_ranks, found.critical_difference), style)
    text = described.document(found)
    contents: dict[str, str | bytes] = {
        "compare.md": document.as_markdown(text),
        "compare.tex": document.as_latex(text),
        "compare.html": document.as_html(text, images[f"{DIAGRAM}.svg"]),
        "ranks.csv": described.ranks_csv(found),
        "pairs.csv": described.pairs_csv(found),
        **images,
    }
    for name, content in contents.items():
        files.write(folder / name, content)
    return [folder / name for name in contents]
