"""Own data of every kind: regression, sets of labels, dates, separators, no header, order of the file."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from onlinelearn import load_dataset
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.datasets.choice import Own

from .test_own import failure, own, write

N = 30
PRICES = "x,price\n" + "".join(f"{i},{i * i / 7}\n" for i in range(N))


def test_real_targets_are_regression_only_if_that_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", PRICES)
    data = load_dataset({"path": path, "target": "price", "task": "regression"})
    assert data.y_train.dtype == np.float64
    assert len(data.classes) == 0
    every = np.concatenate([data.y_train, data.y_test])
    assert sorted(every) == [i * i / 7 for i in range(N)]
    said = failure(own(path, target="price"))
    assert "column 'price' holds 30 different numbers: for real targets say `task: regression`" in said


def test_many_whole_numbers_may_be_classes_or_amounts(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "x,n\n" + "".join(f"{i},{i // 2}\n" for i in range(400)))
    said = failure(own(path, target="n"))
    assert "column 'n' holds 200 different whole numbers; say `task: regression`, or" in said
    assert own(path, target="n", task="regression").kind == "regression"
    few = write(tmp_path, "few.csv", "x,n\n" + "".join(f"{i},{i % 90}\n" for i in range(400)))
    assert len(load_dataset({"path": few, "target": "n"}).classes) == 90


def test_a_text_among_real_targets_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", PRICES + "7,dear\n")
    said = failure(own(path, target="price", task="regression"))
    assert "line 32, column 'price': 'dear' is no finite number" in said


MARKS = "x,a,b\n" + "".join(f"{i},{i % 2},{int(i % 3 == 0)}\n" for i in range(N))


def test_columns_of_marks_and_a_column_of_lists_are_the_same_sets(tmp_path: Path) -> None:
    marks = own(write(tmp_path, "marks.csv", MARKS), target=["a", "b"], task="multilabel")
    sets = ["|".join(["a"] * (i % 2) + ["b"] * (i % 3 == 0)) or "|" for i in range(N)]
    text = "x,which\n" + "".join(f"{i},{each}\n" for i, each in enumerate(sets))
    listed = own(write(tmp_path, "sets.csv", text), target="which", task="multilabel")
    one, other = load_dataset(marks.model_dump()), load_dataset(listed.model_dump())
    assert marks.kind == "multilabel"
    assert one.y_train.shape == (24, 2)
    np.testing.assert_array_equal(one.y_train[:, 0], one.X_train[:, 0] % 2)
    assert one.digest == other.digest


def test_sets_of_a_test_file_have_the_columns_of_training(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "x,t\n1,a|b\n2,c\n3,a\n")
    test = write(tmp_path, "test.csv", "x,t\n4,c|b\n5,c\n")
    data = load_dataset({"path": path, "target": "t", "task": "multilabel", "test": test})
    assert data.y_test.tolist() == [[0, 1, 1], [0, 0, 1]]
    strange = write(tmp_path, "other.csv", "x,t\n4,c|d\n")
    assert "label d does not occur in" in failure(own(path, target="t", task="multilabel", test=str(strange)))


def test_a_mark_that_is_neither_0_nor_1_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", MARKS + "1,2,0\n")
    said = failure(own(path, target=["a", "b"], task="multilabel"))
    assert "line 32, column 'a': '2' is neither 0 nor 1" in said


CLASSES = "".join(f"{i};{i % 5};{'ab'[i % 2]}\n" for i in range(N))


@pytest.mark.parametrize(("name", "sep", "options"), [
    ("my.csv", ";", {"sep": ";"}),
    ("my.csv", "\t", {"sep": "tab"}),
    ("my.csv", "|", {"sep": "|"}),
    ("my.tsv", "\t", {}),
    ("my.tsv.gz", "\t", {}),
    ("MY.TSV.XZ", "\t", {}),
])  # fmt: skip
def test_every_separator_gives_the_same_data(
    tmp_path: Path, name: str, sep: str, options: dict[str, str]
) -> None:
    text = ("p;q;kind\n" + CLASSES).replace(";", sep)
    path = tmp_path / name
    write(tmp_path, name.lower(), text).rename(path)
    plain = write(tmp_path, "plain.csv", ("p;q;kind\n" + CLASSES).replace(";", ","))
    found = load_dataset({"path": path, "target": "kind", **options})
    assert found.digest == load_dataset({"path": plain, "target": "kind"}).digest


def test_another_separator_is_suggested(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "p;q;kind\n" + CLASSES)
    assert failure(own(path, target="kind")).endswith("; it has one column only: say `sep: ';'`")


def test_columns_without_names_go_by_their_position(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", CLASSES.replace(";", ","))
    data = load_dataset({"path": path, "target": -1, "header": False, "drop": [0]})
    assert [column.name for column in data.columns] == ["1"]
    assert len(data.y_train) + len(data.y_test) == N
    numbers = write(tmp_path, "numbers.csv", "1,2\n3,4\n")
    assert "say `header: false`" in failure(own(numbers, target=1))


def test_a_stream_keeps_the_order_of_its_file(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "p,q,kind\n" + CLASSES.replace(";", ","))
    data = load_dataset({"path": path, "target": "kind", "order": "file", "split": {"train": 0.5}})
    assert data.ordered
    assert data.X_train[:, 0].tolist() == list(range(15))
    assert data.X_test[:, 0].tolist() == list(range(15, 30))


def test_dates_are_days_and_times_fractions_of_a_day(tmp_path: Path) -> None:
    lines = ["1970-01-02,1970-01-01T12:00,a", "1969-12-31,2001-01-01 06:00:00,b"] * 5
    data = load_dataset({"path": write(tmp_path, "my.csv", "d,t,k\n" + "\n".join(lines)), "target": "k"})
    assert {*data.X_train[:, 0]} == {1.0, -1.0}
    assert {*data.X_train[:, 1]} == {0.5, 11323.25}
    assert not any(column.categories for column in data.columns)


def test_a_column_with_one_date_too_few_is_named(tmp_path: Path) -> None:
    rows = "1970-01-02,a\n17,b\n" * 5
    said = failure(own(write(tmp_path, "my.csv", "day,k\n" + rows), target="k"))
    assert "line 2, column 'day': '1970-01-02' is no number, as other values there are" in said
    assert "`categorical: [day]`, `text: day` or `drop: [day]`" in said


@pytest.mark.parametrize("in_memory", [True, False])
def test_a_day_that_does_not_exist_is_an_error(tmp_path: Path, in_memory: bool) -> None:
    path = write(tmp_path, "my.csv", "day,k\n" + "2001-02-31,a\n2001-02-03,b\n" * 3)
    said = failure(own(path, target="k", in_memory=in_memory))
    assert "column 'day' has a date that does not exist (day is out of range for month)" in said


def test_a_declared_category_is_itself_in_rows_with_gaps_too(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "a,b,k\n" + "u,1,x\nv,,y\n3,,x\nu,4,y\n" * 3)
    data = load_dataset({"path": path, "target": "k", "categorical": ["a"]})
    assert data.columns[0].categories == ("3", "u", "v")


def test_a_column_of_ever_new_texts_must_be_declared(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "id,x,k\n" + "".join(f"n{i},{i},{'ab'[i % 2]}\n" for i in range(200)))
    assert "column 'id' holds 200 different texts, as 'n0'; say `categorical: [id]`" in failure(
        own(path, target="k")
    )
    assert load_dataset({"path": path, "target": "k", "drop": ["id"]}).X_train.shape == (160, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "kinf"}, "has no column 'kinf'; did you mean 'kind'?"),
        ({"target": "kind", "drop": ["P"]}, "has no column 'P'; did you mean 'p'?"),
        ({"target": "kind", "text": 7}, "has 3 columns, from 0 to 2, and no 7"),
        ({"target": "kind", "drop": ["kind"]}, "column 'kind' is both `target` and in `drop`"),
        ({"target": "kind", "text": "kind"}, "column 'kind' is both `target` and `text`"),
    ],
)
def test_a_column_that_is_not_there_is_named(
    tmp_path: Path, options: dict[str, object], message: str
) -> None:
    path = write(tmp_path, "my.csv", "p,q,kind\n" + CLASSES.replace(";", ","))
    assert message in failure(own(path, **options))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "y", "label": "y"}, "two words for one thing"),
        ({"target": ["a", "b"]}, "need `task: multilabel`"),
        ({"target": "y", "order": "file", "split": {"seed": 3}}, "draws nothing"),
        ({"target": "y", "path": "my.npz", "sep": ";"}, "are for .csv and .tsv files"),
        ({"path": "my.svm", "drop": ["a"]}, "has no named columns"),
    ],
)
def test_options_that_do_not_fit_together_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Own.model_validate({"path": "my.csv", **options})


def test_a_mapping_with_a_slip_is_a_config_error() -> None:
    with pytest.raises(ConfigError, match="unknown option of own data 'taget'; did you mean 'target'"):
        load_dataset({"path": "my.csv", "taget": "y"})


def test_npz_with_both_parts_needs_no_split(tmp_path: Path) -> None:
    X, y = np.arange(12.0).reshape(6, 2), np.array([0, 1, 0, 1, 0, 1])
    path = tmp_path / "my.npz"
    np.savez(path, X_train=X[:4], y_train=y[:4], X_test=X[4:], y_test=y[4:])
    data = load_dataset({"path": path})
    assert data.X_test.tolist() == X[4:].tolist()
    assert "leave out `split`" in failure(own(path, split={"train": 0.5}))


ARFF = """% a comment
@relation weather
@attribute outlook {sunny, rainy}
@attribute 'wind speed' numeric
@ATTRIBUTE day date "yyyy-MM-dd"
@attribute play {yes,no}
@data
"""


def test_arff_has_categories_numbers_and_gaps(tmp_path: Path) -> None:
    rows = "sunny,?,2001-01-01,yes\n'rainy', 3.5,2001-01-02,no\n{0 sunny, 1 2, 2 2001-01-03, 3 yes}\n" * 4
    data = load_dataset({"path": write(tmp_path, "my.arff", ARFF + rows), "target": "play"})
    assert [column.name for column in data.columns] == ["outlook", "wind speed", "day"]
    assert data.columns[0].categories == ("rainy", "sunny")
    assert data.columns[1].gap.endswith("my.arff: line 8")
    assert {*data.X_train[:, 2]} == {11323.0, 11324.0, 11325.0}
    assert data.classes.tolist() == ["no", "yes"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y\n1,2\n", "line 1 is none of @relation, @attribute and @data"),
        ("@relation r\n@data\n1\n", "is no ARFF file"),
        (ARFF + "sunny,1,2001-01-01\n", "line 8 has 3 fields, but there are 4 attributes"),
        (ARFF, "has no examples"),
    ],
)
def test_what_is_wrong_in_an_arff_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    assert message in failure(own(write(tmp_path, "my.arff", text), target="play"))


def test_a_sparse_file_stays_sparse_where_it_would_be_large(tmp_path: Path) -> None:
    lines = "".join(f"{i % 2} {i + 1}:1.5 47236:2\n" for i in range(200))
    rows: Any = load_dataset({"path": write(tmp_path, "my.svm", lines)}).X_train
    assert rows.shape == (160, 47236)
    assert rows.nnz == 320
    small = load_dataset({"path": write(tmp_path, "small.svm", lines.replace("47236", "300"))})
    assert isinstance(small.X_train, np.ndarray)


def test_a_dataset_refuses_gaps_that_no_column_owns_up_to() -> None:
    from onlinelearn.datasets.dataset import Dataset

    X, y = np.array([[1.0], [np.nan]]), np.array([0, 1])
    with pytest.raises(DataError, match="not finite"):
        Dataset("mine", X, y, X, y)
