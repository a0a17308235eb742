"""Damage to the files of a finished run: cells, results, data and compiled code in caches.

The next run mends it, or refuses and names the file.
"""

import os
import random
import shutil
import tempfile
from pathlib import Path

from onlinelearn.learners.engine import kernel_cache, linking
from tests.faults.forked import Forked
from tests.faults.kills import Undisturbed
from tests.faults.mutants import mutated


def damage_and_run(whole: Undisturbed, draw: random.Random) -> str:
    """Damage one file of a finished run and run it again: that mends it, or names a folder in its way."""
    out = Path(tempfile.mkdtemp(dir=whole.folder))
    cache = whole.folder / "cache"
    try:
        shutil.copytree(whole.folder / "whole", out, dirs_exist_ok=True)
        shutil.rmtree(cache, ignore_errors=True)
        shutil.copytree(whole.folder / "whole cache", cache)
        victim = draw.choice(sorted(each for place in (out, cache) for each in _files(place)))
        damage_file(victim, draw)
        # Finished cells are dropped now and then, so that damaged data are read.
        if draw.random() < 0.5:
            for kept in _files(out / ".cells"):
                kept.unlink()
        ended = Forked(*whole.command(out)).wait()
        if ended.code == 0:
            whole.check(ended, out)
            return "mended"
        lines = [line for line in ended.printed.splitlines() if line.startswith("olrun: ")]
        assert lines, ended.printed
        assert "Traceback" not in ended.printed, ended.printed
        assert victim.is_dir(), f"{victim}: {ended.printed}"
        assert any(victim.name in line for line in lines), ended.printed
        victim.rmdir()  # as the line says
        whole.go_on(out)
        return "told of a folder in the place of a file"
    finally:
        shutil.rmtree(out)


def damage_kernels_and_run(whole: Undisturbed, draw: random.Random) -> str:
    """Damage one file of compiled code, and run as a new process would: it is compiled anew, and kept."""
    kernels = whole.folder / "kernels"
    command = (whole.config, "--jobs", "1", "--fresh", "--out")

    def forget_compiled() -> None:
        os.environ["NUMBA_CACHE_DIR"] = str(kernels)
        linking._linked, linking._compiled_parts = {}, {}

    def run() -> None:
        out = Path(tempfile.mkdtemp(dir=whole.folder))
        whole.check(Forked(*command, out, before=forget_compiled).wait(), out)
        shutil.rmtree(out)

    if not kernels.exists():
        run()
    victim = draw.choice(_files(kernels))
    damage_file(victim, draw)
    run()
    if victim.is_dir():  # is left alone, and costs compilations
        victim.rmdir()
        run()
    content = victim.read_bytes()
    assert len(content) > kernel_cache.SEAL, victim
    return "compiled anew"


def _files(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if each.is_file())


def damage_file(victim: Path, draw: random.Random) -> None:
    """A flipped bit, a cut, emptiness, absence, other bytes, a mutant; a folder, pipe or device instead."""
    content = bytearray(victim.read_bytes())
    at = draw.randrange(max(len(content), 1))
    match draw.randrange(9):
        case 0 if content:
            content[at] ^= 1 << draw.randrange(8)
            victim.write_bytes(content)
        case 1:
            victim.write_bytes(content[:at])
        case 2:
            victim.write_bytes(b"")
        case 3:
            victim.unlink()
        case 4:
            victim.write_bytes(draw.randbytes(len(content)))
        case 5:
            victim.write_bytes(mutated(bytes(content), draw))
        case 6:
            put_in_its_place(victim, "a pipe")
        case 7:
            put_in_its_place(victim, "a link to a device")
        case _:
            victim.unlink()
            victim.mkdir()


def put_in_its_place(victim: Path, what: str) -> None:
    """Put a pipe that nobody writes to there, or a link to a device that never ends."""
    victim.unlink(missing_ok=True)
    if what == "a pipe":
        os.mkfifo(victim)
    else:
        victim.symlink_to("/dev/zero")
