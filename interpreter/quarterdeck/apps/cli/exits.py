"""The meanings of the exit codes of the commands, for the handbook. A test compares them with the commands."""

from __future__ import annotations

from collections.abc import Mapping

WELL, NOT_WELL, MISUSED, INTERRUPTED = 0, 1, 2, 130

SHARED: Mapping[int, str] = {
    WELL: "success",
    NOT_WELL: "the rules or the input have errors, the output cannot be written (for example, the disk is full), "
    "or the reason below for the command",
    MISUSED: "the command cannot be understood: an unknown name or option, a missing file or language",
    INTERRUPTED: "interrupted with Ctrl-C",
}
"""The meaning of an exit code, for every command."""

NOT_WELL_MEANS: Mapping[str, str] = {
    "accept": "the variant, or its prose overrides, have errors",
    "amend": "the game cannot be read, or the amendment would conflict with another",
    "battles": "there are errors, a battle could not be completed or stored, or a worker has died",
    "book": "there are errors or unfinished rules, or the book cannot be built",
    "check": "there are problems",
    "compare": "one of the games has errors, or the pages cannot be printed",
    "coverage": "paragraphs and rules do not match, or with `--examples` no example detects a change",
    "critic": "there are errors, or a game could not be completed",
    "database": "a game cannot be rebuilt: its rules are missing or have changed",
    "diff": "one of the two has errors; a difference is not a failure",
    "errata": "one of the two has errors; a difference is not a failure",
    "export": "the game has errors, or no such things",
    "fmt": "a file cannot be parsed, or with `--check` or `--diff` one would change",
    "import": "cells could not be read, or the game would find something wrong with the document; it is printed anyway",
    "join": "the two machines cannot continue, and each says where their games differ",
    "lsp": "the editor disconnected without a shutdown request",
    "luck": "the rules have errors now, or the record does not fit them",
    "new": "the game has no name",
    "odds": "there are errors, or the odds cannot be counted or take too long",
    "play": "there are errors, or the game cannot continue: dice, a script or the record do not fit the rules",
    "replay": "the rules have changed or have errors, or the record does not fit them",
    "sensitivity": "there are errors, or the outcome cannot be counted or is not a number",
    "serve": "there are errors, or with `--peers` the two machines cannot continue",
    "sheet": "there are errors, the requested parts are empty, or the sheets cannot be printed",
    "show": "there are errors",
    "test": "an example fails, or with `--coverage` no example detects a change",
    "try": "there are errors, a requirement refused the rule, or a part of the input was not used",
    "tune": "the goal is not met, there are errors, or the outcome is not a number",
    "variants": "a variant alone has errors; a conflict between two is not a failure",
    "why": "the rules now have errors, or the record does not fit them",
}
"""The meaning of the exit code 1 for a command; a missing command never has it, except for internal errors."""
