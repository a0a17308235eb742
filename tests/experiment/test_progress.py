"""The progress of a run: the time left is that of the cells left, and a pipe gets a line now and then."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any, TextIO

import pytest

from onlinelearn.experiment import progress
from onlinelearn.experiment.progress import CellTally, lines
from onlinelearn.experiment.time_left import in_words, seconds_left
from tests.in_process import olrun

QUICK, SLOW = ("usps", "PA"), ("usps", "IELLIP")


def test_the_time_left_is_that_of_the_cells_left_not_of_the_mean_of_all() -> None:
    """Ten quick cells and one slow one took 20 seconds: nine slow ones take 90, not 16."""
    assert seconds_left(20.0, {QUICK: [1.0] * 10, SLOW: [10.0]}, {QUICK: 0, SLOW: 9}) == pytest.approx(90.0)


def test_jobs_at_once_and_overhead_scale_all_cells_alike() -> None:
    """Four cells of two seconds took four seconds, so there are two jobs: four more take as long."""
    assert seconds_left(4.0, {QUICK: [2.0] * 4}, {QUICK: 4}) == pytest.approx(4.0)


def test_a_group_without_an_end_costs_what_similar_ones_do() -> None:
    costs = {("usps", "PA"): [1.0], ("letter", "MIRA"): [3.0], ("isolet", "SOP"): [100.0]}
    assert seconds_left(104.0, costs, {("usps", "MIRA"): 1}) == pytest.approx(2.0)
    assert seconds_left(104.0, costs, {("shuttle", "SOP"): 1}) == pytest.approx(100.0)


def test_a_group_that_is_like_no_other_costs_the_mean_of_the_groups() -> None:
    costs = {("usps", "PA"): [1.0, 1.0, 1.0], ("letter", "MIRA"): [3.0]}
    assert seconds_left(6.0, costs, {("shuttle", "SOP"): 1}) == pytest.approx(2.0)


@pytest.mark.parametrize("costs", [{}, {QUICK: []}, {QUICK: [0.0]}])
def test_nothing_is_said_before_a_cell_has_cost_something(costs: dict[Any, list[float]]) -> None:
    assert seconds_left(5.0, costs, {QUICK: 3}) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a minute"),
        (44, "less than a minute"),
        (60, "about a minute"),
        (89, "about a minute"),
        (90, "about 2 minutes"),
        (3600, "about 60 minutes"),
        (7200, "about 2 hours"),
    ],
)
def test_a_time_is_said_as_people_say_it(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_a_line_says_how_many_cells_have_ended_and_how_long_the_others_take() -> None:
    tally = CellTally([QUICK] * 3 + [SLOW] * 3, begun=100.0)
    assert tally.line(now=110.0) == "0 of 6 cells"
    for _ in range(3):
        tally.ended(QUICK, 1.0)
    tally.ended(SLOW, 27.0)
    assert tally.line(now=200.0) == "4 of 6 cells, about 3 minutes left"


def test_a_cell_that_failed_has_ended_too() -> None:
    tally = CellTally([QUICK] * 2, begun=0.0)
    tally.ended(QUICK, None)
    assert tally.line(now=60.0) == "1 of 2 cells"
    assert tally.left == {QUICK: 1}


class Listened(io.StringIO):
    """A stream that tells when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Event()

    def flush(self) -> None:
        self.written.set()


def test_lines_come_while_a_cell_still_runs() -> None:
    stream = Listened()
    with lines(CellTally([QUICK], begun=0.0), stream, every=0.0):
        assert stream.written.wait(timeout=60.0)
    assert stream.getvalue().startswith("0 of 1 cells\n")


@pytest.mark.parametrize("quiet", [True, False])
def test_a_run_in_a_pipe_says_how_far_it_is_unless_it_is_told_not_to(
    quiet: bool, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here its one line is written when the cells have ended; two of them are those of simpler learners."""

    @contextmanager
    def at_the_end(tally: CellTally, stream: TextIO) -> Iterator[Callable[[], None]]:
        yield lambda: None
        stream.write(tally.line(tally.begun) + "\n")

    monkeypatch.setattr(progress, "lines", at_the_end)
    done = olrun(tiny, "--out", tmp_path / "out", *(["-q"] if quiet else []))
    assert done.stderr == ("" if quiet else "8 of 8 cells, less than a minute left\n")
