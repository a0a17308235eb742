"""The Perceptron with kernels (Aizerman, Braverman & Rozonoer 1964; Freund & Schapire 1999)."""

from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.algorithms.perceptron import Perceptron, Spread
from onlinelearn.learners.engine.kernel_expansion import Evict
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.kernels import Kernel


class KernelPerceptron(KernelLearner, Perceptron):
    """The Perceptron in the space of a kernel: every mistake adds its example to the support.

    Parameters
    ----------
    multiclass : which classes give way: "max", the best wrong one; "uniform", all that score at
        least as high as the right one, equally; "proportional", the same in proportion to how far
        they are ahead. Two classes: no difference.
    rate : ρ, the length of the step. It only scales the coefficients.

    References
    ----------
    M. Aizerman, E. Braverman, L. Rozonoer: Theoretical foundations of the potential function method
    in pattern recognition learning. Automation and Remote Control 25 (1964) 821-837.
    Y. Freund, R. Schapire: Large margin classification using the perceptron algorithm. Machine
    Learning 37 (1999) 277-296.

    Examples
    --------
    >>> from onlinelearn import KernelPerceptron
    >>> X, y = [[-1.0], [0.0], [1.0]] * 3, ["out", "in", "out"] * 3
    >>> model = KernelPerceptron(degree=2, offset=1.0).fit(X, y)
    >>> model.predict([[-2.0], [0.1], [2.0]]).tolist()
    ['out', 'in', 'out']
    """

    name = "kernel_perceptron"

    def __init__(
        self,
        *,
        multiclass: Spread = "max",
        rate: Positive = 1.0,
        kernel: Kernel = "polynomial",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
        budget: Count | None = None,
        evict: Evict = "oldest",
    ) -> None:
        Perceptron.__init__(self, multiclass=multiclass, rate=rate)
        KernelLearner.__init__(
            self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget, evict=evict
        )
