"""The user's cache: parsed tables in a binary form, keyed by the digest of their content.

A file is a line of magic, a line with the sha256 of the rest, a line of JSON that says what follows,
and the arrays' bytes. It appears whole or not at all, so any number of processes may share the folder.
"""

import hashlib
import json
import logging
import os
from pathlib import Path

import numpy as np

from onlinelearn.base import files
from onlinelearn.base.arrays import Labels
from onlinelearn.base.errors import OlrunError
from onlinelearn.datasets.table import Table

MAGIC = b"olrun table 1\n"
BODY = len(MAGIC) + 65
ALIGNMENT = 64

log = logging.getLogger(__name__)


def folder() -> Path:
    """Where the cache is: OLRUN_CACHE, or the usual place of this system."""
    named = os.environ.get("OLRUN_CACHE")
    if named:
        return Path(named)
    import pooch

    return Path(pooch.os_cache("olrun"))


def path_of(digest: str) -> Path:
    """Where the table with that digest is kept."""
    return folder() / f"{digest}.table"


def read(digest: str) -> Table | None:
    """The table with that digest; None if it is not there, or damaged."""
    path = path_of(digest)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("cannot read the cache (%s)", error)
        return None
    table = _unpack(data)
    if table is None:
        log.warning("%s is damaged and will be made again", path)
    return table


def write(table: Table) -> None:
    """Keep the table. A cache that cannot be written costs time later, not the result."""
    try:
        files.write(path_of(table.digest), _pack(table))
    except OlrunError as error:
        log.warning("the cache is not kept: %s", error)


def _pack(table: Table) -> bytes:
    texts = [table.labels] if table.parts is None else [table.labels, table.parts]
    head = json.dumps({"shape": table.X.shape, "texts": [_stored(text).dtype.str for text in texts]})
    # The numbers start at a multiple of 64 bytes, so that they can be used where they lie in memory.
    start = BODY + len(head) + 1
    head += " " * (-start % ALIGNMENT) + "\n"
    body = head.encode() + table.X.astype("<f8", copy=False).tobytes()
    body += b"".join(_stored(text).tobytes() for text in texts)
    return _seal(body) + body


def _seal(body: bytes | memoryview) -> bytes:
    return MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n"


def _stored(labels: Labels) -> Labels:
    return labels.astype(labels.dtype.newbyteorder("<"), copy=False)


def _unpack(data: bytes) -> Table | None:
    if data[:BODY] != _seal(memoryview(data)[BODY:]):
        return None
    end = data.index(b"\n", BODY) + 1
    head = json.loads(data[BODY:end])
    rows, columns = head["shape"]
    X = np.frombuffer(data, "<f8", rows * columns, end).reshape(rows, columns)
    end += X.nbytes
    texts = []
    for stored in head["texts"]:
        texts.append(np.frombuffer(data, stored, rows, end))
        end += texts[-1].nbytes
    return Table(X, texts[0], texts[1] if len(texts) > 1 else None)
