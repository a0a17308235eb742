"""Least squares with the same bits everywhere: the solution that LMS is drawn to, and the largest rates."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.numerics.sums import column_means, squared_norms

HALVINGS = 60
"""After so many, the largest eigenvalue is known to the last bits."""


@dataclass(frozen=True, eq=False)
class LeastSquares:
    """Rows X with real targets t: w minimises the mean of (t - w·x)²."""

    X: Floats
    t: Floats

    @cached_property
    def moments(self) -> Floats:
        """R, the mean of xxᵀ."""
        return np.array([column_means(self.X * column[:, None]) for column in self.X.T])

    @cached_property
    def solution(self) -> Floats | None:
        """w, by plain elimination; None where R is singular."""
        d = self.X.shape[1]
        left = np.column_stack([self.moments, column_means(self.X * self.t[:, None])])
        for i in range(d):
            if left[i, i] <= 0.0:
                return None
            left[i] /= left[i, i]
            others = np.arange(d) != i
            left[others] -= left[others, i][:, None] * left[i]
        w: Floats = left[:, d]
        return w

    @cached_property
    def rate_limit(self) -> float:
        """2/λ for the largest eigenvalue λ of R: with a larger rate LMS diverges even on average.

        λ is the least number for which λI - R has no negative pivot: found by halving.
        """
        low, high = 0.0, float(np.trace(self.moments))
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            if _is_positive(middle * np.eye(len(self.moments)) - self.moments):
                high = middle
            else:
                low = middle
        return round(2.0 / high, 9) if high else np.inf

    @cached_property
    def step_limit(self) -> float:
        """2/‖x‖² for the longest row: a step with a larger rate leaves a larger error there than it found."""
        longest = float(squared_norms(self.X).max())
        return 2.0 / longest if longest else np.inf

    def distance(self, w: Floats) -> float:
        """‖w - w*‖/‖w*‖ from the solution w*; not finite where there is none."""
        if self.solution is None or not self.solution.any():
            return np.inf
        with np.errstate(over="ignore"):
            away, whole = squared_norms(np.array([w - self.solution, self.solution]))
            return float(np.sqrt(away / whole))


def _is_positive(M: Floats) -> bool:
    """Whether a symmetric matrix has only positive pivots."""
    left = M.copy()
    for i in range(len(left)):
        pivot = left[i, i]
        if pivot <= 0.0:
            return False
        left[i + 1 :, i + 1 :] -= left[i + 1 :, i][:, None] / pivot * left[i, i + 1 :]
    return True
