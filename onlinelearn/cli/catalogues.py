"""The commands that say what a config may name, and which data and examples there are."""

import sys
from pathlib import Path

import click

from onlinelearn.cli.completion import dataset_names, example_names, listed_names
from onlinelearn.cli.shared_options import JSON, json_text


@click.command("list")
@click.argument("what", required=False, metavar="[KIND|NAME]", shell_complete=listed_names)
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
    click.echo(json_text(catalogue.plain_entries(entries)) if as_json else text)


@click.command(short_help="Show the data sets, and get what is missing.")
@click.argument("names", nargs=-1, metavar="[NAME...]", shell_complete=dataset_names)
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
    click.echo(json_text(data_table.plain_data(found)) if as_json else data_table.data_table(found))
    missing = data_table.unavailable(found, asked=bool(names))
    for line in missing:
        click.echo(f"olrun: {line}", err=True)
    sys.exit(1 if missing else 0)


@click.command(short_help="List the shipped configs, or copy one here.")
@click.argument("name", required=False, shell_complete=example_names)
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
