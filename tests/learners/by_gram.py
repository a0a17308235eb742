"""Kernel PA-I as one writes it in NumPy: the whole Gram matrix first, n² numbers, then the rounds."""

import numpy as np

from onlinelearn.base.arrays import Floats, Ints


def by_gram_matrix(X: Floats, y: Ints) -> tuple[int, int]:
    """Cubic PA-I with C = 100 in NumPy: all kernels first, then the rounds; (mistakes, updates)."""
    G = X @ X.T
    G *= G * G
    alpha = np.zeros((len(y), int(y.max()) + 1))
    mistakes = updates = 0
    for t, label in enumerate(y):
        s = G[t, :t] @ alpha[:t]
        right, s[label] = s[label], -np.inf
        q = s.argmax()
        eta = right - s[q]
        mistakes += int(eta <= 0)
        if eta < 1:
            updates += 1
            tau = min(100.0, (1 - eta) / (2 * G[t, t]))
            alpha[t, label] += tau
            alpha[t, q] -= tau
    return mistakes, updates
