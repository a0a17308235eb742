"""Compiling: plain Python functions in, machine code out, kept on disk for the next process.

A template such as `stream` calls a global `step` that its own module only declares. `link` makes a
copy of the template in which `step` is a learner's, compiles it with all the plain functions below
it, and gives the copy a name of its own. Numba caches that on disk; a loop that got the step as an
argument or a closure would be compiled again in every process.

Numba looks only at the file of the outermost function to tell whether its cache is stale, so the
name carries a digest of all the source below: after any change there the old code isn't found.
"""

import dis
from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from onlinelearn.base import code_digest

VIEW = "row"
"""The one function that returns a view of an array: without memory management only inlined code can."""


def link(template: Callable[..., Any], learner: str, **bound: Callable[..., Any]) -> Any:
    """`template` compiled, with the global names in `bound` bound to these functions.

    `learner` and the names of the bound functions make the name of the result.
    """
    import numba

    # "numpy": a division by zero gives inf, as in NumPy, instead of a branch that raises. Without
    # Numba's run-time memory system a round does no reference counting, and code that allocates
    # doesn't compile.
    compile_with = partial(numba.njit, nogil=True, error_model="numpy", _nrt=False)
    compiled: dict[FunctionType, Any] = {}

    def rebound(function: FunctionType, name: str) -> FunctionType:
        """A copy of `function` whose global functions are compiled ones."""
        names = dict(function.__globals__)
        for used in _names(function.__code__):
            below = bound.get(used, names.get(used))
            if isinstance(below, FunctionType):
                if below not in compiled:
                    how = "always" if used == VIEW else "never"
                    compiled[below] = compile_with(
                        rebound(below, below.__name__), forceinline=True, inline=how
                    )
                names[used] = compiled[below]
        copy = FunctionType(function.__code__, names, name, function.__defaults__)
        copy.__qualname__ = name
        return copy

    assert isinstance(template, FunctionType)
    digest = code_digest.digest(template.__module__, *(each.__module__ for each in bound.values()))
    names = "_".join([template.__name__, learner, *(each.__name__ for each in bound.values())])
    whole = rebound(template, f"{names}_{digest[:16]}")
    try:
        return compile_with(whole, cache=True)
    except RuntimeError:  # no folder that Numba could cache in: compile in every process
        return compile_with(whole)


def frozen(array: np.ndarray[Any, Any]) -> Any:
    """A read-only view: to Numba, read-only and writable arrays are two types, to be compiled twice."""
    view = array.view()
    view.flags.writeable = False
    return view


def _names(code: CodeType) -> Iterator[str]:
    """The global names that the code uses, those of its inner functions too; attributes are none."""
    yield from (each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
