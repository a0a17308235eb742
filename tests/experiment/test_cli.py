"""The command as a user runs it: a tiny experiment, and what it prints.

`process` starts a real process, where it is the process that matters; `olrun` calls the command in this one.
"""

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from onlinelearn.learners import registry
from tests.in_process import olrun

OLRUN = [sys.executable, "-m", "onlinelearn"]


def process(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*OLRUN, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **env},
        check=False,
    )


def digest(output: str) -> str:
    (line,) = [line for line in output.splitlines() if line.startswith("result digest ")]
    return line.split()[2]


def test_a_run_leaves_the_files_of_the_contract(tiny: Path, tmp_path: Path) -> None:
    done = process(tiny, "--out", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    left = {
        str(p.relative_to(tmp_path / "out/tiny")) for p in (tmp_path / "out/tiny").rglob("*") if p.is_file()
    }
    assert left == {
        *("runs.csv", "curves.csv", "summary.csv", "summary.md", "summary.tex", "manifest.json"),
        *(f"figures/{name}.{ending}" for name in ("epochs", "curves") for ending in ("svg", "png", "txt")),
        *("figures/.drawn.json", "notes.json", "datasets.csv", "datasets.md", "datasets.tex"),
    }
    with (tmp_path / "out/tiny/runs.csv").open() as file:
        header, *rows = csv.reader(file)
    assert ",".join(header) == (
        "dataset,learner,permutation,epoch,test_error,online_error,mistakes,updates,support,seconds"
    )
    assert [row[:4] for row in rows] == [
        ["tiny", learner, str(permutation), str(epoch)]
        for learner in ("PA", "IELLIP")
        for permutation in (1, 2, 3)
        for epoch in (1, 2)
    ]
    manifest = json.loads((tmp_path / "out/tiny/manifest.json").read_text())
    assert manifest["result_digest"] == digest(done.stdout)
    assert {"config", "data_digests", "code_digests", "versions", "seeds", "git", "machine", "times"} <= set(
        manifest
    )


def test_a_run_lists_every_file_that_it_leaves(tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out/tiny"
    (line,) = [
        line for line in olrun(tiny, "--out", tmp_path / "out").stdout.splitlines() if "runs.csv" in line
    ]
    listed = []
    for entry in line.removeprefix(f"{folder}: ").split("; "):
        first, *endings = entry.split(", ")
        listed += [first, *(first.rpartition(".")[0] + ending for ending in endings)]
    found = [path.relative_to(folder).as_posix() for path in folder.rglob("[!.]*") if path.is_file()]
    assert sorted(listed) == sorted(found)


def test_the_same_command_again_runs_nothing_and_gives_the_same_bytes(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = olrun(tiny, "--out", out)
    files = [p for p in (out / "tiny").rglob("*") if p.is_file() and p.name != "manifest.json"]
    before = {path: path.read_bytes() for path in files}
    assert "6 cells, 6 cached" in olrun(tiny, "--out", out, "--dry-run").stdout
    second = process(tiny, "--out", out)
    assert second.stdout == first.stdout
    assert {path: path.read_bytes() for path in files} == before


def test_the_digest_depends_on_no_job_count_cpu_or_blas(
    variant: Callable[[str, str], Path], tmp_path: Path
) -> None:
    undrawn = variant("figures: [epochs, curves]", "figures: []")
    settings: list[tuple[list[str], dict[str, str]]] = [
        (["--jobs", "1"], {}),
        (["--jobs", "2"], {}),
        (["--jobs", "2"], {"NUMBA_CPU_NAME": "generic"}),
        (["--jobs", "1"], {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3"}),
    ]
    digests = {
        digest(process(undrawn, "--out", tmp_path / f"out{i}", *arguments, env=env).stdout)
        for i, (arguments, env) in enumerate(settings)
    }
    assert len(digests) == 1


def test_a_figure_is_drawn_again_when_it_was_touched_or_shows_something_else(
    tiny: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out/tiny/figures"
    olrun(tiny, "--out", tmp_path / "out")
    before = (out / "epochs.svg").read_bytes()
    (out / "epochs.svg").write_text("scribble")
    olrun(tiny, "--out", tmp_path / "out")
    assert (out / "epochs.svg").read_bytes() == before
    olrun(tiny, "--out", tmp_path / "out", "--set", "title=other", "--set", "figures=[epochs]")
    assert (out / "epochs.svg").read_bytes() != before
    assert not (out / "curves.svg").exists()


def test_a_changed_key_runs_only_what_it_touches(tiny: Path, tmp_path: Path) -> None:
    olrun(tiny, "--out", tmp_path / "out")
    plan = olrun(tiny, "--out", tmp_path / "out", "--dry-run", "--set", "learners.PA.C=3").stdout
    assert "tiny, PA: 3 to run, 0 cached" in plan
    assert "tiny, IELLIP: 0 to run, 3 cached" in plan


def test_fresh_ignores_what_is_cached(tiny: Path, tmp_path: Path) -> None:
    olrun(tiny, "--out", tmp_path / "out")
    plan = olrun(tiny, "--out", tmp_path / "out", "--dry-run", "--fresh").stdout
    assert "6 cells, 0 cached" in plan


def test_quiet_prints_nothing(tiny: Path, tmp_path: Path) -> None:
    done = process(tiny, "--out", tmp_path / "out", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("learner: iellip", "learner: ielip", "did you mean 'iellip'"),
        ("epochs: 2", "epochs: two", "protocol.epochs"),
        ("margin: 0.1", "margin: -1", "learners.PA.margin"),
        ("seed: 7", "sed: 7", "did you mean 'seed'"),
    ],
)
def test_a_slip_in_the_config_is_one_line_and_exit_2(
    variant: Callable[[str, str], Path], old: str, new: str, told: str
) -> None:
    done = olrun(variant(old, new))
    assert done.returncode == 2
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "tiny.yaml" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_file_of_data_is_exit_1(variant: Callable[[str, str], Path], tmp_path: Path) -> None:
    done = olrun(variant("tiny.csv", "tinny.csv"), "--out", tmp_path / "out")
    assert done.returncode == 1
    assert "tinny.csv" in done.stderr
    assert len(done.stderr.splitlines()) <= 2


def test_a_file_of_ones_own_is_never_skipped(variant: Callable[[str, str], Path], tmp_path: Path) -> None:
    done = olrun(variant("tiny.csv", "tinny.csv"), "--out", tmp_path / "out", "--skip-missing")
    assert done.returncode == 1


def test_a_data_set_that_cannot_be_had_can_be_skipped(
    variant: Callable[[str, str], Path], tmp_path: Path
) -> None:
    """ISOLET, with nowhere to look and a network that refuses."""
    config = variant("dataset: {path: tiny.csv, label: kind}", "dataset: isolet")
    nowhere = {"OLRUN_DATA": "", "OLRUN_CACHE": str(tmp_path), "https_proxy": "http://127.0.0.1:9"}
    arguments: list[str | Path] = [config, "--out", tmp_path / "out"]
    failed = olrun(*arguments, env=nowhere)
    assert (failed.returncode, len(failed.stderr.splitlines())) == (1, 1)
    skipped = olrun(*arguments, "--skip-missing", env=nowhere)
    assert skipped.returncode == 0
    assert skipped.stderr.startswith("skipped tiny: isolet")
    assert "OLRUN_DATA" in skipped.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing.yaml"], "nothing.yaml"),
        (["rnu"], "No such command"),
        (["run"], "Missing argument"),
        (["list", "learnesr"], "learners"),
        (["data", "uspss"], "did you mean 'usps'"),
        (["run", "x.yaml", "--jobs", "0"], "--jobs"),
    ],
)
def test_bad_usage_is_exit_2_and_says_what_is_wrong(arguments: list[str], told: str, tmp_path: Path) -> None:
    done = process(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_two_configs_of_one_name_are_refused(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = tmp_path / "other/tiny.yaml"
    other.write_text(tiny.read_text().replace("tiny.csv", "../tiny.csv"))
    done = olrun(tiny, other)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_an_unwritable_folder_is_one_line(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = olrun(tiny, "--out", tmp_path / "file")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


def wait_for_a_cell(running: subprocess.Popen[Any], out: Path) -> None:
    """Until a first cell is kept; who ends before that fails."""
    while not any(file.stat().st_size for file in out.glob(".cells/*")):
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(0.05)


def test_what_is_killed_goes_on_where_it_was(tiny: Path, tmp_path: Path) -> None:
    """Kill a long run as soon as a first cell is kept; the next run has it, and every file is whole."""
    out = tmp_path / "out"
    long: list[str | Path] = [
        "--set",
        "protocol.permutations=2000",
        "--set",
        "protocol.epochs=100",
        "--out",
        out,
    ]
    running = subprocess.Popen([*OLRUN, *map(str, [tiny, *long])], stderr=subprocess.DEVNULL)
    wait_for_a_cell(running, out)
    running.send_signal(signal.SIGKILL)
    running.wait()
    plan = olrun(tiny, *long, "--dry-run").stdout
    assert " 0 cached" not in plan.splitlines()[0]
    assert not (out / "tiny").exists()


def test_an_interrupt_is_exit_130_and_keeps_what_is_done(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    long: list[str | Path] = [
        "--set",
        "protocol.permutations=2000",
        "--set",
        "protocol.epochs=100",
        "--out",
        out,
    ]
    # A shell's background jobs ignore interrupts, and what they start inherits that.
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = "from onlinelearn.cli import main; main()"
    program = [sys.executable, "-c", f"{listen}; {start}", *map(str, [tiny, *long])]
    running = subprocess.Popen(program, stderr=subprocess.PIPE, text=True)
    wait_for_a_cell(running, out)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == 130
    assert told.splitlines()[-1].startswith("olrun: interrupted")


def test_report_sums_up_the_claims_and_names_the_page(tiny: Path, tmp_path: Path) -> None:
    fewer = "claims: {fewer: {says: less, holds: IELLIP.updates < PA.updates}}"
    one_split = tiny.read_text().replace("label: kind}", "label: kind, split: {seed: 0}}")
    tiny.write_text(f"{one_split}{fewer}\n")
    olrun(tiny, "--out", tmp_path / "out")
    done = olrun("report", tmp_path / "out")
    assert done.stdout.splitlines() == [
        "fewer  tiny  reproduced",
        "1 claims: 1 reproduced, 0 not reproduced, 0 on the border, 0 undecided",
        str(tmp_path / "out/report.html"),
    ]
    assert olrun("report", tmp_path / "nothing").returncode == 1


def test_diff_exits_as_diff_does(tiny: Path, tmp_path: Path) -> None:
    assert olrun("diff", f"{tiny}:PA", f"{tiny}:PA").returncode == 0
    parted = olrun("diff", f"{tiny}:PA", f"{tiny}:IELLIP")
    assert (parted.returncode, "first differ in round" in parted.stdout) == (1, True)
    trouble = olrun("diff", f"{tiny}:PA", f"{tiny}:PAA")
    assert (trouble.returncode, len(trouble.stderr.splitlines())) == (2, 1)


def test_list_shows_every_kind_with_parameters() -> None:
    everything = olrun("list").stdout
    for heading in ("learners:", "datasets:", "preprocessors:", "metrics:", "figures:"):
        assert heading in everything
    learners = olrun("list", "learners").stdout.splitlines()
    assert [line.split()[0] for line in learners] == sorted(registry())
    (iellip,) = [line for line in learners if line.startswith("iellip")]
    assert "b=0.3, c=0.1, margin=1, decay=update, when=mistake, init=zeros" in iellip


def test_data_shows_the_bundled_sets() -> None:
    done = olrun("data", "usps", "letter")
    assert done.returncode == 0
    header, usps, letter = done.stdout.splitlines()
    assert header.split() == ["name", "examples", "attributes", "classes", "digest", "licence", "where"]
    assert usps.split()[:5] == ["usps", "9,298", "256", "10", "ok"]
    assert letter.split()[:5] == ["letter", "20,000", "16", "26", "ok"]


def test_data_that_cannot_be_had_is_exit_1_and_one_line(tmp_path: Path) -> None:
    nowhere = {"OLRUN_DATA": "", "OLRUN_CACHE": str(tmp_path), "https_proxy": "http://127.0.0.1:9"}
    done = olrun("data", "isolet", env=nowhere)
    assert done.returncode == 1
    assert done.stdout.splitlines()[1].split()[:5] == ["isolet", "3,119", "617", "26", "missing"]
    assert len(done.stderr.splitlines()) == 1


HEAVY = ("numba", "pandas", "matplotlib", "sklearn", "scipy")


def imported(program: str) -> set[str]:
    report = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\n{report}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_help_imports_nothing_heavy() -> None:
    program = "import click\nfrom onlinelearn.cli import olrun\nolrun(['--help'], standalone_mode=False)"
    assert not imported(program) & {*HEAVY, "numpy", "pydantic", "yaml"}


def test_a_cached_run_imports_no_compiler_and_no_pandas(tiny: Path, tmp_path: Path) -> None:
    arguments = f"[{str(tiny)!r}, '--out', {str(tmp_path / 'out')!r}]"
    program = f"""
from onlinelearn.cli import olrun
try: olrun({arguments})
except SystemExit: pass"""
    assert imported(program) >= {"numba", "matplotlib"}
    assert not imported(program) & {"numba", "pandas", "sklearn", "matplotlib"}
