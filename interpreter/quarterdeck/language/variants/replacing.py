"""Put whole things of YAML in the place of those below: what says `replaces: yes` in a variant.

In: the documents of a variant, and the ground that they stand on. Out: a ruleset without what they replace, ready for
them to be declared; then the tables that are keyed by an enum that has other members now, without the rows of those
that are gone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element, all_elements
from quarterdeck.language.declarations.replacements import additions_in, replacements_in
from quarterdeck.language.declarations.symbol_table import Arc, Constant, Enum, Field, Rule, Table
from quarterdeck.language.declarations.types import Deck, EnumType, Type
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.variants.amendment_base import AmendmentBase

SHELVES = ("enums", "constants", "arcs", "rules", "tables", "rosters", "scenarios", "rulings")


@dataclass
class Replacing:
    """What a variant puts in the place of whole things."""

    amended: AmendmentBase
    order: dict[str, list[str]] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    extended: set[str] = field(default_factory=set)

    def make_room(self, documents: list[YamlDocument]) -> None:
        """Take away what is to be replaced, and remember in which order everything stood."""
        declared = self.amended.declared
        self.order = {shelf: list(getattr(declared, shelf)) for shelf in SHELVES}
        self.order |= {f"kind {name}": list(kind.fields) for name, kind in declared.kinds.items()}
        wanted = [one for document in documents for one in replacements_in(document)]
        there = list(all_elements(declared)) if wanted else []
        for one in wanted:
            element = next((e for e in there if e.address == one.address and e.sort == one.sort), None)
            if element is None:
                known = [e for e in there if e.sort == one.sort]
                self.amended.missing(one.address, one.span, known, one.sort)
            elif self.amended.note("amend", one.address, one.span, keeps=False):
                self.take_out(element)
        for document in documents:
            for name, members, span in additions_in(document):
                self.note_members(name, members, span)

    def note_members(self, name: str, members: tuple[str, ...], span: Span) -> None:
        """Write down which members are added to an enum; say so where there is none, or they are there."""
        enum = self.amended.declared.enums.get(name)
        if enum is None:
            known = [element for element in all_elements(self.amended.declared) if element.sort == "enum"]
            self.amended.missing(name, span, known, "enum")
            return
        self.extended.add(name)
        for member in members:
            if member in enum.members:
                self.amended.exists(f"{name}.{member}", span, enum.span, "leave it out, or choose another name")
            else:
                self.amended.note("add", f"{name}.{member}", span)

    def take_out(self, element: Element) -> None:
        """Take away what is at an address, so that another can be declared there."""
        declared = self.amended.declared
        match element.thing:
            case Table(name=name, document=document):
                del declared.tables[name]
                declared.documents.remove(document)
            case Rule(address=address, node=node):
                del declared.rules[address]
                declared.documents[:] = [one for one in declared.documents if one.file is not node.span.file]
            case Field(kind=kind, name=name):
                del declared.kinds[kind].fields[name]
            case Constant(name=name):
                del declared.constants[name]
            case Arc(name=name):
                del declared.arcs[name]
            case Enum(name=name):
                self.replaced.add(name)
                del declared.enums[name]
            case shapes.Ruling():
                del declared.rulings[element.name]
            case YamlDocument() as document:
                shelves: dict[str, dict[str, Any]] = {"roster": declared.rosters, "scenario": declared.scenarios}
                shelves[element.sort].pop(element.name, None)
                declared.documents.remove(document)

    def settle(self) -> None:
        """Let what was replaced stand where it stood, and tables know the members that there are now."""
        declared = self.amended.declared
        for shelf in SHELVES:
            _reorder(getattr(declared, shelf), self.order[shelf])
        for name, kind in declared.kinds.items():
            _reorder(kind.fields, self.order.get(f"kind {name}", []))
            for key, known in kind.fields.items():
                if isinstance(known.type, Deck) and known.type.enum in self.extended:
                    sorts = len(declared.enums[known.type.enum].members)
                    kind.fields[key] = replace(known, type=replace(known.type, sorts=sorts))
        for table in list(declared.tables.values()):
            if any(self.members_of(key.type) for key in table.keys):
                declared.tables[table.name] = self.with_members(table)

    def with_members(self, table: Table) -> Table:
        """Give a table whose rows and columns count for members as they stand now."""
        first, *others = [self.members_of(key.type) for key in table.keys]
        rows, columns = table.rows, table.columns
        if first is not None:
            for row in rows:
                if row.label not in first[1]:
                    self.amended.note("remove", row.address, first[0], keeps=False)
            found = [(row, first[1].index(row.label)) for row in rows if row.label in first[1]]
            rows = tuple(replace(row, low=place, high=place) for row, place in found)
        if others and others[0] is not None:
            members = others[0][1]
            kept = [index for index, (label, _, _) in enumerate(columns) if label in members]
            places = [(columns[index][0], members.index(columns[index][0])) for index in kept]
            columns = tuple((label, place, place) for label, place in places)
            rows = tuple(replace(row, cells=tuple(row.cells[index] for index in kept)) for row in rows)
        return replace(table, rows=rows, columns=columns)

    def members_of(self, kind: Type) -> tuple[Span, tuple[str, ...]] | None:
        """Give the members of a key's type and where they are said, if they were replaced; nothing otherwise."""
        if not isinstance(kind, EnumType) or kind.enum not in self.replaced:
            return None
        enum = self.amended.declared.enums[kind.enum]
        return enum.span, enum.members


def _reorder(shelf: dict[str, Any], order: list[str]) -> None:
    """Put what is known by name in an order, and what is new behind it."""
    found = {name: shelf[name] for name in order if name in shelf}
    found |= {name: thing for name, thing in shelf.items() if name not in found}
    shelf.clear()
    shelf.update(found)
