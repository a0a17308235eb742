"""Winnow, and the Perceptron with votes."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.first_order import PerceptronOracle


@dataclass
class WinnowOracle(Oracle):
    """Two sets of weights as Littlestone has them, multiplied and divided; only the first if not balanced."""

    alpha: float = 2.0
    threshold: float | None = None
    balanced: bool = False
    plus: Floats = field(init=False)
    minus: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.plus, self.minus = np.ones_like(self.W), np.ones_like(self.W)
        self.show()

    def show(self) -> None:
        self.W = self.plus - self.minus if self.balanced else self.plus.copy()

    @property
    def theta(self) -> float:
        """What the score of a binary problem is compared with."""
        if not self.binary:
            return 0.0
        if self.threshold is None:
            return 0.0 if self.balanced else float(self.n_features)
        return self.threshold

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        theta = self.theta if y == 1 else -self.theta
        gap = abs(eta - theta) if theta else self.decided(x, z, eta)
        mistake = eta <= theta
        updated = bool(mistake and x.any())
        if updated:
            factors = self.alpha ** np.sign(z)
            self.plus *= factors
            self.minus /= factors
            self.show()
            gap = min(gap, tie)
        return Happened(mistake, updated, gap)

    def take(self, model: Model) -> None:
        k = model.state.W.k[:, : len(self.W)].T.astype(np.float64)
        self.plus, self.minus = self.alpha**k, self.alpha**-k
        self.show()


@dataclass
class VotedPerceptronOracle(PerceptronOracle):
    """Every weight vector, and how many rounds it survived."""

    voters: list[tuple[Floats, int]] = field(init=False, default_factory=list)

    def round(self, x: Floats, y: int) -> Happened:
        happened = super().round(x, y)
        if happened.updated:
            self.voters.append((self.W.copy(), 1))
        elif not happened.mistake:
            W, survived = self.voters[-1]
            self.voters[-1] = W, survived + 1
        return happened

    def counted(self, x: Floats) -> Floats:
        """The votes: for less against, or for each class."""
        votes = np.zeros(len(self.W))
        for W, survived in self.voters:
            s = W @ x
            if self.binary:
                votes[0] += survived * np.sign(s[0])
            else:
                votes[np.argmax(s)] += survived
        return votes
