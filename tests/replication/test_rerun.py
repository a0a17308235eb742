"""`olrun rerun`: the same run from its manifest alone, and what is said where it is not the same."""

import json
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from onlinelearn.render.tables.canonical import digest_of_texts
from onlinelearn.templates import write_template
from tests.conftest import write_blobs
from tests.in_process import olrun
from tests.interpreted import interpreted
from tests.replication.made import alter, make_run, read


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("made"))


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """The results elsewhere, without the cells and the config."""
    return shutil.copytree(made, tmp_path / "theirs/tiny")


def rerun(*arguments: str | Path, cwd: Path) -> CompletedProcess[str]:
    with interpreted():
        return olrun("rerun", *arguments, "--jobs", "1", cwd=cwd)


def test_a_run_is_repeated_from_its_manifest(made: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in made.parent.rglob("*") if path.is_file()}
    done = rerun(made / "manifest.json", cwd=tmp_path)
    assert done.returncode == 0, done
    digest = read(made)["result_digest"]
    assert f"tiny: the same results, computed again: {digest}" in done.stdout
    again = read(tmp_path / "reruns/tiny")
    assert (again["result_digest"], again["verdicts"]) == (digest, {"near": "reproduced"})
    assert {path: path.read_bytes() for path in before} == before
    second = json.loads(rerun(made, "--json", cwd=tmp_path).stdout)
    assert second["same"]
    assert second["cells_of_an_earlier_rerun"] == 0, "what is finished is computed again"


def test_an_unfinished_rerun_goes_on(made: Path, tmp_path: Path) -> None:
    rerun(made, cwd=tmp_path)
    (tmp_path / "reruns/tiny/manifest.json").unlink()
    done = rerun(made, cwd=tmp_path)
    cells = len(read(made)["cells"])
    assert f"{cells} of {cells} cells are of an earlier rerun that did not end" in done.stdout


def test_cells_of_other_runs_prove_nothing(made: Path, tmp_path: Path) -> None:
    """They lie in the same store, with the same keys."""
    rerun(made, cwd=tmp_path)
    shutil.rmtree(tmp_path / "reruns/tiny")
    again = json.loads(rerun(made, "--json", cwd=tmp_path).stdout)
    assert (again["same"], again["cells_of_an_earlier_rerun"]) == (True, 0)


def test_a_manifest_alone_needs_only_the_files_that_its_config_names(made: Path, tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    shutil.copy(made / "manifest.json", tmp_path / "alone/their.json")
    refused = rerun("alone/their.json", cwd=tmp_path)
    assert refused.returncode == 2
    assert "published.csv is missing; name the folder of the config's files: --files DIR" in refused.stderr
    done = rerun("alone/their.json", "--files", made.parents[1], cwd=tmp_path)
    assert done.returncode == 0, done


def test_files_that_have_moved_are_found_by_the_end_of_their_path(copy: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    moved.mkdir()
    write_blobs(moved / "tiny.csv", 12)
    shutil.copy(Path(read(copy)["config"]["datasets"][0]["path"]).with_name("published.csv"), moved)
    config = read(copy)["config"]
    config["datasets"][0]["path"] = "/home/somebody/else/tiny.csv"
    alter(copy, config=config)
    assert rerun(copy, "--files", moved, cwd=tmp_path).returncode == 0
    write_blobs(moved / "tiny.csv", 15)
    done = rerun(copy, "--files", moved, cwd=tmp_path)
    assert done.returncode == 3
    assert "data_digests.tiny: " in done.stdout, "other data explain other results"


def test_what_differs_is_named(copy: Path, made: Path, tmp_path: Path) -> None:
    """A manifest of other results: with their files gone, its word is all that there is."""
    for file in read(copy)["files"]:
        (copy / file).unlink()
    record = read(copy)
    record["versions"]["numpy"] = "1.0"
    alter(copy, result_digest="ab" * 32, versions=record["versions"], verdicts={"near": "not reproduced"})
    done = rerun(copy, "--files", made.parents[1], cwd=tmp_path)
    assert done.returncode == 3, done
    assert "tiny: other results" in done.stdout
    assert "versions.numpy: 1.0 | " in done.stdout
    assert "verdict on near: not reproduced | reproduced" in done.stdout


@pytest.mark.parametrize("file", ["runs.csv", "summary.md"])
def test_a_damaged_folder_is_not_taken_for_a_whole_one(copy: Path, tmp_path: Path, file: str) -> None:
    content = (copy / file).read_bytes()
    other = b"8" if content[-3:-2] == b"9" else b"9"
    (copy / file).write_bytes(content[:-3] + other + content[-2:])
    done = rerun(copy, cwd=tmp_path)
    assert done.returncode == 2
    assert f"{file} was changed since the run; run its config again" in done.stderr
    (copy / file).unlink()
    assert f"{file} is missing; run its config again" in rerun(copy, cwd=tmp_path).stderr


def test_the_digest_is_computed_from_the_files_and_not_taken_from_the_manifest(
    made: Path, copy: Path, tmp_path: Path
) -> None:
    runs, curves = ((made / name).read_text() for name in ("runs.csv", "curves.csv"))
    assert digest_of_texts(runs, curves) == read(made)["result_digest"]
    assert digest_of_texts(runs) != read(made)["result_digest"]
    assert digest_of_texts("") == digest_of_texts('a"b\n"') == digest_of_texts("a,b\n1\n") == ""
    alter(copy, result_digest="ab" * 32)
    for done in (rerun(copy, cwd=tmp_path), olrun("diff", made, copy)):
        assert done.returncode == 2
        assert "runs.csv has not the result digest of its manifest" in done.stderr


def test_the_run_itself_is_never_overwritten(made: Path, tmp_path: Path) -> None:
    done = rerun(made, "--out", made.parent, cwd=tmp_path)
    assert done.returncode == 2
    assert "holds the run that is to be repeated; use another --out" in done.stderr
    other = shutil.copytree(made, tmp_path / "other/tiny")
    done = rerun(made, "--out", other.parent, cwd=tmp_path)
    assert done.returncode == 2
    assert "has the results of a run, which a rerun must not replace" in done.stderr


@pytest.mark.parametrize(
    "keys",
    [
        {"looks": 0},
        {"verdicts": [1]},
        {"learners": {"x": 3}},
        {"plugins": {"a.py": {"digest": 1, "learners": []}}},
        {"published_digests": {"x": 1}},
        {"config": {"learners": {}, "datasets": [3]}},
        {"config": {"learners": {}, "datasets": [{"path": "a\0b", "test": []}], "readings": {"named": [1]}}},
        {"config_file": "a\0b"},
        {"published_digests": {"a\0b": "x"}},
        {"name": "../outside"},
        {"name": "."},
        {"format": 99},
        {"format": "x"},
    ],
)
def test_a_manifest_that_was_tampered_with_is_one_line(
    copy: Path, tmp_path: Path, keys: dict[str, object]
) -> None:
    alter(copy, **keys)
    done = rerun(copy, "--files", tmp_path, cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done


def test_no_file_is_one_line(tmp_path: Path) -> None:
    done = rerun("nowhere.json", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


PACKED_WITH: dict[tuple[str, ...], str] = {
    (): ", which is not in the archive; get it from whoever ran it, and name it: --plugin rerun_plugin.py",
    ("--add", "rerun_plugin.py"): " of the archive; take it out (unzip mine.zip more/rerun_plugin.py), "
    "read it, and name it: --plugin more/rerun_plugin.py",
}


def test_all_plugins_that_lack_are_asked_for_at_once(copy: Path, tmp_path: Path) -> None:
    plugins = {f"{name}.py": {"digest": "0", "learners": [name, f"{name}_2"]} for name in ("one", "two")}
    alter(copy, plugins=plugins, published_digests={})
    (line,) = rerun(copy, cwd=tmp_path).stderr.splitlines()
    for name in ("one", "two"):
        assert line.count(f"from a plugin; name it: --plugin {name}.py") == 1


def test_plugins_are_asked_for_by_name_and_must_be_the_same_code(tmp_path: Path) -> None:
    """The code of a plugin runs only if the command line names it."""
    write_blobs(tmp_path / "tiny.csv", 12)
    write_template("learner", "rerun_plugin", tmp_path)
    (tmp_path / "mine.yaml").write_text(
        "dataset: {path: tiny.csv, label: kind}\nlearners: {Mine: {learner: rerun_plugin}}\n"
    )
    with interpreted():
        olrun("mine.yaml", "--plugin", "rerun_plugin.py", "--jobs", "1", cwd=tmp_path)
    recorded = read(tmp_path / "results/mine")["plugins"]["rerun_plugin.py"]
    assert recorded["learners"] == ["rerun_plugin"]
    unnamed = rerun("results/mine", cwd=tmp_path)
    assert unnamed.returncode == 2
    assert "took 'rerun_plugin' from a plugin; name it: --plugin rerun_plugin.py" in unnamed.stderr
    done = rerun("results/mine", "--plugin", "rerun_plugin.py", cwd=tmp_path)
    assert done.returncode == 0, done
    packed = [olrun("pack", "results/mine", *more, cwd=tmp_path).stdout for more in PACKED_WITH]
    assert ["not in it: rerun_plugin.py (a plugin, which a rerun needs" in each for each in packed] == [
        True,
        False,
    ]
    for more, way in PACKED_WITH.items():
        olrun("pack", "results/mine", "--own-data", *more, cwd=tmp_path)
        refused = rerun("mine.zip", cwd=tmp_path)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
        assert f"took 'rerun_plugin' from a plugin{way}" in refused.stderr
    assert rerun("mine.zip", "--plugin", "rerun_plugin.py", "--out", "packed", cwd=tmp_path).returncode == 0
    code = (tmp_path / "rerun_plugin.py").read_text()
    (tmp_path / "changed_plugin.py").write_text(code.replace("constants.rate, x)", "-constants.rate, x)"))
    changed = rerun("results/mine", "--plugin", "changed_plugin.py", cwd=tmp_path)
    assert changed.returncode == 2
    assert "--plugin changed_plugin.py is not the plugin of the run" in changed.stderr
