"""The registered sets: the paper's Table 1, digests, options, and errors."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.config import parse_config
from onlinelearn.datasets import load_dataset
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.registry import ENTRIES, RegistryEntry
from onlinelearn.datasets.registry_options import Isolet
from onlinelearn.datasets.sources import locate

AtHand = Callable[[str], RegistryEntry]
SETS = ["usps", "letter", "shuttle", "mnist5k", "isolet"]
TABLE_1 = [
    ("usps", 7291, 2007, 256, 10),
    ("letter", 15998, 4002, 16, 26),
    ("shuttle", 43500, 14500, 9, 7),
    ("mnist5k", 4000, 1000, 784, 10),
    ("isolet", 800, 200, 200, 10),
]


@pytest.mark.parametrize(("name", "train", "test", "attributes", "classes"), TABLE_1)
def test_table_1_comes_out_exactly(
    at_hand: AtHand, name: str, train: int, test: int, attributes: int, classes: int
) -> None:
    data = load_dataset(at_hand(name).name)
    assert data.X_train.shape == (train, attributes)
    assert data.X_test.shape == (test, attributes)
    assert len(data.classes) == classes
    assert (data.y_train.shape, data.y_test.shape) == ((train,), (test,))


@pytest.mark.parametrize("name", SETS)
def test_the_registry_says_what_the_file_holds(at_hand: AtHand, name: str) -> None:
    entry = at_hand(name)
    table = locate.table(entry)
    assert table.X.shape == (entry.examples, entry.attributes)
    assert len(np.unique(table.labels)) == entry.n_classes
    assert table.digest == entry.digest


@pytest.mark.parametrize("name", SETS)
def test_a_set_cannot_be_changed_by_its_users(at_hand: AtHand, name: str) -> None:
    data = load_dataset(at_hand(name).name)
    for array in (data.X_train, data.X_test, data.y_train, data.y_test):
        assert array.flags.c_contiguous
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]


def test_usps_starts_as_the_classic_files_do() -> None:
    data = load_dataset("usps")
    assert data.y_train[:10].tolist() == [6, 5, 4, 7, 3, 6, 3, 1, 0, 1]
    assert (data.X_train.min(), data.X_train.max()) == (-1.0, 1.0)


def test_a_binary_problem_is_a_part_of_the_whole() -> None:
    whole, two = load_dataset("mnist5k"), load_dataset("mnist5k", classes=[1, 0])
    assert two.classes.tolist() == [0, 1]
    assert (len(two.y_train), len(two.y_test)) == (800, 200)
    assert np.array_equal(two.X_train, whole.X_train[np.isin(whole.y_train, [0, 1])])


def test_the_official_split_can_be_replaced_by_a_drawn_one() -> None:
    one, other = (load_dataset("usps", train=0.5, seed=seed) for seed in (1, 2))
    assert len(one.y_train) == len(other.y_train)
    assert one.digest != other.digest
    assert one.digest == load_dataset("usps", seed=1, train=0.5).digest


def test_isolet_takes_the_first_hundred_of_each_letter(at_hand: AtHand) -> None:
    at_hand("isolet")
    data = load_dataset("isolet", attributes="first", n_attributes=617)
    assert data.classes.tolist() == list("ABCDEFGHIJ")
    assert np.unique(data.y_train, return_counts=True)[1].tolist() == [80] * 10
    table = locate.table(ENTRIES["isolet"])
    firsts = np.concatenate([table.X[table.labels == letter][:100] for letter in "ABCDEFGHIJ"])
    loaded = np.concatenate([data.X_train, data.X_test])
    assert sorted(map(tuple, loaded)) == sorted(map(tuple, firsts))


def test_isolets_attributes_are_those_of_largest_variance(at_hand: AtHand) -> None:
    at_hand("isolet")
    data = load_dataset("isolet", attributes="first", n_attributes=617)
    largest = np.sort(np.argsort(-data.X_train.var(axis=0))[:200])
    assert np.array_equal(load_dataset("isolet").X_test, data.X_test[:, largest])


def test_isolets_principal_components_are_uncorrelated(at_hand: AtHand) -> None:
    at_hand("isolet")
    data = load_dataset("isolet", attributes="pca", n_attributes=20)
    covariance = np.cov(data.X_train.T)
    assert np.allclose(covariance, np.diag(np.diag(covariance)), atol=1e-10)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("uspss", {}, "unknown dataset 'uspss'; did you mean 'usps'?"),
        ("usps", {"clases": [1, 2]}, "unknown option of usps 'clases'; did you mean 'classes'?"),
        ("usps", {"classes": [1, 12]}, "usps: classes.1: expected an integer >= 0 and <= 9, got 12"),
        ("usps", {"seed": 3}, "the official split draws nothing"),
        ("letter", {"classes": ["A", "A"]}, "a class is named twice"),
        ("letter", {"train": 1.0}, "letter: train: expected a number > 0 and < 1, got 1.0"),
        ("isolet", {"attributes": "best"}, "expected one of 'variance', 'first', 'pca', got 'best'"),
        (
            "letter",
            {"seed": 10**5000},
            "expected an integer >= 0 and < 2^64 or 'each', got a huge number",
        ),
        ("letter", {"seed": np.array([1, 2])}, "got a list of 2"),
        ("letter", {"train": float("nan")}, "letter: train: expected a number > 0 and < 1, got nan"),
        ("letter", {"classes": object()}, "expected a list of 2 or more, got a value of type object"),
        ("let\nter", {}, "unknown dataset 'let\\nter'; did you mean 'letter'?"),
    ],
)
def test_a_wrong_call_is_one_line_with_the_way_out(
    name: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load_dataset(name, **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("uspss", {}),
        ("usps", {"clases": [1, 2]}),
        ("usps", {"classes": [1, 12]}),
        ("usps", {"seed": 3}),
        ("letter", {"train": True}),
        ("letter", {"classes": ["A", "A"]}),
    ],
)
def test_a_slip_reads_the_same_in_a_call_and_in_a_config(name: str, options: dict[str, object]) -> None:
    config = {"dataset": {"name": name, **options}, "learners": {"PA": "pa"}}
    with pytest.raises(ConfigError) as in_config:
        parse_config(config, name="x", where="x", folder=Path())
    with pytest.raises(ConfigError) as in_call:
        load_dataset(name, **options)
    assert last_part(in_call) == last_part(in_config)


def last_part(caught: pytest.ExceptionInfo[ConfigError]) -> str:
    """What is wrong, without the place."""
    return str(caught.value).rpartition(": ")[2]


@pytest.mark.parametrize(
    ("name", "numpys", "pythons"),
    [
        ("usps", {"classes": np.array([0, 1])}, {"classes": [0, 1]}),
        ("usps", {"classes": [np.int64(0), np.uint8(1)]}, {"classes": [0, 1]}),
        ("letter", {"seed": np.int64(3), "train": np.float64(0.5)}, {"seed": 3, "train": 0.5}),
        ("letter", {"classes": np.array(["A", "B"])}, {"classes": ["A", "B"]}),
    ],
)
def test_numpys_values_are_understood(
    name: str, numpys: dict[str, object], pythons: dict[str, object]
) -> None:
    assert load_dataset(name, **numpys).digest == load_dataset(name, **pythons).digest


def test_every_option_says_what_it_does() -> None:
    for entry in ENTRIES.values():
        assert all(field.description for field in entry.options.model_fields.values())
        entry.options()


def test_isolets_options_come_back_from_json() -> None:
    options = Isolet(classes=("B", "A"))
    assert Isolet.model_validate_json(options.model_dump_json()) == options
    assert options.classes == ("A", "B")


def test_the_digest_is_of_the_content() -> None:
    data = load_dataset("letter")
    renamed = replace(data, name="other")
    assert renamed.digest == data.digest
    changed = data.X_test.copy()
    changed[-1, -1] += 1
    assert Dataset("letter", data.X_train, data.y_train, changed, data.y_test).digest != data.digest


def test_a_second_load_imports_nothing_heavy() -> None:
    load_dataset("usps")
    code = (
        "import sys; from onlinelearn.datasets import load_dataset; load_dataset('usps'); "
        "heavy = {'pandas', 'sklearn', 'scipy', 'pooch', 'numba', 'matplotlib'} & set(sys.modules); "
        "sys.exit(', '.join(heavy) or None)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ.copy())
