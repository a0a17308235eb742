"""Some kills and some damage; `make soak` does a thousand."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import reliability_page
from tests.faults.damage import damage_and_run
from tests.faults.disturbances import DISTURBANCES, Disturbance
from tests.faults.forked import Forked
from tests.faults.kills import WENT_ON, Undisturbed, fresh_folder, kill_at_random, kill_at_write, undisturbed
from tests.faults.lost_workers import kill_local_workers
from tests.faults.odd_places import ODD_PLACES, no_permission
from tests.faults.readers import (
    MANIFEST,
    MANIFEST_TOLD,
    NAMED,
    OTHERS_NAMED,
    damage_reference_and_verify,
    damage_this_and_read,
)

pytestmark = pytest.mark.filterwarnings("ignore")  # forks of a process that may have threads


@pytest.fixture(scope="module")
def whole() -> Iterator[Undisturbed]:
    with undisturbed() as made:
        yield made


def test_a_run_that_is_killed_at_random_moments_comes_through(whole: Undisturbed) -> None:
    assert kill_at_random(whole, 3, random.Random(5)) == {WENT_ON: 3}


def test_a_run_that_is_killed_at_a_write_goes_on(whole: Undisturbed) -> None:
    """A third of the way it keeps states, near the end it writes results."""
    assert whole.writes > 100
    for point in (whole.writes // 3, whole.writes - 5):
        assert kill_at_write(whole, point) == WENT_ON


def test_damage_is_mended_or_told(whole: Undisturbed) -> None:
    draw = random.Random(8)
    assert "mended" in {damage_and_run(whole, draw) for _ in range(4)}


def test_a_damaged_run_is_taken_for_a_whole_one_by_no_command(whole: Undisturbed) -> None:
    draw = random.Random(6)
    assert damage_this_and_read(whole, draw, MANIFEST, mixed=False) == MANIFEST_TOLD
    assert damage_this_and_read(whole, draw, "runs.csv", mixed=False) == NAMED
    assert damage_this_and_read(whole, draw, "chosen.csv", mixed=True) == OTHERS_NAMED


def test_a_damaged_reference_is_found(whole: Undisturbed) -> None:
    assert damage_reference_and_verify(whole, random.Random(1)) == "found"


def test_a_run_that_loses_a_worker_comes_through(whole: Undisturbed) -> None:
    assert kill_local_workers(whole, range(1), random.Random(4)).total() == 1


@pytest.mark.parametrize("disturb", DISTURBANCES.values())
def test_a_disturbed_run_ends_well_and_goes_on(whole: Undisturbed, disturb: Disturbance) -> None:
    assert disturb(whole, random.Random(2))


@pytest.mark.parametrize("place", ODD_PLACES)
def test_an_odd_place_changes_no_result(whole: Undisturbed, tmp_path: Path, place: str) -> None:
    in_memory = ("--set", "dataset.in_memory=true")
    command = (whole.config, *in_memory, "--out", tmp_path, "--jobs", "1")
    whole.check(Forked(*command, before=ODD_PLACES[place]).wait(), tmp_path)
    whole.check(Forked(*command, "--fresh", before=ODD_PLACES[place]).wait(), tmp_path)


def test_rows_that_can_be_kept_nowhere_are_told_in_a_line(whole: Undisturbed, tmp_path: Path) -> None:
    ended = Forked(whole.config, "--out", tmp_path, before=ODD_PLACES["no cache"]).wait()
    (line,) = ended.printed.splitlines()[-1:]
    assert ended.code == 1
    assert "in /dev/null/rows: Not a directory; name another folder in OLRUN_CACHE" in line


def test_a_folder_that_is_closed_is_told_before_anything_runs(whole: Undisturbed) -> None:
    """As nobody, where the tests run as root, to whom nothing is closed."""
    whole.folder.chmod(0o755)
    with fresh_folder(whole) as out:
        for mode in (0o555, 0o000):
            out.chmod(mode)
            ended = Forked(whole.config, "--out", out / "x", "--jobs", "1", before=no_permission).wait()
            assert (ended.code, len(ended.printed.splitlines())) == (1, 1)
            assert f"cannot write {out / 'x'}: Permission denied; use another --out" in ended.printed
        out.chmod(0o755)


def test_the_page_keeps_what_is_around_the_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"above\n{reliability_page.BEGIN}\nold\n{reliability_page.END}\nbelow\n")
    soak = reliability_page.Soak("make soak", minutes=2.0)
    soak.add("a kill", Counter({"went on": 1000, "did not": 2}))
    reliability_page.write(page, soak)
    text = page.read_text()
    assert text.startswith("above\n")
    assert text.endswith("\nbelow\n")
    assert "| a kill | 1,002 | 2 did not, 1,000 went on |" in text
    assert "old" not in text
