"""`olrun cache`: what is kept, and what pruning takes away."""

import errno
import fcntl
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from onlinelearn import run
from onlinelearn.base import files
from onlinelearn.base.errors import OlrunError
from onlinelearn.cli import olrun
from onlinelearn.experiment.cell_lines import KeptCell, encode, packed_line
from onlinelearn.experiment.cell_store import Store, store_beside
from onlinelearn.experiment.cell_store_care import content, prune
from tests.experiment.test_store import KEYS, outcome
from tests.interpreted import interpreted

DAY = 86400


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Four cells of four days in two files, the second with a copy of the first cell and a damaged line."""
    folder = tmp_path / ".cells"
    folder.mkdir()
    cells = [encode(KeptCell(key, i * DAY, outcome(i))) for i, key in enumerate(KEYS)]
    (folder / "20260101-a.cells").write_bytes(cells[0] + cells[1])
    (folder / "20260102-b.cells").write_bytes(cells[0] + cells[2] + b"damaged\n" + cells[3])
    return store_beside(tmp_path)


def kept(store: Store) -> list[int]:
    again = Store(store.folder)
    return [i for i, key in enumerate(KEYS) if again.get(key) == outcome(i)]


def test_every_line_is_counted_and_checked(store: Store, tmp_path: Path) -> None:
    found = content(store)
    assert (found.cells, found.files, found.damaged, found.oldest) == (4, 2, 1, 0)
    assert found.bytes == sum(file.stat().st_size for file in store.files())
    printed = CliRunner().invoke(olrun, ["cache", "--out", str(tmp_path)])
    assert "4 cells in 2 files" in printed.output
    assert "1 damaged" in printed.output
    as_json = CliRunner().invoke(olrun, ["cache", "--json", "--out", str(tmp_path)])
    assert json.loads(as_json.output)["cells"] == 4
    nothing = CliRunner().invoke(olrun, ["cache", "--out", str(tmp_path / "nowhere")])
    assert "no cells are kept" in nothing.output


def test_damage_fails_a_verification_until_it_is_pruned(store: Store, tmp_path: Path) -> None:
    def verify() -> int:
        return CliRunner().invoke(olrun, ["cache", "verify", "--out", str(tmp_path)]).exit_code

    assert verify() == 3
    prune(store)
    assert verify() == 0


def test_pruning_without_limits_removes_copies_and_damage_alone(store: Store) -> None:
    done = prune(store)
    assert (done.cells, done.kept) == (0, 4)
    assert kept(store) == [0, 1, 2, 3]
    assert content(store).damaged == 0
    assert len(store.files()) == 1


def test_the_oldest_go_first(store: Store) -> None:
    assert prune(store, older_than=1.5 * DAY, now=3 * DAY).cells == 2
    assert kept(store) == [2, 3]
    one = content(store).bytes // 2
    assert prune(store, largest=one + 10, now=3 * DAY).cells == 1
    assert kept(store) == [3]


def test_the_file_of_a_running_process_is_left_alone(store: Store) -> None:
    writer = Store(store.folder)
    writer.put("f" * 64, outcome(7))
    done = prune(store, older_than=0, now=10.0**10)
    assert (done.kept, done.in_use) == (0, 1)
    writer.put("e" * 64, outcome(8))
    writer.close()
    assert Store(store.folder).get("f" * 64) == outcome(7)
    assert Store(store.folder).get("e" * 64) == outcome(8)


def test_a_kill_before_the_old_files_go_loses_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "unlink", killed)
    with pytest.raises(KeyboardInterrupt):
        prune(store)
    assert kept(store) == [0, 1, 2, 3]


def test_what_killed_processes_left_is_swept(store: Store, tmp_path: Path) -> None:
    for folder in ("tiny", "other"):
        (tmp_path / folder).mkdir()
    (tmp_path / "tiny/runs.csv").touch()
    old, new, others = (tmp_path / name for name in ("tiny/.a.tmp", "tiny/.b.tmp", "other/.c.tmp"))
    for file in (old, new, others):
        file.write_text("half")
    torn, stale, fresh = (store.folder / name for name in (".a.state.x.tmp", "a.state", "b.state"))
    for file in (torn, stale, fresh):
        file.write_text("state")
    for file in (old, others, torn, stale):
        os.utime(file, (0, 0))
    prune(store)
    assert (torn.exists(), stale.exists(), fresh.exists()) == (False, False, True)
    assert (old.exists(), new.exists(), others.exists()) == (False, True, True), "others' files stay"


def test_a_run_sweeps_what_killed_ones_left_and_nothing_that_is_being_written(
    tiny: Path, tmp_path: Path
) -> None:
    places = [tmp_path / "out" / name for name in (".cells/.a.state.x.tmp", "tiny/.runs.csv.x.tmp")]
    places.append(tmp_path / "out/tiny/figures/.epochs.svg.x.tmp")
    for file in places:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("half")
        os.utime(file, (0, 0))
    with files.replacing(tmp_path / "out/.cells/b.state") as state, interpreted():
        state.write(b"half")
        state.flush()
        (half,) = (tmp_path / "out/.cells").glob(".b.state.*")
        os.utime(half, (0, 0))
        run(tiny, out=tmp_path / "out", jobs=1)
        assert [*(tmp_path / "out").rglob(".*.tmp")] == [half]
        (key, *_) = (key for key, _ in store_beside(tmp_path / "out").places() if key)
        orphan = tmp_path / f"out/.cells/{key}.state"  # killed after the cell was kept, before this went
        orphan.write_text("state")
        run(tiny, out=tmp_path / "out", jobs=1)
        assert not orphan.exists()
        state.write(b" and half")
    assert (tmp_path / "out/.cells/b.state").read_bytes() == b"half and half"


def test_a_file_that_can_not_be_read_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where too many files are open: what prune does not see, it does not remove."""
    whole = Path.open

    def fails(path: Path, *arguments: Any, **options: Any) -> Any:
        if path.name == "20260102-b.cells":
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return whole(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", fails)
    with pytest.raises(OlrunError, match="Too many open files; nothing was removed"):
        prune(store)
    monkeypatch.undo()
    assert kept(store) == [0, 1, 2, 3]


def test_a_file_without_permission_is_not_said_to_be_sound(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor that a run is writing to it."""
    refused, real = store.files()[0], Path.open

    def opened(self: Path, *arguments: Any) -> Any:  # permissions would not stop root
        if self == refused:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(self, *arguments)

    prune(store)
    store.files()[0].rename(refused)
    monkeypatch.setattr(Path, "open", opened)
    monkeypatch.setattr(os, "access", lambda path, _: path != refused)
    verified = CliRunner().invoke(olrun, ["cache", "verify", "--out", str(tmp_path)])
    assert verified.exit_code == 1
    assert "1 file can't be read: nothing is known of their cells" in verified.output
    pruned = CliRunner().invoke(olrun, ["cache", "prune", "--out", str(tmp_path)])
    assert pruned.output.splitlines()[1:] == ["1 file left alone: you may not read and write them"]


def test_a_store_without_permission_is_one_line(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", closed)
    for care in (content, prune):
        with pytest.raises(OlrunError, match=r"cannot read .*\.cells: Permission denied"):
            care(store)


def test_a_cell_of_another_version_is_no_damage(store: Store) -> None:
    """Its outcome can't be read here, but its checksum is right."""
    line = packed_line("d" * 64, 9 * DAY, {"other": 1}, {})
    (store.folder / "20260103-c.cells").write_bytes(line)
    assert (content(store).cells, content(store).damaged) == (5, 1)
    assert prune(store).kept == 5
    assert Store(store.folder).get("d" * 64) is None


def test_a_file_that_was_pruned_before_it_was_locked_is_not_written_to(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fcntl.flock
    met: list[int] = []

    def flock(handle: int, how: int) -> None:
        if how == fcntl.LOCK_SH and not met:
            met.append(handle)
            max(store.files(), key=lambda file: file.stat().st_ctime_ns).unlink()
        real(handle, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    writer = Store(store.folder)
    writer.put("f" * 64, outcome(7))
    writer.close()
    assert Store(store.folder).get("f" * 64) == outcome(7)


def test_a_cell_that_a_prune_moves_meanwhile_is_found(store: Store) -> None:
    """The reader has listed the files, and then they are gone."""
    assert store.get(KEYS[0]) == outcome(0)
    prune(Store(store.folder))
    assert [store.get(key) for key in KEYS] == [outcome(i) for i in range(4)]


@pytest.mark.parametrize("option", ["--older-than=soon", "--larger-than=1 GB", "--older-than=-1d"])
def test_an_amount_that_is_none_is_a_usage_error(option: str) -> None:
    done = CliRunner().invoke(olrun, ["cache", "prune", option])
    assert done.exit_code == 2
    assert "is no amount such as" in done.output
