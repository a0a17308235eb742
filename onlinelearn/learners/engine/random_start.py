"""Random first weights, for learners that may start elsewhere than at the origin."""

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.numerics import rng

SPREAD = 0.01
"""The standard deviation of random first weights; the ellipsoid paper says only "around the origin"."""


def scatter(W: Floats, K: int, seed: int, key: Key) -> None:
    """Independent normal weights for the K columns in use."""
    d = W.shape[0]
    drawn = rng.normal((rng.START, seed, *key), K * d)
    W[:, :K] = SPREAD * drawn.reshape(K, d).T
