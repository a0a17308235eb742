"""Fixtures of the data tests: a cache of their own, and an encoder for .Z files."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from onlinelearn.datasets.registry import ENTRIES, RegistryEntry
from onlinelearn.datasets.sources import locate, table_cache

Compress = Callable[..., bytes]
AtHand = Callable[[str], RegistryEntry]


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that the tests of one process share; it starts with the user's ISOLET, if there is one."""
    folder = tmp_path_factory.mktemp("cache")
    kept = table_cache.path_of(ENTRIES["isolet"].digest)
    if kept.is_file():
        shutil.copy(kept, folder)
    return folder


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch, shared_cache: Path) -> None:
    """Tests that read the bundled sets parse them once; those about the cache take a folder of their own."""
    monkeypatch.setenv("OLRUN_CACHE", str(shared_cache))


@pytest.fixture
def at_hand(_cache: None) -> AtHand:
    """The entry of that name. ISOLET may not be committed: where it is missing, its tests are skipped."""

    def get(name: str) -> RegistryEntry:
        entry = ENTRIES[name]
        if locate.file(entry) is None and table_cache.read(entry.digest) is None:
            pytest.skip(f"{name} is neither in the folder that OLRUN_DATA names nor in the user's cache")
        return entry

    return get


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("OLRUN_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session")
def compress() -> Compress:
    """The format of Unix `compress`, written from its description; `gzip -d` reads it too (test_lzw)."""
    return _compress


def _compress(data: bytes, bits: int = 16, clear: bool = False) -> bytes:
    out = bytearray([0x1F, 0x9D, 0x80 | bits])
    # A known text is the code of all but its last byte, and that byte: code * 256 + byte.
    known: dict[int, int] = {}
    width, free, group = 9, 257, list[int]()

    def flush(*, last: bool = False) -> None:
        whole = 0
        for code in reversed(group):
            whole = whole << width | code
        out.extend(whole.to_bytes(-(-len(group) * width // 8) if last or not group else width, "little"))
        group.clear()

    text = -1
    for byte in data:
        longer = known.get(text << 8 | byte) if text >= 0 else byte
        if longer is not None:
            text = longer
            continue
        group.append(text)
        if len(group) == 8:
            flush()
        if free == 1 << width and width < bits:
            flush()
            width += 1
        if free < 1 << bits:
            known[text << 8 | byte] = free
            free += 1
        elif clear:
            group.append(256)
            flush()
            known, width, free = {}, 9, 257
        text = byte
    if text >= 0:
        group.append(text)
    flush(last=True)
    return bytes(out)
