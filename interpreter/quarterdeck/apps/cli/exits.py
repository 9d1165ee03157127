"""What the exit codes of the commands mean, for the handbook; a test compares it with what the commands do."""

from __future__ import annotations

from collections.abc import Mapping

WELL, NOT_WELL, MISUSED, INTERRUPTED = 0, 1, 2, 130

SHARED: Mapping[int, str] = {
    WELL: "all is well",
    NOT_WELL: "the rules, or what was given, have findings; what is printed cannot be written, since the disk is full "
    "or its reader has gone; or what is said below for the command",
    MISUSED: "what was asked cannot be meant: an unknown name or option, a file or a language that is not there",
    INTERRUPTED: "interrupted with Ctrl-C",
}
"""What a code means whatever the command."""

NOT_WELL_MEANS: Mapping[str, str] = {
    "accept": "the variant, or what it tells of rules, has findings",
    "amend": "the game cannot be read, or the amendment would clash with another",
    "battles": "it has findings, a battle could not be fought to its end or not be kept, or a worker has died",
    "book": "the ruleset has findings, also of what is unfinished, or the book cannot be built",
    "check": "there are findings",
    "compare": "one of them has findings, or the pages cannot be printed",
    "coverage": "paragraphs and rules do not meet, or with `--examples` a change goes unnoticed",
    "database": "a game cannot be rebuilt: its rules are not there, or have changed",
    "diff": "one of the two has findings; that they differ is no failure",
    "errata": "one of the two has findings; that they differ is no failure",
    "fmt": "a file cannot be parsed, or with `--check` or `--diff` one would change",
    "join": "the two machines cannot play on, and each says where their games differ",
    "lsp": "the editor went away without saying so",
    "new": "the game does not say what it is called",
    "odds": "it has findings, is too much to count, or cannot be counted",
    "play": "it has findings, or the game cannot go on: dice, a script or the record do not fit the rules",
    "replay": "the rules have changed or have findings, or the record does not fit them",
    "sensitivity": "it has findings, or the outcome is too much to count, or has no number",
    "serve": "it has findings, or with `--peers` the two machines cannot play on",
    "sheet": "it has findings, there is nothing of what is wanted, or it cannot be printed",
    "show": "it has findings",
    "test": "an example is not as expected, or with `--coverage` a change goes unnoticed",
    "try": "it has findings, a requirement refused it, or something that was given was not used",
    "tune": "the goal is not met, it has findings, or the outcome has no number",
    "variants": "a variant has findings by itself; that two of them conflict is no failure",
    "why": "the rules have findings now, or the record does not fit them",
}
"""What the code 1 means for a command; for one that is not here it never comes, unless something breaks down."""
