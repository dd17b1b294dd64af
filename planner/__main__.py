"""`python -m planner`: the command without its script on the path."""

from planner.cli.main import entry

if __name__ == "__main__":
    entry()
