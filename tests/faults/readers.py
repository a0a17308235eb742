"""Damage to a finished run, and the commands that read it: none takes it for a whole one.

What they vouch for is what a run's tables and figures say. Damage to the manifest itself, which nothing
vouches for, may be harmless, as to the name of the machine: then they go on.
"""

import json
import random
import shutil
import tempfile
from pathlib import Path

from onlinelearn.base.json_files import parsed_json
from tests.faults.damage import damage_file
from tests.faults.forked import Ended, Forked
from tests.faults.kills import Undisturbed

MANIFEST = "manifest.json"
NOTED = ("was changed since the run", "is missing", "cannot be read", "has not the result digest")
"""What the page says of a file that is not as it was written."""
NAMED, OTHERS_NAMED = "refused and named", "refused as another run's"
REFUSING = ("diff", "pack", "rerun", "cache export", "compare")
"""The commands that read one run, and refuse a damaged one."""
MANIFEST_TOLD, LEFT = "with a damaged manifest read or refused", "left as it was by the damage"
UNTRUE = 3
"""The exit code of a verification that failed."""


def damage_and_read(whole: Undisturbed, draw: random.Random) -> str:
    """Damage a file of a finished run, or put another run's in its place; then every command reads it."""
    recorded = json.loads((whole.folder / "whole/small" / MANIFEST).read_text())["files"]
    name = draw.choice([*recorded, MANIFEST, MANIFEST])  # the one that the others rest on
    return damage_this_and_read(whole, draw, name, mixed=draw.random() < 0.2)


def damage_this_and_read(whole: Undisturbed, draw: random.Random, name: str, *, mixed: bool) -> str:
    """The same with the file of this name; `mixed` puts another run's in its place."""
    place = Path(tempfile.mkdtemp(dir=whole.folder))
    sound, folder = whole.folder / "whole/small", place / "small"
    victim = folder / name
    try:
        shutil.copytree(sound, folder)
        if mixed:
            shutil.copy(_of_another_run(whole) / name, victim)
        else:
            damage_file(victim, draw)
        if victim.is_file() and victim.read_bytes() == (sound / name).read_bytes():
            return LEFT
        page = _read("report", folder, sound, place)
        assert page.code == 0, page
        said = (place / "page.html").read_text()
        found = {command: _read(command, folder, sound, place) for command in REFUSING}
        if name == MANIFEST and not mixed:
            # The digest is computed from the tables: whatever it says of them, they are not others.
            assert found["diff"].code in (0, 2), found["diff"]
            return MANIFEST_TOLD
        ranked = found.pop("compare")  # it names folders, of which it may be given many
        assert ranked.code == 1, ranked
        assert f"{folder} (unfinished or damaged)" in ranked.printed, ranked
        for command, ended in found.items():
            assert ended.code == 2, (command, ended)
            assert name in ended.printed or name == MANIFEST, (command, ended)
        at_fault = "runs.csv" if name == MANIFEST else name
        assert any(f"{at_fault} {what}" in said for what in NOTED), (at_fault, victim)
        return OTHERS_NAMED if mixed else NAMED
    finally:
        shutil.rmtree(place)


def damage_reference_and_verify(whole: Undisturbed, draw: random.Random) -> str:
    """Damage a reference: `verify` finds what moved, or says that it is none."""
    place = Path(tempfile.mkdtemp(dir=whole.folder))
    try:
        command = ("verify", whole.config, "--jobs", "1", "--out", place, "--reference", place / "reference")
        shutil.copytree(whole.folder / "whole", place, dirs_exist_ok=True)
        updated = Forked(*command, "--update").wait()
        assert updated.code == 0, updated
        reference = place / "reference/small.json"
        sound = parsed_json(reference.read_bytes())
        damage_file(reference, draw)
        ended = Forked(*command).wait()
        _check_lines(ended)
        if ended.code == 0:
            assert parsed_json(reference.read_bytes()) == sound, "another content was taken for the reference"
            return "it says the same as before"
        assert ended.code == UNTRUE, ended
        return "found"
    finally:
        shutil.rmtree(place)


def _read(command: str, folder: Path, sound: Path, place: Path) -> Ended:
    """The folder as one command reads it."""
    arguments: dict[str, tuple[object, ...]] = {
        "cache export": (place / "cells.zip", folder),
        "compare": (folder,),
        "diff": (folder, sound),
        "pack": (folder, "--to", place / "packed.zip"),
        "rerun": (folder, "--out", place / "again", "--jobs", "1"),
        "report": (folder.parent, "--to", place / "page.html"),
    }
    ended = Forked(*command.split(), *arguments[command]).wait()
    _check_lines(ended)
    return ended


def _check_lines(ended: Ended) -> None:
    """Every end but a good one has a line that says why, and only one."""
    assert "Traceback" not in ended.printed, ended
    assert ended.code in (0, 1, 2, UNTRUE), ended
    told = [line for line in ended.printed.splitlines() if line.startswith("olrun: ")]
    assert len(told) == (ended.code in (1, 2)), ended


def _of_another_run(whole: Undisturbed) -> Path:
    """The folder of a run with another seed."""
    out = whole.folder / "another"
    if not out.exists():
        ended = Forked(whole.config, "--set", "protocol.seed=8", "--out", out, "--jobs", "1").wait()
        assert ended.code == 0, ended
        assert ended.digest != whole.digest
    return out / "small"
