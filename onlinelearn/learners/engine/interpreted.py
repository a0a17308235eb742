"""Learners without a compiler: their steps as the Python they are written in."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from onlinelearn.learners.engine import linking

_linked: dict[Any, Any] = {}
_parts: dict[Any, Any] = {}
"""The loops linked without a compiler, kept for the next time: linking takes longer than a short stream."""


@contextmanager
def interpreted() -> Iterator[None]:
    """Steps run as plain Python: to compile one takes longer than a short stream, and checks no index.

    As compiled code does, they go to infinity and to what is no number without a warning. It holds for
    the whole process, so no other thread may run a learner meanwhile.
    """
    import numba

    settings: Any = numba.config
    linked, linking._linked = linking._linked, _linked
    parts, linking._compiled_parts = linking._compiled_parts, _parts
    before, settings.DISABLE_JIT = settings.DISABLE_JIT, True
    try:
        with np.errstate(all="ignore"):
            yield
    finally:
        settings.DISABLE_JIT = before
        linking._linked, linking._compiled_parts = linked, parts
