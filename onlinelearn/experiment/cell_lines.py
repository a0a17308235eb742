"""A finished cell as a line of text: its key, when it was kept, a checksum of the line, and its outcome.

The outcome is JSON, in two parts: what few runs read, compressed, and then what all of them do, as it is.
The checksum covers the key: a good line can't stand for another cell.
"""

import base64
import hashlib
import json
import zlib
from typing import Any, NamedTuple

from onlinelearn.experiment.protocol import Checkpoint, Epoch, Outcome, TuningOutcome

KEY_LENGTH = 64

LEVEL, WINDOW_BITS, MEMORY_LEVEL = 6, 13, 6
"""zlib's other defaults clear a quarter of a megabyte for each cell, which takes longer than to pack it.
Level 9 takes nine times as long for the predictions of a large test part, and saves a seventh."""


class KeptCell(NamedTuple):
    """A cell as it was kept: when is in seconds since 1970."""

    key: str
    when: int
    outcome: Outcome


def encode(cell: KeptCell) -> bytes:
    """The line of a cell, with its end."""
    plain = _fields_of(cell.outcome)
    rest = {"curve": cell.outcome.curve[:-1], "predictions": plain.pop("predictions")}
    return packed_line(cell.key, cell.when, plain | {"curve": cell.outcome.curve[-1:]}, rest)


def packed_line(key: str, when: int, plain: object, rest: object) -> bytes:
    """A line of these two parts of an outcome, the second of which is compressed."""
    packing = zlib.compressobj(LEVEL, wbits=WINDOW_BITS, memLevel=MEMORY_LEVEL)
    packed = base64.b64encode(packing.compress(_json(rest)) + packing.flush())
    content = packed + b" " + _json(plain)
    head = f"{key} {when} ".encode()
    return head + _checksum(head, content) + b" " + content + b"\n"


def decode(line: bytes, *, shortened: bool = False) -> KeptCell:
    """The cell of a line, perhaps with a shortened outcome; ValueError if the line is damaged."""
    key, when = checked(line)
    plain = json.loads(_parts(line, 5)[4]) | {"predictions": ()} if shortened else plain_outcome(line)
    return KeptCell(key, when, _outcome(plain))


def plain_outcome(line: bytes, most: int = 0) -> Any:
    """The outcome of a line in values that JSON has; ValueError if its text is longer than `most`."""
    _, _, _, packed, text = _parts(line, 5)
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(base64.b64decode(packed), most)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacking.eof or (most and len(text) > most):
        raise ValueError("longer than any outcome")
    plain, rest = json.loads(text), json.loads(unpacked)
    return plain | {"curve": rest["curve"] + plain["curve"], "predictions": rest["predictions"]}


def checked(line: bytes) -> tuple[str, int]:
    """The key of a line and when it was kept, whatever its outcome is; ValueError if it is damaged."""
    key, when, checksum, content = _parts(line, 4)
    if checksum != _checksum(line[: len(key) + len(when) + 2], content):
        raise ValueError("wrong checksum")
    return key.decode(), int(when)


def key_of(line: bytes) -> str | None:
    """The key that a line says it is of, unchecked; None for what is no such line."""
    key, blank, _ = line.partition(b" ")
    return key.decode("ascii", "replace") if blank and len(key) == KEY_LENGTH else None


def _parts(line: bytes, n: int) -> list[bytes]:
    parts = line[:-1].split(b" ", n - 1)
    if len(parts) != n or not line.endswith(b"\n"):
        raise ValueError("not a whole line")
    return parts


def _checksum(head: bytes, content: bytes) -> bytes:
    return hashlib.blake2b(head + content, digest_size=16).hexdigest().encode()


def _json(value: object) -> bytes:
    return json.dumps(value, default=_fields_of, separators=(",", ":")).encode()


def _fields_of(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__slots__}


def _outcome(plain: Any) -> Outcome:
    tuning = plain["tuning"]
    return Outcome(
        epochs=tuple([Epoch(**epoch) for epoch in plain["epochs"]]),
        curve=tuple([Checkpoint(*point) for point in plain["curve"]]),
        predictions=tuple(plain["predictions"]),
        infeasible=plain["infeasible"],
        tuning=None if tuning is None else _tuning(tuning),
        trace=plain["trace"],
    )


def _tuning(plain: Any) -> TuningOutcome:
    best = None if plain["best_on_test"] is None else _outcome(plain["best_on_test"])
    return TuningOutcome(tuple(plain["scores"]), plain["chosen"], plain["hindsight"], best)
