"""The parameters of one learner, checked: by the model of ours, by the signature of others."""

from collections.abc import Mapping

from onlinelearn.base.parameters import model
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.foreign_parameters import checked_by_signature
from onlinelearn.config.tree import Plain
from onlinelearn.learners.catalog import LearnerEntry


def checked_parameters(
    learner: LearnerEntry, parameters: Mapping[str, ConfigValue], entry: ConfigValue
) -> dict[str, Plain] | None:
    """The learner's parameters, checked, with their defaults; None, and a problem, if one is wrong."""
    if learner.compiled:
        read = validated(model(learner.compiled), parameters, entry)
        return None if read is None else read.model_dump(mode="json")
    return checked_by_signature(learner, parameters, entry)
