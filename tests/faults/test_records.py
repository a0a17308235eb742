"""Damaged records: one line and the exit code that says so, never a traceback."""

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.json_files import json_text, parsed_json
from onlinelearn.compare.references import read_reference
from tests.conftest import TINY, write_blobs
from tests.in_process import olrun
from tests.interpreted import interpreted

DEEP = "[" * 100_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result folder that may be copied."""
    folder = tmp_path_factory.mktemp("records")
    write_blobs(folder / "tiny.csv", 12)
    text = re.sub("figures: .*\n|permutations: 3, ", "", TINY)
    (folder / "tiny.yaml").write_text(text)
    with interpreted():
        run(folder / "tiny.yaml", out=folder / "out", jobs=1)
    return folder / "out/tiny"


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "out/tiny")


def changed(**keys: object) -> Callable[[dict[str, Any]], str]:
    return lambda record: json.dumps(record | keys)


def changed_config(**keys: object) -> Callable[[dict[str, Any]], str]:
    return lambda record: json.dumps(record | {"config": record["config"] | keys})


def without(key: str) -> Callable[[dict[str, Any]], str]:
    return lambda record: json.dumps({each: value for each, value in record.items() if each != key})


@pytest.mark.parametrize(
    "harm",
    [
        lambda _: "",
        lambda _: DEEP,
        lambda _: "\0",
        lambda _: "9" * 5000,
        lambda _: '{"a": "\\ud800"}',
        changed(cells=None),
        changed(cells=[3]),
        changed(cells=[{"dataset": "tiny", "learner": "PA", "permutation": 1}]),
        changed(cells=[{"dataset": [], "learner": "PA", "permutation": 1, "key": "x"}]),
        changed(cells=[{"dataset": "tiny", "learner": {}, "permutation": 1, "key": "x"}]),
        changed(config=None),
        lambda record: json.dumps(record).replace(
            '"config": {', '"config": {"x": ' + '{"x": ' * 500 + "3" + "}" * 500 + ", ", 1
        ),
        changed(config={"learners": 3}),
        changed(result_digest=None),
        changed(files=[1]),
        changed(files={"a\0\n": "x"}),
        changed(files={"runs.csv": 3}),
        changed(result_digest="x", config={"learners": {"PA": {}}}),
        without("data_digests"),
        changed(data_digests={"tiny": []}),
        changed_config(protocol=None),
        changed_config(learners={"PA": "pa"}),
        changed_config(readings=3),
        lambda record: json.dumps(
            record | {"config": {k: v for k, v in record["config"].items() if k != "protocol"}}
        ),
        changed(roles={"PA": "best"}),
        changed(repetitions={"tiny": []}),
        changed(complete=False, failures=3),
        changed(times={}),
        changed(lock=3),
    ],
)
def test_a_damaged_manifest_is_one_line(
    made: Path, copy: Path, harm: Callable[[dict[str, Any]], str]
) -> None:
    record = json.loads((made / "manifest.json").read_text())
    (copy / "manifest.json").write_text(harm(record))
    found = olrun("diff", made, copy)
    assert found.returncode == 2 or "has the result digest" in found.stdout, found
    assert len(found.stderr.splitlines()) <= 1
    packed = olrun("pack", copy, "--to", copy.parent / "packed.zip")
    assert packed.returncode in (0, 2)
    exported = olrun("cache", "export", copy.parent / "cells.zip", copy)
    assert exported.returncode in (0, 2)
    ranked = olrun("compare", copy)
    assert ranked.returncode in (0, 1, 2)
    assert all(len(each.stderr.splitlines()) <= 1 for each in (packed, exported, ranked))
    page = olrun("report", copy.parent)
    assert (page.returncode, page.stderr) == (0, "")


@pytest.mark.parametrize("key", ["versions", "times"])
def test_what_an_archive_needs_is_looked_for_before_it_is_packed(made: Path, copy: Path, key: str) -> None:
    record = json.loads((made / "manifest.json").read_text())
    (copy / "manifest.json").write_text(without(key)(record))
    packed = olrun("pack", copy, "--to", copy.parent / "packed.zip")
    assert (packed.returncode, len(packed.stderr.splitlines())) == (2, 1)
    assert "manifest.json does not say what ran, and when; run its config again" in packed.stderr


def test_the_records_of_mutants_never_end_in_a_traceback(made: Path, copy: Path) -> None:
    """Bytes of the manifest and of the tables, changed at random; nothing is recomputed."""
    draw = random.Random(16)
    for file in ("manifest.json", "summary.csv"):
        content = (made / file).read_bytes()
        for _ in range(12):
            mutant = bytearray(content)
            for _ in range(draw.randint(1, 3)):
                at = draw.randrange(len(mutant))
                mutant[at : at + draw.choice([0, 1, 1, 40])] = draw.choice(
                    [b"", b"\0", b"{", b"\xff", b"9", b'"']
                )
            (copy / file).write_bytes(mutant)
            found = olrun("diff", made, copy)
            assert found.returncode in (0, 1, 2)
            assert len(found.stderr.splitlines()) <= 1
            ranked = olrun("compare", copy)
            assert ranked.returncode in (0, 1, 2)
            assert len(ranked.stderr.splitlines()) <= 1
            assert olrun("report", copy.parent).returncode == 0
        (copy / file).write_bytes(content)


def test_a_record_that_can_not_be_read_is_no_difference(made: Path, copy: Path) -> None:
    (copy / "manifest.json").unlink()
    (copy / "manifest.json").mkdir()
    found = olrun("diff", made, copy)
    assert found.returncode == 2
    assert "manifest.json can't be read: Is a directory; run its config again" in found.stderr


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        "\0",
        "[]",
        '{"numbers": [{"dataset": [], "learner": "PA", "epoch": 1, "metric": "x", "mean": 1}]}',
        '{"result_digest": "x", "verdicts": {"a": []}, "tolerances": {}, "numbers": []}',
        '{"result_digest": "x", "verdicts": 3, "tolerances": {}, "numbers": []}',
    ],
)
def test_a_damaged_reference_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "tiny.json").write_text(text)
    with pytest.raises(OlrunError, match=r"tiny\.json is no reference .*; olrun verify --update rewrites it"):
        read_reference(tmp_path, "tiny")


def test_a_folder_in_the_place_of_a_reference(tmp_path: Path) -> None:
    (tmp_path / "tiny.json").mkdir()
    with pytest.raises(OlrunError, match=r"tiny\.json can't be read: Is a directory"):
        read_reference(tmp_path, "tiny")


def test_bytes_that_are_not_utf_8_are_spelled_out() -> None:
    text = json_text({"file": "caf\udce9.yaml"}, indent=1)
    assert parsed_json(text.encode()) == {"file": r"caf\udce9.yaml"}


@pytest.mark.parametrize("file", ["runs.csv", "summary.md", "manifest.json", "claims.json", "figures"])
def test_a_folder_in_the_place_of_a_file_is_named_with_the_way_out(tmp_path: Path, file: str) -> None:
    write_blobs(tmp_path / "tiny.csv", 12)
    drawn = "epochs" if file == "figures" else ""
    (tmp_path / "tiny.yaml").write_text(TINY.replace("figures: [epochs, curves]", f"figures: [{drawn}]"))
    place = tmp_path / "out/tiny" / ("figures/epochs.svg" if file == "figures" else file)
    (place / "within").mkdir(parents=True)
    with interpreted(), pytest.raises(OlrunError) as failed:
        run(tmp_path / "tiny.yaml", out=tmp_path / "out", jobs=1)
    assert str(failed.value) == f"cannot write {place}: a folder is in its place; move it away"
    shutil.rmtree(place)
    with interpreted():
        assert run(tmp_path / "tiny.yaml", out=tmp_path / "out", jobs=1).failures == {}
