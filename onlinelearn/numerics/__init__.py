"""Numbers with the same bits on every machine: random draws, exp, logarithms, sums, estimates."""
