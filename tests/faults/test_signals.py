"""A signal ends a run soon, with its exit code, a word, and everything that was finished."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOW = """\
import os
import time
from pathlib import Path


class Slow:
    def partial_fit(self, X, y, classes=None):
        (Path(__file__).parent / "began").write_text(str(os.getpid()))
        time.sleep(600)

    def predict(self, X):
        return [0] * len(X)
"""

LISTEN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "signal.signal(signal.SIGHUP, signal.SIG_DFL)"
)
"""A shell's background jobs ignore interrupts, those of nohup hang-ups, and what they start inherits that."""


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", f"{LISTEN}; from onlinelearn.__main__ import main; main()"]
    return subprocess.Popen([*program, *map(str, arguments)], stderr=subprocess.PIPE, text=True)


def wait_until(there: Path, running: subprocess.Popen[str]) -> None:
    while not there.exists():
        assert running.poll() is None
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_does_not_wait_for_the_running_cell(
    tiny: Path, tmp_path: Path, number: signal.Signals
) -> None:
    """A cell that takes ten minutes is under way in a process of its own: nothing outlives the command."""
    (tmp_path / "slow.py").write_text(SLOW)
    tiny.write_text(tiny.read_text().replace("learners:\n", "learners:\n  Slow: {learner: slow}\n"))
    running = started(tiny, "--plugin", tmp_path / "slow.py", "--out", tmp_path / "out")
    wait_until(tmp_path / "began", running)
    running.send_signal(number)
    _, told = running.communicate(timeout=30)
    assert running.returncode == 128 + number
    assert "Traceback" not in told
    assert told.splitlines()[-1].startswith("olrun: interrupted; finished cells are kept")
    worker = int((tmp_path / "began").read_text())
    for _ in range(100):
        if not Path(f"/proc/{worker}").exists():
            break
        time.sleep(0.1)
    else:
        pytest.fail(f"the worker {worker} is still there")


def test_a_second_signal_ends_what_the_first_is_waiting_for() -> None:
    """A library may swallow the first."""
    program = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from onlinelearn.cli.signals import listen
listen()
while True:
    try:
        print("ready", flush=True)
        time.sleep(600)
    except BaseException:  # as a library might
        print("deaf", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        running.send_signal(signal.SIGTERM)
        assert running.stdout.readline() == "deaf\n"
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 128 + signal.SIGTERM


def test_the_package_alone_imports_nothing() -> None:
    """An interrupt in that time would be a traceback: nothing is there yet that could catch it."""
    program = """
import sys
before = {*sys.modules}
import onlinelearn
print(*sorted({*sys.modules} - before))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("onlinelearn\n", "")


@pytest.mark.parametrize(
    ("words", "goes_on"),
    [("list metrics", False), ("report x", False), ("data", False), ("run a.yaml", True), ("a.yaml", True)],
)
def test_only_what_runs_cells_says_that_they_are_kept(words: str, goes_on: bool) -> None:
    program = f"""
import sys, click
from onlinelearn.cli import main
from onlinelearn.cli.signals import Ended

def interrupted(*_):
    raise Ended(2)

click.Command.invoke = interrupted
sys.argv = ["olrun", *{words.split()}]
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    kept = "; finished cells are kept, and the same command goes on from there" if goes_on else ""
    assert (done.returncode, done.stderr) == (130, f"olrun: interrupted{kept}\n")


def test_an_interrupt_before_there_is_a_command_says_nothing() -> None:
    """In the first moments, while the command line is imported."""
    program = """
import sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "onlinelearn.cli":
            raise KeyboardInterrupt

from onlinelearn.__main__ import main
sys.meta_path.insert(0, Interrupt())
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
