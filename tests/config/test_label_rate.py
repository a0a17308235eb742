"""The share of labels that are shown: what a learner is told of it is what the protocol does."""

import pytest

from tests.config.outcomes import error_of, parsed

CONFIG = """\
dataset: spirals
learners:
  PA: pa
  MR: {learner: online_mr, label_rate: RATE}
"""


def test_without_a_protocol_all_labels_are_shown_and_a_learner_must_not_be_told_otherwise() -> None:
    assert error_of(CONFIG.replace("RATE", "0.1")) == (
        "configs/trial.yaml, line 4: learners.MR: 'label_rate' is 1, and 0.1 in MR; "
        "make them equal, or leave it out there"
    )


def test_a_grid_has_its_problem_at_its_entry() -> None:
    message = error_of(CONFIG.replace("RATE", "{grid: [1.0, 0.5]}"))
    assert message.startswith("configs/trial.yaml, line 4: learners.MR: 'label_rate' is 1, and 0.5 in MR ")


def test_the_protocol_has_the_problem_where_there_is_one() -> None:
    message = error_of(CONFIG.replace("RATE", "0.1") + "protocol: {epochs: 2}\n")
    assert message.startswith("configs/trial.yaml, line 5: protocol: 'label_rate' is 1, and 0.1 in MR;")


def test_a_set_that_makes_the_rates_differ_has_the_problem() -> None:
    text = CONFIG.replace("RATE", "0.1") + "protocol: {label_rate: 0.1}\n"
    assert error_of(text, "protocol.label_rate=0.2").startswith("--set protocol.label_rate=0.2: protocol: ")


@pytest.mark.parametrize(
    ("rate", "protocol"), [("1", ""), ("null", ""), ("0.1", "protocol: {label_rate: 0.1}\n")]
)
def test_equal_rates_are_fine(rate: str, protocol: str) -> None:
    experiment = parsed(CONFIG.replace("RATE", rate) + protocol)
    assert [each.label for each in experiment.learners] == ["PA", "MR"]


def test_a_learner_that_is_not_ours_may_mean_something_else_by_it() -> None:
    for rate in (0.1, "high"):
        source = {"dataset": "usps", "learners": {"Own": {"learner": "ours", "label_rate": rate}}}
        assert parsed(source).learners[0].parameters == {"label_rate": rate}
