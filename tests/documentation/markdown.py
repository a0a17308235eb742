"""Small pieces of Markdown."""

import re
from collections.abc import Callable, Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar inside a value is no border: in code it is none by itself, and an escape would show."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(_cell(value) for value in line)} |\n" for line in lines)


def _cell(text: str) -> str:
    return _outside_code(lambda words: words.replace("|", "\\|"), " ".join(text.split()))


def code(text: str, language: str = "text", title: str = "") -> str:
    """A block of code."""
    named = f' title="{title}"' if title else ""
    return f"```{language}{named}\n{text.rstrip()}\n```\n"


def verbatim(text: str) -> str:
    """A word or formula of which no character is markup; nothing, if it is empty."""
    return f"`{text}`" if text else ""


def prose(text: str) -> str:
    """The words of a docstring as Markdown shows them: no sign but those around code is markup."""
    return _outside_code(_escaped, text)


def _outside_code(change: Callable[[str], str], text: str) -> str:
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else change(part) for part in parts)


def _escaped(text: str) -> str:
    return re.sub(r"([*_])", r"\\\1", text).replace("<", "&lt;")


def page(title: str, *parts: str) -> str:
    """A page: its title, and its parts with a blank line between two."""
    return "\n\n".join([f"# {title}", *(part.strip("\n") for part in parts if part)]) + "\n"
