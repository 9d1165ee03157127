"""What a rule reads of the state, itself and through all that it asks.

In: who calls whom in a `Checked` ruleset. Out: fields, and kinds of which it is asked what is in play. It asks
definitions, tables, and whether something is allowed or what it may bring. What `before` asks is of another state, a
mark is seen at once, and what is only said changes nothing: these are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quarterdeck.base.leading import steps_to
from quarterdeck.language.checks.calls import Calls, Home, called_in, demands
from quarterdeck.language.checks.reach import targets_of
from quarterdeck.language.declarations.symbol_table import Field, Kind
from quarterdeck.language.declarations.types import ListType, Thing
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyCallStatement
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

State = Field | Kind
"""A field of all things of a kind; or a kind: which things of it are in play."""


@dataclass(frozen=True)
class StateReading:
    """A place that reads something of the state, perhaps `through` what is called there, which reads it `at` its own.

    With `gone_alone` it matters which things of a kind have left play, and not which have come.
    """

    place: nodes.Node
    what: State
    through: str = ""
    at: nodes.Node | None = None
    gone_alone: bool = False


@dataclass
class StateRead:
    """What is read in each rule and each row of a table."""

    calls: Calls
    homes: dict[str, list[Home]] = field(default_factory=dict)
    targets: set[nodes.Node] = field(default_factory=set)
    known: dict[str, tuple[StateReading, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find out where everything stands, and what is changed and not read."""
        for home in self.calls.homes:
            self.homes.setdefault(home.element, []).append(home)
        self.targets.update(targets_of(self.calls))

    def by(self, home: Home) -> Iterator[StateReading]:
        """Give what the statements of a home read; not what the effects read that it does."""
        checked = self.calls.checked
        for statement in home.statements:
            asked_before = before_in(checked, statement)
            done = set(calls_done(statement))
            yield from self.read_in(statement)
            for call, element in called_in(checked, statement):
                if call not in asked_before and call not in done:
                    for reading in self.through(element):
                        yield StateReading(call, reading.what, element.rstrip("?"), reading.place)

    def through(self, element: str) -> tuple[StateReading, ...]:
        """Give what is read by all that a call leads to, each once."""
        if element not in self.known:
            found: dict[str, StateReading] = {}
            for reached in self.led_to(element):
                for part in self.parts_of(reached):
                    for reading in self.read_in(part):
                        found.setdefault(name_of(reading.what), reading)
            self.known[element] = tuple(found.values())
        return self.known[element]

    def led_to(self, element: str) -> list[str]:
        """Give an element and all that it leads to; what is said there is left aside."""
        return list(steps_to([element], lambda one: (called for _, called in self.calls.made.get(one, ()))))

    def parts_of(self, element: str) -> Iterator[nodes.Node]:
        """Give what stands in an element; of a procedure of which is asked whether it is allowed, its requirements."""
        for home in self.homes.get(element.rstrip("?"), ()):
            yield from demands(home.statements) if element.endswith("?") else home.parts

    def read_in(self, part: nodes.Node) -> Iterator[StateReading]:
        """Give what is read in a part itself."""
        checked = self.calls.checked
        asked_before = before_in(checked, part)
        put_into = {node.pool for node in part.walk() if isinstance(node, nodes.Create)}
        for node in part.walk():
            if node in asked_before or node in self.targets or node in put_into:
                continue
            match checked.meanings.get(node):
                case meanings.FieldOf(field=known) if not known.mark:
                    yield StateReading(node, known)
                case meanings.Pool(kind=kind):
                    yield StateReading(node, kind)
            if isinstance(node, nodes.ForEach) and (gone_through := kind_gone_through(checked, node.source)):
                yield StateReading(node.source, gone_through, gone_alone=True)


def kind_gone_through(checked: Checked, source: nodes.Expression) -> Kind | None:
    """Give the kind of the things that a loop goes through: those that have left play are passed over."""
    listed = checked.types.get(source)
    if isinstance(listed, ListType) and isinstance(listed.item, Thing):
        return checked.declared.kinds.get(listed.item.kind)
    return None


def calls_done(statement: nodes.Statement) -> Iterator[nodes.Expression]:
    """Give the calls that are carried out, and not asked what they give."""
    for node in statement.walk():
        if isinstance(node, AnyCallStatement):
            yield node.call
            if isinstance(node.call, nodes.Call):
                yield node.call.callee


def before_in(checked: Checked, part: nodes.Node) -> set[nodes.Node]:
    """Give all nodes that stand in a `before(...)`, which asks about the state before the span."""
    asked = [node for node in part.walk() if isinstance(checked.meanings.get(node), meanings.BeforeValue)]
    return {below for node in asked for below in node.walk()}


def name_of(what: State) -> str:
    """Give the name of what is read or changed: the address of a field, or a kind."""
    return what.address if isinstance(what, Field) else what.name
