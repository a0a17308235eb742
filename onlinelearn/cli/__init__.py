"""The command line: arguments in, exit codes out.

A command is a function in one of these files and a line here. Each imports what it needs when it is
called, so that `olrun --help` is there at once.
"""

import click

from onlinelearn.cli.cache import cache
from onlinelearn.cli.catalogues import data, example, list_
from onlinelearn.cli.error_lines import run_command
from onlinelearn.cli.own_code import check, new
from onlinelearn.cli.replication import pack, rerun
from onlinelearn.cli.results import compare, diff, report, verify
from onlinelearn.cli.running import run
from onlinelearn.cli.short_for_run import ShortForRun


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


olrun.add_command(run)
olrun.add_command(list_)
olrun.add_command(data)
olrun.add_command(verify)
olrun.add_command(report)
olrun.add_command(compare)
olrun.add_command(diff)
olrun.add_command(check)
olrun.add_command(new)
olrun.add_command(example)
olrun.add_command(rerun)
olrun.add_command(pack)
olrun.add_command(cache)


def main() -> None:
    """Run the command that the arguments name."""
    run_command(olrun)
