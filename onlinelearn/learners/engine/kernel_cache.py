"""The cache of compiled loops on disk: a sealed file each, in a folder that nobody else can open.

Numba's own cache takes an emptied or truncated file for an error of the program, and runs whatever its
files hold. Here a file begins with the sha256 of its key and of all that follows: a damaged file is
compiled anew. To load a loop is to run its code, so a folder that is open to others is never read.
Where no file can be kept, loops are compiled in the process, which costs time and nothing else.
"""

import hashlib
import logging
import os
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import compiler, serialize
from numba.core.caching import _Cache

from onlinelearn.base import files
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.private_folder import is_private, why_not_ours

SEAL = 64
"""The length of a seal, in hexadecimal digits."""

# Numba's own classes have hardly any types.
CompileResult: Any = compiler.CompileResult
dumps: Any = serialize.dumps

log = logging.getLogger(__name__)


class KernelCache(_Cache):
    """The kept machine code of one function, whose name says all that its code is made of."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's statistics."""
        return str(folder() or "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The function as compiled for these types; None if that is not kept, or damaged."""
        target_context.refresh()
        key = self._key(sig, target_context.codegen())
        place = folder()
        body = None if place is None else _read(place / self._file(key), key)
        if body is None:
            return None
        try:
            parts = pickle.loads(body)  # of a folder that is closed to others # nosec B301
            return CompileResult._rebuild(target_context, *parts)
        except (pickle.UnpicklingError, ImportError, AttributeError) as error:
            log.warning("%s was compiled with other modules and is compiled anew (%s)", self.name, error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the function as compiled for these types, if there is a place for it."""
        place = folder()
        if place is None or data.lifted or data.library.has_dynamic_globals:
            return
        key = self._key(sig, data.codegen)
        body = dumps(data._reduce())
        files.sweep(place)
        try:
            files.write(place / self._file(key), _seal(key, body) + body, closed=True)
        except OlrunError as error:
            log.warning("the compiled code is not kept: %s", error)

    def enable(self) -> None:
        """Nothing: the cache is always used."""

    def disable(self) -> None:
        """Nothing, likewise."""

    def flush(self) -> None:
        """Nothing: a name with other code never finds this code."""

    def _key(self, sig: Any, codegen: Any) -> bytes:
        """All that decides the machine code: function, types, processor and versions."""
        versions = (numba.__version__, llvmlite.__version__, sys.version)
        return repr((self.name, str(sig), codegen.magic_tuple(), versions)).encode()

    def _file(self, key: bytes) -> str:
        return f"{self.name}-{hashlib.sha256(key).hexdigest()[:16]}.kernel"


def folder() -> Path | None:
    """The folder of the kernels; None if there is none that is ours alone."""
    return next((each for each in _places() if is_private(each, "compiled code")), None)


def _places() -> Iterator[Path]:
    """The folder that the user names to Numba, or else the package's, or else the user's cache."""
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(named) / "olrun-kernels"
        return
    import pooch

    yield Path(__file__).parent / "__pycache__" / "kernels"
    yield Path(pooch.os_cache("olrun")) / "kernels"


def _read(path: Path, key: bytes) -> bytes | None:
    if told := why_not_ours(path):  # it may have come there before the folder was closed
        log.warning("%s: it is compiled anew", told)
        return None
    try:
        content = files.read(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("cannot read compiled code (%s)", error)
        return None
    if content[:SEAL] != _seal(key, content[SEAL:]):
        log.warning("%s is damaged and is compiled anew", path)
        return None
    return content[SEAL:]


def _seal(key: bytes, body: bytes) -> bytes:
    sealed = hashlib.sha256(key + b"\n")
    sealed.update(body)
    return sealed.hexdigest().encode()
