"""Arrays with a number for each example, however many: large ones lie in a file, not in memory.

Such a file has no name, and goes with its array. The functions here read and write a part at a time,
so that what they hold in memory is bounded.
"""

import math
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from onlinelearn.base import user_cache
from onlinelearn.base.arrays import Bools, Ints
from onlinelearn.base.errors import OlrunError

LARGE = 2**24
"""The most bytes of an array that is held in memory."""


def zeros(shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of zeros: in memory, or in a file where it is large."""
    size = math.prod(shape) if isinstance(shape, tuple) else shape
    if size * np.dtype(dtype).itemsize <= LARGE:
        return np.zeros(shape, dtype)
    folder = user_cache.folder()
    try:
        user_cache.make(folder)
        with tempfile.TemporaryFile(dir=folder) as file:
            return np.asarray(np.memmap(file, dtype, "w+", shape=shape))
    except OSError as error:
        raise OlrunError(
            f"no room for {size:,} numbers in {folder}: {error.strerror or error}; "
            "name another folder in OLRUN_CACHE"
        ) from error


def counting(n: int) -> Ints:
    """0 to n - 1."""
    numbers = zeros(n, np.int64)
    for part in parts(n):
        numbers[part] = np.arange(part.start, part.stop)
    return numbers


def parts(n: int) -> Iterator[slice]:
    """0 to n - 1 in parts, a number of each of which fits into memory many times."""
    step = max(LARGE // 64, 1)
    for start in range(0, n, step):
        yield slice(start, min(start + step, n))


def made_by(n: int, dtype: npt.DTypeLike, values: Callable[[slice], npt.ArrayLike]) -> npt.NDArray[Any]:
    """An array of n values, made part by part."""
    made = zeros(n, dtype)
    for part in parts(n):
        made[part] = values(part)
    return made


def taken(values: npt.NDArray[Any], chosen: "Ints | slice") -> npt.NDArray[Any]:
    """The values at these places."""
    if isinstance(chosen, slice):
        return values[chosen]
    if values.ndim > 1:
        return values[chosen]
    return made_by(len(chosen), values.dtype, lambda part: values[chosen[part]])


def places(n: int, wanted: Callable[[slice], Bools]) -> Ints:
    """The numbers from 0 to n - 1 that are wanted, in ascending order."""
    found = zeros(sum(int(np.count_nonzero(wanted(part))) for part in parts(n)), np.int64)
    done = 0
    for part in parts(n):
        here = np.flatnonzero(wanted(part)) + part.start
        found[done : done + len(here)] = here
        done += len(here)
    return found


def different(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The values that occur, in ascending order."""
    found = values[:0]
    for part in parts(len(values)):
        found = np.unique(np.concatenate([found, np.unique(values[part])]))
    return found


def all_finite(values: npt.NDArray[Any]) -> bool:
    """Whether all values are finite."""
    return all(bool(np.isfinite(values[part]).all()) for part in parts(len(values)))
