"""Of many cells, the store and memory hold little: what is long is kept only where something reads it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from onlinelearn.config import parse_config
from onlinelearn.experiment.cell_lines import KeptCell, encode
from onlinelearn.experiment.execution import Execution, execute
from onlinelearn.experiment.protocol import COMPARED_PERMUTATIONS, Prepared, Task, run_cell
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.experiment.worklist import Worklist, make_worklist
from onlinelearn.learners import registry
from tests.interpreted import interpreted


def test_a_cell_of_many_is_small_in_the_store_however_large_its_test_part_is() -> None:
    """Under 2 kB: its trace covers the predictions, which only the first permutations keep."""
    draw = np.random.default_rng(0)
    X, y = draw.normal(size=(4000, 3)), draw.integers(0, 10, 4000)
    data = Prepared(X, y, X, y, 10)
    with interpreted():
        first, later = (
            run_cell(registry()["perceptron"](), data, Task(1, permutation, 1, order="file"))
            for permutation in (COMPARED_PERMUTATIONS, COMPARED_PERMUTATIONS + 1)
        )
    assert len(first.predictions) == len(y)
    assert not later.predictions
    assert later.trace == first.trace, "in file order, all permutations are one run"
    assert len(encode(KeptCell("0" * 64, 2_000_000_000, later))) < 2000


CONFIG: dict[str, Any] = {
    "dataset": {"path": "many.csv", "target": "y", "split": {"train": 0.5, "seed": 0}},
    "learners": {
        "PA": {"learner": "pa", "C": 1.0},
        "Plain": "perceptron",
        "Tuned": {"learner": "pa", "C": {"tune": [0.1, 1.0]}},
    },
    "protocol": {"permutations": 12, "tune": {"by": "online_error"}},
    "metrics": ["test_error"],
}


def executed(folder: Path, **changes: Any) -> tuple[Worklist, Execution]:
    (folder / "many.csv").write_text("x,y\n" + "".join(f"{i % 7},{i % 2}\n" for i in range(40)))
    experiment = parse_config(CONFIG | changes, name="many", where="many", folder=folder)
    options = RunOptions(out=folder / "out", jobs=1)
    worklist = make_worklist(experiment, options.cache)
    with interpreted():
        return worklist, execute(worklist, options)


@pytest.mark.parametrize("metrics", [["test_error"], ["test_error", "curves"]])
def test_memory_holds_only_what_something_reads(tmp_path: Path, metrics: list[str]) -> None:
    """The predictions of cells that are compared, and curves where they are wanted; run or from the store."""
    for cached in (False, True):
        worklist, done = executed(tmp_path, metrics=metrics)
        assert bool(worklist.cached) == cached
        baselines = {baseline.cell for baseline in (*worklist.baselines, *worklist.later)}
        assert len(baselines) == 3, "of a quarter of the permutations"
        for cell, outcome in done.outcomes.items():
            held_against_one = cell.learner.label == "PA" and cell.task.permutation <= len(baselines)
            assert bool(outcome.predictions) == (cell in baselines or held_against_one), cell
            assert (len(outcome.curve) > 1) == ("curves" in metrics)
            assert outcome.tuning is None or outcome.tuning.best_on_test is None
