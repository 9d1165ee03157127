"""What is known of values where an expression stands: conditions and earlier cases narrow the ranges of numbers.

In: conditions that hold or do not, and statements that change the state. Out: narrower types. A fact is about what an
expression says, such as `child.wet` or `game.turn - child.since`, and it holds until something that the expression
reads may have changed. Nothing is found fault with here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import AnyNumeric, ListType, Number, Numeric, Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.statement_changes import changes_in
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

Key = tuple[object, ...]
OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!="}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}


@dataclass(frozen=True)
class Dependence:
    """What an expression reads that may change: names, fields, and, where it asks for a rule or a table, anything."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    anything: bool = False

    def __or__(self, other: Dependence) -> Dependence:
        """Give what two expressions read."""
        return Dependence(self.names | other.names, self.fields | other.fields, self.anything or other.anything)

    def meets(self, changed: Dependence) -> bool:
        """Tell whether something that is read is among what is changed."""
        if self.names & changed.names:
            return True
        reads_state = bool(self.fields) or self.anything
        if changed.anything:
            return reads_state
        return bool(self.fields & changed.fields) or (self.anything and bool(changed.fields))


@dataclass(frozen=True)
class KnownRange:
    """The range of what an expression says.

    `other_than` is a number that it is not. What `is_there` is not none.
    """

    read: Dependence
    low: Fraction | None = None
    high: Fraction | None = None
    other_than: Fraction | None = None
    is_there: bool = False

    def with_it(self, other: KnownRange) -> KnownRange:
        """Give what is known if another fact holds as well."""
        lows = [one for one in (self.low, other.low) if one is not None]
        highs = [one for one in (self.high, other.high) if one is not None]
        low, high = max(lows, default=None), min(highs, default=None)
        other_than = other.other_than if self.other_than is None else self.other_than
        return KnownRange(self.read, low, high, other_than, self.is_there or other.is_there)

    def or_else(self, other: KnownRange) -> KnownRange | None:
        """Give what is known if one of two facts holds."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        there = self.is_there and other.is_there
        if low is None and high is None and not there:
            return None
        return KnownRange(self.read, low, high, is_there=there)

    def of_optional(self, kind: types.OptionalNumber) -> Type:
        """Give the type of a number that may be none, where more is known of it."""
        return self.narrowed(kind.number) if self.is_there else kind

    def narrowed(self, kind: AnyNumeric) -> AnyNumeric:
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
class KnownRanges:
    """All that is known at one place."""

    known: dict[Key, KnownRange] = field(default_factory=dict)

    def copy(self) -> KnownRanges:
        """Give the same facts, to which others are added apart."""
        return KnownRanges(dict(self.known))

    def add(self, key: Key, fact: KnownRange) -> None:
        """Add a fact to what is known."""
        known = self.known.get(key)
        self.known[key] = fact if known is None else known.with_it(fact)

    def add_all(self, facts: Iterable[tuple[Key, KnownRange]]) -> None:
        """Add several facts to what is known."""
        for key, fact in facts:
            self.add(key, fact)

    def forget(self, changed: Dependence) -> None:
        """Forget what is said of anything that may have changed."""
        self.known = {key: fact for key, fact in self.known.items() if not fact.read.meets(changed)}

    def narrowed(self, checked: Checked, node: nodes.Expression, kind: Type) -> Type:
        """Give the type of an expression without the values that are ruled out."""
        if not self.known or not isinstance(kind, Numeric | types.OptionalNumber):
            return kind
        said = key_of(checked, node)
        fact = self.known.get(said[0]) if said is not None else None
        if fact is None:
            return kind
        return fact.narrowed(kind) if isinstance(kind, Numeric) else fact.of_optional(kind)


# --- what an expression says and reads


def key_of(checked: Checked, node: nodes.Expression) -> tuple[Key, Dependence] | None:
    """Give what an expression says, the same for all that say the same, and what it reads; nothing of a gathering."""
    match node:
        case nodes.Grouped(inner=inner) | nodes.InUnit(value=inner):
            return key_of(checked, inner)
        case nodes.NumberLiteral(word=word):
            return ("number", Fraction(word.text)), Dependence()
        case nodes.Name(word=word):
            return key_of_name(checked, node, word.text)
        case nodes.FieldAccess(owner=owner, field=named):
            meaning, of_owner = checked.meanings.get(node), key_of(checked, owner)
            fields = frozenset([named.text])
            if of_owner is None or isinstance(meaning, meanings.InDeck):
                return None
            if isinstance(meaning, meanings.RollPart) or (
                isinstance(meaning, meanings.FieldOf) and meaning.field.fixed
            ):
                fields = frozenset()
            return ("part", of_owner[0], named.text), of_owner[1] | Dependence(fields=fields)
        case nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide():
            return key_of_parts(checked, type(node).__name__, (node.left, node.right))
        case nodes.Negative(operand=operand):
            return key_of_parts(checked, "Negative", (operand,))
        case nodes.Lookup(table=nodes.Name(word=word), keys=keys):
            return key_of_parts(checked, word.text, keys, Dependence(anything=True))
        case nodes.Call(callee=nodes.Name(word=word), arguments=given):
            if isinstance(checked.meanings.get(node), meanings.RuleCall | meanings.FunctionCall):
                return key_of_parts(checked, f"{word.text}()", given, Dependence(anything=True))
    return None


def key_of_name(checked: Checked, node: nodes.Name, name: str) -> tuple[Key, Dependence] | None:
    """Give what a name says: a local value or tally, an option, a roll, or a definition."""
    meaning = checked.meanings.get(node)
    if isinstance(meaning, meanings.RuleCall):
        return ("name", name), Dependence(anything=True)
    return ("name", name), Dependence(names=frozenset([name]))


def key_of_parts(
    checked: Checked, what: str, parts: Iterable[nodes.Node], read: Dependence | None = None
) -> tuple[Key, Dependence] | None:
    """Give what an expression of several parts says."""
    keys: list[Key] = []
    read = read or Dependence()
    for part in parts:
        said = key_of(checked, part) if isinstance(part, nodes.Expression) else None
        if said is None:
            return None
        keys.append(said[0])
        read |= said[1]
    return (what, *keys), read


# --- what a condition says


def facts_of(checked: Checked, node: nodes.Expression, holds: bool) -> Iterator[tuple[Key, KnownRange]]:
    """Give the facts that follow from a condition that holds, or that does not."""
    match node:
        case nodes.Grouped(inner=inner):
            yield from facts_of(checked, inner, holds)
        case nodes.Negation(operand=operand):
            yield from facts_of(checked, operand, not holds)
        case nodes.And(operands=operands) | nodes.Or(operands=operands):
            each = [list(facts_of(checked, operand, holds)) for operand in operands]
            if isinstance(node, nodes.And) is holds:
                for one in each:
                    yield from one
            else:
                yield from common(each)
        case nodes.Compare(sign=sign) if sign.text in OPPOSITE:
            yield from of_comparison(checked, node, sign.text if holds else OPPOSITE[sign.text])
        case nodes.Compare(sign=sign) if sign.text == ("is not" if holds else "is"):
            yield from of_presence(checked, node)
        case nodes.Compare(sign=sign) if holds and sign.text == "in":
            yield from of_membership(checked, node)


def common(each: list[list[tuple[Key, KnownRange]]]) -> Iterator[tuple[Key, KnownRange]]:
    """Give the facts that hold whichever of several conditions does."""
    gathered: list[dict[Key, KnownRange]] = []
    for one in each:
        facts = KnownRanges()
        facts.add_all(one)
        gathered.append(facts.known)
    for key, fact in gathered[0].items():
        found: KnownRange | None = fact
        for other in gathered[1:]:
            found = found.or_else(other[key]) if found is not None and key in other else None
        if found is not None:
            yield key, found


def of_comparison(checked: Checked, node: nodes.Compare, sign: str) -> Iterator[tuple[Key, KnownRange]]:
    """Give what a comparison of two numbers says of each of them, and of their difference."""
    left, right = checked.narrowed_type(node.left), checked.narrowed_type(node.right)
    if not (isinstance(left, Numeric) and isinstance(right, Numeric)):
        return
    apart = types.as_fine(0, 0, left, right)
    step = Fraction(1, apart.step) if isinstance(apart, Number) else Fraction(0)
    one, other = key_of(checked, node.left), key_of(checked, node.right)
    for said, against, how in ((one, right, sign), (other, left, TURNED[sign])):
        if said is not None and said[0][0] != "number":
            yield said[0], limited(said[1], how, Fraction(against.low), Fraction(against.high), step)
    if one is None or other is None:
        return
    read, nil = one[1] | other[1], Fraction(0)
    yield ("Minus", one[0], other[0]), limited(read, sign, nil, nil, step)
    yield ("Minus", other[0], one[0]), limited(read, TURNED[sign], nil, nil, step)


def of_presence(checked: Checked, node: nodes.Compare) -> Iterator[tuple[Key, KnownRange]]:
    """Give what `number is not none` says of the number."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(nodes.ungrouped(other), nodes.Nothing):
            said = key_of(checked, one)
            if said is not None and isinstance(checked.types.get(one), types.OptionalNumber):
                yield said[0], KnownRange(said[1], is_there=True)


def limited(read: Dependence, sign: str, low: Fraction, high: Fraction, step: Fraction) -> KnownRange:
    """Give what is known of a number that is compared with another, which lies from `low` to `high`."""
    match sign:
        case "<":
            return KnownRange(read, high=high - step)
        case "<=":
            return KnownRange(read, high=high)
        case ">":
            return KnownRange(read, low=low + step)
        case ">=":
            return KnownRange(read, low=low)
        case "=":
            return KnownRange(read, low, high)
    return KnownRange(read, other_than=low if low == high else None)


def of_membership(checked: Checked, node: nodes.Compare) -> Iterator[tuple[Key, KnownRange]]:
    """Give what `number in list` says of the number."""
    said, listed = key_of(checked, node.left), checked.narrowed_type(node.right)
    if said is not None and isinstance(listed, ListType) and isinstance(listed.item, Numeric):
        yield said[0], KnownRange(said[1], Fraction(listed.item.low), Fraction(listed.item.high))


def facts_of_name(checked: Checked, name: nodes.Word, value: nodes.Expression) -> Iterator[tuple[Key, KnownRange]]:
    """Give what is known of a name for the least or the greatest of some values: how it lies to each of them."""
    value = nodes.ungrouped(value)
    meaning = checked.meanings.get(value)
    if not (isinstance(meaning, meanings.FunctionCall) and meaning.name in ("least", "greatest")):
        return
    own, read = ("name", name.text), Dependence(names=frozenset([name.text]))
    sign = "<=" if meaning.name == "least" else ">="
    for one in meaning.arguments:
        if (said := key_of(checked, one)) is not None:
            both, nil = read | said[1], Fraction(0)
            yield ("Minus", own, said[0]), limited(both, sign, nil, nil, nil)
            yield ("Minus", said[0], own), limited(both, TURNED[sign], nil, nil, nil)


# --- what a statement changes


def changed_by(statements: Iterable[nodes.Node]) -> Dependence:
    """Give what statements may change, with all that stands in their blocks."""
    found = Dependence()
    for statement in statements:
        for _, change in changes_in(statement):
            for target in change.targets:
                found |= changed_at(target)
            if not change.targets:
                found |= Dependence(anything=True)
    return found


def changed_at(target: nodes.Expression) -> Dependence:
    """Give what changes where a field or a tally gets another value."""
    match nodes.ungrouped(target):
        case nodes.Name(word=word):
            return Dependence(names=frozenset([word.text]))
        case nodes.FieldAccess(field=named_field):
            return Dependence(fields=frozenset([named_field.text]))
    return Dependence(anything=True)


def leaves(statements: Iterable[nodes.Statement]) -> bool:
    """Tell whether what stands behind these statements is not carried out after them."""
    last = tuple(statements)[-1:]
    return bool(last) and isinstance(last[0], nodes.Finish | nodes.Stop)


# --- what the parts of a number say of each other


def of_two(checked: Checked, node: nodes.Minus | nodes.Divide, kind: AnyNumeric) -> AnyNumeric:
    """Give the range of a difference or quotient, whose two parts may speak of the same number."""
    if isinstance(node, nodes.Minus):
        return of_difference(checked, node.left, node.right, kind)
    return of_share(checked, node, kind)


def of_difference(checked: Checked, left: nodes.Expression, right: nodes.Expression, kind: AnyNumeric) -> AnyNumeric:
    """Give the range of `a - least(a, ...)` and of `greatest(b, ...) - b`, which never lie below zero."""
    one, other = key_of(checked, left), key_of(checked, right)
    if one is None or other is None:
        return kind
    never_below = one[0] in keys_among(checked, right, "least") or other[0] in keys_among(checked, left, "greatest")
    never_above = other[0] in keys_among(checked, left, "least") or one[0] in keys_among(checked, right, "greatest")
    nil = Fraction(0)
    return KnownRange(Dependence(), nil if never_below else None, nil if never_above else None).narrowed(kind)


def keys_among(checked: Checked, node: nodes.Expression, name: str) -> list[Key]:
    """Give what the numbers say of which an expression is the least or the greatest; nothing of any other."""
    meaning = checked.meanings.get(nodes.ungrouped(node))
    if not (isinstance(meaning, meanings.FunctionCall) and meaning.name == name):
        return []
    return [said[0] for one in meaning.arguments if (said := key_of(checked, one)) is not None]


def of_share(checked: Checked, node: nodes.Divide, kind: AnyNumeric) -> AnyNumeric:
    """Give the range of `a / (a + b)`, where neither is below zero."""
    whole = nodes.ungrouped(node.right)
    part = key_of(checked, node.left)
    if part is None or not isinstance(whole, nodes.Plus):
        return kind
    for same, rest in ((whole.left, whole.right), (whole.right, whole.left)):
        said, one, other = key_of(checked, same), checked.narrowed_type(node.left), checked.narrowed_type(rest)
        if said is None or said[0] != part[0] or not (isinstance(one, Numeric) and isinstance(other, Numeric)):
            continue
        low, high = Fraction(one.low), Fraction(one.high)
        if low >= 0 and other.low >= 0 and low + other.low > 0:
            least, most = low / (low + other.high), high / (high + other.low) if high else Fraction(0)
            return KnownRange(Dependence(), least, most).narrowed(kind)
    return kind


def of_extreme(checked: Checked, name: str, given: Sequence[nodes.Expression], kind: Type) -> Type:
    """Give the range of `greatest(a - b, b - a)` and `greatest(a, -a)`, which are never below zero; so of the least."""
    if name not in ("least", "greatest") or len(given) != 2 or not isinstance(kind, Numeric):
        return kind
    one, other = (key_of(checked, argument) for argument in given)
    if one is None or other is None or not (are_opposite(one[0], other[0]) or are_opposite(other[0], one[0])):
        return kind
    nil = Fraction(0)
    return KnownRange(
        Dependence(), low=nil if name == "greatest" else None, high=nil if name == "least" else None
    ).narrowed(kind)


def parts_apart(
    checked: Checked, name: str, given: Sequence[nodes.Expression]
) -> tuple[nodes.Expression, nodes.Expression] | None:
    """Give the two numbers of which `greatest(a - b, b - a)` is the difference; nothing of any other call."""
    one, *others = (nodes.ungrouped(argument) for argument in given)
    if name != "greatest" or len(others) != 1 or not isinstance(one, nodes.Minus):
        return None
    said, other = key_of(checked, one), key_of(checked, others[0])
    is_difference = said is not None and other is not None and are_opposite(said[0], other[0])
    return (one.left, one.right) if is_difference else None


def are_opposite(one: Key, other: Key) -> bool:
    """Tell whether one number is the other with its sign turned."""
    if other[0] == "Negative":
        return other[1] == one
    return one[0] == other[0] == "Minus" and one[1:] == (other[2], other[1])
