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

OF_TEST = {
    "balanced_error": "mean over the classes of the test error within the class",
    "test_rmse": "root of the mean squared error on the test part (real targets)",
    "one_error": "share of the test part whose best label is not of the set (sets of labels)",
    "ranking_loss": "share of pairs on the test part, one label of the set and one not, in the wrong order",
}
"""Measured on the test part, after each epoch."""

LOSSES = {
    "average_loss": "mean of the hinge loss max(0, 1 - margin) before each update",
    "squared_loss": "sum of the squares of that loss since the first epoch",
}
"""What a learner loses at each round; blank where it doesn't ask for every label."""

OF_LEARNER = LOSSES | {
    "labels": "labels seen so far: fewer than rounds where a learner has `ask`, the protocol a `label_rate`",
    "infeasible": "rounds skipped because no classifier with the margin was left (CELLIP)",
    "log_volume": "logarithm of the volume of the ellipsoid (second-order learners)",
    "support_size": "examples that a kernel learner holds now: at most its budget",
    "mistake_bound": "what theory allows in mistakes, where the target is known",
    "printed_bound": "the same as the paper prints it",
    "loss_bound": "what theory allows in squared_loss, where the target is known (pa)",
    "optimal_error": "error of the best fixed linear classifier on the training part (binary, two features)",
    "least_squares_distance": "distance of the weights from the least-squares solution, over its norm",
    "rate_limit": "2/λ for the largest eigenvalue λ of the mean of xxᵀ: LMS with a larger rate diverges",
    "step_limit": "2/‖x‖² for the longest example: with a larger rate LMS makes the error there larger",
    "radius": "radius of the ball (uniclass, running_mean)",
    "volume_gap": "log det P by the matrix itself, against what (9) makes of the cuts (CELLIP)",
    "period": "epochs since the model was the same to the bit (data that come in order each time)",
    "target_distance": "(u - w)ᵀP⁻¹(u - w) for the target u: at most 1 while the ellipsoid holds it",
    "risk": "mean of the instantaneous risks J_t(f_t) so far (online_mr, tree_mr)",
    "batch_risk": "the least risk J(f*) that any f has on the examples so far (online_mr, tree_mr)",
    "regret": "risk - batch_risk",
    "operations": "multiplications per example since the checkpoint before (online_mr, tree_mr)",
}
"""What a learner knows at any round, and theory of it; blank where it doesn't apply."""

OF_TIME = {
    "microseconds": "time per example since the checkpoint before (never part of a digest)",
    "microseconds_per_update": "time spent learning, in all rounds, for each update (never part of a digest)",
}
"""Measured by the clock: reported, and nothing that a result is held to."""

TIMED = {"seconds", *OF_TIME}
"""What differs from run to run."""

ON_CURVES = OF_LEARNER | OF_TIME
"""What a curve may tell beside mistakes and updates."""

EXTRA = OF_TEST | ON_CURVES
"""Measured when the config names them: further columns of runs.csv; what a round has, of curves.csv too."""

CURVES = {
    "curves": "mistakes, updates and what a learner knows at log-spaced rounds, written to curves.csv",
}
"""Measured when the config names it: a file of its own."""

METRICS = STANDARD | EXTRA | CURVES
