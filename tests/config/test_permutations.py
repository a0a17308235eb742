"""The number of permutations, one for all data sets or one for each."""

import pytest

from onlinelearn.experiment.baselines import baselines
from onlinelearn.experiment.cells import cells
from tests.config.outcomes import assert_sound, error_of, parsed

CONFIG = """\
datasets: [usps, letter, shuttle]
learners:
  I: {learner: iellip, c: 0.1}
protocol:
  permutations: NUMBERS
readings:
  choices: {c: {key: learners.I.c, values: [0.5]}}
"""


def permutations(numbers: str, *overrides: str) -> dict[str, int]:
    """How many cells each data set has, with one learner."""
    experiment = parsed(CONFIG.replace("NUMBERS", numbers), overrides)
    assert_sound(experiment)
    found = [cell.dataset.label for cell in cells(experiment)]
    return {label: found.count(label) for label in found}


def test_a_data_set_has_its_own_number_under_each_reading() -> None:
    assert permutations("{shuttle: 8, others: 2}") == {
        **{"usps": 2, "letter": 2, "shuttle": 8},
        **{"usps | c=0.5": 2, "letter | c=0.5": 2, "shuttle | c=0.5": 8},
    }


def test_one_number_on_the_command_line_is_that_of_all() -> None:
    assert set(permutations("{shuttle: 8, others: 2}", "protocol.permutations=3").values()) == {3}


def test_baselines_have_their_share_of_each_number() -> None:
    found = baselines(parsed(CONFIG.replace("NUMBERS", "{shuttle: 400, others: 40}")))
    names = [each.cell.dataset.label for each in found]
    assert names.count("usps") == names.count("shuttle") == 10
    one = baselines(parsed(CONFIG.replace("NUMBERS", "{shuttle: 400, others: 1}")))
    assert [each.cell.dataset.label for each in one].count("usps") == 1


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ("{shutle: 8, others: 2}", "unknown data set 'shutle'; did you mean 'shuttle'?"),
        ("{shuttle: 8}", "usps, letter have no number; add 'others: N' for the data sets that are not named"),
        ("{}", "usps, letter, shuttle have no number; add "),
        ("{shuttle: 0, others: 1}", "expected an integer >= 1 and <= 10000, got 0"),
        ("many", "expected an integer >= 1 and <= 10000 or a mapping, got 'many'"),
    ],
)
def test_a_wrong_number_is_refused_where_it_stands(numbers: str, message: str) -> None:
    found = error_of(CONFIG.replace("NUMBERS", numbers))
    assert found.startswith("configs/trial.yaml, line 5: protocol.permutations")
    assert message in found


def test_more_cells_than_a_plan_can_have_are_counted_by_data_set() -> None:
    text = CONFIG.replace("NUMBERS", "{shuttle: 10000, usps: 10000, others: 9000}")
    assert parsed(text).conditions
    many = text.replace("values: [0.5]", "values: [0.5, 0.2, 0.3, 0.4]")
    assert "145,000 cells, and a config may have 100,000" in error_of(many)
