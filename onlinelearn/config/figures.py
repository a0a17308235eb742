"""The figures of a config: names and options, about what the experiment really has."""

from collections.abc import Collection

from onlinelearn.base.error_text import nearest, shown, unknown
from onlinelearn.config.axes import dataset_axes, learner_axes
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import Experiment
from onlinelearn.config.validate import validated
from onlinelearn.render.figures.figure_options import OPTIONS, FigureChoice, FigureOptions, Refers


def read_figures(spot: ConfigValue | None, experiment: Experiment) -> tuple[FigureChoice, ...]:
    """The figures in order, each with a file of its own."""
    chosen: dict[str, FigureChoice] = {}
    for item in spot.items("a list of figures") if spot else ():
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
    """Note a problem for whatever the experiment does not have and the figure would show."""
    for metric in options.needs:
        if metric not in experiment.metrics:
            item.fail(f"the figure '{name}' needs the metric '{metric}'; add it to 'metrics'")
    for option, kind, value in options.references():
        spot = item.child(option) or item
        known = _known(kind, experiment)
        if value in known:
            continue
        if isinstance(value, int):
            spot.fail(f"there is no epoch {value}: the protocol has {experiment.protocol.epochs}")
        elif kind is Refers.AXIS:
            spot.fail(f"nothing has a grid over {shown(value)}{nearest(value, map(str, known))}")
        else:
            spot.fail(unknown(kind, value, map(str, known)))


def _known(kind: Refers, experiment: Experiment) -> Collection[str | int]:
    """What an option of that kind may name."""
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
            return sorted(path.relative_to(here).as_posix() for path in found)
        case Refers.AXIS:
            axes = [learner_axes(experiment.learners), dataset_axes(experiment.datasets)]
            return sorted({name for each in axes for names in each.values() for name in names})
