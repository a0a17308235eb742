"""JSON of our own files: read from bytes that may be damaged, and written so that UTF-8 can hold it."""

import json
import re
from typing import Any

SURROGATE = re.compile("[\ud800-\udfff]")
"""What Python puts in the place of bytes, in a file's name, that are not UTF-8."""


PLAIN = str | int | float | None

MAX_DEPTH = 50
"""The most levels of lists and mappings: more than any of our files has."""


def parsed_json(content: bytes | str) -> Any:
    """The value. ValueError, whatever is wrong with the text."""
    try:
        value = json.loads(content)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if _is_deep(value):
        raise ValueError("nested too deep")
    return value


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [part for each in inner if not isinstance(each, PLAIN) for part in each]
    return bool(level)


def json_text(value: object, *, indent: int) -> str:
    """The value as JSON that people can read, too; bytes that are not UTF-8 are spelled out."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    return SURROGATE.sub(lambda found: rf"\\u{ord(found[0]):04x}", text) + "\n"
