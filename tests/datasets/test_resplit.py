"""A split for each permutation: of the same examples, reproducible, and the same for every learner."""

from pathlib import Path

import numpy as np
import pytest

from onlinelearn import load_dataset, run
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.base.repetitions import ONE_ORDER, ORDERS
from onlinelearn.datasets import at_hand
from onlinelearn.datasets.choice import Own, Split, named, own
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.resplit import Resplit
from onlinelearn.numerics.estimates import estimate
from tests.conftest import write_blobs


def of(path: Path, **more: object) -> Dataset | Resplit:
    found = at_hand(own({"path": str(path), "label": "kind", **more}))
    assert isinstance(found, Dataset | Resplit)
    return found


@pytest.fixture
def blobs(tmp_path: Path) -> Path:
    write_blobs(tmp_path / "tiny.csv")
    return tmp_path / "tiny.csv"


def test_permutation_p_has_the_split_of_seed_p(blobs: Path) -> None:
    each = of(blobs)
    assert isinstance(each, Resplit)
    fixed = [of(blobs, split={"seed": p}) for p in (1, 2, 3)]
    assert [each.draw(p).digest for p in (1, 2, 3)] == [one.digest for one in fixed]
    assert len({one.digest for one in fixed}) == 3


def test_both_parts_together_are_all_examples_whatever_the_split(blobs: Path) -> None:
    each = of(blobs, split={"train": 0.7, "seed": "each"})
    assert isinstance(each, Resplit)
    for number in (1, 5):
        data = each.draw(number)
        together = np.vstack([data.X_train, data.X_test])
        assert sorted(map(tuple, together)) == sorted(map(tuple, each.table.X))
        assert (len(data.y_train), len(data.y_test)) == (63, 27)


def test_who_makes_the_data_says_what_a_permutation_repeats(blobs: Path, tmp_path: Path) -> None:
    repeated = of(blobs, split={"train": 0.75}).repetition
    assert (repeated.covers, repeated.train, repeated.test) == ("splits and orders", 66, 24)
    assert repeated.overlap("test_error") == 24 / 66
    assert repeated.overlap("online_error") == 66 / 24
    assert of(blobs, split={"seed": 4}).repetition == ORDERS
    assert of(blobs, test=str(blobs)).repetition == ORDERS
    assert of(blobs, order="file").repetition == ONE_ORDER
    assert at_hand(named("separable", {})).repetition.covers == "draws and orders"
    assert at_hand(named("cloud", {})).repetition.covers == "draws"
    assert at_hand(named("inseparable", {})).repetition == ONE_ORDER


def test_the_digest_covers_examples_share_and_code(blobs: Path, tmp_path: Path) -> None:
    write_blobs(tmp_path / "other.csv", 93)
    digests = [of(blobs), of(blobs, split={"train": 0.7}), of(tmp_path / "other.csv")]
    assert len({each.digest for each in digests}) == 3
    assert of(blobs).digest == of(blobs, split={"train": 0.8, "seed": "each"}).digest


def test_a_registered_set_is_split_anew_where_it_says_so() -> None:
    options = {"classes": ["A", "B"], "train": 0.8}
    each = at_hand(named("letter", {**options, "seed": "each"}))
    assert isinstance(each, Resplit)
    assert each.draw(3).digest == load_dataset("letter", **options, seed=3).digest
    assert at_hand(named("letter", options)).repetition == ORDERS


def test_an_order_that_counts_has_no_seed(blobs: Path) -> None:
    with pytest.raises(ConfigError, match="`order: file` draws nothing"):
        of(blobs, order="file", split={"seed": "each"})
    assert Own(path=Path("a.csv"), label="y", order="file", split=Split(train=0.5)).takes_last_rows


def test_what_is_wrong_with_every_split_is_said_when_the_data_are_read(tmp_path: Path) -> None:
    (tmp_path / "few.csv").write_text("a,kind\n1,x\n2,y\n")
    with pytest.raises(DataError, match="the test part is empty"):
        of(tmp_path / "few.csv")


def test_a_run_of_each_split_is_the_runs_of_single_splits(blobs: Path, tmp_path: Path) -> None:
    """Preprocessing is part of it: it is fitted on the training part of each split."""

    def runs(split: dict[str, object]) -> dict[int, tuple[float | None, float]]:
        config = {
            "dataset": {"path": str(blobs), "label": "kind", "split": split},
            "preprocess": ["standardize"],
            "learners": {"PA": "pa"},
            "protocol": {"permutations": 3},
        }
        result = run(config, out=tmp_path / str(split.get("seed")))
        return {row.permutation: (row.test_error, row.online_error) for row in result.rows}

    each = runs({"seed": "each"})
    assert each == runs({})
    assert each == {p: runs({"seed": p})[p] for p in (1, 2, 3)}


def test_a_runs_interval_is_the_corrected_one_and_every_table_says_so(blobs: Path, tmp_path: Path) -> None:
    config = {
        "dataset": {"path": str(blobs), "label": "kind"},
        "learners": {"PA": "pa"},
        "protocol": {"permutations": 3},
        "metrics": ["test_error", "online_error"],
    }
    result = run(config, out=tmp_path)
    lines = (result.folder / "summary.csv").read_text().splitlines()
    for metric, overlap, line in zip(("test_error", "online_error"), (0.25, 4.0), lines[1:], strict=True):
        values = [getattr(row, metric) for row in result.rows]
        plain, corrected = estimate(values), estimate(values, overlap=overlap)
        assert corrected.high is not None
        assert plain.high is not None
        width = (corrected.high - corrected.mean) / (plain.high - plain.mean)
        assert width == pytest.approx((1 + 3 * overlap) ** 0.5)
        assert float(line.split(",")[8]) == corrected.high
        assert ",splits and orders," in line
    for name in ("summary.md", "summary.tex"):
        assert "The interval covers splits and orders; it is corrected" in (result.folder / name).read_text()
    assert "covers splits and orders" in result._repr_html_()
    assert '"tiny": "splits and orders"' in (result.folder / "manifest.json").read_text()


def test_a_file_in_its_own_order_has_no_interval_and_says_where_its_test_part_is(
    blobs: Path, tmp_path: Path
) -> None:
    config = {
        "dataset": {"path": str(blobs), "label": "kind", "order": "file", "split": {"train": 0.9}},
        "learners": {"PA": "pa"},
        "protocol": {"permutations": 3},
    }
    result = run(config, out=tmp_path)
    text = (result.folder / "summary.md").read_text()
    assert "Of tiny there is one order and so no interval." in text
    assert "±" not in text.partition("\n\n")[2].partition("Mean ±")[0]
    last = "tiny: the test part is the last 10% of the file's rows, since it is streamed in its own order."
    assert last in result.notes


WHOLE = {"train": 1.0}


def whole(blobs: Path, **more: object) -> dict[str, object]:
    data = {"path": str(blobs), "label": "kind", "split": WHOLE}
    return {"dataset": data, "preprocess": ["sklearn:StandardScaler"], "learners": {"PA": "pa"}, **more}


def test_a_file_may_be_streamed_whole_without_a_test_part(blobs: Path, tmp_path: Path) -> None:
    config = whole(blobs, metrics=["online_error", "updates"], protocol={"permutations": 2})
    result = run(config, out=tmp_path)
    assert {row.test_error for row in result.rows} == {None}
    assert result.runs.test_error.isna().all()
    assert result.notes == ()
    assert "orders" in (result.folder / "summary.md").read_text()
    data = load_dataset({"path": str(blobs), "label": "kind", "split": WHOLE})
    assert (data.X_train.shape, data.X_test.shape) == ((90, 3), (0, 3))


def test_a_tuned_learner_without_a_test_part_has_no_hindsight(blobs: Path, tmp_path: Path) -> None:
    config = whole(blobs, metrics=["online_error"])
    result = run(config | {"learners": {"PA": {"learner": "pa", "C": {"tune": [0.1, 1]}}}}, out=tmp_path)
    assert [row.learner for row in result.rows] == ["PA", "PA (default)"]
    assert [each.chosen for each in result.candidates].count(True) == 1


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({}, "test_error needs a test part, and tiny has none"),
        ({"metrics": ["updates", "balanced_error"]}, "metrics: balanced_error needs a test part"),
        (
            {"metrics": ["updates"], "claims": {"c": {"says": "it", "holds": "PA.test_error < 0.5"}}},
            "unknown metric 'test_error'",
        ),
    ],
)
def test_what_needs_a_test_part_is_an_error_without_one(
    blobs: Path, more: dict[str, object], error: str
) -> None:
    with pytest.raises(ConfigError, match=error):
        run(whole(blobs, **more))
