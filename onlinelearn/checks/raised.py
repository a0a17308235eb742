"""Exceptions of somebody else's code, in a line: what went wrong, and where in their file."""

import re

from onlinelearn.base.raised_places import is_own_file, last_place, place_raised

NUMBA_REASONS = {
    "NRT required but not enabled": "it allocates memory",
    "Only accept returning of array passed into": "it allocates memory",
    "Cannot modify readonly array": "it writes to an array that is for reading only, such as x",
}
"""What Numba says deep inside of a message, and what that means in a step."""
NOISE = ("Failed in ", "During: ", "- Resolution failure")
"""The beginnings of lines that say nothing of what is wrong."""


def described_error(error: BaseException) -> str:
    """The error's kind and first line, and the last line of a file of the user's."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0] if lines else 'no message'}{place_raised(error)}"


def described_numba_error(error: BaseException) -> str:
    """What keeps Numba from compiling a step, and in which line: one of its forty lines, or our words."""
    text = str(error)
    own = [(file, line) for file, line in re.findall(r" at (/\S+) \((\d+)\)", text) if is_own_file(file)]
    return f"{_reason(text)}{last_place(own)}"


def _reason(text: str) -> str:
    for sign, meaning in NUMBA_REASONS.items():
        if sign in text:
            return meaning
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith(NOISE)] or ["Numba does not say why"]
    call = next((line.removeprefix(">>> ") for line in said if line.startswith(">>> ")), None)
    return f"Numba knows no {call}" if call and said[0].startswith("No implementation") else said[0]
