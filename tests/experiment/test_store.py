"""The store of finished cells: what is written stays, and what is damaged is noticed."""

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.base.errors import OlrunError
from onlinelearn.experiment.cell_lines import KeptCell, decode, encode
from onlinelearn.experiment.cell_store import Store
from onlinelearn.experiment.protocol import Checkpoint, Epoch, Outcome

KEYS = [f"{i:064x}" for i in range(4)]


def outcome(i: int) -> Outcome:
    epoch = Epoch(0.1 * i, 0.3, 5, None, None, 0.25, {"loss": 0.1 + i, "norm": None})
    curve = (Checkpoint(1, 1, 0, "ab", {}), Checkpoint(2, 1, 0, "cd", {"loss": 0.5}))
    return Outcome((epoch,), curve, (1.0, 0.0), i, trace=f"{i:032x}")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    kept = Store(tmp_path / ".cells")
    for i, key in enumerate(KEYS):
        kept.put(key, outcome(i))
    kept.close()
    return Store(tmp_path / ".cells")


def lines(store: Store) -> list[bytes]:
    (file,) = store.files()
    return file.read_bytes().splitlines(keepends=True)


def rewrite(store: Store, changed: list[bytes]) -> Store:
    (file,) = store.files()
    file.write_bytes(b"".join(changed))
    return Store(store.folder)


def test_what_is_put_is_found_again(store: Store) -> None:
    assert [store.get(key) for key in KEYS] == [outcome(i) for i in range(len(KEYS))]
    assert store.get("f" * 64) is None
    assert Store(store.folder / "nowhere").get(KEYS[0]) is None


def test_a_pass_gives_the_outcomes_that_are_asked_for(store: Store) -> None:
    first, *_, last = KEYS
    found = store.get_all({first, last, "f" * 64}, whole={first})
    assert found == {first: outcome(0), last: outcome(3).shortened()}
    assert outcome(3).shortened() == replace(outcome(3), curve=outcome(3).curve[-1:], predictions=())
    for i in (5, 7):
        store.put("e" * 64, outcome(i))
    store.close()
    assert store.get_all({"e" * 64}, {"e" * 64}) == {"e" * 64: outcome(7)}  # the later one


def test_a_cell_does_not_stand_for_another(store: Store) -> None:
    """A good line under another's key is not taken, whatever is copied where."""
    first, second, *rest = lines(store)
    swapped = second[:64] + first[64:]
    assert rewrite(store, [first, swapped, *rest]).get(KEYS[1]) is None


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_a_flipped_bit_costs_its_own_line(
    tmp_path_factory: pytest.TempPathFactory, place: int, bit: int
) -> None:
    folder = tmp_path_factory.mktemp("cells")
    whole = [encode(KeptCell(key, 7, outcome(i))) for i, key in enumerate(KEYS)]
    damaged = bytearray(b"".join(whole))
    damaged[place % len(damaged)] ^= 1 << bit
    (folder / "some.cells").write_bytes(damaged)
    found = [Store(folder).get(key) for key in KEYS]
    touches_an_end = damaged.count(b"\n") != len(KEYS)
    assert 1 <= found.count(None) <= 1 + touches_an_end
    assert all(each in (None, outcome(i)) for i, each in enumerate(found))
    in_one_pass = Store(folder).get_all(set(KEYS), whole=set(KEYS))
    assert [in_one_pass.get(key) for key in KEYS] == found


def test_whoever_is_killed_loses_the_line_that_was_being_written(store: Store) -> None:
    *whole, last = lines(store)
    for cut in (1, 40, len(last) - 1):
        torn = rewrite(store, [*whole, last[:cut]])
        assert [torn.get(key) is not None for key in KEYS] == [True, True, True, False]


def test_a_full_disk_is_one_line_and_the_next_cell_begins_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, write = Store(tmp_path / ".cells"), os.write

    def full(file: int, data: bytes) -> int:
        if not os.fstat(file).st_size:
            return write(file, data[:50])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OlrunError, match=r"cannot write .*: No space left on device"):
        store.put(KEYS[0], outcome(0))
    monkeypatch.setattr(os, "write", write)
    store.put(KEYS[1], outcome(1))
    store.close()
    found = Store(store.folder)
    assert (found.get(KEYS[0]), found.get(KEYS[1])) == (None, outcome(1))
    assert len(found.files()) == 2


def test_many_writers_never_mix_their_lines(tmp_path: Path) -> None:
    def keep(writer: int) -> None:
        store = Store(tmp_path / ".cells")
        for i in range(30):
            store.put(f"{writer:032x}{i:032x}", outcome(i))
        store.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(keep, range(4)))
    store = Store(tmp_path / ".cells")
    assert all(store.get(f"{w:032x}{i:032x}") == outcome(i) for w in range(4) for i in range(30))


@pytest.mark.parametrize("line", [b"", b"\n", b"a b c d\n", KEYS[0].encode() + b" 1 x \xff\n"])
def test_what_is_no_line_is_said_to_be_damaged(line: bytes) -> None:
    with pytest.raises(ValueError):
        decode(line)


def test_a_folder_in_the_place_of_a_file_is_passed_over(store: Store) -> None:
    (store.folder / "20200101-000000-x.cells").mkdir()
    assert Store(store.folder).get(KEYS[0]) == outcome(0)
