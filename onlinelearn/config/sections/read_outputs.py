"""The outputs of a config: metrics, some with options, and figures, checked against the experiment."""

from collections.abc import Collection

from onlinelearn.base.error_text import nearest, shown, unknown
from onlinelearn.base.metrics import METRICS
from onlinelearn.base.parameters import Parameters
from onlinelearn.claims.published import is_inside
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.experiment import Experiment
from onlinelearn.render.figures.figure_options import OPTIONS, FigureChoice, FigureOptions, Refers

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
        name, options = _metric(item)
        if name in found:
            item.fail(f"the metric {shown(name)} is named twice")
        elif name is not None:
            found[name] = options
    return found


def _metric(item: ConfigValue) -> tuple[str | None, Parameters | None]:
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


def read_figures(value: ConfigValue | None, experiment: Experiment) -> tuple[FigureChoice, ...]:
    """The figures in order, each with a file of its own."""
    chosen: dict[str, FigureChoice] = {}
    for item in value.items("a list of figures") if value else ():
        if (named := item.named("figure", "figure", OPTIONS)) is None:
            continue
        name, given = named
        options = validated(OPTIONS[name], given, item, kind=f"option of {name}")
        if options is None:
            continue
        _check_figure(options, name, item, experiment)
        choice = FigureChoice(name, options)
        if choice.file in chosen:
            item.fail(f"a second figure with the file {shown(choice.file)}; give it another 'file'")
        chosen[choice.file] = choice
    return tuple(chosen.values())


def _check_figure(options: FigureOptions, name: str, item: ConfigValue, experiment: Experiment) -> None:
    """Add a problem for everything that the figure would show and the experiment does not have."""
    for metric in options.needs:
        if metric not in experiment.metrics:
            item.fail(f"the figure '{name}' needs the metric '{metric}'; add it to 'metrics'")
    for option, kind, named in options.references():
        value = item.child(option) or item
        known = _known(kind, experiment)
        if named in known:
            continue
        if isinstance(named, int):
            value.fail(f"there is no epoch {named}: the protocol has {experiment.protocol.epochs}")
        elif kind is Refers.AXIS:
            value.fail(f"nothing has a grid over {shown(named)}{nearest(named, map(str, known))}")
        else:
            value.fail(unknown(kind, named, map(str, known)))


def _known(kind: Refers, experiment: Experiment) -> Collection[str | int]:
    """The names that an option of that kind may have."""
    match kind:
        case Refers.METRIC:
            return experiment.measured
        case Refers.LEARNER:
            return [each.label for each in experiment.learners]
        case Refers.DATASET:
            return [each.label for each in experiment.datasets]
        case Refers.EPOCH:
            return range(1, experiment.protocol.epochs + 1)
        case Refers.FILE:
            here = experiment.folder
            found = [*here.glob("*.csv"), *here.glob("*/*.csv")]
            names = sorted(path.relative_to(here).as_posix() for path in found)
            return [name for name in names if is_inside(here, name)]
        case Refers.AXIS:
            return sorted(experiment.outline().axes())
