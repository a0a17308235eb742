"""Results as text: the csv files, the result digest, the summary, and its three printed forms."""

from onlinelearn.render.tables.canonical import curves_csv, result_digest, runs_csv
from onlinelearn.render.tables.dataset_sizes import Sizes, datasets_csv, datasets_md, datasets_tex
from onlinelearn.render.tables.latex import summary_tex
from onlinelearn.render.tables.markdown import summary_md
from onlinelearn.render.tables.summary import Summary, summarize, summary_csv
from onlinelearn.render.tables.terminal import terminal

__all__ = [
    "Sizes",
    "Summary",
    "curves_csv",
    "datasets_csv",
    "datasets_md",
    "datasets_tex",
    "result_digest",
    "runs_csv",
    "summarize",
    "summary_csv",
    "summary_md",
    "summary_tex",
    "terminal",
]
