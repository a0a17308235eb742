"""The command line: arguments in, exit codes out. Each command imports what it needs."""

import os
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from onlinelearn.base.errors import ConfigError, OlrunError

if TYPE_CHECKING:
    from onlinelearn.config import Experiment
    from onlinelearn.experiment.result import Result

VERIFICATION_FAILED = 3
INTERRUPTED = 130
AUTO = "auto"
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


def _count_or_auto(_: click.Context, __: click.Parameter, value: str | None) -> int | str | None:
    if value is None or value == AUTO:
        return value
    if not value.isdigit() or int(value) < 1:
        raise click.BadParameter(f"expected a whole number above 0, or {AUTO}, got {value!r}")
    return int(value)


class ShortForRun(click.Group):
    """A group of commands in which `olrun CONFIG` is short for `olrun run CONFIG`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `run` in front, if there is no command but a word that can be a config."""
        own = {*self.commands, *ctx.help_option_names, "--version"}
        if args and args[0] not in own and any(map(_can_be_a_config, args)):
            args = ["run", *args]
        return super().parse_args(ctx, args)


def _can_be_a_config(word: str) -> bool:
    return word.endswith((".yaml", ".yml")) or Path(word).is_file()


@click.group(
    cls=ShortForRun,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: olrun configs/usps_iellip.yaml",
)
@click.version_option(package_name="onlinelearn", prog_name="olrun")
@click.pass_context
def olrun(context: click.Context) -> None:
    """Online-learning experiments that anyone can run again.

    olrun CONFIG... is short for olrun run CONFIG...
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@olrun.command()
@click.argument("configs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CONFIG...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
              help="Folder for the results; each config gets its own folder in it.")  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of cells that run at once. [default: number of cores]"
)
@click.option("--scheduler", metavar="ADDRESS", help="Run on the Dask cluster at this address.")
@click.option("--set", "overrides", metavar="KEY=VALUE", multiple=True,
              help="Change a key of the config, for example protocol.epochs=1. May be repeated.")  # fmt: skip
@click.option("--plugin", "plugins", metavar="FILE.py|MODULE", multiple=True,
              help="Learners of your own that the config may name. May be repeated.")  # fmt: skip
@click.option("--permutations", metavar="N|auto", callback=_count_or_auto,
              help="How many; auto: 5, 10, 20, ... up to 320, until every claim is decided.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Run all cells again, also those that are cached.")
@click.option("--dry-run", is_flag=True, help="Run nothing; print what would run and what is cached.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first cell that fails.")
@click.option("--skip-missing", is_flag=True, help="Skip data sets that are missing, without an error.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Show tracebacks and log messages.")
def run(configs: tuple[Path, ...], overrides: tuple[str, ...], **flags: Any) -> None:
    """Run experiments and write tables, figures and a manifest.

    \b
    Examples:
      olrun configs/usps_iellip.yaml
      olrun configs/*.yaml --jobs 2 --out /tmp/results
      olrun configs/usps_iellip.yaml --set learners.PA.C=1 --set protocol.permutations=20
      olrun mine.yaml --plugin my_learner.py
    """
    from onlinelearn import printing
    from onlinelearn.config import load_config
    from onlinelearn.experiment.options import RunOptions
    from onlinelearn.experiment.result_folder import refuse_folder_of_another
    from onlinelearn.experiment.run import run_experiment, run_until_decided
    from onlinelearn.experiment.worklist import make_worklist
    from onlinelearn.learners.plugins import catalog_with

    permutations = flags["permutations"]
    if isinstance(permutations, int):
        overrides = (*overrides, f"protocol.permutations={permutations}")
    run_one = run_until_decided if permutations == AUTO else run_experiment
    options = RunOptions(
        out=flags["out"],
        jobs=flags["jobs"],
        scheduler=flags["scheduler"],
        fresh=flags["fresh"],
        fail_fast=flags["fail_fast"],
        progress=not flags["quiet"],
        arguments=tuple(f"--set {shlex.quote(each)}" for each in overrides)
        + tuple(f"--plugin {shlex.quote(each)}" for each in flags["plugins"])
        + ((f"--permutations {AUTO}",) if permutations == AUTO else ()),
    )
    # All configs are read before the first is run: an error in the last one should not cost an hour.
    catalog = catalog_with(flags["plugins"])
    experiments = [load_config(path, overrides, catalog) for path in configs]
    _refuse_equal_names(experiments)
    for experiment in experiments:
        refuse_folder_of_another(experiment, options.out)
    failed = False
    for experiment in experiments:
        if flags["dry_run"]:
            click.echo(printing.plan(experiment, make_worklist(experiment, options.cache)))
            continue
        result = run_one(experiment, options)
        if not flags["quiet"]:
            click.echo(printing.result(result))
        failed |= _report_failures(result, skip_missing=flags["skip_missing"], verbose=flags["verbose"])
        if failed and options.fail_fast:
            break
    sys.exit(1 if failed else 0)


def _json(value: object) -> str:
    import json

    return json.dumps(value, indent=2, ensure_ascii=False)


def _refuse_equal_names(experiments: Sequence["Experiment"]) -> None:
    """Raise ConfigError if two configs would write to one folder."""
    names = [experiment.name for experiment in experiments]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"two configs are named {name!r} and would write to one folder; rename one")


def _report_failures(result: "Result", *, skip_missing: bool, verbose: bool) -> bool:
    """Print what went wrong on stderr; return whether that makes the run a failure."""
    from onlinelearn.base.error_text import described
    from onlinelearn.base.errors import MissingDataError

    counts = False
    for what, error in result.failures.items():
        if skip_missing and isinstance(error, MissingDataError):
            click.echo(f"skipped {result.experiment.name}: {error}", err=True)
            continue
        counts = True
        click.echo(f"olrun: {result.experiment.name}: {what}: {described(error)}", err=True)
        if verbose:
            _traceback(error)
    return counts


def _traceback(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error)


@olrun.command("list")
@click.argument("what", required=False, metavar="[KIND|NAME]")
@JSON
def list_(what: str | None, as_json: bool) -> None:
    """List what a config may name, or show all about one NAME.

    KIND is learners, datasets, preprocessors, metrics or figures. A learner's class is a NAME, too.

    \b
    Examples:
      olrun list
      olrun list learners
      olrun list pa
      olrun list PassiveAggressive
    """
    from onlinelearn.printing import catalogue, listing

    kind = next((each for each in catalogue.KINDS if each == what), None)
    if what is None or kind is not None:
        entries = catalogue.catalogue() if kind is None else catalogue.entries_of(kind)
        text = listing.listing(kind)
    else:
        entries = catalogue.entries_named(what)
        text = listing.whole(entries)
    click.echo(_json(catalogue.plain_entries(entries)) if as_json else text)


@olrun.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@JSON
def data(names: tuple[str, ...], as_json: bool) -> None:
    """Show where each data set is, its shape and digest, and download what is missing.

    \b
    Examples:
      olrun data
      olrun data isolet
    """
    from onlinelearn.printing import data_table

    found = data_table.fetch_all(names)
    click.echo(_json(data_table.plain_data(found)) if as_json else data_table.data_table(found))
    missing = data_table.unavailable(found, asked=bool(names))
    for line in missing:
        click.echo(f"olrun: {line}", err=True)
    sys.exit(1 if missing else 0)


@olrun.command()
@click.argument("configs", nargs=-1, type=click.Path(path_type=Path), metavar="[CONFIG...]")
@click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
              help="Folder for the results; cells that are cached in it are not run again.")  # fmt: skip
@click.option("--reference", "folder", type=click.Path(path_type=Path), default=Path("results/reference"),
              show_default=True, help="Folder of the references.")  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of cells that run at once. [default: number of cores]"
)
@click.option("--update", is_flag=True, help="Make the results of this run the new reference.")
@JSON
@click.option("-v", "--verbose", is_flag=True, help="Show tracebacks and log messages.")
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

    Without CONFIG, all configs under configs/, or the shipped ones if there are none. The exit code is 3
    if a number or a verdict has moved.

    \b
    Examples:
      olrun verify
      olrun verify configs/usps_iellip.yaml --update
    """
    from onlinelearn.compare import verify as verification
    from onlinelearn.experiment.options import RunOptions

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
        click.echo(_json(found))
    sys.exit(VERIFICATION_FAILED if any(each["failed"] for each in found) else 0)


@olrun.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("results"), metavar="[DIR]")
@click.option("--to", type=click.Path(path_type=Path), help="File of the page. [default: DIR/report.html]")
@click.option("--images", type=click.Choice(["svg", "png"]), default="svg", show_default=True,
              help="How figures are embedded; png is smaller.")  # fmt: skip
def report(folder: Path, to: Path | None, images: Literal["svg", "png"]) -> None:
    """Make one self-contained HTML page of all results in DIR (results, if left out).

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
              help="What must agree. [default: as much as can be compared]")  # fmt: skip
def diff(a: str, b: str, by: Literal["predictions", "decisions", "weights"] | None) -> None:
    """Find the first round in which two results, or two learners on one stream, differ.

    A and B are result folders, learners of configs (configs/x.yaml:PA), or classes with partial_fit
    and predict. The exit code is 0 if they agree, 1 if they differ, 2 if they can't be compared.

    \b
    Examples:
      olrun diff results/usps_iellip elsewhere/usps_iellip
      olrun diff configs/usps_iellip.yaml:PA configs/usps_iellip.yaml:MIRA
      olrun diff configs/usps_iellip.yaml:PA sklearn.linear_model.Perceptron
    """
    from onlinelearn.compare import diff as comparison

    try:
        found = comparison.diff(a, b, by)
    except OlrunError as error:
        raise click.UsageError(str(error)) from error
    click.echo(comparison.describe(found))
    sys.exit(0 if found.same else 1)


@olrun.command()
@click.argument("learner", metavar="FILE.py[:Class]")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(learner: str, as_json: bool) -> None:
    """Check a learner of one's own by the invariants that ours are tested by.

    It is compiled (a subclass of our base, with a step) or any class with partial_fit and predict, or
    with learn_one and predict_one. The exit code is 1 if an invariant fails.

    \b
    Examples:
      olrun check my_learner.py
      olrun check my_learners.py:Second --json
    """
    from onlinelearn.checks import Verdict, check_learner, load_learner, printed

    cls = load_learner(learner)
    findings = check_learner(cls)
    click.echo((printed.as_json if as_json else printed.as_text)(cls.__name__, findings))
    sys.exit(1 if any(each.verdict is Verdict.FAILS for each in findings) else 0)


@olrun.command()
@click.argument("kind", type=click.Choice(["learner", "config"]))
@click.argument("name")
def new(kind: Literal["learner", "config"], name: str) -> None:
    """Write a commented template that works to this folder: a learner with its test, or a config.

    \b
    Examples:
      olrun new learner my_learner
      olrun new config my_config
    """
    from onlinelearn.templates import write_template

    for path in write_template(kind, name, Path()):
        click.echo(path)


@olrun.command()
@click.argument("name", required=False)
def example(name: str | None) -> None:
    """List the shipped configs; with NAME, copy one to this folder, with the published values it needs.

    \b
    Examples:
      olrun example
      olrun example usps_iellip
    """
    from onlinelearn.base import shipped
    from onlinelearn.base.text_table import aligned

    if name is None:
        click.echo("\n".join(aligned(list(shipped.titles().items()))))
        return
    for path in shipped.copy_config(name, Path()):
        click.echo(path)


def main() -> None:
    """Run the command. Every error that a user can cause is one line on stderr and an exit code."""
    # Looked for before click reads the arguments: -v shows the traceback of an error in them, too.
    verbose = any(word == "--verbose" or re.fullmatch("-[a-z]*v[a-z]*", word) for word in sys.argv[1:])
    if verbose:
        import logging

        logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    try:
        olrun.main(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"olrun: {' '.join(error.format_message().split())}{_help_hint(error)}", err=True)
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        click.echo(
            "olrun: interrupted; finished cells are kept, and the same command goes on from there", err=True
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


def _help_hint(error: click.ClickException) -> str:
    """The command whose help explains an error in the arguments."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" (see {context.command_path} --help)" if context else ""
