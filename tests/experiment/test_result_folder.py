"""The folder of results: two experiments never write to one, whatever they are called."""

import json
from pathlib import Path
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.base.errors import ConfigError
from tests.conftest import TINY, write_blobs
from tests.in_process import olrun


@pytest.fixture
def other(tiny: Path) -> Path:
    """Another config of the same name, in a folder of its own."""
    folder = tiny.parent / "other"
    folder.mkdir()
    write_blobs(folder / "tiny.csv", n=60)
    config = folder / "tiny.yaml"
    config.write_text(TINY)
    return config


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_another_config_of_the_same_name_is_refused_before_anything_is_run(
    tiny: Path, other: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert olrun(tiny, "--out", out, "-q").returncode == 0
    before = content(out)
    done = olrun(other, "--out", out)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"olrun: {out / 'tiny'} has the results of another config, {tiny}; "
        "rename one of them, or use another --out\n"
    )
    with pytest.raises(ConfigError, match="the results of another config"):
        run(other, out=out)
    assert content(out) == before
    assert olrun(other, "--out", tmp_path / "elsewhere", "-q").returncode == 0


def test_no_config_is_run_if_a_later_one_is_refused(tiny: Path, other: Path, tmp_path: Path) -> None:
    first = tmp_path / "first.yaml"
    first.write_text(TINY)
    olrun(tiny, "--out", tmp_path / "out", "-q")
    assert olrun(first, other, "--out", tmp_path / "out").returncode == 2
    assert not (tmp_path / "out/first").exists()


def test_the_same_config_is_known_however_its_path_is_written_and_when_all_moves(
    tiny: Path, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    for file in ("tiny.yaml", "tiny.csv"):
        (tmp_path / file).rename(project / file)
    assert olrun("tiny.yaml", "-q", cwd=project).returncode == 0
    assert olrun(project / "tiny.yaml", "--out", project / "results", "-q").returncode == 0
    moved = project.rename(tmp_path / "moved")
    assert olrun("moved/tiny.yaml", "--out", moved / "results", "-q", cwd=tmp_path).returncode == 0


def test_a_damaged_manifest_refuses_nothing(tiny: Path, other: Path, tmp_path: Path) -> None:
    olrun(tiny, "--out", tmp_path, "-q")
    for text in ("{", "[]", "{}", '{"config_file": 3}'):
        (tmp_path / "tiny/manifest.json").write_text(text)
        assert olrun(other, "--out", tmp_path, "-q").returncode == 0


MAPPING: dict[str, Any] = {
    "dataset": {"name": "separable", "n_train": 20, "n_test": 10},
    "learners": {"PA": {"learner": "pa"}},
}


def test_two_mappings_never_share_a_folder(tmp_path: Path) -> None:
    plain = run(MAPPING, out=tmp_path)
    longer = run({**MAPPING, "protocol": {"epochs": 2}}, out=tmp_path)
    titled = run({**MAPPING, "title": "PA, alone: what it does / é"}, out=tmp_path)
    assert run(MAPPING, out=tmp_path).folder == plain.folder
    names = [result.folder.name for result in (plain, longer, titled)]
    assert [name[:-8] for name in names] == ["experiment-", "experiment-", "pa-alone-what-it-does-"]
    assert len({name[-8:] for name in names}) == 3
    assert json.loads((plain.folder / "manifest.json").read_text())["config_file"] is None


def test_mappings_of_two_folders_with_data_of_one_name_have_two_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = []
    for here, n in (("a", 30), ("b", 60)):
        (tmp_path / here).mkdir()
        write_blobs(tmp_path / here / "own.csv", n)
        monkeypatch.chdir(tmp_path / here)
        mapping = {**MAPPING, "dataset": {"path": "own.csv", "label": "kind"}}
        folders.append(run(mapping, out=tmp_path / "out").folder)
    assert folders[0] != folders[1]
