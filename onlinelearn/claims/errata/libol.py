"""Differences of the code of LIBOL from the papers that it follows, and a slip in its experiments."""

from onlinelearn.claims.errata.erratum import Erratum

SHOWN = "tests/theory/test_libol.py::test_"

ERRATA = (
    Erratum(
        "libol",
        "SOP, update",
        "Σ⁻¹ ← Σ⁻¹ + xxᵀ in every round",
        "Σ⁻¹ ← Σ⁻¹ + xxᵀ on mistakes only",
        "The second-order Perceptron is conservative: its bound sums over the mistakes alone.",
        f"{SHOWN}a_sop_that_keeps_every_example_changes_where_it_was_right",
    ),
    Erratum(
        "libol",
        "SCW-II, the step α",
        "√(φ⁴m²·v·2 + 4nvφ²(n + v·φ·2)) in the numerator",
        "√(φ⁴m²v² + 4nvφ²(n + vφ²))",
        "With v·2 and φ·2 in the place of v² and φ² the step misses what it is solved for: m + αn = φ√u.",
        f"{SHOWN}the_printed_root_of_scw_ii_misses_its_equation",
    ),
    Erratum(
        "libol",
        "aROMMA, update",
        "w ← cw + dx wherever the loss is positive",
        "w ← yx/‖x‖² where ‖x‖²‖w‖² ≤ y w·x",
        "There c is not positive: the old half space holds the new weights anyway, and shorter ones do.",
        f"{SHOWN}where_c_is_negative_the_example_alone_has_shorter_weights",
    ),
    Erratum(
        "libol",
        "IELLIP, decay",
        "c_t ← b·c_t in every round",
        "c_t ← b·c_t on updates",
        "The proofs count updates. Rounds without a mistake freeze the shape after a few dozen of them.",
        f"{SHOWN}a_clock_of_rounds_freezes_iellips_shape_before_it_has_learnt",
    ),
    Erratum(
        "libol",
        "CV_algorithm.m and demo.m, version 0.2",
        "parameters by validation: the fewest mistakes on all examples in the order of the file; "
        "then mistakes on 20 orders of the same examples",
        "parameters by the training part; then errors on a test part that had no say in them",
        "Nothing is held out: where labels are coin tosses, the best of nine rules is reported below 50 %.",
        f"{SHOWN}mistakes_on_the_examples_that_chose_a_parameter_are_too_few",
    ),
)
