"""Declare: give every name of a ruleset its address and its type, from parsed files and documents.

In: the YAML documents and rules files of one layer (a ruleset, or a variant on top of one). Out: a `Declared` and
findings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.geometry.grids import SECTORS
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import EnumSort, RuleSort, SeenBy
from quarterdeck.language.declarations.declaring_areas import check_areas, has_map, join_areas
from quarterdeck.language.declarations.declaring_condition_tables import DeclaringConditionTables
from quarterdeck.language.declarations.declaring_tables import DeclaringTables
from quarterdeck.language.declarations.replacements import refuse_replacing, refuse_twice, report_twice
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    Clock,
    Constant,
    Declared,
    Enum,
    Field,
    Kind,
    Module,
    Option,
    Parameter,
    Roster,
    Rule,
    Scenario,
    Unit,
)
from quarterdeck.language.declarations.written_types import (
    BUILT_IN_KINDS,
    DocumentText,
    given_type,
    report_unknown,
    written_type,
)
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import Path, Places, YamlDocument
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_cell
from quarterdeck.language.syntax.rules_file import Parsed

SORTS: Mapping[type[nodes.Node], RuleSort] = {
    nodes.Define: "define", nodes.Procedure: "procedure", nodes.Effect: "effect", nodes.Advice: "advice",
}  # fmt: skip


def with_more(enum: Enum, words: dict[str, str], many: str | None) -> Enum:
    """Give an enum with further members behind those that it has."""
    new = {member: word for member, word in words.items() if member not in enum.members}
    links = (*enum.links, *(() for _ in new)) if enum.links else ()
    return replace(enum, members=(*enum.members, *new), words=enum.words | new, many=many, links=links)


def seen_by(text: str, field: str, span: Span, findings: Findings) -> SeenBy:
    """Read who sees a field; report what says nothing."""
    found = SeenBy.parsed(text)
    if found is None:
        hint = "write all, owner, nobody, `owner when` or `nobody when` with an option"
        findings.add("QD442", f"`{field}` cannot be seen by `{text}`", span, hint=hint, rule=field)
    return found or SeenBy("all")


@dataclass
class Declaring:
    """One run of declaring a layer."""

    declared: Declared
    findings: Findings
    layer: str = ""
    again: list[Span] = field(default_factory=list)

    @property
    def text(self) -> DocumentText:
        """Give who reads pieces of rules text."""
        return DocumentText(self.declared, self.findings)

    def run(self, documents: list[YamlDocument], files: list[Parsed]) -> Declared:
        """Declare all documents and files of the layer."""
        self.declared.documents.extend(documents)
        if not self.layer:
            refuse_replacing(documents, self.findings)
        self.again = refuse_twice(documents, self.findings)
        shapes_of = {
            sort: [d for d in documents if d.sort == sort]
            for sort in ("components", "table", "table_by_condition", "rulings", "roster", "scenario")
        }
        for document in shapes_of["components"]:
            self.components_words(document)
        check_areas(self.declared, self.findings)
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
        tables = DeclaringTables(self.declared, self.findings, self.layer)
        for document in shapes_of["table"]:
            tables.table(document)
        by_condition = DeclaringConditionTables(self.declared, self.findings, self.layer)
        for document in shapes_of["table_by_condition"]:
            by_condition.table(document)
        for document in shapes_of["roster"]:
            self.roster(document)
        for document in shapes_of["scenario"]:
            self.scenario(document)
        return self.declared

    def scenario(self, document: YamlDocument) -> None:
        """Declare a scenario, and parse what is done before its first turn."""
        shape = document.shape
        assert isinstance(shape, shapes.Scenario)
        alike = {name.replace("-", "_").lower(): one for name, one in self.declared.scenarios.items()}
        if known := alike.get(shape.scenario.replace("-", "_").lower()):
            place, first = (one.places.value("scenario") for one in (document, known.document))
            report_twice(self.findings, self.layer, f"scenario `{shape.scenario}`", place, first)
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
        if known := self.declared.rosters.get(shape.roster):
            place, first = (one.places.value("roster") for one in (document, known.document))
            report_twice(self.findings, self.layer, f"roster `{shape.roster}`", place, first)
            return
        if shape.kind not in self.declared.kinds:
            place = document.places.value("kind")
            report_unknown(self.findings, shape.kind, place, self.declared.kinds, "kind")
            return
        derive = {
            name: self.text.expression_from(code, document, ("derive", name)) for name, code in shape.derive.items()
        }
        lists = {
            name: tuple(
                {
                    key: node
                    for key, code in part.items()
                    if key != "name"
                    and (node := self.text.expression_from(code, document, ("part_lists", name, i, key)))
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
            None if shape.where is None else self.text.expression_from(shape.where, document, ("where",)),
        )

    # --- components

    def components_words(self, document: YamlDocument) -> None:
        """Declare units, enums, arcs and clocks."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Components)
        for name, unit in shape.units.items():
            bounds = self.bounds(unit.range, document, ("units", name, "range"))
            steps = steps_of(self.findings, name, unit, document)
            if max(map(abs, bounds)) * steps > types.MOST:
                place = places.key("units", name)
                hint = "narrow the range, or take wider steps"
                self.findings.add("QD357", f"{name} does not fit in 64 bits", place, hint=hint)
            self.text.good_name(name, places.key("units", name), "type")
            self.declared.units[name] = Unit(name, unit.one, *bounds, steps, tuple(unit.formerly))
        for name, given in shape.enums.items():
            self.enum(name, shapes.Enum(members=given) if isinstance(given, list) else given, document)
        for name, arc in shape.arcs.items():
            for edge, degrees in (("first", arc.first), ("last", arc.last)):
                sector = SECTORS.get(self.declared.head.board.shape, 1)
                if low := degrees % sector:
                    spaces = "hexes" if self.declared.head.board.shape == "hex" else "squares"
                    message = f"an arc on {spaces} ends at a multiple of {sector} degrees, and this is {degrees}"
                    hint = f"write {degrees - low} or {degrees - low + sector}"
                    self.findings.add("QD217", message, places.value("arcs", name, edge), hint=hint)
            place, words_of_arc = places.key("arcs", name), arc.words or name.replace("_", " ")
            self.text.good_name(name, place)
            self.declared.arcs[name] = Arc(name, arc.first, arc.last, arc.both_sides, words_of_arc, place)
        for name, code in shape.clocks.items():
            declare_clock(self.declared, self.findings, name, code, places)

    def enum(self, name: str, given: shapes.Enum, document: YamlDocument) -> None:
        """Declare an enum; what a variant adds to one follows the members that it has below."""
        span = document.places.key("enums", name)
        if span in self.again:
            return
        self.text.good_name(name, span, "type")
        self.word_for_all(given.many, document.places.value("enums", name, "many"))
        every: dict[EnumSort, Any] = {"plain": given.members, "circle": given.circle, "ladder": given.ladder}
        sorts = [(sort, members) for sort, members in every.items() if members]
        sorts = sorts or [("plain", [])] * (given.adds and has_map(given))  # connections alone
        if len(sorts) != 1:
            self.findings.add("QD208", f"`{name}` needs one of members, circle or ladder", span)
            return
        sort, members = sorts[0]
        if bool(given.more) != bool(given.less) or (given.more and sort != "ladder"):
            hint = "a ladder has both or neither: `more: deeper, less: shallower`"
            self.findings.add("QD208", f"`more` and `less` of `{name}` are not those of a ladder", span, hint=hint)
        for member in members:
            self.text.good_name(member, document.places.value("enums", name))
        words = members if isinstance(members, dict) else {member: member.replace("_", " ") for member in members}
        below = self.declared.enums.get(name)
        if not given.adds:
            self.declared.enums[name] = Enum(
                name, sort, tuple(members), words, given.many, span, given.more or "", given.less or ""
            )
        elif below is not None:
            if below.sort != sort:
                hint = f"write `{'members' if below.sort == 'plain' else below.sort}:`, as below"
                self.findings.add("QD208", f"`{name}` is not {sort} below", span, hint=hint)
            self.declared.enums[name] = with_more(below, words, given.many or below.many)
        join_areas(self.declared, name, given, document, self.findings)

    def word_for_all(self, many: str | None, span: Span) -> None:
        """Report a word for all things or members that rules could not use; other words are for books alone."""
        if many and many.isidentifier():
            self.text.good_name(many, span)

    def bounds(self, text: str, document: YamlDocument, path: Path) -> tuple[int, int]:
        kind = self.text.type_from(text, document, path)
        return (int(kind.low), int(kind.high)) if isinstance(kind, types.Number) else (0, 0)

    def kind_names(self, document: YamlDocument) -> None:
        """Declare the kinds themselves, so that fields may speak of any of them."""
        shape = document.shape
        assert isinstance(shape, shapes.Components)
        for name, kind in shape.kinds.items():
            if self.meant(name, kind) in self.declared.kinds:
                if name not in self.declared.kinds:
                    place = document.places.key("kinds", name)
                    report_unknown_kind(self.findings, name, self.declared.kinds, place)
                elif name == "Side" and kind.capacity > (known := self.declared.kinds[name]).capacity:
                    self.declared.kinds[name] = replace(known, capacity=kind.capacity)
                continue
            self.text.good_name(name, document.places.key("kinds", name), "type")
            if name not in BUILT_IN_KINDS:
                self.word_for_all(kind.many, document.places.value("kinds", name, "many"))
            one, many = BUILT_IN_KINDS.get(name, (kind.one or name.lower(), kind.many or f"{name.lower()}s"))
            capacity = {"Game": 1, "Side": max(2, kind.capacity)}.get(name, kind.capacity)
            self.declared.kinds[name] = Kind(
                name,
                one,
                many,
                capacity,
                kind.owner,
                kind.part_of,
                {},
                document.places.key("kinds", name),
                kind.apart or "",
            )

    def meant(self, name: str, kind: shapes.Kind) -> str:
        """Give the kind that a variant adds fields to: what says nothing but fields, and is nearly called as one."""
        if name in self.declared.kinds or not self.layer or {*kind.specified} - {"fields"}:
            return name
        below = [known.name for known in self.declared.kinds.values() if known.fields]
        return (get_close_matches(name, below, 1, 0.75) or [name])[0]

    def kinds(self, document: YamlDocument) -> None:
        """Declare fields and constants."""
        shape, places = document.shape, document.places
        assert isinstance(shape, shapes.Components)
        for name, kind in shape.kinds.items():
            known = self.declared.kinds[self.meant(name, kind)]
            for field_name, given in kind.fields.items():
                path: Path = ("kinds", name, "fields", field_name)
                spelled = shapes.FieldShape(type=given) if isinstance(given, str) else given
                type_path = path if isinstance(given, str) else (*path, "type")
                self.text.good_name(field_name, places.key(*path), "game" if known.name == "Game" else "")
                if field_name in known.fields:
                    first = known.fields[field_name].span
                    report_twice(self.findings, self.layer, f"`{known.name}.{field_name}`", places.key(*path), first)
                    continue
                kind_of = self.several(
                    self.text.type_from(spelled.type, document, type_path, True), spelled, document, path
                )
                start = self.text.expression_from(spelled.start, document, (*path, "start"))
                known.fields[field_name] = Field(
                    known.name,
                    field_name,
                    kind_of,
                    spelled.words or field_name.replace("_", " "),
                    start,
                    spelled.mark or isinstance(kind_of, types.Deck),
                    spelled.fixed,
                    seen_by(spelled.seen_by, f"{known.name}.{field_name}", places.key(*path), self.findings),
                    tuple(spelled.changed_by) if spelled.changed_by is not None else None,
                    places.key(*path),
                    spelled.source,
                    tuple(spelled.holds.items()) if isinstance(kind_of, types.Deck) else (),
                    spelled.apart or "",
                )
        for name, constant in shape.constants.items():
            self.text.good_name(name, places.key("constants", name), "game")
            self.declared.constants[name] = Constant(
                name,
                self.text.type_from(constant.type, document, ("constants", name, "type")),
                constant.words or name.replace("_", " "),
                self.text.expression_from(constant.start, document, ("constants", name, "start")),
                places.key("constants", name),
            )

    def several(self, kind: types.Type, spelled: shapes.FieldShape, document: YamlDocument, path: Path) -> types.Type:
        """Give the type of a field, that of a list or deck with what it says of how much there is in it."""
        places = document.places
        match kind:
            case types.ListType(item=item):
                if not spelled.capacity:
                    message = "a list needs a `capacity:`"
                    self.findings.add("QD210", message, places.key(*path), hint="add `capacity:`")
                return kept_list(item, spelled.capacity or 1, places.value(*path), self.findings)
            case types.Deck(enum=enum):
                if not spelled.capacity and not spelled.holds:
                    message = "a deck needs `holds:`, its content at the start, or a `capacity:`"
                    hint = "add `holds: {...}`, or `capacity:`"
                    self.findings.add("QD210", message, places.key(*path), hint=hint)
                members = self.declared.enums[enum].members
                for name in spelled.holds:
                    if name not in members:
                        report_unknown(
                            self.findings, name, places.key(*path, "holds", name), members, f"member of {enum}"
                        )
                total = sum(spelled.holds.values())
                for name, count in spelled.holds.items():
                    if spelled.capacity and count > spelled.capacity:
                        message = f"the deck holds {count} of {name}, and its capacity is {spelled.capacity}"
                        self.findings.add("QD221", message, places.key(*path, "holds", name), hint="raise `capacity:`")
                if spelled.start is not None:
                    hint = "write `holds: {...}`"
                    message = "a deck has no `start:`; its content is `holds:`"
                    self.findings.add("QD221", message, places.key(*path, "start"), hint=hint)
                return types.Deck(enum, spelled.capacity or max(1, total), spelled.peek, len(members))
        for key in ("holds", "peek"):
            if getattr(spelled, key):
                self.findings.add("QD221", f"only a deck has `{key}`", places.key(*path, key))
        return kind

    # --- rules

    def rules(self, parsed: Parsed) -> None:
        """Declare the rules of a file."""
        name = parsed.header.name.text if parsed.header else parsed.file.path.rsplit("/", 1)[-1].removesuffix(".rules")
        title = (
            parsed.header.title.text if parsed.header and parsed.header.title else name.replace("_", " ").capitalize()
        )
        self.declared.lost.update(parsed.lost)
        self.declared.partial.extend(parsed.partial)
        header_notes = parsed.header.notes if parsed.header else ()
        module = self.declared.modules.get(name)
        units = tuple(parsed.units)
        if module and not self.layer:
            self.findings.add(
                "QD301",
                f"two files are called `{name}`",
                parsed.header.span if parsed.header else Span(parsed.file, 0, 0),
                labels=[Label(module.header.span, "first used here")] if module.header else [],
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
                        labels = [Label(self.declared.turn.span, "declared first here")]
                        self.findings.add("QD301", "a ruleset has one turn", unit.span, labels=labels)
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
            first = self.declared.rules[address].node.path[0].span
            report_twice(self.findings, "", f"`{address}`", node.path[0].span, first)
            return
        if isinstance(node, nodes.Define) and not node.parameters:
            self.text.is_free(node.path[-1].text, node.path[-1].span)
        self.declared.rules[address] = self.made_rule(node, address, module, inherited)

    def address(self, node: nodes.Define | nodes.Procedure | nodes.Effect | nodes.Advice, module: str) -> str:
        of_a_choice = isinstance(node, nodes.Advice) and len(node.path) > 1  # its names were given where it is made
        for word in () if of_a_choice else node.path:
            self.text.good_name(word.text, word.span, "rule" if word is node.path[-1] else "")
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
            self.text.good_name(parameter.name.text, parameter.name.span)
            words = parameter.phrase.text if parameter.phrase else f"the {parameter.name.text.replace('_', ' ')}"
            parameters.append(
                Parameter(
                    parameter.name.text, given_type(self.declared, self.findings, parameter.type), words, parameter.span
                )
            )
        result = (
            given_type(self.declared, self.findings, node.type)
            if not isinstance(node, nodes.Effect) and node.type
            else None
        )
        cites, rulings, topic = notes_of(node.notes, self.declared, self.findings)
        inherited_cites, _, inherited_topic = notes_of(inherited, self.declared, self.findings)
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

    def option(self, node: nodes.Option, module: str, inherited: tuple[nodes.Note, ...]) -> None:
        name, span = node.name.text, node.name.span
        self.text.good_name(name, span)
        if known := self.declared.options.get(name):
            report_twice(self.findings, "", f"option `{name}`", span, known.node.name.span)
        elif self.text.is_free(name, span):
            kind = written_type(self.declared, self.findings, node.type)
            cites, rulings, _ = notes_of(node.notes, self.declared, self.findings)
            cites = cites or notes_of(inherited, self.declared, self.findings)[0]
            self.declared.options[name] = Option(name, kind, node.value, node, module, cites, rulings)


def notes_of(
    given: tuple[nodes.Note, ...], declared: Declared, findings: Findings
) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
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
                    if name.text not in declared.rulings:
                        report_unknown(findings, name.text, name.span, declared.rulings, "ruling")
                    rulings.append(name.text)
            case nodes.Topic(path=path):
                topic = ".".join(part.text for part in path)
    return tuple(cites), tuple(rulings), topic


def declare_clock(declared: Declared, findings: Findings, name: str, code: str, places: Places) -> None:
    """Declare a clock by its turns, or by one that was declared above; report what is not a clock."""
    words, at = code.split(), places.key("clocks", name)
    if words == ["turn"]:
        declared.clocks[name] = Clock(name, 1, at)
    elif len(words) == 2 and words[0].isdecimal() and (words[1] == "turn" or words[1] in declared.clocks):
        declared.clocks[name] = Clock(name, int(words[0]) * declared.ticks_of(words[1]), at)
    else:
        hint = "write `turn`, or a number and a clock declared above: `10 turn`"
        findings.add("QD209", f"`{code}` is not a clock", places.value("clocks", name), hint=hint)


def steps_of(findings: Findings, name: str, unit: shapes.Unit, document: YamlDocument) -> int:
    """Give in how many parts the steps of a unit cut one; report what is no step."""
    steps = types.step_named(unit.step) if unit.step else types.WHOLE
    if steps is None:
        hint = f"write one of {', '.join(types.STEPS)}, or a power of ten such as 0.0001"
        span = document.places.value("units", name, "step")
        findings.add("QD304", f"`{unit.step}` is not a step of numbers", span, hint=hint)
    return steps or types.WHOLE


def report_unknown_kind(findings: Findings, name: str, known: Collection[str], place: Span) -> None:
    """Report a kind that is another, wrongly spelt."""
    close = get_close_matches(name, known, 1)
    hint = f"did you mean `{close[0]}`? A new kind needs `one:`, its name in words"
    findings.add("QD310", f"there is no kind `{name}`", place, hint=hint)


def kept_list(item: types.Type, capacity: int, span: Span, findings: Findings) -> types.Type:
    """Give the type of a list in a field; report one of lists or decks, which nothing could fill."""
    if isinstance(item, types.ListType | types.Deck):
        hint = "use parts: things of a kind with such a field"
        findings.add("QD381", f"a list in a field cannot hold {item}", span, hint=hint)
        return types.UNKNOWN
    return types.ListType(item, capacity)
