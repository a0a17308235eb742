"""Options that several commands share, and what they ask for."""

import click

JOBS = click.option(
    "--jobs", type=click.IntRange(min=1), help="Number of cells that run at once. [default: number of cores]"
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
VERBOSE = click.option("-v", "--verbose", is_flag=True, help="Show tracebacks and log messages.")


def json_text(value: object) -> str:
    """A value as JSON that people can read, too."""
    import json

    return json.dumps(value, indent=2, ensure_ascii=False)
