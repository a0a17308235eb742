"""Tables of results: the csv files, the result digest, and the summary in Markdown, in LaTeX and as text."""

from onlinelearn.render.tables.canonical import curves_csv, result_digest, runs_csv
from onlinelearn.render.tables.chosen import chosen_csv
from onlinelearn.render.tables.dataset_sizes import Sizes, datasets_csv, datasets_md, datasets_tex
from onlinelearn.render.tables.folder_digest import CURVES, RUNS, folder_digest
from onlinelearn.render.tables.summary import Summary, summarize, summary_csv
from onlinelearn.render.tables.summary_latex import summary_tex
from onlinelearn.render.tables.summary_markdown import summary_md
from onlinelearn.render.tables.summary_terminal import summary_text

__all__ = [
    "CURVES",
    "RUNS",
    "Sizes",
    "Summary",
    "chosen_csv",
    "curves_csv",
    "datasets_csv",
    "datasets_md",
    "datasets_tex",
    "folder_digest",
    "result_digest",
    "runs_csv",
    "summarize",
    "summary_csv",
    "summary_md",
    "summary_tex",
    "summary_text",
]
