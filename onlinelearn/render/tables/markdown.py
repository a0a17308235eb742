"""Markdown text in GitHub's dialect: names with their special characters escaped, and tables."""

import re
from collections.abc import Iterable, Sequence

from onlinelearn.render.tables.display import shown

LEFT, RIGHT = ":--", "--:"
"""The alignments of a column."""

SPECIAL = re.compile(r"[\\`*_{}\[\]<>|#~$&!@]|:(?=[\w+-]+:|//)")
"""A colon is special only where it begins an emoji's name, or makes a link of a word."""


def escape(name: str) -> str:
    """The name as GitHub's Markdown shows it: no character of it means anything else."""
    return SPECIAL.sub(r"\\\g<0>", shown(name))


def markdown_table(heads: Sequence[str], alignments: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table, without a line end behind it; the texts must be escaped."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, alignments, *lines))
