"""The reference numbers: held exactly, and what moves is named."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import onlinelearn
from onlinelearn import run
from onlinelearn.base.errors import OlrunError
from onlinelearn.compare import references
from onlinelearn.compare.references import Number, Reference, moved_values
from onlinelearn.experiment.run import LOOKS
from onlinelearn.render.tables import result_digest
from tests.in_process import olrun

CLAIM = """\
claims:
  fewer: {says: IELLIP updates less, holds: IELLIP.updates < PA.updates}
"""


@pytest.fixture
def claiming(tiny: Path) -> Path:
    """The tiny config with a claim on one split of its data, in a folder configs/."""
    tiny.write_text(tiny.read_text().replace("label: kind", "label: kind, split: {seed: 0}") + CLAIM)
    (tiny.parent / "configs").mkdir()
    shutil.move(tiny, tiny.parent / "configs/tiny.yaml")
    shutil.move(tiny.with_suffix(".csv"), tiny.parent / "configs/tiny.csv")
    return tiny.parent


def test_what_is_updated_verifies(claiming: Path) -> None:
    updated = olrun("verify", "configs/tiny.yaml", "--update", cwd=claiming)
    assert (updated.returncode, updated.stderr) == (0, "")
    done = olrun("verify", cwd=claiming)
    assert done.returncode == 0
    assert done.stdout == "tiny: ok, 20 numbers, 1 verdicts as expected\n"


def test_a_verification_as_json_says_what_failed(claiming: Path) -> None:
    olrun("verify", "configs/tiny.yaml", "--update", cwd=claiming)
    done = olrun("verify", "--json", cwd=claiming)
    lines = ["tiny: ok, 20 numbers, 1 verdicts as expected"]
    assert json.loads(done.stdout) == [{"config": "configs/tiny.yaml", "failed": False, "lines": lines}]


def test_a_moved_number_and_a_changed_verdict_are_named(claiming: Path) -> None:
    olrun("verify", "configs/tiny.yaml", "--update", cwd=claiming)
    file = claiming / "results/reference/tiny.json"
    plain = json.loads(file.read_text())
    plain["verdicts"]["fewer"] = "not reproduced"
    plain["numbers"][0]["mean"] += 0.5
    file.write_text(json.dumps(plain))
    done = olrun("verify", cwd=claiming)
    assert done.returncode == 3
    assert "tiny: FAILED, 2 of 20 numbers, 1 verdicts moved" in done.stdout
    assert "tiny: tiny, PA, epoch 1, test_error: expected" in done.stdout
    assert "tiny: claim fewer: expected not reproduced, found reproduced" in done.stdout


def test_a_reference_that_is_missing_or_damaged_fails_and_update_mends_it(claiming: Path) -> None:
    missing = olrun("verify", cwd=claiming)
    assert (missing.returncode, "--update" in missing.stdout) == (3, True)
    (claiming / "results/reference").mkdir(exist_ok=True)
    file = claiming / "results/reference/tiny.json"
    for damage in ("{", '{"result_digest": "x", "verdicts": [], "tolerances": null, "numbers": []}'):
        file.write_text(damage)
        damaged = olrun("verify", cwd=claiming)
        assert (damaged.returncode, "--update" in damaged.stdout, damaged.stderr) == (3, True, "")
    assert olrun("verify", "configs/tiny.yaml", "--update", cwd=claiming).returncode == 0
    assert olrun("verify", cwd=claiming).returncode == 0


def test_a_number_that_cannot_be_compared_is_damage(tmp_path: Path) -> None:
    for wrong in (
        Reference("x", {}, {}, (Number("d", "PA", 1, "test_error", float("nan")),)),
        Reference("x", {}, {"test_eror": 0.1}, ()),
        Reference("x", {}, {"test_error": float("nan")}, ()),
    ):
        references.write_reference(tmp_path, "name", wrong)
        with pytest.raises(OlrunError, match="is no reference"):
            references.read_reference(tmp_path, "name")


def test_a_reference_without_its_config_is_told(claiming: Path) -> None:
    olrun("verify", "configs/tiny.yaml", "--update", cwd=claiming)
    (claiming / "results/reference/gone.json").write_text("{}")
    assert olrun("verify", cwd=claiming).returncode == 2


def test_a_data_set_that_cannot_be_had_is_skipped_and_a_damaged_one_fails(claiming: Path) -> None:
    config = claiming / "configs/tiny.yaml"
    olrun("verify", config, "--update", cwd=claiming)
    (claiming / "configs/tiny.csv").write_text("a,kind\n1,x\nspam,y\n")
    damaged = olrun("verify", cwd=claiming)
    assert damaged.returncode == 3
    config.write_text(
        config.read_text().replace(
            "dataset: {path: tiny.csv, label: kind, split: {seed: 0}}", "dataset: isolet"
        )
    )
    nowhere = {"OLRUN_DATA": "", "OLRUN_CACHE": str(claiming), "https_proxy": "http://127.0.0.1:9"}
    skipped = olrun("verify", cwd=claiming, env=nowhere)
    assert (skipped.returncode, skipped.stderr) == (0, "")
    assert skipped.stdout.startswith("tiny: skipped\n")
    refused = olrun("verify", config, "--update", cwd=claiming, env=nowhere)
    assert (refused.returncode, "skipped" in refused.stdout) == (0, True)


@pytest.mark.parametrize(
    ("file", "old", "new", "moved"),
    [
        ("algorithms/iellip.py", "state.c[0] *= constants.b", "state.c[0] *= 0.9 * constants.b", {"IELLIP"}),
        ("engine/stream.py", "mistakes += 1", "mistakes += 2", {"IELLIP", "PA"}),
    ],
)
def test_a_changed_constant_fails_with_config_learner_and_metric(
    claiming: Path, file: str, old: str, new: str, moved: set[str]
) -> None:
    """A copy of the package with one number changed, on the same configs and the same cached cells."""
    olrun("verify", "configs/tiny.yaml", "--update", cwd=claiming)
    package = Path(onlinelearn.__file__).parent
    shutil.copytree(package, claiming / "copy/onlinelearn", ignore=shutil.ignore_patterns("__pycache__"))
    changed = claiming / "copy/onlinelearn/learners" / file
    assert old in changed.read_text()
    changed.write_text(changed.read_text().replace(old, new))
    program = "from onlinelearn.cli import main; import sys; sys.argv[0] = 'olrun'; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "verify"],
        cwd=claiming,
        env=os.environ | {"PYTHONPATH": str(claiming / "copy"), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert set(re.findall(r"^  tiny: tiny, (\w+), epoch \d, \w+: expected", done.stdout, re.M)) == moved


NUMBER = Number("d", "PA", 1, "test_error", 0.25)


def test_a_stated_tolerance_lets_a_number_move_and_no_further() -> None:
    stated = Reference("x", {}, {"test_error": 0.01}, (NUMBER,))
    near = Reference("y", {}, {}, (Number("d", "PA", 1, "test_error", 0.259),))
    far = Reference("y", {}, {}, (Number("d", "PA", 1, "test_error", 0.27),))
    assert moved_values(stated, near) == []
    assert [moved.what for moved in moved_values(stated, far)] == ["d, PA, epoch 1, test_error"]


def test_a_digest_that_moves_alone_is_seen() -> None:
    (moved,) = moved_values(Reference("x", {}, {}, (NUMBER,)), Reference("y", {}, {}, (NUMBER,)))
    assert moved.what == "result digest"


def test_numbers_that_come_or_go_are_told() -> None:
    empty, full = Reference("x", {}, {}, ()), Reference("x", {}, {}, (NUMBER,))
    assert str(moved_values(empty, full)[0]).endswith(": new")
    assert str(moved_values(full, empty)[0]).endswith(": gone")
    assert moved_values(full, empty, absent=["d"]) == []


def test_a_reference_keeps_the_numbers_of_the_config_as_written_and_the_digest_of_all(
    tiny: Path, tmp_path: Path
) -> None:
    tiny.write_text(tiny.read_text() + "readings: {choices: {C: {key: learners.PA.C, values: [0.001]}}}\n")
    result = run(tiny, out=tmp_path / "out", jobs=1)
    assert {row.condition for row in result.rows} == {"tiny", "tiny | C=0.001"}
    kept = references.make_reference(result)
    assert {number.dataset for number in kept.numbers} == {"tiny"}
    assert kept.result_digest == result_digest(result.rows, result.points)


def test_a_reference_reads_as_it_was_written(tmp_path: Path) -> None:
    given = Reference("x", {"c": "reproduced"}, {"test_error": 0.1}, (NUMBER,))
    references.write_reference(tmp_path, "name", given)
    assert references.read_reference(tmp_path, "name") == given


def test_auto_stops_when_every_claim_is_decided(claiming: Path) -> None:
    done = olrun("configs/tiny.yaml", "--permutations", "auto", cwd=claiming)
    assert done.returncode == 0
    assert "fewer  reproduced (1 of 1 hold)" in done.stdout
    record = json.loads((claiming / "results/tiny/claims.json").read_text())
    assert record["claims"][0]["looks"] == len(LOOKS)
    manifest = json.loads((claiming / "results/tiny/manifest.json").read_text())
    assert manifest["config"]["protocol"]["permutations"] in LOOKS


def test_auto_needs_claims_and_a_count_needs_a_number(tiny: Path) -> None:
    assert olrun(tiny, "--permutations", "auto", cwd=tiny.parent).returncode == 2
    assert olrun(tiny, "--permutations", "many", cwd=tiny.parent).returncode == 2
