"""A leaf is a Gaussian: its edges are expectations, and its halves are a Gaussian's halves."""

import numpy as np
import pytest
from scipy.integrate import quad

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.kernels import KernelNumbers
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.manifold import buffer, leaves
from onlinelearn.learners.manifold.leaves import COVARIANCES, EDGES
from tests.interpreted import interpreted

SAMPLES = 400_000


def covariance(d: int, full: bool) -> Floats:
    rng = np.random.default_rng(d)
    A = rng.normal(size=(d, d))
    S = 0.4 * A @ A.T / d + 0.05 * np.eye(d)
    return S if full else np.diag(np.diag(S))


def single(S: Floats, full: bool, size: float = 1.0) -> leaves.Leaves:
    """One leaf with this covariance."""
    made = leaves.grown(leaves.empty(len(S), full), 1)
    made.size[0] = size
    made.spread[0] = S.ravel() if full else np.diag(S)
    return made


def weight(S: Floats, mean: Floats, x: Floats, sigma: float, full: bool, edges: str = "exact") -> float:
    """w of the edge from x to a leaf of one example, N(mean, S)."""
    W = buffer.grown(buffer.empty(len(S), KernelNumbers(1, 0.0, 1.0)), 2)
    W.rows[0], W.rows[1], W.used[0] = mean, x, 1
    kind, w = EDGES["full" if full else "diagonal", edges], np.empty(1)
    made = single(S, full)
    kind[leaves.prepare](made, 0, sigma**2)
    kind[leaves.weigh_leaves](W, made, w, sigma**2)
    return float(w[0])


def sampled(S: Floats, mean: Floats, x: Floats, sigma: float) -> tuple[float, float]:
    """E[exp(-‖z - x‖²/(2σ²))] for z ~ N(mean, S) by Monte Carlo, and its standard error."""
    z = np.random.default_rng(0).multivariate_normal(mean, S, SAMPLES, method="cholesky")
    near = np.exp(-((z - x) ** 2).sum(axis=1) / (2.0 * sigma**2))
    return float(near.mean()), float(near.std() / np.sqrt(SAMPLES))


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("d", [1, 2, 3, 7])
@pytest.mark.parametrize("sigma", [0.3, 0.8, 2.0])
def test_the_weight_of_an_edge_is_its_expectation(full: bool, d: int, sigma: float) -> None:
    S = covariance(d, full)
    mean, x = np.linspace(0.0, 0.5, d), np.linspace(0.4, 0.0, d)
    expected, error = sampled(S, mean, x, sigma)
    assert abs(weight(S, mean, x, sigma, full) - expected) <= 4.0 * error


@pytest.mark.parametrize("sigma", [0.1, 0.8])
@pytest.mark.parametrize("x", [-1.0, 0.3, 2.0])
def test_in_one_dimension_it_is_the_integral(sigma: float, x: float) -> None:
    variance = 0.6

    def inside(z: float) -> float:
        density = np.exp(-((z - 0.3) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)
        return float(density * np.exp(-((z - x) ** 2) / (2 * sigma**2)))

    expected, _ = quad(inside, -8.0, 8.0, points=[x, 0.3], epsabs=1e-14, epsrel=1e-12)
    for full in (False, True):
        ours = weight(np.array([[variance]]), np.array([0.3]), np.array([x]), sigma, full)
        assert ours == pytest.approx(expected, rel=1e-10)


def test_the_slides_formula_is_no_expectation() -> None:
    """It has another (2π)^(-d/2)|Σ₀|^(-1/2), here .124: as .0150 is to .1207 in MATH.md."""
    d, sigma = 3, 0.8
    S, mean, x = covariance(d, True), np.zeros(d), np.full(d, 0.3)
    ours, (expected, error) = weight(S, mean, x, sigma, True), sampled(S, mean, x, sigma)
    printed = ours * (2 * np.pi) ** (-d / 2) * sigma**-d
    assert printed / ours == pytest.approx(0.0150 / 0.1207, rel=0.005)
    assert abs(printed - expected) > 100 * error


def test_the_cheap_weight_is_that_of_the_mean_and_exact_for_a_point() -> None:
    mean, x = np.array([0.1, 0.2]), np.array([0.5, -0.3])
    cheap = np.exp(-((mean - x) ** 2).sum() / (2 * 0.3**2))
    for full in (False, True):
        assert weight(covariance(2, full), mean, x, 0.3, full, "cheap") == pytest.approx(cheap)
        assert weight(np.zeros((2, 2)), mean, x, 0.3, full) == pytest.approx(cheap)


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("d", [1, 2, 5])
def test_halves_are_those_of_a_gaussian_cut_at_its_mean(full: bool, d: int) -> None:
    """Half of the examples each; means and covariances against samples of a truncated Gaussian."""
    S = covariance(d, full)
    mean, v = np.linspace(1.0, 2.0, d), np.random.default_rng(9).normal(size=d)
    made = single(S, full, size=7.0)
    below, above = np.empty(d), np.empty(d)
    kind = "full" if full else "diagonal"
    with interpreted():
        layers = (COVARIANCES[kind], EDGES[kind, "exact"])
        link(leaves.halve, "test", layers)(made, 0, mean, v, below, above, 0.25)
    assert made.size[0] == 3.5
    z = np.random.default_rng(1).multivariate_normal(mean, S, SAMPLES, method="cholesky")
    upper = (z - mean) @ v > 0.0
    for half, ours in ((z[~upper], below), (z[upper], above)):
        error = half.std(axis=0) / np.sqrt(len(half))
        assert (np.abs(half.mean(axis=0) - ours) <= 4.5 * error).all()
        sampled_cov = np.cov(half.T).reshape(d, d)
        found = made.spread[0].reshape(d, d) if full else np.diag(made.spread[0])
        wanted = sampled_cov if full else np.diag(np.diag(sampled_cov))
        np.testing.assert_allclose(found, wanted, atol=6.0 * S.max() / np.sqrt(len(half)) * np.sqrt(2))
