"""Natural logarithms with the same bits on every machine: `decimal` rounds them correctly everywhere."""

from decimal import Context, Decimal, localcontext

DECIMAL = Context(prec=28)
"""The precision of all decimal arithmetic here, whatever the user's own context is."""


def ln(x: float) -> float:
    """log x, correctly rounded on every machine."""
    return float(DECIMAL.ln(Decimal(x)))


def log(mantissa: float, exponent: int) -> float:
    """log(mantissa·2^exponent), which as a number may overflow."""
    return float(scaled_ln(mantissa, exponent))


def scaled_ln(mantissa: float, exponent: int) -> Decimal:
    """The same in all digits of `DECIMAL`."""
    with localcontext(DECIMAL):
        return Decimal(mantissa).ln() + exponent * Decimal(2).ln()
