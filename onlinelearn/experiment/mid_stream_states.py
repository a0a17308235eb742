"""The files of cells under way: their states, beside the finished cells, each with a seal.

To read a state is to run code that it names. So its seal is made with a secret that only its user can
read: a state that somebody else put there is not read.
"""

import hashlib
import hmac
import logging
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.base import files, user_cache
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.private_folder import is_private, why_not_ours

SUFFIX = ".state"
SEAL = 32
"""Bytes of a seal, and of the secret."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SealedFile:
    """The file of a cell's state; `resume` says whether to go on from the one that is there."""

    folder: Path
    name: str
    resume: bool = True

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.folder / self.name

    def exists(self) -> bool:
        """Whether there is one: asked for every cell, so that it costs one call of the system."""
        return os.path.exists(f"{self.folder}{os.sep}{self.name}")

    def read(self) -> bytes | None:
        """The state that was written last; None without one, or if it is damaged or somebody else's."""
        if not self.resume or not self.exists():
            return None
        try:
            content = files.read(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            log.warning("cannot read %s (%s); its cell runs from the beginning", self.path, error.strerror)
            return None
        if (secret := _secret()) is None:
            return None
        if not hmac.compare_digest(content[:SEAL], self._seal(secret, content[SEAL:])):
            log.warning("%s is damaged, or not of this user; its cell runs from the beginning", self.path)
            return None
        return content[SEAL:]

    def write(self, state: bytes) -> None:
        """Put a state there; where that can't be done, a word, and the cell goes on without."""
        if (secret := _secret()) is None:
            return
        try:
            files.write(self.path, self._seal(secret, state) + state)
        except OlrunError as error:
            log.warning("the state of a cell is not kept: %s", error)

    def _seal(self, secret: bytes, state: bytes) -> bytes:
        """It covers the name, so that no state can stand for another's."""
        made = hmac.new(secret, self.name.encode() + b"\n", hashlib.sha256)
        made.update(state)
        return made.digest()


def _secret() -> bytes | None:
    """The user's secret, made at its first use; None where no folder is ours alone."""
    folder = user_cache.folder() / "private"
    if not is_private(folder, "state of a cell"):
        return None
    path = folder / "seal"
    try:
        with files.locked(folder):
            # A cut one could be guessed.
            if not path.exists() or path.stat().st_size != SEAL or why_not_ours(path):
                files.sweep(folder)
                files.write(path, secrets.token_bytes(SEAL), closed=True)
            return files.read(path)
    except (OSError, OlrunError) as error:
        log.warning("no state of a cell is kept (%s)", error)
        return None
