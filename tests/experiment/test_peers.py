"""Learners of other packages stand in the same table, on the same orders; a compiled plugin beside them."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from onlinelearn import load_dataset, run
from onlinelearn.base.errors import ConfigError
from onlinelearn.config import Experiment, parse_config
from onlinelearn.experiment.cells import cells, key
from onlinelearn.experiment.models import visible_weights
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.learners import peers
from onlinelearn.learners.catalog import Catalog
from onlinelearn.learners.foreign_options import ForeignOptions
from onlinelearn.learners.peers import vowpal_wabbit
from onlinelearn.numerics import rng
from tests.experiment.test_run import prepared
from tests.in_process import olrun

HALF_STEP = """\
from typing import NamedTuple

from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.linear import LinearLearner, look, move, score

SIZE = 0.5


class Constants(NamedTuple):
    rate: float


def step(state, constants, x, y):
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    if eta > 0.0:
        return False, False
    move(state.W, r, q, constants.rate * SIZE, x)
    return True, True


class HalfStep(LinearLearner):
    '''The Perceptron with steps of half the size.'''

    step = staticmethod(step)

    def __init__(self, *, rate: Positive = 1.0) -> None:
        self.rate = rate

    def constants(self):
        return Constants(float(self.rate))
"""


def config(tiny: Path, **learners: Any) -> dict[str, object]:
    return {
        "dataset": {"path": str(tiny.with_name("tiny.csv")), "label": "kind"},
        "learners": learners,
        "protocol": {"seed": 7},
        "metrics": ["test_error", "updates"],
    }


def test_scikit_learns_class_sees_the_orders_of_ours_and_its_updates_are_counted(tiny: Path) -> None:
    given = config(tiny, SGD={"learner": "sklearn:SGDClassifier", "random_state": 0}, PA="PassiveAggressive")
    result = run(given, out=tiny.parent / "out", jobs=1)
    (row,) = [row for row in result.rows if row.learner == "SGD"]
    assert row.updates is not None
    assert 0 < row.updates <= 72
    again = run(given, out=tiny.parent / "out", jobs=2)
    assert again.n_cached >= 2, "kept by class, parameters and version"
    assert again.digest == result.digest


def test_rivers_classifier_of_two_classes_learns_three_as_rivers_own_one_against_the_rest() -> None:
    linear_model, multiclass = (
        pytest.importorskip(f"river.{each}") for each in ("linear_model", "multiclass")
    )
    entry = Catalog().find("river:linear_model.PAClassifier")
    assert entry is not None
    data = prepared()
    outcome = run_cell(entry.make(C=0.1), data, Task(seed=5, permutation=2, epochs=1))
    theirs = multiclass.OneVsRestClassifier(linear_model.PAClassifier(C=0.1))
    mistakes = 0
    for i in rng.permutation((rng.ORDER, 5, 2, 1), 50):
        x, label = dict(enumerate(data.X_train[i].tolist())), int(data.y_train[i])
        mistakes += theirs.predict_one(x) != label
        theirs.learn_one(x, label)
    predictions = [theirs.predict_one(dict(enumerate(x.tolist()))) for x in data.X_test]
    assert outcome.epochs[0].mistakes == mistakes
    assert list(outcome.predictions) == predictions


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sklearn:SGDClasifier", "did you mean 'sklearn:SGDClassifier'"),
        ("sklearn:SVC", "does not learn online"),
        ("sklearn:MiniBatchKMeans", "neither a classifier nor a regressor"),
        ("skleran:SGDClassifier", "did you mean 'sklearn'"),
    ],
)
def test_a_peer_that_cannot_be_had_is_one_line(name: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told) as raised:
        Catalog().find(name)
    assert "\n" not in str(raised.value)


def test_scikit_learn_itself_checks_the_values(tiny: Path) -> None:
    for learner, told in (({"alpha": -1.0}, "alpha"), ({"alhpa": 1.0}, "did you mean 'alpha'")):
        with pytest.raises(ConfigError, match=told):
            run(config(tiny, SGD={"learner": "sklearn:SGDClassifier", **learner}), out=tiny.parent / "out")


def test_vowpal_wabbit_is_named_where_it_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "version_here", lambda package: "")
    with pytest.raises(ConfigError, match="pip install vowpalwabbit"):
        peers.find_peer("vw")


def test_vowpal_wabbit_gets_its_arguments_and_rows_in_its_format(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []

    class Workspace:
        def __init__(self, arguments: str) -> None:
            heard.append(arguments)

        def learn(self, line: str) -> None:
            heard.append(line)

        def predict(self, line: str) -> int:
            heard.append(line)
            return 2

    stub = ModuleType("vowpalwabbit")
    vars(stub)["Workspace"] = Workspace
    monkeypatch.setitem(sys.modules, "vowpalwabbit", stub)
    learner = vowpal_wabbit.VowpalWabbit(args="-l 0.1")
    learner.partial_fit(np.array([[0.5, 0.0, 2.0]]), np.array([2]), classes=np.arange(3))
    assert learner.predict(np.array([[0.0, 1.0, 0.0]])).tolist() == [1]
    assert heard == ["--quiet --oaa 3 -l 0.1", "3 | 0:0.5 2:2.0", "| 1:1.0"]


def test_vowpal_wabbit_itself_stands_beside_ours_and_learns_what_it_would_alone(tiny: Path) -> None:
    vowpalwabbit = pytest.importorskip("vowpalwabbit")
    learners = {"VW": {"learner": "vw", "args": "-l 0.3"}, "PA": {"learner": "pa"}}
    result = run(config(tiny, **learners), out=tiny.parent / "out", jobs=1)
    (found,) = [row for row in result.rows if row.learner == "VW"]
    assert {row.learner for row in result.rows} == {"VW", "PA"}
    assert found.updates is None, "its weights can't be seen"
    data = load_dataset({"path": str(tiny.with_name("tiny.csv")), "label": "kind"})
    alone, mistakes = vowpalwabbit.Workspace("--quiet --oaa 3 -l 0.3"), 0
    for t, i in enumerate(rng.permutation((rng.ORDER, 7, 1, 1), len(data.y_train))):
        row = " ".join(f"{j}:{value!r}" for j, value in enumerate(data.X_train[i].tolist()))
        label = "xyz".index(data.y_train[i]) + 1
        mistakes += t == 0 or alone.predict(f"| {row}") != label
        alone.learn(f"{label} | {row}")
    assert found.mistakes == mistakes


def regression(rows: int = 60) -> Prepared:
    draw = np.random.default_rng(3)
    X = draw.normal(size=(rows + 20, 3))
    y = X @ np.array([1.0, -2.0, 0.5])
    return Prepared(X[:rows].copy(), y[:rows], X[rows:].copy(), y[rows:], 0)


@pytest.mark.parametrize("name", ["sklearn:SGDRegressor", "river:linear_model.LinearRegression", "vw"])
def test_a_regressor_of_another_package_is_wrong_outside_of_the_tolerance(name: str) -> None:
    package = {"vw": "vowpalwabbit"}.get(name, name.partition(":")[0])
    pytest.importorskip(package)
    entry = Catalog().find(name)
    assert entry is not None
    data, task = regression(), Task(1, 1, 1, extra=("test_rmse",), foreign=ForeignOptions(tolerance=0.5))
    outcome = run_cell(entry.make(), data, task)
    theirs: Any = entry.make()
    mistakes = 0
    for t, i in enumerate(rng.permutation((rng.ORDER, 1, 1, 1), 60)):
        x, y = data.X_train[i : i + 1], data.y_train[i : i + 1]
        mistakes += t == 0 or abs(float(theirs.predict(x)[0]) - y[0]) > 0.5
        theirs.partial_fit(x, y)
    off = theirs.predict(data.X_test) - data.y_test
    (epoch,) = outcome.epochs
    assert epoch.mistakes == mistakes
    assert epoch.test_error == np.mean(np.abs(off) > 0.5)
    assert epoch.extra["test_rmse"] == pytest.approx(np.sqrt(np.mean(off**2)))
    assert 0 < mistakes < 60


@pytest.mark.parametrize(
    ("dataset", "learner", "told"),
    [
        ("linear", "sklearn:SGDClassifier", "is for classification, and linear for regression"),
        ("separable", "sklearn:SGDRegressor", "is for regression, and separable for classification"),
        ("separable", {"learner": "vw", "tolerance": 1}, "'tolerance' is for real targets"),
        ("linear", {"learner": "vw", "tolerance": -1}, "tolerance"),
        ("linear", {"learner": "vw", "rows_per_call": 0}, "rows_per_call"),
        ("linear", {"learner": "pa_regression", "rows_per_call": 2}, "unknown parameter 'rows_per_call'"),
    ],
)
def test_a_learner_and_a_target_that_do_not_fit_are_one_line(dataset: str, learner: Any, told: str) -> None:
    if "vw" in str(learner):
        pytest.importorskip("vowpalwabbit")
    with pytest.raises(ConfigError, match=told):
        run({"dataset": dataset, "learners": {"L": learner}})


class Counting:
    """Remembers how many rows each call brought."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int]] = []

    def partial_fit(self, X: Any, y: Any) -> None:
        self.calls.append(("learn", len(y)))

    def predict(self, X: Any) -> Any:
        self.calls.append(("predict", X.shape[0]))
        return np.zeros(X.shape[0], int)


def test_some_rows_are_predicted_first_and_learnt_in_one_call() -> None:
    counting, data = Counting(), prepared(n=50)
    outcome = run_cell(counting, data, Task(5, 2, 1, foreign=ForeignOptions(rows_per_call=4)))
    # The first row alone, since nothing can be predicted before it; calls end at checkpoints.
    assert counting.calls[:3] == [("learn", 1), ("predict", 1), ("learn", 1)]
    stream = [many for what, many in counting.calls if what == "learn"]
    assert (sum(stream), max(stream)) == (50, 4)
    asked = [many for what, many in counting.calls[:-1] if what == "predict"]
    assert asked == stream[1:]
    expected = 1 + sum(data.y_train[i] != 0 for i in rng.permutation((rng.ORDER, 5, 2, 1), 50)[1:])
    assert (outcome.epochs[0].mistakes, outcome.epochs[0].updates) == (expected, None)


def test_calls_end_where_curves_are_measured_so_that_early_ones_are_short() -> None:
    counting = Counting()
    run_cell(counting, prepared(n=700), Task(5, 2, 1, foreign=ForeignOptions(rows_per_call=100)))
    learnt = np.array([many for what, many in counting.calls if what == "learn"])
    begun = np.cumsum(learnt) - learnt
    assert learnt.max() == 100
    assert begun[learnt == 100].min() > 450  # as the page on learners of one's own says


def test_rows_per_call_is_part_of_the_key_and_of_the_record(tiny: Path) -> None:
    def made(**options: Any) -> Experiment:
        given = config(tiny, SGD={"learner": "sklearn:SGDClassifier", **options})
        return parse_config(given, name="x", where="config", folder=tiny.parent)

    (one,), (many,) = cells(made()), cells(made(rows_per_call=10))
    assert key(one, "digest") != key(many, "digest")
    assert made(rows_per_call=10).resolved()["learners"] == {
        "SGD": {"learner": "sklearn:SGDClassifier", "rows_per_call": 10}
    }


def test_a_compiled_plugin_with_half_steps_twice_as_long_is_the_perceptron(tiny: Path) -> None:
    plugin = tiny.with_name("half_step.py")
    plugin.write_text(HALF_STEP)
    sets = ["learners.Half={learner: half_step, rate: 2}", "learners.Perceptron={learner: perceptron}"]
    words = [word for each in sets for word in ("--set", each)]
    out = tiny.parent / "out"
    done = olrun(tiny, "--plugin", plugin, *words, "--set", "figures=[]", "--out", out, "-q")
    assert done.returncode == 0, done.stderr
    rows = [line.split(",") for line in (out / "tiny/runs.csv").read_text().splitlines()]
    mine, theirs = ([row[2:9] for row in rows if row[1] == label] for label in ("Half", "Perceptron"))
    assert mine == theirs
    wrong = olrun(tiny, "--plugin", plugin, "--set", "learners.PA={learner: HalfStep, rate: -1}", "--dry-run")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"coef_": [1.0]}, {"coef_": [2.0]}),
        ({"coef_": [1.0], "intercept_": 0.0}, {"coef_": [1.0], "intercept_": 1.0}),
        ({"weights": {"a": 1.0}}, {"weights": {"a": 2.0}}),
        ({"weights": {"a": 1.0}, "intercept": 0.0}, {"weights": {"a": 1.0}, "intercept": 1.0}),
    ],
)
def test_a_change_of_weights_is_seen_by_the_names_that_the_how_to_says(
    before: dict[str, object], after: dict[str, object]
) -> None:
    page = (Path(__file__).parents[2] / "docs/howto/own-learner.md").read_text(encoding="utf-8")
    said = page.partition("`updates` counts")[2].partition("\n\n")[0]
    assert all(f"`{name}`" in said for name in [*before, "model"])
    was, now = SimpleNamespace(**before), SimpleNamespace(**after)
    assert visible_weights(was) != visible_weights(now)
    assert visible_weights(SimpleNamespace(model=now)) == visible_weights(now)
    assert visible_weights(SimpleNamespace(W=[1.0])) is None
