"""Which rules and tables a battle can come to, with the things that take part and the options in use.

In: a scenario that is set up. Out: the elements that the turn may lead to. A way to a rule is closed where a condition
on it fails for every thing of the battle, and nothing that can happen changes what that condition reads. Whatever
cannot be judged counts as open, so that nothing is left out that may be needed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from quarterdeck.analysis.trial.guards import asked_of, guards_of, text_of, value_in
from quarterdeck.engine.run.expressions import AskedExpression, Expressions
from quarterdeck.engine.run.partly_known import FETCH, PartlyKnownState
from quarterdeck.engine.run.situation import Situation
from quarterdeck.language.checks.calls import CALLING, Home, called_in, homes_of
from quarterdeck.language.declarations import types
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.statement_changes import change_by
from quarterdeck.language.typing import meanings
from quarterdeck.program.form.dataflow import CallGraph, called, fields_in
from quarterdeck.workspace.pipeline.build import Built

MOST_CASES = 4000
"""A condition over more combinations of things counts as open."""
FALSE, TRUE, EITHER = frozenset((False,)), frozenset((True,)), frozenset((False, True))
_WORD = re.compile(r"[A-Za-z_]\w*")


class _Unknown(PartlyKnownState):
    """A state that notes unknown slots in stretches as well: whoever copies a list reads it."""

    def __getitem__(self, at: Any) -> Any:
        if at.__class__ is not int:
            self.met |= dict.fromkeys(self.unknown.intersection(range(*at.indices(len(self)))))
            return FETCH(self, at)
        return super().__getitem__(at)


def paths(node: nodes.Node, above: tuple[nodes.Node, ...] = ()) -> Iterator[tuple[nodes.Node, ...]]:
    """Give each node at or below one, with all around it, outermost first."""
    here = (*above, node)
    yield here
    for below in node.children():
        yield from paths(below, here)


@dataclass
class Usable:
    """What one battle can come to."""

    built: Built
    situation: Situation
    written: frozenset[str] = frozenset()
    """Fields that something within reach changes, as far as that is known by now."""
    unknown: set[int] = field(default_factory=set)
    verdicts: dict[tuple[str, str], frozenset[bool]] = field(default_factory=dict)
    asked: dict[tuple[str, str], tuple[AskedExpression, tuple[str, ...]] | None] = field(default_factory=dict)

    def elements(self) -> frozenset[str]:
        """Give the addresses of rules, and names of tables, that the turn may lead to."""
        while True:
            self.verdicts = {}
            self.unknown = self.slots_of(self.written) | self.situation.ungiven
            found, written = self.reached()
            if written <= self.written:
                return found
            self.written |= written

    def reached(self) -> tuple[frozenset[str], frozenset[str]]:
        """Give what is within reach, and the fields that it changes, while only `written` fields change."""
        found, written = set[str](), set(self.before)
        waiting = [home for home in self.homes if home.sort == "phase"]
        while waiting:
            home = waiting.pop()
            written |= self.changed_in(home)
            for element in self.called_from(home):
                bare = element.rstrip("?")
                if bare not in found:
                    found.add(bare)
                    waiting += self.by_element.get(bare, ())
        return frozenset(found), frozenset(written)

    # --- parts

    @cached_property
    def expressions(self) -> Expressions:
        """Give what works conditions out."""
        return Expressions(self.built.checked, self.built.program, self.built.module())

    @cached_property
    def homes(self) -> tuple[Home, ...]:
        """Give all places where statements stand."""
        return tuple(homes_of(self.built.checked))

    @cached_property
    def by_element(self) -> dict[str, list[Home]]:
        """Give the places by the element that they belong to."""
        found: dict[str, list[Home]] = {}
        for home in self.homes:
            found.setdefault(home.element, []).append(home)
        return found

    @cached_property
    def graph(self) -> CallGraph:
        """Give who writes what."""
        return CallGraph(self.built.program)

    @cached_property
    def before(self) -> frozenset[str]:
        """Give the fields that setting up and the game itself change."""
        slots = self.built.program.layout.slots
        own = {slot for slot in slots if slot.partition(".")[0] in ("Game", "Side")}
        return self.graph.writes.get(called(self.situation.opening), frozenset()) | own

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, types.Thing]]:
        """Give for each place the names in it that stand for things, with their types."""
        found: dict[str, dict[str, types.Thing]] = {}
        for home in self.homes:
            known: dict[str, set[types.Type]] = {}
            for part in home.parts:
                for node in part.walk():
                    kind = self.built.checked.types.get(node)
                    is_local = isinstance(self.built.checked.meanings.get(node), meanings.Local)
                    if isinstance(node, nodes.Name) and kind is not None and is_local:
                        known.setdefault(node.word.text, set()).add(kind)
            found[home.address] = {
                name: kind
                for name, kinds in known.items()
                if len(kinds) == 1 and isinstance(kind := next(iter(kinds)), types.Thing)
            }
        return found

    # --- what is open

    def called_from(self, home: Home) -> Iterator[str]:
        """Give the elements that a place may call."""
        for part in home.parts:
            for path in paths(part):
                is_call = isinstance(self.built.checked.meanings.get(path[-1]), CALLING)
                if is_call and self.is_open(home, path):
                    yield from (
                        element for node, element in called_in(self.built.checked, path[-1]) if node is path[-1]
                    )
            for word in (one for one in part.walk() if isinstance(one, nodes.Word)):
                for piece in self.built.checked.phrases.get(word, ()):
                    if isinstance(piece, nodes.Expression):
                        yield from (element for _, element in called_in(self.built.checked, piece))

    def changed_in(self, home: Home) -> set[str]:
        """Give the fields that a place may change by itself."""
        found = {*fields_in(self.graph.done_by.get(called(home.address), ()))}
        settings: dict[str, list[tuple[nodes.Node, ...]]] = {}
        for part in home.parts:
            for path in paths(part):
                for changed in self.changed_by(path[-1]):
                    settings.setdefault(changed, []).append(path)
        for address, ways in settings.items():
            if not any(self.is_open(home, path) and not self.keeps(home, path[-1]) for path in ways):
                found.discard(address)
        return found

    def changed_by(self, node: nodes.Node) -> Iterator[str]:
        """Give the fields that a statement changes, and the kind of which it makes or takes a thing."""
        if not isinstance(node, nodes.Statement):
            return
        change = change_by(node)
        for target in (*change.targets, *change.decks):
            meaning = self.built.checked.meanings.get(target)
            if isinstance(meaning, meanings.FieldOf):
                yield meaning.field.address
        if isinstance(node, nodes.Create):
            yield f"{node.kind.text}."
        elif change.in_play is not None:
            known = self.built.checked.types.get(change.in_play)
            if isinstance(known, types.Thing):
                yield f"{known.kind}."

    def keeps(self, home: Home, node: nodes.Node) -> bool:
        """Tell whether a statement only sets what is so in any case."""
        if not isinstance(node, nodes.Set):
            return False
        return self.worked_out(home, f"{text_of(node.target.span)} is {text_of(node.value.span)}") == TRUE

    def is_open(self, home: Home, path: Sequence[nodes.Node]) -> bool:
        """Tell whether the end of a path may be reached."""
        for node in path:
            if isinstance(node, nodes.ForEach) and self.is_nobody(home, node.variable.text):
                return False
        return all(guard.wanted in self.values(home, guard.condition) for guard in guards_of(path))

    # --- what conditions come to

    def values(self, home: Home, node: nodes.Expression, within: frozenset[str] = frozenset()) -> frozenset[bool]:
        """Give what a condition may come to, for all things and all that may change."""
        key = (home.address, text_of(node.span))
        if key not in self.verdicts:
            found = self.worked_out(home, key[1])
            self.verdicts[key] = found if found != EITHER else self.by_parts(home, node, within)
        return self.verdicts[key]

    def by_parts(self, home: Home, node: nodes.Expression, within: frozenset[str]) -> frozenset[bool]:
        """Give what a condition may come to by what its parts may come to."""
        match node, self.built.checked.meanings.get(node):
            case nodes.Grouped(inner=inner), _:
                return self.values(home, inner, within)
            case nodes.Negation(operand=operand), _:
                return frozenset(not one for one in self.values(home, operand, within))
            case ((nodes.And(operands=operands) | nodes.Or(operands=operands)), _):
                parts = [self.values(home, one, within) for one in operands]
                together = all if isinstance(node, nodes.And) else any
                return frozenset(map(together, product(*parts)))
            case _, meanings.GatherCall(how="any", condition=condition) if condition is not None:
                return self.values(home, condition, within) | FALSE
            case _, meanings.RuleCall(rule=rule) if rule.address not in within:
                only = nodes.only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None
                if only is not None and (there := self.by_element.get(rule.address)):
                    return self.values(there[0], only, within | {rule.address})
        return EITHER

    def worked_out(self, home: Home, text: str) -> frozenset[bool]:
        """Give what a condition comes to over all things that its names may stand for, if nothing in it may change."""
        key = (home.address, text)
        if key not in self.asked:
            self.asked[key] = self.prepared(home, text)
        prepared = self.asked[key]
        if prepared is None:
            return EITHER
        asked, kinds = prepared
        things = [self.things(kind) for kind in kinds]
        if any(f"{kind}." in self.written for kind in kinds) or prod(map(len, things)) > MOST_CASES:
            return EITHER
        found = set()
        for given in product(*things):
            state = _Unknown(self.situation.state, self.unknown)
            value = value_in(replace(asked, inputs=dict(zip(asked.inputs, given, strict=True))), state)
            if value is None or state.met:
                return EITHER
            found.add(bool(value))
        return frozenset(found)

    def prepared(self, home: Home, text: str) -> tuple[AskedExpression, tuple[str, ...]] | None:
        """Give a condition over names of things with the kinds of these; nothing where it speaks of anything else."""
        words = set(_WORD.findall(text))
        known = {name: kind for name, kind in self.names[home.address].items() if name in words}
        module = home.rule.module if home.rule else ""
        given = {name: (kind, 0) for name, kind in known.items()}
        asked = asked_of(self.expressions, text, given, module, home.address)
        return None if asked is None else (asked, tuple(kind.kind for kind in known.values()))

    def things(self, kind: str) -> list[int]:
        """Give the things of a kind that take part."""
        return [thing for thing in self.built.program.layout.things(kind) if self.situation.state[thing]]

    def is_nobody(self, home: Home, name: str) -> bool:
        """Tell whether there is nothing for which a name may stand."""
        known = self.names[home.address].get(name)
        if known is None or self.things(known.kind):
            return False
        return f"{known.kind}." not in self.written

    def slots_of(self, fields: Collection[str]) -> set[int]:
        """Give the slots of fields: of lists, and of decks, all of them."""
        return {at for at, address in enumerate(self.built.program.layout.slots) if address in fields}
