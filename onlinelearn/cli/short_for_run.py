"""The rule by which `olrun CONFIG` is short for `olrun run CONFIG`."""

from pathlib import Path

import click


class ShortForRun(click.Group):
    """A group of commands in which `olrun CONFIG` is short for `olrun run CONFIG`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `run` in front, if there is no command but a word that can be a config."""
        own = {*self.commands, *ctx.help_option_names, "--version"}
        if args and args[0] not in own and any(map(_can_be_a_config, args)):
            args = ["run", *args]
        return super().parse_args(ctx, args)


def _can_be_a_config(word: str) -> bool:
    return word.endswith((".yaml", ".yml")) or Path(word).is_file()
