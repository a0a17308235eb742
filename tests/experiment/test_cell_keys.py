"""A cell's key covers all the code that computes the cell."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from onlinelearn.base import code_digest
from onlinelearn.datasets.generated import GENERATORS
from onlinelearn.datasets.preprocessors import scaling
from onlinelearn.experiment import cells, preparation
from onlinelearn.experiment.measures import stream_measures
from onlinelearn.learners import registry
from onlinelearn.learners.engine import model, stream
from onlinelearn.learners.theory import ellipsoid_bounds
from onlinelearn.numerics import logarithms, rng, sums
from tests.config.outcomes import parsed

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def entered() -> dict[str, dict[str, list[str]]]:
    """By learner and generator: the modules of which some function ran while small cells were computed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.experiment.traced_cells"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, list[str]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", registry())
def test_a_key_covers_every_module_that_its_cells_enter(
    name: str, entered: dict[str, dict[str, list[str]]]
) -> None:
    for generator, modules in entered[name].items():
        # What draws the data is in their digest, which is part of the key.
        drawn_by = GENERATORS[generator].options.__module__
        covered = code_digest.closure(*cells.cell_modules(registry()[name]), drawn_by)
        assert set(modules) <= set(covered), generator


def test_the_trace_sees_what_a_cell_is_made_of(entered: dict[str, dict[str, list[str]]]) -> None:
    """Were nothing traced, everything would be covered."""
    seen = set(entered["cellip"]["separable"])
    assert seen >= {each.__name__ for each in (preparation, scaling, stream_measures, stream, model)}
    assert seen >= {each.__name__ for each in (ellipsoid_bounds, logarithms, rng, sums)}
    assert seen >= {base.__module__ for base in registry()["cellip"].__mro__ if base is not object}
    assert set(entered) == set(registry())


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A function that changes the source of a module, for code_digest alone."""

    def change(module: str) -> None:
        source, read = code_digest.source, code_digest._read
        other = _other_constant(source(module))
        monkeypatch.setattr(code_digest, "source", lambda name: other if name == module else source(name))
        # Only this module is read anew: to parse all others takes a second.
        changed = read.__wrapped__(module)
        monkeypatch.setattr(code_digest, "_read", lambda name: changed if name == module else read(name))
        cells.cell_code_digest.cache_clear()

    yield change
    monkeypatch.undo()
    cells.cell_code_digest.cache_clear()


def _other_constant(source: bytes) -> bytes:
    """The source with 1 added to its first number."""
    tree = ast.parse(source)
    numbers = (
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    )
    first = next(numbers)
    first.value += 1  # type: ignore[operator]
    return ast.unparse(tree).encode()


def key_of(learner: str) -> str | None:
    """The key of a cell of this learner."""
    (cell,) = cells.cells(parsed({"dataset": "usps", "learners": {"L": learner}}))
    return cells.key(cell, "digest of the data")


EVERYONES = [scaling, stream_measures, stream, model, rng, sums]
OF_ELLIPSOIDS = [ellipsoid_bounds, logarithms, sys.modules[registry()["cellip"].__module__]]


@pytest.mark.parametrize("module", [*EVERYONES, *OF_ELLIPSOIDS], ids=lambda module: module.__name__)
def test_another_constant_in_any_of_its_code_is_another_key(module: ModuleType, changed: Any) -> None:
    before = key_of("cellip")
    changed(module.__name__)
    assert key_of("cellip") != before


def test_another_constant_in_a_learner_changes_no_other_learners_key(changed: Any) -> None:
    others = [name for name in registry() if name != "cellip"]
    before = {name: cells.cell_code_digest(*cells.cell_modules(registry()[name])) for name in others}
    changed(registry()["cellip"].__module__)
    moved = {
        name
        for name in others
        if cells.cell_code_digest(*cells.cell_modules(registry()[name])) != before[name]
    }
    assert moved == set()


def test_code_that_computes_no_cell_is_in_no_key() -> None:
    for learner in registry().values():
        covered = code_digest.closure(*cells.cell_modules(learner))
        outside = ("render", "config", "claims", "compare", "cli", "printing", "learners.estimators")
        assert not [name for name in covered if name.partition(".")[2].startswith(outside)]


def test_the_code_is_read_once_for_each_learner_however_many_cells_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    digests: list[tuple[str, ...]] = []
    real = code_digest.digest

    def counted(*modules: str) -> str:
        digests.append(modules)
        return real(*modules)

    monkeypatch.setattr(code_digest, "digest", counted)
    cells.cell_code_digest.cache_clear()
    learners = {"A": {"learner": "pa", "C": {"grid": [0.1, 1.0, 10.0]}}, "B": "mira"}
    experiment = parsed({"dataset": "usps", "learners": learners, "protocol": {"permutations": 50}})
    keys = {cells.key(cell, "digest of the data") for cell in cells.cells(experiment)}
    assert (len(keys), len(digests)) == (200, 2)


def test_two_threads_never_parse_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a worker with several threads, Python 3.11's parser would fail now and then."""
    parse, held = ast.parse, []

    def watched(text: bytes) -> ast.Module:
        held.append(code_digest.ONE_PARSER.locked())
        return parse(text)

    monkeypatch.setattr(ast, "parse", watched)
    code_digest._read.__wrapped__("onlinelearn.base.files")
    assert held == [True]
