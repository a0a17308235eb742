"""exp and its like: right to the last place or nearly, and the same bits compiled or not."""

import math
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.primitives import Layer, primitive
from onlinelearn.numerics.elementary import FARTHEST, cos, exp, sin, softplus

FUNCTIONS: dict[str, Callable[[float], float]] = {"exp": exp, "softplus": softplus, "sin": sin, "cos": cos}


def arguments() -> Iterator[float]:
    """From everywhere, and around every place where a branch or a rounding may turn."""
    rng = np.random.default_rng(0)
    for scale in (1e-300, 1e-17, 1e-8, 1e-3, 1.0, 10.0, 100.0, 745.0):
        yield from (scale * rng.uniform(-1.0, 1.0, 300)).tolist()
    turns = [k * math.log(2) / 2 for k in range(-2160, 2060, 37)] + [k * math.pi / 4 for k in range(-99, 99)]
    for turn in (*turns, -745.2, -708.4, 709.78, 0.0, math.log(math.sqrt(2) - 1)):
        yield from (turn, math.nextafter(turn, math.inf), math.nextafter(turn, -math.inf))


ARGUMENTS = list(arguments())


def ulps(ours: float, exact: Decimal) -> float:
    """How far off, in units of the last place of the exact value (of a subnormal number: 2^-1074)."""
    return float(abs(Decimal(ours) - exact) / Decimal(math.ulp(float(exact))))


def exact_exp(x: float) -> Decimal:
    with localcontext(prec=60, Emin=-9999, Emax=9999):
        return Decimal(x).exp()


def exact_softplus(x: float) -> Decimal:
    with localcontext(prec=400, Emin=-9999, Emax=9999):
        return (1 + Decimal(x).exp()).ln()


numbers = st.floats(-745.0, 709.7)


@given(numbers)
@example(-745.13)
@example(709.78271289338)
@example(5e-324)
@example(-708.3964185322641)
def test_exp_is_within_a_unit_of_the_last_place(x: float) -> None:
    assert ulps(exp(x), exact_exp(x)) <= 1.0


def test_exp_is_within_a_unit_at_chosen_places_too() -> None:
    inside = [x for x in ARGUMENTS if -745.1 < x < 709.78]
    assert max(ulps(exp(x), exact_exp(x)) for x in inside) <= 1.0


def test_exp_of_what_is_out_of_range() -> None:
    assert exp(0.0) == exp(-0.0) == 1.0
    assert exp(math.inf) == exp(709.7827128933842) == exp(1e300) == math.inf
    assert exp(-math.inf) == exp(-746.0) == exp(-1e300) == 0.0
    assert exp(-745.1332191019411) == 5e-324, "the smallest number there is"
    assert math.isnan(exp(math.nan))


def test_subnormal_results_are_rounded_and_not_flushed() -> None:
    for x in np.linspace(-745.0, -708.5, 2000).tolist():
        assert ulps(exp(x), exact_exp(x)) <= 1.0
        assert exp(x) > 0.0


@given(st.floats(-700.0, 1e6))
@example(0.0)
@example(1e-20)
@example(math.log(math.sqrt(2) - 1))
def test_softplus_is_the_logarithm(x: float) -> None:
    if x > 300.0:
        assert softplus(x) == x
        return
    assert ulps(softplus(x), exact_softplus(x)) <= 3.0


def test_softplus_of_what_is_out_of_range() -> None:
    assert softplus(math.inf) == math.inf
    assert softplus(-math.inf) == softplus(-800.0) == 0.0
    assert softplus(1e300) == 1e300
    assert math.isnan(softplus(math.nan))


@given(st.floats(-FARTHEST, FARTHEST))
@example(FARTHEST)
@example(-0.0)
def test_sin_and_cos_are_those_of_the_c_library_but_for_rounding(x: float) -> None:
    """That one is right to half a unit. Near a zero it is the argument's last place that counts."""
    for ours, theirs in ((sin(x), math.sin(x)), (cos(x), math.cos(x))):
        assert abs(ours - theirs) <= 2.0 * math.ulp(theirs) + 1e-30 * abs(x)


def test_sin_and_cos_near_their_zeros_and_corners() -> None:
    for quarter in (*range(-50, 51), 636_000, -500_001):
        for x in (quarter * math.pi / 2, quarter * math.pi / 4):
            assert sin(x) == pytest.approx(math.sin(x), rel=1e-13, abs=1e-22 * abs(x))
            assert cos(x) == pytest.approx(math.cos(x), rel=1e-13, abs=1e-22 * abs(x))
            assert sin(x) ** 2 + cos(x) ** 2 == pytest.approx(1.0, rel=1e-15)


def test_there_is_no_sine_of_what_is_too_far() -> None:
    for x in (1.01 * FARTHEST, -2 * FARTHEST, math.inf, -math.inf, math.nan):
        assert math.isnan(sin(x))
        assert math.isnan(cos(x))
    assert (sin(0.0), cos(0.0)) == (0.0, 1.0)


@primitive
def function(x: float) -> float:
    """The place of the function that is compiled."""
    return x


def over(X: Floats, to: Floats) -> None:
    for i in range(X.shape[0]):
        to[i] = function(X[i])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_compiled_in_a_loop_it_has_the_same_bits(name: str) -> None:
    """There it becomes vector instructions, whose exp has no branch."""
    extreme = [math.inf, -math.inf, 1e300, -1e300, 746.0, -746.0, 5e-324, -5e-324, 0.0, -0.0, 1e6]
    X = np.array([*ARGUMENTS, *extreme])
    compiled = np.empty_like(X)
    link(over, "test", (Layer({function: FUNCTIONS[name]}),))(X, compiled)
    plain = np.array([FUNCTIONS[name](x) for x in X.tolist()])
    np.testing.assert_array_equal(compiled.view(np.int64), plain.view(np.int64))
