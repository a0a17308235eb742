"""Aligned columns of text, for everything that is printed as a table."""

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], indent: str = "") -> list[str]:
    """A line for each row, its cells padded to the widest of their column.

    >>> aligned([("name", "classes"), ("usps", "10")])
    ['name  classes', 'usps  10']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return [(indent + line).rstrip() for line in lines]
