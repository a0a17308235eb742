"""A finished cell as a line of text: its key, when it was kept, a checksum of the line, and its outcome.

The outcome is JSON, compressed. The checksum covers the key: a good line can't stand for another cell.
"""

import base64
import hashlib
import json
import zlib
from typing import Any, NamedTuple

from onlinelearn.experiment.protocol import Checkpoint, Epoch, Outcome, TuningOutcome

KEY_LENGTH = 64

WINDOW_BITS, MEMORY_LEVEL = 13, 6
"""zlib's defaults clear a quarter of a megabyte for each cell, which takes longer than to pack it."""


class KeptCell(NamedTuple):
    """A cell as it was kept: when is in seconds since 1970."""

    key: str
    when: int
    outcome: Outcome


def encode(cell: KeptCell) -> bytes:
    """The line of a cell, with its end."""
    plain = json.dumps(cell.outcome, default=vars, separators=(",", ":"))
    packing = zlib.compressobj(9, wbits=WINDOW_BITS, memLevel=MEMORY_LEVEL)
    packed = base64.b64encode(packing.compress(plain.encode()) + packing.flush())
    head = f"{cell.key} {cell.when} ".encode()
    return head + _checksum(head, packed) + b" " + packed + b"\n"


def decode(line: bytes) -> KeptCell:
    """The cell of a line; ValueError if the line is damaged."""
    key, when = checked(line)
    return KeptCell(key, when, _outcome(plain_outcome(line)))


def plain_outcome(line: bytes, most: int = 0) -> Any:
    """The outcome of a line in values that JSON has; ValueError if its text is longer than `most`."""
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(base64.b64decode(_fields(line)[3]), most)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not unpacking.eof:
        raise ValueError("longer than any outcome")
    return json.loads(text)


def checked(line: bytes) -> tuple[str, int]:
    """The key of a line and when it was kept, whatever its outcome is; ValueError if it is damaged."""
    key, when, checksum, packed = _fields(line)
    if checksum != _checksum(line[: len(key) + len(when) + 2], packed):
        raise ValueError("wrong checksum")
    return key.decode(), int(when)


def key_of(line: bytes) -> str | None:
    """The key that a line says it is of, unchecked; None for what is no such line."""
    key, blank, _ = line.partition(b" ")
    return key.decode("ascii", "replace") if blank and len(key) == KEY_LENGTH else None


def _fields(line: bytes) -> list[bytes]:
    fields = line.rstrip(b"\n").split(b" ")
    if len(fields) != 4 or not line.endswith(b"\n"):
        raise ValueError("not a whole line")
    return fields


def _checksum(head: bytes, packed: bytes) -> bytes:
    return hashlib.blake2b(head + packed, digest_size=16).hexdigest().encode()


def _outcome(plain: Any) -> Outcome:
    tuning = plain["tuning"]
    return Outcome(
        epochs=tuple(Epoch(**epoch) for epoch in plain["epochs"]),
        curve=tuple(Checkpoint(**point) for point in plain["curve"]),
        predictions=tuple(plain["predictions"]),
        infeasible=plain["infeasible"],
        tuning=None if tuning is None else _tuning(tuning),
    )


def _tuning(plain: Any) -> TuningOutcome:
    best = None if plain["best_on_test"] is None else _outcome(plain["best_on_test"])
    return TuningOutcome(tuple(plain["scores"]), plain["chosen"], plain["hindsight"], best)
