"""Python's own values for what NumPy and pathlib hand in."""

import os

import numpy as np


def plain(value: object) -> object:
    """What NumPy's numbers, texts and arrays and what paths stand for; anything else as it is."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    return os.fspath(value) if isinstance(value, os.PathLike) else value
