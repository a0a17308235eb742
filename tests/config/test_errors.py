"""Errors name the file, the line, the key, what was expected and the nearest name."""

import pytest

from tests.config.outcomes import SMALL, error_of, outcome

HERE = "configs/trial.yaml"


def test_the_issues_example_reads_as_promised() -> None:
    text = "title: a\ndataset: usps\npreprocess: []\nlearners:\n  IELLIP: {learner: ielip}\n"
    assert error_of(text) == (
        f"{HERE}, line 5: learners.IELLIP.learner: unknown learner 'ielip'; did you mean 'iellip'? "
        "If it is your own, add --plugin FILE.py"
    )


def test_a_set_of_another_package_is_found_without_the_package() -> None:
    message = error_of("dataset: iris\nlearners:\n  X: pa\n")
    assert message.endswith("'iris'; did you mean 'sklearn:iris'?")


@pytest.mark.parametrize(
    ("learner", "error"),
    [
        ("{learner: pa, C: -1}", "learners.X.C: expected a number > 0, got -1"),
        ("{learner: pa, C: 0}", "learners.X.C: expected a number > 0, got 0"),
        ("{learner: pa, C: true}", "learners.X.C: expected a number > 0, got true"),
        ("{learner: pa, C: '1'}", "learners.X.C: expected a number > 0, got '1'"),
        ("{learner: pa, C:}", "learners.X.C: expected a number > 0, got nothing"),
        ("{learner: pa, C: [1]}", "learners.X.C: expected a number > 0, got a list of 1"),
        ("{learner: pa, c: 1}", "learners.X.c: unknown parameter 'c'; did you mean 'C'?"),
        ("{learner: pa, zzz: 1}", "learners.X.zzz: unknown parameter 'zzz'; choose from variant, C, margin"),
        ("{learner: pa, variant: PA-3}", "expected one of 'PA', 'PA-I', 'PA-II', got 'PA-3'"),
        ("{learner: iellip, c: 1}", "learners.X.c: expected a number >= 0 and < 1, got 1"),
        ("{learner: iellip, b: 1.5}", "learners.X.b: expected a number >= 0 and <= 1, got 1.5"),
        (
            "{learner: sop, keep: every, matrix: diagonal}",
            "learners.X: `keep: every` is LIBOL's, with a full",
        ),
        ("{learner: scw, root: libol}", "learners.X: LIBOL's root is one of SCW-II"),
        ("{learner: norma, rate: 5, penalty: 1}", "learners.X: rate·penalty is 5; it must be below 1"),
        ("{learner: pa, C: {tunes: [1, 2]}}", "learners.X.C: unknown key 'tunes'; did you mean 'tune'?"),
        ("{learner: PA}", "learners.X.learner: unknown learner 'PA'; did you mean 'pa'?"),
        ("{C: 1}", "learners.X: 'learner' is missing; choose from"),
        ("{learner: 3}", "learners.X.learner: expected the name of a learner, got 3"),
        ("{learner: {grid: [pa]}}", "learners.X.learner: expected the name of a learner, got a mapping of 1"),
        ("[pa]", "learners.X: expected the name of a learner, or a mapping with 'learner' and its options"),
        ("perceptrn", "learners.X: unknown learner 'perceptrn'; did you mean 'perceptron'?"),
    ],
)
def test_a_wrong_learner(learner: str, error: str) -> None:
    message = error_of(f"dataset: usps\nlearners:\n  X: {learner}\n")
    assert message.startswith(f"{HERE}, line 3: ")
    assert error in message


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("protocl: {}", "protocl: unknown key 'protocl'; did you mean 'protocol'?"),
        ("protocol: {epoch: 1}", "protocol.epoch: unknown key 'epoch'; did you mean 'epochs'?"),
        ("protocol: {epochs: 0}", "protocol.epochs: expected an integer >= 1 and <= 10000, got 0"),
        ("protocol: {epochs: 1.0}", "protocol.epochs: expected an integer >= 1 and <= 10000, got 1.0"),
        (
            "protocol: {permutations: 1000000}",
            "expected an integer >= 1 and <= 10000 or a mapping, got 1000000",
        ),
        (
            "protocol: {seed: -1}",
            "protocol.seed: expected an integer >= 0 and < 2^64, got -1",
        ),
        (
            "protocol: 3",
            "protocol: expected a mapping with epochs, permutations, seed, label_rate, label_draw, test, ",
        ),
        (
            "preprocess: [unit_norn]",
            "preprocess.0: unknown preprocessor 'unit_norn'; did you mean 'unit_norm'?",
        ),
        ("preprocess: unit_norm", "preprocess: expected a list of preprocessors, got 'unit_norm'"),
        ("preprocess: [{value: 1}]", "preprocess.0: 'name' is missing; choose from unit_norm,"),
        (
            "preprocess: [{name: bias, valu: 1}]",
            "preprocess.0.valu: unknown parameter 'valu'; did you mean 'value'?",
        ),
        ("metrics: [test_eror]", "metrics.0: unknown metric 'test_eror'; did you mean 'test_error'?"),
        ("metrics: [updates, updates]", "metrics.1: the metric 'updates' is named twice"),
        ("metrics: []", "metrics: name at least one metric"),
        ("metrics: test_error", "metrics: expected a list of metrics, got 'test_error'"),
        ("figures: [epoch]", "figures.0: unknown figure 'epoch'; did you mean 'epochs'?"),
        (
            "figures: [curves]",
            "figures.0: the figure 'curves' needs the metric 'curves'; add it to 'metrics'",
        ),
        ("title: 3", "title: expected text of at most 200 characters, got 3"),
        ("title: ' '", "title: expected text of at most 200 characters, got ' '"),
        ("datasets: [usps]", "datasets: give 'dataset' or 'datasets', not both"),
    ],
)
def test_a_wrong_line(line: str, error: str) -> None:
    message = error_of(SMALL + line)
    assert message.startswith(f"{HERE}, line 4: ")
    assert error in message


@pytest.mark.parametrize(
    ("dataset", "error"),
    [
        ("upsp", "dataset: unknown dataset 'upsp'; did you mean 'usps'?"),
        ("3", "dataset: expected the name of a dataset, or a mapping with 'name' and its options, got 3"),
        ("{}", "dataset: 'name' is missing; choose from usps"),
        (
            "{name: isolet, atributes: first}",
            "unknown option of isolet 'atributes'; did you mean 'attributes'?",
        ),
        (
            "{name: isolet, attributes: last}",
            "dataset.attributes: expected one of 'variance', 'first', 'pca', got",
        ),
        ("{name: usps, classes: [1, 12]}", "dataset.classes.1: expected an integer >= 0 and <= 9, got 12"),
        ("{name: usps, classes: [1]}", "dataset.classes: expected a list of 2 or more, got a list of 1"),
        ("{path: my.csv}", "dataset: say which column holds the labels"),
        ("{path: my.xls, label: a}", "dataset: unknown format of 'my.xls'"),
        (
            "{path: my.csv, label: a, split: {tran: 0.5}}",
            "dataset.split.tran: unknown option of own data 'tran'",
        ),
        (
            "{path: my.csv, label: a, split: {train: 2}}",
            "dataset.split.train: expected a number > 0 and <= 1, got 2",
        ),
        ("{path: my.csv, label: [a]}", "dataset.label: expected text or an integer, got a list of 1"),
        ("{path: 3, label: a}", "dataset.path: expected text, got 3"),
        ("{path: my.csv, label: a, test: b.csv, split: {}}", "dataset: give `test` or `split`, not both"),
    ],
)
def test_a_wrong_dataset(dataset: str, error: str) -> None:
    message = error_of(f"learners: {{PA: pa}}\ndataset: {dataset}\n")
    assert message.startswith(f"{HERE}, line 2: ")
    assert error in message
    assert " more)" not in message


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("learners: {PA: pa}", ", line 1: 'dataset' is missing; give a name of `olrun list datasets`"),
        (
            "title: a\ndatset: usps\nlearners: {PA: pa}",
            ", line 2: datset: unknown key 'datset'; did you mean 'dataset'?",
        ),
        ("datasets: []\nlearners: {PA: pa}", ", line 1: datasets: name at least one data set"),
        ("dataset: usps", ", line 1: 'learners' is missing"),
        ("dataset: usps\nlearners: {}", ", line 2: learners: name at least one learner"),
        (
            "dataset: usps\nlearners: [pa]",
            ", line 2: learners: expected a mapping from labels to learners, got a list of 1",
        ),
        ("3", ", line 1: expected a mapping with title, dataset,"),
        ("datasets: [usps, usps]\nlearners: {PA: pa}", ", line 1: datasets.1: a second data set 'usps'"),
    ],
)
def test_what_is_missing_or_misshapen(text: str, error: str) -> None:
    assert error_of(text).startswith(HERE + error)


def test_of_several_errors_the_first_in_the_file_is_named_and_the_others_are_counted() -> None:
    text = "protocol: nonsense\nlearners:\n  A: nonsense\n  B: nonsense\nmetrics: nonsense\ndataset: usps\n"
    message = error_of(text)
    assert message.startswith(f"{HERE}, line 1: protocol: expected a mapping")
    assert message.endswith("(and 3 more)")


@pytest.mark.parametrize("label", ["", " PA", "PA ", "x" * 81, "=1+1", "@a", "-1", "+a"])
def test_a_label_must_fit_a_table(label: str) -> None:
    assert "label" in error_of({"dataset": "usps", "learners": {label: "pa"}})


@pytest.mark.parametrize("label", ["x" * 80, "a/b", "PA, C = 1", "50 %", "été", "$x_1$", "a=1+1"])
def test_any_printable_label_will_do(label: str) -> None:
    assert outcome({"dataset": "usps", "learners": {label: "pa"}}) is not None


def test_long_and_strange_values_are_shown_short_and_escaped() -> None:
    message = error_of({"dataset": "usps", "learners": {"PA": {"learner": "x" * 10_000}}})
    assert len(message) < 400
    assert "\\n" in error_of({"dataset": "usps", "learners": {"A\nB": "pa"}})


def test_without_lines_only_the_key_is_named() -> None:
    message = error_of({"dataset": "usps", "learners": {"PA": {"learner": "pa", "C": -1}}})
    assert message == f"{HERE}: learners.PA.C: expected a number > 0, got -1"
