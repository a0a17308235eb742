"""The baselines: the majority class, no change, the nearest mean, the mean of the targets."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from tests.learners.oracles.base import Happened, Oracle


@dataclass
class SeenOracle(Oracle):
    """All examples so far, with their labels or targets."""

    seen: list[tuple[Floats, float]] = field(init=False, default_factory=list)

    def margin(self, y: int, s: Floats) -> float:
        """By how much the right class is ahead of all others."""
        return float(s[y] - np.delete(s, y).max())


@dataclass
class MajorityClassOracle(SeenOracle):
    def round(self, x: Floats, y: int) -> Happened:
        labels = [label for _, label in self.seen]
        eta = self.margin(y, np.array([float(labels.count(k)) for k in range(self.n_classes)]))
        self.seen.append((x, y))
        return Happened(eta <= 0, True, np.inf)


@dataclass
class NoChangeOracle(SeenOracle):
    def round(self, x: Floats, y: int) -> Happened:
        mistake = not self.seen or self.seen[-1][1] != y
        self.seen.append((x, y))
        return Happened(mistake, mistake, np.inf)


@dataclass
class NearestMeanOracle(SeenOracle):
    def round(self, x: Floats, y: int) -> Happened:
        means = np.zeros((self.n_classes, len(x)))
        for k in range(self.n_classes):
            own = [each for each, label in self.seen if label == k]
            means[k] = np.mean(own, axis=0) if own else 0.0
        far = ((x - means) ** 2).sum(axis=1)
        eta = self.margin(y, -far)
        self.seen.append((x, y))
        nearest = min((k for k in range(self.n_classes) if k != y), key=lambda k: far[k])
        tied = (means[nearest] == means[y]).all()  # one point, such as that of unseen classes: no rounding
        return Happened(eta <= 0, True, np.inf if tied else abs(eta))


@dataclass
class MeanRegressionOracle(SeenOracle):
    epsilon: float = 0.1

    def round(self, x: Floats, y: float) -> Happened:
        mean = float(np.mean([target for _, target in self.seen])) if self.seen else 0.0
        self.seen.append((x, y))
        return Happened(abs(y - mean) > self.epsilon, True, abs(abs(y - mean) - self.epsilon))
