"""The ends of the pages on papers: claims with their verdicts, what was left open, errata."""

from collections.abc import Iterator

import yaml

from onlinelearn.claims.errata import ERRATA, Erratum
from onlinelearn.claims.papers import PAPERS, Paper
from tests.documentation.markdown import page, table, verbatim
from tests.verdict_table import ROOT, judged_claims
from tests.verdict_table import table as verdict_table


def paper_ends() -> Iterator[tuple[str, str]]:
    """The page of each paper, and what comes at its end."""
    for paper in PAPERS.values():
        yield f"papers/{paper.id}.md", "\n\n" + "\n\n".join(_end(paper)) + "\n"


def paper_pages() -> Iterator[tuple[str, str]]:
    """The beginning of each page that nobody has written."""
    for paper in PAPERS.values():
        if not (ROOT / f"docs/papers/{paper.id}.md").exists():
            yield f"papers/{paper.id}.md", page(paper.title)


def _end(paper: Paper) -> Iterator[str]:
    yield f"## The source\n\n{paper.authors}: *{paper.title}*. {paper.where}. {paper.published}"
    claims = [each for each in judged_claims() if each.paper == paper.id]
    if claims:
        yield "## Claims and verdicts\n\n" + verdict_table(claims)
    if choices := list(_left_open(paper)):
        yield "## What it leaves open\n\n" + table(("choice", "key of the config", "also tried"), choices)
    if slips := [each for each in ERRATA if each.paper == paper.id]:
        yield "## Errata\n\nEach has a test that shows it: [all errata](../errata.md).\n\n" + table(
            ("where", "printed", "correct"), map(_slip, slips)
        )


def _left_open(paper: Paper) -> Iterator[tuple[str, str, str]]:
    """What the readings of the paper's configs change: the choice, the key, and its other values."""
    for config in sorted((ROOT / "configs").glob("*.yaml")):
        written = yaml.safe_load(config.read_text(encoding="utf-8"))
        if written.get("paper") == paper.id:
            for name, choice in written.get("readings", {}).get("choices", {}).items():
                yield name, verbatim(str(choice["key"])), ", ".join(map(str, choice["values"]))


def _slip(erratum: Erratum) -> tuple[str, str, str]:
    return erratum.where, verbatim(erratum.printed), verbatim(erratum.correct)
