"""Damage to the files of a finished run: cells, results, data caches. The next run mends it, or refuses."""

import random
import shutil
import tempfile
from pathlib import Path

from tests.faults.forked import Forked
from tests.faults.kills import Undisturbed


def damage_and_run(whole: Undisturbed, draw: random.Random) -> str:
    """Damage one file of a finished run and run it again: that mends it, or names a folder in its way."""
    out = Path(tempfile.mkdtemp(dir=whole.folder))
    try:
        shutil.copytree(whole.folder / "whole", out, dirs_exist_ok=True)
        places = [*out.rglob("*"), *(whole.folder / "cache").glob("*.table")]
        victim = draw.choice(sorted(each for each in places if each.is_file()))
        _damage(victim, draw)
        command = (whole.config, "--out", out, "--jobs", "1")
        ended = Forked(whole.folder, *command).wait()
        if ended.code == 0:
            whole.check(ended, out)
            return "mended"
        lines = [line for line in ended.printed.splitlines() if line.startswith("olrun: ")]
        assert lines, ended.printed
        assert "Traceback" not in ended.printed, ended.printed
        assert victim.is_dir(), f"{victim}: {ended.printed}"
        assert any(victim.name in line for line in lines), ended.printed
        victim.rmdir()  # as the line says
        whole.check(Forked(whole.folder, *command).wait(), out)
        return "told of a folder in the place of a file"
    finally:
        shutil.rmtree(out)
        shutil.rmtree(whole.folder / "cache", ignore_errors=True)


def _damage(victim: Path, draw: random.Random) -> None:
    """A flipped bit, a cut, emptiness, absence, other bytes, or a folder in the place of the file."""
    content = bytearray(victim.read_bytes())
    at = draw.randrange(max(len(content), 1))
    match draw.randrange(6):
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
        case _:
            victim.unlink()
            victim.mkdir()
