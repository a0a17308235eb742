"""The claims of a config: statements in the vocabulary, about what the experiment really has."""

from collections.abc import Iterator, Sequence

from onlinelearn import metrics
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
from onlinelearn.config.experiment import ClaimEntry, Experiment
from onlinelearn.config.labels import check_label
from onlinelearn.config.spot import Spot
from onlinelearn.config.validate import validated
from onlinelearn.wording import nearest, shown, unknown

ON_CURVES = ("online_error", "mistakes", "updates")
"""What a learning curve tells of a round."""


def read_claims(spot: Spot | None, experiment: Experiment) -> tuple[Claim, ...]:
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
        _check_scope(read, given, experiment)
        named = {
            metric for each in parsed for statement in each.statements for metric in metrics_of(statement)
        }
        if "seconds" in named and len(named) > 1:
            given["holds"].fail("a claim about seconds is never a gate; state it apart from the others")
        claims.append(
            Claim(name, read.source, read.says, texts, parsed, read.datasets, read.epochs, read.always)
        )
    return tuple(claims)


def _parsed(text: str, spot: Spot, experiment: Experiment) -> Parsed:
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
        for metric in sorted(metrics_of(statement) - set(measured(experiment))):
            yield unknown("metric", metric, measured(experiment))
        yield from _unknown_axis(statement, experiment)


def measured(experiment: Experiment) -> list[str]:
    """The metrics that the rows of the run have."""
    return [*metrics.STANDARD, *(name for name in experiment.metrics if name in metrics.EXTRA)]


def _unknown_axis(statement: Statement, experiment: Experiment) -> Iterator[str]:
    """A trend needs a grid, a value at a round the curves, a published value its file."""
    match statement:
        case Growth(quantity, over) if over == ROUND:
            yield from _needs_curves([quantity.metric], experiment)
        case Trend(quantity, _, over) | Growth(quantity, over):
            if not _varies(quantity.learner, over, experiment):
                yield f"{shown(quantity.learner)} has no grid over {shown(over)}, nor have the data sets"
            if quantity.round is not None:
                yield from _needs_curves([quantity.metric], experiment)
        case Comparison(left, _, right):
            at = [q.metric for q in (left, right) if isinstance(q, Quantity) and q.round is not None]
            yield from _needs_curves(at, experiment)
        case Match(_, file):
            if not (experiment.folder / file).is_file():
                yield f"there is no file {shown(file)} beside the config"


def _varies(learner: str, over: str, experiment: Experiment) -> bool:
    """Whether a number of that name takes several values, in the learner's grid or among the data sets."""
    given: list[object] = [
        choice.parameters.get(over) for choice in experiment.learners if choice.family == learner
    ]
    given += [choice.options.get(over) for choice in experiment.datasets]
    return len({value for value in given if isinstance(value, int | float)}) > 1


def _needs_curves(wanted: Sequence[str], experiment: Experiment) -> Iterator[str]:
    for metric in wanted:
        if metric not in ON_CURVES:
            yield f"the curves have no {shown(metric)}{nearest(metric, ON_CURVES)}"
        elif "curves" not in experiment.metrics:
            yield "'curves' is not among the metrics; add it for a value at a round"


def _check_scope(read: ClaimEntry, given: dict[str, Spot], experiment: Experiment) -> None:
    known = [dataset.label for dataset in experiment.datasets]
    for label in read.datasets:
        if label not in known:
            given["datasets"].fail(unknown("data set", label, known))
    for problem in _unknown_epochs(read.epochs, experiment):
        given["epochs"].fail(problem)


def _unknown_epochs(epochs: Sequence[int], experiment: Experiment) -> Iterator[str]:
    last = experiment.protocol.epochs
    for epoch in epochs:
        if epoch > last:
            yield f"there is no epoch {epoch}: the protocol has {last}"
