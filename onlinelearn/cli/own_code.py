"""The commands for a learner or a config of one's own: check it, begin it."""

import sys
from pathlib import Path
from typing import Literal

import click

from onlinelearn.cli.shared_options import JSON


@click.command(short_help="Check a learner of your own.")
@click.argument("learner", metavar="FILE.py[:Class]")
@JSON
def check(learner: str, as_json: bool) -> None:
    """Run the checks that our own learners pass on a learner of your own.

    A learner is a class with partial_fit and predict, a class with learn_one and predict_one, or a
    subclass of our base with a compiled step. The exit code is 1 if a check fails.

    \b
    Examples:
      olrun check my_learner.py
      olrun check my_learners.py:Second --json
    """
    from onlinelearn.checks import CheckResult, check_learner, load_learner, printed

    cls = load_learner(learner)
    findings = check_learner(cls)
    click.echo((printed.as_json if as_json else printed.as_text)(cls.__name__, findings))
    sys.exit(1 if any(each.verdict is CheckResult.FAILS for each in findings) else 0)


@click.command(short_help="Write a template: a learner or a config.")
@click.argument("kind", type=click.Choice(["learner", "config"]))
@click.argument("name")
def new(kind: Literal["learner", "config"], name: str) -> None:
    """Write a template to this folder: a learner with its test, or a config. It works as it is.

    \b
    Examples:
      olrun new learner my_learner
      olrun new config my_config
    """
    from onlinelearn.templates import write_template

    for path in write_template(kind, name, Path()):
        click.echo(path)
