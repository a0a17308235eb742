"""Learners without a compiler, and which of them the generic tests compile."""

from onlinelearn.learners.engine.interpreted import interpreted

__all__ = ["COMPILED", "FEW", "interpreted"]

COMPILED = {
    "arow", "batch_mr", "cellip", "iellip", "kernel_mira", "kernel_pa", "kernel_perceptron", "lms",
    "lms_regression", "mira", "online_mr", "pa", "pa_regression", "perceptron", "ridge", "running_mean",
    "scw", "sop", "tree_mr", "uniclass", "voted_perceptron", "winnow",
}  # fmt: skip
"""The learners that generic tests compile where they say nothing else; the others run interpreted, since
to compile one takes seconds. `learners/test_family.py` compiles a few of those, one of each kind."""

FEW = {"iellip", "kernel_perceptron", "online_mr", "pa"}
"""One of each way to keep weights, for tests of what is around the steps: a module that sets `COMPILED`
to these compiles no other. `learners/test_compiled.py` holds that compiled steps have the same bits."""
