"""Expressions that somebody asks about: typed and worked out over the inputs of a rule and the things of a situation.

In: a checked ruleset with its program, a text, a rule's arguments in a situation. Out: an `AskedExpression`, which can
be worked out from any state of that program; what is invalid is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quarterdeck.backends.python.definitions import evaluated
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import SourceFile
from quarterdeck.engine.run.arguments import parameters_of
from quarterdeck.engine.run.shared_names import choices_between
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.language.variants.rewrite import rebuilt
from quarterdeck.program.form import values as val
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value

JOINED = "·"
"""Joins the names of a thing and its part: no name of a rule has it, and Python's names may."""


@dataclass(frozen=True)
class AskedExpression:
    """An expression: its type, what it was lowered to, and how to work it out from a state.

    `node` is how it was read, `inputs` are the values of the names in it; `taken` are those of further names that it
    may speak of.
    """

    text: str
    type: Type
    lowered: Value
    function: Callable[..., Any]
    node: nodes.Expression
    inputs: Mapping[str, Any]
    taken: frozenset[str] = frozenset()

    @property
    def slot(self) -> int | None:
        """Return the slot whose value it is; nothing for any other expression."""
        match self.lowered:
            case val.Slot(thing=val.Local(name=name), offset=offset) if name in self.inputs:
                return int(self.inputs[name] + offset)
        return None

    def value(self, state: list[int], others: Mapping[str, Any] | None = None) -> Any:
        """Work it out, where some of the names have other values."""
        return self.function(state, *({**self.inputs, **others} if others else self.inputs).values())


PLAIN = re.compile(r"[A-Za-z_]\w*", re.ASCII)
"""A name that an expression can hold as it is."""


def without_odd_names(text: str, names: Collection[str]) -> tuple[str, dict[str, str]]:
    """Put a plain name of equal length in the place of each name of a thing that is none, as `Prinz Eugen`.

    Gives the new text, and what was replaced by its plain name.
    """
    wholes = (name for name in names if name.rpartition(".")[0] not in names)
    odd = sorted((name for name in wholes if not PLAIN.fullmatch(name)), key=len, reverse=True)
    replaced: dict[str, str] = {}

    def plain(found: re.Match[str]) -> str:
        name = re.sub(r"\W|^\d", "_", found[0], flags=re.ASCII)
        while name in names or replaced.get(name, found[0]) != found[0]:
            name = name[1:] + "_"
        replaced[name] = found[0]
        return name

    if not odd:
        return text, {}
    pattern = "|".join(re.escape(name) for name in odd)
    return re.sub(rf"(?<![\w.])(?:{pattern})(?!\w)", plain, text), replaced


def renamed(node: nodes.Expression, names: Callable[[str], str]) -> nodes.Expression:
    """Give an expression in which names are called otherwise."""

    def change(part: nodes.Node) -> tuple[nodes.Node, ...] | None:
        if not isinstance(part, nodes.Name) or (name := names(part.word.text)) == part.word.text:
            return None
        return (nodes.Name(part.span, nodes.Word(part.word.span, name)),)

    (whole,) = change(node) or (rebuilt(node, change),)
    assert isinstance(whole, nodes.Expression)
    return whole


def joined(name: str) -> str:
    """Give a name of a thing or part as one name of Python."""
    return re.sub(r"\W", JOINED, name if name[:1].isidentifier() else f"_{name}")


def names_bound(node: nodes.Expression) -> set[str]:
    """Give the names that an expression gives a meaning itself, as in `all(one.wet for one in children)`."""
    found = set()
    for part in node.walk():
        match part:
            case nodes.Gathered(variable=variable):
                found.add(variable.text)
            case nodes.Picked(binding=nodes.Compare(left=nodes.Name(word=word))):
                found.add(word.text)
    return found


def things_called(situation: Situation, known: Mapping[str, Type], arguments: Sequence[Any]) -> dict[str, str]:
    """Give the names of the things that the inputs of a rule are, by the names of these."""
    names = {thing: name for name, thing in situation.things.items()}
    values = zip(known.items(), arguments, strict=True)
    return {name: names[value] for (name, kind), value in values if isinstance(kind, types.Thing) and value in names}


def with_parts(
    node: nodes.Expression, situation: Situation, bound: Collection[str], wholes: Mapping[str, str]
) -> tuple[nodes.Expression, dict[str, int]]:
    """Give an expression in which each part of a thing, as `ada.left`, is one name, and the parts by these names.

    `bound` are names that mean something else than a thing, but for `wholes`: what inputs are called that are things. A
    field goes before a part that is called like it.
    """
    found: dict[str, int] = {}
    owners = {name: called for name, called in wholes.items() if name not in names_bound(node)}
    things, layout = situation.things, situation.program.layout

    def change(part: nodes.Node) -> tuple[nodes.Node, ...] | None:
        first, *behind = path_of(part) if isinstance(part, nodes.FieldAccess) else ("",)
        path = (owners.get(first, first), *behind)
        part_name, whole = ".".join(path), things.get(".".join(path[:-1]))
        if whole is None or part_name not in things or (first in bound and first not in owners):
            return None
        if f"{layout.kind_at(whole)}.{path[-1]}" in layout.types:
            return None
        name = joined(part_name)
        found[name] = things[part_name]
        return (nodes.Name(part.span, nodes.Word(part.span, name)),)

    (whole,) = change(node) or (rebuilt(node, change),)
    assert isinstance(whole, nodes.Expression)
    return whole, found


def by_name(node: nodes.Expression, situation: Situation, known: Collection[str], findings: Findings) -> dict[str, int]:
    """Give the things that an expression may name; of those that share a name the one that has the fields it asks for.

    Where that is not one, there is a finding. What is `known` otherwise is no thing.
    """
    found = {name: thing for name, thing in situation.things.items() if name.rpartition(".")[0] not in situation.things}
    kinds, settled = situation.program.world.kinds, set(known)
    for word in (part.word for part in node.walk() if isinstance(part, nodes.Name)):
        several = [] if word.text in settled else situation.called(word.text)
        if len(several) < 2:
            continue
        settled.add(word.text)
        asked = {
            part.field.text
            for part in node.walk()
            if isinstance(part, nodes.FieldAccess) and path_of(part.owner) == (word.text,)
        }
        fitting = [one for one in several if asked and asked <= kinds[situation.kind_of(one)].fields.keys()]
        found[word.text] = situation.things[(fitting or several)[0]]
        if len(fitting) != 1:
            message, _ = choices_between(word.text, map(situation.kind_of, several))
            hint = "give one of them another name in `things`, with its `kind` and `like`"
            findings.add("QD602", message, word.span, hint=hint)
    return found


def path_of(node: nodes.Node) -> tuple[str, ...]:
    """Give the names of `a.b.c`; nothing where it begins with something else than a name."""
    match node:
        case nodes.Name(word=word):
            return (word.text,)
        case nodes.FieldAccess(owner=owner, field=field):
            before = path_of(owner)
            return (*before, field.text) if before else ()
    return ()


@dataclass(frozen=True)
class Expressions:
    """Works expressions out over one program; `module` holds the printed definitions that they may call."""

    checked: Checked
    program: Program
    module: PrintedModule

    def asked(
        self,
        address: str,
        text: str,
        arguments: Sequence[Any],
        situation: Situation,
        findings: Findings,
        named: Mapping[str, tuple[Type, Mapping[str, Any]]] | None = None,
    ) -> AskedExpression | None:
        """Give an expression over the inputs of a rule, and all things by name; nothing, with findings, if it fails.

        `named` are further names: each with its type, and its values by the names of locals. What things are called,
        and what the expression names itself, goes before them.
        """
        from quarterdeck.language.syntax.from_text import parse_expression

        plain, odd = without_odd_names(text, situation.things)
        node = parse_expression(plain, SourceFile("--show", text), lambda offset: offset, findings)
        if node is None:
            return None
        node = renamed(node, lambda name: odd.get(name, name))
        rule = self.program.world.rules.get(address)
        known = {p.name: p.type for p in parameters_of(self.program, address)}
        inputs = dict(zip(known, arguments, strict=True))
        wholes = things_called(situation, known, arguments)
        node, parts = with_parts(node, situation, {*known, *names_bound(node)}, wholes)
        before, things = len(findings), by_name(node, situation, {*known, *names_bound(node)}, findings)
        if len(findings) > before:
            return None
        node = renamed(node, joined)
        for name, thing in {**{joined(name): thing for name, thing in things.items()}, **parts}.items():
            if name not in known:
                known[name] = types.Thing(self.program.layout.kind_at(thing))
                inputs[name] = thing
        bound = {*names_bound(node), *known}
        taken = {name: one for name, one in (named or {}).items() if name not in bound}
        for name, (kind, values) in taken.items():
            known[name] = kind
            inputs |= values
        reasons = Findings()
        found = self.of(node, text, known, inputs, rule.module if rule else "", address, reasons)
        called = {joined(name): name for name in situation.things}
        for one in reasons:
            message, hint = (
                re.sub(rf"[\w{JOINED}]+", lambda it: called.get(it[0], it[0]), text) for text in (one.message, one.hint)
            )
            findings.gathered.append(replace(one, message=message, hint=hint))
        return None if found is None else replace(found, taken=frozenset(taken))

    def of(
        self,
        node: nodes.Expression,
        text: str,
        known: Mapping[str, Type],
        inputs: Mapping[str, Any],
        module: str,
        address: str,
        findings: Findings,
    ) -> AskedExpression | None:
        """Give an expression over names of which types and values are known."""
        # Few commands ask for one, and what types and lowers it takes long to import.
        from quarterdeck.language.typing.expression_types import type_expression
        from quarterdeck.program.lower.context import LoweringContext
        from quarterdeck.program.lower.expressions import value as lowered

        before = len(findings)
        kind = type_expression(self.checked, findings, node, known, module, address, is_asked=True)
        if len(findings) > before:
            return None
        value = lowered(LoweringContext(self.checked, self.program, address, module, "given", "define"), node)
        function = evaluated(self.program, self.module, tuple(inputs), value)
        return AskedExpression(text, kind, value, function, node, inputs)
