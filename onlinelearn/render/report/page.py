"""The contents of the page: papers and their experiments, every claim, errata, and damaged results."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import quote

from onlinelearn.base.result_rows import condition_label
from onlinelearn.base.roles import BESIDE
from onlinelearn.claims.errata import ERRATA, Erratum
from onlinelearn.claims.papers import PAPERS, Paper
from onlinelearn.claims.verdict import Verdict, together
from onlinelearn.render import figures
from onlinelearn.render.report.drawn_evidence import DrawnStatement, drawn_evidence
from onlinelearn.render.report.embedded_images import EmbeddedImage
from onlinelearn.render.report.json_records import ClaimRecord, ComparisonRecord, ManifestRecord
from onlinelearn.render.report.learner_ranks import LearnerRanks, learner_ranks
from onlinelearn.render.report.result_folders import ReadFolder
from onlinelearn.render.report.summary_table import SummaryTable, main_numbers, summary_table
from onlinelearn.render.report.verdict_strips import VerdictStrip, verdict_strip
from onlinelearn.render.tables import Summary
from onlinelearn.render.tables.display import shown

OTHER_TITLE = "Other experiments"
ONLY_TITLE = "Experiments"
"""The heading over experiments of no paper: beside those of papers, and where there are no others."""

MOST_NAMES = 4
"""A title made of names has no more of them."""

MOST_COMPARISONS = 12
"""A claim under many readings has hundreds; nobody reads as many, and the page has to stay small."""


@dataclass(frozen=True, eq=False)
class ReportedExperiment:
    """An experiment on the page: a result folder whose manifest could be read."""

    folder: ReadFolder
    manifest: ManifestRecord

    @property
    def anchor(self) -> str:
        """The id of its section; quoting keeps ids apart that a cleaned name would make one."""
        return f"run-{quote(self.folder.name, safe='')}"

    @property
    def title(self) -> str:
        """The title in the config; where it is only the file's name, what was run."""
        written, name = self.manifest.config_record.title, self.folder.name
        if written and written != name.rpartition("/")[2]:
            return written
        if not self.as_written:
            return name
        learners = _named(self.learners, "learners")
        datasets = _named(dict.fromkeys(s.dataset for s in self.as_written), "data sets")
        return f"{learners} on {datasets} ({name})"

    @cached_property
    def as_written(self) -> tuple[Summary, ...]:
        """The estimates of the config as it is written: another reading makes no other data set."""
        every = self.folder.summary.estimates
        names = {s.dataset for s in every}
        read = {
            condition_label(name, reading)
            for reading in self.manifest.config_record.readings.named
            for name in names
        }
        return tuple(s for s in every if s.dataset not in read)

    @property
    def learners(self) -> tuple[str, ...]:
        """Those of the config: what stands beside a tuned one is no further learner."""
        return tuple(dict.fromkeys(s.learner for s in self.as_written if s.role not in BESIDE))

    @property
    def command(self) -> str:
        """The command that runs it again."""
        return self.manifest.command or "olrun CONFIG, with the resolved config below as CONFIG"

    @property
    def config(self) -> str:
        """The resolved config, as a file that olrun takes."""
        import yaml

        return yaml.safe_dump(
            self.manifest.config, sort_keys=False, allow_unicode=True, width=100, default_flow_style=None
        )

    @cached_property
    def table(self) -> SummaryTable | None:
        """The summary, if there is one."""
        summary, asked = self.folder.summary, self.manifest.config_record.metric_names
        return summary_table(summary, asked) if summary.estimates else None

    @property
    def ranks(self) -> LearnerRanks | None:
        """The ranks of its learners, if it has several data sets."""
        return learner_ranks(self.as_written)

    def caption(self, image: EmbeddedImage) -> str:
        """A line on what a figure shows."""
        figure = {each.stem: each for each in self.manifest.config_record.figures}.get(image.name)
        name = figure.figure if figure else image.name
        options = figure.options if figure else None
        if options:
            text = figures.says(
                name, options, dict.fromkeys(s.metric for s in self.as_written), self._parameters
            )
        else:
            known = name in figures.names()
            text = figures.describe(name) if known else name.replace("_", " ").capitalize() + "."
        return f"Animation: {text}" if image.moves else text

    @property
    def _parameters(self) -> dict[str, tuple[str, ...]]:
        """The names of each learner's parameters."""
        entries = self.manifest.config.get("learners")
        given = entries if isinstance(entries, dict) else {}
        return {
            name: tuple(given[name]) if isinstance(given.get(name), dict) else () for name in self.learners
        }

    def alt(self, image: EmbeddedImage) -> str:
        """A text in place of a figure, for those who can't see it: its caption and the main numbers."""
        summary = self.folder.summary
        numbers = f" {main_numbers(summary)}" if summary.estimates else ""
        return f"{self.title}. {self.caption(image)}{numbers}"


@dataclass(frozen=True, eq=False)
class TestedClaim:
    """A claim as one experiment tests it, and the id of its place on the page."""

    experiment: ReportedExperiment
    record: ClaimRecord
    anchor: str

    @property
    def comparisons(self) -> tuple[ComparisonRecord, ...]:
        """Those of its comparisons that the page has room for: the config as written comes first."""
        return self.record.cells[:MOST_COMPARISONS]

    @property
    def statements(self) -> dict[str, int]:
        """The different statements with their numbers, as they stand below a table."""
        names = dict.fromkeys(each.statement for each in self.comparisons)
        return {name: number for number, name in enumerate(names, 1)}

    @property
    def left_out(self) -> int:
        """The number of comparisons that only claims.json has."""
        return len(self.record.cells) - len(self.comparisons)

    def drawings(self) -> list[DrawnStatement]:
        """Its comparisons, drawn."""
        return list(drawn_evidence(self.comparisons))


@dataclass(frozen=True, eq=False)
class DecidedClaim(TestedClaim):
    """A claim as a row of the page: with all experiments that test it."""

    beside: tuple[TestedClaim, ...] = ()
    """Those that count as much as the first: no experiment on the page decides among them."""
    also: tuple[TestedClaim, ...] = ()
    """Those whose verdict doesn't count."""

    @property
    def verdict(self) -> Verdict:
        """The verdict that counts."""
        return together([each.record.verdict for each in (self, *self.beside)])

    @property
    def disagree(self) -> bool:
        """Whether the experiments that count have different verdicts."""
        return any(each.record.verdict != self.record.verdict for each in self.beside)


@dataclass(frozen=True, eq=False)
class PaperSection:
    """A paper and its experiments; without a paper, the experiments that belong to none."""

    paper: Paper | None
    experiments: tuple[ReportedExperiment, ...]
    title: str

    @property
    def anchor(self) -> str:
        """The id of the section."""
        return f"paper-{self.paper.id}" if self.paper else "other"

    def tested(self) -> Iterator[TestedClaim]:
        """Every claim of every experiment."""
        for experiment in self.experiments:
            for number, claim in enumerate(experiment.folder.claims.claims, 1):
                yield TestedClaim(experiment, claim, f"{experiment.anchor}-claim-{number}")


@dataclass(frozen=True, eq=False)
class Page:
    """The whole page."""

    sections: tuple[PaperSection, ...]
    problems: tuple[str, ...]

    @property
    def made(self) -> datetime | None:
        """The time of the newest result: a page depends on its results alone, not on when it is written."""
        return max((each.manifest.times.ended for each in self.experiments), default=None)

    @property
    def title(self) -> str:
        """The page's heading: a single experiment's own, if it isn't a paper's."""
        experiments = self.experiments
        if self.counted_claims:
            return "Online-learning experiments, run again"
        return experiments[0].title if len(experiments) == 1 else "Online-learning experiments"

    @property
    def experiments(self) -> tuple[ReportedExperiment, ...]:
        """All experiments, in the order of the page."""
        return tuple(each for section in self.sections for each in section.experiments)

    @property
    def extent(self) -> tuple[tuple[int, str], ...]:
        """What was run, as numbers with their nouns."""
        measured = [s for each in self.experiments for s in each.as_written]
        counts = (
            (len(self.experiments), "experiment"),
            (len({s.dataset for s in measured}), "data set"),
            (len({learner for each in self.experiments for learner in each.learners}), "learner"),
            (self.counted_claims, "claim"),
        )
        return tuple((count, noun if count == 1 else f"{noun}s") for count, noun in counts if count)

    @cached_property
    def claims(self) -> tuple[tuple[PaperSection, tuple[DecidedClaim, ...]], ...]:
        """The claims of each paper, once each: with the experiments on the page that decide it."""
        every = [claim for section in self.sections for claim in section.tested()]
        names = {(each.experiment.folder.name, each.record.id) for each in every}
        bearing: dict[tuple[str, str], list[TestedClaim]] = {}
        for each in every:
            decider = (each.record.decided_by or "", each.record.id)
            if decider in names:
                bearing.setdefault(decider, []).append(each)
        elsewhere = {each.anchor for others in bearing.values() for each in others}
        grouped = []
        for section in self.sections:
            alike: dict[tuple[str, str], list[TestedClaim]] = {}
            for each in section.tested():
                if each.anchor not in elsewhere:
                    alike.setdefault((each.record.id, each.record.says), []).append(each)
            decided = tuple(_decided(claims, bearing) for claims in alike.values())
            if decided:
                grouped.append((section, decided))
        return tuple(grouped)

    @property
    def counted_claims(self) -> int:
        """The number of claims."""
        return sum(len(claims) for _, claims in self.claims)

    @property
    def strips(self) -> tuple[VerdictStrip, ...]:
        """The verdicts of each paper as a picture."""
        return tuple(
            verdict_strip(
                section.title,
                f"claims-{section.anchor}",
                [(claim.verdict, claim.record.id, claim.anchor) for claim in claims],
            )
            for section, claims in self.claims
        )

    @property
    def errata(self) -> tuple[tuple[Paper, tuple[Erratum, ...]], ...]:
        """The slips in the papers whose experiments are shown."""
        papers = [section.paper for section in self.sections if section.paper]
        slips = ((paper, tuple(each for each in ERRATA if each.paper == paper.id)) for paper in papers)
        return tuple((paper, errata) for paper, errata in slips if errata)

    def counts(self) -> dict[Verdict, int]:
        """The number of claims with each verdict; the one that decides counts."""
        verdicts = [claim.verdict for _, claims in self.claims for claim in claims]
        return {verdict: verdicts.count(verdict) for verdict in Verdict}


def _decided(
    claims: Sequence[TestedClaim], bearing: Mapping[tuple[str, str], Sequence[TestedClaim]]
) -> DecidedClaim:
    """One row of a claim, which these experiments test with equal weight, and others beside them."""
    first, *others = claims
    also = [
        other for each in claims for other in bearing.get((each.experiment.folder.name, each.record.id), ())
    ]
    return DecidedClaim(first.experiment, first.record, first.anchor, tuple(others), tuple(also))


def _named(names: Collection[str], kind: str) -> str:
    """The names, if they are few; else how many there are."""
    return ", ".join(map(shown, names)) if len(names) <= MOST_NAMES else f"{len(names)} {kind}"


def build_page(folders: Sequence[ReadFolder]) -> Page:
    """The page on these folders: papers in the order of `PAPERS`, then the experiments of none."""
    experiments = [ReportedExperiment(each, each.manifest) for each in folders if each.manifest is not None]
    groups: dict[str | None, list[ReportedExperiment]] = {id_: [] for id_ in (*PAPERS, None)}
    for experiment in experiments:
        paper = experiment.manifest.config_record.paper
        groups[paper if paper in PAPERS else None].append(experiment)
    other = OTHER_TITLE if any(members for id_, members in groups.items() if id_) else ONLY_TITLE
    sections = tuple(
        PaperSection(PAPERS[id_], tuple(members), PAPERS[id_].title)
        if id_
        else PaperSection(None, tuple(members), other)
        for id_, members in groups.items()
        if members
    )
    return Page(sections, tuple(f"{each.name}: {what}" for each in folders for what in each.problems))
