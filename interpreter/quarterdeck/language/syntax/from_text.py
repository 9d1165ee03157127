"""Parse rules text: a file in chunks of one definition each, so that one fault costs one definition.

In: a `SourceFile`, or a piece of text with a way to find its offsets in a file. Out: nodes and findings. Of what the
grammar lets stand in one place in any number, what occurs twice is a finding; whatever is new in such a place excludes
itself until a table here says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from types import UnionType
from typing import Any

from lark import Token, Transformer, Tree, UnexpectedInput
from lark.exceptions import LarkError, VisitError
from lark.tree import Meta

from quarterdeck.base.bounds import LONGEST_DEFINITION
from quarterdeck.base.decimals import MOST_DIGITS, exact, shown
from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.records import EqualRecord, types_of
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.faults import SyntaxFault, fault, misaligned
from quarterdeck.language.syntax.grammar import MisalignedError, grammar
from quarterdeck.language.syntax.node import moved
from quarterdeck.language.syntax.recovery import without_line_at
from quarterdeck.language.syntax.rules_file import Parsed

Said = tuple[str, str]
"""Message and hint."""
NOT = "not"


def odd_braces(text: str, may_deny: bool) -> Said | None:
    """Tell what is wrong with the braces in some words; nothing where they are sound."""
    opened = -1
    for at, sign in enumerate(text):
        if sign == "{" and opened >= 0:
            return "braces cannot be nested", "one pair contains the complete expression: `{child.side}`"
        if sign == "{":
            opened = at
        elif sign == "}" and opened < 0:
            return "this `}` closes nothing", "in words, braces hold an expression: `{child}`"
        elif sign == "}":
            if text[opened + 1 : at].strip() == NOT:
                if not may_deny:
                    hint = "use it in the words of a yes/no definition or input"
                    return "`{not}` is in words that are never negated", hint
                if f" {text} "[opened].isalnum() or f" {text} "[at + 2].isalnum():
                    return "`{not}` is part of a word", "write it as a word of its own: `{child} is {not} able to turn`"
            opened = -1
    return ("this `{` is not closed", "in words, braces hold an expression: `{child}`") if opened >= 0 else None


DENIABLE = nodes.Define | nodes.Advice | nodes.Parameter


def words_that_may_deny(node: nodes.Define | nodes.Advice | nodes.Parameter) -> nodes.Word | None:
    """Give the phrase of something that is true or false: of a definition, advice or an input."""
    match node.type:
        case nodes.WrittenType(base=nodes.NamedType(name=kind)) if kind.text == "boolean":
            return node.phrase
    return None


DEEPEST = 60
BLANKS = " \t\f\n"
BEGINS_CHUNK = re.compile(r'(?!(?:after|before)\b)[^\s#"]')


class TooDeepError(LarkError):
    """A text whose tree is so deep that walking it might fail; with the place where it gets there."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class TooManyDigitsError(LarkError):
    """A number that is larger or finer than anything can be; with its place."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__()
        self.start = start
        self.end = end


Offsets = Callable[[int], int]
TUPLES = frozenset(
    "listed arguments docs notes path parameters choice_options requirements otherwise_whens loop_options range_names"
    " former_notes rule_notes phase_options settings modifiers modifiers_below checked naturals block labels".split()
)
JOINED = frozenset("part bound comparison outcome element movable part_of_turn row_or_column where".split())
PASSED = frozenset(["label"])
CLASSES: dict[str, type[nodes.Node]] = {}


def _rule_name(class_name: str) -> str:
    return "".join(("_" if i and c.isupper() else "") + c.lower() for i, c in enumerate(class_name))


CLASSES.update(
    {
        _rule_name(name): value
        for name, value in vars(nodes).items()
        if isinstance(value, type) and issubclass(value, nodes.Node)
    }
)
TUPLE_FIELDS = {
    cls: tuple(said.startswith("tuple") for name, said in types_of(cls).items() if name != "span")
    for cls in CLASSES.values()
}


class _ToNodes(Transformer[Token, Any]):
    """Build nodes bottom up: the class of a rule's name, its fields in the order of the rule."""

    def __init__(self, file: SourceFile, offsets: Offsets) -> None:
        super().__init__(visit_tokens=True)
        self.file = file
        self.offsets = offsets
        self.words: list[tuple[Token, nodes.Word]] = []
        self.deniable: set[nodes.Word] = set()
        self.twice: list[Twice] = []

    def span(self, start: int, end: int) -> Span:
        return Span(
            self.file,
            self.offsets(start),
            self.offsets(max(start, end - 1)) + 1 if end > start else self.offsets(start),
        )

    def __default_token__(self, token: Token) -> nodes.Word:
        text = str(token)
        if token.type == "STRING":
            text = text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        else:
            text = " ".join(text.split())
        if token.type in ("NUMBER", "EXPONENT"):
            _require_a_measure(token)
        word = nodes.Word(self.span(token.start_pos or 0, token.end_pos or 0), text)
        if token.type == "STRING":
            self.words.append((token, word))
        return word

    def __default__(self, data: Any, children: list[Any], meta: Meta) -> Any:
        rule = str(data)
        if rule in TUPLES:
            parts = tuple(child for child in children if child is not None)
            if rule in IN_ANY_NUMBER:
                parts, twice = once(parts)
                self.twice += twice
            return parts
        if rule in PASSED:
            return children[0]
        span = self.span(0, 0) if meta.empty else self.span(meta.start_pos, meta.end_pos)
        if rule in JOINED:
            text = " ".join(child.text for child in children)
            return nodes.Word(span, text.replace(" +", "+").replace("- ", "-").replace(" -", "-").replace(".. ", ".."))
        cls = CLASSES[rule]
        count = len(TUPLE_FIELDS[cls])
        if cls.REST:
            children = [*children[: count - 1], tuple(children[count - 1 :])]
        if cls is nodes.Natural:  # a face is counted, not measured
            children[0] = replace(children[0], text=shown(exact(children[0].text)))
        values = [
            () if many and child is None else child for many, child in zip(TUPLE_FIELDS[cls], children, strict=True)
        ]
        node = cls(span, *values)
        if isinstance(node, DENIABLE) and (phrase := words_that_may_deny(node)):
            self.deniable.add(phrase)
        return with_call(node) if isinstance(node, nodes.Do | nodes.LetResult) else node

    def faults(self) -> Iterator[SyntaxFault]:
        """Tell of quotes without words, and of braces that is invalid."""
        for token, word in self.words:
            if not word.text.strip():
                hint = "write words, or remove the quotes"
                start, end = token.start_pos or 0, token.end_pos or 0
                yield SyntaxFault("QD106", "these quotes contain no words", hint, start, end)
            elif said := odd_braces(word.text, word in self.deniable):
                yield SyntaxFault("QD157", *said, token.start_pos or 0, token.end_pos or 0)


def with_call(node: nodes.Do | nodes.LetResult) -> nodes.Do | nodes.LetResult:
    """Give what is done as a call, though it stands without brackets; the original is no call."""
    match node.call:
        case nodes.Name(is_original=False) | nodes.FieldAccess() as called:
            return replace(node, call=nodes.Call(called.span, called, ()))
    return node


def _parse(text: str, start: str, file: SourceFile, offsets: Offsets) -> tuple[Any, list[SyntaxFault], list[Twice]]:
    tree = grammar().parse(text, start=start)
    _require_shallow(tree)
    making = _ToNodes(file, offsets)
    try:
        return making.transform(tree), list(making.faults()), making.twice
    except VisitError as error:
        raise error.orig_exc from error


def _require_a_measure(token: Token) -> None:
    try:
        exact(str(token))
    except ValueError as error:
        raise TooManyDigitsError(token.start_pos or 0, token.end_pos or 0) from error


def _require_shallow(tree: Tree[Token]) -> None:
    level = [tree]
    for _ in range(DEEPEST):
        level = [child for one in level for child in one.children if isinstance(child, Tree)]
        if not level:
            return
    raise TooDeepError(0 if level[0].meta.empty else level[0].meta.start_pos)


def parse_file(file: SourceFile, findings: Findings) -> Parsed:
    """Parse a `.rules` file; faults become findings, and all that can be read is kept.

    A file without faults is parsed once: nothing changes nodes, and rulesets that lie over the same one share them.
    """
    known = _faultless.get(file)
    if known is None:
        found = Findings()
        known = _parse_file(file, found)
        findings.extend(found)
        if found:
            return known
        if len(_faultless) >= MOST_FILES:
            _faultless.clear()
        _faultless[file] = known
    return Parsed(known.file, known.header, [*known.units], [*known.lost], [*known.partial])


MOST_FILES = 200
_faultless: dict[SourceFile, Parsed] = {}
_units_of: dict[str, dict[str, nodes.Node]] = {}
"""By path and text the definitions without faults that a file had when it was last parsed."""


def _unit(
    file: SourceFile,
    start: int,
    end: int,
    findings: Findings,
    before: Mapping[str, nodes.Node],
    now: dict[str, nodes.Node],
) -> nodes.Node | None:
    """Parse one chunk of a file, unless it stood in the file before; put what has no fault to what the file has now."""
    text = file.text[start:end].rstrip(BLANKS)
    if (known := before.get(text)) is not None:
        unit: nodes.Node | None = moved(known, file, start - known.span.start)
    else:
        found = len(findings)
        unit = parse_unit(file, start, end, findings)
        if len(findings) > found:
            return unit
    if unit is not None and unit.span.start == start:
        now[text] = unit
    return unit


def _parse_file(file: SourceFile, findings: Findings) -> Parsed:
    parsed = Parsed(file)
    before, now = _units_of.pop(file.path, {}), dict[str, nodes.Node]()
    for start, end in chunks(file.text):
        unit = _unit(file, start, end, findings, before, now) or _rest_of(parsed, start, end, findings)
        if unit is None:
            parsed.lost.extend(_names_at_the_head_of(file.text[start:end]))
            continue
        if isinstance(unit, nodes.Header) and parsed.header is None:
            parsed.header = unit
        elif isinstance(unit, nodes.Header):
            findings.add("QD108", "a file has one header", unit.span, hint="move further rules into another file")
        else:
            parsed.units.append(unit)
    if len(_units_of) >= MOST_FILES:
        _units_of.clear()
    _units_of[file.path] = now
    if parsed.header is None and not findings:
        findings.add(
            "QD107",
            "the file has no name",
            Span(file, 0, 0),
            hint='begin it with a line such as: rules weather "The weather"',
        )
    return parsed


def _rest_of(parsed: Parsed, start: int, end: int, findings: Findings) -> nodes.Node | None:
    """Read what can be read of a definition with faults, and report each; nothing where that cannot be told apart."""
    file, last = parsed.file, findings.gathered[-1]
    text = file.text[start:end].rstrip(BLANKS) + "\n"
    found, lost = Findings(), list[str]()
    while text.startswith(RECOVERED) and last.code not in WHOLLY_LOST and len(found) < MOST_FAULTS:
        rest = without_line_at(text, last.span.start - start)
        if rest is None:
            return None
        text, lost = rest.text, [*lost, *rest.lost]
        unit = _piece(text, "unit", file, lambda offset: start + offset, found)
        if unit is not None:
            parsed.lost.extend(lost)
            parsed.partial.append(unit.span)
            findings.extend(found)
            return unit
        last = found.gathered[-1]
    return None


RECOVERED = (
    *("define", "procedure", "effect", "advice", "turn"),
    *("amend define", "amend procedure", "amend effect", "amend advice"),
    *("amend phase", "amend step", "amend statement", "amend row", "add phase", "add step", "add statement"),
)
"""What begins a definition or an amendment of which the other lines are read where one is faulty; others are lost."""
WHOLLY_LOST = frozenset(("QD102", "QD103", "QD105", "QD109", "QD111", "QD119"))
"""Codes of faults whose place does not show which line is wrong."""
MOST_FAULTS = 20
"""So many faults of one definition are looked for."""


def _names_at_the_head_of(text: str) -> list[str]:
    """Give what a definition that could not be read may have been called, with its address and without."""
    words = text.split("\n", 1)[0].replace("(", " ").replace(":", " ").split()[:3]
    return [*words, *(word.rsplit(".", 1)[-1] for word in words if "." in word)]


def chunks(text: str) -> list[tuple[int, int]]:
    """Cut a text where a line begins at column 0 with something other than a comment, a string or a blank.

    What stands before the first such line is a chunk too, so that it is not lost without a word. The line behind an
    added step, which says where it belongs, goes on with it.
    """
    starts: list[int] = []
    offset = 0
    for line in text.split("\n"):
        if line.strip() and (BEGINS_CHUNK.match(line) or (not starts and not line.lstrip().startswith("#"))):
            starts.append(offset)
        offset += len(line) + 1
    return list(pairwise([*starts, len(text)])) if starts else []


def parse_unit(file: SourceFile, start: int, end: int, findings: Findings) -> nodes.Node | None:
    """Parse one chunk of a file: a definition, the header or an amendment."""
    if file.text[start].isspace():
        findings.add(
            "QD109",
            "a definition begins in the first column",
            Span(file, start, file.text.find("\n", start, end) % (end + 1)),
            hint="begin it there, or make it a comment with `#`",
        )
        return None
    # The last line of a file may lack its end.
    return _piece(file.text[start:end].rstrip(BLANKS) + "\n", "unit", file, lambda offset: start + offset, findings)


def parse_expression(text: str, file: SourceFile, offsets: Offsets, findings: Findings) -> nodes.Expression | None:
    """Parse one expression that stands in a file of another form, where a number may be written `+1`."""
    return _cached_piece(SIGNED.sub(r"\1 ", text), "expression", file, offsets, findings)  # type: ignore[return-value]


def parse_cell(text: str, file: SourceFile, offsets: Offsets, findings: Findings) -> nodes.Statement | None:
    """Parse the statement of a table's cell."""
    return _cached_piece(text, "cell", file, offsets, findings)  # type: ignore[return-value]


def parse_type(text: str, file: SourceFile, offsets: Offsets, findings: Findings) -> nodes.WrittenType | None:
    """Parse what a value may be."""
    return _cached_piece(text, "written_type", file, offsets, findings)  # type: ignore[return-value]


def _cached_piece(text: str, start: str, file: SourceFile, offsets: Offsets, findings: Findings) -> nodes.Node | None:
    """Parse a piece of a document, unless the same has been parsed at the same place without a fault."""
    key = (start, text, offsets(0), file)
    if (known := _faultless_pieces.get(key)) is not None:
        return known
    before = len(findings)
    node = _piece(text, start, file, offsets, findings)
    if node is not None and len(findings) == before:
        if len(_faultless_pieces) >= MOST_PIECES:
            _faultless_pieces.clear()
        _faultless_pieces[key] = node
    return node


SIGNED = re.compile(r"^(\s*)\+(?=[0-9])")
"""A plus before a number that begins an expression, as players write it in a table."""
MOST_PIECES = 20_000
_faultless_pieces: dict[tuple[str, str, int, SourceFile], nodes.Node] = {}


def _piece(text: str, start: str, file: SourceFile, offsets: Offsets, findings: Findings) -> nodes.Node | None:
    if len(text) > LONGEST_DEFINITION:
        words, hint = f"this is longer than {LONGEST_DEFINITION:,} characters", "name parts of it with `define`"
        _tell(SyntaxFault("QD119", words, hint, 0, 1), file, offsets, findings)
        return None
    try:
        node, faults, twice = _parse(text, start, file, offsets)
    except MisalignedError as error:
        found = misaligned(text, error.place)
    except TooDeepError as error:
        hint = "name a part of it with `let` or `define`"
        found = SyntaxFault("QD119", "this is nested too deeply", hint, error.place, error.place + 1)
    except TooManyDigitsError as error:
        hint = f"there may be {MOST_DIGITS} digits on either side of the point"
        found = SyntaxFault("QD156", "this number is too large or has too many decimals", hint, error.start, error.end)
    except UnexpectedInput as error:
        found = fault(error, grammar(), text, start)
    else:
        for found in faults:
            _tell(found, file, offsets, findings)
        for one in twice:
            labels, hint = [Label(one.first.span, "first here")], "remove one of the two"
            findings.add("QD158", f"{one.what} occurs twice", one.again.span, hint=hint, labels=labels)
        made: nodes.Node = node
        return made
    _tell(found, file, offsets, findings)
    return None


def _tell(found: SyntaxFault, file: SourceFile, offsets: Offsets, findings: Findings) -> None:
    at = offsets(found.start)
    findings.add(found.code, found.message, Span(file, at, at + found.end - found.start), hint=found.hint)


IN_ANY_NUMBER = frozenset(
    "choice_options loop_options phase_options notes former_notes rule_notes arguments settings naturals".split()
)
"""The rules of the grammar whose parts stand in any number and in any order."""
SEVERAL = nodes.Cites | nodes.UnderRuling | nodes.Formerly | nodes.Expression | nodes.Gathered | nodes.Picked
"""What may be said several times, and adds to what was said before; values are told apart by their place."""
EXCLUDING: tuple[tuple[str, type[nodes.Node] | UnionType], ...] = (
    ("what comes first", nodes.HighestFirst | nodes.LowestFirst | nodes.ChosenBy),
    ("whether one comes after another", nodes.AtOnce | nodes.ChosenBy),
    ("which sides act", nodes.ForEachSide | nodes.AllSidesAtOnce),
)
"""What is settled by options of several sorts, of which only one may stand; of one sort only one may stand anyway."""
CAPITAL = re.compile("(?=[A-Z])")


class Twice(EqualRecord):
    """Two parts of which the second says again `what` the first said."""

    what: str
    first: nodes.Node
    again: nodes.Node


def once(parts: Iterable[nodes.Node]) -> tuple[tuple[nodes.Node, ...], list[Twice]]:
    """Give the parts without those that say something again, and these."""
    said: dict[str, nodes.Node] = {}
    kept: list[nodes.Node] = []
    twice: list[Twice] = []
    for part in parts:
        settled = [] if isinstance(part, SEVERAL) else _settled(part)
        again = next((what for what in settled if what in said), None)
        if again is None:
            kept.append(part)
        else:
            twice.append(Twice(again, said[again], part))
        for what in settled:
            said.setdefault(what, part)
    return tuple(kept), twice


def _settled(part: nodes.Node) -> list[str]:
    """Give what a part settles, in words; that is never settled twice."""
    match part:
        case nodes.NamedArgument(name=name) | nodes.Setting(name=name):
            return [f"`{name.text}`"]
        case nodes.Natural(face=face):
            return [f"`natural {face.text}`"]
    own = f"`{CAPITAL.sub(' ', type(part).__name__).strip().lower()}`"
    return [own, *(what for what, sorts in EXCLUDING if isinstance(part, sorts))]
