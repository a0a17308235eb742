"""What the JSON files of a result folder say, checked: the manifest, the claims and the notes."""

from typing import Annotated, Any

from pydantic import (
    AliasPath,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    model_validator,
)

from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.tables.display import shown

Text = Annotated[str, BeforeValidator(lambda value: shown(value) if isinstance(value, str) else value)]
"""One line of text: what is not printable is spelled out, as in tables and figures."""


class Record(BaseModel):
    """Frozen, and deaf to keys that a later version may add."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Comparison(Record):
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


class Claim(Record):
    """What a paper says, and whether the results bear it out; `gate` is false of claims about time."""

    id: Text
    says: Text
    verdict: Verdict
    source: Text | None = None
    holds: tuple[Text, ...] = ()
    cells: tuple[Comparison, ...] = ()
    gate: bool = True
    note: Text | None = None


class Claims(Record):
    """claims.json: every claim of a config, tested at one level."""

    level: float | None = None
    claims: tuple[Claim, ...] = ()


class Git(Record):
    """The commit that ran, and whether it had been changed."""

    commit: Text
    changed: bool


class Times(Record):
    """When a run began and ended."""

    begun: AwareDatetime
    ended: AwareDatetime


class Figure(Record):
    """A figure that a config names, alone or with options, of which the page needs only the file's name."""

    figure: Text
    file: Text | None = None

    @model_validator(mode="before")
    @classmethod
    def _by_name(cls, entry: object) -> object:
        return {"figure": entry} if isinstance(entry, str) else entry

    @property
    def stem(self) -> str:
        """What its files are called, without ending."""
        return self.file or self.figure


class Shown(Record):
    """What the page itself needs to know of a config."""

    title: Text | None = None
    paper: Text | None = None
    figures: tuple[Figure, ...] = ()


class Manifest(Record):
    """manifest.json: what it takes to get the same bytes again."""

    command: Text | None = None
    config: dict[str, Any]
    shown: Shown = Field(validation_alias=AliasPath("config"))
    result_digest: Text
    complete: bool
    failures: dict[Text, Text] = {}
    data_digests: dict[Text, Text] = {}
    code_digests: dict[Text, Text | None] = {}
    versions: dict[Text, Text] = {}
    git: Git | None = None
    machine: dict[Text, Text | int | float | None] = {}
    times: Times


Notes = TypeAdapter(tuple[Text, ...])
"""notes.json: findings, a sentence each."""
