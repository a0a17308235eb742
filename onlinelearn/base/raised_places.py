"""Where somebody else's code raised an error: the last line of a file of the user's."""

import traceback
from pathlib import Path

from onlinelearn.base.code_digest import FOLDER
from onlinelearn.base.error_text import described, one_line
from onlinelearn.base.errors import OlrunError

MARK = "raised at"
"""The beginning of the note that takes a place to another process, where the traceback doesn't get."""


def described_with_place(error: BaseException) -> str:
    """An error on one line, with its place; one of ours says all itself."""
    return described(error) if isinstance(error, OlrunError) else described(error) + place_raised(error)


def place_raised(error: BaseException) -> str:
    """The place, as the end of a message: ` (nearest.py, line 12)`; nothing if no file is the user's."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [(frame.filename, str(frame.lineno)) for frame in frames if is_own_file(frame.filename)]
    notes = [note for note in getattr(error, "__notes__", ()) if note.startswith(MARK)]
    return notes[-1].removeprefix(MARK) if notes else last_place(own)


def note_place(error: BaseException) -> None:
    """Note the place at the error, before it is sent to another process."""
    if place := place_raised(error):
        error.add_note(f"{MARK}{place}")


def is_own_file(file: str) -> bool:
    """Whether it is a file of the user's: neither ours, nor of an installed package."""
    return not (file.startswith((str(FOLDER), "<")) or "site-packages" in file or "/lib/python" in file)


def last_place(places: list[tuple[str, str]]) -> str:
    """The last of these files and lines, as the end of a message."""
    return one_line(f" ({Path(places[-1][0]).name}, line {places[-1][1]})") if places else ""
