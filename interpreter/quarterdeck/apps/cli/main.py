"""The command line: arguments in, exit codes out (0 success, 1 problems or failure, 2 usage, 130 interrupted).

One module a command, imported when it is used. What each exit code means for each stands in `exits.py`.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from io import TextIOWrapper
from keyword import iskeyword
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cyclopts import App, CycloptsError, Group, MissingArgumentError

from quarterdeck import __version__
from quarterdeck.apps.api.commands import COMMANDS

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

TITLES = dict.fromkeys(command.group for command in COMMANDS.values())
GROUPS = {title: Group(title, sort_key=place) for place, title in enumerate(TITLES)}

OLD_FLAGS = {
    "book": {"--to": "--folder"},
    "compare": {"--to": "--folder"},
    "coverage": {"--draft": "--rows"},
    "new": {"--of": "--extends"},
    "test": {"--only": "--search"},
    "tune": {"--vary": "--number"},
}
"""Flags by the names that they had before, which still work: scripts use them."""

NO_DEFAULT = ('""', "()", "False")
"""Defaults of a text or list that may be left out, and of a switch: help does not name them."""


def print_panel(console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
    """Print a panel of help."""
    from cyclopts.help import DefaultFormatter

    entries = [
        entry.copy(
            default=None if entry.default in NO_DEFAULT else entry.default,
            choices=tuple(filter(None, entry.choices or ())) or None,
        )
        for entry in panel.entries
    ]
    DefaultFormatter()(console, options, panel.copy(entries=entries))


def misuse(error: CycloptsError) -> str:
    """Say in one line why no command takes some arguments, and where to read on."""
    command = " ".join(error.command_chain or ())
    missing = error.argument if isinstance(error, MissingArgumentError) else None
    if missing is not None and missing.field_info.is_positional:
        words = f"{command} needs {missing.name.strip('-').replace('-', ' ').upper()}"
    else:
        words = str(error).partition(" Available commands:")[0].rstrip(".")
        words = words[:1].lower() + words[1:]
    sign = "" if words.endswith("?") else ";"
    return f"{words}{sign} see quarterdeck {command}{' ' if command else ''}--help"


def on_one_line(words: str) -> object:
    """Give words for the library to print as they are, without breaks or colours."""
    from rich.text import Text

    return Text(words, no_wrap=True, overflow="ignore")


app = App(
    name="quarterdeck",
    help="Write the rules of a tabletop game once: check, play, count, compare and print them.",
    version=__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    help_formatter=print_panel,
    help_format="plaintext",
    error_formatter=lambda error: on_one_line(f"quarterdeck: {misuse(error)}"),
)
for name, command in COMMANDS.items():
    module = f"{name}_" if iskeyword(name) else name
    app.command(
        f"quarterdeck.apps.cli.{module}:{module}",
        name=name,
        help=command.summary,
        help_epilogue=f"Example: quarterdeck {command.example}",
        group=GROUPS[command.group],
        help_format="markdown",
    )
app.command(
    "quarterdeck.apps.cli.shell_completion:install_completion",
    name="--install-completion",
    help="Install shell completion for this application.",
)


COLLECTIONS = (1_000_000, 20, 100)
"""How seldom Python collects garbage: a ruleset has no unreachable cycles, and many objects to look through."""
atexit.register(gc.freeze)  # a process that ends need not look for them once more: that can take half a second


@cache
def nowhere(mode: str) -> IO[str]:
    """Open what swallows everything and gives nothing, once for as long as the process lives."""
    return Path(os.devnull).open(mode, encoding="utf-8")


def with_new_flags(arguments: Sequence[str]) -> list[str]:
    """Return arguments with flags by the names that they have now.

    >>> with_new_flags(["book", "skirmish", "--to=pages"])
    ['book', 'skirmish', '--folder=pages']
    """
    renamed = OLD_FLAGS.get(arguments[0], {}) if arguments else {}
    parts = [argument.partition("=") for argument in arguments]
    return [f"{renamed.get(name, name)}{sign}{value}" for name, sign, value in parts]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    arguments = with_new_flags(sys.argv[1:] if arguments is None else arguments)
    gc.set_threshold(*COLLECTIONS)
    _open_what_is_closed()
    if isinstance(sys.stdout, TextIOWrapper):  # a letter that the output has no sign for is no reason to fail
        sys.stdout.reconfigure(errors="replace")
    if not os.environ.get("COLUMNS", "1").strip("0"):  # some say so where they do not know how wide a terminal is
        del os.environ["COLUMNS"]
    as_data = "--json" in arguments
    try:
        try:
            _let_plugins_in(arguments)
            code = app(arguments, exit_on_error=False, print_error=True)
        except CycloptsError as error:
            code = _misused(error, as_data)
        except Exception as error:  # noqa: BLE001 - the last net: a user never sees a traceback
            code = _failed(error, as_data)
        sys.stdout.flush()
    except OSError as error:
        return _unprinted(error)
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else 0


def _open_what_is_closed() -> None:
    """Give whoever was begun without a standard input or output, as by some schedulers, one that leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, nowhere(mode))


def _unprinted(error: OSError) -> int:
    """Give the exit code where what is printed cannot be written; say why, unless its reader has had enough.

    What is left of it must not be tried again as the process ends.
    """
    if not isinstance(error, BrokenPipeError):
        with suppress(OSError):
            print(
                f"quarterdeck: the output cannot be written: {(error.strerror or str(error)).lower()}", file=sys.stderr
            )
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return 1


def _let_plugins_in(arguments: Sequence[str]) -> None:
    """Add the commands of plugins where somebody wants one, or wants to know which there are."""
    wanted = arguments[0] if arguments else "--help"
    if wanted in COMMANDS or (wanted.startswith("-") and wanted not in ("--help", "-h")):
        return  # looking for what is installed takes longer than many a command
    from importlib.metadata import entry_points

    if entry_points(group="quarterdeck.commands"):
        from quarterdeck.apps.cli.plugin_commands import add_commands

        add_commands(app, COMMANDS, wanted)


def _misused(error: CycloptsError, as_data: bool) -> int:
    """Give the exit code for arguments that no command takes, of which it is said already why."""
    if as_data:
        from quarterdeck.apps.api.failures import Failure
        from quarterdeck.apps.cli.json_output import print_json

        print_json(Failure("usage", 2, misuse(error)))
    return 2


def _failed(error: Exception, as_data: bool) -> int:
    """Say why a command could not do its work; give its exit code."""
    if isinstance(error, BrokenPipeError):
        raise error
    from quarterdeck.apps.api.failures import failure_of
    from quarterdeck.apps.cli.failure_output import tell

    failure = failure_of(error)
    if failure.failed == "interpreter" and os.environ.get("QUARTERDECK_TRACEBACK"):
        raise error
    return tell(failure, as_data)
