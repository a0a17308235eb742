"""A slip in the experiments of the library LIBOL."""

from onlinelearn.claims.errata.erratum import Erratum

ERRATA = (
    Erratum(
        "libol",
        "CV_algorithm.m and demo.m, version 0.2",
        "parameters by validation: the fewest mistakes on all examples in the order of the file; "
        "then mistakes on 20 orders of the same examples",
        "parameters by the training part; then errors on a test part that had no say in them",
        "Nothing is held out: where labels are coin tosses, the best of nine rules is reported below 50 %.",
        "tests/theory/test_libol.py::test_mistakes_on_the_examples_that_chose_a_parameter_are_too_few",
    ),
)
