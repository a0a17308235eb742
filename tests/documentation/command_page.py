"""The page of the command line, from the commands themselves."""

import inspect
from collections.abc import Iterator

import click

from onlinelearn.cli import olrun
from tests.documentation.markdown import code, page, table, verbatim


def command_page() -> str:
    """Every command with its arguments, options and examples."""
    return page(
        "Command line",
        "`olrun CONFIG...` is short for `olrun run CONFIG...`. Every command has `--help`.",
        "The shell completes commands, options and names once it has read this line. "
        "Put it into `~/.bashrc`; for other shells there are `zsh_source` and `fish_source`.",
        code('eval "$(_OLRUN_COMPLETE=bash_source olrun)"', "sh"),
        *(_section(context) for context in _commands(click.Context(olrun, info_name="olrun"))),
    )


def _commands(context: click.Context) -> Iterator[click.Context]:
    """The contexts of all commands below this one, each before its own."""
    assert isinstance(context.command, click.Group)
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        yield inner
        if isinstance(command, click.Group):
            yield from _commands(inner)


def _section(context: click.Context) -> str:
    command = context.command
    words, _, examples = _plain(inspect.cleandoc(command.help or "")).partition("\n\nExamples:\n")
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    rows = [_row(each) for each in command.get_params(context) if isinstance(each, click.Option)]
    return "\n\n".join(
        part.strip("\n")
        for part in (
            f"## {context.command_path}",
            words.strip(),
            code(usage),
            table(("option", "meaning"), rows),
            "Examples:\n\n" + code("\n".join(line.strip() for line in examples.splitlines()), "sh")
            if examples
            else "",
        )
        if part
    )


def _plain(text: str) -> str:
    """The text without the lines that tell click to keep those below them as they are."""
    return text.replace("\b\n", "")


def _row(option: click.Option) -> tuple[str, str]:
    value = option.make_metavar(click.Context(olrun)) if not (option.is_flag or option.count) else ""
    names = ", ".join(verbatim(f"{name} {value}".strip()) for name in option.opts)
    default = f" [default: {option.default}]" if option.show_default and not option.is_flag else ""
    return names, (option.help or "") + default
