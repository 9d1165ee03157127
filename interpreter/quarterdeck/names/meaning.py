"""What a ruleset means, element by element, as a hash: equal for two that play alike, however they are worded.

In: a `Declared`. Out: a hash for each address, and one for the whole. Left out are prose, phrases, sources, comments,
spans, brackets that group nothing new, and the order of sets (requirements, fields, options, rows; modifiers as far as
their order brings nothing). What is compared is what is written, with names of rules, units and types resolved: two
rules that come to the same by other arithmetic differ. Things of rosters, scenarios and examples have hashes of their
own and are no part of the whole ruleset's; neither is advice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from hashlib import sha256

from quarterdeck.names import types
from quarterdeck.names.addresses import elements, path_of
from quarterdeck.names.declared import (
    Arc,
    CellOf,
    Constant,
    Declared,
    Enum,
    Field,
    Hook,
    Kind,
    Option,
    Plugin,
    Row,
    Rule,
    Table,
    Unit,
)
from quarterdeck.syntax import nodes
from quarterdeck.tables import shapes
from quarterdeck.tables.document import YamlDocument

VERSION = 1  # raise it when forms change, so that no old hash is taken for a new one
LENGTH = 32
NO_RULES = frozenset("advice ruling roster thing scenario example".split())
NAMED = (nodes.Roll, nodes.Check, nodes.RollOff, nodes.Choose, nodes.Step, nodes.Phase, nodes.Modifier, nodes.Require)
PROSE = frozenset("phrase notes docs reason title".split())


@dataclass(frozen=True)
class Part:
    """A named part inside the form of what it belongs to."""

    address: str
    name: str
    form: Form


Form = str | Part | tuple["Form", ...]


def meanings_of(declared: Declared) -> dict[str, str]:
    """Give the hash of meaning of every address."""
    return {address: hashed(form) for address, form in forms_of(declared).items()}


def meaning_of_ruleset(declared: Declared) -> str:
    """Give the hash of meaning of a ruleset with its variants.

    A saved game depends on it, besides settings and scenario.
    """
    sorts = {address: element.sort for address, element in elements(declared).items()}
    forms = forms_of(declared)
    inner = {part.address for form in forms.values() for part in parts_of(form)}
    return hashed(
        tuple(
            (address, forms[address])
            for address in sorted(forms)
            if address not in inner and sorts[address] not in NO_RULES
        )
    )


def hashed(form: Form) -> str:
    """Give the hash of a form."""
    text = json.dumps([VERSION, plain(form)], ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:LENGTH]


def plain(form: Form) -> object:
    """Give a form as lists and texts."""
    if isinstance(form, Part):
        return {form.name: plain(form.form)}
    return form if isinstance(form, str) else [plain(item) for item in form]


def parts_of(form: Form) -> Iterator[Part]:
    """Give the named parts at any depth of a form."""
    if isinstance(form, Part):
        yield form
        yield from parts_of(form.form)
    elif isinstance(form, tuple):
        for item in form:
            yield from parts_of(item)


def forms_of(declared: Declared, worded: bool = False) -> dict[str, Form]:
    """Give the form of every address; `worded` ones say also what is only prose."""
    forming = Forming(declared, worded)
    found: dict[str, list[Form]] = {}
    for address, element in elements(declared).items():
        if element.sort in OF_A_WHOLE:
            found[address] = [forming.element(element.thing)]
    for form in [form for forms in found.values() for form in forms]:
        for part in parts_of(form):
            if part.address:
                found.setdefault(part.address, []).append(part.form)
    return {address: forms[0] if len(forms) == 1 else tuple(forms) for address, forms in found.items()}


OF_A_WHOLE = frozenset(
    (
        "ruleset unit clock enum arc constant kind option define procedure effect advice table turn ruling roster "
        "scenario example plugin hook"
    ).split()
)


@dataclass
class Forming:
    """One run of making forms.

    `at` in its methods is the address to which named parts belong, `module` where names are looked for first.
    """

    declared: Declared
    worded: bool
    module: str = ""

    # --- entities

    def element(self, thing: object) -> Form:
        """Give the form of something that is no part of another."""
        self.module = thing.module if isinstance(thing, Rule | Option) else ""
        match thing:
            case Rule():
                return self.rule(thing)
            case Table():
                return self.table(thing)
            case Option(type=kind, value=value, node=node):
                return ("option", type_form(kind), self.node(value, ""), *self.prose(node))
            case nodes.Turn(phases=phases):
                self.module = self.declared.turn_module
                return ("turn", tuple(self.node(phase, "turn") for phase in phases), *self.prose(thing))
            case Kind():
                return self.kind(thing)
            case Enum(sort=sort, members=members, many=many, words=words):
                return ("enum", sort, members, many or "", *self.words(*words.values()))
            case Constant(type=kind, start=start, words=said):
                return ("constant", type_form(kind), self.node(start, ""), *self.words(said))
            case Arc(first=first, last=last, both_sides=both, words=said):
                return ("arc", str(first), str(last), str(both), *self.words(said))
            case Unit(low=low, high=high, one=one, step=step):
                return ("unit", str(low), str(high), *([str(step)] if step > 1 else []), *self.words(one))
            case Plugin(name=name, version=version, title=title, text=text):
                return ("plugin", name, version, title, text)
            case Hook(plugin=name, sort=sort, at=at, text=text, reads=reads, writes=writes):
                return ("hook", name, sort, at, text, tuple(sorted(reads)), tuple(sorted(writes)))
        return self.document(thing)

    def document(self, thing: object) -> Form:
        """Give the form of a document or a part of one."""
        match thing:
            case YamlDocument(shape=shapes.Roster() as roster):
                return self.roster(roster)
            case YamlDocument(shape=shape):
                return self.shape(shape)
            case shapes.RulesetHead(board=board, dice=dice):
                return (
                    "ruleset",
                    board.shape,
                    board.directions or "",
                    *(unit for unit in (board.lengths, board.angles) if unit),
                    tuple(sorted(dice)),
                    *self.words(data_form(thing)),
                )
            case shapes.Ruling():
                return ("ruling", *self.words(data_form(thing)))
            case shapes.Shape():
                return self.shape(thing)
        return data_form(thing)

    def words(self, *given: Form | None) -> tuple[Form, ...]:
        """Give words, where they count."""
        return ("words", *(word or "" for word in given)) if self.worded else ()

    def prose(self, node: nodes.Node) -> tuple[Form, ...]:
        """Give what a node says in prose, where that counts."""
        if not self.worded:
            return ()
        return tuple(self.value(getattr(node, f.name), "") for f in fields(node) if f.name in PROSE)

    def rule(self, rule: Rule) -> Form:
        parameters = tuple((p.name, type_form(p.type), *self.words(p.words)) for p in rule.parameters)
        result = type_form(rule.result) if rule.result else ""
        return (rule.sort, parameters, result, self.body(rule), *self.prose(rule.node))

    def body(self, rule: Rule) -> Form:
        """Give what stands in a rule, without its head."""
        node, at = rule.node, rule.site_address
        if isinstance(node, nodes.Advice) and node.among is not None:
            return (self.node(node.among, at), self.node(node.cases, at))
        if isinstance(node, nodes.Define | nodes.Advice):
            return self.node(node.cases, at)
        return self.node(node.body, at) if node.body else ""

    def table(self, table: Table) -> Form:
        keys = tuple((key.name, type_form(key.type)) for key in table.keys)
        given = tuple((p.name, type_form(p.type)) for p in table.given)
        rows = tuple(self.row(table, row) for row in sorted(table.rows, key=lambda row: (row.low, row.high)))
        gives = type_form(table.gives) if table.gives else ""
        head = table.shape
        words = self.words(
            table.title, head.topic, data_form(head.source), data_form(head.words), head.note, tuple(head.rulings)
        )
        return (
            "table",
            keys,
            tuple((str(low), str(high)) for _, low, high in table.columns),
            given,
            gives,
            rows,
            *words,
        )

    def row(self, table: Table, row: Row) -> Form:
        cells: list[Form] = []
        for index, cell in enumerate(row.cells):
            form = self.cell(cell)
            cells.append(Part(cell.address, table.columns[index][0], form) if table.columns else form)
        return Part(
            row.address, row.label, (str(row.low), str(row.high), tuple(cells), *self.words(data_form(row.source)))
        )

    def cell(self, cell: CellOf) -> Form:
        return (self.node(cell.value, cell.address), self.value(cell.statements, cell.address))

    def kind(self, kind: Kind) -> Form:
        known = tuple(
            Part(f.address, f.name, self.field(f)) for f in sorted(kind.fields.values(), key=lambda f: f.name)
        )
        return (
            "kind",
            str(kind.capacity),
            kind.owner or "",
            kind.part_of or "",
            kind.many,
            known,
            *self.words(kind.one),
        )

    def field(self, known: Field) -> Form:
        changed_by = (
            "all" if known.changed_by is None else tuple(sorted(self.rule_address(name) for name in known.changed_by))
        )
        marks = (str(known.mark), str(known.fixed), known.seen_by, changed_by)
        return (
            "field",
            type_form(known.type),
            self.node(known.start, ""),
            *marks,
            *self.words(known.words, data_form(known.source)),
        )

    def roster(self, roster: shapes.Roster) -> Form:
        given = roster.model_dump(exclude={"things", "title", "source", "note"} if not self.worded else {"things"})
        things = tuple(
            Part(f"rosters.{roster.roster}.{name}", name, data_form(values))
            for name, values in sorted(roster.things.items())
        )
        return ("roster", data_form(given), things)

    def shape(self, shape: shapes.Shape) -> Form:
        return data_form(shape.model_dump(exclude=set() if self.worded else {"title", "note", "source"}))

    # --- nodes

    def value(self, value: object, at: str) -> Form:
        """Give the form of a node's field."""
        if isinstance(value, tuple):
            if any(isinstance(item, nodes.Require) for item in value):
                return tuple(self.run_of_requirements(value, at))
            return tuple(self.value(item, at) for item in value)
        return self.node(value, at) if isinstance(value, nodes.Node | None) else str(value)

    def run_of_requirements(self, statements: tuple[nodes.Node, ...], at: str) -> Iterator[Form]:
        """Give statements, with requirements that follow each other in the order of their names."""
        waiting: list[nodes.Require] = []
        for statement in (*statements, None):
            if isinstance(statement, nodes.Require):
                waiting.append(statement)
                continue
            yield from (
                self.node(required, at) for required in sorted(waiting, key=lambda required: required.name.text)
            )
            waiting = []
            if statement is not None:
                yield self.node(statement, at)

    def node(self, node: nodes.Node | None, at: str) -> Form:
        """Give the form of a node; what has a name of its own is a `Part`."""
        match node:
            case None:
                return ""
            case nodes.Word(text=text):
                return text
            case nodes.Grouped(inner=inner):
                return self.node(inner, at)
            case nodes.GuardedUnless(statement=statement, condition=condition):
                return ("Guarded", self.node(statement, at), ("Negation", self.node(condition, at)))
            case nodes.Number(word=word):
                return ("Number", str(Fraction(word.text)))
            case nodes.RangeType(low=low, high=high, names=names, step=step):
                said = [word.text for word in (*names, step) if word is not None]
                return ("RangeType", low.text, high.text, *(said or [""]))
            case nodes.Dice(word=word):
                return ("Dice", word.text.removeprefix("1") if word.text.startswith("1d") else word.text)
            case nodes.Call():
                return self.call(node, at)
            case nodes.Create(kind=kind, pool=pool, settings=settings):
                known = next((k.name for k in self.declared.kinds.values() if kind.text in (k.name, k.one)), kind.text)
                return ("Create", known, self.node(pool, at), in_any_order(self.node(s, at) for s in settings))
            case nodes.Announce(text=text):
                return ("Announce", text.text if self.worded else tuple(told(text.text)))
            case _:
                return self.with_parts(node, at)

    def with_parts(self, node: nodes.Node, at: str) -> Form:
        """Give the form of what may have a name."""
        match node:
            case _ if isinstance(node, NAMED):
                inner = f"{at}.{node.name.text}"
                return Part(inner, node.name.text, self.plainly(node, inner))
            case nodes.Case(label=label, value=value, condition=condition):
                # A label is a handle for amendments; without it the case is the same.
                form = (self.node(value, at), self.node(condition, at), *self.words(label.text if label else ""))
                return Part(f"{at}.{label.text}" if label else "", "case", form)
        return self.plainly(node, at)

    def plainly(self, node: nodes.Node, at: str) -> Form:
        """Give a node's class and fields."""
        found: list[Form] = [type(node).__name__]
        for part in fields(node)[1:]:
            value = getattr(node, part.name)
            if (part.name in PROSE and not self.worded) or (part.name == "name" and isinstance(node, NAMED)):
                continue
            if part.name == "modifiers":
                found.append(tuple(self.modifiers(value, at)))
            elif part.name in ("options", "requirements", "naturals", "notes"):
                found.append(in_any_order(self.node(item, at) for item in value))
            else:
                found.append(self.value(value, at))
        return tuple(found)

    def modifiers(self, given: tuple[nodes.Modifier, ...], at: str) -> Iterator[Form]:
        """Give modifiers; those that add and take away may stand in any order, up to one that does more than that."""
        waiting: list[Form] = []
        for modifier in given:
            form = self.node(modifier, at)
            if isinstance(modifier.change, nodes.Raised | nodes.Lowered):
                waiting.append(form)
            else:
                yield from (*in_any_order(waiting), form)
                waiting = []
        yield from in_any_order(waiting)

    def call(self, node: nodes.Call, at: str) -> Form:
        """Give the form of a call: the rule's whole address, its arguments in the order of its inputs.

        An original with all it says.
        """
        path = path_of(node.callee)
        rule = self.declared.rule_named(path, self.module) if path else None
        if rule is None:
            return ("Call", self.node(node.callee, at), tuple(self.node(argument, at) for argument in node.arguments))
        if rule.speaks_as:
            return ("Original", self.body(rule))
        names = [parameter.name for parameter in rule.parameters]
        given = []
        for index, argument in enumerate(node.arguments):
            if isinstance(argument, nodes.NamedArgument):
                given.append((argument.name.text, self.node(argument.value, at)))
            else:
                given.append((names[index] if index < len(names) else "", self.node(argument, at)))
        given.sort(key=lambda pair: names.index(pair[0]) if pair[0] in names else len(names))
        return ("Call", rule.address, tuple(given))

    def rule_address(self, name: str) -> str:
        rule = self.declared.rule_named(name)
        return rule.address if rule else name


def in_any_order(forms: Iterable[Form]) -> tuple[Form, ...]:
    """Give forms in an order that does not depend on how they are written."""
    return tuple(sorted(forms, key=lambda form: json.dumps(plain(form))))


def type_form(kind: types.Type) -> Form:
    """Give the form of a type."""
    match kind:
        case types.Number(low=low, high=high, step=step, unit=unit):
            return ("number", str(Fraction(low)), str(Fraction(high)), str(step), unit or "")
        case types.Ratio(low=low, high=high, unit=unit):
            return ("ratio", str(Fraction(low)), str(Fraction(high)), unit or "")
        case types.Listing(item=item, capacity=capacity):
            return ("list", type_form(item), str(capacity))
        case types.DiceType(low=low, high=high):
            return ("dice", str(low), str(high))
    return (type(kind).__name__.lower(), str(kind))


def data_form(value: object) -> Form:
    """Give the form of plain data; keys of mappings are a set."""
    if isinstance(value, shapes.Shape):
        return data_form(value.model_dump())
    if isinstance(value, dict):
        return tuple((str(key), data_form(value[key])) for key in sorted(value, key=str))
    if isinstance(value, list | tuple):
        return tuple(data_form(item) for item in value)
    return "" if value is None else str(value)


def told(text: str) -> Iterator[str]:
    """Give the expressions in a sentence's braces: what is told, whatever the words."""
    for piece in text.split("{")[1:]:
        yield piece.partition("}")[0].replace(" ", "")
