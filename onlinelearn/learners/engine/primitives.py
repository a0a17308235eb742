"""Primitives, the small functions that steps are made of, and layers of functions in their place.

A step is written once, with primitives such as `geometry.score` and `geometry.move`. A *layer* puts
other functions in the place of some of them: `sparse.SPARSE_ROWS` for sparse examples, for instance,
or `averaged.AVERAGED_WEIGHTS` for weights whose mean is kept. Layers lie on one another. The step sees
all of them; a function of a layer sees only the layers below its own. So `averaged.score`, which calls
`geometry.score`, gets the next one down, as a method does by super().

Numba could choose by the types of the arguments instead (`numba.extending.overload`). Tried with PA,
dense, sparse and averaged, that runs as fast, loads from the disk cache somewhat faster, and compiles
in half to four fifths of the time. But types don't tell kernels, losses or rules apart; `row`, which
returns a view, doesn't compile that way without memory management; without a compiler the stubs do
nothing; and the overloads that count are those of the modules imported so far, which no digest of code
can know.
"""

from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any, TypeVar

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

_primitives: set[Function] = set()
_abstract: set[Function] = set()
_views: set[Function] = set()
_in_vectors: set[Function] = set()


def primitive(function: F) -> F:
    """Declare a primitive: layers may put another function in its place. Returns it unchanged."""
    _primitives.add(function)
    return function


def abstract_primitive(function: F) -> F:
    """Declare a primitive that some layer must replace."""
    _abstract.add(function)
    return primitive(function)


def returns_view(function: F) -> F:
    """Declare that it returns a view of an array: without memory management only inlined code can."""
    _views.add(function)
    return function


def in_vectors(function: F) -> F:
    """Declare that the compiler takes the function of this name in `vector_code`, which has the same bits."""
    _in_vectors.add(function)
    return function


def is_primitive(function: object) -> bool:
    """Whether layers may replace it."""
    return function in _primitives


def is_abstract(function: Function) -> bool:
    """Whether a layer must replace it."""
    return function in _abstract


def is_view(function: Function) -> bool:
    """Whether it returns a view of an array."""
    return function in _views


def is_in_vectors(function: Function) -> bool:
    """Whether the compiler takes the function of its name in `vector_code`."""
    return function in _in_vectors


def described(function: object) -> str:
    """A function's module and name."""
    if isinstance(function, FunctionType):
        return f"{function.__module__}.{function.__qualname__}"
    return repr(function)


class Layer(Mapping[Function, Function]):
    """Primitives, each with the function in its place. Raises TypeError for what is no primitive."""

    def __init__(self, replacements: Mapping[Function, Function]) -> None:
        for replaced, by in replacements.items():
            if not is_primitive(replaced):
                raise TypeError(f"{described(replaced)} is no primitive: a layer can't replace it")
            if not isinstance(by, FunctionType):
                raise TypeError(f"{described(by)} in the place of {described(replaced)} is no plain function")
            if _n_arguments(by) != _n_arguments(replaced):
                raise TypeError(f"{described(by)} takes other arguments than {described(replaced)}")
        self._replacements = dict(replacements)
        self._hash = hash(frozenset(self._replacements.items()))

    def __getitem__(self, replaced: Function) -> Function:
        return self._replacements[replaced]

    def __iter__(self) -> Iterator[Function]:
        return iter(self._replacements)

    def __len__(self) -> int:
        return len(self._replacements)

    def __hash__(self) -> int:
        return self._hash


Layers = tuple[Layer, ...]
"""From the lowest to the highest."""


def _n_arguments(function: Any) -> int:
    count: int = function.__code__.co_argcount
    return count
