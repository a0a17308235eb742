"""Linking: plain Python functions and layers in, machine code out, kept on disk for the next process.

A template such as `stream.stream` calls primitives, its learner's `step` among them. `resolve` finds
out which function each call of the template, and of all functions below it, is meant for once the
layers are in place; `link` makes copies of these functions that call one another, and compiles the
template's. `kernel_cache` keeps that on disk. The name of the copy carries a digest of all the code
below: after any change there the old code isn't found.

`print(resolve(template, layers))` shows which function is called from where.
"""

import dis
import hashlib
import marshal
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain, pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from onlinelearn.base import code_digest
from onlinelearn.learners.engine.primitives import (
    Function,
    Layers,
    described,
    is_abstract,
    is_in_vectors,
    is_view,
)

Path = tuple[str, ...]
"""The name of a global thing in code: ("score",), or ("geometry", "score") by way of a module."""


VECTOR_CODE = "onlinelearn.learners.engine.vector_code"
"""The module that is imported where something is compiled: it takes long, as the compiler does."""


@dataclass(frozen=True)
class Linked:
    """A function, and the function that each of its calls is meant for."""

    function: FunctionType
    calls: tuple[tuple[Path, "Linked"], ...]
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.function, self.calls)))

    def __hash__(self) -> int:
        return self._hash  # computed once: below a loop there are some hundred of them

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, called: str = "") -> Iterator[str]:
        """A line for this function, and indented ones for those that it calls."""
        itself = described(self.function)
        yield f"{called}: {itself}" if called else itself
        for path, below in self.calls:
            yield from (f"  {line}" for line in below.lines(".".join(path)))

    def everything(self) -> "set[Linked]":
        """Itself and all below it."""
        return {self}.union(*(below.everything() for _, below in self.calls))


def resolve(template: Function, layers: Layers = ()) -> Linked:
    """The template with the functions that its calls are meant for.

    Raises TypeError where an abstract primitive is called that no layer replaces.
    """

    @cache
    def linked(function: Function, level: int) -> Linked:
        """The function as code sees it that belongs to layer `level`: only the layers below count."""
        for below in reversed(range(level)):
            if function in layers[below]:
                function, level = layers[below][function], below
                break
        if is_abstract(function):
            raise TypeError(f"no layer replaces {described(function)} in {described(template)}")
        assert isinstance(function, FunctionType)
        used = _used(function).items()
        return Linked(
            function,
            tuple((path, linked(each, level)) for path, each in used if isinstance(each, FunctionType)),
        )

    return linked(template, len(layers))


_linked: dict[tuple[Function, str, Layers], Any] = {}
_compiled_parts: dict[Linked, Any] = {}
"""The functions below the templates: loops share them, and what they share is compiled once a process."""


def link(template: Function, name: str, layers: Layers = ()) -> Any:
    """The template compiled, with these layers in place; `name` is for people, in its own name."""
    known = (template, name, layers)
    if known not in _linked:
        _linked[known] = _compiled(resolve(template, layers), name)
    return _linked[known]


def is_linked(template: Function, name: str, layers: Layers = ()) -> bool:
    """Whether this process has linked the template before, so that to compile or load it costs nothing."""
    return (template, name, layers) in _linked


def _compiled(template: Linked, name: str) -> Any:
    import numba

    from onlinelearn.learners.engine import vector_code
    from onlinelearn.learners.engine.kernel_cache import KernelCache

    # "numpy": a division by zero gives inf, as in NumPy, instead of a branch that raises. Without
    # Numba's run-time memory system a round does no reference counting, and code that allocates
    # doesn't compile. Nobody calls the code from C, nor its parts from Python: entries for that
    # would take a quarter of the time to compile.
    compile_with = partial(numba.njit, nogil=True, error_model="numpy", _nrt=False, no_cfunc_wrapper=True)
    compile_part = partial(compile_with, forceinline=True, no_cpython_wrapper=True)

    settings: Any = numba.config  # without types
    switched_off = settings.DISABLE_JIT

    def compiled(each: Linked) -> Any:
        if is_in_vectors(each.function) and not switched_off:
            return vector_code.FORMS[each.function.__name__]
        if each not in _compiled_parts:
            how = "always" if is_view(each.function) else "never"
            _compiled_parts[each] = compile_part(copied(each, each.function.__name__), inline=how)
        return _compiled_parts[each]

    def copied(each: Linked, name: str) -> FunctionType:
        """A copy of the function that calls compiled ones."""
        function, names = each.function, dict(each.function.__globals__)
        for path, below in each.calls:
            if len(path) == 1:
                names[path[0]] = compiled(below)
            else:
                module, attribute = path
                if names[module] is function.__globals__[module]:
                    names[module] = _copied_module(names[module])
                setattr(names[module], attribute, compiled(below))
        copy = FunctionType(function.__code__, names, name, function.__defaults__)
        copy.__qualname__ = name
        return copy

    whole = copied(template, f"{template.function.__name__}_{name}_{digest(template)[:16]}")
    linked: Any = compile_with(whole)
    if linked is not whole:  # it is where Numba's compiler is switched off
        linked._cache = KernelCache(whole.__name__)  # what `cache=True` does, with a cache of ours
    return linked


def digest(template: Linked) -> str:
    """The digest of the code of all that is linked, of who calls whom, and of the constants they read."""
    everything = template.everything()
    modules, constants = set(), set()
    for each in everything:
        home = each.function.__module__
        if code_digest.has_source(home):
            modules.add(home)
            if is_in_vectors(each.function):
                modules.add(VECTOR_CODE)
        else:  # from a notebook, or sent to a worker
            constants.add(f"{described(each.function)} {marshal.dumps(each.function.__code__).hex()}")
        for path, thing in _used(each.function).items():
            if isinstance(thing, type) and code_digest.is_ours(thing.__module__):
                modules.add(thing.__module__)
            elif isinstance(thing, int | float | tuple):
                constants.add(f"{described(each.function)} {'.'.join(path)}={thing!r}")
    text = "\n".join([code_digest.digest(*sorted(modules)), str(template), *sorted(constants)])
    return hashlib.sha256(text.encode()).hexdigest()


def frozen(array: np.ndarray[Any, Any]) -> Any:
    """A read-only view: to Numba, read-only and writable arrays are two types, to be compiled twice."""
    if not array.flags.writeable:
        return array
    view = array.view()
    view.flags.writeable = False
    return view


def _used(function: FunctionType) -> dict[Path, Any]:
    """The global things that the function's code names, but for built-in ones."""
    used: dict[Path, Any] = {}
    for name, attribute in _names(function.__code__):
        thing = function.__globals__.get(name)
        if isinstance(thing, ModuleType) and attribute is not None:
            used[name, attribute] = getattr(thing, attribute)
        elif thing is not None:
            used[(name,)] = thing
    return used


@cache
def _names(code: CodeType) -> tuple[tuple[str, str | None], ...]:
    """The global names in the code, each with the attribute that is read from it; inner functions' too.

    They are kept: primitives are shared by many loops, and to take code apart is slow.
    """
    own = (
        (each.argval, after.argval if after.opname in ("LOAD_ATTR", "LOAD_METHOD") else None)
        for each, after in pairwise(dis.get_instructions(code))
        if each.opname == "LOAD_GLOBAL"
    )
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return (*own, *chain.from_iterable(inner))


def _copied_module(module: ModuleType) -> ModuleType:
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy
