"""`olrun pack`: an archive with the same bytes each time, from which the run can be repeated elsewhere."""

import hashlib
import json
import shutil
import zipfile
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from urllib.parse import unquote

import pytest

from onlinelearn.base.errors import DataError
from onlinelearn.config import load_config
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.sources import locate
from onlinelearn.replication.packed_data import packed_data
from onlinelearn.replication.relocation import moved_file, own_files, relocated
from onlinelearn.replication.zip_archive import write_archive
from tests.in_process import olrun
from tests.interpreted import interpreted
from tests.replication.made import alter, make_run, read


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("made"))


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    """The run with all that belongs to it, elsewhere."""
    return shutil.copytree(made.parents[1], tmp_path / "there") / "results/tiny"


@pytest.fixture(scope="module")
def archive(made: Path) -> Path:
    file = made.parents[1] / "tiny.zip"
    done = olrun("pack", made, "--to", file, "--own-data")
    assert (done.returncode, done.stderr) == (0, ""), done
    return file


def contents(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def rerun(*arguments: str | Path, cwd: Path) -> CompletedProcess[str]:
    with interpreted():
        return olrun("rerun", *arguments, "--jobs", "1", cwd=cwd)


def test_the_archive_has_all_that_belongs_to_the_run(made: Path, archive: Path) -> None:
    names = set(contents(archive))
    results = {f"results/tiny/{name}" for name in (*read(made)["files"], "manifest.json")}
    others = {"config/tiny.yaml", "config/published.csv", "data/tiny.csv", "lock/requirements.lock",
              "results/.cells/all.cells", "ro-crate-metadata.json"}  # fmt: skip
    assert names == results | others


def test_the_same_run_is_the_same_bytes(made: Path, archive: Path, tmp_path: Path) -> None:
    olrun("pack", made, "--to", tmp_path / "again.zip", "--own-data")
    assert (tmp_path / "again.zip").read_bytes() == archive.read_bytes()


def test_the_archive_is_rerun_where_nothing_else_is(copy: Path, tmp_path: Path) -> None:
    """The config's folder is gone, and with it the data and the published values."""
    config = read(copy)["config"]
    config["datasets"][0]["path"] = str(copy.parents[1] / "tiny.csv")
    alter(copy, config=config)
    assert olrun("pack", copy, "--own-data", cwd=tmp_path).returncode == 0
    shutil.rmtree(copy.parents[1])
    done = rerun("tiny.zip", cwd=tmp_path)
    assert done.returncode == 0, done
    assert "the same results, computed again" in done.stdout
    assert not list(tmp_path.glob("results"))


def test_the_config_of_the_archive_runs_by_itself(archive: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    experiment = load_config(tmp_path / "config/tiny.yaml")
    assert experiment.datasets[0].resolved()["path"] == str(tmp_path / "config/../data/tiny.csv")
    assert experiment.published_files == {"published.csv"}


def crate(file: Path) -> dict[str, dict[str, Any]]:
    graph = json.loads(contents(file)["ro-crate-metadata.json"])["@graph"]
    return {each["@id"]: each for each in graph}


def test_the_description_is_an_ro_crate(archive: Path) -> None:
    text = json.loads(contents(archive)["ro-crate-metadata.json"])
    assert text["@context"][0] == "https://w3id.org/ro/crate/1.1/context"
    found = crate(archive)
    assert found["ro-crate-metadata.json"]["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    assert found["ro-crate-metadata.json"]["about"] == {"@id": "./"}
    root = found["./"]
    assert {"name", "description", "datePublished", "license", "hasPart"} <= root.keys()
    parts = {each["@id"] for each in root["hasPart"]}
    files = {name: content for name, content in contents(archive).items() if name != "ro-crate-metadata.json"}
    assert {unquote(part) for part in parts} == files.keys()
    for part in parts:
        content = files[unquote(part)]
        assert found[part]["sha256"] == hashlib.sha256(content).hexdigest()
        assert found[part]["contentSize"] == str(len(content))
    run = found["#run"]
    assert {"@id": "data/tiny.csv"} in run["object"]
    assert {"@id": "results/tiny/runs.csv"} in run["result"]


def links(value: Any) -> set[str]:
    if isinstance(value, dict):
        one = {value["@id"]} if value.keys() == {"@id"} else set()
        return one.union(*map(links, value.values()))
    return set().union(*map(links, value)) if isinstance(value, list) else set()


def test_every_link_of_the_description_leads_somewhere(archive: Path) -> None:
    found = crate(archive)
    assert links(list(found.values())) - found.keys() == {"https://w3id.org/ro/crate/1.1"}


def test_own_data_are_private_unless_one_says_so(made: Path, tmp_path: Path) -> None:
    done = olrun("pack", made, cwd=tmp_path)
    assert "not in it: " in done.stdout
    assert "tiny.csv (a file of your own; --own-data puts it in)" in done.stdout
    assert "data/tiny.csv" not in contents(tmp_path / "tiny.zip")
    absent = [each for key, each in crate(tmp_path / "tiny.zip").items() if key.startswith("#data-")]
    assert [each["@type"] for each in absent] == ["Dataset"]


def test_what_was_changed_since_the_run_is_not_packed(copy: Path, tmp_path: Path) -> None:
    config = read(copy)["config"]
    config["datasets"][0]["path"] = str(copy.parents[1] / "tiny.csv")
    alter(copy, config=config)
    for name in ("results/tiny/summary.md", "published.csv", "tiny.csv"):
        path = copy.parents[1] / name
        before = path.read_bytes()
        path.write_bytes(before.replace(b"0.5", b"0.7").replace(b"0.1", b"0.2") + b"\n")
        done = olrun("pack", copy, "--own-data", cwd=tmp_path)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), name
        assert f"{path} was changed since the run" in done.stderr
        path.write_bytes(before)
    for keys, told in (
        ({"lock": {"file": "uv.lock", "digest": "x"}}, "uv.lock is not the lock file that the run had"),
        ({"complete": False}, "a run that did not succeed"),
    ):
        before = (copy / "manifest.json").read_bytes()
        alter(copy, **keys)
        assert told in olrun("pack", copy, cwd=tmp_path).stderr
        (copy / "manifest.json").write_bytes(before)
    assert not (tmp_path / "tiny.zip").exists()
    shutil.rmtree(copy.parent / ".cells")
    assert "8 of the 8 cells" in olrun("pack", copy, cwd=tmp_path).stderr
    assert olrun("pack", copy, "--without-cells", cwd=tmp_path).returncode == 0


def test_a_manifest_alone_is_no_run_to_pack(copy: Path, tmp_path: Path) -> None:
    for file in read(copy)["files"]:
        (copy / file).unlink()
    done = olrun("pack", copy, cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "is missing; run its config again" in done.stderr


@pytest.mark.parametrize("name", ["data/tiny.csv", "results/tiny/runs.csv", "results/.cells/all.cells"])
def test_a_damaged_archive_is_not_taken_for_a_whole_one(archive: Path, tmp_path: Path, name: str) -> None:
    for content in (contents(archive)[name] + b"\n", None):
        found = contents(archive) | ({name: content} if content else {})
        if content is None:
            del found[name]
        write_archive(tmp_path / "bad.zip", dict(found))
        done = rerun("bad.zip", cwd=tmp_path)
        assert done.returncode == 2
        assert f"bad.zip is damaged: {name} is not as it was packed; get it again" in done.stderr


@pytest.mark.parametrize(
    "metadata", [b"", b"[]", b'{"@graph": [3]}', b'{"@graph": [{"@type": "File"}]}', None]
)
def test_what_is_no_archive_of_ours_is_one_line(
    archive: Path, tmp_path: Path, metadata: bytes | None
) -> None:
    found: dict[str, bytes | Path] = dict(contents(archive))
    found.pop("ro-crate-metadata.json")
    write_archive(
        tmp_path / "bad.zip", found | ({} if metadata is None else {"ro-crate-metadata.json": metadata})
    )
    done = rerun("bad.zip", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done
    write_archive(tmp_path / "empty.zip", {"ro-crate-metadata.json": b'{"@graph": []}'})
    assert "holds 0 runs" in rerun("empty.zip", cwd=tmp_path).stderr


@pytest.mark.parametrize("name", ["data/more.csv", "results/tiny/figures/evil.svg", "readme.txt"])
def test_a_file_that_the_description_does_not_list_is_named(archive: Path, tmp_path: Path, name: str) -> None:
    write_archive(tmp_path / "more.zip", {**contents(archive), name: b"x"})
    done = rerun("more.zip", cwd=tmp_path)
    assert done.returncode == 2, done
    assert f"more.zip holds {name}, which its description does not list" in done.stderr


def test_where_bits_differ_the_cells_of_the_archive_say_where(archive: Path, tmp_path: Path) -> None:
    """Their runs.csv is of other results, and its digests are right: only the rerun can tell."""
    from onlinelearn.render.tables.canonical import digest_of_texts

    found = contents(archive)
    runs = found["results/tiny/runs.csv"].replace(b"\ntiny,PA,1,1,", b"\ntiny,PA,1,1,0.", 1)
    manifest = json.loads(found["results/tiny/manifest.json"])
    manifest["files"]["runs.csv"] = hashlib.sha256(runs).hexdigest()
    curves = found["results/tiny/curves.csv"].decode()
    manifest["result_digest"] = digest_of_texts(runs.decode(), curves)
    changed = {"results/tiny/runs.csv": runs, "results/tiny/manifest.json": json.dumps(manifest).encode()}
    graph = json.loads(found["ro-crate-metadata.json"])
    for each in graph["@graph"]:
        if each["@id"] in changed:
            each["sha256"] = hashlib.sha256(changed[each["@id"]]).hexdigest()
    changed["ro-crate-metadata.json"] = json.dumps(graph).encode()
    write_archive(tmp_path / "forged.zip", {**found, **changed})
    done = rerun("forged.zip", cwd=tmp_path)
    assert done.returncode == 3, done
    assert "tiny: other results" in done.stdout
    assert "the cells that both have agree" in done.stdout, "the forger left the cells as they were"


def test_registered_data_go_in_where_their_licence_allows() -> None:
    entries = [{"name": "letter"}, {"name": "usps"}, {"name": "sklearn:iris"}]
    joined = {"name": "drift", "from": {"name": "shuttle"}, "to": {"name": "sea"}}
    found = packed_data({"datasets": [*entries, joined]}, {}, own_data=False)
    assert {name: each.licence for name, each in found.files.items()} == {
        "data/letter.csv.xz": "CC BY 4.0",
        "data/shuttle.csv.xz": "CC BY 4.0",
    }
    assert found.left_out.keys() == {"usps", "sklearn:iris"}
    assert "none stated by the publisher" in found.left_out["usps"]


def test_a_set_of_the_archive_is_found_as_long_as_it_is_open(tmp_path: Path) -> None:
    entry = ENTRIES["svmguide3"]
    (tmp_path / "svmguide3.csv.xz").write_bytes(b"forged")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("OLRUN_DATA", raising=False)
        assert locate.file(entry) is None
        with locate.also_in(tmp_path):
            place = locate.file(entry)
            assert place is not None
            assert place[0] == tmp_path / "svmguide3.csv.xz"
        assert locate.file(entry) is None
        with pytest.raises(DataError):
            locate.read(entry, *place)


def test_data_of_readings_are_found_and_moved_too(tmp_path: Path) -> None:
    (tmp_path / "b.csv").touch()
    readings = {
        "named": {"other": {"datasets.0": {"path": "/x/b.csv", "test": None}, "learners.PA": {"path": 1}}}
    }
    config = {"datasets": [{"path": "/x/a.csv"}, {"name": "letter"}], "readings": readings}
    assert own_files(config) == [Path("/x/a.csv"), Path("/x/b.csv")]
    moved = relocated(config, [tmp_path])
    assert moved["datasets"] == config["datasets"], "what is not there stays"
    there = {"path": str(tmp_path / "b.csv"), "test": None}
    assert moved["readings"]["named"]["other"] == {"datasets.0": there, "learners.PA": {"path": 1}}


def test_files_are_found_by_the_longest_end_of_their_path(tmp_path: Path) -> None:
    for name in ("a/train.csv", "b/train.csv", "train.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = {
        path: moved_file(path, [tmp_path])
        for path in ("/x/a/train.csv", "/x/c/train.csv", r"C:\x\b\train.csv")
    }
    assert [path.relative_to(tmp_path).as_posix() for path in found.values()] == [
        "a/train.csv", "train.csv", "b/train.csv",
    ]  # fmt: skip
    for path in ("/x/other.csv", "../train.csv", "a\0b"):
        assert moved_file(path, [tmp_path]) == Path(path)
