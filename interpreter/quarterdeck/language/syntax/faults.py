"""Name a fault of syntax by what was meant.

In: what the parser says, its grammar, and the text. Out: code, message, hint and place. What authors write, and what is
said about it, stands in tables in `grammar/faults.yaml`, read when the first fault is to be named; they are tried in
the order in which they stand there. The last resort tells what may stand there, in words of the language and never by
names of tokens.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from lark import Lark, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from ruamel.yaml import YAML

from quarterdeck.base import resources

Said = tuple[str, str, str]
"""Code, message and hint."""


@dataclass(frozen=True)
class Written:
    """What is written in a faulty line, as a pattern, and what is said about it."""

    said: Said
    where: str


@dataclass(frozen=True)
class Need:
    """The words that a statement or definition needs, in their order, and its form; `named` if a name comes first."""

    code: str
    words: tuple[str, ...]
    form: str
    named: bool = False


@dataclass(frozen=True)
class Tables:
    """All tables, each called as in the file."""

    statements: tuple[str, ...]
    definitions: tuple[str, ...]
    verb: str
    instead: Mapping[str, str]
    instead_of_definitions: Mapping[str, str]
    written: tuple[Written, ...]
    signs: tuple[tuple[str, str, str], ...]
    needs: Mapping[str, Need]
    meant: tuple[tuple[Said, tuple[str, ...]], ...]
    terminals: Mapping[str, str]
    operators: frozenset[str]


@cache
def tables() -> Tables:
    """Read the tables."""
    data = YAML(typ="safe", pure=False).load((resources.grammar_folder() / "faults.yaml").read_text("utf-8"))
    statements = tuple(data["statements"].split())
    words = {"statements": "|".join(statements)}
    for name, pattern in data["words"].items():
        words[name] = _filled(pattern, words)
    return Tables(
        statements=statements,
        definitions=tuple(data["definitions"].split()),
        verb=words["verb"],
        instead=_by_word(data["instead"]),
        instead_of_definitions=_by_word(data["instead_of_definitions"]),
        written=tuple(Written(_said(one), _filled(one["where"], words)) for one in data["written"]),
        signs=tuple((one["signs"], one["says"], one["hint"]) for one in data["signs"]),
        needs={
            first: Need(one["code"], tuple(one["words"]), one["form"], one.get("named", False))
            for first, one in data["needs"].items()
        },
        meant=tuple((_said(one), tuple(one["examples"])) for one in data["meant"]),
        terminals=data["terminals"],
        operators=frozenset(data["operators"].split()),
    )


def _said(entry: Mapping[str, Any]) -> Said:
    return entry["code"], entry["says"], entry.get("hint", "")


def _filled(pattern: str, words: Mapping[str, str]) -> str:
    """Put words that a pattern speaks of, as `<verb>`, into it."""
    return re.sub("<([a-z]+)>", lambda found: words[found[1]], pattern)


def _by_word(lists: Mapping[str, str]) -> dict[str, str]:
    """Turn lists of words by what is written instead into what is written instead by word."""
    return {word: form for form, words in lists.items() for word in words.split()}


@dataclass(frozen=True)
class SyntaxFault:
    """What is said about a fault, and the stretch of the text that it is about."""

    code: str
    message: str
    hint: str
    start: int
    end: int


# What would stand before a piece of text, by its start symbol.
BEFORE = {"unit": "", "cell": "    ", "expression": "= ", "written_type": ": "}

# Terminals that tell of layout.
LINE_END, INDENT = "_NL", "_INDENT"


def word(terminal: str) -> str:
    """Give a terminal's name as an author would say it."""
    return tables().terminals.get(terminal, f"`{terminal.strip('_').lower().replace('_', ' ')}`")


def misaligned(text: str, place: int) -> SyntaxFault:
    """Tell of a line whose indentation ends no block."""
    hint = "align it with its block; each block is indented by four more spaces"
    if re.search(r"(?m)^ *\t", text):
        hint = "a tab counts as four spaces: use spaces only"
    return SyntaxFault("QD102", "this line's indentation matches no line above it", hint, place, _word_end(text, place))


def fault(error: UnexpectedInput, grammar: Lark, text: str, start: str) -> SyntaxFault:
    """Tell what is wrong with a text that cannot be parsed from a start symbol of the grammar."""
    bare = _blotted(text)
    place = _place(error, bare)
    end = _word_end(text, place)
    if text[place : place + 1] == '"' and isinstance(error, UnexpectedCharacters):
        rest = text[place:].split("\n", maxsplit=1)[0]
        hint = (
            "the closing quote is a typographic one"
            if re.search("[“”„]", rest)
            else 'end them with `"` on the same line'
        )
        return SyntaxFault(
            "QD103", "this quoted text does not end on its line", hint, place, place + len(rest.rstrip())
        )
    opened = _open_brackets(bare)
    if opened and opened[0] < place:
        hint = (
            "" if start == "unit" else "in a list of YAML a comma ends each piece: put one that holds commas in quotes"
        )
        return SyntaxFault("QD105", "this bracket is not closed", hint, opened[0], opened[0] + 1)
    case = _Case(error, grammar, bare, place, _line(bare, place, start), start)
    for name_fault in (
        _brackets,
        _goes_on,
        _sign,
        _case_of_definition,
        _written,
        _capital,
        _needed,
        _meant,
        _indented,
        _beginning,
        _missing,
    ):
        if said := name_fault(case):
            if said[0] == "QD117":
                place, end = _line_above(bare, place)
            return SyntaxFault(*said, place, end)
    return SyntaxFault(*_what_may_stand(case, text[place:end]), place, end)


@dataclass(frozen=True)
class _Case:
    """A fault as the parser met it: the text with words in quotes blotted out, and the faulty line with its mark."""

    error: UnexpectedInput
    grammar: Lark
    bare: str
    place: int
    line: str
    start: str

    @property
    def token(self) -> str:
        """Give the type of the token that did not fit, or nothing where there is none."""
        return self.error.token.type if isinstance(self.error, UnexpectedToken) else ""

    @property
    def written(self) -> str:
        """Give the word or sign at the fault."""
        return self.bare[self.place : _word_end(self.bare, self.place)]

    @property
    def accepted(self) -> frozenset[str]:
        """Give the terminals that may stand at the fault."""
        parser: Any = self.error.interactive_parser
        return frozenset(parser.accepts())

    @property
    def words(self) -> list[str]:
        """Give the words of the language that may stand at the fault."""
        return [name[1:-1] for name in map(word, self.accepted) if re.match("`[a-z]", name)]

    @property
    def state(self) -> tuple[object, frozenset[str]]:
        """Give the place in the grammar."""
        return self.error.interactive_parser.parser_state.position, self.accepted


# --- where


_BLOTTED = re.compile(r'"(?:\\.|[^"\\\n])*"|#[^\n]*')


def _blotted(text: str) -> str:
    """Give the text with dots for words in quotes, and blanks for comments."""

    def blot(match: re.Match[str]) -> str:
        length = len(match.group()) - 2
        return f'"{"." * length}"' if match.group()[0] == '"' else " " * (length + 2)

    return _BLOTTED.sub(blot, text)


def _place(error: UnexpectedInput, bare: str) -> int:
    """Give where the author would look; behind the last sign of a line that ends too early."""
    if isinstance(error, UnexpectedCharacters):
        place: int | None = error.pos_in_stream
        return place or 0
    assert isinstance(error, UnexpectedToken)
    start, end = error.token.start_pos, error.token.end_pos
    if error.token.type == INDENT:
        return end or 0
    if error.token.type in (LINE_END, "_DEDENT", "$END"):
        return len(bare[: start if error.token.type != "$END" else None].rstrip())
    return start or 0


def _word_end(text: str, place: int) -> int:
    """Give where the word, number or sign at a place ends."""
    match = re.compile(r'\w+|"(?:\\.|[^"\\\n])*"|.', re.DOTALL).match(text, place)
    return match.end() if match else place + 1


def _line(bare: str, place: int, start: str) -> str:
    """Give the faulty line with its mark.

    The lines of a bracket count as one, and a piece of another file as indented.
    """
    begin, depth, end = 0, 0, len(bare)
    for at, sign in enumerate(bare):
        depth = max(0, depth + (sign in "([") - (sign in ")]"))
        if sign == "\n" and depth == 0:
            if at >= place:
                end = at
                break
            begin = at + 1
    line = f"{bare[begin:place]}¦{bare[place:end]}".replace("\n", " ")
    return BEFORE[start] + (line if start == "unit" else line.lstrip())


def _line_above(bare: str, place: int) -> tuple[int, int]:
    begin = bare.rfind("\n", 0, place) + 1
    if bare[begin:place].strip():
        return place, place + 1
    at = len(bare[:begin].rstrip())
    return at, at + 1


# --- what


def _open_brackets(bare: str) -> list[int]:
    opened: list[int] = []
    for at, sign in enumerate(bare):
        if sign in "([":
            opened.append(at)
        elif sign in ")]" and opened:
            opened.pop()
    return opened


def _brackets(case: _Case) -> Said | None:
    if case.written not in (")", "]"):
        return None
    opened = _open_brackets(case.bare[: case.place])
    if not opened:
        return "QD105", "this bracket closes nothing", ""
    if case.bare[opened[-1]] + case.written not in ("()", "[]"):
        return "QD105", "this bracket closes one of another kind", "`(` is closed by `)`, and `[` by `]`"
    return None


GOES_ON = "where a value takes several lines, put brackets around it"


def _goes_on(case: _Case) -> Said | None:
    """Tell of a value that goes on in the next line, where no bracket is open."""
    if case.start != "unit":
        return None
    before, _, after = case.line.partition("¦")
    begins = re.match(r"\s+(and|or)\b", before) or (
        not before.strip() and re.match(r"(and\b|or\b|[+*%]|/(?![/*]))", after)
    )
    if begins:
        return "QD106", f"no line begins with `{begins[1]}`", GOES_ON
    if not after.strip() and re.search(r"(\b(and|or|plus|minus)|[-+*/%<>])\s*$", before):
        return "QD106", "a value is missing at the end of this line", GOES_ON
    return None


def _written(case: _Case) -> Said | None:
    for written in tables().written:
        if match := re.search(written.where, case.line):
            groups = [group for group in match.groups() if group is not None]
            code, message, hint = written.said
            return code, message.format(*groups), hint.format(*groups)
    return None


def _sign(case: _Case) -> Said | None:
    if not isinstance(case.error, UnexpectedCharacters):
        return None
    sign = case.bare[case.place]
    if owner := re.search(r"\b([A-Za-z_]\w*)¦['’‘´`]s?\b", case.line):
        return "QD126", "a part of a thing follows a point", f"write `{owner[1]}.` and the name of the part"
    for signs, message, hint in tables().signs:
        if sign in signs:
            return "QD121", message.format(sign), hint
    if sign.isspace() and sign not in "\r\v":
        return "QD121", "this is not an ordinary space", "type it again; word processors and web pages use other spaces"
    if sign.isalpha():
        return "QD126", f"`{sign}` cannot be in a name", "names consist of the letters a to z, digits and `_`"
    if not sign.isprintable():
        name = unicodedata.name(sign, f"number {ord(sign)}").lower()
        return "QD104", f"an invisible character ({name})", "delete it"
    return None


def _capital(case: _Case) -> Said | None:
    small = case.written.lower()
    if small != case.written and any(small == known.split()[0] for known in case.words):
        return "QD124", "keywords are in lower case", f"write `{small}`"
    return None


def _needed(case: _Case) -> Said | None:
    line = case.line.replace("¦", "")
    for verb in re.findall(r"^\s*((\w+)\s+\w+|\w+)", line)[:1]:
        needs = tables().needs
        first = verb[0] if verb[0] in needs else verb[1] or verb[0]
        if first not in needs or (first == "add" and not line[:1].isspace()):
            return None
        need = needs[first]
        rest = line.split(first, 1)[1]
        for at, one in enumerate(need.words):
            match = re.search(
                "|".join(rf"\b{part}\b" if part.isalpha() else re.escape(part) for part in one.split("|")), rest
            )
            if match is None:
                wanted = "` or `".join(one.split("|"))
                return need.code, f"`{first}` needs `{wanted}`", f"write `{need.form}`"
            if at == 0 and need.named and not rest[: match.start()].strip():
                return need.code, f"between `{first}` and `{one}` something is missing", f"write `{need.form}`"
            rest = rest[match.end() :]
    return None


def _case_of_definition(case: _Case) -> Said | None:
    if not {"IF", "OTHERWISE"} <= case.accepted:
        return None
    if re.match(r"\s+(?:if|when|otherwise|else|return)\s+¦", case.line):
        return (
            "QD118",
            "a case begins with its value",
            "write `1 if condition`, and at last `2 otherwise`",
        )
    if re.match(rf"\s+{tables().verb}\s+¦", case.line):
        return "QD141", "a definition only computes a value", "write statements in a procedure or effect"
    return None


def _meant(case: _Case) -> Said | None:
    return _examples(case.grammar).get(case.state)


@cache
def _examples(grammar: Lark) -> dict[tuple[object, frozenset[str]], Said]:
    """Give what is meant by place in the grammar."""
    found: dict[tuple[object, frozenset[str]], Said] = {}
    for said, texts in tables().meant:
        for text in texts:
            try:
                grammar.parse(text, start="unit")
            except UnexpectedInput as error:
                found.setdefault(_Case(error, grammar, text, 0, "", "unit").state, said)
            else:
                raise AssertionError(f"this example is valid: {text!r}")
    return found


def _indented(case: _Case) -> Said | None:
    if case.token == INDENT:
        return (
            "QD148",
            "this line is indented more than the line above, which does not open a block",
            "give both the same indentation",
        )
    return None


def _beginning(case: _Case) -> Said | None:
    """Tell of what begins no statement or definition, and of a word that is nearly right."""
    written, small = case.written, case.written.lower()
    close = (
        [f"did you mean `{known}`?" for known in get_close_matches(small, case.words, 1, 0.7)]
        if re.match("[a-z]{3}", small)
        else []
    )
    if {"DEFINE", "PROCEDURE"} <= case.accepted:
        if written in tables().statements:
            return "QD148", "statements belong in a procedure, effect or phase", "indent it by four spaces below that"
        hint = (
            tables().instead_of_definitions.get(small)
            or [*close, f"begin it with one of: {', '.join(tables().definitions)}"][0]
        )
        return "QD142", f"`{written}` does not begin a definition", hint
    if {"LET", "SET"} <= case.accepted:
        if written == "phase":
            return "QD131", "a phase is indented below `turn`", ""
        if written in ("modifier", "natural", "success"):
            where = "`roll`, `check` or `define`" if written == "modifier" else "`check`"
            return "QD131", f"`{written}` belongs below its {where}, indented", ""
        if not written.strip():
            return "QD106", "there is no statement here", "write a statement"
        if case.start == "cell" and written in tables().statements:
            into_effect = "move it into an effect, and write `do name(...)`"
            hint = "ask in a procedure, and pass the answer to the table" if small == "choose" else into_effect
            return "QD155", f"`{written}` is not allowed in a cell", hint
        instead = [f"write `{tables().instead[small]}`"] if small in tables().instead else []
        hint = [*instead, *close, f"begin it with one of: {', '.join(tables().statements)}"][0]
        return "QD127", f"`{written}` does not begin a statement", hint
    return ("QD127", f"`{written}` is not a word of the language here", close[0]) if close else None


def _missing(case: _Case) -> Said | None:
    if isinstance(case.error, UnexpectedCharacters) or not {"NAME", "NUMBER", "OPEN"} <= case.accepted:
        return None
    if case.written.strip():
        return "QD106", f"a value is missing before `{case.written}`", ""
    return "QD106", "a value is missing at the end of this line", ""


def _what_may_stand(case: _Case, written: str) -> Said:
    if isinstance(case.error, UnexpectedCharacters):
        return "QD104", f"`{written}` is not a character of the language", ""
    found = f"`{written}`" if written.strip() else tables().terminals[LINE_END if case.token == LINE_END else "$END"]
    accepted = case.accepted - tables().operators or case.accepted
    expected = sorted({word(name) for name in accepted})
    hint = f"allowed here: {', '.join(expected)}" if 0 < len(expected) <= 8 else ""
    if case.start == "expression" and written == "," and not _open_brackets(case.bare[: case.place]):
        hint = f"write several values as a list in brackets: `[{case.bare.strip()}]`"
    return "QD101", f"{found} does not fit here", hint
