"""Declare: give every name of a ruleset its address and its type, from parsed files and documents.

In: the YAML documents and rules files of one layer (a ruleset, or a variant on top of one). Out: a `Declared` and
findings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction

from quarterdeck.diagnostics import Findings, Label
from quarterdeck.names import types
from quarterdeck.names.declared import (
    Arc,
    CellOf,
    Constant,
    Declared,
    Enum,
    Field,
    Key,
    Kind,
    Module,
    Option,
    Parameter,
    Roster,
    Row,
    Rule,
    Scenario,
    Table,
    Unit,
)
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.syntax.from_text import Parsed, parse_cell, parse_expression, parse_type, reserved_words
from quarterdeck.tables import shapes
from quarterdeck.tables.from_yaml import YamlDocument
from quarterdeck.tables.yaml import Path

NUMBER = types.Number(-1_000_000, 1_000_000)
BUILT_IN_KINDS = {"Side": ("side", "sides"), "Game": ("game", "")}
SORTS = {nodes.Define: "define", nodes.Procedure: "procedure", nodes.Effect: "effect", nodes.Advice: "advice"}


@dataclass
class Declaring:
    """One run of declaring a layer."""

    declared: Declared
    findings: Findings
    layer: str = ""

    def run(self, documents: list[YamlDocument], files: list[Parsed]) -> Declared:
        """Declare all documents and files of the layer."""
        self.declared.documents.extend(documents)
        shapes_of = {
            sort: [d for d in documents if d.sort == sort]
            for sort in ("components", "table", "rulings", "roster", "scenario")
        }
        for document in shapes_of["components"]:
            self.components_words(document)
        for document in shapes_of["components"]:
            self.kind_names(document)
        for document in shapes_of["components"]:
            self.kinds(document)
        for name, (one, many) in BUILT_IN_KINDS.items():
            if name not in self.declared.kinds:
                place = documents[0].places.value() if documents else Span(files[0].file, 0, 0)
                self.declared.kinds[name] = Kind(name, one, many, 1 if name == "Game" else 2, None, None, {}, place)
        for document in shapes_of["rulings"]:
            assert isinstance(document.shape, shapes.Rulings)
            for name, ruling in document.shape.rulings.items():
                self.declared.rulings[name] = (ruling, document.places.key("rulings", name))
        for file in files:
            self.rules(file)
        for document in shapes_of["table"]:
            self.table(document)
        for document in shapes_of["roster"]:
            self.roster(document)
        for document in shapes_of["scenario"]:
            self.scenario(document)
        return self.declared

    def scenario(self, document: YamlDocument) -> None:
        """Declare a scenario, and parse what is done before its first turn."""
        shape = document.shape
        assert isinstance(shape, shapes.Scenario)
        if shape.scenario in self.declared.scenarios:
            self.findings.add(
                "QD301", f"scenario `{shape.scenario}` is declared twice", document.places.value("scenario")
            )
            return
        setup = [
            statement
            for i, code in enumerate(shape.setup)
            if (statement := parse_cell(code, document.file, document.places.offsets(code, "setup", i), self.findings))
        ]
        self.declared.scenarios[shape.scenario] = Scenario(shape.scenario, document, tuple(setup))

    def roster(self, document: YamlDocument) -> None:
        """Declare a roster, and parse what it derives."""
        shape = document.shape
        assert isinstance(shape, shapes.Roster)
        if shape.kind not in self.declared.kinds:
            self.unknown(nodes.Word(document.places.value("kind"), shape.kind), shape.kind, self.declared.kinds, "kind")
            return
        derive = {name: self.expression_from(code, document, ("derive", name)) for name, code in shape.derive.items()}
        lists = {
            name: tuple(
                {
                    key: node
                    for key, code in part.items()
                    if (node := self.expression_from(code, document, ("part_lists", name, i, key)))
                }
                for i, part in enumerate(parts)
            )
            for name, parts in shape.part_lists.items()
        }
        self.declared.rosters[shape.roster] = Roster(
            shape.roster,
            shape.kind,
            document,
            {name: node for name, node in derive.items() if node},
            lists,
            None if shape.where is None else self.expression_from(shape.where, document, ("where",)),
        )

    # --- components

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

    # --- pieces of rules text in YAML

    def type_from(self, code: str, document: YamlDocument, path: Path) -> types.Type:
        node = parse_type(code, document.file, document.places.offsets(code, *path), self.findings)
        return self.type_of(node) if node else types.UNKNOWN

    def expression_from(self, code: str | None, document: YamlDocument, path: Path) -> nodes.Expression | None:
        if code is None:
            return None
        return parse_expression(code, document.file, document.places.offsets(code, *path), self.findings)

    def type_of(self, node: nodes.Type) -> types.Type:
        """Give the type that a piece of text names."""
        found = self.simple_type(node.base)
        if node.or_none is None or isinstance(found, types.Unknown):
            return found
        if types.with_none(found) == found:
            self.findings.add(
                "QD302",
                f"a {found} is never none",
                node.span,
                hint="only things, members of an enum, hexes and points may be none",
            )
        return types.with_none(found)

    def simple_type(self, node: nodes.Node) -> types.Type:
        match node:
            case nodes.ListType(item=item):
                return types.Listing(self.simple_type(item))
            case nodes.RangeType(low=low, high=high, unit=unit):
                return self.range_type(low, high, unit)
            case nodes.NamedType(name=word):
                return self.named_type(word)
        raise AssertionError(node)

    def range_type(self, low: nodes.Word, high: nodes.Word, unit: nodes.Word | None) -> types.Type:
        step = types.STEPS.get(unit.text, 1) if unit else 1
        unit_name = unit.text if unit and unit.text not in types.STEPS else None
        if unit_name and unit_name not in self.declared.units:
            self.unknown(unit, unit_name, self.declared.units, "unit")  # type: ignore[arg-type]
            unit_name = None
        if unit_name:
            step = self.declared.units[unit_name].step
        bounds = Fraction(low.text), Fraction(high.text)
        if bounds[0] > bounds[1]:
            self.findings.add(
                "QD303", f"the range begins above its end: {low.text}..{high.text}", low.span.to(high.span)
            )
        if any((bound * step).denominator != 1 for bound in bounds):
            self.findings.add(
                "QD304",
                "the ends of the range do not lie on its steps",
                low.span.to(high.span),
                hint="say the step: `0..9.9 tenths`",
            )
        if max(abs(bound) for bound in bounds) * step > types.MOST:
            span = low.span.to(high.span)
            self.findings.add("QD357", "this cannot be counted in 64 bits", span, hint="narrow the range")
            return types.Number(Fraction(0), Fraction(1), step, unit_name)
        return types.Number(min(bounds), max(bounds), step, unit_name)

    def named_type(self, word: nodes.Word) -> types.Type:
        name = word.text
        simple: dict[str, types.Type] = {
            "boolean": types.TRUTH,
            "number": NUMBER,
            "hex": types.Hex(),
            "point": types.Point(),
            "dice": types.DiceType(-999, 999),
            **{step: types.Number(-100_000, 100_000, count) for step, count in types.STEPS.items()},
        }
        if name in simple:
            return simple[name]
        if name in self.declared.units:
            unit = self.declared.units[name]
            return types.Number(unit.low, unit.high, unit.step, name)
        if name in self.declared.enums:
            return types.Member(name)
        if name in self.declared.kinds or name in BUILT_IN_KINDS:
            return types.Thing(name)
        self.unknown(
            word,
            name,
            [*simple, *self.declared.units, *self.declared.enums, *self.declared.kinds, *BUILT_IN_KINDS],
            "kind, enum or unit",
        )
        return types.UNKNOWN

    def unknown(self, node: nodes.Node, name: str, known: object, what: str) -> None:
        close = get_close_matches(name, [str(k) for k in known], 1)  # type: ignore[attr-defined]
        self.findings.add(
            "QD310", f"no {what} is called `{name}`", node.span, hint=f"did you mean `{close[0]}`?" if close else ""
        )

    def good_name(self, name: str, span: Span) -> None:
        if name in reserved_words():
            self.findings.add(
                "QD305",
                f"`{name}` is a word of the language and cannot be a name",
                span,
                hint=f"call it `the_{name}` or find another word",
            )
        elif not name.isidentifier():
            self.findings.add(
                "QD306", f"`{name}` cannot be a name", span, hint="letters, digits and `_`, beginning with a letter"
            )

    # --- rules

    def rules(self, parsed: Parsed) -> None:
        """Declare the rules of a file."""
        name = parsed.header.name.text if parsed.header else parsed.file.path.rsplit("/", 1)[-1].removesuffix(".rules")
        title = (
            parsed.header.title.text if parsed.header and parsed.header.title else name.replace("_", " ").capitalize()
        )
        self.declared.lost.update(parsed.lost)
        header_notes = parsed.header.notes if parsed.header else ()
        module = self.declared.modules.get(name)
        units = tuple(parsed.units)
        if module and not self.layer:
            self.findings.add(
                "QD301",
                f"two files are called `{name}`",
                parsed.header.span if parsed.header else Span(parsed.file, 0, 0),
            )
        if not module:
            self.declared.modules[name] = Module(name, title, parsed.header, parsed.file.path, units)
        for unit in units:
            match unit:
                case nodes.Define() | nodes.Procedure() | nodes.Effect() | nodes.Advice():
                    self.rule(unit, name, header_notes)
                case nodes.Option():
                    self.option(unit, name, header_notes)
                case nodes.Turn():
                    if self.declared.turn:
                        self.findings.add(
                            "QD301",
                            "a ruleset has one turn",
                            unit.span,
                            labels=[Label(self.declared.turn.span, "declared first here")],
                        )
                    self.declared.turn, self.declared.turn_module = unit, name
                case nodes.Amendment() if not self.layer:
                    self.findings.add(
                        "QD307",
                        "only a variant amends",
                        unit.span,
                        hint="change the rule itself, or put this into `variants/`",
                    )

    def rule(
        self,
        node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice,
        module: str,
        inherited: tuple[nodes.Note, ...],
    ) -> None:
        address = self.address(node, module)
        if address in self.declared.rules:
            self.findings.add(
                "QD301",
                f"`{address}` is declared twice",
                node.path[0].span,
                labels=[Label(self.declared.rules[address].node.path[0].span, "declared first here")],
            )
            return
        self.declared.rules[address] = self.made_rule(node, address, module, inherited)

    def address(self, node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice, module: str) -> str:
        of_a_choice = isinstance(node, nodes.Advice) and len(node.path) > 1  # its names were given where it is made
        for word in () if of_a_choice else node.path:
            self.good_name(word.text, word.span)
        path = ".".join(word.text for word in node.path)
        return path if len(node.path) > 1 else f"{module}.{path}"

    def made_rule(
        self,
        node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice,
        address: str,
        module: str,
        inherited: tuple[nodes.Note, ...],
    ) -> Rule:
        parameters = []
        for parameter in node.parameters:
            self.good_name(parameter.name.text, parameter.name.span)
            words = parameter.phrase.text if parameter.phrase else f"the {parameter.name.text.replace('_', ' ')}"
            parameters.append(Parameter(parameter.name.text, self.type_of(parameter.type), words, parameter.span))
        result = self.type_of(node.type) if isinstance(node, nodes.Define | nodes.Advice) and node.type else None
        cites, rulings, topic = self.notes((*node.notes,))
        inherited_cites, _, inherited_topic = self.notes(inherited)
        return Rule(
            address,
            module,
            SORTS[type(node)],
            tuple(parameters),
            result,
            node,
            cites or inherited_cites,
            rulings,
            topic or inherited_topic,
            self.layer,
        )

    def notes(self, given: tuple[nodes.Note, ...]) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
        """Give places cited, rulings and topic."""
        cites: list[str] = []
        rulings: list[str] = []
        topic = None
        for note in given:
            match note:
                case nodes.Cites(places=places):
                    cites.extend(place.text for place in places)
                case nodes.UnderRuling(names=names):
                    for name in names:
                        if name.text not in self.declared.rulings:
                            self.unknown(name, name.text, self.declared.rulings, "ruling")
                        rulings.append(name.text)
                case nodes.Topic(path=path):
                    topic = ".".join(part.text for part in path)
        return tuple(cites), tuple(rulings), topic

    def option(self, node: nodes.Option, module: str, inherited: tuple[nodes.Note, ...]) -> None:
        self.good_name(node.name.text, node.name.span)
        if node.name.text in self.declared.options:
            self.findings.add("QD301", f"option `{node.name.text}` is declared twice", node.name.span)
            return
        cites, rulings, _ = self.notes(node.notes)
        self.declared.options[node.name.text] = Option(
            node.name.text,
            self.type_of(node.type),
            node.value,
            node,
            module,
            cites or self.notes(inherited)[0],
            rulings,
        )

    # --- tables

    def table(self, document: YamlDocument) -> None:
        """Declare a table, its rows and its cells."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Table)
        name = shape.table
        self.good_name(name, places.value("table"))
        if name in self.declared.tables:
            self.findings.add("QD301", f"table `{name}` is declared twice", places.value("table"))
            return
        keys = tuple(
            Key(key, self.type_from(code, document, ("key", key)), places.key("key", key))
            for key, code in shape.key.items()
        )
        if not keys:
            hint = "write `key: {roll: 1..6}`: what a row is looked up by"
            self.findings.add("QD205", f"the table `{name}` has no key", places.value("key"), hint=hint)
            return
        columns = self.columns(shape, document, keys)
        given = tuple(
            Parameter(
                word,
                self.type_from(code, document, ("given", word)),
                f"the {word.replace('_', ' ')}",
                places.key("given", word),
            )
            for word, code in shape.given.items()
        )
        gives = self.type_from(shape.gives, document, ("gives",)) if shape.gives else None
        rows = []
        for label, cell in shape.rows.items():
            span = places.key("rows", label)
            bounds = self.row_bounds(label, keys[0].type, span)
            if bounds is None:
                continue
            cells = self.cells(name, label, cell, columns, document, gives is None)
            rows.append(Row(label, f"{name}.{label}", *bounds, cells, span, shape.row_sources.get(label, shape.source)))
        for label in shape.row_sources:
            if label not in shape.rows:
                self.unknown(nodes.Word(places.key("row_sources", label), label), label, shape.rows, "row")
        self.declared.tables[name] = Table(
            name, shape.title, keys, columns, given, gives, tuple(rows), document, self.layer
        )

    def columns(
        self, shape: shapes.Table, document: YamlDocument, keys: tuple[Key, ...]
    ) -> tuple[tuple[str, int, int], ...]:
        if len(keys) < 2:
            return ()
        if shape.columns and keys[1].name in shape.columns:
            found = []
            for index, label in enumerate(shape.columns[keys[1].name]):
                bounds = self.row_bounds(label, keys[1].type, document.places.value("columns", keys[1].name, index))
                if bounds:
                    found.append((label, *bounds))
            return tuple(found)
        if isinstance(keys[1].type, types.Member):
            return tuple((member, i, i) for i, member in enumerate(self.declared.enums[keys[1].type.enum].members))
        self.findings.add(
            "QD211", "the second key needs `columns:`", keys[1].span, hint=f"columns: {{{keys[1].name}: [1-3, 4-6]}}"
        )
        return ()

    def row_bounds(self, label: str, kind: types.Type, span: Span) -> tuple[int, int] | None:
        """Give the first and last key of a row: `3`, `2-3`, `..1`, `10+`, a member, or `otherwise`."""
        bounds = self.declared.number_of(kind)
        if bounds is None:
            return None
        try:
            if isinstance(kind, types.Member):
                place = self.declared.enums[kind.enum].members.index(label)
                return place, place
            if isinstance(kind, types.Truth):
                place = ["no", "yes"].index(label)
                return place, place
            if label.endswith("+"):
                return int(label[:-1]), bounds[1]
            if label.startswith(".."):
                return bounds[0], int(label[2:])
            if "-" in label[1:]:
                low, high = label[1:].split("-", 1)
                return int(label[0] + low), int(high)
            return int(label), int(label)
        except ValueError:
            hint = "write `3`, `2-3`, `..1` or `10+`"
            if isinstance(kind, types.Member):
                close = get_close_matches(label, self.declared.enums[kind.enum].members, 1)
                hint = (
                    f"did you mean `{close[0]}`?"
                    if close
                    else f"members are {', '.join(self.declared.enums[kind.enum].members)}"
                )
            self.findings.add("QD212", f"`{label}` is no {kind}", span, hint=hint)
            return None

    def cells(
        self,
        table: str,
        label: str,
        given: shapes.Cell | dict[str, shapes.Cell],
        columns: tuple[tuple[str, int, int], ...],
        document: YamlDocument,
        acting: bool,
    ) -> tuple[CellOf, ...]:
        path: Path = ("rows", label)
        if not columns:
            if isinstance(given, dict):
                self.findings.add("QD213", "this table has no columns", document.places.value(*path))
                return ()
            return (self.cell(f"{table}.{label}", given, document, path, acting),)
        found = []
        by_column: dict[str, tuple[shapes.Cell, Path]] = {}
        if isinstance(given, dict):
            by_column = {str(column): (value, (*path, column)) for column, value in given.items()}
        elif isinstance(given, list):
            by_column = {
                column[0]: (value, (*path, i)) for i, (column, value) in enumerate(zip(columns, given, strict=False))
            }
            if len(given) != len(columns):
                self.findings.add(
                    "QD214", f"the row has {len(given)} cells for {len(columns)} columns", document.places.value(*path)
                )
        elif given is not None and given not in ("-", "none"):
            self.findings.add("QD214", f"the row has one cell for {len(columns)} columns", document.places.value(*path))
        for column in by_column:
            if column not in [c[0] for c in columns]:
                self.unknown(
                    nodes.Word(document.places.key(*path, column), column), column, [c[0] for c in columns], "column"
                )
        for column, _, _ in columns:
            if column not in by_column:
                if isinstance(given, dict):
                    self.findings.add(
                        "QD214",
                        f"the row has no cell for `{column}`",
                        document.places.key(*path),
                        hint="write `-` where nothing happens",
                    )
                found.append(CellOf(f"{table}.{label}.{column}", None, (), document.places.key(*path)))
                continue
            value, at = by_column[column]
            found.append(self.cell(f"{table}.{label}.{column}", value, document, at, acting))
        return tuple(found)

    def cell(self, address: str, given: shapes.Cell, document: YamlDocument, path: Path, acting: bool) -> CellOf:
        span = document.places.value(*path)
        if given is None or given in ("-", "none"):
            return CellOf(address, None, (), span)
        if acting:
            items = [(given, path)] if isinstance(given, str) else [(item, (*path, i)) for i, item in enumerate(given)]
            statements = [
                statement
                for item, at in items
                if (statement := parse_cell(item, document.file, document.places.offsets(item, *at), self.findings))
            ]
            return CellOf(address, None, tuple(statements), span)
        if not isinstance(given, str):
            self.findings.add("QD215", "a cell of values holds one value", span)
            return CellOf(address, None, (), span)
        return CellOf(address, self.expression_from(given, document, path), (), span)


def with_parts(kind: Kind, fields: dict[str, Field]) -> Kind:
    """Give a kind with further fields."""
    return replace(kind, fields={**kind.fields, **fields})
