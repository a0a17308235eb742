"""Kills of a small experiment, at random moments and at every write; whatever happens, it goes on.

An attack kills runs in one folder and ends with a run that is left alone: its digest must be that of an
undisturbed run, and its folder must be whole.
"""

import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onlinelearn.base import files
from onlinelearn.base.file_digests import changed_files
from tests.faults.forked import Ended, Forked
from tests.in_process import olrun

CONFIG = """\
title: small
dataset: {path: small.csv, target: kind, in_memory: false}
learners:
  PA: {learner: pa, C: {tune: [0.1, 1]}}
  Perceptron: {learner: perceptron, average: true}
protocol: {epochs: 1, permutations: 1, seed: 7}
baselines: false
metrics: [test_error, updates, curves]
figures: [epochs]
"""

WRITES = {"os.rename", "os.remove", "os.mkdir", "os.chmod", "os.link", "os.truncate", "shutil.rmtree"}
"""The events before which a kill may come, beside files that are opened for writing, writes and syncs."""


WENT_ON = "went on"


@dataclass(frozen=True)
class Undisturbed:
    """A small experiment, the digest of its results, and how long it takes."""

    folder: Path
    digest: str
    seconds: float
    writes: int

    @property
    def config(self) -> Path:
        """The config that is run."""
        return self.folder / "small.yaml"

    def check_end(self, ended: Ended) -> None:
        """AssertionError if a run did not end as this one."""
        assert ended.code == 0, ended.printed
        assert ended.digest == self.digest, ended.printed
        assert "Traceback" not in ended.printed, ended.printed

    def check(self, ended: Ended, out: Path) -> None:
        """AssertionError if a run that was left alone is not as this one, or not whole, or left something."""
        self.check_end(ended)
        made, sound = out / self.config.stem, self.folder / "whole" / self.config.stem
        recorded = json.loads((made / "manifest.json").read_text())["files"]
        assert not (changed := changed_files(made, recorded)), changed
        assert not (other := _names(made) ^ _names(sound)), other
        cache = self.folder / "cache"
        strays = ("*.state", ".*.tmp", ".making-*")
        left = [file for folder in (out, cache) for stray in strays for file in folder.rglob(stray)]
        assert not left, left

    def go_on(self, out: Path) -> None:
        """Run it alone in this folder, whatever is there; AssertionError if that does not end as this one."""
        self.check(Forked(*self.command(out), before=sweep_at_once).wait(), out)

    def command(self, out: Path) -> tuple[object, ...]:
        """What to call for one job in this folder."""
        return (self.config, "--out", out, "--jobs", "1")


def sweep_at_once() -> None:
    """In a run that is alone: what the last one left is not too young to be swept."""
    files.JUST_MADE = 0.0


def _names(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*")}


@contextmanager
def undisturbed() -> Iterator[Undisturbed]:
    """The experiment in a folder of its own, with data and a cache there, run once."""
    before = os.environ.get("OLRUN_CACHE")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = "".join(f"{i % 7 - 3},{i * 5 % 11},{'ab'[i * i % 5 > 1]}\n" for i in range(10))
        (folder / "small.csv").write_text("x,z,kind\n" + rows)
        (folder / "small.yaml").write_text(CONFIG)
        os.environ["OLRUN_CACHE"] = str(folder / "cache")
        try:
            # In this process, so that its forks have everything imported and compiled.
            olrun(folder / "small.yaml", "--out", folder / "warm", "--jobs", "1")
            begun = time.monotonic()
            ended = Forked(folder / "small.yaml", "--out", folder / "whole", "--jobs", "1").wait()
            seconds = time.monotonic() - begun
            assert ended.digest is not None, ended.printed
            shutil.copytree(folder / "cache", folder / "whole cache")
            yield Undisturbed(folder, ended.digest, seconds, _count_writes(folder))
        finally:
            os.environ.pop("OLRUN_CACHE")
            if before is not None:
                os.environ["OLRUN_CACHE"] = before


def kill_at_random(whole: Undisturbed, kills: int, draw: random.Random) -> Counter[str]:
    """Kill runs at random moments, some in one folder after the other, until so many were killed.

    Moments are drawn from the time that a run takes, which is that of the last one that came through.
    """
    done, usual = 0, whole.seconds
    while done < kills:
        with fresh_folder(whole) as out:
            ended = None
            while ended is None:
                begun = time.monotonic()
                run = Forked(whole.config, "--out", out, "--jobs", "2", before=sweep_at_once)
                if done == kills or run.ends_within(draw.uniform(0, usual)):
                    ended = run.wait()
                    usual = time.monotonic() - begun
                else:
                    run.kill()
                    done += run.wait().code == -signal.SIGKILL
            whole.check(ended, out)
    return Counter({WENT_ON: done})


def kill_at_write(whole: Undisturbed, point: int) -> str:
    """Kill a run at its write of this number, and then run it undisturbed; say whether it got there."""
    with fresh_folder(whole) as out:
        first = Forked(*whole.command(out), before=lambda: _listen(point, whole.folder)).wait()
        whole.go_on(out)
    return WENT_ON if first.code == -signal.SIGKILL else "came to its end before"


@contextmanager
def fresh_folder(whole: Undisturbed) -> Iterator[Path]:
    """A folder for results that are to be, and an empty cache of data."""
    shutil.rmtree(whole.folder / "cache", ignore_errors=True)
    out = Path(tempfile.mkdtemp(dir=whole.folder))
    try:
        yield out
    finally:
        shutil.rmtree(out, ignore_errors=True)


def _count_writes(folder: Path) -> int:
    """How many writes a run makes, by one that is told to note them."""
    shutil.rmtree(folder / "cache", ignore_errors=True)
    told = folder / "writes"
    command = (folder / "small.yaml", "--out", folder / "counted", "--jobs", "1")
    Forked(*command, before=lambda: _listen(None, folder, told)).wait()
    return int(told.read_text())


def _listen(kill_at: int | None, folder: Path, told: Path | None = None) -> None:
    """In a run: count what it writes below the folder; die before the write of this number."""
    count = 0
    inside = os.fspath(folder)

    def meet() -> bool:
        nonlocal count
        count += 1
        if count == kill_at:
            return True
        if told is not None and kill_at is None:
            handle = real_open(told, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
            real_write(handle, str(count).encode())
            os.close(handle)
        return False

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if event in WRITES or (event == "open" and _for_writing(arguments)):
            path = str(arguments[0])
            if path.startswith(inside) and path != str(told) and meet():
                os.kill(os.getpid(), signal.SIGKILL)

    real_open, real_write, real_sync = os.open, os.write, os.fsync

    def write(handle: int, content: bytes) -> int:
        if meet():
            real_write(handle, content[: len(content) // 2])  # half of it is there
            os.kill(os.getpid(), signal.SIGKILL)
        return real_write(handle, content)

    def sync(handle: int) -> None:
        if meet():
            os.kill(os.getpid(), signal.SIGKILL)
        real_sync(handle)

    os.write, os.fsync = write, sync  # type: ignore[assignment]
    sys.addaudithook(hear)


def _for_writing(arguments: tuple[Any, ...]) -> bool:
    _, mode, flags = arguments
    wanted = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
    return bool(wanted) or (isinstance(mode, str) and any(each in mode for each in "wax+"))
