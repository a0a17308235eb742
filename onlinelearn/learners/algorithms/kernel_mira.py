"""MIRA with kernels (Crammer & Singer, JMLR 2003)."""

from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.algorithms.kernel_pa import KernelPassiveAggressive
from onlinelearn.learners.algorithms.mira import MIRA
from onlinelearn.learners.engine.kernel_expansion import Evict
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.kernels import Kernel


class KernelMIRA(KernelLearner, MIRA):
    """MIRA in the space of a kernel: every update adds its example to the support.

    Parameters
    ----------
    margin : β, by how much the right class should be ahead; 0.01 in the PA paper's experiments.

    References
    ----------
    K. Crammer, Y. Singer: Ultraconservative online algorithms for multiclass problems. JMLR 3
    (2003) 951-991, sec. 7.

    Examples
    --------
    >>> from onlinelearn import KernelMIRA
    >>> model = KernelMIRA(kernel="rbf").fit([[0.0], [1.0], [2.0]], ["low", "middle", "high"])
    >>> model.predict([[0.9], [2.1]]).tolist()
    ['middle', 'high']
    """

    name = "kernel_mira"

    def __init__(
        self,
        *,
        margin: NonNegative = 1.0,
        kernel: Kernel = "polynomial",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
        budget: Count | None = None,
        evict: Evict = "oldest",
    ) -> None:
        MIRA.__init__(self, margin=margin)
        KernelLearner.__init__(
            self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget, evict=evict
        )

    def simpler(self) -> tuple[str, KernelPassiveAggressive]:
        """PA-I with C = 1 and the same kernel, which corrects only the worst class."""
        pa = KernelPassiveAggressive(variant="PA-I", C=1.0, margin=self.margin, **self.expansion_parameters())
        return "PA-I with C = 1", pa
