"""`python -m onlinelearn` is `olrun`, also where the command is not on the path."""

import os
import sys

import onlinelearn


def main() -> None:
    """Run the command that the arguments name."""
    try:
        from onlinelearn.cli import main as run
    except KeyboardInterrupt:  # before there is a command that could say so
        os._exit(130)
    run()


def _leave_working_folder_out() -> None:
    """Take the working folder, which `-m` puts first, off the path: a config's folder may hold any code.

    It stays where the package itself is in it, as in a checkout.
    """
    home = os.path.dirname(os.path.dirname(os.path.abspath(onlinelearn.__file__)))
    if not sys.flags.safe_path and os.path.realpath(sys.path[0]) != os.path.realpath(home):
        del sys.path[0]


if __name__ == "__main__":
    _leave_working_folder_out()
    main()
