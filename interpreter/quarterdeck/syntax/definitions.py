"""Nodes of what a file declares and amends: an alias of `grammar/definitions.lark` each, its fields the parts of it."""

from __future__ import annotations

from quarterdeck.syntax.expressions import Expression
from quarterdeck.syntax.node import Node, Note, Word, WrittenType
from quarterdeck.syntax.statements import ModifierChange, Statement, Step


class Header(Node):
    """What a file of rules is called."""

    name: Word
    title: Word | None
    notes: tuple[Note, ...]
    docs: tuple[Word, ...]


class Parameter(Node):
    """A named input."""

    name: Word
    type: WrittenType
    phrase: Word | None


class SingleCase(Node):
    """A definition without cases."""

    value: Expression


class SeveralCases(Node):
    """A definition by cases; the first that holds counts."""

    docs: tuple[Word, ...]
    cases: tuple[Case, ...]
    REST = True


class Case(Node):
    """One case, perhaps with a name."""

    label: Word | None
    value: Expression
    condition: Node | None


class IfCase(Node):
    """`if condition`."""

    condition: Expression


class OtherwiseCase(Node):
    """`otherwise`."""


class Definition(Node):
    """Anything declared at the start of a line."""


class Define(Definition):
    """A value worked out from the state."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    type: WrittenType
    phrase: Word | None
    notes: tuple[Note, ...]
    cases: SingleCase | SeveralCases


class Body(Node):
    """Docstring and statements."""

    docs: tuple[Word, ...]
    statements: tuple[Statement, ...]
    REST = True


class Procedure(Definition):
    """What is done: may roll and ask."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    phrase: Word | None
    notes: tuple[Note, ...]
    body: Body | None


class Effect(Definition):
    """What a change brings: works on the state after."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    phrase: Word | None
    notes: tuple[Note, ...]
    body: Body | None


class Advice(Definition):
    """What a side wants; no rule. `among` lists the answers that are worth weighing; without a type it is a number."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    type: WrittenType | None
    among: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]
    cases: SingleCase | SeveralCases


class Phase(Node):
    """A part of the turn."""

    name: Word
    title: Word | None
    notes: tuple[Note, ...]
    options: tuple[Node, ...]
    block: tuple[Statement, ...]


class Turn(Definition):
    """The phases of a turn, in order."""

    title: Word | None
    notes: tuple[Note, ...]
    docs: tuple[Word, ...]
    phases: tuple[Phase, ...]
    REST = True


class Option(Definition):
    """What a group may decide before the game."""

    name: Word
    type: WrittenType
    value: Expression
    phrase: Word | None
    notes: tuple[Note, ...]


# --- amendments


class Amendment(Node):
    """What a variant does to the rules below it."""


class Amend(Amendment):
    """A definition in place of the one of that address."""

    definition: Define | Procedure | Effect | Advice


class AmendModifier(Amendment):
    """A modifier in place of another."""

    path: tuple[Word, ...]
    change: ModifierChange
    condition: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]


class AmendRequire(Amendment):
    """A requirement in place of another."""

    path: tuple[Word, ...]
    condition: Expression
    reason: Word
    notes: tuple[Note, ...]


class AmendCase(Amendment):
    """A case in place of another."""

    path: tuple[Word, ...]
    value: Expression
    condition: Node | None


class AmendOption(Amendment):
    """Another default for an option."""

    path: tuple[Word, ...]
    value: Expression


class AmendRow(Amendment):
    """Another effect for a table's row."""

    path: tuple[Word, ...]
    block: tuple[Statement, ...]


class AmendCell(Amendment):
    """Another value for a table's cell."""

    path: tuple[Word, ...]
    value: Expression


class AddModifier(Amendment):
    """A further modifier."""

    path: tuple[Word, ...]
    change: ModifierChange
    condition: Expression | None
    phrase: Word | None
    notes: tuple[Note, ...]


class AddRequire(Amendment):
    """A further requirement."""

    path: tuple[Word, ...]
    condition: Expression
    reason: Word
    notes: tuple[Note, ...]


class AddStep(Amendment):
    """A further step or phase, at a place in the order."""

    step: Step | Phase
    where: WhereAdded


class WhereAdded(Node):
    """`after` or `before` an address."""

    side: Word
    path: tuple[Word, ...]


class RemoveElement(Amendment):
    """Something taken away."""

    element: Word
    path: tuple[Word, ...]
