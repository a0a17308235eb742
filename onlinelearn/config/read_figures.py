"""The figures of a config, with options checked against the experiment."""

from collections.abc import Collection

from onlinelearn.base.error_text import nearest, shown, unknown
from onlinelearn.claims.published import is_inside
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.experiment import Experiment
from onlinelearn.render.figures.figure_options import OPTIONS, FigureChoice, FigureOptions, Refers


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
        _check(options, name, item, experiment)
        choice = FigureChoice(name, options)
        if choice.file in chosen:
            item.fail(f"a second figure with the file {shown(choice.file)}; give it another 'file'")
        chosen[choice.file] = choice
    return tuple(chosen.values())


def _check(options: FigureOptions, name: str, item: ConfigValue, experiment: Experiment) -> None:
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
