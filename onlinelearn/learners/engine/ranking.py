"""Rankings: the order in which a model puts all labels, those of an example's set first if it is right.

Places, not scores, are what is compared: they tell of every tie, and two models with the same places
rank the same.
"""

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints


def places(S: Floats) -> Ints:
    """(n, K): how many labels have a higher score than each, so that labels that tie share a place."""
    found = np.empty(S.shape, np.int64)
    for k in range(S.shape[1]):
        found[:, k] = (S[:, k : k + 1] < S).sum(axis=1)
    return found


def mixed_up(ranked: Ints, relevant: Bools) -> Ints:
    """(n,): how many pairs of a label of the set and another are not in the right order; a tie is not."""
    pairs = np.zeros(len(ranked), np.int64)
    for k in range(ranked.shape[1]):
        ahead = (ranked <= ranked[:, k : k + 1]) & ~relevant
        pairs += np.where(relevant[:, k], ahead.sum(axis=1), 0)
    return pairs


def misranked(ranked: Ints, relevant: Bools) -> Bools:
    """Which rows would be a mistake in a round, η ≤ 0: a label outside the set is not behind all of it."""
    wrong: Bools = mixed_up(ranked, relevant) > 0
    return wrong
