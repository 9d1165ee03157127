"""Every number of a ruleset that an amendment can change: where it stands, what it is, and what one step of it is.

In: a ruleset as it is declared, and as it is without variants. Out: `WrittenNumber`s. Each goes by the smallest address
that can be amended; where several stand there, by their order in the text: `aim.far#2`. Left out is what no amendment
changes by its number: dice, exponents, where rows begin and end, and what stands in rosters and set-ups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, assert_never

from quarterdeck.base import decimals
from quarterdeck.base.errors import UserError
from quarterdeck.base.near_names import near_names
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import Element
from quarterdeck.language.declarations.statement_addresses import amendable
from quarterdeck.language.declarations.symbol_table import CellOf, Constant, Declared, Option, Row, Rule
from quarterdeck.language.syntax import nodes

NumberNode = nodes.NumberLiteral | nodes.Negative | nodes.Raised | nodes.Lowered | nodes.PercentOf | nodes.Natural
"""What is exchanged where a number becomes another: with its sign, where it has one."""
BETWEEN = "#"
"""Between an address and which of its numbers is meant."""


class NoSuchNumberError(UserError):
    """There is no number with that name, or more than one; the argument is the message."""


@dataclass(frozen=True)
class WrittenNumber:
    """A number that stands in the rules, as an option's default or as a constant of scenarios.

    It is the `place`th of the `many` numbers at its address. `holder` is the rule, table, phase, option or constant in
    which it stands, `node` what is exchanged. `step` is one of the last digit that is written, or that its type has;
    `least` and `most` are those of its type, where it says. `decided` says who decides it in the place of the rules, a
    scenario or a question, where somebody does: then `value` is what that says, and in its place another is tried.
    """

    address: str
    place: int
    many: int
    holder: tuple[str, str]
    node: nodes.Node
    value: Fraction
    step: Fraction
    span: Span
    least: Fraction | None = None
    most: Fraction | None = None
    decided: str = ""

    @property
    def name(self) -> str:
        """Give what it goes by: the address, and where several stand there which of them."""
        return self.address if self.many == 1 else f"{self.address}{BETWEEN}{self.place}"

    @property
    def is_setting(self) -> bool:
        """Tell whether it is what an option or a constant begins with."""
        return self.holder[0] in ("option", "constant")


def numbers_in(declared: Declared, base: Declared) -> list[WrittenNumber]:
    """Give all numbers of a ruleset that can be amended, in the order of its rules, tables, phases and settings."""
    owners = Owners(amendable(declared, base))
    found: list[WrittenNumber] = []
    for key, rule in declared.rules.items():
        if rule.sort != "advice":
            found += owners.numbers(("rule", key), [rule.node])
    for table in declared.tables.values():
        found += owners.numbers(("table", table.name), [one for row in table.rows for one in roots_of(row)])
    for phase in declared.turn.phases if declared.turn else ():
        found += owners.numbers(("phase", phase.name.text), [phase])
    many = Counter(one.address for one in found)
    counted = Counter[str]()
    for at, one in enumerate(found):
        counted[one.address] += 1
        found[at] = replace(one, place=counted[one.address], many=many[one.address])
    return [*found, *settings_in(declared)]


def settings_in(declared: Declared) -> Iterator[WrittenNumber]:
    """Give the numbers with which options and constants begin."""
    settings: list[tuple[str, Option | Constant]] = [("option", one) for one in declared.options.values()]
    settings += [("constant", one) for one in declared.constants.values()]
    for sort, one in settings:
        node, kind = one.value if isinstance(one, Option) else one.start, one.type
        if isinstance(kind, types.Number) and isinstance(node, nodes.NumberLiteral | nodes.Negative):
            address = f"{one.module}.{one.name}" if isinstance(one, Option) else f"Game.{one.name}"
            step = Fraction(1, kind.step)
            ends = Fraction(kind.low), Fraction(kind.high)
            if (value := value_of(node)) is not None:
                yield WrittenNumber(address, 1, 1, (sort, one.name), node, value, step, node.span, *ends)


def as_decided(number: WrittenNumber, settings: Mapping[str, Mapping[str, Any]], by: str) -> WrittenNumber:
    """Give a number as it counts where options and constants are `settings`, which are decided `by` somebody."""
    sort, key = number.holder
    value = decimals.read(settings[sort][key]) if key in settings.get(sort, ()) else None
    return number if value is None else replace(number, value=value, decided=by)


def number_called(numbers: list[WrittenNumber], name: str) -> WrittenNumber:
    """Give the number that goes by a name, or by the end of one.

    Raises:
        NoSuchNumberError: none does, or several do.
    """
    address, _, place = name.partition(BETWEEN)
    known = {one.address for one in numbers}
    ends = sorted(one for one in known if one.endswith(f".{address}"))
    found = address if address in known else ends[0] if len(ends) == 1 else ""
    if not found:
        close = ends or close_to(address, known)
        hint = f"; did you mean {' or '.join(close[:5])}?" if close else ""
        raise NoSuchNumberError(f"no number that can be varied has the address {address}{hint}")
    there = [one for one in numbers if one.address == found]
    chosen = [one for one in there if not place or str(one.place) == place]
    if len(chosen) != 1:
        said = ", ".join(f"{found}{BETWEEN}{one.place} is {decimals.shown(one.value)}" for one in there)
        raise NoSuchNumberError(f"{found} has {len(there)} numbers: say which, {said}")
    return chosen[0]


def close_to(address: str, known: Iterable[str]) -> list[str]:
    """Give the addresses that somebody may have meant, whole or by as many of their last parts."""
    parts = address.count(".") + 1
    by_end = {".".join(one.split(".")[-parts:]): one for one in known}
    return list(dict.fromkeys(by_end[end] for end in near_names(address, by_end, 3)))


class Owners:
    """Finds the smallest element that can be amended and holds a number."""

    def __init__(self, elements: Mapping[str, Element]) -> None:
        self.owner: dict[nodes.Node, tuple[int, str]] = {}
        for address, element in elements.items():
            for root in roots_of(element.thing):
                below = [node for node in root.walk() if isinstance(node, NumberNode)]
                size = root.span.end - root.span.start
                for node in below:
                    if node not in self.owner or (size, len(address)) < (self.owner[node][0], len(self.owner[node][1])):
                        self.owner[node] = size, address

    def numbers(self, holder: tuple[str, str], roots: list[nodes.Node]) -> Iterator[WrittenNumber]:
        """Give the numbers below some nodes that have an owner."""
        for root in roots:
            for node in numbers_below(root):
                value = value_of(node)
                if value is not None and node in self.owner:
                    step = last_digit(written_in(node))
                    yield WrittenNumber(self.owner[node][1], 1, 1, holder, node, value, step, node.span)


def roots_of(thing: object) -> list[nodes.Node]:
    """Give the nodes of something that can be amended."""
    match thing:
        case Rule(node=node):
            return [node]
        case CellOf(value=value, statements=statements):
            return [*([value] if value is not None else []), *statements]
        case Row(cells=cells):
            return [root for cell in cells for root in roots_of(cell)]
        case nodes.Modifier() | nodes.Require() | nodes.Case() | nodes.Phase() | nodes.Statement():
            return [thing]
    return []


def numbers_below(node: nodes.Node) -> Iterator[NumberNode]:
    """Give the numbers in a node and below it, each with its sign, in the order of the text."""
    if isinstance(node, NumberNode) and value_of(node) is not None:
        yield node
        if not isinstance(node, nodes.PercentOf | nodes.Natural):
            return
    for below in node.children():
        yield from numbers_below(below)


def value_of(node: NumberNode) -> Fraction | None:
    """Give the number that a node says; nothing where it is more than a number with a sign."""
    written = written_in(node)
    if written is None:
        return None
    number = decimals.read(written.text)
    return -number if number is not None and isinstance(node, nodes.Negative | nodes.Lowered) else number


def written_in(node: NumberNode) -> nodes.Word | None:
    """Give the digits of a number, where there is nothing else."""
    match node:
        case nodes.NumberLiteral(word=word):
            return word
        case nodes.Negative(operand=inner) | nodes.Raised(amount=inner) | nodes.Lowered(amount=inner):
            return inner.word if isinstance(inner, nodes.NumberLiteral) else None
        case nodes.PercentOf(percent=word):
            return word
        case nodes.Natural(face=word):
            return word
    assert_never(node)


def last_digit(written: nodes.Word | None) -> Fraction:
    """Give what one more in the last digit that is written adds.

    A number that is written as `0.25` goes in hundredths, `3` in ones.
    """
    after = written.text.partition(".")[2] if written is not None else ""
    return Fraction(1, 10 ** sum(sign.isdigit() for sign in after))


def with_number(node: NumberNode, value: Fraction) -> nodes.Node | None:
    """Give a node that says another number; nothing where it has no words for that."""
    written = written_in(node)
    assert written is not None
    text = decimals.shown(abs(value))
    if "/" in text:
        return None
    word = nodes.Word(written.span, text)
    match node:
        case nodes.NumberLiteral(span=span) | nodes.Negative(span=span):
            plain = nodes.NumberLiteral(span, word)
            negative = nodes.Negative(span, plain)
            bare = negative if isinstance(node, nodes.Negative) else nodes.Grouped(span, negative)
            return plain if value >= 0 else bare
        case nodes.Raised(span=span) | nodes.Lowered(span=span):
            change = nodes.Raised if value >= 0 else nodes.Lowered
            return change(span, nodes.NumberLiteral(written.span, word))
        case nodes.PercentOf() | nodes.Natural() if value < 0:
            return None
        case nodes.PercentOf(span=span, whole=whole):
            return nodes.PercentOf(span, word, whole)
        case nodes.Natural():
            return replace(node, face=word)
    assert_never(node)
