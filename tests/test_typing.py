"""The types that users' type checkers know: the stub is current, shipped, and mypy reads it."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from onlinelearn.learners.estimators import stubs
from tests.interpreted import interpreted

ROOT = Path(__file__).parent.parent

RIGHT = """
from typing import assert_type

import numpy as np
import numpy.typing as npt

from onlinelearn import CELLIP, IELLIP, KernelPerceptron, OnlineManifold, PassiveAggressive, Ridge, Uniclass
from onlinelearn import Dataset, Result, load_dataset, run

data = load_dataset("usps")
X, y = data.X_train, data.y_train
assert_type(data, Dataset)
assert_type(X, npt.NDArray[np.float64])

model = IELLIP(b=0.3, c=0.1, init="normal").partial_fit(X, y, classes=data.classes)
assert_type(model, IELLIP)
assert_type(IELLIP().fit(X, y), IELLIP)
assert_type(model.predict(X), npt.NDArray[np.generic])
assert_type(model.decision_function(X), npt.NDArray[np.float64])
assert_type(model.score(X, y), float)
assert_type(model.coef_, npt.NDArray[np.float64])
assert_type(model.classes_, npt.NDArray[np.generic])
assert_type(model.n_mistakes_, int)
assert_type(model.log_volume_, float)
assert_type(model.uncertainty(X), npt.NDArray[np.float64])
assert_type(model.c, float)

assert_type(CELLIP(margin=0.1).fit(X, y).n_infeasible_, int)
assert_type(KernelPerceptron(kernel="rbf", budget=None).fit(X, y).dual_coef_, npt.NDArray[np.float64])
assert_type(OnlineManifold(buffer=100).fit(X, y).risk_, float)
assert_type(Ridge(a=2.0).fit(X, y).predict(X), npt.NDArray[np.float64])
assert_type(Uniclass(learn_radius=True).fit(X).radius_, float)
PassiveAggressive(variant="PA-II", C=10)
assert_type(run("usps_iellip.yaml", jobs=2), Result)
"""

WRONG = """
from onlinelearn import Perceptrn  # has no attribute "Perceptrn"
from onlinelearn import IELLIP, KernelPerceptron, PassiveAggressive, load_dataset, run

IELLIP(margn=0.1)  # Unexpected keyword argument "margn" for "IELLIP"
IELLIP(0.3)  # Too many positional arguments for "IELLIP"
IELLIP(c="small")  # incompatible type "str"; expected "float"
IELLIP(init="ones")  # expected "Literal['zeros', 'normal']"
PassiveAggressive(variant="PA-3")  # expected "Literal['PA', 'PA-I', 'PA-II']"
KernelPerceptron(budget=0.5)  # expected "int | None"
IELLIP().partial_fit([[0.0]])  # Missing positional argument "y"
label: int = IELLIP().fit([[0.0], [1.0]], [0, 1]).predict([[0.5]])  # Incompatible types in assignment
load_dataset("usps").X_trian  # "Dataset" has no attribute "X_trian"
run("usps_iellip.yaml").digests  # "Result" has no attribute "digests"
"""
"""Each line with a mistake ends in words of mypy's message."""


def test_the_stub_is_the_one_that_the_learners_make() -> None:
    with interpreted():
        made = stubs.stub()
    current = stubs.STUB.read_text(encoding="utf-8") == made
    assert current, "run python -m onlinelearn.learners.estimators.stubs"


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, str]]:
    """What mypy --strict says of each file, by line.

    With the settings that the package is checked by: so mypy's cache has what `make lint` found of all
    that is imported, and to read that anew would take most of a minute.
    """
    folder = tmp_path_factory.mktemp("users")
    files = {folder / "right.py": RIGHT, folder / "wrong.py": WRONG}
    for path, text in files.items():
        path.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    said: dict[str, dict[int, str]] = {"right": {}, "wrong": {}}
    for name, line, text in re.findall(r"^.*\b(right|wrong)\.py:(\d+): error: (.*)$", done.stdout, re.M):
        said[name][int(line)] = text
    assert said["wrong"], done.stdout + done.stderr
    return said


def test_right_code_passes_mypy_strict(messages: dict[str, dict[int, str]]) -> None:
    assert messages["right"] == {}


def test_mypy_finds_every_mistake_and_no_other(messages: dict[str, dict[int, str]]) -> None:
    expected = {n: line.split("  # ")[1] for n, line in enumerate(WRONG.splitlines(), 1) if "  # " in line}
    assert set(messages["wrong"]) == set(expected)
    for line, words in expected.items():
        assert words in messages["wrong"][line]


def test_the_wheel_has_the_stub_and_says_that_it_is_typed(tmp_path: Path) -> None:
    builders = pytest.importorskip("hatchling.builders.wheel")
    (wheel,) = builders.WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    assert {"onlinelearn/py.typed", "onlinelearn/__init__.pyi"} <= set(zipfile.ZipFile(wheel).namelist())
