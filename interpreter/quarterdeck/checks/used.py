"""Check that everything declared is used.

In: a `Checked` ruleset without faults of syntax or names. Out: findings. Used is what the turn, advice, the setup of a
scenario, a worked example or the derivation of a roster leads to; without a turn every procedure counts as used. A
field of a thing in a roster or scenario is there for the reader, unless rules change it and none reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quarterdeck.checks import meanings as means
from quarterdeck.checks.calls import TURN, Calls, calls_of
from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings
from quarterdeck.names import types
from quarterdeck.names.declared import Declared, Field
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.tables import shapes


def check_used(checked: Checked, findings: Findings) -> None:
    """Find definitions, tables, fields and words that nothing leads to."""
    UseCheck(checked, findings, calls_of(checked), rules_in_examples(checked.declared)).run()


@dataclass
class UseCheck:
    """One look for what is unused; `tried` are the rules that worked examples are about."""

    checked: Checked
    findings: Findings
    calls: Calls
    tried: set[str]

    @property
    def declared(self) -> Declared:
        return self.checked.declared

    def run(self) -> None:
        """Report all that is unused."""
        self.elements()
        self.fields()
        self.words()

    def unused(self, what: str, why: str, span: Span, rule: str) -> None:
        self.findings.add("QD421", f"{what} is unused: {why}", span, hint="use it, or take it away", rule=rule)

    def elements(self) -> None:
        """Report rules and tables that nothing leads to."""
        reached = self.calls.to_reach(list(self.roots()))
        for address, rule in self.declared.rules.items():
            if address not in reached:
                self.unused(f"`{rule.name}`", "nothing leads to it", rule.node.path[-1].span, address)
        for name, table in self.declared.tables.items():
            if name not in reached:
                self.unused(f"the table `{name}`", "no rule looks into it", table.document.places.value("table"), name)

    def roots(self) -> Iterator[str]:
        """Give the elements that are used from outside the rules."""
        if self.declared.turn:
            yield TURN
        for address, rule in self.declared.rules.items():
            begins = (rule.sort == "advice" and len(rule.node.path) > 1) or (
                rule.sort == "procedure" and not self.declared.turn
            )
            if begins or self.tried & {address, rule.name}:
                yield address
        yield from (home.address for home in self.calls.homes if home.sort in ("setup", "roster"))
        for document in self.declared.of_sort("components"):
            assert isinstance(document.shape, shapes.Components)
            lines = [line for listed in document.shape.logs.values() for line in listed]
            boxed = (self.declared.rule_named(line.boxes) for line in lines if line.boxes)
            yield from (rule.address for rule in boxed if rule is not None)
        starts = [known.start for kind in self.declared.kinds.values() for known in kind.fields.values()]
        starts += [constant.start for constant in self.declared.constants.values()]
        for start in (*starts, *(option.value for option in self.declared.options.values())):
            for part in start.walk() if start is not None else ():
                meaning = self.checked.meanings.get(part)
                if isinstance(meaning, means.RuleCall):
                    yield meaning.rule.address

    def fields(self) -> None:
        """Report fields that no rule reads; what a roster fills in and no rule changes is there for the reader."""
        targets = set(self.targets())
        speaking = [
            (node, meaning.field)
            for node, meaning in self.checked.meanings.items()
            if isinstance(meaning, means.FieldOf)
        ]
        read = {known.address for node, known in speaking if isinstance(node, nodes.Expression) and node not in targets}
        changed = {known.address for node, known in speaking if known.address not in read}
        given = names_given(self.declared)
        for kind in self.declared.kinds.values():
            for known in kind.fields.values():
                if known.address in read or self.of_the_frame(known):
                    continue
                if known.address in changed:
                    self.unused(f"`{known.address}`", "rules change it, and none reads it", known.span, known.address)
                elif known.name not in given:
                    self.unused(
                        f"`{known.address}`", "no rule reads it, and no roster fills it in", known.span, known.address
                    )

    def targets(self) -> Iterator[nodes.Node]:
        """Give the places that statements change."""
        for home in self.calls.homes:
            for node in (node for part in home.parts for node in part.walk()):
                match node:
                    case nodes.Set(target=target) | nodes.Append(target=target) | nodes.Start(timer=target):
                        yield target
                    case nodes.Add(target=target) | nodes.Take(target=target):
                        yield target

    def of_the_frame(self, known: Field) -> bool:
        """Tell whether a field says whose a thing is, or holds its parts."""
        kind = self.declared.kinds[known.kind]
        item = known.type.item if isinstance(known.type, types.ListType) else known.type
        part = isinstance(item, types.Thing) and self.declared.kinds[item.kind].part_of == kind.name
        return part or known.name == (kind.owner or "").split(".")[0]

    def words(self) -> None:
        """Report options, constants, enums, kinds, arcs, units and clocks that nothing speaks of."""
        named = set(self.named())
        declared = self.declared
        for option in declared.options.values():
            self.word(named, f"the option `{option.name}`", option.name, "no rule asks for it", option.node.name.span)
        for constant in declared.constants.values():
            self.word(named, f"the constant `{constant.name}`", constant.name, "no rule asks for it", constant.span)
        for enum in declared.enums.values():
            self.word(named, f"the enum `{enum.name}`", enum.name, "nothing is of it", enum.span)
        for arc in declared.arcs.values():
            self.word(named, f"the arc `{arc.name}`", arc.name, "no rule asks for it", arc.span)
        for kind in declared.kinds.values():
            if kind.name not in ("Side", "Game"):
                self.word(named, f"the kind `{kind.name}`", kind.name, "no rule and no field speaks of it", kind.span)
        for document in declared.of_sort("components"):
            assert isinstance(document.shape, shapes.Components)
            for sort, names in (("units", document.shape.units), ("clocks", document.shape.clocks)):
                for name in names:
                    self.word(
                        named,
                        f"the {sort[:-1]} `{name}`",
                        name,
                        "nothing is counted in it",
                        document.places.key(sort, name),
                    )

    def word(self, named: set[str], what: str, name: str, why: str, span: Span) -> None:
        if name not in named:
            self.unused(what, why, span, name)

    def named(self) -> Iterator[str]:
        """Give the names of all that rules, types and documents speak of."""
        for meaning in self.checked.meanings.values():
            yield from named_by(meaning)
        for kind_of in self.types():
            yield from named_in_type(kind_of)
        for roster in self.declared.rosters.values():
            yield roster.shape.kind_of_figures or ""
            yield roster.kind
        for scenario in self.declared.scenarios.values():
            yield from (kind for side in scenario.shape.sides.values() for kind in side.things)
        for kind in self.declared.kinds.values():
            yield kind.part_of or ""
            for known in kind.fields.values():
                yield from known.seen_by.split()[2:]
        for document in self.declared.of_sort("components"):
            assert isinstance(document.shape, shapes.Components)
            yield from (word for code in document.shape.clocks.values() for word in code.split())
        for home in self.calls.homes:
            for node in (node for part in home.parts for node in part.walk()):
                match node:
                    case nodes.Start(clock=clock):
                        yield clock.text
                    case nodes.ThenEvery(clock=clock):
                        yield clock.text
        board = self.declared.head.board
        yield from (name or "" for name in (board.directions, board.lengths, board.angles))

    def types(self) -> Iterator[types.Type]:
        """Give the types of everything that has one."""
        yield from self.checked.types.values()
        declared = self.declared
        yield from (known.type for kind in declared.kinds.values() for known in kind.fields.values())
        yield from (constant.type for constant in declared.constants.values())
        yield from (option.type for option in declared.options.values())
        for rule in declared.rules.values():
            yield from (parameter.type for parameter in rule.parameters)
            if rule.result is not None:
                yield rule.result
        for table in declared.tables.values():
            yield from (key.type for key in table.keys)
            yield from (parameter.type for parameter in table.given)
            if table.gives is not None:
                yield table.gives


def named_in_type(kind_of: types.Type) -> Iterator[str]:
    """Give the enum, kind or unit that a type names."""
    match kind_of:
        case types.EnumType(enum=name) | types.Thing(kind=name) | types.Deck(enum=name):
            yield name
        case types.Numeric(unit=str(name)):
            yield name
        case types.ListType(item=item):
            yield from named_in_type(item)


def named_by(meaning: means.Meaning) -> Iterator[str]:
    """Give the names of what a meaning makes use of."""
    match meaning:
        case means.OptionValue(option=named) | means.ConstantValue(constant=named):
            yield named.name
        case means.ArcOf(arc=named) | means.Pool(kind=named):
            yield named.name
        case means.EnumValue(enum=enum) | means.AllMembers(enum=enum):
            yield enum.name


def rules_in_examples(declared: Declared) -> set[str]:
    """Give the rules that worked examples are about, as the examples name them."""
    found: set[str] = set()
    for document in declared.documents:
        match document.shape:
            case shapes.Example(of=of):
                found.add(of)
            case shapes.Examples(examples=examples):
                found.update(example.of for example in examples)
    return found


def names_given(declared: Declared) -> set[str]:
    """Give the names of fields that rosters and scenarios fill in."""
    found: set[str] = set()
    for document in declared.documents:
        match document.shape:
            case shapes.Roster(things=things, columns=columns, derive=derive, part_lists=part_lists):
                found.update(name for thing in things.values() for name in thing)
                found.update(columns, columns.values(), derive, part_lists)
                found.update(name for parts in part_lists.values() for part in parts for name in part)
                found.update(key for thing in things.values() for value in thing.values() for key in inner_names(value))
            case shapes.Scenario(sides=sides):
                for side in sides.values():
                    found.update(side.fields)
                    found.update(name for several in side.things.values() for thing in several for name in thing)
    return found


def inner_names(value: object) -> Iterator[str]:
    """Give the keys of lists of mappings: the fields of parts."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield from (str(key) for key in item)
