"""Pipes and devices in the place of our own files: named or mended, never waited for or read to the end."""

import re
import resource
import shutil
from pathlib import Path

import pytest

from onlinelearn import run
from tests.conftest import TINY, write_blobs
from tests.faults.damage import put_in_its_place
from tests.faults.forked import Ended, Forked
from tests.in_process import olrun
from tests.interpreted import interpreted

PATIENCE = 30.0
"""Seconds that a command may take; what waits for a pipe takes for ever."""

MEMORY = 1_000_000_000
"""Bytes beside those of this process; what reads a device to its end asks for more."""

RECORDED = ["manifest.json", "runs.csv", "summary.csv", "figures/epochs.svg"]
NO_FILE = "a pipe or a device is in its place; move it away"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result folder that may be copied, with its config two folders above."""
    folder = tmp_path_factory.mktemp("pipes")
    write_blobs(folder / "tiny.csv", 12)
    text = re.sub("permutations: 3, ", "", TINY.replace("[epochs, curves]", "[epochs]"))
    (folder / "tiny.yaml").write_text(text)
    with interpreted():
        run(folder / "tiny.yaml", out=folder / "out", jobs=1)
        olrun("report", folder / "out")  # what it imports, forks have
    return folder / "out/tiny"


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made.parents[1], tmp_path, dirs_exist_ok=True)
    return tmp_path / "out/tiny"


def ended(*arguments: object) -> Ended:
    """How a command ends, in little time and memory."""

    def with_little_memory() -> None:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))

    with interpreted():
        command = Forked(*arguments, before=with_little_memory)
    if not command.ends_within(PATIENCE):
        command.kill()
        command.wait()
        pytest.fail(f"{arguments} takes longer than {PATIENCE:g} seconds")
    return command.wait()


def refused(*arguments: object) -> str:
    """The one line of a command that refuses."""
    found = ended(*arguments)
    assert found.code in (1, 2), found
    (line,) = found.printed.splitlines()
    assert line.startswith("olrun: "), found
    return line


@pytest.mark.parametrize("what", ["a pipe", "a link to a device"])
@pytest.mark.parametrize("file", RECORDED)
def test_no_command_waits_for_a_file_of_a_result(made: Path, copy: Path, file: str, what: str) -> None:
    put_in_its_place(copy / file, what)
    told = NO_FILE if file == "manifest.json" else f"cannot be read ({NO_FILE})"
    for command in (
        ("diff", copy, made),
        ("pack", copy, "--to", copy.parent / "packed.zip"),
        ("rerun", copy, "--out", copy.parent / "again", "--jobs", "1"),
        ("cache", "export", copy.parent / "cells.zip", copy),
    ):
        line = refused(*command)
        assert file in line, line
        assert told in line, line
    assert str(copy) in refused("compare", copy)
    assert ended("report", copy.parent, "--to", copy.parent / "page.html").code == 0
    said = (copy.parent / "page.html").read_text()
    assert "manifest.json is damaged" in said or f"{file} cannot be read ({NO_FILE})" in said


@pytest.mark.parametrize("what", ["a pipe", "a link to a device"])
@pytest.mark.parametrize("file", [*RECORDED, "figures/.drawn.json"])
def test_the_same_command_puts_the_file_back(copy: Path, file: str, what: str) -> None:
    put_in_its_place(copy / file, what)
    found = ended(copy.parents[1] / "tiny.yaml", "--out", copy.parent, "--jobs", "1")
    assert found.code == 0, found
    assert (copy / file).is_file()
    assert not (copy / file).is_symlink()


@pytest.mark.parametrize("what", ["a pipe", "a link to a device"])
def test_no_command_waits_for_a_file_that_it_is_given(copy: Path, what: str) -> None:
    odd = copy.parent / "odd.json"
    put_in_its_place(odd, what)
    for command in (
        ("rerun", odd, "--out", copy.parent / "again"),
        (copy.parents[1] / "tiny.yaml", "--out", copy.parent, "--fresh", "--scheduler", odd),
        ("cache", "import", odd, "--out", copy.parent / "again"),
        ("pack", copy, "--to", copy.parent / "packed.zip", "--add", odd),
    ):
        line = refused(*command)
        assert "odd.json" in line, line
        assert NO_FILE in line, line
