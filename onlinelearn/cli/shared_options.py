"""Options and exit codes that several commands share."""

from pathlib import Path

import click

VERIFICATION_FAILED = 3
"""The exit code where results are not those that they were held against."""

JOBS = click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of cells that run at once. [default: number of cores]"
)
SCHEDULER = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Run on a Dask cluster: its address, its scheduler file (.json), or dask for the one that Dask's "
    "own configuration names.",
)
TIMEOUT = click.option(
    "--timeout",
    type=click.IntRange(min=1),
    metavar="SECONDS",
    help="How long a cell may take; one that takes longer fails, the others go on.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
PLUGINS = click.option(
    "--plugin",
    "plugins",
    metavar="FILE.py|MODULE",
    multiple=True,
    help="Learners of your own that the config may name. May be repeated.",
)
FILES = click.option(
    "--files",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    multiple=True,
    help="Folder of the files that the config names, if they have moved. May be repeated.",
)
VERBOSE = click.option("-v", "--verbose", is_flag=True, help="Show tracebacks and log messages.")


def json_text(value: object) -> str:
    """A value as JSON that people can read, too."""
    import json

    return json.dumps(value, indent=2, ensure_ascii=False)
