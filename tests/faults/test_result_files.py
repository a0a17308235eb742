"""The files of a result vouch for each other: no reader takes a changed or mixed folder for a whole one."""

import errno
import json
import shutil
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.base.errors import ConfigError, ExperimentError, OlrunError
from onlinelearn.base.file_digests import changed_files, file_digest
from onlinelearn.compare.diff import compare_folders
from onlinelearn.config import load_config
from onlinelearn.experiment import output
from onlinelearn.experiment.run import run_experiment
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.render.report import write_report
from onlinelearn.render.report.embedded_images import ImageKind
from onlinelearn.render.report.result_folders import read_result_folders
from tests.in_process import olrun


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result folder."""
    from tests.conftest import TINY, write_blobs

    folder = tmp_path_factory.mktemp("made")
    write_blobs(folder / "tiny.csv")
    (folder / "tiny.yaml").write_text(TINY)
    run(folder / "tiny.yaml", out=folder / "out")
    return folder / "out/tiny"


def recorded(folder: Path) -> dict[str, str]:
    files: dict[str, str] = json.loads((folder / "manifest.json").read_text())["files"]
    return files


def test_the_manifest_has_the_digest_of_every_file(made: Path) -> None:
    every = {path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()}
    assert recorded(made).keys() == every - {"manifest.json", "figures/.drawn.json"}
    assert changed_files(made, recorded(made)) == {}
    experiment = load_config(made.parent.parent / "tiny.yaml")
    assert recorded(made).keys() <= {*output.possible_files(experiment)}, "these are tried before a run"


@pytest.mark.parametrize("file", ["runs.csv", "summary.csv", "figures/epochs.svg"])
def test_a_changed_digit_is_noticed(made: Path, file: str) -> None:
    before = (made / file).read_bytes()
    digit = next(i for i in range(len(before) // 2, len(before)) if before[i : i + 1].isdigit())
    other = str(9 - int(before[digit : digit + 1])).encode()
    try:
        (made / file).write_bytes(before[:digit] + other + before[digit + 1 :])
        with pytest.raises(ConfigError, match=rf"{file} was changed since the run; run its config again"):
            compare_folders(made, made)
        page = write_report(made.parent, made.parent / "page.html").read_text()
        assert f"{file} was changed since the run" in page
    finally:
        (made / file).write_bytes(before)
    assert compare_folders(made, made).same


def test_a_manifest_without_the_digests_vouches_for_nothing(made: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(made, tmp_path / "copy"))
    record = json.loads((copy / "manifest.json").read_text())
    for files in ({}, {"summary.csv": record["files"]["summary.csv"]}):
        (copy / "manifest.json").write_text(json.dumps(record | {"files": files}))
        with pytest.raises(ConfigError, match=r"manifest\.json is not a manifest that this version writes"):
            compare_folders(made, copy)


def test_no_reader_takes_changed_numbers_for_those_of_the_run(made: Path, tmp_path: Path) -> None:
    """Their digest in the manifest is changed to fit: the result digest still tells."""
    copy = Path(shutil.copytree(made, tmp_path / "out/tiny"))
    header, *lines = (line.split(",") for line in (copy / "runs.csv").read_text().splitlines())
    lines[0][header.index("test_error")] = "0.125"
    (copy / "runs.csv").write_text("".join(",".join(line) + "\n" for line in [header, *lines]))
    record = json.loads((copy / "manifest.json").read_text())
    record["files"]["runs.csv"] = file_digest(copy / "runs.csv")
    (copy / "manifest.json").write_text(json.dumps(record))
    for command in (
        ("diff", copy, made),
        ("pack", copy, "--to", tmp_path / "packed.zip"),
        ("rerun", copy, "--out", tmp_path / "again"),
    ):
        found = olrun(*command)
        assert (found.returncode, "has not the result digest" in found.stderr) == (2, True), found
    assert olrun("compare", copy).returncode == 1
    page = write_report(copy.parent, tmp_path / "page.html").read_text()
    assert "runs.csv has not the result digest of its manifest" in page


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_page_shows_figures_of_the_run_alone(made: Path, tmp_path: Path, kind: ImageKind) -> None:
    copy = Path(shutil.copytree(made, tmp_path / "out/tiny"))
    sound = [each.name for each in read_result_folders(copy.parent, kind)[0].images]
    for name, like in (("evil.svg", "svg"), ("other.png", "png"), ("epochs.gif", "png")):
        shutil.copy(copy / f"figures/epochs.{like}", copy / "figures" / name)
    (found,) = read_result_folders(copy.parent, kind)
    assert [each.name for each in found.images] == sound
    for name in ("evil.svg", "other.png", "epochs.gif"):
        assert f"figures/{name} is no file of the run" in found.problems


def test_a_manifest_can_not_name_files_elsewhere(tmp_path: Path) -> None:
    assert changed_files(tmp_path, {"../x": "", "/etc/hostname": "", "a": ""}) == {
        "../x": "is no file of this folder",
        "/etc/hostname": "is no file of this folder",
        "a": "is missing",
    }


def test_two_runs_at_once_leave_the_files_of_one(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They differ in a setting, and both are about to write when the first begins."""
    both, write = threading.Barrier(2), output.write

    def together(*arguments: object) -> object:
        both.wait(20)
        return write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(output, "write", together)

    def change(setting: str) -> str:
        experiment = load_config(tiny, [setting, "figures=[]"])
        return run_experiment(experiment, RunOptions(out=tmp_path / "out", jobs=1)).digest

    with ThreadPoolExecutor(2) as pool:
        digests = set(pool.map(change, ["protocol.seed=1", "protocol.seed=2"]))
    assert len(digests) == 2
    folder = tmp_path / "out/tiny"
    assert json.loads((folder / "manifest.json").read_text())["result_digest"] in digests
    assert changed_files(folder, recorded(folder)) == {}


def test_a_figure_that_fails_costs_only_itself(tiny: Path, tmp_path: Path) -> None:
    """A surface needs two features, and these data have three: the rest is there, and the run says so."""
    text = tiny.read_text().replace("figures: [epochs, curves]", "figures: [surface, epochs]")
    tiny.write_text(text)
    with pytest.raises(ExperimentError, match="tiny: figures/surface: ") as failed:
        run(tiny, out=tmp_path / "out")
    folder = failed.value.result.folder
    record = json.loads((folder / "manifest.json").read_text())
    assert not record["complete"]
    assert [*record["failures"]] == ["figures/surface"]
    assert (folder / "figures/epochs.svg").exists()
    kept = run(tiny, out=tmp_path / "out", on_error="keep")
    assert [*kept.failures] == ["figures/surface"], "a second run must not take the figures for drawn"


def test_a_folder_that_can_not_be_written_is_told_before_anything_runs(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OlrunError, match=r"cannot write .*file/out: Not a directory; use another --out"):
        run(tiny, out=tmp_path / "file/out")


@pytest.mark.parametrize(
    "place",
    [".cells", "tiny", "tiny/figures", "tiny/manifest.json", "tiny/runs.csv", "tiny/figures/epochs.svg"],
)
def test_a_bad_place_below_it_too(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """A file in the place of a folder, or the other way round."""
    monkeypatch.setattr("onlinelearn.experiment.run.execute", lambda *_: pytest.fail("it runs"))
    path = tmp_path / "out" / place
    path.parent.mkdir(parents=True)
    other = "folder" if path.suffix in (".json", ".csv", ".svg") else "file"
    if other == "folder":
        path.mkdir()
    else:
        path.touch()
    with pytest.raises(OlrunError) as failed:
        run(tiny, out=tmp_path / "out")
    assert str(failed.value) == f"cannot write {path}: a {other} is in its place; move it away"


@pytest.mark.parametrize("place", [".cells", "tiny", "tiny/figures"])
def test_a_folder_below_it_that_can_not_be_written_is_told_too(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr("onlinelearn.experiment.run.execute", lambda *_: pytest.fail("it runs"))
    path, real = tmp_path / "out" / place, tempfile.TemporaryFile
    path.mkdir(parents=True)

    def closed(**options: Any) -> object:  # permissions would not stop root
        if options["dir"] == path:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(**options)

    monkeypatch.setattr(tempfile, "TemporaryFile", closed)
    with pytest.raises(OlrunError) as failed:
        run(tiny, out=tmp_path / "out")
    assert str(failed.value) == f"cannot write {path}: Permission denied; use another --out"
