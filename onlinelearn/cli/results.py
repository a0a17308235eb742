"""The commands that look at results: against references, as a page, against each other."""

import sys
from pathlib import Path
from typing import Literal

import click

from onlinelearn.base.errors import OlrunError
from onlinelearn.cli.shared_options import JOBS, JSON, PLUGINS, VERBOSE, VERIFICATION_FAILED, json_text


@click.command(short_help="Compare fresh runs with the references.")
@click.argument("configs", nargs=-1, type=click.Path(path_type=Path), metavar="[CONFIG...]")
@click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
              help="Folder for the results; cells that are cached in it are not run again.")  # fmt: skip
@click.option("--reference", "folder", type=click.Path(path_type=Path), default=Path("results/reference"),
              show_default=True, help="Folder of the references.")  # fmt: skip
@JOBS
@click.option("--update", is_flag=True, help="Make the results of this run the new reference.")
@JSON
@VERBOSE
def verify(
    configs: tuple[Path, ...],
    out: Path,
    folder: Path,
    update: bool,
    jobs: int | None,
    as_json: bool,
    verbose: bool,
) -> None:
    """Run configs, and compare their numbers and verdicts with the references.

    Without CONFIG it takes all configs under configs/, or the shipped ones if there are none. The exit
    code is 3 if a number or a verdict has moved.

    \b
    Examples:
      olrun verify
      olrun verify configs/usps_iellip.yaml --update
    """
    from onlinelearn.compare import verify as verification
    from onlinelearn.experiment.run_options import RunOptions

    options = RunOptions(out=out, jobs=jobs, progress=True)
    found: list[dict[str, object]] = []
    if not configs:
        configs, folder = verification.every_config(folder, update=update)
    for path in configs:
        verified = verification.verify(path, folder, options, update=update)
        found.append({"config": str(path), "failed": verified.failed, "lines": verified.text.splitlines()})
        if not as_json:
            click.echo(verified.text)
    if as_json:
        click.echo(json_text(found))
    sys.exit(VERIFICATION_FAILED if any(each["failed"] for each in found) else 0)


@click.command(short_help="Make one HTML page of all results.")
@click.argument("folder", type=click.Path(path_type=Path), default=Path("results"), metavar="[DIR]")
@click.argument("other", type=click.Path(path_type=Path), required=False, metavar="[OTHER]")
@click.option("--to", type=click.Path(path_type=Path),
              help="File. [default: report.html or, with OTHER, side_by_side.html in DIR]")  # fmt: skip
@click.option("--images", type=click.Choice(["svg", "png"]), default="svg", show_default=True,
              help="How figures are embedded; png is smaller.")  # fmt: skip
def report(folder: Path, other: Path | None, to: Path | None, images: Literal["svg", "png"]) -> None:
    """Make one self-contained HTML page of all results in DIR (results, if left out).

    With OTHER, the page shows two runs side by side: their digests, and what differs in their numbers,
    verdicts and records.

    \b
    Examples:
      olrun report
      olrun report results elsewhere/results
      olrun report results --to docs/report.html --images png
    """
    from onlinelearn import printing
    from onlinelearn.render.report import read_page, read_side_by_side, write_page, write_side_by_side

    if other is not None:
        sides, out = read_side_by_side(folder, other, images), to or folder / "side_by_side.html"
        write_side_by_side(sides, out)
        click.echo("\n".join([*printing.sides(sides), str(out)]))
        return
    page, out = read_page(folder, images), to or folder / "report.html"
    write_page(page, out)
    click.echo("\n".join([*printing.verdicts(page), str(out)]))


@click.command(short_help="Find the first round in which two results differ.")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@PLUGINS
@click.option("--by", type=click.Choice(["predictions", "decisions", "weights"]),
              help="What must agree. [default: as much as can be compared]")  # fmt: skip
def diff(
    a: str, b: str, plugins: tuple[str, ...], by: Literal["predictions", "decisions", "weights"] | None
) -> None:
    """Find the first round in which two results, or two learners on one stream, differ.

    A and B are result folders, learners of configs (configs/x.yaml:PA), or classes with partial_fit
    and predict. Naming a class runs the code of its module. The exit code is 0 if they agree, 1 if they
    differ, 2 if they can't be compared.

    \b
    Examples:
      olrun diff results/usps_iellip elsewhere/usps_iellip
      olrun diff configs/usps_iellip.yaml:PA configs/usps_iellip.yaml:MIRA
      olrun diff configs/usps_iellip.yaml:PA sklearn.linear_model.Perceptron
      olrun diff mine.yaml:PA mine.yaml:mine --plugin nearest.py
    """
    from onlinelearn.compare import diff as comparison
    from onlinelearn.learners.plugins import catalog_with

    try:
        found = comparison.diff(a, b, by, catalog_with(plugins))
    except (OlrunError, OSError) as error:
        # The exit code of other errors, 1, would say that they differ.
        raise click.UsageError(str(error)) from error
    click.echo(comparison.describe(found))
    sys.exit(0 if found.same else 1)


@click.command(short_help="Rank learners over many data sets.")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option(
    "--metric", default="test_error", show_default=True, help="The metric to compare; the lowest is best."
)
@click.option("--epoch", type=click.IntRange(min=1), help="The epoch to compare at. [default: the last]")
@click.option("--learner", "learners", multiple=True, metavar="LABEL",
              help="Compare these only, on the data sets that have them all. May be repeated.")  # fmt: skip
@click.option("--alpha", type=float, default=0.05, show_default=True, help="The level of the tests.")
@click.option("--rope", type=float, metavar="WIDTH",
              help="Two learners are alike if they differ in the metric by less than this. "
              "[default: 0.01 for errors]")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path),
              help="Folder for the tables (md, tex, csv, html) and the diagram (svg, png, pdf).")  # fmt: skip
@JSON
def compare(
    folders: tuple[Path, ...],
    metric: str,
    epoch: int | None,
    learners: tuple[str, ...],
    alpha: float,
    rope: float | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Compare learners over the data sets of result folders: mean ranks, and tests of their differences.

    The two learners with the most data sets in common decide which data sets are compared; every other one
    with results on all of these takes part, too. A label of several configs that stands for learners with
    other parameters is shown with them: PA (C=0.1). Notes say what is left out.

    Friedman's test and Nemenyi's critical difference compare the mean ranks. Wilcoxon's tests compare each
    pair, and so does a Bayesian test with a region in which two learners are alike (--rope). Wins, ties and
    losses count paired tests on each data set.

    \b
    Examples:
      olrun compare results/*
      olrun compare results/* --learner PA --learner MIRA --out ranks
      olrun compare results/* --metric online_error --epoch 1 --json
      olrun compare results/* --rope 0.005
    """
    from onlinelearn.compare.many_datasets import (
        Question,
        compare_folders,
        comparison_files,
        described,
        document,
    )

    found = compare_folders(folders, Question(metric, epoch, learners), alpha, rope)
    written = comparison_files.write(found, out) if out else []
    if as_json:
        click.echo(json_text(described.as_json(found)))
        return
    click.echo(document.as_text(described.document(found)))
    if written:
        click.echo("\n" + "\n".join(map(str, written)))
