"""`python -m onlinelearn` is `olrun`, also where the command is not on the path."""

import os


def main() -> None:
    """Run the command that the arguments name."""
    try:
        from onlinelearn.cli import main as run
    except KeyboardInterrupt:  # before there is a command that could say so
        os._exit(130)
    run()


if __name__ == "__main__":
    main()
