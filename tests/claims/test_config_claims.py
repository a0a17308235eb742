"""Claims in configs: checked against what the experiment has."""

from pathlib import Path

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.claims.border import Distance
from onlinelearn.config import Experiment, parse_config

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
    ("holds", "border", "told"),
    [
        ("PA.online_error grows with round at rate < 0", "0.1", "is not, so make it a claim apart"),
        ("PA.updates > PA.mistakes", "{updates: 5}", "compares mistakes and updates, which need the same"),
        ("PA.updates > PA.mistakes", "{updates: 5, mistakes: 4}", "need the same border"),
    ],
)
def test_a_border_fits_every_statement_or_is_an_error(holds: str, border: str, told: str) -> None:
    with pytest.raises(ConfigError, match="line 12") as caught:
        read(CONFIG.replace("PA.updates > 3", holds) + f"    border: {border}\n")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("    datasets: [leter]", "unknown data set 'leter'; did you mean 'letter'?"),
        ("    epochs: [3]", "no epoch 3"),
        ("    epochs: [0]", "claims.one.epochs"),
        ("    hold: x", "unknown key 'hold'; did you mean 'holds'?"),
        ("    always: 1", "claims.one.always"),
        ("    border: 0", "claims.one.border"),
        ("    border: 0.0 %", "claims.one.border"),
        ("    border: {support: 1}", "unknown metric of the claim 'support'; choose from updates"),
    ],
)
def test_a_wrong_scope_is_an_error(line: str, told: str) -> None:
    with pytest.raises(ConfigError, match="line 12") as caught:
        read(CONFIG + line + "\n")
    assert told in str(caught.value)


def test_a_claim_says_which_config_decides_and_how_near_is_the_border() -> None:
    text = CONFIG + "    border: 0.002\n    decided_by: other\n"
    experiment = parse_config(text, name="x", where="x.yaml", folder=Path())
    (claim,) = experiment.claims
    assert (claim.border, claim.decided_by) == ({"updates": Distance(0.002)}, "other")
    again = parse_config(experiment.resolved(), name="x", where="x.yaml", folder=Path())
    assert again.claims == experiment.claims


def test_a_border_may_be_a_share_and_differ_by_metric() -> None:
    text = CONFIG + "    border: {updates: 1.5 %}\n    note: too few orders\n"
    experiment = parse_config(text, name="x", where="x.yaml", folder=Path())
    assert experiment.claims[0].border == {"updates": Distance(0.015, relative=True)}
    again = parse_config(experiment.resolved(), name="x", where="x.yaml", folder=Path())
    assert again.claims == experiment.claims
    assert again.claims[0].note == "too few orders"


def test_a_config_that_names_itself_decides() -> None:
    experiment = parse_config(CONFIG + "    decided_by: x\n", name="x", where="x.yaml", folder=Path())
    assert experiment.claims[0].decided_by is None


def test_a_bound_has_no_border() -> None:
    with pytest.raises(ConfigError, match="leave out 'border' or 'always'"):
        read(CONFIG + "    border: 1\n    always: true\n")


def test_a_claim_about_time_stands_alone() -> None:
    with pytest.raises(ConfigError, match="never a gate"):
        read(CONFIG.replace("'PA.updates > 3'", "[PA.updates > 3, PA.seconds < 3]"))
    both = "[PA.microseconds_per_update > 3, PA.seconds < 3]"
    timed = CONFIG.replace("'PA.updates > 3'", both).replace(
        "metrics: [", "metrics: [microseconds_per_update, "
    )
    (claim,) = parse_config(timed, name="x", where="x.yaml", folder=Path()).claims
    assert claim.timed


def test_an_unknown_paper_is_an_error() -> None:
    with pytest.raises(ConfigError, match="unknown paper 'icml9'; did you mean 'icml09'"):
        read(CONFIG.replace("icml09", "icml9"))


def test_a_grid_of_learners_has_a_trend() -> None:
    read(CONFIG.replace("PA.updates > 3", "IELLIP.updates increases with b"))
    read(CONFIG.replace("'PA.updates > 3'", "\"'IELLIP b=0.1'.updates@100 < 'IELLIP b=0.3'.updates@100\""))


READINGS = """\
datasets: [letter, {name: separable, margin: {grid: [0.2, 0.1]}}, {name: separable, margin: 0.05, seed: 0}]
learners:
  IELLIP: {learner: iellip, b: {grid: [0.1, 0.3]}}
  PA: pa
metrics: [test_error, curves, log_volume]
readings:
  choices:
    x: {key: KEY, values: {y: VALUE}}
claims:
  one: {says: something, holds: 'PA.updates > 3', datasets: [letter]}
"""


def with_reading(key: str, value: str, holds: str = "PA.updates > 3") -> Experiment:
    text = READINGS.replace("KEY", key).replace("VALUE", value).replace("PA.updates > 3", holds)
    return parse_config(text, name="x", where="x.yaml", folder=Path(__file__).parent)


def test_a_claim_about_a_data_set_is_about_all_readings_of_it() -> None:
    experiment = with_reading("learners.IELLIP.c", "0.5")
    (claim,) = experiment.claims
    assert claim.datasets == ("letter", "letter | x=y")
    assert experiment.resolved()["claims"]["one"]["datasets"] == ["letter"]  # type: ignore[index]


def test_a_claim_may_be_about_one_reading_alone() -> None:
    text = READINGS.replace("KEY", "learners.IELLIP.c").replace("VALUE", "0.5")
    text = text.replace("[letter]}", "['letter | x=y']}")
    experiment = parse_config(text, name="x", where="x.yaml", folder=Path())
    assert experiment.claims[0].datasets == ("letter | x=y",)
    again = parse_config(experiment.resolved(), name="x", where="x.yaml", folder=Path())
    assert again == experiment


@pytest.mark.parametrize(
    ("key", "value", "holds"),
    [
        ("learners.IELLIP.c", "0.5", "IELLIP.updates increases with b"),
        ("learners.IELLIP.c", "0.5", "PA.mistakes decreases with margin"),
        ("learners.PA.margin", "0.5", "PA.mistakes decreases with margin"),
        ("datasets.1.d", "7", "PA.mistakes decreases with margin"),
        ("datasets.0.train", "0.5", "PA.mistakes decreases with margin"),
        ("preprocess", "[minmax]", "PA.mistakes grows with round at rate < 1"),
        ("preprocess", "[minmax]", "IELLIP.log_volume grows with round at rate < 1"),
    ],
)
def test_a_trend_may_have_readings(key: str, value: str, holds: str) -> None:
    holds = holds.replace("IELLIP.log", "''IELLIP b=0.1''.log")
    assert with_reading(key, value, holds).claims


@pytest.mark.parametrize(
    ("key", "value", "holds", "told"),
    [
        (
            "datasets.2.margin",
            "0.06",
            "PA.mistakes decreases with margin",
            "'x=y' leaves no grid over 'margin'",
        ),
        (
            "learners",
            "{IELLIP b=0.1: {learner: iellip, b: 0.2, family: IELLIP}, "
            "IELLIP b=0.3: {learner: iellip, family: IELLIP}, PA: pa}",
            "IELLIP.updates increases with b",
            "has other values of 'b'",
        ),
        (
            "preprocess",
            "[minmax]",
            "updates matches ''test_judge.py'' within 1",
            "a config without 'readings'",
        ),
        ("preprocess", "[minmax]", "PA.log_volum@5 > 3", "unknown metric 'log_volum'"),
    ],
)
def test_a_claim_that_a_reading_leaves_without_sense_is_an_error(
    key: str, value: str, holds: str, told: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        with_reading(key, value, holds)
    assert told in str(caught.value)


def test_a_learners_own_measures_are_on_the_curves() -> None:
    assert with_reading("preprocess", "[minmax]", "PA.log_volume@5 > 3").claims
    with pytest.raises(ConfigError, match="the curves have no 'test_error'"):
        with_reading("preprocess", "[minmax]", "PA.test_error@5 > 3")
