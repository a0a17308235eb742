"""Every learner once more: slow, obvious, with dense matrices, straight from the formulas.

An oracle holds `W` as (K, d), or (1, d) for two classes, and `round(x, y)` returns what happened.
`gap` is how far the round was from deciding otherwise: below 1e-12 rounding may differ.
"""

from tests.learners.oracles.bandit import BanditronOracle
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.baselines import (
    MajorityClassOracle,
    MeanRegressionOracle,
    NearestMeanOracle,
    NoChangeOracle,
)
from tests.learners.oracles.budgets import (
    BudgetPassiveAggressiveOracle,
    ForgetronOracle,
    ProjectronOracle,
)
from tests.learners.oracles.descent import AdaGradOracle, FTRLProximalOracle, OGDOracle, PegasosOracle
from tests.learners.oracles.ellipsoid import CELLIPOracle, IELLIPOracle, covariance
from tests.learners.oracles.first_order import (
    MIRAOracle,
    PassiveAggressiveOracle,
    PerceptronOracle,
    mira_steps,
    pa_step,
)
from tests.learners.oracles.kernels import (
    KernelMIRAOracle,
    KernelOracle,
    KernelPassiveAggressiveOracle,
    KernelPerceptronOracle,
    NORMAOracle,
    features,
    gram,
)
from tests.learners.oracles.least_squares import (
    LMSOracle,
    LMSRegressionOracle,
    PARegressionOracle,
    RidgeOracle,
)
from tests.learners.oracles.lecture import VotedPerceptronOracle, WinnowOracle
from tests.learners.oracles.mirrored import (
    ALMAOracle,
    EGOracle,
    EGRegressionOracle,
    PNormPerceptronOracle,
    ROMMAOracle,
)
from tests.learners.oracles.successors import (
    AROWOracle,
    CWOracle,
    NAROWOracle,
    NHERDOracle,
    OnlineNewtonOracle,
    SCWOracle,
    SOPOracle,
)
from tests.learners.oracles.uniclass import RunningMeanOracle, UniclassOracle

__all__ = [
    "ORACLES",
    "CELLIPOracle",
    "Happened",
    "IELLIPOracle",
    "KernelOracle",
    "LMSOracle",
    "Oracle",
    "RunningMeanOracle",
    "UniclassOracle",
    "VotedPerceptronOracle",
    "WinnowOracle",
    "covariance",
    "features",
    "gram",
    "mira_steps",
    "pa_step",
]

ORACLES: dict[str, type[Oracle]] = {
    "perceptron": PerceptronOracle,
    "pa": PassiveAggressiveOracle,
    "mira": MIRAOracle,
    "cellip": CELLIPOracle,
    "iellip": IELLIPOracle,
    "sop": SOPOracle,
    "arow": AROWOracle,
    "scw": SCWOracle,
    "kernel_perceptron": KernelPerceptronOracle,
    "kernel_pa": KernelPassiveAggressiveOracle,
    "kernel_mira": KernelMIRAOracle,
    "norma": NORMAOracle,
    "forgetron": ForgetronOracle,
    "bpa": BudgetPassiveAggressiveOracle,
    "projectron": ProjectronOracle,
    "banditron": BanditronOracle,
    "winnow": WinnowOracle,
    "voted_perceptron": VotedPerceptronOracle,
    "lms": LMSOracle,
    "lms_regression": LMSRegressionOracle,
    "pa_regression": PARegressionOracle,
    "ridge": RidgeOracle,
    "uniclass": UniclassOracle,
    "running_mean": RunningMeanOracle,
    "majority_class": MajorityClassOracle,
    "no_change": NoChangeOracle,
    "nearest_mean": NearestMeanOracle,
    "mean_regression": MeanRegressionOracle,
    "romma": ROMMAOracle,
    "alma": ALMAOracle,
    "pnorm_perceptron": PNormPerceptronOracle,
    "eg": EGOracle,
    "eg_regression": EGRegressionOracle,
    "ogd": OGDOracle,
    "pegasos": PegasosOracle,
    "adagrad": AdaGradOracle,
    "ftrl_proximal": FTRLProximalOracle,
    "cw": CWOracle,
    "nherd": NHERDOracle,
    "narow": NAROWOracle,
    "online_newton": OnlineNewtonOracle,
}
