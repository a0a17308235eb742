"""The user's own files: what they give, and the one line that each mistake costs."""

import gzip
import lzma
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from onlinelearn.base.errors import DataError
from onlinelearn.datasets import load
from onlinelearn.datasets.choice import Own, Split
from onlinelearn.datasets.formats import checks
from onlinelearn.datasets.preprocessing import prepare

ROWS = [(i / 4, -i, "ab"[i % 2]) for i in range(20)]
CSV = "x,y z,kind\n" + "".join(f"{x},{y},{kind}\n" for x, y, kind in ROWS)
PARQUET = pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed")


def write(folder: Path, name: str, text: str) -> Path:
    """A text file, compressed as its name says."""
    path = folder / name
    data = text.encode()
    packed = {".gz": gzip.compress(data), ".xz": lzma.compress(data)}
    path.write_bytes(packed.get(path.suffix, data))
    return path


def failure(own: Own) -> str:
    with pytest.raises(DataError) as caught:
        prepare([], load(own))
    assert str(caught.value).isprintable()
    return str(caught.value)


def own(path: Path, **options: object) -> Own:
    """As a config gives it: strings for paths, plain mappings for models."""
    return Own.model_validate({"path": str(path), **options})


@pytest.mark.parametrize("name", ["my.csv", "my.csv.gz", "my.csv.xz", "MY.CSV"])
def test_csv_gives_every_row_once(tmp_path: Path, name: str) -> None:
    data = load(own(write(tmp_path, name, CSV), label="kind"))
    assert (data.X_train.shape, data.X_test.shape) == ((16, 2), (4, 2))
    assert data.classes.tolist() == ["a", "b"]
    rows = {(x, y, str(k)) for (x, y), k in zip(data.X_train, data.y_train, strict=True)}
    rows |= {(x, y, str(k)) for (x, y), k in zip(data.X_test, data.y_test, strict=True)}
    assert rows == set(ROWS)
    assert data.name == name[:2]


def test_every_format_gives_the_same_data(tmp_path: Path) -> None:
    X = np.array([[x, y] for x, y, _ in ROWS])
    y = np.array(["ab".index(kind) for *_, kind in ROWS])
    np.savez(tmp_path / "a.npz", X=X, y=y)
    svm = "".join(f"{k} 1:{a} 2:{b}\n" for (a, b), k in zip(X, y, strict=True))
    csv = "kind,p,q\n" + "".join(f"{k}.0,{a},{b}\n" for (a, b), k in zip(X, y, strict=True))
    digests = {
        load(own(tmp_path / "a.npz")).digest,
        load(own(write(tmp_path, "a.svm", svm))).digest,
        load(own(write(tmp_path, "a.csv", csv), label=0)).digest,
    }
    assert len(digests) == 1


@PARQUET
def test_parquet_gives_the_same_as_csv(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    columns: dict[str, list[object]] = {
        "x": [x for x, _, _ in ROWS],
        "y z": [y for _, y, _ in ROWS],
        "kind": [kind for *_, kind in ROWS],
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "my.parquet")
    data = load(own(tmp_path / "my.parquet", label="kind"))
    assert data.digest == load(own(write(tmp_path, "my.csv", CSV), label=-1)).digest

    assert "column 'kind' holds categories, as 'a'; add `one_hot` to `preprocess`" in failure(
        own(tmp_path / "my.parquet", target="y z", task="regression")
    )
    columns["x"][3] = None
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "my.parquet")
    assert "row 4, column 'x': a value is missing" in failure(own(tmp_path / "my.parquet", label="kind"))


@PARQUET
def test_a_name_that_two_columns_of_a_parquet_file_have_is_named(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    columns = [pyarrow.array([1.0, 2.0]), pyarrow.array([3.0, 4.0]), pyarrow.array(["a", "b"])]
    table = pyarrow.Table.from_arrays(columns, names=["x", "x", "kind"])
    pyarrow.parquet.write_table(table, tmp_path / "my.parquet")
    assert "has 2 columns named 'x'" in failure(own(tmp_path / "my.parquet", label="kind"))


@pytest.mark.parametrize(
    ("index", "message"),
    [
        (500_000_000, "2 examples of 500,000,000 attributes are too many to hold in memory; leave some out"),
        (200_000_000, "2 examples of 200,000,000 attributes are too many to hold in memory; leave some out"),
        (3_000_000_000, "is damaged or unreadable: value too large"),
    ],
)
def test_a_sparse_file_too_large_to_be_dense_is_named(tmp_path: Path, index: int, message: str) -> None:
    path = write(tmp_path, "my.svm", f"1 {index}:1\n-1 1:1\n")
    assert message in failure(own(path))


def test_an_array_larger_than_its_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "my.npz"
    with zipfile.ZipFile(path, "w") as zipped:
        with zipped.open("X.npy", "w") as file:
            header = {"descr": "<f8", "fortran_order": False, "shape": (10**12, 10**3)}
            np.lib.format.write_array_header_1_0(file, header)
        with zipped.open("y.npy", "w") as file:
            np.save(file, np.array([0, 1]))
    assert f"{path}: 1,000,000,000,000 examples of 1,000 attributes are too many" in failure(own(path))


@pytest.mark.parametrize("name", ["my.csv", "my.npz", "my.svm", pytest.param("my.parquet", marks=PARQUET)])
def test_every_format_has_the_same_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(checks, "MAX_BYTES", 20 * (2 * 8 + checks.ROW_BYTES) - 1)
    path = tmp_path / name
    X, y = np.array([[x, z] for x, z, _ in ROWS]), np.arange(20) % 2
    if name == "my.csv":
        path.write_text(CSV)
    elif name == "my.npz":
        np.savez(path, X=X, y=y)
    elif name == "my.svm":
        path.write_text("".join(f"{k} 1:{a} 2:{b}\n" for (a, b), k in zip(X, y, strict=True)))
    else:
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table({"p": X[:, 0], "q": X[:, 1], "kind": y}), path)
    said = failure(own(path, label="y" if name == "my.npz" else "kind"))
    assert said.startswith(f"{path}: 20 examples of ")


def test_a_test_file_is_the_test_part_in_the_columns_of_training(tmp_path: Path) -> None:
    test = write(tmp_path, "test.csv", "kind,y z,x\nb,2,1\n")
    data = load(own(write(tmp_path, "my.csv", CSV), label="kind", test=str(test), name="mine"))
    assert (data.name, len(data.y_train)) == ("mine", 20)
    assert data.X_test.tolist() == [[1.0, 2.0]]
    assert data.y_test.tolist() == ["b"]


def test_labels_of_a_test_file_are_of_trainings_kind(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "x,k\n1,1\n2,a\n")
    data = load(own(path, label="k", test=str(write(tmp_path, "test.csv", "x,k\n3,1\n"))))
    assert data.y_test.tolist() == ["1"]


def test_a_test_file_in_svmlight_may_lack_the_last_attributes(tmp_path: Path) -> None:
    path = write(tmp_path, "my.svm", "1 1:1 3:2\n-1 2:1\n")
    data = load(own(path, test=str(write(tmp_path, "test.svm", "1 1:5\n"))))
    assert data.X_test.tolist() == [[5.0, 0.0, 0.0]]
    assert data.classes.tolist() == [-1, 1]


def test_the_split_is_the_users(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", CSV)
    assert load(own(path, label="kind", split={"train": 0.5})).X_train.shape == (10, 2)
    one = load(own(path, label="kind", split={"train": 0.8, "seed": 0})).digest
    assert one == load(own(path, label="kind", split={"seed": 0})).digest
    assert one != load(own(path, label="kind", split={"seed": 1})).digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("x,kind\n", "has no rows"),
        ("1,2\n3,4\n", "has no header"),
        ("x,y\n1,a\n", "has no column 'kind'; choose from x, y"),
        ("x\x1b,y\n1,a\n", r"choose from x\x1b, y"),
        ("x,kind\n1,a\ntwo,b\n", "line 3, column 'x': 'two' is no number"),
        ("x,kind\n1,a\n\n,b\n" + "1,a\n2,b\n" * 3, "line 4, column 'x': a value is missing"),
        (
            "x,kind\n1,a\nnan,b\n" + "1,a\n2,b\n" * 3,
            "line 3, column 'x': a value is missing; fill it with `preprocess: [{impute: median}]`",
        ),
        (
            "x,kind\nlow,a\n,b\n" + "low,a\nhigh,b\n" * 3,
            "line 3, column 'x': a value is missing; fill it with `preprocess: [{impute: most_frequent}]`",
        ),
        (
            "x,kind\n1,a\n'39,1',b\n".replace("'", '"'),
            "line 3, column 'x': '39,1' (a decimal comma? write 39.1) is no number",
        ),
        ("x,kind\n1,a\n1e999,b\n", "line 3, column 'x': inf is not finite"),
        ("x,kind\n1,a\n2\n", "line 3 has 1 fields, the header 2"),
        ("x,kind\n1,a\n2,\n", "line 3 has no label"),
        (
            "x,kind\n1,0.5\n2,1\n",
            "0.5 is no class label: labels are integers or strings; column 'kind' holds 2 different "
            "numbers: for real targets say `task: regression`",
        ),
        ("x,kind\n1,a\n2,a\n", "all examples have the label a"),
        ("kind\na\nb\n", "has no examples"),
        ('x,kind\n1,"a\n', "is damaged or unreadable"),
        ("x,y,x ,kind\n1,2,3,a\n", "has 2 columns named 'x'; rename all but one"),
        ("x,kind,kind\n1,a,b\n", "has 2 columns named 'kind'"),
        ("x,kind\n1,a\n2,a\0\n", "line 3 has a NUL byte; save the file as text in UTF-8"),
        ("x\0,kind\n1,a\n", "line 1 has a NUL byte"),
        (f"x,kind\n1,a\n2,{'b' * 132_000}\n", "line 3 is damaged or unreadable: field larger than"),
        (f"{'x' * 132_000},kind\n1,a\n", "line 1 is damaged or unreadable: field larger than"),
        ('x,kind\n1,a\n2,"b\n' + "3,a\n" * 40_000, "is a quote missing?"),
        (f"x,kind\n1,a\n{'b' * 100_000},a\n", "line 3, column 'x': 'bbb"),
        (f"x,kind\n1,0.{'5' * 100_000}\n", "line 2: a label has at most 1,000 characters, and '0.555"),
        (f"{'x' * 100_000},y\n1,a\n", "has no column 'kind'; choose from xxx"),
    ],
)
def test_what_is_wrong_in_a_csv_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = write(tmp_path, "my.csv", text)
    said = failure(own(path, label="kind"))
    assert message in said
    assert str(path) in said
    assert len(said) < len(str(path)) + 400


@PARQUET
def test_a_label_with_a_nul_character_is_named(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "my.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"x": [1.0, 2.0], "kind": ["a", "a\0"]}), path)
    assert failure(own(path, label="kind")) == f"{path}: row 2 has a NUL character in its label"


def test_a_split_that_leaves_no_test_example_is_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "x,kind\n1,a\n2,b\n")
    assert failure(own(path, label="kind")).startswith("my: the test part is empty")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,kind\n1,a\n", "has no column 'y z', which"),
        ("x,y z,w,kind\n1,2,3,a\n", "has a column 'w', which"),
        ("x,y z,kind\n1,2,c\n", "label c does not occur in"),
        ("x,y z,x,kind\n1,2,3,a\n", "has 2 columns named 'x'"),
    ],
)
def test_a_test_file_that_does_not_fit_is_named(tmp_path: Path, text: str, message: str) -> None:
    test = write(tmp_path, "test.csv", text)
    said = failure(own(write(tmp_path, "my.csv", CSV), label="kind", test=str(test)))
    assert message in said
    assert str(test) in said


@pytest.mark.parametrize(
    "name",
    ["my.csv", "my.csv.gz", "my.csv.xz", "my.npz", "my.svm", pytest.param("my.parquet", marks=PARQUET)],
)
def test_a_file_that_is_missing_or_damaged_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert failure(own(path, label="y")) == f"{path}: no such file"
    path.write_bytes(b"\x00\xff\xfe damaged")
    assert str(path) in failure(own(path, label="y"))
    path.write_bytes(b"")
    assert str(path) in failure(own(path, label="y"))


def test_a_compressed_file_that_was_cut_is_named(tmp_path: Path) -> None:
    for name in ("my.csv.gz", "my.csv.xz"):
        path = write(tmp_path, name, CSV)
        path.write_bytes(path.read_bytes()[:-5])
        assert f"{path} is damaged or unreadable" in failure(own(path, label="kind"))


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"X": [[1.0]]}, "has no array 'y'; it has X"),
        ({"X": [1.0, 2.0], "y": [0, 1]}, "X must be a table of numbers"),
        ({"X": [["a"], ["b"]], "y": [0, 1]}, "X must be a table of numbers"),
        ({"X": [[1.0], [2.0]], "y": [0, 1, 2]}, "has 2 examples, but 3 labels"),
        ({"X": [[1.0], [np.nan]] * 3, "y": [0, 1] * 3}, "row 2, column '0'"),
        ({"X": [[1.0], [2.0]], "y": [0.0, np.nan]}, "row 2 has no label"),
    ],
)
def test_what_is_wrong_in_an_npz_file_is_named(
    tmp_path: Path, arrays: dict[str, list[object]], message: str
) -> None:
    path = tmp_path / "my.npz"
    with zipfile.ZipFile(path, "w") as zipped:
        for name, values in arrays.items():
            with zipped.open(f"{name}.npy", "w") as file:
                np.save(file, np.array(values))
    assert message in failure(own(path))


def test_an_npz_file_runs_no_code(tmp_path: Path) -> None:
    path = tmp_path / "my.npz"
    np.savez(path, X=np.array([[{}], [{}]], dtype=object), y=np.array([0, 1]))
    assert "allow_pickle=False" in failure(own(path))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"path": "my.xls", "label": "y"}, "unknown format of 'my.xls'"),
        ({"path": "my.csv"}, "say which column holds the labels: target: NAME"),
        ({"path": "my.npz", "label": 3}, "an array with a name"),
        ({"path": "my.csv", "label": "y", "test": "t.npz"}, "must have the same format"),
        ({"path": "my.csv", "label": "y", "test": "t.csv", "split": {}}, "`test` or `split`, not both"),
        ({"path": "my.csv", "label": "y", "split": {"train": 1.5}}, "less than or equal to 1"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_before_any_file_is_read(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        Own.model_validate(options)


def test_a_choice_comes_back_from_json() -> None:
    choice = Own(path=Path("a/my.csv.gz"), label="y", split=Split(train=0.5))
    assert Own.model_validate_json(choice.model_dump_json()) == choice
    assert choice.shown == "my"


def test_parquet_without_pyarrow_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "my.parquet").touch()
    assert "install it, or save as .csv" in failure(own(tmp_path / "my.parquet", label="y"))


@pytest.mark.parametrize("more", [{}, {"in_memory": False}])
@pytest.mark.parametrize("lines", ["é,kind\n1,a\n", "x,kind\n" + "1,a\n" * 9000 + "2,é\n"])
def test_a_file_in_another_encoding_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, more: dict[str, object]
) -> None:
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "my.csv"
    path.write_bytes(lines.encode("latin-1"))
    assert failure(own(path, label="kind", **more)).endswith(": it is not UTF-8; save it as UTF-8")


def test_categories_with_decimal_commas_are_told_from_words(tmp_path: Path) -> None:
    path = write(tmp_path, "my.csv", "x;kind\n" + "39,1;a\n2,5;b\n" * 5)
    with pytest.raises(DataError, match=r"holds categories, as '2,5' \(a decimal comma\? write 2\.5\); add"):
        prepare([], load(own(path, label="kind", sep=";", split={"train": 0.5, "seed": 0})))
