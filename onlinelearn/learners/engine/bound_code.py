"""Compiled code that is bound to its arguments: a call hands over nothing but their address.

Numba finds out the types of all arguments at each call, and takes them over from Python one by one. For
the state of a learner, which is a tuple of arrays, that takes ten times as long as a round. Here they
are written into memory once, as machine code has them.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from onlinelearn.base import code_digest


def bound_code(compiled: Any, arguments: tuple[Any, ...], before: Any = None) -> Callable[..., Any]:
    """The function with these arguments. The content of arrays may change from call to call, and they stay
    where they are. Where the compiler is switched off it is the function itself.

    `before` is an example of an argument that goes before them and is handed over at each call. Of which
    type that is, the code doesn't look: another one is no error, but a crash.
    """
    if not hasattr(compiled, "overloads"):
        if before is None:
            return partial(compiled, *arguments)
        return lambda first: compiled(first, *arguments)
    import numba

    from onlinelearn.learners.engine import kept_arguments

    typeof: Any = numba.typeof  # without types itself
    kind, first = typeof(arguments), None if before is None else typeof(before)
    text = f"{code_digest.digest(kept_arguments.__name__)} {compiled.__name__} {kind}"
    name = f"bound_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    memory = np.zeros(kept_arguments.size(kind), np.uint8)
    address = memory.ctypes.data
    kept_arguments.writer(name, kind)(address, arguments)
    call = partial(kept_arguments.reader(name, kind, compiled, first), address)
    call.__dict__["kept"] = memory, arguments  # as long as the call is
    return call
