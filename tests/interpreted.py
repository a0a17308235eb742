"""Learners without a compiler."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import numba
import pytest

from onlinelearn.learners.engine import linking

SETTINGS: Any = numba.config

REPRESENTATIVES = {"PassiveAggressive", "IELLIP", "KernelPerceptron", "OnlineManifold"}
"""Estimators that generic tests compile, one of each way to keep weights.

The others run as the Python they are written in: that both have the same bits is a test of its own,
and to compile each of them for each test takes longer than all tests together.
"""


@contextmanager
def interpreted() -> Iterator[None]:
    """Learners' steps as the Python they are written in: to compile one takes longer than a short stream."""
    linked, linking._linked = linking._linked, {}
    parts, linking._compiled_parts = linking._compiled_parts, {}
    SETTINGS.DISABLE_JIT = True
    try:
        yield
    finally:
        SETTINGS.DISABLE_JIT = False
        linking._linked, linking._compiled_parts = linked, parts


def represented(request: pytest.FixtureRequest) -> AbstractContextManager[None]:
    """For a generic test: compiled for an estimator of REPRESENTATIVES, interpreted for any other."""
    given = getattr(request.node, "callspec", None)
    values = given.params.values() if given else ()
    names = {each.__name__ if isinstance(each, type) else type(each).__name__ for each in values}
    return nullcontext() if not names or names & REPRESENTATIVES else interpreted()
