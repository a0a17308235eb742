"""Arguments of compiled code in memory: a function that writes them, and one that calls with them."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from numba import extending
from numba.core import types
from numba.core.registry import cpu_target

from onlinelearn.learners.engine.kernel_cache import KernelCache

# llvmlite and Numba's compiler have hardly any types, and Numba's decorators not those of all settings.
Value = Any
Builder = Any
intrinsic: Any = extending.intrinsic
njit: Any = numba.njit


def size(kind: Any) -> int:
    """The bytes that arguments of these types take."""
    context = cpu_target.target_context
    count: int = context.get_abi_sizeof(context.get_value_type(kind))
    return count


@cache
def writer(name: str, kind: Any) -> Callable[..., None]:
    """The function that writes arguments of these types to an address."""

    def storing(_typing: Any, address: Any, arguments: Any) -> Any:
        def write(context: Any, builder: Builder, signature: Any, values: Any) -> Value:
            place = context.get_value_type(signature.args[1]).as_pointer()
            builder.store(values[1], builder.inttoptr(values[0], place))
            return context.get_dummy_value()

        return types.void(types.intp, arguments), write

    store = intrinsic(storing)

    def keep(address: int, arguments: Any) -> None:
        store(address, arguments)

    return _entry(keep, f"{name}_keep", (types.intp, kind))


@cache
def reader(name: str, kind: Any, compiled: Any, first: Any = None) -> Callable[..., Any]:
    """The function that calls the compiled one with the arguments at an address; where a type is given for
    the first argument, that is handed over and not kept.
    """

    def loading(_typing: Any, address: Any) -> Any:
        def write(context: Any, builder: Builder, signature: Any, values: Any) -> Value:
            place = context.get_value_type(signature.return_type).as_pointer()
            return builder.load(builder.inttoptr(values[0], place))

        return kind(types.intp), write

    load = intrinsic(loading)

    def call(address: int) -> Any:
        return compiled(*load(address))

    def call_with(address: int, given: Any) -> Any:
        return compiled(given, *load(address))

    if first is None:
        return _entry(call, name, (types.intp,))
    return _entry(call_with, name, (types.intp, first))


def _entry(function: Any, name: str, signature: Any) -> Callable[..., Any]:
    """The machine code of a function for just these types; other types are no error, but a crash."""
    function.__name__ = function.__qualname__ = name
    # A round is too short to let other threads run meanwhile.
    compiled = njit(function, error_model="numpy", _nrt=False, no_cfunc_wrapper=True)
    compiled._cache = KernelCache(name)
    compiled.compile(signature)
    code: Callable[..., Any] = compiled.overloads[signature].entry_point
    return code
