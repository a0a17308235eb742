"""Elementary functions (exp, softplus, sin, cos) with the same bits on every machine.

No function of the C library decides a bit: they are made of + - * / and comparisons alone, in a fixed
order. Every function takes one number and gives one, in plain Python that Numba compiles: a loop over
`exp` becomes vector instructions. The bits are the same, compiled or not.

An argument is reduced by Cody and Waite's method: a constant is taken in parts, the first ones of so
few bits that their multiples are exact. What remains is small enough for Taylor's series.
"""

import numpy as np

PER_LN2 = 1.4426950408889634  # 1/ln 2
LN2_HIGH = 0.6931471804855391  # ln 2, its first 33 bits
LN2_LOW = 7.440617110012397e-11  # and the rest
LN2 = 0.6931471805599453

LEAST, MOST = -746.0, 710.0
"""Beyond these e^x rounds to 0 and to inf."""

BIAS = 2048
FIELD = 4095

WHOLE = 1.5 * 2.0**52
"""Adding this rounds a number to a whole one, which then stands in the last bits of the sum."""

SHIFT = WHOLE + BIAS
"""The same for an exponent: the bias keeps it positive, so that it is what stands in `FIELD`'s bits."""

PER_HALF_PI = 0.6366197723675814  # 2/π
HALF_PI_HIGH = 1.5707963267341256  # π/2, its first 33 bits
HALF_PI_MIDDLE = 6.077100506303966e-11  # the next 33
HALF_PI_LOW = 2.0222662487959506e-21  # and the rest

FARTHEST = 1e6
"""To reduce a larger angle would take more bits of π."""

ROOT_2 = 1.4142135623730951


def exp(x: float) -> float:
    """e^x, within a unit in the last place; 0 and inf where it is out of range."""
    x = LEAST if x < LEAST else x
    x = MOST if x > MOST else x
    shifted = x * PER_LN2 + SHIFT
    k = shifted - SHIFT
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    # 2^k as a product of two: each is a normal number also where 2^k is none. -1 = 1023 - BIAS/2.
    exponent = np.float64(shifted).view(np.int64) & FIELD
    half = exponent >> 1
    first = float(np.int64((half - 1) << 52).view(np.float64))
    second = float(np.int64((exponent - half - 1) << 52).view(np.float64))
    return (1.0 + (r + r * r * _exp_tail(r))) * first * second


def _exp_tail(r: float) -> float:
    """(e^r - 1 - r)/r² for |r| ≤ ln(2)/2, by pairs of terms: a shorter chain than Horner's."""
    s = r * r
    q = s * s
    a = 1 / 2 + r * (1 / 6)
    b = 1 / 24 + r * (1 / 120)
    c = 1 / 720 + r * (1 / 5040)
    d = 1 / 40320 + r * (1 / 362880)
    e = 1 / 3628800 + r * (1 / 39916800)
    f = 1 / 479001600 + r * (1 / 6227020800)
    return (a + s * b) + q * ((c + s * d) + q * (e + s * f))


def softplus(x: float) -> float:
    """log(1 + e^x): the logistic loss of the margin -x."""
    u = exp(-x if x > 0.0 else x)
    # log(1 + u) by way of log 1 or of log 2, whichever is nearer.
    near_2 = u > ROOT_2 - 1.0
    s = (u - 1.0) / (u + 3.0) if near_2 else u / (u + 2.0)
    log = (LN2 if near_2 else 0.0) + 2.0 * _artanh(s)
    return x + log if x > 0.0 else log


def _artanh(s: float) -> float:
    """log((1 + s)/(1 - s))/2 for |s| ≤ 0.18."""
    q = s * s
    tail = 1 / 15 + q * (1 / 17 + q * (1 / 19 + q * (1 / 21)))
    return s + s * q * (
        1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * (1 / 13 + q * tail)))))
    )


def sin(x: float) -> float:
    """sin x for |x| up to a million, else nan."""
    return _sin_of_turned(x, 0)


def cos(x: float) -> float:
    """cos x for |x| up to a million, else nan."""
    return _sin_of_turned(x, 1)


def _sin_of_turned(x: float, quarters: int) -> float:
    """sin(x + quarters·π/2)."""
    if not abs(x) <= FARTHEST:
        return np.nan
    k = (x * PER_HALF_PI + WHOLE) - WHOLE
    r = ((x - k * HALF_PI_HIGH) - k * HALF_PI_MIDDLE) - k * HALF_PI_LOW
    quadrant = (int(k) + quarters) & 3
    value = _small_cos(r) if quadrant & 1 else _small_sin(r)
    return -value if quadrant & 2 else value


def _small_sin(r: float) -> float:
    """sin r for |r| ≤ π/4."""
    s = -r * r
    tail = 1 / 39916800 + s * (1 / 6227020800 + s * (1 / 1307674368000 + s * (1 / 355687428096000)))
    return r + r * s * (1 / 6 + s * (1 / 120 + s * (1 / 5040 + s * (1 / 362880 + s * tail))))


def _small_cos(r: float) -> float:
    """cos r for |r| ≤ π/4."""
    s = -r * r
    tail = 1 / 3628800 + s * (1 / 479001600 + s * (1 / 87178291200 + s * (1 / 20922789888000)))
    return 1.0 + s * (1 / 2 + s * (1 / 24 + s * (1 / 720 + s * (1 / 40320 + s * tail))))
