"""Parts that another thread reads: in order, one ahead, and errors in their place."""

from collections.abc import Iterator
from itertools import islice
from threading import Event, get_ident

import pytest

from onlinelearn.base.read_ahead import read_ahead


def test_all_parts_come_in_order() -> None:
    assert list(read_ahead(iter([3, 1, 2]))) == [3, 1, 2]
    assert list(read_ahead([])) == []


def test_an_error_comes_after_the_parts_before_it() -> None:
    def reader() -> Iterator[int]:
        yield 1
        yield 2
        raise ValueError("damaged")

    parts = read_ahead(reader())
    assert list(islice(parts, 2)) == [1, 2]
    with pytest.raises(ValueError, match="damaged"):
        next(parts)


def test_another_thread_reads_the_next_part_while_one_is_in_use() -> None:
    begun, threads = Event(), set()

    def reader() -> Iterator[int]:
        yield 1
        threads.add(get_ident())
        begun.set()
        yield 2

    for part in read_ahead(reader()):
        if part == 1:
            assert begun.wait(60)
    assert get_ident() not in threads


def test_whoever_stops_early_has_read_one_part_too_many_at_most() -> None:
    read = []

    def reader() -> Iterator[int]:
        for part in range(1, 10):
            read.append(part)
            yield part

    assert list(islice(read_ahead(reader()), 3)) == [1, 2, 3]
    assert read in ([1, 2, 3], [1, 2, 3, 4])
