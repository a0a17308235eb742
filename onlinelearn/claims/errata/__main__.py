"""The writer of docs/errata.md: python -m onlinelearn.claims.errata."""

from itertools import groupby
from pathlib import Path

from onlinelearn.claims.errata import ERRATA, Erratum
from onlinelearn.claims.papers import PAPERS

FILE = Path(__file__).parents[3] / "docs" / "errata.md"

HEAD = """\
# Errata

Slips that we found in our sources, each with a test that shows it. This code follows the corrected version
wherever the two differ. `python -m onlinelearn.claims.errata` writes this page.
"""


def document() -> str:
    """The file's content."""
    parts = [HEAD]
    for paper, errata in groupby(ERRATA, key=lambda each: each.paper):
        parts.append(f"## {PAPERS[paper].title}\n\n{PAPERS[paper].authors}. {PAPERS[paper].where}.\n")
        parts += [_entry(number, each) for number, each in enumerate(errata, 1)]
    return "\n".join(parts)


def _entry(number: int, erratum: Erratum) -> str:
    """A slip; its formulas are code, so that none of their characters is taken for markup."""
    return f"""\
### {number}. {erratum.where}

- printed: `{erratum.printed}`
- correct: `{erratum.correct}`
- why: {erratum.why}
- test: `{erratum.test}`
"""


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
