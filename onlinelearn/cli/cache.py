"""The commands on finished cells: what is kept, whether it is sound, and what to let go."""

import re
from pathlib import Path

import click

from onlinelearn.cli.options import JSON, json_text

OUT = click.option("--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True,
                   help="Folder of the results whose cells are meant.")  # fmt: skip

DAYS = {"h": 1 / 24, "d": 1.0, "w": 7.0}
BYTES = {"kB": 10**3, "MB": 10**6, "GB": 10**9}


@click.group(invoke_without_command=True)
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
    """
    if context.invoked_subcommand is not None:
        return
    from dataclasses import asdict

    from onlinelearn.experiment.cell_cache import content
    from onlinelearn.experiment.store import store_beside
    from onlinelearn.printing.cache_text import cache_text

    found = content(store_beside(out))
    click.echo(json_text(asdict(found)) if as_json else cache_text(out, found))


@cache.command()
@OUT
@click.option("--older-than", metavar="AGE", help="Let go of cells kept before: 12h, 30d, 8w.")
@click.option("--larger-than", metavar="SIZE", help="Let go of the oldest beyond this size: 500MB, 2GB.")
def prune(out: Path, older_than: str | None, larger_than: str | None) -> None:
    """Let go of old cells. What is left goes into one file; damaged cells and second copies go too.

    The results stay as they are; a run that needs a cell again computes it again.
    """
    from onlinelearn.experiment.cell_cache import prune as prune_cells
    from onlinelearn.experiment.store import store_beside
    from onlinelearn.printing.cache_text import pruned_text

    age = None if older_than is None else _amount("--older-than", older_than, DAYS) * 86400
    size = None if larger_than is None else int(_amount("--larger-than", larger_than, BYTES))
    click.echo(pruned_text(prune_cells(store_beside(out), older_than=age, largest=size)))


def _amount(option: str, text: str, units: dict[str, float] | dict[str, int]) -> float:
    """The number and unit of a text such as 30d."""
    found = re.fullmatch(rf"([0-9]{{1,9}}(?:\.[0-9]{{1,9}})?)({'|'.join(units)})", text)
    if found is None:
        examples = ", ".join(f"10{unit}" for unit in units)
        raise click.BadParameter(f"{text!r} is no amount such as {examples}", param_hint=option)
    return float(found[1]) * units[found[2]]
