"""Exceptions of somebody else's code, in a line: what went wrong, and where in their file."""

import re
from pathlib import Path

from onlinelearn.base.raised_places import is_own_file, last_place, place_raised

NUMBA_REASONS = {
    "NRT required but not enabled": "it allocates memory",
    "Only accept returning of array passed into": "it allocates memory",
    "Cannot modify readonly array": "it writes to an array that is for reading only, such as x",
    r"Cannot resolve setattr|lowering \S+\(.*\)\.\w+ = ": (
        "a step can't set a field of its state, as state.W *= a does; "
        "write a loop that changes the numbers of the array"
    ),
    r"(getitem|Unknown attribute 'shape').*SparseRow\(": (
        "it takes x for an array, which a sparse row is not; "
        "use score and move alone, or declare sparse = False"
    ),
}
"""What Numba says deep inside of a message, as a regular expression, and what that means in a step."""
NOISE = ("Failed in ", "During: ", "- Resolution failure")
"""The beginnings of lines that say nothing of what is wrong."""
BOLD = re.compile(r"\x1b\[\d*m")
"""What Numba puts around its lines, for terminals and all others."""


def described_error(error: BaseException) -> str:
    """The error's kind, what it says in its first line, or Numba in a later one, and the user's line."""
    by_numba = type(error).__module__.startswith("numba.")
    lines = str(error).strip().splitlines() or ["no message"]
    return f"{type(error).__name__}: {_reason(str(error)) if by_numba else lines[0]}{_place(error)}"


def why_not_compiled(error: BaseException, in_python: BaseException | None) -> str:
    """What keeps Numba from compiling a step, in one of its forty lines or our words, and where.

    Numba does not always say where: then it is where the same step fails as plain Python.
    """
    place = _place(error) or (_place(in_python) if in_python is not None else "")
    return f"{_reason(str(error))}{place}"


def _reason(text: str) -> str:
    text = BOLD.sub("", text)
    for sign, meaning in NUMBA_REASONS.items():
        if re.search(sign, text):
            return meaning
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith(NOISE)] or ["Numba does not say why"]
    call = next((line.removeprefix(">>> ") for line in said if line.startswith(">>> ")), None)
    return f"Numba knows no {call}" if call and said[0].startswith("No implementation") else said[0]


def _place(error: BaseException) -> str:
    """The last line of a file of the user's that Numba names, or that the error came through."""
    text = BOLD.sub("", str(error))
    called = re.findall(r" at (/\S+) \((\d+)\)", text)
    shown = re.findall(r'^File "(.+)", line (\d+):', text, re.MULTILINE)  # from the current folder
    named = [*called, *((str(Path(file).resolve()), line) for file, line in shown)]
    own = [(file, line) for file, line in named if is_own_file(file)]
    return last_place(own) if own else place_raised(error)
