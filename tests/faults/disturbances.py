"""What else may befall a run: signals, a full disk, folders that vanish, others in the same folder.

Each returns how the disturbed run ended; a run that is left alone must then come to the undisturbed
digest.
"""

import os
import random
import resource
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.faults.forked import Ended, Forked
from tests.faults.kills import Undisturbed, fresh_folder

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def signal_at_random(whole: Undisturbed, draw: random.Random) -> str:
    """One or two signals at random moments: 128 + n and a word, or the end that the run had anyway."""
    number = draw.choice(SIGNALS)
    with fresh_folder(whole) as out:
        run = Forked(whole.config, "--out", out, "--jobs", "2", before=_listening)
        for seconds in (draw.uniform(0, whole.seconds), draw.uniform(0, 0.02)):
            if run.ends_within(seconds):
                break
            os.kill(run.pid, number)
        ended = run.wait()
        assert ended.code in (0, 128 + number, -number), ended
        assert "Traceback" not in ended.printed, ended.printed
        whole.go_on(out)
    return "came to its end before" if ended.code == 0 else "ended with the signal's exit code"


def _listening() -> None:
    """A shell's background jobs ignore interrupts, and their children inherit that."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def run_short_of_space(whole: Undisturbed, draw: random.Random) -> str:
    """No file may be longer than so many bytes: what can't be written is told in a line."""
    most = int(2 ** draw.uniform(0, 18))

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    with fresh_folder(whole) as out:
        ended = Forked(*whole.command(out), before=bound).wait()
        found = _held_or_told(whole, ended, out)
        whole.go_on(out)
    return found


def lose_folder(whole: Undisturbed, draw: random.Random) -> str:
    """The folder of the results, or of the cache, is removed while the run goes on."""
    with fresh_folder(whole) as out:
        run = Forked(*whole.command(out))
        run.ends_within(draw.uniform(0, whole.seconds))
        shutil.rmtree(draw.choice([out, whole.folder / "cache"]), ignore_errors=True)
        ended = run.wait()
        assert "Traceback" not in ended.printed, ended.printed
        assert ended.code in (0, 1, 2), ended
        told = any(line.startswith("olrun: ") for line in ended.printed.splitlines())
        assert ended.code == 0 or told, ended.printed
        out.mkdir(exist_ok=True)
        whole.go_on(out)
    return "came through" if ended.code == 0 else "told in a line"


def run_at_once(whole: Undisturbed, draw: random.Random) -> str:
    """Two or four runs in one folder, one of them killed: the others come through."""
    with fresh_folder(whole) as out:
        runs = [Forked(*whole.command(out)) for _ in range(draw.choice([2, 4]))]
        time.sleep(draw.uniform(0, whole.seconds))
        runs[0].kill()
        runs[0].wait()
        for each in runs[1:]:
            whole.check_end(each.wait())  # others may still keep states
        whole.go_on(out)
    return "came through"


def _held_or_told(whole: Undisturbed, ended: Ended, out: Path) -> str:
    if ended.code == 0:
        whole.check(ended, out)
        return "came through"
    assert ended.code in (1, 2), ended
    assert "Traceback" not in ended.printed, ended.printed
    assert any(line.startswith("olrun: ") for line in ended.printed.splitlines()), ended.printed
    return "told in a line"


Disturbance = Callable[[Undisturbed, random.Random], str]

DISTURBANCES: dict[str, Disturbance] = {
    "SIGINT, SIGTERM or SIGHUP at a random moment, some twice": signal_at_random,
    "no room for files beyond a random size": run_short_of_space,
    "a folder that vanishes": lose_folder,
    "two or four runs in one folder, one killed": run_at_once,
}
