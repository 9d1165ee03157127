"""The parser that Lark makes of the files in `grammar/`, and what can be asked of it.

Making its tables takes longer than parsing a small ruleset, so they are kept: as plain data, by the text of the
grammar, Lark's version and Python's.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.lexer import PatternStr, TerminalDef

from quarterdeck.base import resources
from quarterdeck.base.cache.entries import read_entry, write_entry

PIECES = ("terminals", "expressions", "statements", "definitions")
STARTS = ("unit", "expression", "cell", "written_type")
"""What a text may be by itself."""
LAYOUT = ("_NL", "_INDENT", "_DEDENT")
DIGEST = 20


class MisalignedError(DedentError):
    """A line ends no block that was opened; with its place."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class Indentation(Indenter):
    """Turn the indentation of lines into blocks; brackets join lines."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar = ["OPEN", "OPEN_LIST"]
    CLOSE_PAREN_types: ClassVar = ["CLOSE", "CLOSE_LIST"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    # A whole name may be seen everywhere: else `settle` would be read as `set` and `tle` where only a statement may
    # begin.
    always_accept = ("_NL", "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Turn the tokens of one text into blocks: each text has its own count, since threads share the parser."""
        return Indentation()._process(stream)  # type: ignore[no-untyped-call, no-any-return]

    def handle_NL(self, token: Token) -> Iterator[Token]:
        try:
            yield from super().handle_NL(token)
        except DedentError as error:
            raise MisalignedError(token.end_pos or 0) from error


@cache
def grammar() -> Lark:
    """Give the parser of the pieces in `grammar/`, from the cache where it can."""
    text = "\n".join((resources.grammar_folder() / f"{piece}.lark").read_text("utf-8") for piece in PIECES)
    path = entry(text)
    tables = read_entry(path)
    if isinstance(tables, dict):
        # Lark's public `load` reads a pickle, which may run anything.
        loaded: Lark = Lark._load_from_dict(**tables, **_own_parts())  # type: ignore[no-untyped-call]
        return loaded
    made = Lark(text, parser="lalr", lexer="contextual", start=list(STARTS), maybe_placeholders=True, **_own_parts())
    write_entry(path, tables_of(made))
    return made


def entry(text: str) -> Path:
    """Give the file in which the tables of a grammar are kept."""
    told = repr((text, STARTS, lark.__version__, sys.version_info)).encode()
    return resources.cache_folder() / "grammar" / blake2b(told, digest_size=DIGEST).hexdigest()


def tables_of(parser: Lark) -> dict[str, Any]:
    """Give what a parser comes to as plain data, without the parts of it that are functions of ours."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    ours = _own_parts().keys()
    return {"data": {**data, "options": {k: v for k, v in data["options"].items() if k not in ours}}, "memo": memo}


def _own_parts() -> dict[str, Any]:
    return {"postlex": Indentation(), "propagate_positions": _is_no_layout}


def _is_no_layout(part: object) -> bool:
    return not (isinstance(part, Token) and part.type in LAYOUT)


@cache
def reserved_words() -> frozenset[str]:
    """Give the words of the grammar that may not be used as names."""
    return frozenset(
        terminal.pattern.value
        for terminal in grammar().terminals
        if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha()
    )
