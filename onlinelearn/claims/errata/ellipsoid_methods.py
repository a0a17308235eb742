"""Slips in the ellipsoid paper: the methods, and what is said of them."""

from onlinelearn.claims.errata.erratum import Erratum

THEORY = "tests/theory/test_"
RECURSIONS = f"{THEORY}recursions.py::test_"
COVERS = f"{THEORY}covers.py::test_"
BROKEN = f"{THEORY}counterexamples.py::test_"
CELLIP = "tests/learners/test_cellip.py::test_"


def slip(where: str, printed: str, correct: str, why: str, test: str) -> Erratum:
    """A slip in this paper or its slides."""
    return Erratum("icml09", where, printed, correct, why, test)


ERRATA = (
    slip(
        "sec. 2.2, Lemma 1, proof",
        "the distance of u to the hyperplane is upper bounded by (1 − a)γ",
        "it is lower bounded by (1 − a)γ",
        "The ball around u must not reach the hyperplane. The lemma itself holds.",
        f"{COVERS}lemma_1_needs_the_hyperplanes_to_be_far",
    ),
    slip(
        "sec. 2.2, after (3)",
        "E_t ⊇ A_t ⊇ B",
        "E_t ⊇ B and A_t ⊇ B",
        "A_t is unbounded: with z it contains every longer multiple of z, and an ellipsoid can't.",
        f"{COVERS}every_ellipsoid_holds_the_ball_and_none_holds_all_consistent_classifiers",
    ),
    slip(
        "sec. 2.2, Theorem 1",
        "ρ > 0",
        "ρ ≥ 0",
        "CELLIP itself is the case ρ = 0, for which the theorem holds as well.",
        f"{COVERS}theorem_1_and_corollary_2_hold_for_rho_zero_too",
    ),
    slip(
        "Algorithm 1 and sec. 2.2",
        "P₁ = (1 + (1 − a)γ) I",
        "P₁ = (1 + (1 − a)γ)² I",
        "The ball B reaches out to (1 + (1 − a)γ)u, and P₁ holds the squares of the half-axes: "
        "for a = .5, γ = .1 the ball sticks out by vᵀP₁⁻¹v = 1.05.",
        f"{CELLIP}the_printed_first_ellipsoid_does_not_contain_the_ball_around_the_classifier",
    ),
    slip(
        "sec. 2.2, Theorem 3, (13)",
        "M ≤ [2 log(1 − a) + 2 log γ − log(1 + (1 − a)γ)] / log(1 − a²γ²/(1 + (1 − a)γ)²)",
        "M ≤ [2 log(1 − a) + 2 log γ − 2 log(1 + (1 − a)γ)] / log(1 − a²γ²/(1 + (1 − a)γ)²)",
        "The numerator is that of P₁ as printed, the denominator that of P₁ with the square. "
        "With the square in both, the bound is larger than the printed one.",
        f"{COVERS}equation_13_is_the_bound_of_neither_first_ellipsoid",
    ),
    slip(
        "sec. 2.3, the recursion of P⁻¹ from (11); slides too",
        "P_{t+1}⁻¹ = P_t⁻¹/(1 − α²) + 2α/((1 − α)²(1 − α)) · ggᵀ",
        "P_{t+1}⁻¹ = P_t⁻¹/(1 − α²) + 2α/((1 − α)²(1 + α)) · ggᵀ",
        "(P − κPggᵀP)⁻¹ = P⁻¹ + κ/(1 − κ)·ggᵀ with κ = 2α/(1 + α), divided by 1 − α² = (1 − α)(1 + α).",
        f"{RECURSIONS}the_inverse_of_sec_2_3_needs_one_plus_alpha",
    ),
    slip(
        "sec. 2.3, (14); slides too",
        "P_{t+1}⁻¹ ∝ θ₀P₁ + Σ ξ_i x_i x_iᵀ",
        "P_{t+1}⁻¹ ∝ θ₀P₁⁻¹ + Σ ξ_i x_i x_iᵀ",
        "Across all examples P⁻¹ is a multiple of P₁⁻¹. The two agree only where P₁ is a multiple of I.",
        f"{RECURSIONS}equation_14_begins_with_the_inverse",
    ),
    slip(
        "sec. 2.3, after (15); slides too",
        "P_{t+1} is a weighted sum of x_i x_iᵀ where the weight decays exponentially in t; "
        "the smaller b is, the shorter the memory is",
        "P_{t+1}⁻¹ is one, besides P₁⁻¹; the earliest mistakes have the largest weights, and keep them",
        "The weight of g_i g_iᵀ is c_i Π_{j>i}(1 − c_j) with c_i = c·b^{i−1}: it falls with i where "
        "c + b < 1, and never below c_i(1 − b − c)/(1 − b). A small b freezes P after a few mistakes.",
        f"{RECURSIONS}the_first_mistakes_weigh_most_and_are_never_forgotten",
    ),
    slip(
        "sec. 2.3, Lemma 2, (17)",
        "q_{t+1} ≤ (1 − c_t)q_t + γ_t² + c_t(uᵀg)² − 2γ_t uᵀg",
        "… = the same + (1 − c_t)·wᵀg·(2uᵀg − wᵀg)",
        "The last term is at most 0 on a mistake (wᵀg ≤ 0) unless uᵀg < wᵀg/2: where u errs on x by "
        "more than half as much as w, the inequality turns round.",
        f"{BROKEN}lemma_2_holds_only_while_the_target_errs_less_than_half_as_much",
    ),
    slip(
        "sec. 2.3, Theorem 4; slides too",
        "l_i(u) = max(0, γ − uᵀx_i)",
        "l_i(u) = max(0, γ − y_i uᵀx_i)",
        "Without the label, x = u has no loss even where its label is wrong: 100 mistakes, and a bound of 4.",
        f"{BROKEN}without_the_label_theorem_4_bounds_what_has_no_bound",
    ),
    slip(
        "sec. 2.3, Theorem 4, (18), data with noise; slides too",
        "M ≤ 1/γ² + (2/γ)·A·Σ l_i with A = (1 − b)/(1 − b − c)",
        "M ≤ (A/γ²)(1 + Σ φ(l_i)) for ‖x‖ = 1, with φ(l) = 2γl up to l = γ and l² + γ² beyond",
        "Five examples with the wrong label (d = 400, γ = .05, c = .1, b = .3) make 2,005 mistakes, and "
        "(18) allows 645. Proof of the other: let P = σM, m = wᵀz ≤ 0, ξ = uᵀz, s = zᵀMz. Then "
        "D = wᵀM⁻¹w − 2uᵀM⁻¹w changes by (γ² − 2γξ)/((1 − c_t)s) + m(2ξ − m)/s. From 1/A ≤ (1 − c_t)s ≤ 1 "
        "and m(2ξ − m) ≤ min(0, ξ)², that is at most Aφ(l) − γ². D is 0 at first, and at least "
        "−uᵀM⁻¹u ≥ −A at the end.",
        f"{BROKEN}five_flipped_labels_break_theorem_4",
    ),
    slip(
        "sec. 2.3, Theorem 4, (18), data without noise; slides too",
        "M ≤ 1/γ²",
        "M ≤ A/γ²; and 1/γ² if c(1 + γ) ≤ 2γ",
        "An example with a margin far above γ deforms P. For γ = .2, b = .3 an adversary forces 29 mistakes "
        "with c = .5 and 44 with c = .69, and 1/γ² = 25. The proof is that with noise, all l_i = 0.",
        f"{BROKEN}theorem_4_is_false_without_any_noise",
    ),
    slip(
        "sec. 2.3, Theorem 4, its assumption; slides too",
        "‖x_i‖ ≤ 1",
        "‖x_i‖ = 1, or Σ φ(l_i)/‖x_i‖² in the corrected bound",
        "App. C drops xᵀPx ≥ ‖x‖² from a denominator. One example of norm .05 with the wrong label "
        "makes over five times the mistakes that (18) allows.",
        f"{BROKEN}one_short_example_with_the_wrong_label_breaks_theorem_4",
    ),
    slip(
        "sec. 2.3, remark on c = 0",
        "1/γ² + Σ l_i/γ",
        "1/γ² + 2 Σ l_i/γ is what (18) becomes",
        "100 orthonormal examples with margin γ/2, γ = .2, are 100 mistakes; the remark allows 75.",
        f"{BROKEN}the_remark_at_c_zero_lacks_a_factor_of_two",
    ),
    slip(
        "sec. 2.4; slides too",
        "a_i = max_{y∉Y} w_yᵀx, b_i = min_{y∈Y} w_yᵀx",
        "a_i = argmax_{y∉Y} w_yᵀx, b_i = argmin_{y∈Y} w_yᵀx",
        "They are used as class indices.",
        f"{BROKEN}the_two_classes_of_sec_2_4_are_where_the_extremes_are",
    ),
    slip(
        "sec. 2.4, the bounds of more classes",
        "the proof is literally a word-by-word copy",
        "‖z‖² = 2‖x‖²: the bounds are those of examples of norm √2",
        "With three classes, c = 0 and ‖U‖ = 1, 1.5/γ² mistakes occur.",
        f"{BROKEN}multiclass_bounds_are_not_word_by_word_those_of_two_classes",
    ),
    slip(
        "sec. 3",
        "since only the relative scale between P₁ and c is useful, by setting the scale of P, "
        "we don't have to set c",
        "c has to be set, and is not stated",
        "w moves by (γ − η)/(zᵀPz)·Pz, in which the scale of P cancels; c changes the shape of P.",
        f"{RECURSIONS}the_scale_of_p_does_not_stand_in_for_c",
    ),
)
