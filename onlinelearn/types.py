"""Names for the arrays that the package passes around."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.generic]
"""Class labels as the user gave them: integers or strings."""

Key = tuple[int, ...]
"""What a random draw is keyed by, for example (seed, permutation, epoch)."""
