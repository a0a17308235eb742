"""Selective sampling: the label of an example is asked for only where a rule says so.

A round without a label still counts as a mistake where it is one, but teaches nothing. Every rule
is a plain function of the state, its own numbers, the example and a coin in [0, 1); the scores of
the example stand in the state.
"""

from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Fraction, Parameters, Positive
from onlinelearn.learners.engine.ellipsoid import multiply, width
from onlinelearn.learners.engine.geometry import leaders
from onlinelearn.learners.engine.primitives import Layer
from onlinelearn.learners.engine.stream import asks


class RuleNumbers(NamedTuple):
    """The one number that a rule has as a parameter."""

    value: float


def by_ellipsoid(state: Any, numbers: RuleNumbers, x: Floats, coin: float) -> bool:
    """Whether the hyperplane of the example cuts the ellipsoid: |η| ≤ √(zᵀPz)."""
    r, q, eta = leaders(state.s, state.K)
    reach = numbers.value * numbers.value * width(state.shape, multiply(state.shape, r, q, x))
    return bool(eta * eta <= reach)


def by_margin(state: Any, numbers: RuleNumbers, x: Floats, coin: float) -> bool:
    """Heads with probability b/(b + |η|)."""
    _, _, eta = leaders(state.s, state.K)
    return coin * (numbers.value + eta) < numbers.value


def by_chance(state: Any, numbers: RuleNumbers, x: Floats, coin: float) -> bool:
    """Heads with the same probability in every round."""
    return coin < numbers.value


class ByEllipsoid(Parameters):
    """Ask where hypotheses of the ellipsoid still disagree (the slides of the ellipsoid paper)."""

    rule: Literal["ellipsoid"]
    scale: Positive = Field(1.0, description="ask while |η| ≤ scale·√(zᵀPz); 1 is the rule itself")
    layer: ClassVar[Layer] = Layer({asks: by_ellipsoid})

    def numbers(self) -> RuleNumbers:
        """The number that the rule reads."""
        return RuleNumbers(self.scale)


class ByMargin(Parameters):
    """Ask with probability b/(b + |η|) (Cesa-Bianchi, Gentile & Zaniboni, JMLR 7, 2006)."""

    rule: Literal["margin"]
    b: Positive = Field(description="the margin at which every second label is asked for")
    layer: ClassVar[Layer] = Layer({asks: by_margin})

    def numbers(self) -> RuleNumbers:
        """The number that the rule reads."""
        return RuleNumbers(self.b)


class ByChance(Parameters):
    """Ask at random, whatever the example."""

    rule: Literal["random"]
    rate: Fraction = Field(description="the share of the labels that is asked for")
    layer: ClassVar[Layer] = Layer({asks: by_chance})

    def numbers(self) -> RuleNumbers:
        """The number that the rule reads."""
        return RuleNumbers(self.rate)


Ask = ByEllipsoid | ByMargin | ByChance
"""The rules by which labels are asked for; a config names one by `rule`."""

RULES: dict[str, type[Ask]] = {"ellipsoid": ByEllipsoid, "margin": ByMargin, "random": ByChance}
