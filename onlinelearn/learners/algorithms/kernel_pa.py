"""Passive-Aggressive with kernels (Crammer, Dekel, Keshet, Shalev-Shwartz & Singer, JMLR 2006)."""

from typing import Literal

from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.kernel_expansion import Evict
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.kernels import Kernel


class KernelPassiveAggressive(KernelLearner, PassiveAggressive):
    """Passive-Aggressive in the space of a kernel: every update adds its example to the support.

    Parameters
    ----------
    variant : PA always corrects the whole loss, PA-I limits the step to C, PA-II softens it by 1/(2C).
    C : aggressiveness: the larger, the closer to plain PA; without effect for PA.
    margin : the margin that is wanted.

    References
    ----------
    K. Crammer, O. Dekel, J. Keshet, S. Shalev-Shwartz, Y. Singer: Online Passive-Aggressive
    Algorithms. JMLR 7 (2006) 551-585, secs. 3 and 9.

    Examples
    --------
    >>> from onlinelearn import KernelPassiveAggressive
    >>> X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], ["even", "even", "odd", "odd"]
    >>> model = KernelPassiveAggressive(kernel="rbf", width=0.5).fit(X, y)
    >>> model.predict(X).tolist(), model.n_support_size_
    (['even', 'even', 'odd', 'odd'], 4)
    """

    name = "kernel_pa"

    def __init__(
        self,
        *,
        variant: Literal["PA", "PA-I", "PA-II"] = "PA-I",
        C: Positive = 1.0,
        margin: NonNegative = 1.0,
        kernel: Kernel = "polynomial",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
        budget: Count | None = None,
        evict: Evict = "oldest",
    ) -> None:
        PassiveAggressive.__init__(self, variant=variant, C=C, margin=margin)
        KernelLearner.__init__(
            self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget, evict=evict
        )

    def simpler(self) -> "tuple[str, KernelPassiveAggressive] | None":
        """Plain PA with the same kernel, without C."""
        if self.variant == "PA":
            return None
        plain = KernelPassiveAggressive(variant="PA", margin=self.margin, **self.expansion_parameters())
        return "plain PA (no C)", plain
