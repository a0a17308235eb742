"""The claims of a config, checked against the outline of the experiment."""

from typing import Annotated

from pydantic import Field

from onlinelearn.base.error_text import shown, unknown
from onlinelearn.base.metrics import TIMED
from onlinelearn.base.parameters import Parameters
from onlinelearn.claims import Claim
from onlinelearn.claims.border import Distance
from onlinelearn.claims.grammar import Parsed, parse
from onlinelearn.claims.outline import Outline
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.experiment import Experiment
from onlinelearn.config.sections.grids import check_label

StatementText = Annotated[str, Field(min_length=1)]
Share = Annotated[
    str,
    Field(pattern=r"^(\d*[1-9]\d*(\.\d+)?|\d+\.\d*[1-9]\d*) ?%$", title="a share above 0", examples=["1 %"]),
]
WrittenDistance = Annotated[float, Field(gt=0)] | Share


class ClaimEntry(Parameters):
    """What a source says, and how to test it."""

    says: str = Field(min_length=1, max_length=400, description="the claim in the source's words, or near")
    source: str = Field("", max_length=200, description="where it stands, for example sec. 3.3")
    holds: StatementText | Annotated[tuple[StatementText, ...], Field(min_length=1)] = Field(
        description="a statement, or several that must all hold: A.updates < B.updates"
    )
    datasets: tuple[str, ...] = Field((), description="where it must hold; on all data sets if left out")
    epochs: tuple[Annotated[int, Field(ge=1)], ...] = Field(
        (), description="after which epochs; after the last if left out"
    )
    always: bool = Field(
        False, description="whether it must hold in every run, as a bound does, and not on average"
    )
    border: WrittenDistance | dict[str, WrittenDistance] | None = Field(
        None,
        description="how near to its boundary the claim is neither true nor false, in units of the metric "
        "or as a share of the right side (1 %); for several metrics, a mapping from metrics to distances",
    )
    decided_by: Annotated[str, Field(min_length=1)] | None = Field(
        None, description="the config whose verdict counts, if another one has more runs"
    )
    looks: Annotated[int, Field(ge=1, le=1000)] = Field(
        1,
        description="how many runs were looked at until this one decided, this one among them: each has its "
        "share of the chance of a wrong verdict",
    )
    note: str = Field("", max_length=400, description="why it is left undecided, if it is")


def read_claims(value: ConfigValue | None, experiment: Experiment) -> tuple[Claim, ...]:
    """The claims in order; a problem for whatever they name and the experiment does not have."""
    if value is None:
        return ()
    outline = experiment.outline()
    claims = []
    for name, entry in value.entries("a mapping from ids to claims").items():
        check_label(name, entry)
        given = entry.entries("a mapping with " + ", ".join(ClaimEntry.model_fields))
        read = validated(ClaimEntry, given, entry, kind="key")
        if read is None:
            continue
        texts = (read.holds,) if isinstance(read.holds, str) else read.holds
        parsed = tuple(_parsed(text, given["holds"], outline) for text in texts)
        datasets = _datasets(read.datasets, given["datasets"], experiment) if read.datasets else ()
        for problem in outline.unknown_epochs(read.epochs):
            given["epochs"].fail(problem)
        metrics = {metric for each in parsed for statement in each.statements for metric in statement.metrics}
        claim = Claim(
            id=name,
            source=read.source,
            says=read.says,
            texts=texts,
            parsed=parsed,
            datasets=datasets,
            epochs=read.epochs,
            always=read.always,
            border=_border(read.border, given.get("border"), metrics),
            decided_by=None if read.decided_by == experiment.name else read.decided_by,
            looks=read.looks,
            note=read.note,
        )
        if claim.always and claim.border:
            given["border"].fail("a bound holds in every run or not; leave out 'border' or 'always'")
        if wrong := claim.border_problem():
            given["border"].fail(wrong)
        if claim.timed and not claim.metrics <= TIMED:
            given["holds"].fail("a claim about time is never a gate; state it apart from the others")
        claims.append(claim)
    return tuple(claims)


def _border(
    written: float | str | dict[str, float | str] | None, value: ConfigValue | None, metrics: set[str]
) -> dict[str, Distance]:
    """The border by metric; a distance alone is that of all metrics of the claim."""
    if written is None or value is None:
        return {}
    if not isinstance(written, dict):
        return {metric: Distance.read(written) for metric in sorted(metrics)}
    for name in written.keys() - metrics:
        value.fail(unknown("metric of the claim", name, sorted(metrics)))
    return {metric: Distance.read(distance) for metric, distance in written.items()}


def _parsed(text: str, holds: ConfigValue, outline: Outline) -> Parsed:
    """The statements of the text; its first problem is added to those of `holds`."""
    try:
        parsed = parse(text)
    except ValueError as error:
        holds.fail(f"{error} ({shown(text)})")
        return Parsed((), ())
    for problem in parsed.problems(outline):
        holds.fail(f"{problem} in the statement {shown(text)}")
        break
    return parsed


def _datasets(names: tuple[str, ...], value: ConfigValue, experiment: Experiment) -> tuple[str, ...]:
    """The labels of the data sets that a claim names; a data set as written stands for all its readings."""
    labels: dict[str, None] = {}
    for name in names:
        found = [each.label for each in experiment.datasets if name in (each.label, each.base)]
        if not found:
            value.fail(unknown("data set", name, [each.label for each in experiment.datasets]))
        labels |= dict.fromkeys(found)
    return tuple(labels)
