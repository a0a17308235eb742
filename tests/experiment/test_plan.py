"""The plan: which cells an experiment has, and what their keys tell apart."""

from typing import Any

import pytest

from onlinelearn.experiment.baselines import baselines
from onlinelearn.experiment.cells import Cell, cells, key
from tests.config.outcomes import parsed

CONFIG: dict[str, Any] = {
    "datasets": ["usps", "letter"],
    "learners": {"I": {"learner": "iellip", "c": 0.1}, "P": "pa"},
    "protocol": {"permutations": 2},
}

READINGS = {
    "choices": {
        "c": {"key": "learners.I.c", "values": [0.5]},
        "scaling": {"key": "preprocess", "values": [["unit_norm"]]},
        "letter": {"key": "datasets.1.train", "values": [0.5]},
    },
    "sample": 1,
}


def keys(config: dict[str, Any]) -> dict[str, str | None]:
    """The key of each cell; its data are told apart as the options tell them apart."""
    return {str(cell): key(cell, repr(cell.dataset.choice)) for cell in cells(parsed(config))}


def test_every_arm_is_crossed_with_its_learners_and_the_permutations() -> None:
    experiment = parsed(CONFIG | {"readings": READINGS})
    found = cells(experiment)
    assert len(found) == sum(2 * len(condition.learners) for condition in experiment.conditions)
    for condition in experiment.conditions:
        here = [cell for cell in found if cell.dataset == condition.dataset]
        assert [cell.learner for cell in here[::2]] == list(condition.learners)
        assert {cell.preprocess for cell in here} == {condition.preprocess}
        assert [cell.task.permutation for cell in here[:2]] == [1, 2]


def test_readings_share_the_cells_in_which_they_agree() -> None:
    found = keys(CONFIG | {"readings": READINGS})
    assert found["usps | c=0.5, P, permutation 1"] == found["usps, P, permutation 1"]
    assert found["usps | c=0.5, I, permutation 1"] != found["usps, I, permutation 1"]
    assert found["usps | scaling=unit_norm, P, permutation 1"] != found["usps, P, permutation 1"]
    assert found["letter | letter=0.5, P, permutation 1"] != found["letter, P, permutation 1"]


def test_how_a_learner_asks_is_part_of_its_key() -> None:
    def asking(**ask: object) -> str | None:
        learner = {"learner": "iellip", **({"ask": ask} if ask else {})}
        return keys({"dataset": "usps", "learners": {"A": learner}})["usps, A, permutation 1"]

    found = [
        asking(),
        asking(rule="random", rate=1),
        asking(rule="random", rate=0.5),
        asking(rule="ellipsoid"),
    ]
    assert len(set(found)) == len(found)
    assert asking(rule="ellipsoid", scale=1) == asking(rule="ellipsoid")


def test_what_a_learner_is_called_is_no_part_of_its_key() -> None:
    one, other = (keys({"dataset": "usps", "learners": {label: "pa"}}) for label in ("A", "B"))
    assert list(one.values()) == list(other.values())


def test_a_cell_carries_its_rule_for_asking() -> None:
    (cell,) = cells(parsed({"dataset": "usps", "learners": {"A": {"learner": "iellip", "ask": "ellipsoid"}}}))
    assert cell.task.ask == cell.learner.ask is not None


def baseline_cells(config: dict[str, Any]) -> list[Cell]:
    return [baseline.cell for baseline in baselines(parsed(config))]


def test_simpler_learners_run_beside_the_config_as_written_only() -> None:
    assert baseline_cells(CONFIG)
    assert len(baseline_cells(CONFIG | {"readings": READINGS})) == len(baseline_cells(CONFIG))
    assert {cell.dataset.reading for cell in baseline_cells(CONFIG | {"readings": READINGS})} == {""}


@pytest.mark.parametrize(("permutations", "baselines"), [(1, 1), (2, 2), (3, 3), (8, 3), (20, 5), (400, 10)])
def test_simpler_learners_are_few(permutations: int, baselines: int) -> None:
    config = {"dataset": "letter", "learners": {"PA": "pa"}, "protocol": {"permutations": permutations}}
    assert len(baseline_cells(config)) == baselines


def test_simpler_learners_can_be_turned_off() -> None:
    assert baseline_cells(CONFIG | {"baselines": False}) == []


def test_a_learner_that_asks_has_no_simpler_one_beside_it() -> None:
    asking = {"A": {"learner": "iellip", "ask": {"rule": "random", "rate": 0.5}}}
    assert baseline_cells(CONFIG | {"learners": asking}) == []


def test_generated_data_have_no_simpler_learners_beside_them() -> None:
    found = baseline_cells(CONFIG | {"datasets": ["letter", "separable"]})
    assert {cell.dataset.label for cell in found} == {"letter"}
