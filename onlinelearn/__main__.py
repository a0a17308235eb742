"""`python -m onlinelearn` is `olrun`, also where the command is not on the path."""

from onlinelearn.cli import main

if __name__ == "__main__":
    main()
