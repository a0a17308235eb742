"""The base of the learners of manifold regularization: the risk, and labels that may be missing.

J(f) = (1/l) Σ_t δ(y_t) c(f(x_t), y_t) + (λ₁/2)‖f‖² + (λ₂/2T) Σ_{s,t} (f(x_s) - f(x_t))² w_st

An example without a label has y = -1 (`UNLABELED`); the two classes are 0 and 1, ∓1 in formulas.
"""

import math
from typing import Any, Literal, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.kernels import KERNELS, Kernel, KernelNumbers, WithKernel
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.engine.sparse import readable
from onlinelearn.learners.manifold.buffer import Buffer, evaluate
from onlinelearn.learners.manifold.losses import LOSSES

LARGEST_GRAPH = 30_000
"""Examples of a full graph: the kernels of so many pairs take 7 GB."""

UNLABELED = -1
"""The label of an example that has none, as in scikit-learn."""

Loss = Literal["hinge", "squared", "logistic"]
Graph = Literal["rbf", "knn"]


class Risk(NamedTuple):
    """The numbers of the risk."""

    lambda1: float  # of ‖f‖²
    lambda2: float  # of the graph
    label_rate: float  # l/T; 0: as counted so far
    kernel: KernelNumbers
    spread: float  # 2σ² of the graph's weights exp(-‖x - y‖²/(2σ²))
    neighbors: int  # k of the kNN graph


class ManifoldLearner(WithKernel, Learner):
    """The base of the learners that also learn from unlabeled examples.

    Parameters
    ----------
    loss : c(f, y): "hinge", max(0, 1 - yf); "squared", (1 - yf)²; "logistic", log(1 + exp(-yf)).
    graph_width : σ of the RBF graph.
    neighbors : k of the kNN graph.
    lambda1 : λ₁, the weight of ‖f‖².
    lambda2 : λ₂, the weight of the graph; 0 learns from labeled examples only.
    """

    unlabeled = True
    remedy = "scale the data, or lower rate, lambda1 or lambda2"
    loss: Loss
    graph_width: float
    lambda1: float
    lambda2: float
    graph: Graph = "rbf"
    neighbors: int = 0
    label_rate: float | None = None

    def risk(self) -> Risk:
        """The numbers of J."""
        kernel = self.kernel_numbers()
        spread = 2.0 * self.graph_width * self.graph_width
        for name, squared in (("width", kernel.spread), ("graph_width", spread)):
            if not 0.0 < squared < math.inf:
                raise LearnerError(f"{self.name}: the square of {name} is {squared / 2:g}; scale the data")
        rate = 0.0 if self.label_rate is None else float(self.label_rate)
        return Risk(float(self.lambda1), float(self.lambda2), rate, kernel, spread, int(self.neighbors))

    def without_room(self, state: Any) -> None:
        """Buffers and trees don't tell what of them is in use."""
        return

    def weight_layers(self) -> Layers:
        """The kernel."""
        return (KERNELS[self.kernel],)

    def step_layers(self) -> Layers:
        """The loss and its slope."""
        return (LOSSES[self.loss],)

    def refuse_several(self, columns: int) -> None:
        """A sign tells two classes apart, no more."""
        if columns > 1:
            raise LearnerError(
                f"{self.name} learns two classes, and there are {columns}; "
                "choose two, as in {name: usps, classes: [0, 1]}"
            )


def expanded(kernel: Kernel, W: Buffer, coefficients: Floats, X: Floats) -> Floats:
    """f = Σ_i c_i K(x_i, ·) at the rows of X, as scores of two classes: (n, 1)."""
    S = np.empty((X.shape[0], 1))
    link(evaluate, kernel, (KERNELS[kernel],))(W, coefficients, readable(X), S)
    return S
