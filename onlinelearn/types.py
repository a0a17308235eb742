"""Names for the arrays that the package passes around."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.generic]
"""Class labels as the user gave them: integers or strings."""

Key = tuple[int, ...]
"""What a random draw is keyed by, for example (seed, permutation, epoch)."""

Targets = npt.NDArray[Any]
"""What is to be learnt of each example: a class number, marks of a set of classes, or a real number."""

LabelDraw = Literal["independent", "stratified"]
"""How the examples whose label is shown are drawn: each on its own, or so many of every class."""

Kind = Literal["classification", "multilabel", "regression", "uniclass"]
"""What is to be learnt: classes; sets of them; real targets; where points are, labelled for the test only."""
