"""Archives: written with the same bytes for the same content, and read from anybody without harm."""

import lzma
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from onlinelearn.base import files
from onlinelearn.base.error_text import one_line, shown
from onlinelearn.base.errors import ConfigError, OlrunError

MOST_ENTRIES = 20_000
MOST_BYTES = 8_000_000_000
"""The most that an archive may hold, packed or unpacked."""

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time that every entry has: the one at which the format's clock begins."""

PLAIN_FILE = stat.S_IFREG | 0o644
UNIX = 3

BROKEN = (
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    ValueError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
)
"""What the readers raise for an archive that is damaged, encrypted, or none."""


def write_archive(path: Path, contents: Mapping[str, bytes | Path]) -> None:
    """Write these contents, bytes or files, by their names: in order, and without times.

    Nothing is compressed: another version of the library that does it would give other bytes.
    """
    with files.replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.create_system, entry.external_attr = UNIX, PLAIN_FILE << 16
            if isinstance(content, bytes):
                archive.writestr(entry, content)
                continue
            entry.file_size = content.stat().st_size
            with files.plain_file(content, MOST_BYTES) as source, archive.open(entry, "w") as target:
                shutil.copyfileobj(source, target)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """A folder with the content of an archive, as long as it is needed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        try:
            with files.plain_file(path, MOST_BYTES) as file, zipfile.ZipFile(file) as archive:
                entries = _checked(path, archive)
                for name, entry in entries.items():
                    _unpack(archive, entry, folder / name)
        except FileNotFoundError:
            raise ConfigError(f"{path}: no such file") from None
        except BROKEN as error:
            raise ConfigError(one_line(f"{path} is damaged, or no archive of olrun's ({error})")) from None
        except OSError as error:
            raise OlrunError(f"cannot unpack {path}: {error.strerror or error}") from error
        yield folder


def _checked(path: Path, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The plain files of an archive, by their names; ConfigError if it could do harm."""
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_BYTES:
        raise ConfigError(f"{path} holds more than {MOST_ENTRIES:,} files or {MOST_BYTES:,} bytes")
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if entry.is_dir() and kind in (0, stat.S_IFDIR):
            continue
        if kind not in (0, stat.S_IFREG) or not _is_plain(entry.filename) or entry.filename in found:
            raise ConfigError(
                one_line(f"{path} holds {shown(entry.filename)}, which is no plain file of its own")
            )
        found[entry.filename] = entry
    return found


def _is_plain(name: str) -> bool:
    """Whether a name stays inside the folder that it is unpacked to, on any system."""
    parts = PurePosixPath(name).parts
    inside = bool(parts) and ".." not in parts and not name.startswith("/")
    return inside and name.isprintable() and not set(name) & set("\\:")


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path) -> None:
    """Write one entry; what it unpacks to is never more than it says."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(entry) as source, target.open("xb") as file:
        shutil.copyfileobj(source, file)
