"""Types as they are written in rules and in documents: what a piece of text names, and what is wrong with it.

In: nodes of types, and what the ruleset declares so far. Out: types. In documents stand expressions and names, too,
with their places there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never, cast

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.reserved_names import reserved_meaning
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents.document import Path, YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression, parse_type
from quarterdeck.language.syntax.sorts import AnyPlainType

BUILT_IN_KINDS = {"Side": ("side", "sides"), "Game": ("game", "")}
RATIO = "ratio"
SIMPLE: dict[str, types.Type] = {
    "boolean": types.BOOLEAN,
    "number": types.Number(-1_000_000, 1_000_000),
    "hex": types.Space(),
    "square": types.Space(shape="square"),
    "point": types.Point(),
    "dice": types.DiceType(-999, 999, *[(-999, 999)] * 3),
    RATIO: types.Ratio(-100_000, 100_000),
    **{name: types.Number(-100_000, 100_000, step) for name, step in types.STEPS.items()},
}
"""The types that every ruleset knows by a word."""


def written_type(
    declared: Declared,
    findings: Findings,
    node: nodes.WrittenType,
    may_be_ratio: bool = False,
    may_be_deck: bool = False,
) -> types.Type:
    """Give the type that a piece of text names; a ratio may be given and taken, and never kept; a deck is a field."""
    found = plain_type(declared, findings, node.base)
    if isinstance(innermost(found), types.Deck) and not (may_be_deck and isinstance(found, types.Deck)):
        hint = "declare it as a field in components.yaml, and use that field: `game.events`"
        findings.add("QD391", f"a {innermost(found)} is not a value", node.span, hint=hint)
        return types.UNKNOWN
    if not may_be_ratio and isinstance(innermost(found), types.Ratio):
        hint = "add its steps: `tenths`, `hundredths`, `in steps of 0.0001`"
        findings.add("QD384", "a ratio cannot be stored", node.span, hint=hint)
        return types.UNKNOWN
    if node.or_none is None or isinstance(found, types.Unknown):
        return found
    if types.optional(found) == found:
        hint = "only numbers in steps, things, members of an enum, hexes, squares and points may be none"
        findings.add("QD302", f"a {found} is never none", node.span, hint=hint)
    return types.optional(found)


def given_type(declared: Declared, findings: Findings, node: nodes.WrittenType) -> types.Type:
    """Give the type of an input or a result, which may be a ratio; a list of ratios is none."""
    return written_type(declared, findings, node, may_be_ratio=not isinstance(node.base, nodes.ListOfType))


def innermost(kind: types.Type) -> types.Type:
    """Give the type of the items of a list, at whatever depth; of anything else its own."""
    return innermost(kind.item) if isinstance(kind, types.ListType) else kind


def plain_type(declared: Declared, findings: Findings, given: nodes.PlainType) -> types.Type:
    """Give the type that is named without a word about none."""
    node = cast("AnyPlainType", given)
    match node:
        case nodes.ListOfType(item=item):
            return types.ListType(plain_type(declared, findings, item))
        case nodes.DeckOfType(enum=word):
            return deck_type(declared, findings, word)
        case nodes.RangeType():
            return range_type(declared, findings, node)
        case nodes.NamedType(name=word):
            return named_type(declared, findings, word)
        case _:
            assert_never(node)


def deck_type(declared: Declared, findings: Findings, word: nodes.Word) -> types.Type:
    """Give the type of a deck, which holds members of an enum."""
    if word.text in declared.enums:
        return types.Deck(word.text)
    report_unknown(findings, word.text, word.span, declared.enums, "enum")
    return types.UNKNOWN


def named_type(declared: Declared, findings: Findings, word: nodes.Word) -> types.Type:
    """Give the type that a word names: one of the language, a unit, an enum, or a kind."""
    name = word.text
    if name in SIMPLE:
        found, board = SIMPLE[name], declared.head.board.shape
        if isinstance(found, types.Place) and {"square", "areas"} & {name, board} and name != board:
            own = declared.head.board.areas if board == "areas" else "square"
            hint = "write `board: {shape: square}` into `ruleset.yaml`" if name == "square" else f"write `{own}`"
            hint = f"write `{own}`" if board == "areas" else hint
            findings.add("QD310", f"this board has no type `{name}`", word.span, hint=hint)
            return types.UNKNOWN
        return found
    if name in declared.units:
        unit = declared.units[name]
        return types.Number(unit.low, unit.high, unit.step, unit=name)
    if name in declared.enums:
        return types.EnumType(name)
    if name in declared.kinds or name in BUILT_IN_KINDS:
        return types.Thing(name)
    known = [*SIMPLE, *declared.units, *declared.enums, *declared.kinds, *BUILT_IN_KINDS]
    report_unknown(findings, name, word.span, known, NO_TYPE)
    return types.UNKNOWN


def range_type(declared: Declared, findings: Findings, node: nodes.RangeType) -> types.Type:
    """Give the numbers of a range, as finely as it says."""
    span = node.low.span.to(node.high.span)
    low, high = Fraction(node.low.text), Fraction(node.high.text)
    if low > high:
        hint = f"write {node.high.text}..{node.low.text}"
        findings.add("QD303", f"the range begins above its end: {node.low.text}..{node.high.text}", span, hint=hint)
        low, high = high, low
    unit, steps = unit_and_steps(declared, findings, node)
    if steps is None:
        return types.Ratio(low, high, unit=unit)
    if any((bound * steps).denominator != 1 for bound in (low, high)):
        hint = "add the step: `0..9.9 tenths`"
        findings.add("QD304", "the ends of the range do not lie on its steps", span, hint=hint)
    if max(abs(low), abs(high)) * steps > types.MOST:
        hint = "narrow the range, or take wider steps" if steps > types.WHOLE else "narrow the range"
        findings.add("QD357", "this does not fit in 64 bits", span, hint=hint)
        return types.Number(0, 1, unit=unit)
    return types.Number(low, high, steps, unit=unit)


def unit_and_steps(declared: Declared, findings: Findings, node: nodes.RangeType) -> tuple[str | None, int | None]:
    """Give the unit of a range and its steps, which are none for a ratio; a unit has steps of its own."""
    names = list(node.names)
    named = names.pop(0).text if names and names[0].text in (*types.STEPS, RATIO) else ""
    unit = names[0].text if names and names[0].text in declared.units else None
    for word in names[1 if unit else 0 :]:
        report_unknown(findings, word.text, word.span, declared.units, "unit")
    if node.step is not None:
        steps = types.step_named(node.step.text)
        if steps is None or named:
            hint = "for example `in steps of 0.0001`, and nothing else about steps"
            findings.add("QD304", "steps are halves or a power of ten", node.step.span, hint=hint)
        return unit, steps or types.WHOLE
    if named:
        return unit, types.STEPS.get(named)
    return unit, declared.units[unit].step if unit else types.WHOLE


NO_TYPE = "kind, enum or unit"
OTHER_TYPES = {
    **dict.fromkeys(("int", "integer", "number"), "write the range of the number, as `0..9`"),
    **dict.fromkeys(("float", "double", "decimal"), "write a range with steps, as `0..9 tenths`"),
    **dict.fromkeys(("str", "string", "text"), "there is no type for text; declare an enum for words"),
    "bool": "did you mean `boolean`?",
}
"""What to write for a type of other languages."""


def report_unknown(findings: Findings, name: str, span: Span, known: Iterable[str], what: str) -> None:
    """Report a name that stands for nothing, with the nearest that does."""
    hint = did_you_mean(name, known)
    if what == NO_TYPE and name.lower() in OTHER_TYPES:
        hint = OTHER_TYPES[name.lower()]
    findings.add("QD310", f"there is no {what} `{name}`", span, hint=hint)


def report_unknown_words(
    findings: Findings, document: YamlDocument, words: Iterable[str], known: Iterable[str]
) -> None:
    """Report the words of a table for what it has no column of."""
    columns = [*known, RESULT]
    for name in words:
        if name not in columns:
            report_unknown(findings, name, document.places.key("words", name), columns, "key or result")


RESULT = "result"
"""What the `words` of a table call its only column of results."""


@dataclass(frozen=True)
class DocumentText:
    """Reads pieces of text for a ruleset that is being declared."""

    declared: Declared
    findings: Findings

    def type_from(self, code: str, document: YamlDocument, path: Path, of_field: bool = False) -> types.Type:
        """Read a type; that of a field may be a deck."""
        node = parse_type(code, document.file, document.places.offsets(code, *path), self.findings)
        return written_type(self.declared, self.findings, node, may_be_deck=of_field) if node else types.UNKNOWN

    def expression_from(self, code: str | None, document: YamlDocument, path: Path) -> nodes.Expression | None:
        """Read an expression; nothing where there is none, or where it cannot be read."""
        if code is None:
            return None
        return parse_expression(code, document.file, document.places.offsets(code, *path), self.findings)

    def is_free(self, name: str, span: Span) -> bool:
        """Tell whether a name means nothing yet where rules write it alone; report what components mean by it."""
        declared = self.declared
        if kind := declared.pool_named(name):
            means, there = f"the word for all things of the kind {kind.name}", kind.span
        elif (enum := declared.enum_listed(name)) and enum.many == name:
            means, there = f"the word for all members of {enum.name}", enum.span
        elif holders := declared.enums_with(name):
            means, there = f"a member of {holders[0].name}", holders[0].span
        elif name in declared.arcs:
            means, there = "an arc", declared.arcs[name].span
        else:
            return True
        labels = [Label(there, "declared here")]
        self.findings.add("QD374", f"`{name}` is {means}", span, hint="choose another name", labels=labels)
        return False

    def good_name(self, name: str, span: Span, sort: str = "") -> None:
        """Report what cannot be the name of something of a sort, as `reserved_meaning` knows them."""
        if meaning := reserved_meaning(name, sort, self.declared.head.board.shape):
            hint = f"call it `the_{name}` or find another word"
            self.findings.add("QD305", f"`{name}` is {meaning} and cannot be a name", span, hint=hint)
            self.declared.lost.add(name)  # one finding is enough: what speaks of it means the ruleset's own
        elif not name.isidentifier():
            self.findings.add(
                "QD306", f"`{name}` cannot be a name", span, hint="letters, digits and `_`, beginning with a letter"
            )
