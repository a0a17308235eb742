"""Learners without a compiler."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba

from onlinelearn.learners.engine import model

SETTINGS: Any = numba.config


@contextmanager
def interpreted() -> Iterator[None]:
    """Learners' steps as the Python they are written in: to compile one takes longer than a short stream."""
    loops, model._loops = model._loops, {}
    SETTINGS.DISABLE_JIT = True
    try:
        yield
    finally:
        SETTINGS.DISABLE_JIT = False
        model._loops = loops
