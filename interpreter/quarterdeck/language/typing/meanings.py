"""What a name or call in an expression turned out to mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from quarterdeck.base.bounds import MOST_TURNS
from quarterdeck.base.records import EqualRecord
from quarterdeck.language.declarations.symbol_table import (
    Arc,
    Constant,
    Declared,
    Enum,
    Field,
    Hook,
    Kind,
    Option,
    Rule,
    Table,
)
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes

KEPT_IN_CACHE = True


class Meaning(EqualRecord):
    """Any meaning."""


class Local(Meaning):
    """A parameter, a loop's variable, a `let`, a choice."""

    name: str
    tally: bool = False


class RollPart(Meaning):
    """Something of a roll made before: total, natural, success, successes."""

    roll: str
    part: str


class FieldOf(Meaning):
    """A field of a thing."""

    field: Field


class InDeck(Meaning):
    """How many of a member a deck holds."""

    deck: Field
    member: str


class EnumValue(Meaning):
    """A member of an enum."""

    enum: Enum
    place: int


class AllMembers(Meaning):
    """All members of an enum, as a list."""

    enum: Enum


class Pool(Meaning):
    """All things of a kind that are in play."""

    kind: Kind


class TheGame(Meaning):
    """The one record of the game."""


class GamePart(Meaning):
    """Something that every game has: its turn."""

    name: str


class OptionValue(Meaning):
    """The value of an option."""

    option: Option


class ConstantValue(Meaning):
    """The value of a constant of the scenario."""

    constant: Constant


class ArcOf(Meaning):
    """A named arc."""

    arc: Arc


class RuleCall(Meaning):
    """A call of a define, procedure or effect; arguments in the order of its parameters."""

    rule: Rule
    arguments: tuple[nodes.Expression, ...]


class TableApplied(Meaning):
    """A row of a table carried out; arguments in the order of what the table is given."""

    table: Table
    arguments: tuple[nodes.Expression, ...]


class Allowed(Meaning):
    """Whether the requirements of a procedure hold."""

    rule: Rule
    arguments: tuple[nodes.Expression, ...]


class Expected(Meaning):
    """The mean of a value over all that a procedure or effect may bring; the value may name the rule's own rolls."""

    rule: Rule
    arguments: tuple[nodes.Expression, ...]
    value: nodes.Expression


class FunctionCall(Meaning):
    """A call of a function of the language."""

    name: str
    arguments: tuple[nodes.Expression, ...]


class PluginCall(Meaning):
    """What the function of a plugin gives, in the definition that stands for it."""

    hook: Hook
    arguments: tuple[nodes.Expression, ...]


class BeforeValue(Meaning):
    """A value as it was before the span."""

    value: nodes.Expression


class GatherCall(Meaning):
    """A gathering over a list."""

    how: str
    variable: str
    source: nodes.Expression
    condition: nodes.Expression | None
    value: nodes.Expression | None
    ranking: nodes.HighestFirst | nodes.LowestFirst | None


class TableValue(Meaning):
    """A look-up in a table."""

    table: Table


class TimerState(Meaning):
    """Whether a timer is due."""


class Choice(EqualRecord):
    """A choice: its own name, the types of all names known there, whether it may be declined, and has a default."""

    name: str
    names: dict[str, Type]
    may_decline: bool
    has_default: bool = False


NEVER_DUE = MOST_TURNS + 1
"""What a timer holds that would be due behind the last turn of any game, where its field does not reach further."""


class TimerStart(EqualRecord):
    """A timer that is started: its field, by how many turns it goes on when it has been due, and where that is said."""

    field: Field
    ticks: int
    node: nodes.Node
    rule: str


@dataclass(eq=False)
class Checked:
    """A ruleset whose every expression has a type and a meaning; keyed by node, which compares by identity as it does.

    Nothing is added to it once it is checked but what is asked about it from outside.
    """

    declared: Declared
    types: dict[nodes.Node, Type] = field(default_factory=dict)
    narrowed: dict[nodes.Node, Type] = field(default_factory=dict)
    """The types of numbers where conditions rule values out; `types` says what they may be elsewhere."""
    meanings: dict[nodes.Node, Meaning] = field(default_factory=dict)
    phrases: dict[nodes.Node, tuple[str | nodes.Expression, ...]] = field(default_factory=dict)
    timers: dict[str, int] = field(default_factory=dict)
    """By how many turns each timer goes on when it has been due; 0 where it does not."""
    choices: dict[str, Choice] = field(default_factory=dict)
    starts: list[TimerStart] = field(default_factory=list)

    @cached_property
    def former(self) -> dict[str, str]:
        """Give the present address for each that something had formerly, the same under all settings."""
        from quarterdeck.language.declarations.addresses import former_addresses  # with it comes what reads YAML

        return former_addresses(self.declared)

    def walk(self, node: nodes.Node) -> Iterator[nodes.Node]:
        """Give a node and all below it, with what stands in the braces of its phrases."""
        phrases = self.phrases
        for part in node.walk():
            yield part
            if part in phrases:
                for piece in phrases[part]:
                    if isinstance(piece, nodes.Expression):
                        yield from self.walk(piece)

    def type_of(self, node: nodes.Node) -> Type:
        """Give the type of an expression."""
        return self.types[node]

    def narrowed_type(self, node: nodes.Node) -> Type:
        """Give the type of an expression where it stands, without the values that conditions rule out there."""
        return self.narrowed.get(node) or self.types[node]
