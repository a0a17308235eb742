"""Plain values: Python's own numbers, texts and lists in the place of NumPy's, and texts for paths."""

import os

import numpy as np


def plain(value: object) -> object:
    """The value without NumPy's types and without paths; anything else as it is."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    return os.fspath(value) if isinstance(value, os.PathLike) else value
