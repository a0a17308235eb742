"""Selective sampling in a config: the `ask` of a learner's entry."""

from collections.abc import Mapping
from dataclasses import dataclass

from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.validate import validated
from onlinelearn.learners import registry
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner
from onlinelearn.learners.engine.selective_sampling import RULES, Ask, ByEllipsoid


@dataclass(frozen=True)
class Asking:
    """A rule for asking, and its options, each alone or as a grid."""

    spot: ConfigValue
    rule: type[Ask]
    options: Mapping[str, ConfigValue]

    def made(self, options: Mapping[str, ConfigValue]) -> Ask | None:
        """The rule with these options; None, and a problem, if one is wrong."""
        return validated(self.rule, options, self.spot, kind="option of ask")


def read_asking(spot: ConfigValue, learner: str) -> Asking | None:
    """The rule that `ask` gives this learner; None, and a problem, if it can't have it."""
    if (named := spot.named("rule", "rule", RULES)) is None:
        return None
    name, options = named
    if (ours := registry().get(learner)) is None:
        spot.fail("only a built-in learner can be told when to ask for a label")
        return None
    if ours.unlabeled:
        spot.fail(f"{learner} learns from unlabeled examples too: give the protocol a 'label_rate' instead")
        return None
    if RULES[name] is ByEllipsoid and not issubclass(ours, EllipsoidLearner):
        fitting = [name for name, cls in registry().items() if issubclass(cls, EllipsoidLearner)]
        spot.fail(f"the rule '{name}' needs a learner with an ellipsoid: {', '.join(fitting)}")
        return None
    return Asking(spot, RULES[name], {"rule": spot.child("rule") or spot, **options})
