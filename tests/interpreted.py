"""Learners without a compiler."""

from collections.abc import Iterator
from contextlib import contextmanager

import numba

from onlinelearn.learners import model


@contextmanager
def interpreted() -> Iterator[None]:
    """Learners' steps as the Python they are written in: to compile one takes longer than a short stream."""
    loops, model._loops = model._loops, {}
    numba.config.DISABLE_JIT = True
    try:
        yield
    finally:
        numba.config.DISABLE_JIT = False
        model._loops = loops
