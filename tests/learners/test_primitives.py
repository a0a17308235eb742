"""Primitives and layers: who takes whose place, and what the compiled code is named by."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from onlinelearn import learners
from onlinelearn.base import code_digest
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms import perceptron, winnow
from onlinelearn.learners.algorithms.arow import AROW
from onlinelearn.learners.engine import (
    averaged,
    covariance,
    diagonal,
    ellipsoid,
    geometry,
    kernel_expansion,
    kernels_ahead,
    model,
    power_weights,
    selective_sampling,
    sparse,
    stream,
)
from onlinelearn.learners.engine.linking import Linked, digest, link, resolve
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.primitives import (
    Layer,
    abstract_primitive,
    is_primitive,
    primitive,
)
from onlinelearn.learners.engine.selective_sampling import ByEllipsoid, ByMargin
from tests.interpreted import interpreted

LOOPS = [stream.stream, stream.stream_with_losses, stream.stream_partly_labeled]


@primitive
def base() -> int:
    return 1


@primitive
def other() -> int:
    return 10


@abstract_primitive
def missing() -> int:
    raise NotImplementedError


def helper() -> int:
    return base() + other()


def whole() -> int:
    return 1000 * base() + helper()


def low() -> int:
    """Sees no layer."""
    return 2 * helper()


def high() -> int:
    """Sees the layer of `low`, and not its own."""
    return base() + 500 + other()


def other_high() -> int:
    return 20


def incomplete() -> int:
    return missing()


def models_on(X: Any) -> Iterator[Model]:
    """A model of every learner, averaged or not, and with each other way to store weights or matrices."""
    for name, cls in registry().items():
        options: list[dict[str, Any]] = [{}]
        allowed = inspect.signature(cls).parameters
        options += [{"average": True}] if "average" in allowed else []
        options += (
            [{"matrix": "diagonal"}, {"matrix": "diagonal", "average": True}] if "matrix" in allowed else []
        )
        options += [{"kernel": kernel} for kernel in ("linear", "rbf")] if "kernel" in allowed else []
        for given in options:
            n_classes = 0 if cls.kind == "regression" else 2
            if not sparse.row_layers(X) or cls.sparse:
                yield Model(registry()[name](**given), n_classes, 4)
                if cls.multilabel:
                    yield Model(registry()[name](**given), 3, 4, multilabel=True)
                if cls.kind == "classification" and not cls.unlabeled:
                    yield Model(registry()[name](**given), 2, 4, ask=ByMargin(rule="margin", b=1.0))


DENSE = np.eye(4)
SPARSE: Any = csr_matrix(DENSE)


def stacks() -> list[tuple[Layer, ...]]:
    return [each.layers(X) for X in (DENSE, SPARSE) for each in models_on(X)]


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(learners.__path__, f"{learners.__name__}."):
        if ".estimators" not in found.name:
            yield importlib.import_module(found.name)


def declared_layers() -> Iterator[Layer]:
    for module in modules():
        for thing in vars(module).values():
            yield from (
                each
                for each in (thing.values() if isinstance(thing, dict) else [thing])
                if isinstance(each, Layer)
            )
    yield from (rule.layer for rule in selective_sampling.RULES.values())


def callers(linked: Linked) -> Iterator[tuple[FunctionType, FunctionType]]:
    """Who calls whom."""
    for _, below in linked.calls:
        yield linked.function, below.function
        yield from callers(below)


def test_a_key_that_is_no_primitive_is_refused_by_name() -> None:
    wrong: dict[Any, Any] = {"score": sparse.score}
    with pytest.raises(TypeError, match="'score' is no primitive"):
        Layer(wrong)
    with pytest.raises(TypeError, match=r"engine\.geometry\.dot is no primitive"):
        Layer({geometry.dot: sparse.dot})
    with pytest.raises(TypeError, match=r"engine\.sparse\.score is no primitive"):
        Layer({sparse.score: geometry.score})


def test_a_function_with_other_arguments_is_refused() -> None:
    with pytest.raises(TypeError, match=r"sparse\.dot takes other arguments than .*geometry\.squared_length"):
        Layer({geometry.squared_length: sparse.dot})


def test_a_primitive_without_a_default_must_be_replaced() -> None:
    with pytest.raises(TypeError, match=r"no layer replaces .*missing in .*incomplete"):
        resolve(incomplete)
    with pytest.raises(TypeError, match=r"no layer replaces .*stream\.step"):
        resolve(stream.stream, (sparse.SPARSE_ROWS,))
    assert resolve(incomplete, (Layer({missing: low}),)).calls[0][1].function is low


def test_every_key_of_every_layer_is_a_declared_primitive() -> None:
    layers = {*declared_layers(), *(layer for stack in stacks() for layer in stack)}
    assert len(layers) > 30
    assert all(is_primitive(key) for layer in layers for key in layer)


def test_no_primitive_is_declared_in_vain() -> None:
    replaced = {key for layer in declared_layers() for key in layer} | {stream.step}
    declared = {
        thing
        for module in modules()
        for thing in vars(module).values()
        if isinstance(thing, FunctionType) and is_primitive(thing)
    }
    assert declared == replaced


def test_a_function_of_a_layer_sees_only_the_layers_below_it() -> None:
    lower, higher = Layer({base: low}), Layer({base: high, other: other_high})
    with interpreted():
        assert link(whole, "test")() == 1000 + 11
        assert link(whole, "test", (lower,))() == 1000 * 22 + 32
        # high → low (2·11) + 500 + the plain other; helper, called by the template, sees both layers.
        assert link(whole, "test", (lower, higher))() == 1000 * 532 + 532 + 20
        # low is above: what it calls goes through high, which sees the plain ones.
        assert link(whole, "test", (higher, lower))() == 1000 * 2 * (511 + 20) + 2 * (511 + 20) + 20


@pytest.mark.parametrize("loop", LOOPS)
def test_calls_of_every_learner_only_go_down(loop: Any) -> None:
    def check(caller: Linked, ceiling: int, level: dict[Any, int]) -> None:
        for _, callee in caller.calls:
            found = level.get(callee.function, ceiling)
            assert found <= ceiling, f"{caller.function} calls {callee.function} of a layer above its own"
            check(callee, found, level)

    for stack in stacks():
        check(
            resolve(loop, stack),
            len(stack),
            {by: i for i, layer in enumerate(stack) for by in layer.values()},
        )


def test_averaged_weights_get_the_next_form_of_weights_down() -> None:
    calls = set(callers(resolve(stream.stream, Model(winnow.Winnow(average=True), 2, 4).layers(SPARSE))))
    assert {
        (winnow.step, averaged.score),
        (averaged.score, power_weights.score),
        (power_weights.score, sparse.score),
        (averaged.squared_norm, power_weights.squared_norm),
        (power_weights.squared_norm, sparse.squared_length),
        (power_weights.turn, averaged.turn_one),
        (averaged.turn_one, power_weights.turn_one),
    } <= calls
    assert geometry.score not in {callee for _, callee in calls}


def test_coefficients_are_dense_whatever_the_examples_are() -> None:
    calls = set(callers(resolve(stream.stream, Model(registry()["kernel_pa"](), 3, 4).layers(SPARSE))))
    assert (kernel_expansion.score, geometry.dense_scores) in calls
    assert (kernels_ahead.write, sparse.feature) in calls
    assert sparse.score not in {callee for _, callee in calls}


def test_a_rule_that_asks_sees_the_diagonal_matrix() -> None:
    asking = Model(AROW(matrix="diagonal", average=True), 2, 4, ask=ByEllipsoid(rule="ellipsoid"))
    calls = set(callers(resolve(stream.stream_selectively, asking.layers(DENSE))))
    assert (selective_sampling.by_ellipsoid, diagonal.multiply) in calls
    assert (diagonal.learn_one, averaged.nudge) in calls
    assert not {ellipsoid.multiply, covariance.spread} & {callee for _, callee in calls}


def renamed(module: ModuleType, names: dict[str, str]) -> ModuleType:
    """A copy of a module in which these names that it imports are others."""
    text = inspect.getsource(module)
    for old, new in names.items():
        imported = rf"^(?P<before>(from \S+ import .*|    ))\b{old}\b(?P<after>,|$|\n)"
        text, count = re.subn(imported, rf"\g<before>{old} as {new}\g<after>", text, count=1, flags=re.M)
        assert count == 1
        text = re.sub(rf"(?<!\w)(?<!def ){old}(?=[.(]\w)", new, text)
    copy = ModuleType(module.__name__)
    exec(compile(text, module.__file__ or "", "exec"), vars(copy))
    return copy


def learnt(made: Model, X: Any) -> bytes:
    y = np.array([0, 1, 1, 0])
    made.learn(X, y, np.arange(4), np.zeros(4, np.bool_))
    return made.fingerprint()


def test_the_names_that_a_step_imports_primitives_by_do_not_matter() -> None:
    """The sparse Perceptron, with names of other functions that a table of names would confuse."""
    copy = renamed(perceptron, {"score": "squared_length", "move": "row", "squared_norm": "plain_score"})
    with interpreted():
        assert learnt(Model(copy.Perceptron(), 2, 4), SPARSE) == learnt(
            Model(perceptron.Perceptron(), 2, 4), SPARSE
        )
        assert learnt(Model(copy.Perceptron(), 2, 4), SPARSE) != learnt(
            Model(perceptron.Perceptron(rate=2.0), 2, 4), SPARSE
        )


def test_the_names_that_a_layer_imports_modules_by_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Averaged Winnow on sparse rows."""
    with interpreted():
        expected = Model(winnow.Winnow(average=True), 2, 4)
        weights = learnt(expected, SPARSE), expected.weights().tobytes()
        copy = renamed(averaged, {"geometry": "lines", "power_weights": "exponents", "ellipsoid": "ball"})
        for name in ("AVERAGED_WEIGHTS", "Averaged", "averaged", "current", "predicting"):
            monkeypatch.setattr(model, name, getattr(copy, name))
        made = Model(winnow.Winnow(average=True), 2, 4)
        assert (learnt(made, SPARSE), made.weights().tobytes()) == weights


def test_the_digest_covers_the_module_of_every_function_that_is_linked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    covered: set[str] = set()

    def noted(*names: str) -> str:
        covered.update(names)
        return ""

    monkeypatch.setattr(code_digest, "digest", noted)
    linked = resolve(stream.stream, Model(winnow.Winnow(average=True), 2, 4).layers(SPARSE))
    digest(linked)
    assert {each.function.__module__ for each in linked.everything()} <= covered
    assert {
        winnow.__name__,
        averaged.__name__,
        power_weights.__name__,
        sparse.__name__,
        stream.__name__,
    } <= covered


def test_the_digest_tells_layers_their_order_and_constants_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    lower, higher = Layer({base: low}), Layer({base: high, other: other_high})
    orders = [(), (lower,), (higher,), (lower, higher), (higher, lower)]
    assert len({digest(resolve(whole, layers)) for layers in orders}) == len(orders)
    iellip = resolve(stream.stream, Model(registry()["iellip"](), 2, 4).layers(DENSE))
    before = digest(iellip)
    assert digest(iellip) == before
    monkeypatch.setattr(importlib.import_module("onlinelearn.learners.algorithms.iellip"), "FLAT", 1e-12)
    assert digest(iellip) != before


def test_equal_layers_are_one_to_the_memory_of_what_is_linked() -> None:
    assert Layer({base: low}) == Layer({base: low}) != Layer({base: high})
    with interpreted():
        first = link(whole, "test", (Layer({base: low}),))
        assert link(whole, "test", (Layer({base: low}),)) is first
        assert link(whole, "test", (Layer({base: high}),)) is not first
