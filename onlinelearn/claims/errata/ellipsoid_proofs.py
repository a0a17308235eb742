"""Slips in the ellipsoid paper's appendices, and in its slides where they differ from the paper."""

from onlinelearn.claims.errata.ellipsoid_methods import BROKEN, CELLIP, COVERS, RECURSIONS, slip

ERRATA = (
    slip(
        "App. B, Lemma 3, (22)",
        "x_tᵀP_t x_t ≤ Π(1 − α_i)² x_tᵀP₁x_t, from P_t ≺ (1 − α_{t−1}²)P_{t−1}",
        "x_tᵀP_t x_t ≤ Π(1 − α_i²) x_tᵀP₁x_t, from P_t ⪯ (1 − α_{t−1}²)P_{t−1}",
        "Across the example nothing is cut: there P shrinks by just 1 − α², which is more than (1 − α)².",
        f"{RECURSIONS}equation_22_holds_with_the_square_inside",
    ),
    slip(
        "App. B, Lemma 3, (23)",
        "P_{t+1}⁻¹ = (1 − α²)P_t⁻¹ + 2α/((1 − α)(1 − α²)) · ggᵀ",
        "P_{t+1}⁻¹ = P_t⁻¹/(1 − α²) + 2α/((1 − α)(1 − α²)) · ggᵀ",
        "P was multiplied by 1 − α², so its inverse is divided by it: as in sec. 2.3.",
        f"{RECURSIONS}equation_23_divides_the_old_inverse",
    ),
    slip(
        "App. B, Lemma 4, proof",
        "‖P^{1/2}g‖ · ‖P^{−1/2}(u − w)‖ = 1",
        "‖P^{1/2}g‖ · ‖P^{−1/2}(u − w)‖ ≤ 1",
        "The second factor is 1 only for u on the surface of the ellipsoid.",
        f"{COVERS}lemma_4_has_an_inequality_where_it_prints_one_as_equal",
    ),
    slip(
        "App. B, the volume after T − 1 mistakes",
        "vol(E_{T−1}) = … ≥ |P₁|^{1/2} (1 − aγ/√λ)^{d(T−1)/2}",
        "vol(E_T) = … ≤ |P₁|^{1/2} (1 − a²γ²/λ)^{d(T−1)/2}",
        "(12) is at most (1 − α²)^{d/2}, and α ≥ aγ/√λ for λ = λ_max(P₁). As printed it holds in neither "
        "direction.",
        f"{COVERS}appendix_b_bounds_the_volume_from_above_by_the_square",
    ),
    slip(
        "App. B, last line",
        "T ≤ [2 log(1 − a) + 2 log γ − log(1 + (1 − a)γ)] / log(1 − aγ/√(1 + (1 − a)γ)) + 1",
        "(13) as corrected above",
        "It follows from the step above. Orthonormal examples, d = 400, a = .5, make 400 mistakes, and "
        "this allows 297.",
        f"{CELLIP}orthonormal_examples_break_the_appendixs_bound_and_not_the_corrected_one",
    ),
    slip(
        "App. C, fourth line",
        "−(γ² − c_t|uᵀx|²)/(xᵀPx) ≤ −γ²(1 − c_t)/(xᵀPx)",
        "this needs |uᵀx| ≤ γ",
        "Separable data has y uᵀx ≥ γ. With −2γ_t uᵀg left as it was, the line still holds for "
        "c_t(y uᵀx + γ) ≤ 2γ, and not beyond: see Theorem 4 without noise.",
        f"{BROKEN}appendix_c_takes_margins_above_gamma_for_margins_below",
    ),
    slip(
        "slides, Shor's method",
        "x_{k+1} = x_k − 1/((d + 1)√(hᵀPh))",
        "x_{k+1} = x_k − Ph/((d + 1)√(hᵀPh))",
        "A number in place of a vector; the paper's (1) has it right.",
        f"{COVERS}shors_step_needs_the_direction",
    ),
    slip(
        "slides, outline and conclusion",
        "same mistake bound as the Perceptron up to a constant factor",
        "CELLIP's bound has another factor log(1/γ)",
        "(13) is about 2 log(1/((1 − a)γ))/(a²γ²), the Perceptron's is 1/γ². IELLIP's, corrected, is A/γ².",
        f"{COVERS}cellips_bound_is_a_logarithm_above_the_perceptrons",
    ),
)
