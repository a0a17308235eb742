"""The metrics that a config may name, and what each is."""

STANDARD = {
    "test_error": "share of the test part that the frozen model gets wrong, after each epoch",
    "online_error": "mistakes / rounds so far",
    "mistakes": "rounds with margin <= 0, since the first epoch",
    "updates": "rounds that changed the model, since the first epoch",
    "support": "distinct training examples that ever caused an update",
    "seconds": "time spent learning, since the first epoch (reported, never part of a digest)",
}
"""Always measured, and always columns of runs.csv, in this order."""

EXTRA = {
    "balanced_error": "mean over the classes of the test error within the class",
}
"""Measured when the config names them: further columns of runs.csv."""

CURVES = {
    "curves": "mistakes and updates at log-spaced rounds, written to curves.csv",
}
"""Measured when the config names it: a file of its own."""

METRICS = STANDARD | EXTRA | CURVES
