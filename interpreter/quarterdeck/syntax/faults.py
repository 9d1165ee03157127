"""Name a fault of syntax by what was meant, with examples of the faults that authors make.

In: what the parser says, and a way to parse examples. Out: code, message and hint.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

# What was meant, by examples that fail at the same place of the grammar: (code, message, hint) -> examples.
MEANT: dict[tuple[str, str, str], list[str]] = {
    ("QD110", "a modifier needs a sign", "write `+1`, `-1`, `doubled`, `halved rounded down`, `at least 1` or `at most 3`"): [
        "procedure p(a: A)\n    roll x on d6\n        modifier m: 1 when a\n",
        "procedure p(a: A)\n    check x on d6\n        success when a\n        modifier m: one\n",
        "add modifier a.b.c: 1 when x\n",
    ],
    ("QD111", "a check says first when it succeeds", "begin the block with: success when total <= ..."): [
        "procedure p(a: A)\n    check x on d6\n        modifier m: +1\n",
        "procedure p(a: A)\n    check x on d6\n        natural 1: success\n",
    ],
    ("QD112", "a definition says what it gives", "write `-> number`, `-> boolean`, or the kind, behind the parameters"): [
        'define f(a: A) "phrase" =\n    1\n',
        "define f(a: A) = 1\n",
        "define f(a: A)\n",
    ],
    ("QD113", "a parameter says what it is", "write `name: Kind`"): [
        "procedure p(a)\n    stop\n",
        "procedure p(a, b)\n    stop\n",
        "define f(a) -> number = 1\n",
    ],
    ("QD114", "a requirement says what to tell the player", 'end it with: else "the reason"'): [
        "procedure p(a: A)\n    require r: a > 1\n",
        'procedure p(a: A)\n    choose x by a from b "q"\n        require r: a > 1\n',
    ],
    ("QD115", "`set` needs `to`", "write `set field to value`"): [
        "procedure p(a: A)\n    set a.b = 1\n",
        "procedure p(a: A)\n    set a.b 1\n",
    ],
    ("QD116", "a test for equality is written with one sign", "write `=` for numbers and `is` for anything else"): [
        "procedure p(a: A)\n    when a == 1\n        stop\n",
        "define f(a: A) -> boolean = a == 1\n",
    ],
    ("QD117", "this line opens a block, which is missing", "indent what belongs to it by four blanks"): [
        "procedure p(a: A)\n    when a\n    stop\n",
        "procedure p(a: A)\n    for each x in a\n    stop\n",
        "procedure p(a: A)\n    repeat 3 times\n    stop\n",
        "turn\n    phase a\n    phase b\n        stop\n",
    ],
    ("QD118", "a case of a definition ends in `if ...` or `otherwise`", "give every case but the last an `if`"): [
        "define f(a: A) -> number =\n    1 when a\n    2 otherwise\n",
    ],
}

TERMINALS = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "words in quotes",
    "DICE": "dice",
    "EQUALS": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "RANGE": "`..`",
    "ARROW": "`->`",
    "OPEN": "`(`",
    "CLOSE": "`)`",
    "OPEN_LIST": "`[`",
    "CLOSE_LIST": "`]`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES_SIGN": "`*`",
    "OVER": "`/`",
    "PERCENT": "`%`",
    "NO_MORE": "`<=`",
    "NO_LESS": "`>=`",
    "LESS": "`<`",
    "MORE": "`>`",
    "_AT_ONCE": "`at once`",
    "RANKING": "`highest first`",
}
OPERATORS = frozenset("PLUS MINUS TIMES_SIGN OVER NO_MORE NO_LESS LESS MORE DOT OPEN OPEN_LIST EQUALS IS IS_NOT IN NOT_IN".split())


def fault(error: UnexpectedInput, parse: Callable[[str], Any], text: str, place: int) -> tuple[str, str, str]:
    """Give code, message and hint for a fault at a place of a text."""
    if isinstance(error, UnexpectedCharacters):
        if text[place : place + 1] == '"':
            return "QD103", "these words in quotes do not end on their line", 'end them with `"`; a docstring may be several strings, a line each'
        return "QD104", f"`{text[place : place + 1]}` is no sign of the language", ""
    meant = error.match_examples(parse, {key: list(examples) for key, examples in MEANT.items()}, use_accepts=True)
    if meant is not None:
        return meant  # type: ignore[no-any-return]
    if not isinstance(error, UnexpectedToken):
        return "QD101", "the text ends too early", ""
    found = "the end of the text" if error.token.type == "$END" else TERMINALS.get(error.token.type, f"`{error.token}`")
    if error.token.type in ("NAME", "NUMBER", "STRING"):
        found = f"`{error.token}`"
    expected = sorted({word(name) for name in _expected(error)})
    hint = f"here may stand: {', '.join(expected)}" if 0 < len(expected) <= 8 else ""
    return "QD101", f"{found} does not fit here", hint


def _expected(error: UnexpectedToken) -> set[str]:
    accepted = set(error.accepts or error.expected or ())
    return accepted - OPERATORS if len(accepted - OPERATORS) else accepted


def word(terminal: str) -> str:
    """Give a terminal's name as an author would say it."""
    return TERMINALS.get(terminal, f"`{terminal.strip('_').lower().replace('_', ' ')}`")
