"""Logarithms and powers in compiled code, with the same bits on every machine.

They are made as `elementary` is: of + - * / and comparisons in a fixed order, and the exact `frexp`.
"""

from math import frexp

from onlinelearn.numerics.elementary import LN2_HIGH, LN2_LOW, ROOT_2, exp


def log(x: float) -> float:
    """The natural logarithm of a positive number, within a few units in the last place; -inf of zero."""
    if x == 0.0:
        return -float("inf")
    if x == float("inf"):
        return x
    m, k = frexp(x)
    if m < 0.5 * ROOT_2:
        m, k = 2.0 * m, k - 1
    s = (m - 1.0) / (m + 1.0)  # exact above, so that near 1 nothing is lost
    q = s * s
    tail = 1 / 13 + q * (1 / 15 + q * (1 / 17 + q * (1 / 19 + q * (1 / 21 + q * (1 / 23)))))
    series = 1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * tail))))
    return k * LN2_HIGH + (2.0 * (s + s * q * series) + k * LN2_LOW)


def power(x: float, p: float) -> float:
    """x^p for x ≥ 0; 0 stays 0 for p > 0, and x^0 is 1."""
    if p == 0.0:
        return 1.0
    if x == 0.0:
        return 0.0 if p > 0.0 else float("inf")
    return exp(p * log(x))
