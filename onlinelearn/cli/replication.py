"""The commands that repeat a run elsewhere."""

import sys
from pathlib import Path

import click

from onlinelearn.cli.options import FILES, JOBS, JSON, PLUGINS, VERBOSE, VERIFICATION_FAILED, json_text


@click.command()
@click.argument("recorded", type=click.Path(path_type=Path), metavar="MANIFEST|PACK")
@click.option("--out", type=click.Path(path_type=Path), default=Path("reruns"), show_default=True,
              help="Folder for the results; never that of the run itself.")  # fmt: skip
@FILES
@PLUGINS
@JOBS
@JSON
@VERBOSE
def rerun(
    recorded: Path,
    out: Path,
    files: Path | None,
    plugins: tuple[str, ...],
    jobs: int | None,
    as_json: bool,
    verbose: bool,
) -> None:
    """Repeat a run from its manifest alone, and compare the results.

    The exit code is 0 if they are the same to the last bit, and 3 if not: then it says what differs
    between the two environments. A manifest never runs code of its own: name the run's plugins with
    --plugin; they must be the same code.

    \b
    Examples:
      olrun rerun results/usps_iellip/manifest.json
      olrun rerun their/manifest.json --plugin my_learner.py --files my_data
    """
    from onlinelearn.cli.running import report_failures
    from onlinelearn.experiment.options import RunOptions
    from onlinelearn.learners.plugins import catalog_with
    from onlinelearn.printing.replication_text import plain_rerun, rerun_text
    from onlinelearn.replication.recorded_run import read_run
    from onlinelearn.replication.rerun import rerun as run_again

    options = RunOptions(out=out, jobs=jobs, progress=True)
    found = run_again(read_run(recorded), options, catalog_with(plugins), files)
    click.echo(json_text(plain_rerun(found)) if as_json else rerun_text(found))
    if report_failures(found.result, skip_missing=False, verbose=verbose):
        sys.exit(1)
    sys.exit(0 if found.same else VERIFICATION_FAILED)
