"""Learners without a compiler, and which of them the generic tests compile."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np

from onlinelearn.learners.engine import linking

SETTINGS: Any = numba.config

COMPILED = {
    "arow", "batch_mr", "cellip", "iellip", "kernel_mira", "kernel_pa", "kernel_perceptron", "lms",
    "lms_regression", "mira", "online_mr", "pa", "pa_regression", "perceptron", "ridge", "running_mean",
    "scw", "sop", "tree_mr", "uniclass", "voted_perceptron", "winnow",
}  # fmt: skip
"""The learners that generic tests compile where they say nothing else; the others run interpreted, since
to compile one takes seconds. `learners/test_family.py` compiles a few of those, one of each kind."""

FEW = {"iellip", "kernel_perceptron", "online_mr", "pa"}
"""One of each way to keep weights, for tests of what is around the steps: a module that sets `COMPILED`
to these compiles no other. `learners/test_compiled.py` holds that compiled steps have the same bits."""


_linked: dict[Any, Any] = {}
_parts: dict[Any, Any] = {}
"""The loops linked without a compiler, kept for the next time: linking takes longer than a short stream."""


@contextmanager
def interpreted() -> Iterator[None]:
    """Learners' steps as the Python they are written in: to compile one takes longer than a short stream.

    As compiled code does, they go to infinity and to what is no number without a warning.
    """
    linked, linking._linked = linking._linked, _linked
    parts, linking._compiled_parts = linking._compiled_parts, _parts
    before, SETTINGS.DISABLE_JIT = SETTINGS.DISABLE_JIT, True
    try:
        with np.errstate(all="ignore"):
            yield
    finally:
        SETTINGS.DISABLE_JIT = before
        linking._linked, linking._compiled_parts = linked, parts
