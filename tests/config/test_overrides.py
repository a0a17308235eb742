"""`--set` changes one value, and what it gives is checked like the rest."""

import pytest

from tests.config.outcomes import error_of, parsed

TEXT = """\
datasets: [usps, {name: isolet, seed: 1}]
preprocess: [bias]
learners:
  PA: {learner: pa, C: 1}
  PA.v2: {learner: pa, C: 2}
  MIRA: mira
  PA C=3: {learner: pa, C: 3}
protocol: {epochs: 2}
"""

SHOWN = {"label_rate": 1.0, "label_draw": "independent", "test": "frozen", "delay": 0, "feedback": "full"}


@pytest.mark.parametrize(
    ("override", "same"),
    [
        ("title=New", {"title": "New"}),
        ("protocol.epochs=5", {"protocol": {"epochs": 5, "permutations": 1, "seed": 0, **SHOWN}}),
        ("protocol.seed=7", {"protocol": {"epochs": 2, "permutations": 1, "seed": 7, **SHOWN}}),
        ("protocol={seed: 7}", {"protocol": {"epochs": 1, "permutations": 1, "seed": 7, **SHOWN}}),
        ("metrics=[updates, seconds]", {"metrics": ["updates", "seconds"]}),
        ("figures=[]", {"figures": []}),
        ("title=a=b.c", {"title": "a=b.c"}),
        ("title='3'", {"title": "3"}),
    ],
)
def test_a_value_is_replaced_or_added(override: str, same: dict[str, object]) -> None:
    assert parsed(TEXT, [override]).resolved() == parsed(TEXT).resolved() | same


def test_keys_with_dots_and_signs_are_matched_before_they_are_split() -> None:
    overrides = ["learners.PA.C=10", "learners.PA.v2.C=20", "learners.PA C=3.C=30"]
    given = {
        each.label: each.parameters["C"] for each in parsed(TEXT, overrides).learners if each.learner == "pa"
    }
    assert given == {"PA": 10, "PA.v2": 20, "PA C=3": 30}


def test_a_name_alone_takes_options_too() -> None:
    overrides = ["learners.MIRA.margin=0.5", "datasets.0.classes=[0, 1]", "preprocess.0.value=3"]
    experiment = parsed(TEXT, overrides)
    assert experiment.learners[2].parameters["margin"] == 0.5
    assert experiment.resolved()["datasets"][0]["classes"] == [0, 1]  # type: ignore[index]
    assert experiment.preprocess[0].params == {"value": 3.0}
    one = parsed("dataset: isolet\nlearners: {A: pa}", ["dataset.attributes=first"])
    assert one.resolved()["datasets"][0]["attributes"] == "first"  # type: ignore[index]


def test_list_items_are_replaced_by_index_and_the_next_one_is_added() -> None:
    assert [each.label for each in parsed(TEXT, ["datasets.1=letter"]).datasets] == ["usps", "letter"]
    assert [each.label for each in parsed(TEXT, ["datasets.2=letter"]).datasets] == [
        "usps",
        "isolet",
        "letter",
    ]


def test_learners_and_grids_can_be_added() -> None:
    learners = parsed(TEXT, ["learners.New.learner=pa", "learners.New.C={grid: [1, 2]}"]).learners
    assert [each.label for each in learners][-2:] == ["New C=1", "New C=2"]


def test_the_last_of_several_wins() -> None:
    assert parsed(TEXT, ["protocol.epochs=3", "protocol.epochs=4"]).protocol.epochs == 4


@pytest.mark.parametrize(
    ("override", "error"),
    [
        ("protocol.epochs=x", "protocol.epochs: expected an integer >= 1 and <= 10000, got 'x'"),
        ("protocol.epochs=", "protocol.epochs: expected an integer >= 1 and <= 10000, got nothing"),
        ("protocol.epoch=1", "protocol.epoch: unknown key 'epoch'; did you mean 'epochs'?"),
        (
            "learners.PA.learner=ppa",
            "unknown learner 'ppa'; did you mean 'pa'? If it is your own, add --plugin FILE.py",
        ),
        ("learners.PA.C=[1", "not YAML: expected ',' or ']', but got '<stream end>'"),
        ("learners.PA.C=!!float 1", "the tag 'tag:yaml.org,2002:float' is not allowed; write plain values"),
        ("protocol.epochs.more=1", "protocol.epochs: 2 has no keys within"),
        ("datasets.3=usps", "datasets: expected an index from 0 to 2, got '3'"),
        ("datasets.-1=usps", "datasets: expected an index from 0 to 2, got '-1'"),
        ("datasets.first=usps", "datasets: expected an index from 0 to 2, got 'first'"),
        ("protocol.epochs", "protocol: expected KEY=VALUE, such as protocol.epochs=3"),
        ("", "expected KEY=VALUE, such as protocol.epochs=3"),
        ("=3", "expected KEY=VALUE, such as protocol.epochs=3"),
        ("dataset.seed=1", "datasets: give 'dataset' or 'datasets', not both"),
    ],
)
def test_an_error_names_the_override_in_place_of_the_line(override: str, error: str) -> None:
    message = error_of(TEXT, override)
    assert message.endswith(error)
    assert message.startswith(f"--set {override}: ")


@pytest.mark.parametrize(
    ("there", "override", "labels"),
    [
        ("dataset: isolet", "datasets=[usps, letter]", ["usps", "letter"]),
        ("datasets: [isolet, usps]", "dataset=letter", ["letter"]),
        ("dataset: isolet", "dataset=letter", ["letter"]),
    ],
)
def test_dataset_and_datasets_take_each_others_place(there: str, override: str, labels: list[str]) -> None:
    experiment = parsed(f"{there}\nlearners: {{PA: pa}}", [override])
    assert [each.label for each in experiment.datasets] == labels


WITH_CURVES = """\
dataset: usps
learners: {PA: pa, MIRA: mira}
protocol: {epochs: 3}
metrics: [test_error, curves]
figures: [curves]
claims: {one: {says: it, holds: PA.updates < MIRA.updates, epochs: [3]}}
"""


@pytest.mark.parametrize(
    ("override", "error"),
    [
        (
            "metrics=[updates]",
            "figures.0: the figure 'curves' needs the metric 'curves'; add it to 'metrics'",
        ),
        ("protocol.epochs=1", "claims.one.epochs: there is no epoch 3: the protocol has 1"),
        (
            "learners={PA: pa}",
            "claims.one.holds: unknown learner 'MIRA'; choose from PA in the statement "
            "'PA.updates < MIRA.updates'",
        ),
    ],
)
def test_what_an_override_breaks_elsewhere_is_its_fault(override: str, error: str) -> None:
    for overrides in ([override], ["title=a", override], [override, "title=a"]):
        assert error_of(WITH_CURVES, *overrides) == f"--set {override}: {error}"


def test_what_two_overrides_break_and_mend_is_no_fault() -> None:
    assert parsed(WITH_CURVES, ["metrics=[updates]", "figures=[]"]).figures == ()


def test_what_the_file_has_wrong_is_not_blamed_on_an_override() -> None:
    message = error_of(WITH_CURVES.replace("[curves]", "[pie]"), "protocol.epochs=4")
    assert message.startswith("configs/trial.yaml, line 5: figures.0: unknown figure 'pie'")


def test_errors_of_the_file_come_before_those_of_the_command_line() -> None:
    assert error_of(TEXT + "figures: [x]", "metrics=[x]").startswith("configs/trial.yaml, line 9: figures.0")


@pytest.mark.parametrize(
    "override", ["a." * 10_000 + "b=1", "title=" + "x" * 10_000, "a\nb=3", "title=\udcff", "\x00=1"]
)
def test_an_endless_or_unprintable_override_stays_one_short_line(override: str) -> None:
    message = error_of(TEXT, override)
    assert message.isprintable()
    assert len(message) < 500
