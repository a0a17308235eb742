"""The protocol of a config."""

from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.experiment import Protocol


def read_protocol(top: ConfigValue) -> Protocol:
    """The protocol; the default one, and problems, if it is not valid."""
    given = top.child("protocol")
    if given is None:
        return Protocol()
    entries = given.entries("a mapping with " + ", ".join(Protocol.model_fields))
    return validated(Protocol, entries, given, kind="key") or Protocol()
