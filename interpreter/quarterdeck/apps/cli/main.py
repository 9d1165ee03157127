"""The command line: arguments in, exit codes out (0 well, 1 findings or failure, 2 usage).

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
from typing import IO

from cyclopts import App, CycloptsError

from quarterdeck import __version__

COMMANDS = {
    "new": "Begin a game, or a variant of one.",
    "amend": "Write what stands at an address into a variant, to be changed there.",
    "accept": "Accept what a variant amends, as it is now.",
    "coverage": "Read a ruleset against its source, paragraph by paragraph.",
    "compare": "Compare different games, by what they do and in numbers.",
    "diff": "Compare two rulesets, or one with and without its house rules.",
    "errata": "Say what to write into one rulebook so that it is another.",
    "book": "Print a ruleset as a rulebook.",
    "sheet": "Print what lies on the table: forms, charts, counters, the map.",
    "check": "Find everything that is wrong with a ruleset.",
    "watch": "Check a ruleset whenever one of its files is saved.",
    "lsp": "Serve an editor: findings while you type, hover, definitions, new names.",
    "odds": "Count what a rule may bring, exactly.",
    "sensitivity": "Rank every number of the rules by what it does to an outcome.",
    "play": "Play a scenario to its end, or go on with a kept game.",
    "database": "Query games in a database, or rebuild its tables.",
    "battles": "Fight a scenario by the hundred, and say what comes of it.",
    "replay": "Play a kept game again from its journal.",
    "serve": "Hold a game that people play from their browsers.",
    "join": "Play at a seat of a game that another machine hosts.",
    "schema": "Print the schema of what a command gives as JSON.",
    "why": "Explain what happened in a kept game.",
    "explain": "Say what a finding's code means, with an example.",
    "fmt": "Write rules in their canonical text.",
    "test": "Run the worked examples of a ruleset.",
    "try": "Carry out one rule in any situation.",
    "tune": "Find the value of a number that brings the outcome that is wanted.",
    "variants": "List the variants of a game, and say of any two how they go together.",
    "show": "Look at a ruleset at every stage, from its text to what runs.",
}
"""Each is the function of that name in the module of that name (`try_` for `try`)."""

app = App(
    name="quarterdeck",
    help="Rules of tabletop games as data: checked, played, counted, compared and printed from one text.",
    version=__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
for name, summary in COMMANDS.items():
    module = f"{name}_" if iskeyword(name) else name
    app.command(f"quarterdeck.apps.cli.{module}:{module}", name=name, help=summary)


COLLECTIONS = (1_000_000, 20, 100)
"""How seldom Python looks for circles that nobody holds: a ruleset has none, and many objects to look through."""
atexit.register(gc.freeze)  # a process that ends need not look for them once more: that can take half a second


@cache
def nowhere(mode: str) -> IO[str]:
    """Open what swallows everything and gives nothing, once for as long as the process lives."""
    return Path(os.devnull).open(mode, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit code."""
    gc.set_threshold(*COLLECTIONS)
    _open_what_is_closed()
    if isinstance(sys.stdout, TextIOWrapper):  # a letter that the output has no sign for is no reason to fail
        sys.stdout.reconfigure(errors="replace")
    if not os.environ.get("COLUMNS", "1").strip("0"):  # some say so where they do not know how wide a terminal is
        del os.environ["COLUMNS"]
    as_data = "--json" in (sys.argv[1:] if arguments is None else arguments)
    try:
        try:
            _let_plugins_in(sys.argv[1:] if arguments is None else arguments)
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
            print(f"quarterdeck: what was to be printed: {(error.strerror or str(error)).lower()}", file=sys.stderr)
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

        print_json(Failure("usage", 2, str(error)))
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
