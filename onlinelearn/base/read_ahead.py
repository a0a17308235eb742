"""Parts of data that another thread reads, each while the one before is in use."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def read_ahead(parts: Iterable[T]) -> Iterator[T]:
    """The same parts; an error is raised in the place of the part that it was met in."""
    reader = iter(parts)
    with ThreadPoolExecutor(1) as thread:
        coming = thread.submit(next, reader, None)
        while (part := coming.result()) is not None:
            coming = thread.submit(next, reader, None)
            yield part
