"""The machine code of a compiled function for arguments of known types, called without a look at them.

Numba's dispatcher finds out the types of all arguments at each call. For the state of a learner, which
is a tuple of arrays, that takes ten times as long as a round.
"""

from collections.abc import Callable
from typing import Any


def machine_code(compiled: Any, arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """The function for arguments of just these types. It trusts its caller: other types are no error,
    but a crash. Where the compiler is switched off it is the function itself.
    """
    if not hasattr(compiled, "overloads"):
        return compiled  # type: ignore[no-any-return]
    import numba

    types = tuple(map(numba.typeof, arguments))
    if types not in compiled.overloads:
        compiled.compile(types)
    code: Callable[..., Any] = compiled.overloads[types].entry_point
    return code
