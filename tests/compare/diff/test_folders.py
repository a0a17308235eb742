"""Two folders of results: what their records and the chains of their cells tell."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.diff import FolderComparison, compare_folders, describe, diff
from onlinelearn.compare.diff.folder_comparison import first_differing_checkpoint
from onlinelearn.compare.diff.ready_cells import ready_cells
from onlinelearn.config import load_config
from onlinelearn.experiment.cell_store import store_beside
from onlinelearn.experiment.protocol import Checkpoint, run_cell
from tests.compare.diff.naive import course, first_round


def left(tiny: Path, name: str, *overrides: str) -> Path:
    """The folder that a run of the tiny config leaves."""
    result = run(load_config(tiny, ["figures=[]", *overrides]), out=tiny.parent / name, jobs=1)
    return Path(result.folder)


def alter(folder: Path, **entries: Any) -> None:
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | entries))


def test_equal_digests_are_the_same_results(tiny: Path) -> None:
    found = compare_folders(left(tiny, "one"), left(tiny, "other"))
    assert found.same
    assert describe(found) == f"the same results: {found.digests[0]}"


def test_an_altered_parameter_is_named_and_its_cells_part_where_a_plain_loop_says(tiny: Path) -> None:
    change = "learners.PA.C=0.01"
    one, other = left(tiny, "one"), left(tiny, "other", change, "title=a title decides nothing")
    found = compare_folders(one, other)
    assert not found.same
    assert [(each.entry, each.one, each.other) for each in found.changes] == [
        ("config.learners.PA.C", "1.0", "0.01")
    ]
    assert found.diverged
    assert {cell.name.learner for cell in found.diverged} == {"PA"}
    ours, theirs = ready_cells(load_config(tiny)), ready_cells(load_config(tiny, [change]))
    for cell in found.diverged:
        data, task = ours[cell.name].job.data, ours[cell.name].task
        courses = [course(each[cell.name].learner, data, task) for each in (ours, theirs)]
        assert cell.comparison is not None
        assert cell.comparison.difference is not None
        assert cell.comparison.difference.round == first_round(courses[0], courses[1], "weights")
        assert cell.agreed < cell.comparison.difference.round <= cell.differed


def test_without_the_code_of_both_sides_the_checkpoints_are_told(tiny: Path) -> None:
    one, other = left(tiny, "one"), left(tiny, "other", "learners.PA.C=0.01")
    record = json.loads((other / "manifest.json").read_text())
    kept = store_beside(other.parent)
    for cell in record["cells"]:
        old, cell["key"] = cell["key"], cell["key"][::-1]
        if (outcome := kept.get(old)) is not None:
            kept.put(cell["key"], outcome)
    kept.close()
    alter(other, cells=record["cells"], code_digests=record["code_digests"] | {"pa": "another"})
    found = compare_folders(one, other)
    assert found.note is not None
    assert all(cell.comparison is None for cell in found.diverged)
    text = describe(found)
    cell = found.diverged[0]
    told = "tiny, PA, permutation 1: first differ"
    assert (cell.agreed, cell.differed) == (0, 1)
    assert f"{told} in round 1\n" in text
    later = replace(found, diverged=(replace(cell, agreed=4, differed=8),))
    assert f"{told} between rounds 5 and 8\n" in describe(later)
    assert "no exact rounds: the code or the data here is not that of both" in text
    assert [each.entry for each in found.changes][:2] == ["config.learners.PA.C", "code_digests.pa"]


def test_another_seed_is_another_stream_and_has_no_round_to_name(tiny: Path) -> None:
    found = compare_folders(left(tiny, "one"), left(tiny, "other", "protocol.seed=8"))
    assert found.note is not None
    assert "different orders" in found.note
    assert {cell.agreed for cell in found.diverged} == {0}


def test_a_longer_run_goes_the_same_way_as_far_as_the_shorter_one(tiny: Path) -> None:
    found = compare_folders(left(tiny, "one"), left(tiny, "other", "protocol.epochs=4"))
    assert not found.same
    assert found.diverged == ()
    assert "the cells that both have agree" in describe(found)


def test_cells_that_are_not_kept_are_counted(tiny: Path) -> None:
    one, other = left(tiny, "one"), left(tiny, "other", "learners.PA.C=0.01")
    for file in (other.parent / ".cells").iterdir():
        file.unlink()
    found = compare_folders(one, other)
    assert len(found.not_kept) == 6
    assert "6 cells, tiny, PA, permutation 1" in describe(found)


def test_the_first_checkpoint_apart_is_where_the_chains_part(tiny: Path) -> None:
    cell = next(iter(ready_cells(load_config(tiny)).values()))
    curve = run_cell(cell.learner, cell.job.data, cell.task).curve
    assert first_differing_checkpoint(curve, curve) is None
    for cut in range(len(curve)):
        other = [*curve[:cut], *(Checkpoint(at.round, 0, 0, "other") for at in curve[cut:])]
        assert first_differing_checkpoint(curve, other) == (
            curve[cut - 1].round if cut else 0,
            curve[cut].round,
        )


def test_chains_are_compared_only_as_long_as_the_checkpoints_are_the_same() -> None:
    one = [Checkpoint(t, 0, 0, f"{t}") for t in (1, 2, 4)]
    other = [Checkpoint(t, 0, 0, f"{t}") for t in (1, 2, 5)]
    assert first_differing_checkpoint(one, other) is None


def test_only_the_experiments_own_cells_are_staged(tiny: Path) -> None:
    wanted = {("tiny", learner, permutation) for learner in ("PA", "IELLIP") for permutation in (1, 2, 3)}
    assert set(ready_cells(load_config(tiny))) == wanted


def test_two_folders_are_compared_as_results(tiny: Path) -> None:
    folder = str(left(tiny, "one"))
    assert isinstance(diff(folder, folder), FolderComparison)


def test_a_folder_must_be_one_that_a_run_left(tiny: Path) -> None:
    folder = left(tiny, "one")
    with pytest.raises(ConfigError, match=r"has no manifest\.json; name a folder that olrun wrote"):
        compare_folders(folder, tiny.parent)
    for text in ("{", "[]", "{}", "\xff"):
        (folder / "manifest.json").write_text(text, encoding="latin-1")
        with pytest.raises(ConfigError, match="run its config again"):
            compare_folders(folder, folder)
