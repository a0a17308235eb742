"""The claims of a config: statements in the vocabulary, about what the experiment really has."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from onlinelearn.base.error_text import nearest, shown, unknown
from onlinelearn.base.metrics import EVERY_CURVE, ON_CURVES, TIMED
from onlinelearn.claims import Claim
from onlinelearn.claims.axes import ROUND
from onlinelearn.claims.grammar import Parsed, parse
from onlinelearn.claims.statement import (
    Comparison,
    Growth,
    Match,
    Quantity,
    Statement,
    Trend,
    learners_of,
    metrics_of,
)
from onlinelearn.config.axes import dataset_axes, learner_axes
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import ClaimEntry, Experiment
from onlinelearn.config.labels import check_label
from onlinelearn.config.validate import validated


def read_claims(spot: ConfigValue | None, experiment: Experiment) -> tuple[Claim, ...]:
    """The claims in order; about learners, data sets, metrics and epochs that the experiment has."""
    claims = []
    for name, entry in spot.entries("a mapping from ids to claims").items() if spot else ():
        check_label(name, entry)
        given = entry.entries("a mapping with " + ", ".join(ClaimEntry.model_fields))
        read = validated(ClaimEntry, given, entry, kind="key")
        if read is None:
            continue
        texts = (read.holds,) if isinstance(read.holds, str) else read.holds
        parsed = tuple(_parsed(text, given["holds"], experiment) for text in texts)
        datasets = _scope(read, given, experiment)
        named = {
            metric for each in parsed for statement in each.statements for metric in metrics_of(statement)
        }
        if not TIMED.isdisjoint(named) and not named <= TIMED:
            given["holds"].fail("a claim about time is never a gate; state it apart from the others")
        claims.append(Claim(name, read.source, read.says, texts, parsed, datasets, read.epochs, read.always))
    return tuple(claims)


def _parsed(text: str, spot: ConfigValue, experiment: Experiment) -> Parsed:
    try:
        parsed = parse(text)
    except ValueError as error:
        spot.fail(f"{error} ({shown(text)})")
        return Parsed((), ())
    for problem in _problems(parsed, experiment):
        spot.fail(f"{problem} in the statement {shown(text)}")
        break
    return parsed


def _problems(parsed: Parsed, experiment: Experiment) -> Iterator[str]:
    """What the statements speak of and the experiment does not have."""
    yield from _unknown_epochs(parsed.epochs, experiment)
    for statement in parsed.statements:
        grids = isinstance(statement, Trend) or (isinstance(statement, Growth) and statement.over != ROUND)
        known = [choice.label for choice in experiment.learners]
        known += [choice.family for choice in experiment.learners if grids]
        for learner in sorted(learners_of(statement) - set(known)):
            yield unknown("learner", learner, dict.fromkeys(known))
        for metric in sorted(metrics_of(statement) - set(experiment.measured)):
            yield unknown("metric", metric, experiment.measured)
        yield from _unknown_axis(statement, experiment)


def _unknown_axis(statement: Statement, experiment: Experiment) -> Iterator[str]:
    """A trend needs a grid, a value at a round the curves, a published value its file."""
    match statement:
        case Growth(quantity, over) if over == ROUND:
            yield from _needs_curves([quantity.metric], experiment)
        case Trend(quantity, _, over) | Growth(quantity, over):
            yield from _unvaried(quantity.learner, over, experiment)
            if quantity.round is not None:
                yield from _needs_curves([quantity.metric], experiment)
        case Comparison(left, _, right):
            at = [q.metric for q in (left, right) if isinstance(q, Quantity) and q.round is not None]
            yield from _needs_curves(at, experiment)
        case Match(_, file):
            if not (experiment.folder / file).is_file():
                yield f"there is no file {shown(file)} beside the config"
            if len(experiment.written) < len(experiment.conditions):
                yield "what is published is held against one reading; state it in a config without 'readings'"


def _unvaried(learner: str, over: str, experiment: Experiment) -> Iterator[str]:
    """What keeps a number of that name from being an axis: in the learner's grid, or among the data sets."""
    if over in learner_axes(experiment.learners).get(learner, ()):
        written = {each.label: each.settings.get(over) for each in experiment.learners}
        for condition in experiment.conditions:
            if {each.label: each.settings.get(over) for each in condition.learners} != written:
                yield f"the reading {shown(condition.dataset.reading)} has other values of {shown(over)}"
        return
    axes = dataset_axes(experiment.datasets)
    if not any(over in names for names in axes.values()):
        yield f"{shown(learner)} has no grid over {shown(over)}, nor have the data sets"
    for dataset in experiment.datasets:
        written_family = replace(dataset, reading="").family
        if over in axes.get(written_family, ()) and over not in axes[dataset.family]:
            yield f"the reading {shown(dataset.reading)} leaves no grid over {shown(over)}"


def _needs_curves(wanted: Sequence[str], experiment: Experiment) -> Iterator[str]:
    known = (*EVERY_CURVE, *(name for name in experiment.metrics if name in ON_CURVES))
    for metric in wanted:
        if metric not in known:
            yield f"the curves have no {shown(metric)}{nearest(metric, known)}"
        elif "curves" not in experiment.metrics:
            yield "'curves' is not among the metrics; add it for a value at a round"


def _scope(read: ClaimEntry, given: dict[str, ConfigValue], experiment: Experiment) -> tuple[str, ...]:
    """The data sets that the claim is about; one as written stands for all readings of it."""
    labels: dict[str, None] = {}
    for named in read.datasets:
        found = [each.label for each in experiment.datasets if named in (each.label, each.base)]
        if not found:
            known = [each.label for each in experiment.datasets]
            given["datasets"].fail(unknown("data set", named, known))
        labels |= dict.fromkeys(found)
    for problem in _unknown_epochs(read.epochs, experiment):
        given["epochs"].fail(problem)
    return tuple(labels)


def _unknown_epochs(epochs: Sequence[int], experiment: Experiment) -> Iterator[str]:
    last = experiment.protocol.epochs
    for epoch in epochs:
        if epoch > last:
            yield f"there is no epoch {epoch}: the protocol has {last}"
