"""Sets of labels: the layer for a `y` that marks each class of the example's set.

Binary, multiclass and multilabel problems differ only in how (z, η) come from the scores.
"""

import numpy as np

from onlinelearn.base.arrays import Bools, Floats
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.primitives import Layer


def look(s: Floats, K: int, relevant: Bools) -> tuple[int, int, float]:
    """(r, q, η): r is the worst class of the set, q the best of the others (sec. 2.4).

    Where all labels are relevant, or none is, there is nothing to rank: η is infinite.
    """
    r, worst = -1, np.inf
    q, best = -1, -np.inf
    for k in range(K):
        behind = (s[k] < worst) & relevant[k]
        r = k if behind else r
        worst = s[k] if behind else worst
        ahead = (s[k] > best) & (not relevant[k])
        q = k if ahead else q
        best = s[k] if ahead else best
    return (-1, -1, np.inf) if r < 0 or q < 0 else (r, q, worst - best)


def belongs(k: int, relevant: Bools) -> bool:
    """Whether class k is in the set."""
    return bool(relevant[k])


LABEL_SETS = Layer({geometry.look: look, geometry.belongs: belongs})
