"""A value that was chosen at an end of its list is said, and nothing else is."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from onlinelearn import run

SIZES = [1, 2, 3]


class FirstFeature:
    """Predicts the label where `size` is the right one, and always the same class otherwise."""

    def __init__(self, size: int = 1, right: int = 1) -> None:
        self.size, self.right = size, right

    def partial_fit(self, X: Any, y: Any) -> "FirstFeature":
        return self

    def predict(self, X: Any) -> Any:
        return (X[:, 0] > 0).astype(np.int64) * (self.size == self.right)


def notes(tmp_path: Path, learner: dict[str, object], name: str = "first") -> tuple[str, ...]:
    data = tmp_path / "my.csv"
    rows = (f"{1 if i % 2 else -1},{i % 2}\n" for i in range(40))
    data.write_text("x,k\n" + "".join(rows))
    config = {
        "dataset": {"path": str(data), "target": "k"},
        "learners": {"mine": {"learner": name, **learner}},
        "protocol": {"permutations": 2},
    }
    return run(config, out=tmp_path, learners={"first": FirstFeature}).notes


@pytest.mark.parametrize("end", [1, 3])
def test_a_value_at_an_end_is_said(tmp_path: Path, end: int) -> None:
    (note,) = notes(tmp_path, {"size": {"tune": SIZES}, "right": end})
    assert note == (
        f"my: chosen at an end of the list: size = {end} of mine in 2 of 2 permutations. "
        "A longer list may do better."
    )


@pytest.mark.parametrize(
    "learner",
    [
        {"size": {"tune": SIZES}, "right": 2},  # between the ends
        {"size": {"tune": SIZES}, "right": 9},  # all alike: the first is chosen, and says nothing
        {"size": {"tune": [1, 2]}, "right": 2},  # two values have nothing between them
    ],
)
def test_other_choices_are_not(tmp_path: Path, learner: dict[str, object]) -> None:
    assert notes(tmp_path, learner) == ()


@pytest.mark.parametrize(("values", "said"), [([0.0, 0.4, 0.8], 1), ([0.2, 0.6, 1.0], 0)])
def test_an_end_that_is_the_parameters_own_limit_is_not_said(
    tmp_path: Path, values: list[float], said: int
) -> None:
    """IELLIP's b is at most 1: a list that ends there can't be longer."""
    config = {
        "dataset": {"name": "separable", "d": 3, "margin": 0.2, "n_train": 200, "n_test": 20},
        "learners": {"IELLIP": {"learner": "iellip", "b": {"tune": values}}},
    }
    result = run(config, out=tmp_path)
    assert [row.values["b"] for row in result.candidates if row.chosen] == [values[-1]]
    assert len(result.notes) == said
