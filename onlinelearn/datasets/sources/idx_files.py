"""MNIST in its original form: four files in the IDX format, gzipped, side by side in one folder."""

import gzip
import struct
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.checks import UNREADABLE, unreadable

IMAGES = "train-images-idx3-ubyte.gz"
COMPANIONS = ("train-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz")


def read_mnist(path: Path) -> ExampleTable:
    """The pictures of both parts in the order of the files, a row each; `path` is the training images'."""
    images, labels, parts = [], [], []
    for part, prefix in (("train", "train"), ("test", "t10k")):
        X = _read_idx(path.with_name(f"{prefix}-images-idx3-ubyte.gz"))
        images.append(X.reshape(len(X), -1))
        labels.append(_read_idx(path.with_name(f"{prefix}-labels-idx1-ubyte.gz")))
        parts.append(np.full(len(X), part))
    X = np.concatenate(images).astype(np.float64)
    return ExampleTable(X, np.concatenate(labels).astype(np.int64), np.concatenate(parts))


def _read_idx(path: Path) -> Any:
    """The array of bytes in the file. DataError if there is something else in it."""
    try:
        with gzip.open(path) as file:
            data = file.read()
        zeros, kind, dimensions = struct.unpack_from(">HBB", data)
        if zeros or kind != 8:
            raise ValueError("it holds no array of bytes in the IDX format")
        shape = struct.unpack_from(f">{dimensions}I", data, 4)
        return np.frombuffer(data, np.uint8, offset=4 + 4 * dimensions).reshape(shape)
    except (*UNREADABLE, struct.error) as error:
        raise unreadable(path, error) from error
