"""The JSON files of a result folder as checked records: the manifest, the claims and the notes."""

from typing import Annotated, Any

from pydantic import (
    AliasPath,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from onlinelearn.base.metrics import METRICS
from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.figures.figure_options import OPTIONS, FigureOptions
from onlinelearn.render.tables.display import shown

Text = Annotated[str, BeforeValidator(lambda value: shown(value) if isinstance(value, str) else value)]
"""One line of text; characters that can't be printed are spelled out, as in tables and figures."""


class Record(BaseModel):
    """A part of a JSON file; frozen, and without the keys that a later version may add."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ComparisonRecord(Record):
    """One statement of a claim on one data set after one epoch, and the test behind its verdict."""

    statement: Text
    verdict: Verdict
    dataset: Text | None = None
    epoch: int | None = None
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    p: float | None = None
    test: Text | None = None


class ClaimRecord(Record):
    """A paper's claim and the verdict on it; `gate` is false for claims about time."""

    id: Text
    says: Text
    verdict: Verdict
    source: Text | None = None
    holds: tuple[Text, ...] = ()
    cells: tuple[ComparisonRecord, ...] = ()
    gate: bool = True
    margin: Text | None = None
    """How near to the border counts as on it, in words."""
    decided_by: Text | None = None
    """The experiment whose verdict counts, if it is another one."""
    note: Text | None = None
    level: float | None = None
    """What share of the intervals of its comparisons cover the truth."""


class ClaimsRecord(Record):
    """claims.json: every claim of a config."""

    claims: tuple[ClaimRecord, ...] = ()


class GitRecord(Record):
    """The commit that ran, and whether the checkout had changes."""

    commit: Text
    changed: bool


class TimesRecord(Record):
    """When a run began and ended."""

    begun: AwareDatetime
    ended: AwareDatetime


class FigureRecord(Record):
    """A figure that a config names, alone or with options."""

    figure: Text
    file: Text | None = None
    entry: dict[str, Any] = {}
    """Its options as they stand in the config."""

    @model_validator(mode="before")
    @classmethod
    def _by_name(cls, entry: object) -> object:
        if isinstance(entry, str):
            return {"figure": entry}
        return {**entry, "entry": entry} if isinstance(entry, dict) else entry

    @property
    def stem(self) -> str:
        """The name of its files, without ending."""
        return self.file or self.figure

    @property
    def options(self) -> FigureOptions | None:
        """Its options; those that this version doesn't know are left out, and None if one is of no use."""
        kind = OPTIONS.get(self.figure)
        if kind is None:
            return None
        try:
            return kind.model_validate(
                {name: self.entry[name] for name in kind.model_fields if name in self.entry}
            )
        except ValidationError:
            return None


class ReadingsRecord(Record):
    """The other readings under which a config is run, by name."""

    named: dict[Text, Any] = {}


class ConfigRecord(Record):
    """The parts of a config that the page shows in places of their own."""

    title: Text | None = None
    paper: Text | None = None
    metrics: tuple[Text | dict[Text, Any], ...] = ()
    """Each a name, or a name with its options."""
    figures: tuple[FigureRecord, ...] = ()
    readings: ReadingsRecord = ReadingsRecord()

    @property
    def metric_names(self) -> tuple[str, ...]:
        """The names of its metrics, but for those that this version doesn't know."""
        names = [name for each in self.metrics for name in ([each] if isinstance(each, str) else each)]
        return tuple(name for name in names if name in METRICS)


class ManifestRecord(Record):
    """manifest.json: all that is needed to get the same bytes again."""

    command: Text | None = None
    config: dict[str, Any]
    config_record: ConfigRecord = Field(validation_alias=AliasPath("config"))
    result_digest: Text
    complete: bool
    failures: dict[Text, Text] = {}
    files: dict[str, str] = {}
    """The digest of each table and figure, by its name in the folder."""
    data_digests: dict[Text, Text] = {}
    code_digests: dict[Text, Text | None] = {}
    versions: dict[Text, Text] = {}
    git: GitRecord | None = None
    machine: dict[Text, Text | int | float | None] = {}
    times: TimesRecord

    @property
    def different_data(self) -> dict[str, str]:
        """The digests of the data, each once: another reading of a config mostly has the same data."""
        first = {digest: name for name, digest in reversed(self.data_digests.items())}
        return {name: digest for name, digest in self.data_digests.items() if first[digest] == name}


NOTES = TypeAdapter(tuple[Text, ...])
"""notes.json: findings, a sentence each."""
