"""A step of the user's that was changed is compiled again: the compiled code's name tells of it."""

from pathlib import Path

import pytest

from onlinelearn.checks import load_learner
from onlinelearn.learners.engine import linking, stream
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.primitives import Layer
from onlinelearn.templates import write_template


def digest_of(file: Path) -> str:
    learner = load_learner(str(file))
    assert issubclass(learner, Learner)
    return linking.digest(linking.resolve(stream.stream, (Layer({stream.step: learner.step}),)))


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("eta <= 0.0", "eta < 0.0", False),
        ("squared_norm(state.W, state.K, x) == 0.0", "squared_norm(state.W, state.K, x) == 0.5", False),
        ("# a tie is a mistake, too", "# also a tie", True),
    ],
)
def test_a_changed_step_has_another_digest(tmp_path: Path, old: str, new: str, same: bool) -> None:
    file, _ = write_template("learner", "mine", tmp_path)
    load_learner(str(file))  # so that both below are loaded under one name
    before, text = digest_of(file), file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    assert (digest_of(file) == before) == same
