"""Import paths that earlier versions documented still work."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from onlinelearn.base.moved_modules import MOVED

OLD_LEARNER = '''
from typing import NamedTuple

from onlinelearn.learners.linear import Linear, LinearLearner, look, move, score
from onlinelearn.parameters import NonNegative
from onlinelearn.types import Floats


class Constants(NamedTuple):
    margin: float


def step(state: Linear, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    updated = eta <= constants.margin
    if updated:
        move(state.W, r, q, 1.0, x)
    return eta <= 0.0, updated


class OldPerceptron(LinearLearner):
    """A learner as the first README showed it."""

    name = "old_perceptron"
    step = staticmethod(step)

    def __init__(self, *, margin: NonNegative = 0.0) -> None:
        self.margin = margin

    def constants(self) -> Constants:
        return Constants(float(self.margin))
'''


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_an_old_path_has_the_names_of_the_new_one(old: str, new: str) -> None:
    before, now = vars(importlib.import_module(old)), vars(importlib.import_module(new))
    public = [name for name in now if not name.startswith("_")]
    assert public
    assert all(before[name] is now[name] for name in public)


def test_a_module_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"onlinelearn\.shoor"):
        importlib.import_module("onlinelearn.shoor")


def test_a_learner_written_for_the_old_paths_runs(tmp_path: Path) -> None:
    (tmp_path / "old_perceptron.py").write_text(OLD_LEARNER)
    program = f"""
import onlinelearn, onlinelearn.learners.algorithms
onlinelearn.learners.algorithms.__path__.append({str(tmp_path)!r})
model = onlinelearn.OldPerceptron(margin=0.5).fit([[1.0, 0.0], [0.0, 1.0]], ["a", "b"])
print(model.predict([[2.0, 0.0]])[0], onlinelearn.shor.minimize.__module__)
"""
    interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=interpreted
    )
    assert done.stdout == "a onlinelearn.numerics.shor\n", done.stderr
