"""The metrics of a config: names, some of them with options."""

from onlinelearn.base.error_text import shown, unknown
from onlinelearn.base.metrics import METRICS
from onlinelearn.base.parameters import Parameters
from onlinelearn.config.config_value import ConfigValue, validated

Metrics = dict[str, Parameters | None]
"""The metrics by their names in order, each with its options if it has some."""


def read_metrics(given: ConfigValue | None) -> Metrics:
    """The metrics that a config names: each once, as a name or as `{name: options}`."""
    if given is None:
        return {"test_error": None}
    if given.node.value == ():
        given.fail("name at least one metric, such as test_error")
    found: Metrics = {}
    for item in given.items("a list of metrics"):
        name, options = _read(item)
        if name in found:
            item.fail(f"the metric {shown(name)} is named twice")
        elif name is not None:
            found[name] = options
    return found


def _read(item: ConfigValue) -> tuple[str | None, Parameters | None]:
    """One metric and its options; None and a problem if there is no such metric."""
    if not isinstance(item.node.value, dict):
        name = item.name("metric", METRICS)
        options = METRICS[name].options if name else None
        return name, options() if options else None
    if len(item.node.value) != 1:
        item.expected("the name of a metric, or one name with its options")
        return None, None
    ((name, given),) = item.entries("a mapping").items()
    if name not in METRICS:
        given.fail(unknown("metric", name, METRICS))
        return None, None
    if (model := METRICS[name].options) is None:
        given.fail(f"{name} has no options; write its name alone")
        return name, None
    entries = given.entries("a mapping with " + ", ".join(model.model_fields))
    return name, validated(model, entries, given, kind=f"option of {name}")
