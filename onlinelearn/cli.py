"""The command line: arguments in, exit codes out. Everything else is imported when it is needed."""

import os
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from onlinelearn.base.errors import OlrunError

if TYPE_CHECKING:
    from onlinelearn.experiment.output import Result

VERIFICATION_FAILED = 3
INTERRUPTED = 130
KINDS = ["learners", "datasets", "preprocessors", "metrics", "figures"]


AUTO = "auto"


def _count_or_auto(_: click.Context, __: click.Parameter, value: str | None) -> int | str | None:
    if value is None or value == AUTO:
        return value
    if not value.isdigit() or int(value) < 1:
        raise click.BadParameter(f"expected a whole number above 0, or {AUTO}, got {value!r}")
    return int(value)


class ShortForRun(click.Group):
    """`olrun CONFIG` is short for `olrun run CONFIG`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without a command, any word that can be a config makes it a run."""
        own = {*self.commands, *ctx.help_option_names, "--version"}
        if args and args[0] not in own and any(map(_can_be_a_config, args)):
            args = ["run", *args]
        return super().parse_args(ctx, args)


def _can_be_a_config(word: str) -> bool:
    return word.endswith((".yaml", ".yml")) or Path(word).is_file()


@click.group(
    cls=ShortForRun,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: olrun configs/usps_iellip.yaml",
)
@click.version_option(package_name="onlinelearn", prog_name="olrun")
def olrun() -> None:
    """Online-learning experiments that anyone can run again.

    olrun CONFIG... is short for olrun run CONFIG...
    """


@olrun.command()
@click.argument("configs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CONFIG...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
              help="Folder for the results; each config gets a folder of its own there.")  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(min=1), help="How many cells to run at once. [default: all cores]"
)
@click.option("--scheduler", metavar="ADDRESS", help="Run on the Dask cluster at this address.")
@click.option("--set", "overrides", metavar="KEY=VALUE", multiple=True,
              help="Change a key of the config, for example protocol.epochs=1 (repeatable).")  # fmt: skip
@click.option("--permutations", metavar="N|auto", callback=_count_or_auto,
              help="How many; auto: 5, 10, 20 or 40, until every claim is decided.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Run every cell again, cached or not.")
@click.option("--dry-run", is_flag=True, help="Only say what would run and what is cached.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first cell that fails.")
@click.option("--skip-missing", is_flag=True, help="A data set that can't be had is no failure.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show tracebacks and log messages.")
def run(configs: tuple[Path, ...], overrides: tuple[str, ...], **flags: Any) -> None:
    """Run experiments and write tables, figures and a manifest.

    \b
    Examples:
      olrun configs/usps_iellip.yaml
      olrun configs/*.yaml --jobs 2 --out /tmp/results
      olrun configs/usps_iellip.yaml --set learners.PA.C=1 --set protocol.permutations=20
    """
    from onlinelearn import printing
    from onlinelearn.config import load_config
    from onlinelearn.experiment.run import Options, look, run_experiment, run_until_decided

    permutations = flags["permutations"]
    if isinstance(permutations, int):
        overrides = (*overrides, f"protocol.permutations={permutations}")
    run_one = run_until_decided if permutations == AUTO else run_experiment
    options = Options(
        out=flags["out"],
        jobs=flags["jobs"],
        scheduler=flags["scheduler"],
        fresh=flags["fresh"],
        fail_fast=flags["fail_fast"],
        progress=sys.stderr.isatty() and not flags["quiet"],
        arguments=tuple(f"--set {shlex.quote(each)}" for each in overrides)
        + ((f"--permutations {AUTO}",) if permutations == AUTO else ()),
    )
    # All configs are read before the first is run: a slip in the last one should not cost an hour.
    experiments = [load_config(path, overrides) for path in configs]
    printing.check_names(experiments)
    failed = False
    for experiment in experiments:
        if flags["dry_run"]:
            click.echo(printing.plan(experiment, look(experiment, options)))
            continue
        result = run_one(experiment, options)
        if not flags["quiet"]:
            click.echo(printing.result(result))
        failed |= _report_failures(result, skip_missing=flags["skip_missing"], verbose=flags["verbose"])
        if failed and options.fail_fast:
            break
    sys.exit(1 if failed else 0)


def _report_failures(result: "Result", *, skip_missing: bool, verbose: bool) -> bool:
    """Say on stderr what went wrong; return whether it counts."""
    from onlinelearn.base.errors import MissingDataError

    counts = False
    for what, error in result.failures.items():
        if skip_missing and isinstance(error, MissingDataError):
            click.echo(f"skipped {result.experiment.name}: {error}", err=True)
            continue
        counts = True
        kind = "" if isinstance(error, OlrunError) else f"{type(error).__name__}: "
        click.echo(f"olrun: {result.experiment.name}: {what}: {kind}{error}", err=True)
        if verbose:
            _traceback(error)
    return counts


def _traceback(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error)


@olrun.command("list")
@click.argument("kind", required=False, type=click.Choice(KINDS))
def list_(kind: str | None) -> None:
    """What a config may name: learners, datasets, preprocessors, metrics, figures.

    \b
    Examples:
      olrun list
      olrun list learners
    """
    from onlinelearn import printing

    click.echo(printing.listing(kind))


@olrun.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
def data(names: tuple[str, ...]) -> None:
    """Where each data set is, its shape and digest; gets what is missing.

    \b
    Examples:
      olrun data
      olrun data isolet
    """
    from onlinelearn import printing

    table, missing = printing.data(names)
    click.echo(table)
    for line in missing:
        click.echo(f"olrun: {line}", err=True)
    sys.exit(1 if missing else 0)


@olrun.command()
@click.argument("configs", nargs=-1, type=click.Path(path_type=Path), metavar="[CONFIG...]")
@click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
              help="Folder for the results; cells that are cached there are not run again.")  # fmt: skip
@click.option("--reference", "folder", type=click.Path(path_type=Path), default=Path("results/reference"),
              show_default=True, help="Folder of the reference numbers.")  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(min=1), help="How many cells to run at once. [default: all cores]"
)
@click.option("--update", is_flag=True, help="Make the numbers of this run the reference.")
@click.option("-v", "--verbose", is_flag=True, help="Show tracebacks and log messages.")
def verify(
    configs: tuple[Path, ...], out: Path, folder: Path, update: bool, jobs: int | None, verbose: bool
) -> None:
    """Hold the reference numbers against what the configs give now.

    Without CONFIG, every config under configs/. Exit code 3 if a number or a verdict moved.

    \b
    Examples:
      olrun verify
      olrun verify configs/usps_iellip.yaml --update
    """
    from onlinelearn.compare import verify as verifying
    from onlinelearn.experiment.run import Options

    options = Options(out=out, jobs=jobs, progress=sys.stderr.isatty())
    failed = False
    for path in configs or verifying.shipped(folder):
        verified = verifying.verify(path, folder, options, update=update)
        click.echo(verified.text)
        failed |= verified.failed
    sys.exit(VERIFICATION_FAILED if failed else 0)


@olrun.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("results"), metavar="[DIR]")
@click.option("--to", type=click.Path(path_type=Path), help="The page. [default: DIR/report.html]")
@click.option("--images", type=click.Choice(["svg", "png"]), default="svg", show_default=True,
              help="How figures are embedded; png is smaller.")  # fmt: skip
def report(folder: Path, to: Path | None, images: Literal["svg", "png"]) -> None:
    """Make one self-contained HTML page of all results in DIR (results).

    \b
    Examples:
      olrun report
      olrun report results --to docs/report.html --images png
    """
    from onlinelearn import printing
    from onlinelearn.render.report import read_page, write_page

    page, out = read_page(folder, images), to or folder / "report.html"
    write_page(page, out)
    click.echo("\n".join([*printing.verdicts(page), str(out)]))


@olrun.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--by", type=click.Choice(["predictions", "decisions", "weights"]),
              help="What must agree. [default: as much as both sides have in common]")  # fmt: skip
def diff(a: str, b: str, by: Literal["predictions", "decisions", "weights"] | None) -> None:
    """Find where two results, or two learners on one stream, first part.

    A side is a result folder, a learner of a config (configs/x.yaml:PA), or a class with partial_fit
    and predict. Exit code 0: they agree; 1: they part; 2: they can't be compared.

    \b
    Examples:
      olrun diff results/usps_iellip elsewhere/usps_iellip
      olrun diff configs/usps_iellip.yaml:PA configs/usps_iellip.yaml:MIRA
      olrun diff configs/usps_iellip.yaml:PA sklearn.linear_model.Perceptron
    """
    from onlinelearn.compare import diff as comparing

    try:
        found = comparing.diff(a, b, by)
    except OlrunError as error:
        raise click.UsageError(str(error)) from error
    click.echo(comparing.describe(found))
    sys.exit(0 if found.same else 1)


def main() -> None:
    """Run the command; every error that a user can cause ends in a line and an exit code."""
    # Before click has read the arguments: an error in them may be what -v is to show.
    verbose = any(word == "--verbose" or re.fullmatch("-[a-z]*v[a-z]*", word) for word in sys.argv[1:])
    if verbose:
        import logging

        logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    try:
        olrun.main(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"olrun: {' '.join(error.format_message().split())}{_way_out(error)}", err=True)
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        click.echo(
            "olrun: interrupted; finished cells are kept, the same command goes on from there", err=True
        )
        sys.stderr.flush()
        # A thread inside compiled code can't be stopped, and exit would wait for it.
        os._exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output (head, less) has gone; Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (OlrunError, OSError, MemoryError) as error:
        if verbose:
            _traceback(error)
        click.echo(f"olrun: {error or 'out of memory'}", err=True)
        sys.exit(getattr(error, "exit_code", 1))


def _way_out(error: click.ClickException) -> str:
    """Where to read on, after an error in the call."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" (see {context.command_path} --help)" if context else ""
