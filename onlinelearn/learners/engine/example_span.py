"""M = I - ZᵀGZ: a few terms of the ellipsoid, as combinations of the examples that they came from.

A term u_i is a vector over all classes, but z_i touches two of them. So a product Mz costs R(3d + R) with
R examples in place of R(K + 2)d. What is lost of the precision grows with how flat M is: this form is for
learners that know beforehand that M stays round, and how many terms there will be.
"""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.dense_matrix import add
from onlinelearn.learners.engine.geometry import dot

PADDING = 8
"""Rows of G are padded with zeros to a multiple of this, so that sums have one order in any room."""


class Span(NamedTuple):
    """The examples z_i = e_r⊗x - e_q⊗x behind the terms, and G; one row more is for the round's own."""

    X: Floats  # (room, d): x of each
    classes: Ints  # (room, 2): r and q of each
    G: Floats  # (room, room), symmetric
    h: Floats  # (room,): Zz of the round
    g: Floats  # (room,): GZz of the round


def span(terms: int, d: int) -> Span:
    """Room for so many terms."""
    room = -(-(terms + 1) // PADDING) * PADDING
    return Span(
        X=np.zeros((room, d)),
        classes=np.zeros((room, 2), np.int64),
        G=np.zeros((room, room)),
        h=np.zeros(room),
        g=np.zeros(room),
    )


def grown(known: Span, rank: int, terms: int) -> Span:
    """The same with room for so many terms in all, twice what it was at least."""
    room = len(known.X)
    if terms < room:
        return known
    larger = span(max(terms, 2 * room - 1), known.X.shape[1])
    larger.X[:rank], larger.classes[:rank] = known.X[:rank], known.classes[:rank]
    larger.G[:rank, :rank] = known.G[:rank, :rank]
    return larger


def keep_and_combine(known: Span, rank: int, r: int, q: int, x: Floats) -> None:
    """Keep the round's z in the first row that is free, for `add_term`; g ← GZz."""
    for j in range(x.shape[0]):
        known.X[rank, j] = x[j]
    known.classes[rank, 0] = r
    known.classes[rank, 1] = q
    for i in range(rank):
        shared = shared_classes(known.classes[i, 0], known.classes[i, 1], r, q)
        known.h[i] = shared * dot(known.X[i], x) if shared != 0.0 else 0.0
    for i in range(rank):
        known.g[i] = dot(known.G[i], known.h)


def shared_classes(r: int, q: int, other_r: int, other_q: int) -> float:
    """(e_r - e_q)·(e_r' - e_q'), where -1 is no class."""
    same = 0.0
    if r >= 0:
        same += 1.0 if r == other_r else (-1.0 if r == other_q else 0.0)
    if q >= 0:
        same += 1.0 if q == other_q else (-1.0 if q == other_r else 0.0)
    return same


def subtract_combination(p: Floats, known: Span, rank: int, d: int) -> None:
    """p ← p - Zᵀg."""
    for i in range(rank):
        r, q = known.classes[i, 0], known.classes[i, 1]
        if r >= 0:
            add(p[r * d : (r + 1) * d], -known.g[i], known.X[i])
        if q >= 0:
            add(p[q * d : (q + 1) * d], known.g[i], known.X[i])


def add_term(known: Span, rank: int, factor: float) -> None:
    """M ← M - factor·ppᵀ with p = z - Zᵀg: that is G ← G + factor·ĝĝᵀ with ĝ = (g, -1).

    z is the last one that was kept.
    """
    known.g[rank] = -1.0
    for i in range(rank + 1):
        add(known.G[i], factor * known.g[i], known.g)
    known.g[rank] = 0.0


def as_matrix(known: Span, rank: int, n: int) -> Floats:
    """ZᵀGZ, (n, n)."""
    d = known.X.shape[1]
    Z = np.zeros((rank, n))
    for i, (r, q) in enumerate(known.classes[:rank].tolist()):
        for k, sign in ((r, 1.0), (q, -1.0)):
            if k >= 0:
                Z[i, k * d : (k + 1) * d] += sign * known.X[i]
    matrix: Floats = Z.T @ known.G[:rank, :rank] @ Z
    return matrix


def without_room(known: Span, rank: int) -> Span:
    """The terms that there are."""
    return Span(known.X[:rank], known.classes[:rank], known.G[:rank, :rank], known.h[:rank], known.g[:rank])
