"""What is known of values where an expression stands: conditions and earlier cases narrow the ranges of numbers.

In: conditions that hold or do not, and statements that change the state. Out: narrower types. A fact is about what an
expression says, such as `ship.moves` or `game.turn - ship.since`, and it holds until something that the expression
reads may have changed. Nothing is found fault with here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import ListType, Number, Numeric, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing import meanings

if TYPE_CHECKING:
    from quarterdeck.language.typing.context import TypingContext

Key = tuple[object, ...]
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!="}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


@dataclass(frozen=True)
class Read:
    """What an expression reads that may change: names, fields, and, where it asks for a rule or a table, anything."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    anything: bool = False

    def __or__(self, other: Read) -> Read:
        """Give what two expressions read."""
        return Read(self.names | other.names, self.fields | other.fields, self.anything or other.anything)

    def meets(self, changed: Read) -> bool:
        """Tell whether something that is read is among what is changed."""
        if self.names & changed.names:
            return True
        reads_state = bool(self.fields) or self.anything
        if changed.anything:
            return reads_state
        return bool(self.fields & changed.fields) or (self.anything and bool(changed.fields))


@dataclass(frozen=True)
class Fact:
    """The range of what an expression says; `other_than` is a number that it is not."""

    read: Read
    low: Fraction | None = None
    high: Fraction | None = None
    other_than: Fraction | None = None

    def with_it(self, other: Fact) -> Fact:
        """Give what is known if another fact holds as well."""
        lows = [one for one in (self.low, other.low) if one is not None]
        highs = [one for one in (self.high, other.high) if one is not None]
        low, high = max(lows, default=None), min(highs, default=None)
        return Fact(self.read, low, high, other.other_than if self.other_than is None else self.other_than)

    def or_else(self, other: Fact) -> Fact | None:
        """Give what is known if one of two facts holds."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return None if low is None and high is None else Fact(self.read, low, high)

    def narrowed(self, kind: Numeric) -> Numeric:
        """Give a type without the values that are ruled out; the same where none would be left."""
        low = Fraction(kind.low if self.low is None else max(kind.low, self.low))
        high = Fraction(kind.high if self.high is None else min(kind.high, self.high))
        if isinstance(kind, Number):
            step = kind.step
            low, high = Fraction(ceil(low * step), step), Fraction(floor(high * step), step)
            low += Fraction(1, step) if low == self.other_than else 0
            high -= Fraction(1, step) if high == self.other_than else 0
        return replace(kind, low=low, high=high) if low <= high else kind


@dataclass
class Facts:
    """All that is known at one place."""

    known: dict[Key, Fact] = field(default_factory=dict)

    def copy(self) -> Facts:
        """Give the same facts, to which others are added apart."""
        return Facts(dict(self.known))

    def add(self, key: Key, fact: Fact) -> None:
        """Add a fact to what is known."""
        known = self.known.get(key)
        self.known[key] = fact if known is None else known.with_it(fact)

    def forget(self, changed: Read) -> None:
        """Forget what is said of anything that may have changed."""
        self.known = {key: fact for key, fact in self.known.items() if not fact.read.meets(changed)}

    def narrowed(self, at: TypingContext, node: nodes.Expression, kind: Type) -> Type:
        """Give the type of an expression without the values that are ruled out."""
        if not self.known or not isinstance(kind, Numeric):
            return kind
        said = key_of(at, node)
        fact = self.known.get(said[0]) if said is not None else None
        return kind if fact is None else fact.narrowed(kind)


# --- what an expression says and reads


def key_of(at: TypingContext, node: nodes.Expression) -> tuple[Key, Read] | None:
    """Give what an expression says, the same for all that say the same, and what it reads; nothing of a gathering."""
    match node:
        case nodes.Grouped(inner=inner) | nodes.InUnit(value=inner):
            return key_of(at, inner)
        case nodes.NumberLiteral(word=word):
            return ("number", Fraction(word.text)), Read()
        case nodes.Name(word=word):
            return key_of_name(at, node, word.text)
        case nodes.FieldAccess(owner=owner, field=named):
            meaning, of_owner = at.meaning(node), key_of(at, owner)
            fields = frozenset([named.text])
            if of_owner is None or isinstance(meaning, meanings.InDeck):
                return None
            if isinstance(meaning, meanings.RollPart) or (
                isinstance(meaning, meanings.FieldOf) and meaning.field.fixed
            ):
                fields = frozenset()
            return ("part", of_owner[0], named.text), of_owner[1] | Read(fields=fields)
        case nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide():
            return key_of_parts(at, type(node).__name__, (node.left, node.right))
        case nodes.Negative(operand=operand):
            return key_of_parts(at, "Negative", (operand,))
        case nodes.Lookup(table=nodes.Name(word=word), keys=keys):
            return key_of_parts(at, word.text, keys, Read(anything=True))
        case nodes.Call(callee=nodes.Name(word=word), arguments=given):
            if isinstance(at.meaning(node), meanings.RuleCall | meanings.FunctionCall):
                return key_of_parts(at, f"{word.text}()", given, Read(anything=True))
    return None


def key_of_name(at: TypingContext, node: nodes.Name, name: str) -> tuple[Key, Read] | None:
    """Give what a name says: a local value or tally, an option, a roll, or a definition."""
    meaning = at.meaning(node)
    if isinstance(meaning, meanings.RuleCall):
        return ("name", name), Read(anything=True)
    return ("name", name), Read(names=frozenset([name]))


def key_of_parts(
    at: TypingContext, what: str, parts: Iterable[nodes.Node], read: Read | None = None
) -> tuple[Key, Read] | None:
    """Give what an expression of several parts says."""
    keys: list[Key] = []
    read = read or Read()
    for part in parts:
        said = key_of(at, part) if isinstance(part, nodes.Expression) else None
        if said is None:
            return None
        keys.append(said[0])
        read |= said[1]
    return (what, *keys), read


# --- what a condition says


def assume(at: TypingContext, node: nodes.Expression, holds: bool = True) -> None:
    """Add to what is known at a place that a condition, which has been typed there, holds or does not."""
    for key, fact in facts_of(at, node, holds):
        at.facts.add(key, fact)


def facts_of(at: TypingContext, node: nodes.Expression, holds: bool) -> Iterator[tuple[Key, Fact]]:
    """Give the facts that follow from a condition that holds, or that does not."""
    match node:
        case nodes.Grouped(inner=inner):
            yield from facts_of(at, inner, holds)
        case nodes.Negation(operand=operand):
            yield from facts_of(at, operand, not holds)
        case nodes.And(operands=operands) | nodes.Or(operands=operands):
            each = [list(facts_of(at, operand, holds)) for operand in operands]
            if isinstance(node, nodes.And) is holds:
                for one in each:
                    yield from one
            else:
                yield from common(each)
        case nodes.Compare(sign=sign) if sign.text in OPPOSITE:
            yield from of_comparison(at, node, sign.text if holds else OPPOSITE[sign.text])
        case nodes.Compare(sign=sign) if holds and sign.text == "in":
            yield from of_membership(at, node)


def common(each: list[list[tuple[Key, Fact]]]) -> Iterator[tuple[Key, Fact]]:
    """Give the facts that hold whichever of several conditions does."""
    gathered: list[dict[Key, Fact]] = []
    for one in each:
        facts = Facts()
        for key, fact in one:
            facts.add(key, fact)
        gathered.append(facts.known)
    for key, fact in gathered[0].items():
        found: Fact | None = fact
        for other in gathered[1:]:
            found = found.or_else(other[key]) if found is not None and key in other else None
        if found is not None:
            yield key, found


def of_comparison(at: TypingContext, node: nodes.Compare, sign: str) -> Iterator[tuple[Key, Fact]]:
    """Give what a comparison of two numbers says of each of them, and of their difference."""
    left, right = at.narrowed_type(node.left), at.narrowed_type(node.right)
    if not (isinstance(left, Numeric) and isinstance(right, Numeric)):
        return
    apart = types.as_fine(0, 0, left, right)
    step = Fraction(1, apart.step) if isinstance(apart, Number) else Fraction(0)
    one, other = key_of(at, node.left), key_of(at, node.right)
    for said, against, how in ((one, right, sign), (other, left, TURNED[sign])):
        if said is not None and said[0][0] != "number":
            yield said[0], limited(said[1], how, Fraction(against.low), Fraction(against.high), step)
    if one is None or other is None:
        return
    read, nil = one[1] | other[1], Fraction(0)
    yield ("Minus", one[0], other[0]), limited(read, sign, nil, nil, step)
    yield ("Minus", other[0], one[0]), limited(read, TURNED[sign], nil, nil, step)


def limited(read: Read, sign: str, low: Fraction, high: Fraction, step: Fraction) -> Fact:
    """Give what is known of a number that is compared with another, which lies from `low` to `high`."""
    match sign:
        case "<":
            return Fact(read, high=high - step)
        case "<=":
            return Fact(read, high=high)
        case ">":
            return Fact(read, low=low + step)
        case ">=":
            return Fact(read, low=low)
        case "=":
            return Fact(read, low, high)
    return Fact(read, other_than=low if low == high else None)


def of_membership(at: TypingContext, node: nodes.Compare) -> Iterator[tuple[Key, Fact]]:
    """Give what `number in list` says of the number."""
    said, listed = key_of(at, node.left), at.narrowed_type(node.right)
    if said is not None and isinstance(listed, ListType) and isinstance(listed.item, Numeric):
        yield said[0], Fact(said[1], Fraction(listed.item.low), Fraction(listed.item.high))


def named(at: TypingContext, name: nodes.Word, value: nodes.Expression) -> None:
    """Add what is known of a name for the least or the greatest of some values: how it lies to each of them."""
    value = nodes.ungrouped(value)
    meaning = at.meaning(value)
    if not (isinstance(meaning, meanings.FunctionCall) and meaning.name in ("least", "greatest")):
        return
    own, read = ("name", name.text), Read(names=frozenset([name.text]))
    sign = "<=" if meaning.name == "least" else ">="
    for one in meaning.arguments:
        if (said := key_of(at, one)) is not None:
            both, nil = read | said[1], Fraction(0)
            at.facts.add(("Minus", own, said[0]), limited(both, sign, nil, nil, nil))
            at.facts.add(("Minus", said[0], own), limited(both, TURNED[sign], nil, nil, nil))


# --- what a statement changes


ELSEWHERE = (
    nodes.Do, nodes.Apply, nodes.Create, nodes.Remove, nodes.Start, nodes.DrawLot, nodes.Peek, nodes.Shuffle,
    nodes.RollOff, nodes.OrderSides,
)  # fmt: skip
"""Statements of which it is not followed what they change."""


def changed_by(statements: Iterable[nodes.Node]) -> Read:
    """Give what statements may change, with all that stands in their blocks."""
    found = Read()
    for statement in statements:
        for part in statement.walk():
            match part:
                case nodes.Set(target=target) | nodes.Add(target=target) | nodes.Take(target=target):
                    found |= changed_at(target)
                case nodes.Append(target=target):
                    found |= changed_at(target)
                case _ if isinstance(part, ELSEWHERE):
                    found |= Read(anything=True)
    return found


def changed_at(target: nodes.Expression) -> Read:
    """Give what changes where a field or a tally gets another value."""
    match nodes.ungrouped(target):
        case nodes.Name(word=word):
            return Read(names=frozenset([word.text]))
        case nodes.FieldAccess(field=named_field):
            return Read(fields=frozenset([named_field.text]))
    return Read(anything=True)


def leaves(statements: Iterable[nodes.Statement]) -> bool:
    """Tell whether what stands behind these statements is not carried out after them."""
    last = tuple(statements)[-1:]
    return bool(last) and isinstance(last[0], nodes.Finish | nodes.Stop)


# --- what the parts of a number say of each other


def of_two(at: TypingContext, node: nodes.Minus | nodes.Divide, kind: Numeric) -> Numeric:
    """Give the range of a difference or quotient, whose two parts may speak of the same number."""
    if isinstance(node, nodes.Minus):
        return of_difference(at, node.left, node.right, kind)
    return of_share(at, node, kind)


def of_difference(at: TypingContext, left: nodes.Expression, right: nodes.Expression, kind: Numeric) -> Numeric:
    """Give the range of `a - least(a, ...)` and of `greatest(b, ...) - b`, which never lie below zero."""
    one, other = key_of(at, left), key_of(at, right)
    if one is None or other is None:
        return kind
    never_below = one[0] in keys_among(at, right, "least") or other[0] in keys_among(at, left, "greatest")
    never_above = other[0] in keys_among(at, left, "least") or one[0] in keys_among(at, right, "greatest")
    nil = Fraction(0)
    return Fact(Read(), nil if never_below else None, nil if never_above else None).narrowed(kind)


def keys_among(at: TypingContext, node: nodes.Expression, name: str) -> list[Key]:
    """Give what the numbers say of which an expression is the least or the greatest; nothing of any other."""
    meaning = at.meaning(nodes.ungrouped(node))
    if not (isinstance(meaning, meanings.FunctionCall) and meaning.name == name):
        return []
    return [said[0] for one in meaning.arguments if (said := key_of(at, one)) is not None]


def of_share(at: TypingContext, node: nodes.Divide, kind: Numeric) -> Numeric:
    """Give the range of `a / (a + b)`, where neither is below zero."""
    whole = nodes.ungrouped(node.right)
    part = key_of(at, node.left)
    if part is None or not isinstance(whole, nodes.Plus):
        return kind
    for same, rest in ((whole.left, whole.right), (whole.right, whole.left)):
        said, one, other = key_of(at, same), at.narrowed_type(node.left), at.narrowed_type(rest)
        if said is None or said[0] != part[0] or not (isinstance(one, Numeric) and isinstance(other, Numeric)):
            continue
        low, high = Fraction(one.low), Fraction(one.high)
        if low >= 0 and other.low >= 0 and low + other.low > 0:
            least, most = low / (low + other.high), high / (high + other.low) if high else Fraction(0)
            return Fact(Read(), least, most).narrowed(kind)
    return kind


def of_extreme(at: TypingContext, name: str, given: Sequence[nodes.Expression], kind: Type) -> Type:
    """Give the range of `greatest(a - b, b - a)` and `greatest(a, -a)`, which are never below zero; so of the least."""
    if name not in ("least", "greatest") or len(given) != 2 or not isinstance(kind, Numeric):
        return kind
    one, other = (key_of(at, argument) for argument in given)
    if one is None or other is None or not (are_opposite(one[0], other[0]) or are_opposite(other[0], one[0])):
        return kind
    nil = Fraction(0)
    return Fact(Read(), low=nil if name == "greatest" else None, high=nil if name == "least" else None).narrowed(kind)


def are_opposite(one: Key, other: Key) -> bool:
    """Tell whether one number is the other with its sign turned."""
    if other[0] == "Negative":
        return other[1] == one
    return one[0] == other[0] == "Minus" and one[1:] == (other[2], other[1])
