"""Installed packages bring learners by entry points, under keys that cover their version and source."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from onlinelearn.base import code_digest
from onlinelearn.base.errors import ConfigError
from onlinelearn.config import load_config
from onlinelearn.experiment.cells import cells, key
from onlinelearn.learners.catalog import Catalog
from onlinelearn.learners.installed import installed
from onlinelearn.printing.catalogue import catalogue
from tests.experiment import nearest_centroid
from tests.in_process import olrun

PACKAGE = "centroids_for_tests"

CONFIG = """\
dataset: {path: tiny.csv, label: kind}
learners:
  Theirs: {learner: centroid, rate: 0.2}
protocol: {seed: 7}
figures: []
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that installs a package of two modules as pip would, into a folder on the path."""
    folder = tmp_path / "site-packages"
    monkeypatch.syspath_prepend(str(folder))

    def forget() -> None:
        installed.cache_clear()
        catalogue.cache_clear()
        for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
            del sys.modules[name]
        importlib.invalidate_caches()

    def put(version: str = "1.2", helper: str = "START = 0.0\n", points: str = "") -> None:
        home = folder / PACKAGE
        record = folder / f"{PACKAGE}.dist-info"
        home.mkdir(parents=True, exist_ok=True)
        record.mkdir(exist_ok=True)
        source = Path(nearest_centroid.__file__).read_text()
        (home / "__init__.py").write_text("")
        (home / "start.py").write_text(helper)
        (home / "learner.py").write_text(
            f"from {PACKAGE}.start import START\n{source}".replace(
                "np.zeros(len(x))", "np.full(len(x), START)"
            )
        )
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {version}\n")
        points = points or f"centroid = {PACKAGE}.learner:NearestCentroid"
        (record / "entry_points.txt").write_text(f"[onlinelearn.learners]\n{points}\n")
        forget()

    yield put
    monkeypatch.undo()
    forget()


@pytest.fixture
def theirs(tiny: Path) -> Path:
    config = tiny.with_name("theirs.yaml")
    config.write_text(CONFIG)
    return config


def test_an_installed_learner_runs_by_its_name_and_is_listed(install: Install, theirs: Path) -> None:
    install()
    done = olrun(theirs, "--out", theirs.parent / "out", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    manifest = (theirs.parent / "out/theirs/manifest.json").read_text()
    assert f'"origin": "{PACKAGE} 1.2"' in manifest
    assert "rate: float; default 0.1" in olrun("list", "centroid").stdout
    assert "did you mean 'centroid'" in olrun(theirs, "--set", "learners.Theirs=centrod").stderr


def test_its_key_covers_version_and_source_and_nothing_of_other_packages(
    install: Install, theirs: Path
) -> None:
    def key_now() -> str | None:
        (cell,) = cells(load_config(theirs))
        return key(cell, "digest of the data")

    install()
    first = key_now()
    assert first is not None
    covered = code_digest.closure(f"{PACKAGE}.learner")
    assert covered == (f"{PACKAGE}.learner", f"{PACKAGE}.start"), "NumPy has a version of its own"
    install(version="1.3")
    assert key_now() != first
    install(helper="START = 1.0\n")
    assert key_now() != first
    install(helper="START = 0.0  # a comment changes nothing\n")
    assert key_now() == first


def test_an_entry_point_may_be_a_module_of_learners(install: Install) -> None:
    install(points=f"anything = {PACKAGE}.learner")
    assert list(installed()) == ["nearest_centroid"]


@pytest.mark.parametrize(
    ("points", "told"),
    [
        (f"centroid = {PACKAGE}.absent:Learner", f"{PACKAGE} 1.2 brings learners that can't be loaded"),
        (f"pa = {PACKAGE}.learner:NearestCentroid", f"both built-in and {PACKAGE} 1.2 have it"),
    ],
)
def test_a_package_that_is_broken_is_named_where_its_learners_are_asked_for(
    install: Install, points: str, told: str
) -> None:
    install(points=points)
    assert Catalog().find("pa") is not None
    with pytest.raises(ConfigError, match=told):
        Catalog().find("centroid")
