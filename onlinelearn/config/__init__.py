"""Configs: experiments described in YAML, read, checked, and with every default filled in."""

from onlinelearn.config.choices import Condition, DatasetChoice, LearnerChoice
from onlinelearn.config.experiment import Experiment, Protocol
from onlinelearn.config.parse import load_config, parse_config

__all__ = [
    "Condition",
    "DatasetChoice",
    "Experiment",
    "LearnerChoice",
    "Protocol",
    "load_config",
    "parse_config",
]
