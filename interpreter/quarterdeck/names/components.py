"""Declare what rules speak of: units, enums, arcs, clocks, kinds with their fields, constants.

In: the documents of components of one layer. Out: entities in a `Declared`, and findings. Words come before kinds, and
the names of kinds before their fields, so that a field may speak of any of them.
"""

from __future__ import annotations

from quarterdeck.diagnostics import Label
from quarterdeck.names import types
from quarterdeck.names.declared import (
    Arc,
    Constant,
    Enum,
    Field,
    Kind,
    Unit,
)
from quarterdeck.names.type_names import BUILT_IN_KINDS, TypeNames
from quarterdeck.source import Span
from quarterdeck.tables import shapes
from quarterdeck.tables.from_yaml import YamlDocument
from quarterdeck.tables.yaml import Path


class Components(TypeNames):
    """One run of declaring components."""

    def components_words(self, document: YamlDocument) -> None:
        """Declare units, enums, arcs and clocks."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Components)
        for name, unit in shape.units.items():
            bounds = self.bounds(unit.range, document, ("units", name, "range"))
            step = types.STEPS[unit.step] if unit.step else 1
            self.declared.units[name] = Unit(name, unit.one, *bounds, step)
        for name, given in shape.enums.items():
            span = places.key("enums", name)
            self.good_name(name, span)
            spelled = shapes.Enum(members=given) if isinstance(given, list) else given
            sorts = [(sort, members) for sort in ("members", "circle", "ladder") if (members := getattr(spelled, sort))]
            if len(sorts) != 1:
                self.findings.add("QD208", f"`{name}` needs one of members, circle or ladder", span)
                continue
            sort, members = sorts[0]
            words = members if isinstance(members, dict) else {}
            for member in members:
                self.good_name(member, places.value("enums", name))
            self.declared.enums[name] = Enum(
                name,
                "plain" if sort == "members" else sort,
                tuple(members),
                {m: words.get(m, m.replace("_", " ")) for m in members},
                spelled.many,
                span,
            )
        for name, arc in shape.arcs.items():
            for edge, degrees in (("first", arc.first), ("last", arc.last)):
                if degrees % 30 and self.declared.head.board.shape == "hex":
                    message = f"an arc on hexes ends at a multiple of 30 degrees, and this is {degrees}"
                    hint = f"write {degrees // 30 * 30} or {degrees // 30 * 30 + 30}"
                    self.findings.add("QD217", message, places.value("arcs", name, edge), hint=hint)
            words_of_arc = arc.words or name.replace("_", " ")
            self.declared.arcs[name] = Arc(
                name, arc.first, arc.last, arc.both_sides, words_of_arc, places.key("arcs", name)
            )
        for name, code in shape.clocks.items():
            self.clock(name, code, places.value("clocks", name))

    def clock(self, name: str, code: str, span: Span) -> None:
        words = code.split()
        if words == ["turn"]:
            self.declared.clocks[name] = (1, "turn")
        elif len(words) == 2 and words[0].isdecimal() and (words[1] == "turn" or words[1] in self.declared.clocks):
            count, below = self.declared.clocks.get(words[1], (1, "turn"))
            self.declared.clocks[name] = (int(words[0]) * count, below)
        else:
            self.findings.add(
                "QD209",
                f"`{code}` is no clock",
                span,
                hint="write `turn`, or a number and a clock declared above: `10 turn`",
            )

    def bounds(self, text: str, document: YamlDocument, path: Path) -> tuple[int, int]:
        kind = self.type_from(text, document, path)
        return (int(kind.low), int(kind.high)) if isinstance(kind, types.Number) else (0, 0)

    def kind_names(self, document: YamlDocument) -> None:
        """Declare the kinds themselves, so that fields may speak of any of them."""
        shape = document.shape
        assert isinstance(shape, shapes.Components)
        for name, kind in shape.kinds.items():
            if name in self.declared.kinds:
                continue
            self.good_name(name, document.places.key("kinds", name))
            one, many = BUILT_IN_KINDS.get(name, (kind.one or name.lower(), kind.many or f"{name.lower()}s"))
            capacity = {"Game": 1, "Side": max(2, kind.capacity)}.get(name, kind.capacity)
            self.declared.kinds[name] = Kind(
                name, one, many, capacity, kind.owner, kind.part_of, {}, document.places.key("kinds", name)
            )

    def kinds(self, document: YamlDocument) -> None:
        """Declare fields and constants."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Components)
        for name, kind in shape.kinds.items():
            known = self.declared.kinds[name]
            for field_name, given in kind.fields.items():
                path: Path = ("kinds", name, "fields", field_name)
                spelled = shapes.FieldShape(type=given) if isinstance(given, str) else given
                type_path = path if isinstance(given, str) else (*path, "type")
                self.good_name(field_name, places.key(*path))
                if field_name in known.fields:
                    self.findings.add(
                        "QD301",
                        f"`{name}.{field_name}` is declared twice",
                        places.key(*path),
                        labels=[Label(known.fields[field_name].span, "declared first here")],
                    )
                    continue
                kind_of = self.type_from(spelled.type, document, type_path)
                if isinstance(kind_of, types.Listing):
                    if not spelled.capacity:
                        self.findings.add(
                            "QD210",
                            "a list says how many it holds at the most",
                            places.key(*path),
                            hint="add `capacity:`",
                        )
                    kind_of = types.Listing(kind_of.item, spelled.capacity or 1)
                start = self.expression_from(spelled.start, document, (*path, "start"))
                known.fields[field_name] = Field(
                    name,
                    field_name,
                    kind_of,
                    spelled.words or field_name.replace("_", " "),
                    start,
                    spelled.mark,
                    spelled.fixed,
                    spelled.seen_by,
                    tuple(spelled.changed_by) if spelled.changed_by is not None else None,
                    places.key(*path),
                    spelled.source,
                )
        for name, constant in shape.constants.items():
            self.declared.constants[name] = Constant(
                name,
                self.type_from(constant.type, document, ("constants", name, "type")),
                constant.words or name.replace("_", " "),
                self.expression_from(constant.start, document, ("constants", name, "start")),
                places.key("constants", name),
            )
