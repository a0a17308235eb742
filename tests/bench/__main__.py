"""`python -m tests.bench [PART...]` prints a table a part; `--docs` writes docs/performance.md too."""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tests import bench
from tests.bench import _machine
from tests.bench._table import Table

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
HEAD = """# Performance

Made by `make bench`. All peers of a table run in turns in one process, and medians are compared: a ratio
says how many times as long the other one takes. Times depend on the machine; ratios hardly do.

"""


def parts() -> list[str]:
    """The names of the parts, in the order of the alphabet."""
    return [found.name for found in pkgutil.iter_modules(bench.__path__) if not found.name.startswith("_")]


def tables(names: list[str]) -> Iterator[Table]:
    """The tables of these parts, one after the other as they are measured."""
    for name in names:
        yield from importlib.import_module(f"tests.bench.{name}").tables()


def main(arguments: list[str]) -> None:
    """Measure, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts()))
    parser.add_argument("--docs", action="store_true", help=f"write {PAGE.name} too; needs all parts")
    given = parser.parse_args(arguments)
    chosen = [name.replace("-", "_") for name in given.parts] or parts()
    if unknown := [name for name in chosen if name not in parts()]:
        parser.error(f"no part {unknown[0]}; there are {', '.join(parts())}")
    if given.docs and chosen != parts():
        parser.error("the page has all parts: leave out their names")
    page = HEAD + _machine.described() + "\n"
    print(_machine.described(), flush=True)  # noqa: T201
    for table in tables(chosen):
        print(table.text(), flush=True)  # noqa: T201
        page += "\n" + table.text()
    if given.docs:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
