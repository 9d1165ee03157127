"""What typing one definition gives, and the same in a later revision, in which all of it stands elsewhere.

In: the nodes of a definition, and what was found out about the same nodes before. Out: a `Checked` of that definition
alone. Nodes are told by their order in the definition, what they mean by name: so nothing of it depends on where a
definition stands, and a definition that was moved, or that another file was written around, keeps what is known of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.definition_key import DefinitionKey
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    Constant,
    Declared,
    Enum,
    Field,
    Kind,
    Option,
    Rule,
    Table,
)
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.node import same
from quarterdeck.language.typing.meanings import Checked, Meaning, TimerStart
from quarterdeck.language.typing.phrases import read_as


@dataclass(frozen=True)
class TypedDefinition:
    """A piece of a ruleset that is typed by itself: its key, its nodes, and what else is known of it.

    `facts` are values without places. `check` types it in a `Checked` of its own. `places` are where parts of it stand
    that are no nodes.
    """

    key: DefinitionKey
    roots: tuple[nodes.Node, ...]
    facts: object
    check: Callable[[Checked, Findings], None]
    places: tuple[Span, ...] = ()

    def is_where(self, other: TypedDefinition) -> bool:
        """Tell whether another consists of the very same nodes."""
        return len(self.roots) == len(other.roots) and all(a is b for a, b in zip(self.roots, other.roots, strict=True))

    def spans_in(self, other: TypedDefinition) -> dict[Span, Span]:
        """Give where each part of it stands in another that says the same."""
        found = dict(zip(self.places, other.places, strict=True))
        for one, there in zip(self.roots, other.roots, strict=True):
            found.update((a.span, b.span) for a, b in zip(one.walk(), there.walk(), strict=True))
        return found

    def says_as(self, other: TypedDefinition) -> bool:
        """Tell whether another says the same, wherever the two stand."""
        return self.facts == other.facts and (self.is_where(other) or same(self.roots, other.roots))


@dataclass(frozen=True)
class Typed:
    """What typing one definition gives: types, meanings and choices in a `Checked` of its own, and findings."""

    checked: Checked
    findings: tuple[Finding, ...]


@dataclass
class OwnFindings(Findings):
    """The findings of one definition; those made before are looked at only where somebody asks about a place."""

    before: Findings | None = None
    note: Callable[[], None] | None = None

    def is_at(self, span: Span) -> bool:
        """Tell whether something is found at a place, here or before; that is noted."""
        if self.note is not None:
            self.note()
        return super().is_at(span) or (self.before is not None and self.before.is_at(span))


def files_in(findings: Iterable[Finding]) -> Iterator[SourceFile]:
    """Give the files at which findings point."""
    for finding in findings:
        yield finding.span.file
        yield from (label.span.file for label in finding.labels)


def moved(old: TypedDefinition, typed: Typed, new: TypedDefinition, declared: Declared) -> Typed | None:
    """Give what is known of a definition as it is in another revision, in which it says the same.

    Nothing where it has findings and stands elsewhere: they point at places.
    """
    if old.is_where(new):
        to: Callable[[nodes.Node], nodes.Node] = _itself
    elif typed.findings:
        return None
    else:
        to = _nodes_of(old, typed.checked, new).__getitem__
    known = typed.checked
    moving = _Moving(declared, to)
    checked = Checked(
        declared,
        known.types if to is _itself else {to(node): kind for node, kind in known.types.items()},
        known.narrowed if to is _itself else {to(node): kind for node, kind in known.narrowed.items()},
        {to(node): moving.meaning(meaning) for node, meaning in known.meanings.items()},
        known.phrases if to is _itself else {to(word): moving.phrase(parts) for word, parts in known.phrases.items()},
        choices=known.choices,
        starts=[TimerStart(moving.part(one.field), one.ticks, to(one.node), one.rule) for one in known.starts],
    )
    return Typed(checked, typed.findings)


def _itself(node: nodes.Node) -> nodes.Node:
    return node


def _nodes_of(old: TypedDefinition, known: Checked, new: TypedDefinition) -> dict[nodes.Node, nodes.Node]:
    """Give each node of a definition with the one that stands in its place in another that says the same."""
    found: dict[nodes.Node, nodes.Node] = {}
    for one, other in zip(old.roots, new.roots, strict=True):
        found.update(zip(one.walk(), other.walk(), strict=True))
    for word, parts in known.phrases.items():
        there = found[word]
        assert isinstance(word, nodes.Word)
        assert isinstance(there, nodes.Word)
        for part, other_part in zip(parts, read_as(there, word, parts), strict=True):
            if isinstance(part, nodes.Node) and isinstance(other_part, nodes.Node):
                found.update(zip(part.walk(), other_part.walk(), strict=True))
    return found


@dataclass(frozen=True)
class _Moving:
    """Gives what nodes mean in another revision: the same things by name, and other nodes."""

    declared: Declared
    to: Callable[[nodes.Node], nodes.Node]

    def meaning(self, meaning: Meaning) -> Meaning:
        kind = type(meaning)
        names: tuple[str, ...] = kind.__match_args__
        values = [getattr(meaning, name) for name in names]
        others = [self.part(value) for value in values]
        return meaning if all(a is b for a, b in zip(values, others, strict=True)) else kind(*others)

    def phrase(self, parts: tuple[str | nodes.Expression, ...]) -> tuple[str | nodes.Expression, ...]:
        return tuple(part if isinstance(part, str) else cast("nodes.Expression", self.to(part)) for part in parts)

    def part(self, part: Any) -> Any:
        match part:
            case str() | int() | None:
                return part
            case nodes.Node():
                return self.to(part)
            case tuple():
                return tuple(map(self.part, part)) if part else part
            case _:
                return THE_SAME[type(part)](self.declared, part)


THE_SAME: dict[type, Callable[[Declared, Any], object]] = {
    Rule: lambda declared, rule: declared.rules[rule.address],
    Table: lambda declared, table: declared.tables[table.name],
    Kind: lambda declared, kind: declared.kinds[kind.name],
    Field: lambda declared, field: declared.kinds[field.kind].fields[field.name],
    Enum: lambda declared, enum: declared.enums[enum.name],
    Option: lambda declared, option: declared.options[option.name],
    Constant: lambda declared, constant: declared.constants[constant.name],
    Arc: lambda declared, arc: declared.arcs[arc.name],
}
"""How each thing that a node may mean is found by name in another revision."""
