"""References: the numbers, verdicts and result digest that each shipped config is known to give.

A reference keeps the numbers of the config as written. Those of its other readings would make it
large, and no reader compares them: the digest covers them, and so do the verdicts.
"""

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

from onlinelearn.base import files, metrics
from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.json_files import parsed_json
from onlinelearn.experiment.result import Result
from onlinelearn.render.tables import summarize

COUNTED = tuple(name for name in (*metrics.STANDARD, *metrics.EXTRA) if name not in metrics.TIMED)
"""The metrics of a reference: all but time."""


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
        """What the number is the mean of."""
        return self.dataset, self.learner, self.epoch, self.metric


@dataclass(frozen=True)
class Reference:
    """The numbers of a config as written, the digest of all its results, and the verdicts on its claims.

    `tolerances` says by how much a metric may move, where a result is known to depend on more than
    the code (a PCA, say); without any, the digest must be the same.
    """

    result_digest: str
    verdicts: Mapping[str, str]
    tolerances: Mapping[str, float]
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class MovedValue:
    """A number, or a verdict, that is no longer what it was; None where it is absent."""

    what: str
    expected: float | str | None
    found: float | str | None

    def __str__(self) -> str:
        if self.expected is None or self.found is None:
            return f"{self.what}: {'new' if self.expected is None else 'gone'}"
        if isinstance(self.expected, str) or isinstance(self.found, str):
            return f"{self.what}: expected {self.expected}, found {self.found}"
        change = self.found - self.expected
        return f"{self.what}: expected {self.expected:.6g}, found {self.found:.6g} ({change:+.3g})"


def make_reference(result: Result, tolerances: Mapping[str, float] = MappingProxyType({})) -> Reference:
    """The reference that this result would be. Verdicts on time are no part of it."""
    lines = summarize([row for row in result.rows if not row.reading], COUNTED)
    numbers = tuple(Number(s.dataset, s.learner, s.epoch, s.metric, s.mean) for s in lines)
    verdicts = {each.claim.id: str(each.verdict) for each in result.verdicts if not each.claim.timed}
    return Reference(result.digest, verdicts, tolerances, numbers)


def reference_file(folder: Path, name: str) -> Path:
    """The file of a config's reference."""
    return folder / f"{name}.json"


def read_reference(folder: Path, name: str) -> Reference:
    """The reference of a config."""
    file = reference_file(folder, name)
    try:
        plain = parsed_json(files.read(file))
        numbers = tuple(Number(**number) for number in plain.pop("numbers"))
        found = Reference(**plain, numbers=numbers)
        _check(found)
    except FileNotFoundError:
        raise OlrunError(f"{file} is missing; olrun verify --update writes it") from None
    except OSError as error:
        raise OlrunError(f"{file} can't be read: {error.strerror}; olrun verify --update writes it") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OlrunError(f"{file} is no reference ({error}); olrun verify --update rewrites it") from None
    return found


def _check(found: Reference) -> None:
    """Raise ValueError unless every number can be compared: no comparison with NaN ever fails."""
    for name, tolerance in found.tolerances.items():
        if name not in COUNTED or not 0.0 <= tolerance < math.inf:
            raise ValueError(f"tolerance {name}: {tolerance}")
    for number in found.numbers:
        if not math.isfinite(number.mean):
            raise ValueError(f"a mean of {number.mean}")
        if not all(isinstance(name, str) for name in (number.dataset, number.learner, number.metric)):
            raise ValueError("a number without a place")
        if not isinstance(number.epoch, int):
            raise ValueError(f"an epoch {shown(number.epoch)}")
    for claim, verdict in found.verdicts.items():
        if not isinstance(verdict, str):
            raise ValueError(f"claim {claim}: {shown(verdict)}")


def write_reference(folder: Path, name: str, new: Reference) -> None:
    """Make this the reference of a config; a number a line, so that a change can be read."""
    plain = asdict(new)
    lines = ",\n".join(f"  {json.dumps(number)}" for number in plain.pop("numbers"))
    head = json.dumps(plain, indent=1).removesuffix("\n}")
    files.write(reference_file(folder, name), f'{head},\n "numbers": [\n{lines}\n ]\n}}\n')


def moved_values(expected: Reference, found: Reference, absent: Collection[str] = ()) -> list[MovedValue]:
    """The numbers and verdicts that moved.

    Where data sets are not at hand, their numbers are left out, and so are verdicts, which may rest
    on them.
    """
    old = {number.place: number.mean for number in expected.numbers if number.dataset not in absent}
    new = {number.place: number.mean for number in found.numbers}
    moved = []
    for place in dict.fromkeys([*old, *new]):
        a, b = old.get(place), new.get(place)
        allowed = expected.tolerances.get(place[3], 0.0)
        if a is None or b is None or abs(a - b) > allowed:
            dataset, learner, epoch, metric = place
            moved.append(MovedValue(f"{dataset}, {learner}, epoch {epoch}, {metric}", a, b))
    for claim in dict.fromkeys([*expected.verdicts, *found.verdicts]) if not absent else ():
        before, after = expected.verdicts.get(claim), found.verdicts.get(claim)
        if before != after:
            moved.append(MovedValue(f"claim {claim}", before, after))
    if not moved and not absent and not expected.tolerances and expected.result_digest != found.result_digest:
        moved.append(MovedValue("result digest", expected.result_digest, found.result_digest))
    return moved
