"""The ellipsoid {v : (v - w)ᵀP⁻¹(v - w) ≤ 1}, exact and cheap: P = σM with M = I - Σ κ_i u_i u_iᵀ.

Nothing of size (Kd)² is formed while few terms have been added; with as many terms as dimensions
the sum would cost more than M itself, and M takes its place. Terms of which there will be few, and which
leave M round, are kept as combinations of examples (`example_span`). Vectors over all classes are stored
class by class: element k·d + j belongs to feature j of class k.
"""

from collections.abc import Mapping
from math import frexp, ldexp
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.dense_matrix import add, lift, multiply_out, subtract
from onlinelearn.learners.engine.example_span import (
    Span,
    add_term,
    as_matrix,
    grown,
    keep_and_combine,
    span,
    subtract_combination,
    without_room,
)
from onlinelearn.learners.engine.geometry import dot, leaders, peek
from onlinelearn.learners.engine.linear import LinearLearner
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.primitives import primitive
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics import ellipsoid_volume, logarithms

FLAT = 1e-13
"""zᵀMz below this part of ‖z‖²: M is flat in that direction, and shrinks no further."""

NOTHING = 1e-15
"""zᵀMz below this part of ‖z‖²: what is left of Mz is rounding, and no direction to move in."""

RANK, FORM = 0, 1
TERMS, MATRIX, EXAMPLES = 0, 1, 2
SIGMA, DET, LIFT = 0, 1, 2


class Shape(NamedTuple):
    """M, as a sum of terms, as a matrix, or by a span of examples; and σ and det M = Π(1 - κ_i).

    These two leave the range of a number in a long stream, hence mantissa and binary exponent. The
    matrix is M times 2 to the power of `exponent[LIFT]`, without the directions that `center` takes out.
    """

    U: Floats  # (room, n): the u_i, row by row
    kappa: Floats  # (room,)
    M: Floats  # (n, n), or nothing while there is no room for n terms
    p: Floats  # (n,): Mz of the round
    span: Span
    form: Ints  # [the number of terms, what M is kept as]
    mantissa: Floats  # of σ and det M
    exponent: Ints  # of σ, det M and what M is lifted by


def round_shape(n: int, scale: float = 1.0) -> Shape:
    """P = scale·I in n dimensions, with room for no terms yet."""
    mantissa, exponent = frexp(scale)
    return Shape(
        U=np.zeros((0, n)),
        kappa=np.zeros(0),
        M=np.zeros((0, 0)),
        p=np.zeros(n),
        span=span(0, 0),
        form=np.array([0, TERMS], np.int64),
        mantissa=np.array([mantissa, 1.0]),
        exponent=np.array([exponent, 0, 0], np.int64),
    )


def kept_by_examples(shape: Shape, d: int) -> Shape:
    """A shape without terms, whose terms will be combinations of examples with d features."""
    return shape._replace(span=span(0, d), form=np.array([0, EXAMPLES], np.int64))


def with_room(shape: Shape, terms: int) -> Shape:
    """The same shape with room for `terms` terms in all (as vectors, more than n are never stored)."""
    if shape.form[FORM] == EXAMPLES:
        return shape._replace(span=grown(shape.span, int(shape.form[RANK]), terms))
    n = shape.p.size
    room = min(terms, n)
    if room <= len(shape.U):
        return shape
    # Double at least, so that a long stream in small pieces is copied a few times only.
    room = min(max(room, 2 * len(shape.U)), n)
    rank = shape.form[RANK]
    U, kappa = np.zeros((room, n)), np.zeros(room)
    U[:rank], kappa[:rank] = shape.U[:rank], shape.kappa[:rank]
    return shape._replace(U=U, kappa=kappa, M=np.zeros((n, n)) if room == n else shape.M)


def along(v: Floats, r: int, q: int, x: Floats) -> float:
    """v·z for z = e_r⊗x - e_q⊗x (a column of -1 is absent)."""
    d = x.shape[0]
    ahead = dot(v[r * d : (r + 1) * d], x) if r >= 0 else 0.0
    behind = dot(v[q * d : (q + 1) * d], x) if q >= 0 else 0.0
    return ahead - behind


@primitive
def multiply(shape: Shape, r: int, q: int, x: Floats) -> float:
    """p ← Mz; returns zᵀMz."""
    U, M, p = shape.U, shape.M, shape.p
    d = x.shape[0]
    for j in range(p.shape[0]):
        p[j] = 0.0
    if shape.form[FORM] == MATRIX:
        for j in range(d):
            if r >= 0:
                add(p, x[j], M[r * d + j])
            if q >= 0:
                add(p, -x[j], M[q * d + j])
    else:
        if r >= 0:
            add(p[r * d : (r + 1) * d], 1.0, x)
        if q >= 0:
            add(p[q * d : (q + 1) * d], -1.0, x)
        rank = shape.form[RANK]
        if shape.form[FORM] == EXAMPLES:
            keep_and_combine(shape.span, rank, r, q, x)
            subtract_combination(p, shape.span, rank, d)
        else:
            for i in range(rank):
                add(p, -shape.kappa[i] * along(U[i], r, q, x), U[i])
    return along(p, r, q, x)


@primitive
def width(shape: Shape, zp: float) -> float:
    """zᵀPz, from the zᵀMz that `multiply` gave."""
    return ldexp(shape.mantissa[SIGMA] * max(zp, 0.0), int(shape.exponent[SIGMA] - shape.exponent[LIFT]))


@primitive
def follow(W: Floats, K: int, a: float, p: Floats) -> None:
    """W ← W + a·p; W is stored feature by feature, p class by class."""
    d = W.shape[0]
    for k in range(K):
        for j in range(d):
            W[j, k] += a * p[k * d + j]


def shrink(shape: Shape, K: int, kappa: float, zp: float, growth: float) -> None:
    """P ← growth·(P - κPggᵀP) with g = z/√(zᵀPz), after `multiply`.

    That is M ← M - κuuᵀ with u = p/√(zᵀp), which makes det M smaller by 1 - κ.
    """
    U, M, p = shape.U, shape.M, shape.p
    n = p.shape[0]
    rank = shape.form[RANK]
    if rank == n and shape.form[FORM] == TERMS:
        multiply_out(U, shape.kappa, M, K)
        shape.form[FORM] = MATRIX
    if shape.form[FORM] == MATRIX:
        subtract(M, kappa / zp, p)
        shape.exponent[LIFT] += lift(M, K)
    elif shape.form[FORM] == EXAMPLES:
        add_term(shape.span, rank, kappa / zp)
        shape.form[RANK] = rank + 1
    else:
        root = np.sqrt(zp)
        for j in range(n):
            U[rank, j] = p[j] / root
        shape.kappa[rank] = kappa
        shape.form[RANK] = rank + 1
    scale(shape, SIGMA, growth)
    scale(shape, DET, 1.0 - kappa)


def scale(shape: Shape, which: int, factor: float) -> None:
    """Multiply σ or det M by a factor."""
    mantissa, exponent = frexp(shape.mantissa[which] * factor)
    shape.mantissa[which] = mantissa
    shape.exponent[which] += exponent


def fill_widths(W: Floats, s: Floats, K: int, shape: Shape, X: Floats, widths: Floats) -> None:
    """The template that fills `widths` with √(zᵀPz) for all rows of X."""
    for i in range(X.shape[0]):
        peek(W, X[i], s)
        r, q, _ = leaders(s, K)
        widths[i] = np.sqrt(width(shape, multiply(shape, r, q, X[i])))


class EllipsoidLearner(LinearLearner):
    """A learner whose state has, besides W, s and K, the `shape` of an ellipsoid around W."""

    sparse = False

    multilabel = True

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """Room for a term in each of these rounds."""
        shape = state.shape
        return state._replace(shape=with_room(shape, int(shape.form[RANK]) + rounds))

    def without_room(self, state: Any) -> Any:
        """The terms that there are, or the matrix that has taken their place."""
        shape = state.shape
        rank, form = shape.form.tolist()
        terms, examples = rank * (form == TERMS), rank * (form == EXAMPLES)
        return state._replace(
            shape=shape._replace(
                U=shape.U[:terms],
                kappa=shape.kappa[:terms],
                M=shape.M[: None if form == MATRIX else 0],
                span=without_room(shape.span, examples),
            )
        )

    def covariance(self, state: Any, k: int | None = None) -> Floats:
        """P as a matrix, (Kd, Kd), class by class: for small problems; or the (d, d) block of class k."""
        shape, K = state.shape, state.K
        d = shape.p.size // K
        block = slice(None) if k is None else slice(k * d, (k + 1) * d)
        common = np.kron(np.full((K, K), 1.0 / K), np.eye(d)) if k is None else np.eye(d) / K
        sigma, power = shape.mantissa[SIGMA], shape.exponent[SIGMA]
        with np.errstate(over="ignore"):  # P may grow without end where no example ever was
            P: Floats = np.ldexp(sigma * lifted(shape, block), power - shape.exponent[LIFT])
            if K > 1 and shape.form[FORM] == MATRIX:
                P += np.ldexp(sigma * common, power)  # what moves all classes at once never shrank
        return P

    def widths(self, state: Any, X: Floats) -> Floats:
        """√(zᵀPz) for each row, with z of the two classes that score highest: how far η may be off."""
        widths = np.empty(len(X))
        fill = link(fill_widths, "ellipsoid", self.step_layers())
        fill(state.W, np.empty_like(state.s), state.K, state.shape, X, widths)
        return widths

    def measures(self, state: Any) -> Mapping[str, float]:
        """The logarithm of the ellipsoid's volume."""
        sigma, det = zip(state.shape.mantissa.tolist(), state.shape.exponent.tolist(), strict=False)
        return {"log_volume": ellipsoid_volume.log_volume(state.shape.p.size, sigma, det)}

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """(u - w)ᵀP⁻¹(u - w), which (16) calls q_t: at most 1 while the target is in the ellipsoid."""
        if not known.wants("target_distance"):
            return {}
        shape = state.shape
        q, _ = ellipsoid_volume.inverse_form(lifted(shape), known.target - state.W[:, 0])
        with np.errstate(over="ignore"):
            scaled = np.ldexp(q / shape.mantissa[SIGMA], shape.exponent[LIFT] - shape.exponent[SIGMA])
        return {"target_distance": float(scaled)}

    def log_det(self, state: Any) -> float:
        """log det P, of the matrix itself (one class or two)."""
        shape = state.shape
        n = len(shape.p)
        _, log_det = ellipsoid_volume.inverse_form(lifted(shape), np.zeros(n))
        power = int(shape.exponent[SIGMA]) - int(shape.exponent[LIFT])
        return log_det + n * logarithms.log(float(shape.mantissa[SIGMA]), power)


def lifted(shape: Shape, block: slice = slice(None)) -> Floats:
    """M as a matrix, or a block of its diagonal, times 2 to the power of `exponent[LIFT]`."""
    if shape.form[FORM] == MATRIX:
        return shape.M[block, block].copy()
    M = np.eye(len(shape.p[block]))
    if shape.form[FORM] == EXAMPLES:
        return M - as_matrix(shape.span, int(shape.form[RANK]), len(shape.p))[block, block]
    for i in range(shape.form[RANK]):
        M -= shape.kappa[i] * np.outer(shape.U[i, block], shape.U[i, block])
    return M
