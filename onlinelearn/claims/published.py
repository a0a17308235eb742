"""Files of published values: csv beside the config, with columns dataset, learner and a metric's name."""

import csv
import io
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

MAX_BYTES = 10_000_000
"""The size above which a file is no table out of a paper."""


def is_inside(folder: Path, file: str) -> bool:
    """Whether this is a plain file in the folder or below it, also where links are followed."""
    try:
        path = (folder / file).resolve()
        return path.is_file() and path.is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, or links in a circle
        return False


def published_lines(folder: Path, file: str, metric: str) -> Iterator[Mapping[str, str]]:
    """The lines that have a value of the metric. ValueError if they can't be had.

    No message quotes what the file holds: it may not be what the config's author takes it for.
    """
    if not is_inside(folder, file):
        raise ValueError("it is no file beside the config")
    try:
        with (folder / file).open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES:,} bytes")
        lines = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    except OSError as error:
        raise ValueError(f"it can't be read: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error):
        raise ValueError("it is no csv file in UTF-8") from None
    for number, line in enumerate(lines, 1):
        if not all(isinstance(line.get(name), str) for name in ("dataset", "learner", metric)):
            raise ValueError(f"row {number} lacks one of the columns dataset, learner, {metric}")
        if line[metric]:
            yield line


def finite_number(line: Mapping[str, str], column: str) -> float:
    """The number in a column. ValueError if there is none, or no finite one."""
    try:
        value = float(line[column])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"a value of {column} is no finite number")
    return value
