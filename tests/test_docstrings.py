"""The examples in docstrings: each shows what comes out.

They run uncompiled, since each would compile a learner of its own.
"""

import doctest
import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import onlinelearn
from tests.interpreted import interpreted


def examples() -> Iterator[doctest.DocTest]:
    """Every docstring of the package that has an example."""
    names = (each.name for each in pkgutil.walk_packages(onlinelearn.__path__, "onlinelearn."))
    for name in ["onlinelearn", *(name for name in names if not name.endswith("__main__"))]:
        found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name))
        yield from (each for each in found if each.examples)


@pytest.mark.parametrize("example", list(examples()), ids=lambda each: each.name)
@interpreted()
def test_an_example_comes_out_as_shown(example: doctest.DocTest, capsys: pytest.CaptureFixture[str]) -> None:
    failed = doctest.DocTestRunner().run(example).failed
    assert not failed, capsys.readouterr().out
