"""The command that runs experiments."""

import re
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from onlinelearn.base.errors import ConfigError
from onlinelearn.cli.error_lines import print_traceback
from onlinelearn.cli.shared_options import JOBS, PLUGINS, SCHEDULER, TIMEOUT, VERBOSE

if TYPE_CHECKING:
    from onlinelearn.config import Experiment
    from onlinelearn.experiment.result import Result

AUTO = "auto"


def _count_or_auto(_: click.Context, __: click.Parameter, value: str | None) -> int | str | None:
    if value is None or value == AUTO:
        return value
    if not re.fullmatch("0*[1-9][0-9]{0,8}", value):
        raise click.BadParameter(f"expected a whole number above 0, or {AUTO}, got {value!r}")
    return int(value)


@click.command()
@click.argument("configs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CONFIG...")
@click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
              help="Folder for the results; each config gets its own folder in it.")  # fmt: skip
@JOBS
@SCHEDULER
@click.option("--set", "overrides", metavar="KEY=VALUE", multiple=True,
              help="Change a key of the config, for example protocol.epochs=1. May be repeated.")  # fmt: skip
@PLUGINS
@click.option("--permutations", metavar="N|auto", callback=_count_or_auto,
              help="How many permutations. auto adds more until all claims are decided.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Run all cells again, even cached ones.")
@click.option("--dry-run", is_flag=True, help="Run nothing; print what would run and what is cached.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first cell that fails.")
@TIMEOUT
@click.option("--skip-missing", is_flag=True, help="Skip data sets that are missing, without an error.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@VERBOSE
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
    from onlinelearn.experiment.result_folder import refuse_folder_of_another
    from onlinelearn.experiment.run import run_experiment, run_until_decided
    from onlinelearn.experiment.run_options import RunOptions
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
        timeout=flags["timeout"],
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
        failed |= report_failures(result, skip_missing=flags["skip_missing"], verbose=flags["verbose"])
        if failed and options.fail_fast:
            break
    sys.exit(1 if failed else 0)


def _refuse_equal_names(experiments: Sequence["Experiment"]) -> None:
    """Raise ConfigError if two configs would write to one folder."""
    names = [experiment.name for experiment in experiments]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"two configs are named {name!r} and would write to one folder; rename one")


def report_failures(result: "Result", *, skip_missing: bool, verbose: bool) -> bool:
    """Print what went wrong on stderr; return whether that makes the run a failure."""
    from onlinelearn.base.error_text import placed
    from onlinelearn.base.errors import MissingDataError
    from onlinelearn.base.raised_places import described_with_place

    counts = False
    alike = Counter(described_with_place(error) for error in result.failures.values())
    for what, error in result.failures.items():
        text = described_with_place(error)
        if skip_missing and isinstance(error, MissingDataError):
            click.echo(f"skipped {result.experiment.name}: {error}", err=True)
            continue
        counts = True
        if text not in alike:
            continue  # said before
        others = alike.pop(text) - 1
        more = f" (and {others} more like it)" if others else ""
        click.echo(f"olrun: {placed((result.experiment.name, what), text)}{more}", err=True)
        if verbose:
            print_traceback(error)
    return counts
