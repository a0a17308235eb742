"""The best fixed linear classifier in the plane, found by turning a line through the origin once."""

import numpy as np

from onlinelearn.base.arrays import Floats, Ints


def optimal_error(X: Floats, y: Ints) -> float:
    """The smallest error that sign(w·x) makes on rows of two features with labels 0 and 1.

    While w turns by half a circle, each z = ±x changes sides once: z·w changes its sign when w is
    at right angles to z. So n events, sorted, show every classifier there is, and each -w is the
    opposite of one. A score of zero is an error, as in a round. A rounded quotient never reverses
    an order, so that the sorting is exact; slopes that round to the same count as one.
    """
    z = np.where(y == 1, 1.0, -1.0)[:, None] * X
    z = z[(z != 0.0).any(axis=1)]  # zero is an error for every w
    with np.errstate(divide="ignore", over="ignore"):
        slopes = np.where(z[:, 0] == 0.0, -np.inf, z[:, 1] / z[:, 0])
    # Counterclockwise from just before (1, 0): does z come in, or drop out?
    comes = (z[:, 0] < 0.0) | ((z[:, 0] == 0.0) & (z[:, 1] > 0.0))
    order = np.argsort(slopes, kind="stable")
    right = int((~comes).sum()) + np.append(0, np.cumsum(np.where(comes, 1, -1)[order]))
    passes = np.ones(len(right), np.bool_)  # between two equals there is no w
    passes[1:-1] = slopes[order][1:] != slopes[order][:-1]
    best = max(right[passes].max(), len(z) - right[passes].min())
    return (len(y) - int(best)) / len(y)
