"""The shipped numbers: what each config is known to give, and what has moved since."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from onlinelearn import files, metrics
from onlinelearn.errors import OlrunError
from onlinelearn.output import Result
from onlinelearn.tables import summarize

COUNTED = tuple(name for name in (*metrics.STANDARD, *metrics.EXTRA) if name != "seconds")
"""What a reference holds: every column but time."""


@dataclass(frozen=True)
class Number:
    """The mean over the permutations of one metric."""

    dataset: str
    learner: str
    epoch: int
    metric: str
    mean: float

    @property
    def place(self) -> tuple[str, str, int, str]:
        """What it is the mean of."""
        return self.dataset, self.learner, self.epoch, self.metric


@dataclass(frozen=True)
class Reference:
    """The numbers of a config, and the digest that stands for all of its results."""

    result_digest: str
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Moved:
    """A number that is no longer what it was; None where it is absent."""

    place: tuple[str, str, int, str]
    expected: float | None
    found: float | None


def reference(result: Result) -> Reference:
    """The reference that this result would be."""
    lines = summarize(result.rows, COUNTED)
    numbers = tuple(Number(s.dataset, s.learner, s.epoch, s.metric, s.mean) for s in lines)
    return Reference(result.digest, numbers)


def path(folder: Path, name: str) -> Path:
    """Where the reference of a config is."""
    return folder / f"{name}.json"


def read(folder: Path, name: str) -> Reference:
    """The reference of a config."""
    file = path(folder, name)
    try:
        plain = json.loads(file.read_text(encoding="utf-8"))
        return Reference(plain["result_digest"], tuple(Number(**number) for number in plain["numbers"]))
    except FileNotFoundError:
        raise OlrunError(f"{file} is missing; olrun verify --update writes it") from None
    except (ValueError, KeyError, TypeError) as error:
        raise OlrunError(f"{file} is no reference ({error}); olrun verify --update rewrites it") from None


def write(folder: Path, name: str, new: Reference) -> None:
    """Make this the reference of a config; a number a line, so that a change can be read."""
    numbers = ",\n".join(f"  {json.dumps(asdict(number))}" for number in new.numbers)
    text = f'{{\n "result_digest": "{new.result_digest}",\n "numbers": [\n{numbers}\n ]\n}}\n'
    files.write(path(folder, name), text)


def compare(expected: Reference, found: Reference, absent: Iterable[str] = ()) -> list[Moved]:
    """The numbers that differ, leaving out data sets that are not at hand."""
    old = {number.place: number.mean for number in expected.numbers if number.dataset not in set(absent)}
    new = {number.place: number.mean for number in found.numbers}
    places = [*old, *(place for place in new if place not in old)]
    return [
        Moved(place, old.get(place), new.get(place)) for place in places if old.get(place) != new.get(place)
    ]
