"""What many tests share: a cache of their own, and a tiny experiment."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import settings

from onlinelearn.learners import registry
from tests.interpreted import COMPILED, interpreted

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Two runs of the suite try the same examples, so what passed here passes in CI;
# `make explore` tries other ones.
settings.register_profile("fixed", derandomize=True)
settings.register_profile("explore", derandomize=False, print_blob=True)
settings.load_profile("fixed")

TINY = """\
title: tiny
dataset: {path: tiny.csv, label: kind}
preprocess: [unit_norm]
learners:
  PA: {learner: pa, margin: 0.1}
  IELLIP: {learner: iellip}
protocol: {epochs: 2, permutations: 3, seed: 7}
metrics: [test_error, updates, curves]
figures: [epochs, curves]
"""


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or fills the user's cache."""
    patch = pytest.MonkeyPatch()
    patch.setenv("OLRUN_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """Chromium, for one file: its event loop would stand in the way of another file's."""
    from playwright.sync_api import sync_playwright

    from tests.render.report.chromium import ABSENT, FLAGS, chromium_path

    path = chromium_path()
    if path is None:
        pytest.skip(ABSENT)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


def learner_named(parameter: Any) -> str | None:
    """The registered learner that a parameter of a test is or names: a name, a class, an estimator."""
    if isinstance(parameter, str):
        return parameter if parameter in registry() else None
    cls = parameter if isinstance(parameter, type) else type(parameter)
    name = getattr(getattr(cls, "_learner_class", cls), "name", None)
    return name if isinstance(name, str) and name in registry() else None


@pytest.fixture(autouse=True)
def _uncompiled(request: pytest.FixtureRequest) -> Iterator[None]:
    """A generic test of a learner that is none of `COMPILED`, the module's or ours, runs uncompiled."""
    compiled = getattr(request.module, "COMPILED", COMPILED) if hasattr(request, "module") else COMPILED
    callspec = getattr(request.node, "callspec", None)
    names = {learner_named(each) for each in callspec.params.values()} if callspec else set()
    if names - {None} - compiled:
        with interpreted():
            yield
    else:
        yield


def write_blobs(path: Path, n: int = 90) -> None:
    """Three overlapping clouds in the plane, as a csv file."""
    rng = np.random.default_rng(0)
    y = np.arange(n) % 3
    X = rng.normal(size=(n, 3)) + 1.5 * np.eye(3)[y]
    lines = [f"{a!r},{b!r},{c!r},{'xyz'[k]}" for (a, b, c), k in zip(X.tolist(), y, strict=True)]
    path.write_text("\n".join(["a,b,c,kind", *lines]) + "\n")


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A config with its data beside it."""
    write_blobs(tmp_path / "tiny.csv")
    config = tmp_path / "tiny.yaml"
    config.write_text(TINY)
    return config


@pytest.fixture
def variant(tiny: Path) -> Callable[[str, str], Path]:
    """The tiny config with a piece of its text replaced."""

    def make(old: str, new: str) -> Path:
        text = tiny.read_text()
        assert old in text
        tiny.write_text(text.replace(old, new))
        return tiny

    return make
