"""What the page shows: papers and their experiments, every claim, errata, and what is damaged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import quote

from onlinelearn.claims.errata import ERRATA, Erratum
from onlinelearn.claims.papers import PAPERS, Paper
from onlinelearn.claims.verdict import Verdict
from onlinelearn.render import figures
from onlinelearn.render.report.embedded_images import Image
from onlinelearn.render.report.json_records import Claim, Manifest
from onlinelearn.render.report.result_folders import Folder
from onlinelearn.render.report.summary_table import Table, main_numbers, table

OTHER = "Other experiments"


@dataclass(frozen=True, eq=False)
class Experiment:
    """A result folder whose manifest could be read."""

    folder: Folder
    manifest: Manifest

    @property
    def anchor(self) -> str:
        """The id of its section; quoting keeps ids apart that a cleaned name would make one."""
        return f"run-{quote(self.folder.name, safe='')}"

    @property
    def title(self) -> str:
        """What the config calls it."""
        return self.manifest.shown.title or self.folder.name

    @property
    def command(self) -> str:
        """What regenerates it."""
        return self.manifest.command or "olrun CONFIG, with the resolved config below as CONFIG"

    @property
    def config(self) -> str:
        """The resolved config, as a file that olrun takes."""
        import yaml

        return yaml.safe_dump(self.manifest.config, sort_keys=False, allow_unicode=True, width=100)

    @cached_property
    def table(self) -> Table | None:
        """The summary, if there is one."""
        return table(self.folder.summaries) if self.folder.summaries else None

    def caption(self, image: Image) -> str:
        """What a figure shows."""
        drawn = {each.stem: each.figure for each in self.manifest.shown.figures}
        name = drawn.get(image.name, image.name)
        known = name in figures.names()
        text = figures.describe(name) if known else name.replace("_", " ").capitalize() + "."
        return f"Animation: {text}" if image.moves else text

    def alt(self, image: Image) -> str:
        """The same for those who can't see it, with the numbers that it shows."""
        numbers = f" {main_numbers(self.folder.summaries)}" if self.folder.summaries else ""
        return f"{self.title}. {self.caption(image)}{numbers}"


@dataclass(frozen=True, eq=False)
class Section:
    """A paper (none: whatever belongs to no paper) and its experiments."""

    paper: Paper | None
    experiments: tuple[Experiment, ...]

    @property
    def anchor(self) -> str:
        """The id of the section."""
        return f"paper-{self.paper.id}" if self.paper else "other"

    @property
    def title(self) -> str:
        """The section's heading."""
        return self.paper.title if self.paper else OTHER


@dataclass(frozen=True, eq=False)
class Page:
    """The whole page."""

    sections: tuple[Section, ...]
    problems: tuple[str, ...]

    @property
    def made(self) -> datetime | None:
        """When the newest result was, for a page that depends on its results alone."""
        times = [each.manifest.times.ended for section in self.sections for each in section.experiments]
        return max(times, default=None)

    def claims(self) -> Iterator[tuple[Section, Experiment, Claim, str]]:
        """Every claim with where it stands, and the id that it has there."""
        for section in self.sections:
            for experiment in section.experiments:
                for number, claim in enumerate(experiment.folder.claims.claims, 1):
                    yield section, experiment, claim, f"{experiment.anchor}-claim-{number}"

    @property
    def errata(self) -> tuple[tuple[Paper, tuple[Erratum, ...]], ...]:
        """The slips in the papers whose experiments are shown."""
        papers = [section.paper for section in self.sections if section.paper]
        slips = ((paper, tuple(each for each in ERRATA if each.paper == paper.id)) for paper in papers)
        return tuple((paper, errata) for paper, errata in slips if errata)

    def counts(self) -> dict[Verdict, int]:
        """How many claims have each verdict."""
        verdicts = [claim.verdict for _, _, claim, _ in self.claims()]
        return {verdict: verdicts.count(verdict) for verdict in Verdict}


def page(folders: Sequence[Folder]) -> Page:
    """The page on these folders: papers as they are listed, then the experiments of none."""
    experiments = [Experiment(each, each.manifest) for each in folders if each.manifest is not None]
    groups: dict[str | None, list[Experiment]] = {id_: [] for id_ in (*PAPERS, None)}
    for experiment in experiments:
        paper = experiment.manifest.shown.paper
        groups[paper if paper in PAPERS else None].append(experiment)
    sections = tuple(
        Section(PAPERS[id_] if id_ else None, tuple(members)) for id_, members in groups.items() if members
    )
    return Page(sections, tuple(f"{each.name}: {what}" for each in folders for what in each.problems))
