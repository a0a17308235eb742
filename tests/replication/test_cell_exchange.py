"""Cells handed on: one file, and an audit that finds a forged one before anything is taken."""

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from onlinelearn.experiment.cell_lines import KeptCell, decode, encode, packed_line, plain_outcome
from onlinelearn.experiment.cell_store import store_beside
from onlinelearn.replication import audit
from onlinelearn.replication.zip_archive import write_archive
from tests.experiment.test_store import outcome
from tests.in_process import olrun
from tests.interpreted import interpreted
from tests.replication.made import make_run, read

CELLS = "results/.cells/all.cells"
MANIFEST = "results/tiny/manifest.json"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="module")
def exported(made: Path) -> Path:
    file = made.parents[1] / "cells.zip"
    done = olrun("cache", "export", file, made)
    assert done.returncode == 0, done
    assert f"8 cells of 1 run in {file}, " in done.stdout
    return file


def import_cells(file: Path, out: Path, *arguments: str) -> CompletedProcess[str]:
    with interpreted():
        return olrun("cache", "import", file, "--out", out, "--jobs", "1", *arguments)


def contents(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewritten(file: Path, to: Path, harm: Callable[[list[bytes]], list[bytes]]) -> Path:
    """A copy of the file with other lines of cells."""
    found = contents(file)
    write_archive(to, found | {CELLS: b"".join(harm(found[CELLS].splitlines(keepends=True)))})
    return to


def forged(line: bytes, change: Callable[[Any], Any]) -> bytes:
    """The line with a changed outcome, and the checksum that belongs to it."""
    cell, plain = decode(line), change(plain_outcome(line))
    if not isinstance(plain, dict):
        return packed_line(cell.key, cell.when, plain, {})
    rest = {name: plain.pop(name) for name in ("curve", "predictions") if name in plain}
    return packed_line(cell.key, cell.when, plain | {"curve": []}, rest)


def nothing_in(out: Path) -> bool:
    return not store_beside(out).files()


def test_imported_cells_are_those_of_the_run(made: Path, exported: Path, tmp_path: Path) -> None:
    done = import_cells(exported, tmp_path / "out", "--audit", "2")
    assert done.returncode == 0, done
    assert done.stdout == "8 cells imported; 2 of 8 rechecked\n"
    for cell in read(made)["cells"]:
        assert store_beside(tmp_path / "out").get(cell["key"]) == store_beside(made.parent).get(cell["key"])
    again = import_cells(exported, tmp_path / "out", "--audit", "0")
    assert again.stdout == "0 cells imported; 0 of 8 rechecked\n8 were here already, with the same bits\n"


def test_the_same_cells_are_the_same_bytes(made: Path, exported: Path, tmp_path: Path) -> None:
    assert olrun("cache", "export", tmp_path / "again.zip", "--out", made.parent).returncode == 0
    assert (tmp_path / "again.zip").read_bytes() == exported.read_bytes()


def worse(plain: Any) -> Any:
    plain["epochs"][-1]["test_error"] += 1e-16 if plain["epochs"][-1]["test_error"] == 0 else 2**-50
    return plain


def test_a_forged_cell_is_found_and_nothing_is_imported(exported: Path, tmp_path: Path) -> None:
    """One cell of eight has another last bit; where all are rechecked, it has no chance."""
    file = rewritten(
        exported, tmp_path / "f.zip", lambda lines: [*lines[:3], forged(lines[3], worse), *lines[4:]]
    )
    done = import_cells(file, tmp_path / "out", "--audit", "all")
    assert done.returncode == 3, done
    assert (
        "1 of 8 rechecked cells have other bits: tiny, IELLIP, permutation 1; nothing was imp" in done.stderr
    )
    assert nothing_in(tmp_path / "out")


def test_cells_are_drawn_by_chance(exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forged cell gets through exactly where it is not drawn."""
    file = rewritten(exported, tmp_path / "f.zip", lambda lines: [forged(lines[0], worse), *lines[1:]])
    for first, code in ((1, 0), (0, 3)):
        monkeypatch.setattr("random.SystemRandom.sample", lambda _, cells, n, at=first: cells[at : at + n])
        assert import_cells(file, tmp_path / f"out{first}", "--audit", "3").returncode == code


def test_times_are_not_audited(exported: Path, tmp_path: Path) -> None:
    def slower(plain: Any) -> Any:
        for epoch in plain["epochs"]:
            epoch["seconds"] += 1.0
        return plain

    file = rewritten(exported, tmp_path / "f.zip", lambda lines: [forged(each, slower) for each in lines])
    assert import_cells(file, tmp_path / "out", "--audit", "all").returncode == 0


def test_a_cell_that_is_here_already_is_a_witness(made: Path, exported: Path, tmp_path: Path) -> None:
    shutil.copytree(made.parent / ".cells", tmp_path / "out/.cells")
    file = rewritten(exported, tmp_path / "f.zip", lambda lines: [forged(each, worse) for each in lines])
    done = import_cells(file, tmp_path / "out", "--audit", "0")
    assert done.returncode == 3
    assert "has other bits than the one that is here; nothing was imported" in done.stderr


def test_a_cell_that_no_run_here_would_ask_for_is_left_out(exported: Path, tmp_path: Path) -> None:
    stray = encode(KeptCell("f" * 64, 0, outcome(1)))
    file = rewritten(exported, tmp_path / "f.zip", lambda lines: [*lines, stray])
    done = import_cells(file, tmp_path / "out", "--audit", "0")
    assert "8 cells imported" in done.stdout
    assert "1 left out: they are of other code or data than there are here" in done.stdout
    assert store_beside(tmp_path / "out").get("f" * 64) is None
    none = rewritten(exported, tmp_path / "g.zip", lambda _: [stray])
    assert import_cells(none, tmp_path / "other").returncode == 2


def without(key: str) -> Callable[[Any], Any]:
    return lambda plain: {name: value for name, value in plain.items() if name != key}


@pytest.mark.parametrize(
    "harm",
    [
        lambda line: line[:-5] + b"AAAA\n",
        lambda line: line + line,
        lambda line: forged(line, without("curve")),
        lambda line: forged(line, lambda _: []),
        lambda line: forged(line, lambda plain: plain | {"epochs": plain["epochs"][:1]}),
        lambda line: forged(line, lambda plain: plain | {"epochs": "=cmd()"}),
        lambda line: forged(line, lambda plain: plain | {"infeasible": "many"}),
        lambda line: forged(line, lambda plain: plain | {"predictions": [[]]}),
        lambda line: forged(line, lambda plain: plain | {"predictions": [0] * audit.MOST_BYTES}),
    ],
)
def test_what_is_no_outcome_is_refused_in_one_line(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[bytes], bytes]
) -> None:
    """Also where it is not drawn."""
    monkeypatch.setattr(audit, "MOST_BYTES", 20_000)
    file = rewritten(exported, tmp_path / "f.zip", lambda lines: [*lines[:-1], harm(lines[-1])])
    done = import_cells(file, tmp_path / "out", "--audit", "0")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
    assert done.stderr.endswith("; nothing was imported\n")
    assert nothing_in(tmp_path / "out")


def test_an_audit_needs_the_data(exported: Path, tmp_path: Path) -> None:
    found = contents(exported)
    record = json.loads(found[MANIFEST])
    data = Path(record["config"]["datasets"][0]["path"])
    record["config"]["datasets"][0]["path"] = "/nowhere/tiny.csv"
    write_archive(tmp_path / "f.zip", found | {MANIFEST: json.dumps(record).encode()})
    done = import_cells(tmp_path / "f.zip", tmp_path / "out")
    assert done.returncode == 1
    assert "/nowhere/tiny.csv" in done.stderr
    assert import_cells(tmp_path / "f.zip", tmp_path / "out", "--files", str(data.parent)).returncode == 0


def test_cells_that_are_not_kept_can_not_be_exported(made: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(made, tmp_path / "out/tiny")
    done = olrun("cache", "export", tmp_path / "cells.zip", copy)
    assert done.returncode == 2
    assert "8 of the 8 cells" in done.stderr
    assert not (tmp_path / "cells.zip").exists()
    assert olrun("cache", "export", tmp_path / "cells.zip", "--out", tmp_path / "none").returncode == 2
