"""The order of the pages: those named here first, then whatever else their folder has."""

from collections.abc import Iterable

SECTIONS = {
    "Tutorial": ["tutorial.md"],
    "How to": [
        "howto/own-learner.md",
        "howto/own-data.md",
        "howto/shipped-data.md",
        "howto/python.md",
        "howto/larger-than-memory.md",
        "howto/one-row.md",
        "howto/tuning.md",
        "howto/drift.md",
        "howto/compare.md",
        "howto/papers.md",
        "howto/report.md",
        "howto/ci.md",
        "howto/cluster.md",
        "howto/replication.md",
    ],
    "Learners": ["learners/index.md"],
    "Papers": [
        "papers/index.md",
        "papers/icml09.md",
        "papers/pa2006.md",
        "papers/lecture.md",
        "papers/omr.md",
        "papers/libol.md",
        "papers/banditron.md",
    ],
    "Concepts": [
        "concepts/cells.md",
        "concepts/intervals.md",
        "concepts/verdicts.md",
        "concepts/same-bits.md",
        "concepts/sparse.md",
        "concepts/many-cells.md",
        "concepts/which-learner.md",
    ],
    "Reference": [
        "reference/config.md",
        "reference/claims.md",
        "reference/commands.md",
        "reference/python.md",
        "reference/files.md",
        "reference/manifest.md",
        "reference/exit-codes.md",
    ],
    "Project": ["project/contributing.md"],
}
"""The tabs of the site. A page named here that there is not (yet) is left out."""

MORE = {"Concepts": ["performance.md", "reliability.md"], "Papers": ["verdicts.md", "errata.md"]}
"""Pages outside of a tab's folder that come at its end."""

Tab = dict[str, list[str]]


def navigation(pages: Iterable[str]) -> list[str | Tab]:
    """The front page, and the tabs with their pages. Every page has a place, or it is an error."""
    left = sorted(pages)
    tabs: list[str | Tab] = ["index.md"]
    left.remove("index.md")
    for tab, first in SECTIONS.items():
        folder = first[0].rpartition("/")[0]
        inside = [page for page in left if folder and page.startswith(f"{folder}/")]
        wanted = [*first, *inside, *MORE.get(tab, ())]
        chosen = [page for page in dict.fromkeys(wanted) if page in left]
        left = [page for page in left if page not in chosen]
        tabs.append({tab: chosen})
    if left:
        raise ValueError(f"{', '.join(left)}: no tab has these pages; name them in {__name__}")
    return tabs
