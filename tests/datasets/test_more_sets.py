"""Sets that are not shipped, and those that packages bring along."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from onlinelearn import load_dataset
from onlinelearn.base.errors import DataError, MissingDataError
from onlinelearn.datasets.choice import NAMED
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.datasets.registry import ENTRIES, RegistryEntry
from onlinelearn.datasets.sources import idx_files, locate
from onlinelearn.datasets.status import status

AtHand = Callable[[str], RegistryEntry]
PACKAGED = [name for name, entry in ENTRIES.items() if entry.library is not None]


@pytest.mark.parametrize("name", PACKAGED)
def test_a_packages_set_is_what_the_registry_says(name: str) -> None:
    if name.startswith("river:") and find_spec("river") is None:
        pytest.skip("river is not installed")
    entry, data = ENTRIES[name], load_dataset(name)
    assert len(data.y_train) + len(data.y_test) == entry.examples
    assert (data.X_train.shape[1], len(data.classes)) == (entry.attributes, entry.n_classes)
    assert status(entry).state == "ok"
    assert data.ordered == name.startswith("river:")
    assert (entry.options.kind == "regression") == (entry.n_classes == 0)


def test_river_without_river_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "river.datasets", None)
    with pytest.raises(MissingDataError, match="pip install river"):
        load_dataset("river:Phishing")


@pytest.mark.parametrize("name", ["mnist", "newsgroups", "flights", "svmguide3"])
def test_a_set_that_is_nowhere_says_where_to_get_it(
    monkeypatch: pytest.MonkeyPatch, own_cache: Path, name: str
) -> None:
    monkeypatch.delenv("OLRUN_DATA", raising=False)
    with pytest.raises(MissingDataError) as caught:
        load_dataset(name)
    assert f"{name} is not here; get it from " in str(caught.value)
    assert all(file in str(caught.value) for file in (*ENTRIES[name].files, *ENTRIES[name].companions))


def test_mnist_with_one_file_of_four_is_not_there(
    monkeypatch: pytest.MonkeyPatch, own_cache: Path, tmp_path: Path
) -> None:
    (tmp_path / idx_files.IMAGES).write_bytes(b"")
    monkeypatch.setenv("OLRUN_DATA", str(tmp_path))
    assert locate.file(ENTRIES["mnist"]) is None
    with pytest.raises(DataError, match="damaged or unreadable"):
        idx_files.read_mnist(tmp_path / idx_files.IMAGES)


def test_newsgroups_are_texts_that_hash_makes_sparse(at_hand: AtHand) -> None:
    data = load_dataset(at_hand("newsgroups").name)
    assert (data.X_train.shape, data.X_test.shape, len(data.classes)) == ((11293, 0), (7528, 0), 20)
    assert data.texts_train is not None
    assert data.texts_train[0].startswith("alt atheism faq")
    with pytest.raises(DataError, match="add `hash`"):
        prepare([], data)
    train, test = prepare([PreprocessingStep("hash", {"bits": 12})], data)
    assert (train.shape, test.shape) == ((11293, 4096), (7528, 4096))


def test_svmguide3_is_drawn_from_libols_rows(at_hand: AtHand) -> None:
    data = load_dataset(at_hand("svmguide3").name)
    assert (len(data.y_train) + len(data.y_test), data.X_train.shape[1]) == (1243, 21)
    assert data.classes.tolist() == [-1, 1]
    whole = load_dataset("svmguide3", train=1.0)
    assert (whole.X_train.shape, whole.tested, len(whole.y_test)) == ((1243, 21), False, 0)


def test_the_weekday_of_a_flight_is_that_of_its_date(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    from onlinelearn.datasets.sources.flights_file import read_flights

    dates = np.array(["2001-01-01T00:01", "2001-06-30T23:59"], "datetime64[us]")
    columns = {
        "date": dates,
        "delay": [16, 15],
        "distance": [10, 20],
        "origin": ["B", "A"],
        "destination": ["C"] * 2,
    }
    parquet.write_table(pyarrow.table(columns), tmp_path / "flights.parquet")
    table = read_flights(tmp_path / "flights.parquet")
    assert table.labels.tolist() == [1, 0]  # late is more than 15 minutes
    named = [
        [
            column.categories[int(x)] if column.categories else x
            for column, x in zip(table.columns, row, strict=True)
        ]
        for row in table.X
    ]
    assert named == [[1, 10, "Monday", "00", "B", "C"], [6, 20, "Saturday", "23", "A", "C"]]


def test_every_set_says_its_licence() -> None:
    assert all(entry.licence for entry in NAMED.values() if isinstance(entry, RegistryEntry))
