"""Numbers with the same bits on every machine: random draws, exp, sums, estimates, least squares."""
