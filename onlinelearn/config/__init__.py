"""Experiments as YAML describes them: read, checked, and with every default filled in."""

from onlinelearn.config.experiment import DatasetChoice, Experiment, LearnerChoice, Protocol
from onlinelearn.config.load import load_config
from onlinelearn.config.parse import parse_config

__all__ = ["DatasetChoice", "Experiment", "LearnerChoice", "Protocol", "load_config", "parse_config"]
