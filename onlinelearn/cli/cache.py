"""The commands on finished cells: what is kept, whether it is sound, and what to remove."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from onlinelearn.cli.shared_options import FILES, JOBS, JSON, PLUGINS, VERIFICATION_FAILED, json_text

if TYPE_CHECKING:
    from onlinelearn.experiment.cell_store_care import CacheContent

OUT = click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
                   help="Folder of the results; the cells lie beside them.")  # fmt: skip

DAYS = {"h": 1 / 24, "d": 1.0, "w": 7.0}
BYTES = {"kB": 10**3, "MB": 10**6, "GB": 10**9}


def _count_or_all(_: click.Context, __: click.Parameter, value: str) -> int | None:
    if value == "all":
        return None
    if not re.fullmatch("[0-9]{1,9}", value):
        raise click.BadParameter(f"expected a whole number, or all, got {value!r}")
    return int(value)


@click.group(invoke_without_command=True, short_help="Show, prune, export and import finished cells.")
@OUT
@JSON
@click.pass_context
def cache(context: click.Context, out: Path, as_json: bool) -> None:
    """Show how many finished cells are kept beside the results, and how large they are.

    Every cell is checked. A damaged one is not used: it runs anew when it is needed.

    \b
    Examples:
      olrun cache
      olrun cache prune --older-than 30d --larger-than 1GB
      olrun cache export cells.zip results/usps_iellip
      olrun cache import cells.zip --audit 20
    """
    if context.invoked_subcommand is None:
        _show(out, as_json)


@cache.command()
@OUT
@JSON
def verify(out: Path, as_json: bool) -> None:
    """Check every cell. The exit code is 3 if one is damaged, 1 if a file can't be read."""
    found = _show(out, as_json)
    if found.damaged:
        sys.exit(VERIFICATION_FAILED)
    sys.exit(1 if found.unreadable else 0)


def _show(out: Path, as_json: bool) -> "CacheContent":
    """Print what is kept, and return it."""
    from dataclasses import asdict

    from onlinelearn.experiment.cell_store import store_beside
    from onlinelearn.experiment.cell_store_care import content
    from onlinelearn.printing.cache_text import cache_text

    found = content(store_beside(out))
    click.echo(json_text(asdict(found)) if as_json else cache_text(out, found))
    return found


@cache.command()
@OUT
@click.option("--older-than", metavar="AGE", help="Remove cells that are older: 12h, 30d, 8w.")
@click.option("--larger-than", metavar="SIZE", help="Remove the oldest cells beyond this size: 500MB, 2GB.")
def prune(out: Path, older_than: str | None, larger_than: str | None) -> None:
    """Remove old cells, damaged cells and second copies. The others go into one file.

    The results stay as they are; a run that needs a cell again computes it again.
    """
    from onlinelearn.experiment.cell_store import store_beside
    from onlinelearn.experiment.cell_store_care import prune as prune_cells
    from onlinelearn.printing.cache_text import pruned_text

    age = None if older_than is None else _amount("--older-than", older_than, DAYS) * 86400
    size = None if larger_than is None else int(_amount("--larger-than", larger_than, BYTES))
    click.echo(pruned_text(prune_cells(store_beside(out), older_than=age, largest=size)))


@cache.command("export", short_help="Write the cells of runs to one file.")
@click.argument("file", type=click.Path(path_type=Path), metavar="CELLS.zip")
@click.argument("runs", nargs=-1, type=click.Path(path_type=Path), metavar="[RUN...]")
@OUT
def export_(file: Path, runs: tuple[Path, ...], out: Path) -> None:
    """Write the cells of runs to one file, with what it takes to compute them again.

    RUN is a folder that a run wrote, such as results/usps_iellip. Without RUN it takes all runs in --out.
    """
    from onlinelearn.printing.cache_text import exported_text
    from onlinelearn.replication.cell_export import export_cells, runs_below

    done = export_cells(file, runs or runs_below(out))
    click.echo(exported_text(file, done))


@cache.command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="CELLS.zip")
@OUT
@click.option("--audit", default="20", show_default=True, metavar="K|all", callback=_count_or_all,
              help="How many cells, drawn at random, are computed again.")  # fmt: skip
@FILES
@PLUGINS
@JOBS
def import_(
    file: Path,
    out: Path,
    audit: int | None,
    files: tuple[Path, ...],
    plugins: tuple[str, ...],
    jobs: int | None,
) -> None:
    """Take the cells of a file that somebody else wrote, after an audit.

    Cells drawn at random are computed again and must have the same bits, times aside. If one differs,
    nothing is imported, and the exit code is 3. Cells of other code or data are left out.
    """
    from onlinelearn.experiment.run_options import RunOptions
    from onlinelearn.learners.plugins import catalog_with
    from onlinelearn.printing.cache_text import imported_text
    from onlinelearn.replication.cell_import import import_cells

    done = import_cells(file, RunOptions(out=out, jobs=jobs), catalog_with(plugins), audit, files)
    click.echo(imported_text(done))


def _amount(option: str, text: str, units: dict[str, float] | dict[str, int]) -> float:
    """The number and unit of a text such as 30d."""
    found = re.fullmatch(rf"([0-9]{{1,9}}(?:\.[0-9]{{1,9}})?)({'|'.join(units)})", text)
    if found is None:
        examples = ", ".join(f"10{unit}" for unit in units)
        raise click.BadParameter(f"{text!r} is no amount such as {examples}", param_hint=option)
    return float(found[1]) * units[found[2]]
