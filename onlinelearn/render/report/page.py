"""The contents of the page: papers and their experiments, every claim, errata, and damaged results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import quote

from onlinelearn.claims.errata import ERRATA, Erratum
from onlinelearn.claims.papers import PAPERS, Paper
from onlinelearn.claims.verdict import Verdict
from onlinelearn.render import figures
from onlinelearn.render.report.embedded_images import EmbeddedImage
from onlinelearn.render.report.json_records import ClaimRecord, ManifestRecord
from onlinelearn.render.report.result_folders import ResultFolder
from onlinelearn.render.report.summary_table import SummaryTable, main_numbers, summary_table

OTHER_TITLE = "Other experiments"


@dataclass(frozen=True, eq=False)
class ReportedExperiment:
    """An experiment on the page: a result folder whose manifest could be read."""

    folder: ResultFolder
    manifest: ManifestRecord

    @property
    def anchor(self) -> str:
        """The id of its section; quoting keeps ids apart that a cleaned name would make one."""
        return f"run-{quote(self.folder.name, safe='')}"

    @property
    def title(self) -> str:
        """The title in the config, or the folder's name."""
        return self.manifest.config_record.title or self.folder.name

    @property
    def command(self) -> str:
        """The command that runs it again."""
        return self.manifest.command or "olrun CONFIG, with the resolved config below as CONFIG"

    @property
    def config(self) -> str:
        """The resolved config, as a file that olrun takes."""
        import yaml

        return yaml.safe_dump(self.manifest.config, sort_keys=False, allow_unicode=True, width=100)

    @cached_property
    def table(self) -> SummaryTable | None:
        """The summary, if there is one."""
        return summary_table(self.folder.summary) if self.folder.summary.estimates else None

    def caption(self, image: EmbeddedImage) -> str:
        """A line on what a figure shows."""
        figure_names = {each.stem: each.figure for each in self.manifest.config_record.figures}
        name = figure_names.get(image.name, image.name)
        known = name in figures.names()
        text = figures.describe(name) if known else name.replace("_", " ").capitalize() + "."
        return f"Animation: {text}" if image.moves else text

    def alt(self, image: EmbeddedImage) -> str:
        """A text in place of a figure, for those who can't see it: its caption and the main numbers."""
        summary = self.folder.summary
        numbers = f" {main_numbers(summary)}" if summary.estimates else ""
        return f"{self.title}. {self.caption(image)}{numbers}"


@dataclass(frozen=True, eq=False)
class PaperSection:
    """A paper and its experiments; without a paper, the experiments that belong to none."""

    paper: Paper | None
    experiments: tuple[ReportedExperiment, ...]

    @property
    def anchor(self) -> str:
        """The id of the section."""
        return f"paper-{self.paper.id}" if self.paper else "other"

    @property
    def title(self) -> str:
        """The section's heading."""
        return self.paper.title if self.paper else OTHER_TITLE


@dataclass(frozen=True, eq=False)
class Page:
    """The whole page."""

    sections: tuple[PaperSection, ...]
    problems: tuple[str, ...]

    @property
    def made(self) -> datetime | None:
        """The time of the newest result: a page depends on its results alone, not on when it is written."""
        times = [each.manifest.times.ended for section in self.sections for each in section.experiments]
        return max(times, default=None)

    def claims(self) -> Iterator[tuple[PaperSection, ReportedExperiment, ClaimRecord, str]]:
        """Every claim with its section and experiment, and the id of its place on the page."""
        for section in self.sections:
            for experiment in section.experiments:
                for number, claim in enumerate(experiment.folder.claims.claims, 1):
                    yield section, experiment, claim, f"{experiment.anchor}-claim-{number}"

    def verdicts(self) -> Iterator[tuple[PaperSection, ReportedExperiment, ClaimRecord, str]]:
        """The claims that `claims` gives, without those that another experiment on the page decides."""
        decided = {(each.folder.name, claim.id) for _, each, claim, _ in self.claims()}
        for section, experiment, claim, anchor in self.claims():
            if claim.decided_by is None or (claim.decided_by, claim.id) not in decided:
                yield section, experiment, claim, anchor

    def bearing(self, decider: ReportedExperiment, claim: ClaimRecord) -> list[tuple[str, ClaimRecord, str]]:
        """The other experiments that test a claim: the name of each, its result, its place on the page."""
        return [
            (experiment.folder.name, other, anchor)
            for _, experiment, other, anchor in self.claims()
            if other.id == claim.id and other.decided_by == decider.folder.name
        ]

    @property
    def errata(self) -> tuple[tuple[Paper, tuple[Erratum, ...]], ...]:
        """The slips in the papers whose experiments are shown."""
        papers = [section.paper for section in self.sections if section.paper]
        slips = ((paper, tuple(each for each in ERRATA if each.paper == paper.id)) for paper in papers)
        return tuple((paper, errata) for paper, errata in slips if errata)

    def counts(self) -> dict[Verdict, int]:
        """The number of claims with each verdict; the one that decides counts."""
        verdicts = [claim.verdict for _, _, claim, _ in self.verdicts()]
        return {verdict: verdicts.count(verdict) for verdict in Verdict}


def build_page(folders: Sequence[ResultFolder]) -> Page:
    """The page on these folders: papers in the order of `PAPERS`, then the experiments of none."""
    experiments = [ReportedExperiment(each, each.manifest) for each in folders if each.manifest is not None]
    groups: dict[str | None, list[ReportedExperiment]] = {id_: [] for id_ in (*PAPERS, None)}
    for experiment in experiments:
        paper = experiment.manifest.config_record.paper
        groups[paper if paper in PAPERS else None].append(experiment)
    sections = tuple(
        PaperSection(PAPERS[id_] if id_ else None, tuple(members))
        for id_, members in groups.items()
        if members
    )
    return Page(sections, tuple(f"{each.name}: {what}" for each in folders for what in each.problems))
