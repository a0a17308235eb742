"""The rule by which a tuned learner's parameters are chosen, and the part that it may hold out."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from onlinelearn.base.arrays import Ints, Key
from onlinelearn.base.errors import DataError
from onlinelearn.numerics import rng


@dataclass(frozen=True)
class TuningRule:
    """By the online error of the first pass, or by the error on a share that is held out of training."""

    by: Literal["online_error", "validation"] = "online_error"
    share: float = 0.2

    def held_out(self, n: int, key: Key, ordered: bool) -> tuple[Ints, Ints]:
        """The rows to learn from and those held out, of n: drawn, or the last ones of a sequence.

        DataError, with the way out, if one of the two would be empty.
        """
        many = round(Fraction(repr(self.share)) * n)
        if not 0 < many < n:
            left, way = ("none", "larger") if many == 0 else ("none to learn from", "smaller")
            raise DataError(
                f"a share of {self.share:g} of {n} training rows leaves {left}; give tune a {way} `share`"
            )
        order = np.arange(n) if ordered else rng.permutation((rng.VALIDATION, *key), n)
        return np.sort(order[: n - many]), np.sort(order[n - many :])
