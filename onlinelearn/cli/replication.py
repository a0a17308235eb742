"""The commands that repeat a run elsewhere."""

import sys
from pathlib import Path

import click

from onlinelearn.cli.shared_options import (
    FILES,
    JOBS,
    JSON,
    PLUGINS,
    SCHEDULER,
    TIMEOUT,
    VERBOSE,
    VERIFICATION_FAILED,
    json_text,
)


@click.command(short_help="Repeat a run from its manifest or its archive.")
@click.argument("recorded", type=click.Path(path_type=Path), metavar="MANIFEST|PACK")
@click.option("--out", type=click.Path(path_type=Path), default=Path("reruns"), show_default=True,
              help="Folder for the results; never that of the run itself.")  # fmt: skip
@FILES
@PLUGINS
@JOBS
@SCHEDULER
@TIMEOUT
@JSON
@VERBOSE
def rerun(
    recorded: Path,
    out: Path,
    files: tuple[Path, ...],
    plugins: tuple[str, ...],
    jobs: int | None,
    scheduler: str | None,
    timeout: int | None,
    as_json: bool,
    verbose: bool,
) -> None:
    """Repeat a run from its manifest alone, or from an archive of olrun pack, and compare the results.

    The exit code is 0 if they are the same to the last bit, and 3 if not: then it says what differs
    between the two environments. A manifest never runs code of its own: name the run's plugins with
    --plugin; they must be the same code.

    \b
    Examples:
      olrun rerun results/usps_iellip/manifest.json
      olrun rerun usps_iellip.zip
      olrun rerun their/manifest.json --plugin my_learner.py --files my_data
    """
    from onlinelearn.cli.running import report_failures
    from onlinelearn.experiment.run_options import RunOptions
    from onlinelearn.learners.plugins import catalog_with
    from onlinelearn.printing.replication_text import plain_rerun, rerun_text
    from onlinelearn.replication.packed_run import opened
    from onlinelearn.replication.rerun import rerun as run_again

    options = RunOptions(out=out, jobs=jobs, scheduler=scheduler, timeout=timeout, progress=True)
    with opened(recorded, files) as (run, places):
        found = run_again(run, options, catalog_with(plugins), places)
    click.echo(json_text(plain_rerun(found)) if as_json else rerun_text(found))
    if report_failures(found.result, skip_missing=False, verbose=verbose):
        sys.exit(1)
    sys.exit(0 if found.same else VERIFICATION_FAILED)


@click.command(short_help="Make a replication archive of a run.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--to", type=click.Path(path_type=Path), help="File of the archive. [default: NAME.zip, here]")
@click.option("--own-data", is_flag=True, help="Put in the data files of your own, too.")
@click.option("--without-cells", is_flag=True, help="Leave out the finished cells.")
@click.option("--add", "more", multiple=True, metavar="FILE",
              type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="A further file, such as a plugin. May be repeated.")  # fmt: skip
def pack(folder: Path, to: Path | None, own_data: bool, without_cells: bool, more: tuple[Path, ...]) -> None:
    """Make a replication archive of the run in DIR: config, data, lock file, cells and results.

    Registered data go in where their licence allows. The same run gives the same bytes; the archive
    describes itself by RO-Crate 1.1, and olrun rerun takes it.

    \b
    Examples:
      olrun pack results/usps_iellip
      olrun pack results/mine --own-data --add my_learner.py --to mine.zip
    """
    from onlinelearn.printing.replication_text import packed_text
    from onlinelearn.replication.pack import pack as write_pack

    target = to or Path(f"{folder.resolve().name}.zip")
    click.echo(packed_text(write_pack(folder, target, own_data=own_data, cells=not without_cells, more=more)))
