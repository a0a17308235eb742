"""The page of all parts. Each keeps the machine that it was measured on, and is replaced on its own."""

import re

HEAD = """# Performance

Made by `make bench`; `python -m tests.bench PART --docs` makes one part anew. The peers of a table run in
turns in one process, and the medians of their CPU times are compared (in `manifold`, the least). Reading
files (`rows`, `streaming`) and running cells (`many_cells`, `dask`) is measured by the clock on the wall,
since it waits for disks and for other processes. A ratio of 3 × says that another one takes three times
as long as ours. Times depend on the machine; ratios depend on it less. Below a table are the goals that
were set before it was measured. Where one is not reached, it says why and what was tried.

"""


def updated(page: str, part: str, machine: str, tables: str) -> str:
    """The page with this part made anew; the parts are in the order of the alphabet."""
    sections = dict(re.findall(r"<!-- (\w+) -->\n(.*?)(?=<!-- \w+ -->\n|\Z)", page, re.DOTALL))
    sections[part] = f"\nMeasured on {machine}\n{tables}"
    return HEAD + "".join(f"<!-- {name} -->\n{sections[name]}" for name in sorted(sections))
