"""`planner`: the group of commands. Each command's module is imported when the command is called."""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module

import click

from planner.cli.language import speak
from planner.messages import tr

COMMANDS = {
    "solve": ("planner.cli.solve", "solve", "Find the best plan of a workbook and write the report."),
    "check": ("planner.cli.check", "check", "Check a workbook without solving it."),
    "template": ("planner.cli.template", "template", "Write a blank workbook to fill in."),
}
"""Module, function and one line of help by command name."""

HELP = (
    "Optimal capacity plans for large AI training clusters: Excel in, proven plan and report out.\n\n"
    "Exit codes: 0 ok, 1 internal error, 2 bad input or usage, 3 infeasible, 4 stopped with a plan, "
    "5 stopped without one, 6 a plan that breaks a budget."
)


class LazyGroup(click.Group):
    """A group whose help needs no command's module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of use."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None for an unknown name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, function, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(module), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Names and help lines, without importing anything."""
        del ctx
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, tr(words)) for name, (_, _, words) in COMMANDS.items()])

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Help in the language in use, which is known only after this module was imported."""
        self.help = tr(HELP)
        for parameter in self.params:
            if isinstance(parameter, click.Option) and parameter.help:
                parameter.help = tr(parameter.help)
        super().format_help(ctx, formatter)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="planner")
def main() -> None:
    """The commands."""


def entry() -> None:
    """The installed program."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    speak(sys.argv[1:])
    try:
        code = main(standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.exceptions.Exit as leave:
        code = leave.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(tr("Stopped."), err=True)
        code = 5
    _leave(code)


def _leave(code: int) -> None:
    """Ends the process; a search that was left behind would keep memory and processor until it is done."""
    if not any(thread.name.startswith("solver-") for thread in threading.enumerate()):
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)
