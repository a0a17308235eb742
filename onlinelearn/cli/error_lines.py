"""Errors on the command line: one line on stderr and an exit code, whatever happened."""

import io
import os
import re
import signal
import sys

import click

from onlinelearn.base.errors import OlrunError
from onlinelearn.cli.signals import SIGNALLED, Ended, listen

KEEP_CELLS = {"run", "rerun", "verify"}
"""The commands that run cells, and keep those that are finished."""


def run_command(command: click.Command) -> None:
    """Run the command. Every error that a user can cause is one line on stderr and an exit code."""
    # Looked for before click reads the arguments: -v shows the traceback of an error in them, too.
    verbose = any(word == "--verbose" or re.fullmatch("-[a-z]*v[a-z]*", word) for word in sys.argv[1:])
    if verbose:
        import logging

        logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    _make_output_robust()
    listen()
    try:
        command.main(standalone_mode=False)
    except click.ClickException as error:
        click.echo(f"olrun: {' '.join(error.format_message().split())}{_help_hint(error)}", err=True)
        sys.exit(2)
    except (Ended, KeyboardInterrupt, click.Abort) as error:
        try:
            kept = "; finished cells are kept, and the same command goes on from there"
            click.echo(f"olrun: interrupted{kept if _keeps_cells(command) else ''}", err=True)
            sys.stderr.flush()
        except OSError:  # the terminal is gone
            pass
        finally:
            # A thread inside compiled code can't be stopped, and exit would wait for it.
            os._exit(SIGNALLED + (error.number if isinstance(error, Ended) else signal.SIGINT))
    except BrokenPipeError:
        # The reader of our output (head, less) has gone.
        _drop_output()
        sys.exit(1)
    except (OlrunError, OSError, MemoryError) as error:
        if verbose:
            print_traceback(error)
        click.echo(f"olrun: {_told(error)}", err=True)
        sys.exit(getattr(error, "exit_code", 1))


def _keeps_cells(command: click.Command) -> bool:
    """Whether the command on the command line runs cells, so that the same command goes on."""
    named = next(iter(sys.argv[1:]), None)
    return not (isinstance(command, click.Group) and named in {*command.commands} - KEEP_CELLS)


def _told(error: OlrunError | OSError | MemoryError) -> str:
    """The text of an error; where Python has none, or not the place, it is said here."""
    if isinstance(error, MemoryError):
        told = f" ({error})" if str(error) else ""
        return f"out of memory{told}; try fewer --jobs, smaller data, or 'in_memory: false' for data of yours"
    if isinstance(error, OSError) and _is_of_output(error):
        _drop_output()
        return f"cannot write the output: {error.strerror or error}"
    return str(error)


def _is_of_output(error: OSError) -> bool:
    """Whether it was raised while text was printed: standard output has no name that it could bear."""
    from traceback import walk_tb

    return any(frame.f_code is click.echo.__code__ for frame, _ in walk_tb(error.__traceback__))


def _drop_output() -> None:
    """Let standard output go nowhere, or Python would complain again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_output_robust() -> None:
    """Let no setting of the terminal or of the environment stop a run for the sake of a sign or a line."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            # Another encoding may lack ≤, and a folder's name may not be UTF-8.
            stream.reconfigure(errors="backslashreplace")
    # Figures are drawn into files: whatever shows windows elsewhere is of no use here.
    os.environ["MPLBACKEND"] = "agg"


def print_traceback(error: BaseException) -> None:
    """Print where an error came from: for -v alone."""
    import traceback

    traceback.print_exception(error)


def _help_hint(error: click.ClickException) -> str:
    """The command whose help explains an error in the arguments."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" (see {context.command_path} --help)" if context else ""
