"""Slips in the slides on PA, in the lecture, and in the slides on manifold regularization."""

from onlinelearn.claims.errata.erratum import Erratum

SHOWN = "tests/theory/test_other_sources.py::test_"

ERRATA = (
    Erratum(
        "pa2006",
        "slides, Relative loss bounds",
        "ℓ_t² ≤ ‖u‖²R²",
        "Σ ℓ_t² ≤ ‖u‖²R²",
        "Without the sum it bounds no number of mistakes: a learner that never leaves w = 0 keeps it too.",
        f"{SHOWN}without_its_sum_pas_bound_holds_for_a_learner_that_never_learns",
    ),
    Erratum(
        "lecture",
        "Online perceptron; Perceptron as (S)GD",
        "update if y·w·x < 0",
        "update if y·w·x ≤ 0",
        "From w = 0 it never fires. The convergence proof has ≤.",
        f"{SHOWN}a_perceptron_that_asks_for_a_negative_margin_never_leaves_zero",
    ),
    Erratum(
        "lecture",
        "Effect of a single update",
        "−[wⁱ − α f(x)y] · f(x)y = −wⁱ · f(x)y − α f(x)y · f(x)y",
        "−[wⁱ + α xy] · xy = −wⁱ · xy − α xy · xy",
        "The rule adds; with the printed sign the error would grow.",
        f"{SHOWN}the_lectures_single_update_adds_and_does_not_subtract",
    ),
    Erratum(
        "lecture",
        "Will the perceptron converge?",
        "not separable: the weights will get back to the same vector over and over",
        "they stay bounded; in passes over data of whole numbers they do come back",
        "x = 1 positive and x = √2 negative, in turn: w = i − j√2 with i and j that only grow.",
        f"{SHOWN}on_data_that_is_not_separable_the_weights_need_not_come_back",
    ),
    Erratum(
        "omr",
        "Sparse approximation 1: buffering",
        "λ₂ (t/τ) Σ_{i=t−τ}^{t} (f(x_i) − f(x_t))² w_it",
        "λ₂ (t − 1)/min(t − 1, τ) Σ_{i=t−τ}^{t} (f(x_i) − f(x_t))² w_it",
        "While nothing has left the buffer, the risks must average to the batch risk: t/τ is too small.",
        f"{SHOWN}the_buffers_weight_is_biased_until_it_is_full",
    ),
    Erratum(
        "omr",
        "Sparse approximation 2: random projection tree",
        "w = (2π)^{−d/2} |Σᵢ|^{−1/2} |Σ₀|^{−1/2} |Σ̃|^{1/2} exp(…)",
        "w = |Σᵢ|^{−1/2} |Σ̃|^{1/2} exp(…)",
        "The expectation is of exp(−‖x − x_t‖²/2σ²), not of a density with its constant.",
        f"{SHOWN}the_edge_weight_of_a_cluster_has_no_gaussian_constant",
    ),
)
