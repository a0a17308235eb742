"""One that leaves is projected on those that stay: how much of f that may cost."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.kernels import KernelNumbers
from onlinelearn.learners.manifold.buffer import Buffer, empty, grown
from onlinelearn.learners.manifold.manifold_round import Round
from onlinelearn.learners.manifold.representer_projection import leave, pursue
from tests.learners.manifold.oracle import near, pursuit, ridge_solution

seeds = st.integers(0, 2**32)
sizes = st.integers(2, 12)
widths = st.floats(0.05, 3.0)


def filled(seed: int, n: int, width: float) -> tuple[Buffer, Floats]:
    """A buffer of n examples in the plane with some f, and its kernel matrix."""
    rng = np.random.default_rng(seed)
    W = grown(empty(2, KernelNumbers(1, 0.0, 2.0 * width**2)), n + 1)
    W.rows[:n] = rng.normal(size=(n, 2))
    K = near(W.rows[:n], W.rows[:n], width)
    W.gram[:n, :n] = K
    W.alpha[:n], W.total[:n] = rng.normal(size=(2, n))
    W.f[:n] = K @ W.alpha[:n]
    W.born[:n], W.labeled[:n], W.used[0] = np.arange(1, n + 1), False, n
    return W, K


def projected(W: Buffer, e: int, atoms: int) -> tuple[Floats, Floats]:
    """The coefficients of what remains of K(x_e, ·), and its values as the pursuit keeps them."""
    scratch = Round.room(len(W.rows), 0, atoms)
    count = pursue(W, e, scratch.rest, scratch.chosen, scratch.share)
    left = np.eye(W.used[0])[e]
    for j, share in zip(scratch.chosen[:count], scratch.share[:count], strict=True):
        left[j] -= share
    return left, scratch.rest[: W.used[0]]


@given(seed=seeds, n=sizes, width=widths, data=st.data())
def test_no_step_of_the_pursuit_makes_the_remainder_longer(
    seed: int, n: int, width: float, data: st.DataObject
) -> None:
    W, K = filled(seed, n, width)
    e = data.draw(st.integers(0, n - 1))
    lengths = [left @ K @ left for left, _ in (projected(W, e, atoms) for atoms in range(8))]
    assert lengths[0] == K[e, e]
    assert all(after <= before + 1e-12 for before, after in pairwise(lengths))


@given(seed=seeds, n=sizes, width=widths, atoms=st.integers(0, 8), data=st.data())
def test_the_pursuit_is_the_naive_one_and_knows_what_remains(
    seed: int, n: int, width: float, atoms: int, data: st.DataObject
) -> None:
    W, K = filled(seed, n, width)
    e = data.draw(st.integers(0, n - 1))
    left, values = projected(W, e, atoms)
    others = [j for j in range(n) if j != e]
    np.testing.assert_allclose(K @ (np.eye(n)[e] - pursuit(K, e, others, atoms)), K @ left, atol=1e-9)
    np.testing.assert_allclose(values, K @ left, atol=1e-12)


@given(seed=seeds, n=sizes, width=widths, atoms=st.integers(0, 5))
def test_the_exact_projection_is_nearer(seed: int, n: int, width: float, atoms: int) -> None:
    W, K = filled(seed, n, width)
    exact = np.eye(n)[0] - ridge_solution(K, 0, list(range(1, n)))
    left, _ = projected(W, 0, atoms)
    assert exact @ K @ exact <= left @ K @ left + 1e-6


def test_many_steps_come_near_the_exact_projection_where_examples_are_not_alike() -> None:
    """As far apart as the kernel is wide. Much nearer ones take more steps than there is time for."""
    W, _ = filled(0, 9, 1.0)
    W.rows[:9] = np.column_stack([np.arange(9.0), np.zeros(9)])
    K = W.gram[:9, :9] = near(W.rows[:9], W.rows[:9], 1.0)
    exact = np.eye(9)[4] - ridge_solution(K, 4, [0, 1, 2, 3, 5, 6, 7, 8], ridge=0.0)
    lengths = {atoms: left @ K @ left for atoms in (1, 5, 200) for left, _ in [projected(W, 4, atoms)]}
    least = exact @ K @ exact
    assert lengths[200] - least < 1e-7
    assert least + 0.01 < lengths[5] < lengths[1] < 1.0


@given(seed=seeds, n=sizes, width=widths, atoms=st.integers(0, 5), data=st.data())
@settings(deadline=None)
def test_one_that_leaves_changes_f_by_no_more_than_what_remains_of_it(
    seed: int, n: int, width: float, atoms: int, data: st.DataObject
) -> None:
    """‖f' - f‖ = |α_e|·‖r‖ ≤ |α_e|·‖K(x_e, ·)‖, and so at every point of the plane, since K(x, x) = 1."""
    W, K = filled(seed, n, width)
    e = data.draw(st.integers(0, n - 1))
    left, _ = projected(W, e, atoms)
    rows, alpha, total = W.rows[:n].copy(), W.alpha[:n].copy(), W.total[:n].copy()
    leave(W, e, Round.room(len(W.rows), 0, atoms))
    assert W.used[0] == n - 1
    held = n - 1
    anywhere = np.random.default_rng(seed).normal(size=(30, 2))
    before, after = near(anywhere, rows, width), near(anywhere, W.rows[:held], width)
    remains = np.sqrt(max(0.0, float(left @ K @ left)))
    assert remains <= 1.0 + 1e-12
    for old, new in ((alpha, W.alpha[:held]), (total, W.total[:held])):
        change = np.abs(after @ new - before @ old)
        assert (change <= abs(old[e]) * remains + 1e-7).all()
        np.testing.assert_allclose(after @ new, before @ (old - old[e] * left), atol=1e-9)
    np.testing.assert_allclose(W.f[:held], W.gram[:held, :held] @ W.alpha[:held], atol=1e-9)
    np.testing.assert_allclose(W.gram[:held, :held], near(W.rows[:held], W.rows[:held], width), atol=1e-12)


@given(seed=seeds, n=sizes, width=widths)
def test_one_that_has_a_twin_leaves_without_a_trace(seed: int, n: int, width: float) -> None:
    W, _ = filled(seed, n, width)
    W.rows[n - 1] = W.rows[0]
    K = near(W.rows[:n], W.rows[:n], width)
    W.gram[:n, :n] = K
    left, values = projected(W, n - 1, 1)
    assert abs(left @ K @ left) < 1e-15
    assert not values.any()


def test_what_has_no_length_takes_nothing_over() -> None:
    W, _ = filled(0, 3, 1.0)
    W.gram[:3, :3] = np.diag([1.0, 0.0, 0.0])
    left, _ = projected(W, 0, 5)
    assert left.tolist() == [1.0, 0.0, 0.0]
