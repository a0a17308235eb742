"""What the two sides of the command may name, and what it prints."""

from collections.abc import Callable
from pathlib import Path

import pytest

from onlinelearn import run
from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.diff import LearnerComparison, describe, diff, resolve
from onlinelearn.compare.diff.sides import ConfigLearner, PythonLearner, RunFolder
from tests.conftest import write_blobs
from tests.in_process import olrun


def test_a_side_is_a_learner_of_a_config_a_folder_or_a_class(tiny: Path) -> None:
    folder = run(tiny, out=tiny.parent / "out", jobs=1).folder
    assert resolve(str(folder)) == RunFolder(folder)
    for text in (f"{tiny}:PA", f"{folder}:PA"):
        named = resolve(text)
        assert isinstance(named, ConfigLearner)
        assert (named.learner.learner, named.learner.parameters["margin"]) == ("pa", 0.1)
    for text in ("sklearn.linear_model.SGDClassifier", "river.linear_model.PAClassifier"):
        made = resolve(text)
        assert isinstance(made, PythonLearner)
        assert hasattr(made.learner, "partial_fit")


def test_a_label_may_have_colons(variant: Callable[[str, str], Path]) -> None:
    config = variant("PA:", "'a:b':")
    named = resolve(f"{config}:a:b")
    assert isinstance(named, ConfigLearner)
    assert named.learner.label == "a:b"


def test_the_only_learner_need_not_be_named(variant: Callable[[str, str], Path]) -> None:
    named = resolve(str(variant("  IELLIP: {learner: iellip}\n", "")))
    assert isinstance(named, ConfigLearner)
    assert named.learner.label == "PA"


def test_a_mean_of_weights_is_not_taken_for_the_last(variant: Callable[[str, str], Path]) -> None:
    config = variant("IELLIP: {learner: iellip}", "IELLIP: {learner: iellip, average: true}")
    with pytest.raises(ConfigError, match="IELLIP predicts with the mean of its weights"):
        resolve(f"{config}:IELLIP")


def test_own_learners_come_from_a_plugin(variant: Callable[[str, str], Path], tmp_path: Path) -> None:
    plugin = tmp_path / "constant.py"
    plugin.write_text(
        "class Constant:\n"
        "    def partial_fit(self, X, y, classes=None):\n"
        "        self.label = getattr(self, 'label', y[0])\n"
        "        return self\n"
        "    def predict(self, X):\n"
        "        return [self.label] * len(X)\n"
    )
    config = variant("IELLIP: {learner: iellip}", "IELLIP: {learner: constant}")
    ended = olrun("diff", f"{config}:PA", f"{config}:IELLIP", "--plugin", plugin)
    assert ended.returncode == 1
    assert "first differ in round" in ended.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "has several learners; name one, for example"),
        ("{}:IELIP", "did you mean 'IELLIP'"),
        ("{}:", "unknown learner of tiny ''"),
        ("{}x:PA", "no such file; did you mean 'tiny.yaml'"),
        ("{}x", "no such file; did you mean 'tiny.yaml'"),
        ("no.such.Class", "no such file"),
        ("sklearn.svm.SVC", "has no partial_fit and predict"),
        ("river.multiclass.OneVsRestClassifier", "compare it from Python"),
    ],
)
def test_a_wrong_name_is_one_line_with_the_way_out(tiny: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        resolve(text.format(tiny))
    assert "\n" not in str(caught.value)


def test_two_learners_of_a_config_are_told_apart_in_a_few_lines(tiny: Path) -> None:
    one, other = f"{tiny}:PA", f"{tiny}:IELLIP"
    found = diff(one, other)
    assert isinstance(found, LearnerComparison)
    assert not found.same
    (stream,) = found.streams
    assert stream.difference is not None
    heading, where, names, *rows = describe(found).splitlines()
    assert heading == f"tiny: {one} and {other}, by their decisions"
    found_in = f"first differ in round {stream.difference.round} of 144 (epoch 1), "
    assert f"{found_in}at example {stream.difference.example}," in where
    assert names.split() == [one, other]
    columns = [names.index(one), names.index(other)]
    for row in rows:
        assert all(row[at - 1] == " " and row[at] != " " for at in columns), "aligned"
    assert rows[0].split() == [
        "predicts",
        *("xyz"[each.prediction] for each in (stream.difference.one, stream.difference.other)),
    ]


def test_a_learner_agrees_with_itself_in_every_bit(tiny: Path) -> None:
    found = diff(f"{tiny}:PA", f"{tiny}:PA")
    assert found.same
    assert describe(found).splitlines()[0].endswith("by their weights")
    assert describe(found).splitlines()[1] == "  no difference in 144 rounds"


def test_a_class_takes_the_stream_of_the_other_side(tiny: Path) -> None:
    there = diff("sklearn.linear_model.Perceptron", f"{tiny}:PA")
    back = diff(f"{tiny}:PA", "sklearn.linear_model.Perceptron")
    assert isinstance(there, LearnerComparison)
    assert isinstance(back, LearnerComparison)
    one, other = there.streams[0].difference, back.streams[0].difference
    assert one is not None
    assert other is not None
    assert (one.round, one.one, one.other) == (other.round, other.other, other.one)
    told = [line.split() for line in describe(there).splitlines()]
    assert ["learns", "unknown", "yes" if one.other.updated else "no"] in told
    assert ["updates", "before", "unknown", str(one.other.updates)] in told
    with pytest.raises(ConfigError, match="one side must be a config"):
        diff("sklearn.linear_model.Perceptron", "sklearn.linear_model.SGDClassifier")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed: 7", "seed: 8", "different orders; give both sides the same 'seed'"),
        ("[unit_norm]", "[]", "preprocessed differently"),
        ("label: kind", "label: kind, split: {train: 0.5, seed: 0}", "not the same data"),
        ("label: kind", "label: kind, name: other", "a data set in common"),
    ],
)
def test_learners_on_different_streams_are_not_compared(tiny: Path, old: str, new: str, message: str) -> None:
    other = tiny.with_name("other.yaml")
    other.write_text(tiny.read_text().replace(old, new))
    with pytest.raises(ConfigError, match=message):
        diff(f"{tiny}:PA", f"{other}:PA")


def test_the_same_data_in_another_folder_is_the_same_stream(tiny: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    write_blobs(away / "tiny.csv")
    (away / "tiny.yaml").write_text(tiny.read_text().replace("epochs: 2", "epochs: 1"))
    found = diff(f"{tiny}:PA", f"{away / 'tiny.yaml'}:PA")
    assert isinstance(found, LearnerComparison)
    assert found.same
    assert found.streams[0].rounds == 72
