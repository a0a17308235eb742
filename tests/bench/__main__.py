"""`python -m tests.bench [PART...]` prints tables; `--docs` puts them into the documentation."""

import argparse
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

from tests import bench
from tests.bench import _machine, _page, _readme

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


def parts() -> list[str]:
    """The names of the parts, in the order of the alphabet."""
    return [found.name for found in pkgutil.iter_modules(bench.__path__) if not found.name.startswith("_")]


def measured(part: str) -> str:
    """The tables of a part, printed as they are made."""
    text = ""
    for table in importlib.import_module(f"tests.bench.{part}").tables():
        print(table.text(), flush=True)  # noqa: T201
        text += table.text() + "\n"
    return text


def main(arguments: list[str]) -> None:
    """Measure, print, and put what was measured into the page if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts()))
    parser.add_argument(
        "--docs", action="store_true", help=f"put the tables into {PAGE.name}, and the ratios into README"
    )
    given = parser.parse_args(arguments)
    chosen = [name.replace("-", "_") for name in given.parts] or parts()
    if unknown := [name for name in chosen if name not in parts()]:
        parser.error(f"no part {unknown[0]}; there are {', '.join(parts())}")
    if len(chosen) > 1:
        # A process each: the memory and the caches of one part are not those of the next.
        for part in chosen:
            subprocess.run([sys.executable, "-m", "tests.bench", part, *["--docs"] * given.docs], check=True)
        return
    print(_machine.described(), flush=True)  # noqa: T201
    for part in chosen:
        text = measured(part)
        if given.docs:
            before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
            page = _page.updated(before, part, _machine.described(), text)
            PAGE.write_text(page, encoding="utf-8")
            readme = _readme.README.read_text(encoding="utf-8")
            _readme.README.write_text(_readme.with_speed_line(readme, page), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
