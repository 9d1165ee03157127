"""The canonical form of rules text: nodes with every name resolved to what it stands for.

In: nodes of a `Declared`, with the address at which they stand and a `Scope`. Out: forms. Left out are prose, sources,
comments, spans, and brackets that group nothing new. Names of rules, tables, kinds and fields are addresses and count;
a local is known by what it was set to, rolled or chosen from, so that it may be called anything and one more beside it
changes nothing. What is compared is what is written: two rules that come to the same by other arithmetic differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.language.declarations.addresses import path_of
from quarterdeck.language.declarations.builtins import GATHERINGS, functions_on
from quarterdeck.language.declarations.symbol_table import Declared, Parameter, Rule, plain
from quarterdeck.language.meaning.canonical_form import (
    Form,
    Local,
    Part,
    Unordered,
    UnorderedRun,
    flag,
    plain_text,
    type_form,
)
from quarterdeck.language.meaning.readings import READINGS, Reads
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.language.syntax.sorts import AnyAddressedStatement, AnyNamingStatement, AnySite

ASKING = frozenset(("before", "allowed", "expected", "due", *GATHERINGS))
"""Calls that are no functions of numbers, and none of a rule's."""


class Scope:
    """The locals that are known at a place: what each of them stands for."""

    def __init__(self, known: dict[str, Local] | None = None) -> None:
        self.known = known or {}

    def inner(self) -> Scope:
        """Give a scope whose further locals are not known out here."""
        return Scope(dict(self.known))

    def bind(self, name: str, stands_for: Form) -> None:
        """Make a local known; of two that stand for the same, the second is told apart."""
        known, taken = Local(name, stands_for), {one.stands_for for one in self.known.values()}
        while known.stands_for in taken:
            known = Local(name, stands_for, known.count + 1)
        self.known[name] = known

    def local(self, name: str) -> Local | None:
        """Give the local of a name."""
        return self.known.get(name)


def scope_of(parameters: Iterable[Parameter]) -> Scope:
    """Give the scope in which a rule's body stands: its inputs, known by their places."""
    scope = Scope()
    for place, parameter in enumerate(parameters):
        scope.bind(parameter.name, ("input", str(place), type_form(parameter.type)))
    return scope


@dataclass
class Canonical:
    """One run of making forms of rules text; `at` in its methods is the address to which named parts belong.

    `module` is where names are looked for first. `sites` gathers the addresses of what rolls and asks, which a record
    of a game names. `worded` forms also say what is only prose.
    """

    declared: Declared
    worded: bool
    module: str = ""
    sites: list[str] = field(default_factory=list)
    rules: dict[tuple[str, str], Rule | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        declared = self.declared
        self.functions = ASKING | functions_on(declared.head.board.shape).keys()
        self.names: dict[str, Form] = {arc: ("name", arc) for arc in declared.arcs}
        for enum in declared.enums.values():
            self.names |= {word: ("members of", enum.name) for word in (enum.many, enum.name) if word}
        for enum in declared.enums.values():
            self.names |= {member: ("name", member) for member in enum.members}
        self.names |= {pool: ("things of", kind.name) for pool, kind in declared.pools().items()}
        self.names |= {name: ("name", name) for name in ("game", *declared.options)}

    # --- definitions

    def body(self, rule: Rule) -> Form:
        """Give what stands in a rule, without its head."""
        node, at, scope = rule.node, rule.site_address, scope_of(rule.parameters)
        if isinstance(node, nodes.Advice) and node.among is not None:
            return (self.node(node.among, at, scope), self.node(node.cases, at, scope))
        if isinstance(node, nodes.Define | nodes.Advice):
            return self.node(node.cases, at, scope)
        return self.node(node.body, at, scope)

    def block(self, statements: Iterable[nodes.Statement], at: str, outer: Scope) -> Form:
        """Give statements in their order; what they name is known to those behind them.

        Requirements that follow each other all have to be met, in whatever order they stand.
        """
        scope = outer.inner()
        found: list[Form] = []
        waiting: list[Form] = []
        for statement in statements:
            form = self.node(statement, at, scope)
            if isinstance(statement, nodes.Require):
                waiting.append(form)
                continue
            found += [*self._all_of(waiting), form]
            waiting = []
            if isinstance(statement, AnyNamingStatement):
                self.bind(statement, scope)
        return (*found, *self._all_of(waiting))

    def _all_of(self, forms: list[Form]) -> Iterator[Form]:
        if forms:
            yield UnorderedRun(tuple(forms))

    def bind(self, statement: AnyNamingStatement, scope: Scope) -> None:
        """Make known what a statement names, by what it stands for."""
        match statement:
            case nodes.Let(name=name, value=value):
                scope.bind(name.text, ("let", self.node(value, "", scope)))
            case nodes.LetResult(name=name, call=call):
                scope.bind(name.text, ("let result", self.node(call, "", scope)))
            case nodes.Tally(name=name, type=kind, value=value):
                scope.bind(name.text, ("tally", self.node(kind, "", scope), self.node(value, "", scope)))
            case nodes.Roll(name=name, dice=dice) | nodes.Check(name=name, dice=dice):
                scope.bind(name.text, ("rolled", self.node(dice, "", scope)))
            case nodes.Choose(name=name, source=source):
                scope.bind(name.text, ("chosen", self.node(source, "", scope)))
            case nodes.DrawLot(name=name, deck=deck) | nodes.Peek(name=name, deck=deck):
                scope.bind(name.text, ("drawn", self.node(deck, "", scope)))
            case _:
                assert_never(statement)

    # --- nodes

    def node(self, node: nodes.Node | None, at: str, scope: Scope) -> Form:
        """Give the form of a node; what has an address of its own is a `Part`."""
        match node:
            case None:
                return ""
            case nodes.Grouped(inner=inner):
                return self.node(inner, at, scope)
            case nodes.Word(text=text):
                return plain_text(text)
            case nodes.Name(word=word):
                return self.name(word.text, scope)
            case nodes.Dice(word=word):
                return ("dice", word.text.removeprefix("1") if word.text.startswith("1d") else word.text)
            case nodes.Call() | nodes.Lookup():
                return self.call(node, at, scope)
            case nodes.GuardedUnless(statement=statement, condition=condition):
                guarded = self.node(statement, at, scope.inner())
                return (READINGS[nodes.Guarded].sign, guarded, ("not", self.node(condition, at, scope)))
            case nodes.Do() | nodes.Apply() | nodes.Create() | nodes.Announce():
                return self.statement(node, at, scope)
            case nodes.Finish(result=result):
                return ("finish",) if result is None else ("finish", self.node(result, at, scope))
            case nodes.Case(label=label):
                # A label is a handle for amendments; without it the case is the same.
                name = label.text if label else ""
                return Part(f"{at}.{name}" if label else "", f"case {name}", self.plainly(node, at, scope))
            case _ if isinstance(node, AnyAddressedStatement | nodes.Phase | nodes.Modifier):
                inner_at = f"{at}.{node.name.text}"
                if isinstance(node, AnySite):
                    self.sites.append(inner_at)
                return Part(inner_at, node.name.text, self.plainly(node, inner_at, self.within(node, scope)))
        return self.plainly(node, at, self.within(node, scope))

    def within(self, node: nodes.Node, scope: Scope) -> Scope:
        """Give the scope of a node's own parts: with what it names for them alone."""
        inner = scope.inner()
        match node:
            case nodes.Choose():
                self.bind(node, inner)
            case nodes.ForEach(variable=variable, source=source):
                inner.bind(variable.text, ("each of", self.node(source, "", scope)))
            case nodes.ForNumbers(variable=variable, low=low, high=high):
                inner.bind(variable.text, ("number", self.node(low, "", scope), self.node(high, "", scope)))
            case nodes.Step(options=options) | nodes.Phase(options=options):
                for option in options:
                    if isinstance(option, nodes.ForEachSide):
                        inner.bind(option.variable.text, ("each side", flag(option.in_order)))
            case _:
                return scope
        return inner

    def plainly(self, node: nodes.Node, at: str, scope: Scope) -> Form:
        """Give a node's sign, and what its fields bring."""
        reading = READINGS[type(node)]
        if isinstance(node, nodes.ForEach) and any(isinstance(option, nodes.ChosenBy) for option in node.options):
            self.sites.append(f"{at}.{node.variable.text}")
        return (
            reading.sign,
            *(
                self.field(how, value, at, scope)
                for how, value in zip(reading.fields, node.parts(), strict=True)
                if how is not Reads.FORMER and (self.worded or how not in (Reads.NAME, Reads.PROSE))
            ),
        )

    def field(self, how: Reads, value: object, at: str, scope: Scope) -> Form:
        """Give what a node's field brings to its form."""
        given: tuple[nodes.Node, ...] = value if isinstance(value, tuple) else ()
        match how:
            case Reads.PART if isinstance(value, tuple):
                return tuple(self.node(item, at, scope) for item in given)
            case Reads.PART:
                return self.node(value, at, scope)  # type: ignore[arg-type]
            case Reads.BLOCK:
                return self.block(given, at, scope)  # type: ignore[arg-type]
            case Reads.MODIFIERS:
                return tuple(self.modifiers(given, at, scope))  # type: ignore[arg-type]
            case Reads.FREE:
                return Unordered(tuple(self.node(item, at, scope) for item in given))
            case Reads.SORTS:
                return by_sorts((sort_of(item), self.node(item, at, scope)) for item in given)
            case Reads.NUMBER:
                return number(value)
            case Reads.IS_THERE:
                return flag(value is not None)
            case Reads.WORD if isinstance(value, tuple):
                return tuple(plain_text(str(word)) for word in value)
            case Reads.WORD:
                return plain_text(str(value or ""))
            case Reads.NAME | Reads.PROSE | Reads.FORMER:
                return said(value)

    def modifiers(self, given: Iterable[nodes.Modifier], at: str, scope: Scope) -> Iterator[Form]:
        """Give modifiers; those that add and take away may stand in any order, up to one that does more than that."""
        waiting: list[Form] = []
        for modifier in given:
            form = self.node(modifier, at, scope)
            if isinstance(modifier.change, nodes.Raised | nodes.Lowered):
                waiting.append(form)
            else:
                yield from (*self._all_of(waiting), form)
                waiting = []
        yield from self._all_of(waiting)

    # --- what speaks of something else

    def rule_named(self, path: str) -> Rule | None:
        """Give the rule that a path means here."""
        key = (path, self.module)
        if key not in self.rules:
            self.rules[key] = self.declared.rule_named(path, self.module) if path else None
        return self.rules[key]

    def name(self, name: str, scope: Scope) -> Form:
        """Give what a bare name stands for: a local, something declared, or a rule without inputs."""
        if local := scope.local(name):
            return local
        if name in self.names:
            return self.names[name]
        rule = self.rule_named(name)
        return ("call", rule.address) if rule is not None else ("name", name)

    def statement(self, node: nodes.Do | nodes.Apply | nodes.Create | nodes.Announce, at: str, scope: Scope) -> Form:
        """Give the form of what carries something else out, makes it or tells it."""
        match node:
            case nodes.Do(call=call):
                return ("do", self.call(call, at, scope))
            case nodes.Apply(call=nodes.Call(callee=nodes.Lookup() as lookup, arguments=arguments)):
                table = self.declared.tables.get(path_of(lookup.table))
                given = self.arguments(table.given if table else (), arguments, at, scope)
                return ("apply", self.call(lookup, at, scope), *given)
            case nodes.Apply(call=call):
                return ("apply", self.node(call, at, scope))
            case nodes.Create(kind=kind, pool=pool, settings=settings):
                known = next((k.name for k in self.declared.kinds.values() if kind.text in (k.name, k.one)), kind.text)
                forms = by_sorts((setting.name.text, self.node(setting, at, scope)) for setting in settings)
                return ("create", known, self.node(pool, at, scope), forms)
            case nodes.Announce(text=text):
                told = tuple(self.told(text.text, at, scope))
                return ("announce", told, text.text) if self.worded else ("announce", told)

    def told(self, text: str, at: str, scope: Scope) -> Iterator[Form]:
        """Give the expressions in a sentence's braces: what is told, whatever the words."""
        for piece in text.split("{")[1:]:
            inside = piece.partition("}")[0].strip()
            if inside not in ("not", "s"):
                node = expression_in(inside)
                yield plain_text(inside) if node is None else self.node(node, at, scope)

    def call(self, node: nodes.Expression, at: str, scope: Scope) -> Form:
        """Give the form of a call: the rule's whole address, and its arguments in the order of its inputs.

        What is told in the place of the call, as an original is, is given with all it says.
        """
        if isinstance(node, nodes.Lookup):
            return ("look up", path_of(node.table), *(self.node(key, at, scope) for key in node.keys))
        callee, arguments = (node.callee, node.arguments) if isinstance(node, nodes.Call) else (node, ())
        path = path_of(callee)
        if path in self.functions:
            return self.function(path, arguments, at, scope)
        rule = self.rule_named(path)
        if rule is None:
            return ("call", path, *(self.node(argument, at, scope) for argument in arguments))
        given = self.arguments(rule.parameters, arguments, at, scope)
        return ("call", rule.address, *given) if rule.stands_alone else ("original", self.body(rule), *given)

    def arguments(
        self, parameters: Iterable[Parameter], arguments: tuple[nodes.Node, ...], at: str, scope: Scope
    ) -> tuple[Form, ...]:
        """Give arguments in the order of the inputs that take them; behind them those that no input takes."""
        names = [parameter.name for parameter in parameters]
        taken: dict[str, Form] = {}
        more: list[Form] = []
        for index, argument in enumerate(arguments):
            if isinstance(argument, nodes.NamedArgument) and argument.name.text in names:
                taken[argument.name.text] = self.node(argument.value, at, scope)
            elif isinstance(argument, nodes.NamedArgument) or index >= len(names):
                more.append(self.node(argument, at, scope))
            else:
                taken[names[index]] = self.node(argument, at, scope)
        return (*(taken.get(name, "") for name in names), *more)

    def function(self, name: str, arguments: tuple[nodes.Node, ...], at: str, scope: Scope) -> Form:
        """Give the form of what the language itself works out."""
        inner = scope.inner()
        if name == "expected" and len(arguments) == 2 and isinstance(arguments[1], nodes.Call):
            self.bind_rolls(arguments[1], inner)
        ranking = [a for a in arguments if isinstance(a, nodes.HighestFirst | nodes.LowestFirst)]
        if name in GATHERINGS:
            others = [a for a in arguments if a not in ranking]
            if len(others) == 1 and (gathered := self.gathered(others[0], at, scope, inner)):
                return ("gather", name, *gathered, *(self.node(each, at, inner) for each in ranking))
        return ("function", name, *(self.node(argument, at, inner) for argument in arguments))

    def gathered(self, node: nodes.Node, at: str, scope: Scope, inner: Scope) -> tuple[Form, ...]:
        """Give list, condition and value of a gathering, and bind its variable; nothing where it is none."""
        condition: nodes.Expression | None = None
        value: nodes.Expression | None = None
        match node:
            case nodes.Gathered(value=value, variable=variable, source=source, condition=condition):
                pass
            case nodes.Picked(
                binding=nodes.Compare(left=nodes.Name(word=variable), sign=sign, right=source), condition=condition
            ) if sign.text == "in":
                pass
            case nodes.Compare(left=nodes.Name(word=variable), sign=sign, right=source) if sign.text == "in":
                pass
            case _:
                return ()
        listed = self.node(source, at, scope)
        inner.bind(variable.text, ("each of", listed))
        return (listed, self.node(condition, at, inner), self.node(value, at, inner))

    def bind_rolls(self, call: nodes.Call, scope: Scope) -> None:
        """Make known the rolls of a procedure whose outcome is weighed, by their order in it."""
        rule = self.rule_named(path_of(call.callee))
        rolls = [s for s in rule.node.walk() if isinstance(s, nodes.Roll | nodes.Check)] if rule else []
        for place, roll in enumerate(rolls):
            scope.bind(roll.name.text, ("rolled there", str(place)))


def sort_of(node: nodes.Node) -> str:
    """Give what tells a node apart from others in its list: its sign, and the face of a die."""
    return f"{READINGS[type(node)].sign} {number(node.face) if isinstance(node, nodes.Natural) else ''}"


def by_sorts(given: Iterable[tuple[str, Form]]) -> Form:
    """Give forms in any order; of several of one sort, each with its place among them."""
    counts: dict[str, int] = {}
    found: list[Form] = []
    for sort, form in given:
        place = counts[sort] = counts.get(sort, -1) + 1
        found.append((str(place), form) if place else form)
    return Unordered(tuple(found))


def number(value: object) -> str:
    """Give a number however it is written: `2.50` is `2.5`."""
    return str(Fraction(str(value))) if value is not None else ""


def said(value: object) -> Form:
    """Give names and prose as they stand, for those who compare wordings."""
    match value:
        case tuple():
            return tuple(said(item) for item in value)
        case nodes.Word(text=text):
            return text
        case nodes.Node():
            return tuple(said(part) for part in value.parts())
    return plain(value)


@lru_cache(maxsize=2048)
def expression_in(text: str) -> nodes.Expression | None:
    """Give the expression that stands in a sentence's braces; nothing where it is none."""
    return parse_expression(text, SourceFile("", text), lambda offset: offset, Findings())
