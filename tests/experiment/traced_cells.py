"""Small cells of every learner, and the modules of the package that they enter.

A program for a process of its own, with Numba's compiler switched off: what is compiled can't be
traced, and what an earlier cell has cached is not entered again.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any, Literal, get_args, get_origin

import onlinelearn
from onlinelearn.base import metrics, parameters
from onlinelearn.datasets.generated import GENERATORS
from onlinelearn.datasets.preprocessing import PREPROCESSORS, PreprocessingStep
from onlinelearn.experiment.cell_progress import CellProgress
from onlinelearn.experiment.cells import cell_code_digest, cell_modules
from onlinelearn.experiment.preparation import prepared
from onlinelearn.experiment.protocol import Outcome, Task, run_cell
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.learners import registry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.selective_sampling import ByChance, ByEllipsoid, ByMargin

PACKAGE = Path(onlinelearn.__file__).parent
FEW = {"n_train": 8, "n_test": 4}
STEPS = tuple(PreprocessingStep(name, {"n_components": 2} if name == "pca" else {}) for name in PREPROCESSORS)

KINDS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "classification": [("separable", {"d": 2, "flips": 1, **FEW}), ("inseparable", {})],
    "regression": [("linear", {"d": 3, **FEW})],
    "uniclass": [("cloud", FEW)],
    "multilabel": [("topics", {"d": 4, "topics": 3, "most": 2, **FEW})],
    "sparse": [("disjunction", {"n": 12, "k": 2, **FEW})],
}
"""The data sets on which learners of a kind are run, with a few examples each."""


@dataclass(frozen=True)
class Case:
    """One cell: the data, what is done to them, the learner's parameters, and which labels it sees."""

    generator: str
    options: dict[str, Any]
    steps: tuple[PreprocessingStep, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    task: dict[str, Any] = field(default_factory=dict)


def cases(learner: type[Learner]) -> Iterator[Case]:
    """Cells that together use all that a config can ask of this learner."""
    kinds: list[str] = [learner.kind]
    kinds += ["multilabel"] if learner.multilabel else []
    kinds += ["sparse"] if learner.sparse else []
    for kind in kinds:
        for generator, options in KINDS[kind]:
            yield Case(generator, options)
    generator, options = KINDS[learner.kind][0]
    yield Case(generator, options, STEPS)
    for values in choices(learner):
        yield Case(generator, options, values=values)
    if learner.kind == "classification":
        for draw in ("independent", "stratified"):
            yield Case(generator, options, task={"labels": ShownLabels(0.5, draw)})
        if not learner.unlabeled:
            yield Case(generator, options, task={"ask": ByChance(rule="random", rate=0.5)})
    if learner.name in ("cellip", "iellip"):
        yield Case(generator, options, task={"ask": ByEllipsoid(rule="ellipsoid")})
        yield Case(generator, options, task={"ask": ByMargin(rule="margin", b=0.5)})


ONLY_WITH = {("root", "libol"): {"variant": "SCW-II"}}
"""The other parameters that a value of one needs."""


def choices(learner: type[Learner]) -> Iterator[dict[str, Any]]:
    """Every value of each parameter that takes a few words, or yes and no."""
    for name, parameter in parameters.model(learner).model_fields.items():
        if get_origin(parameter.annotation) is Literal:
            values = get_args(parameter.annotation)
            yield from ({name: value, **ONLY_WITH.get((name, value), {})} for value in values)
        elif parameter.annotation is bool:
            yield from ({name: value} for value in (False, True))


def compute(learner: type[Learner], case: Case, progress: CellProgress | None = None) -> Outcome:
    """The cell from its data to its outcome, with every metric that there is."""
    dataset = GENERATORS[case.generator].options(**case.options).draw(1)
    task = Task(seed=1, permutation=1, epochs=2, extra=tuple(metrics.EXTRA), **case.task)
    # A strong penalty: without a compiler, the minimum of a weak one takes a minute.
    penalty = {"lambda1": 1.0} if "lambda1" in parameters.model(learner).model_fields else {}
    return run_cell(learner(**penalty, **case.values), prepared(case.steps, dataset), task, progress)


def entered(work: Callable[[], object]) -> set[str]:
    """The modules of the package of which a function is called meanwhile."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    ours = (Path(file) for file in files if Path(file).is_relative_to(PACKAGE))
    names = {".".join([PACKAGE.name, *file.relative_to(PACKAGE).with_suffix("").parts]) for file in ours}
    # Any import of an optional package asks the package's finder whether the name is one of ours.
    return names - {f"{PACKAGE.name}.__init__"}


def trace(name: str) -> dict[str, list[str]]:
    """The modules that the cells of a learner enter, by the generator of their data."""
    learner = registry()[name]
    found: dict[str, set[str]] = {}
    for case in cases(learner):
        new = entered(lambda case=case: compute(learner, case))  # type: ignore[misc]
        found.setdefault(case.generator, set()).update(new)
    return {generator: sorted(modules) for generator, modules in found.items()}


FOREIGN = ("sklearn.feature_extraction", "sklearn.impute", "sklearn.preprocessing", "scipy.sparse.linalg")
"""Packages that cells import: once here, which takes seconds, and not in each process."""


if __name__ == "__main__":
    for package in FOREIGN:
        import_module(package)
    names = list(registry())
    for name in names:
        # The source is parsed here, and not by each process again.
        cell_code_digest(*cell_modules(registry()[name]))
    # A fresh process for each learner: none finds what another has cached.
    with get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        traced = pool.map(trace, names, chunksize=1)
    sys.stdout.write(json.dumps(dict(zip(names, traced, strict=True))))
