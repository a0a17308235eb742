"""Learners without a compiler."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba

from onlinelearn.learners.engine import linking

SETTINGS: Any = numba.config


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
