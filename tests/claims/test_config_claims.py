"""Claims in configs: checked against what the experiment has."""

from pathlib import Path

import pytest

from onlinelearn.config import parse_config
from onlinelearn.errors import ConfigError

CONFIG = """\
dataset: letter
learners:
  IELLIP: {learner: iellip, b: {grid: [0.1, 0.3]}}
  PA: pa
protocol: {epochs: 2}
metrics: [test_error, curves]
paper: icml09
claims:
  one:
    says: something
    holds: 'PA.updates > 3'
"""


def read(text: str) -> object:
    return parse_config(text, name="x", where="x.yaml", folder=Path())


def test_a_claim_is_part_of_the_experiment_and_comes_back() -> None:
    experiment = parse_config(CONFIG, name="x", where="x.yaml", folder=Path())
    (claim,) = experiment.claims
    assert (claim.id, claim.says, claim.texts) == ("one", "something", ("PA.updates > 3",))
    again = parse_config(experiment.resolved(), name="x", where="x.yaml", folder=Path())
    assert again.claims == experiment.claims
    assert again.paper == "icml09"


@pytest.mark.parametrize(
    ("holds", "told"),
    [
        ("PAA.updates > 3", "unknown learner 'PAA'; did you mean 'PA'?"),
        ("PA.update > 3", "unknown metric 'update'; did you mean 'updates'?"),
        ("PA.balanced_error > 3", "unknown metric 'balanced_error'"),
        ("PA.updates > 3 in epoch 3", "no epoch 3: the protocol has 2"),
        ("IELLIP.updates > 3", "unknown learner 'IELLIP'"),
        ("IELLIP.updates increases with c", "no grid over 'c'"),
        ("PA.updates increases with C", "no grid over 'C'"),
        ("PA.support@5 > 3", "the curves have no 'support'"),
        ("updates matches ''none.csv'' within 1", "there is no file 'none.csv' beside the config"),
        ("PA.updates >", "expected a number"),
        ("PA.updates * 3", "cannot read"),
    ],
)
def test_a_claim_about_what_is_not_there_is_an_error(holds: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(CONFIG.replace("PA.updates > 3", holds))
    if told != "expected a number":
        assert told in str(caught.value)
    assert str(caught.value).startswith("x.yaml, line 11: claims.one.holds: ")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("    datasets: [leter]", "unknown data set 'leter'; did you mean 'letter'?"),
        ("    epochs: [3]", "no epoch 3"),
        ("    epochs: [0]", "claims.one.epochs"),
        ("    hold: x", "unknown key 'hold'; did you mean 'holds'?"),
        ("    always: 1", "claims.one.always"),
    ],
)
def test_a_wrong_scope_is_an_error(line: str, told: str) -> None:
    with pytest.raises(ConfigError, match="line 12") as caught:
        read(CONFIG + line + "\n")
    assert told in str(caught.value)


def test_a_claim_about_time_stands_alone() -> None:
    with pytest.raises(ConfigError, match="never a gate"):
        read(CONFIG.replace("'PA.updates > 3'", "[PA.updates > 3, PA.seconds < 3]"))


def test_an_unknown_paper_is_an_error() -> None:
    with pytest.raises(ConfigError, match="unknown paper 'icml9'; did you mean 'icml09'"):
        read(CONFIG.replace("icml09", "icml9"))


def test_a_grid_of_learners_has_a_trend() -> None:
    read(CONFIG.replace("PA.updates > 3", "IELLIP.updates increases with b"))
    read(CONFIG.replace("'PA.updates > 3'", "\"'IELLIP b=0.1'.updates@100 < 'IELLIP b=0.3'.updates@100\""))
