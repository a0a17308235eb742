"""The cache of parsed tables on the user's disk, in a binary form, named by the digest of their content.

A file is a line of magic, a line with its seal, a line of JSON that describes the arrays, and their
bytes. The seal is the sha256 of the content's digest and of all that follows the seal, so that a
damaged file and a file under another table's name are both noticed, at the cost of one hash. A file
appears whole or not at all, so any number of processes may share the folder.
"""

import hashlib
import json
import logging
from contextlib import suppress
from pathlib import Path

import numpy as np

from onlinelearn.base import files, user_cache
from onlinelearn.base.arrays import Labels
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.private_folder import why_not_ours
from onlinelearn.datasets.example_table import ExampleTable

MAGIC = b"olrun table 2\n"
BODY = len(MAGIC) + 65
ALIGNMENT = 64

log = logging.getLogger(__name__)


def path_of(digest: str) -> Path:
    """The file of the table with that digest."""
    return user_cache.folder() / f"{digest}.table"


def read(digest: str) -> ExampleTable | None:
    """The table with that digest; None if it is not there, damaged, or another table."""
    path = path_of(digest)
    if told := why_not_ours(path.parent) or why_not_ours(path):
        log.warning("%s: no table of data is read from there", told)
        return None
    try:
        data = files.read(path, 2 * files.MOST_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("cannot read the cache (%s)", error)
        return None
    if data[:BODY] != _seal(digest, memoryview(data)[BODY:]):
        log.warning("%s is damaged and will be made again", path)
        return None
    return _unpack(data)


def write(table: ExampleTable) -> None:
    """Keep the table. A cache that cannot be written costs time later, not the result."""
    path = path_of(table.digest)
    if why_not_ours(path.parent):
        return  # it would not be read
    try:
        with suppress(OSError):  # is told below
            user_cache.make(path.parent)
        files.sweep(path.parent, deep=False)
        files.write(path, _pack(table), closed=True)
    except OlrunError as error:
        log.warning("the cache is not kept: %s", error)


def _pack(table: ExampleTable) -> bytes:
    texts = [table.labels] if table.parts is None else [table.labels, table.parts]
    head = json.dumps({"shape": table.X.shape, "texts": [_stored(text).dtype.str for text in texts]})
    # The numbers start at a multiple of 64 bytes, so that they can be used where they lie in memory.
    start = BODY + len(head) + 1
    head += " " * (-start % ALIGNMENT) + "\n"
    body = head.encode() + table.X.astype("<f8", copy=False).tobytes()
    body += b"".join(_stored(text).tobytes() for text in texts)
    return _seal(table.digest, body) + body


def _seal(digest: str, body: bytes | memoryview) -> bytes:
    sealed = hashlib.sha256(digest.encode())
    sealed.update(body)
    return MAGIC + sealed.hexdigest().encode() + b"\n"


def _stored(labels: Labels) -> Labels:
    return labels.astype(labels.dtype.newbyteorder("<"), copy=False)


def _unpack(data: bytes) -> ExampleTable:
    end = data.index(b"\n", BODY) + 1
    head = json.loads(data[BODY:end])
    rows, columns = head["shape"]
    X = np.frombuffer(data, "<f8", rows * columns, end).reshape(rows, columns)
    end += X.nbytes
    texts = []
    for stored in head["texts"]:
        texts.append(np.frombuffer(data, stored, rows, end))
        end += texts[-1].nbytes
    return ExampleTable(X, texts[0], texts[1] if len(texts) > 1 else None)
