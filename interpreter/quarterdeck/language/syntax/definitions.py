"""Nodes of what a file declares and amends: an alias of `grammar/definitions.lark` each, its fields the parts of it."""

from __future__ import annotations

from quarterdeck.language.syntax.expressions import Expression
from quarterdeck.language.syntax.node import Node, Note, Statement, Word, WrittenType
from quarterdeck.language.syntax.statements import Modifier, ModifierChange

KEPT_IN_CACHE = True


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


class OtherwiseIfCase(IfCase):
    """`otherwise if condition`: the author means the cases before it to go first where both hold."""


class OtherwiseCase(Node):
    """`otherwise`."""


class ModifiedValue(Node):
    """A number that modifiers change, one after another, as they change the total of a roll."""

    base: SingleCase | SeveralCases
    modifiers: tuple[Modifier, ...]


AnyCases = SingleCase | SeveralCases | ModifiedValue
"""How a definition says what it comes to."""


class Definition(Node):
    """Anything declared at the start of a line."""


class Define(Definition):
    """A value worked out from the state."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    type: WrittenType
    phrase: Word | None
    notes: tuple[Note, ...]
    cases: AnyCases


class Body(Node):
    """Docstring and statements."""

    docs: tuple[Word, ...]
    statements: tuple[Statement, ...]
    REST = True


class Procedure(Definition):
    """What is done: may roll and ask, and have a result."""

    path: tuple[Word, ...]
    parameters: tuple[Parameter, ...]
    type: WrittenType | None
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
    docs: tuple[Word, ...]
    block: tuple[Statement, ...]
    REST = True


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


class AmendCell(Amendment):
    """Another value for a table's cell."""

    path: tuple[Word, ...]
    value: Expression


class AddModifier(Amendment):
    """A further modifier; without a place the last."""

    path: tuple[Word, ...]
    where: WherePut | None
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


class AddCase(Amendment):
    """A further case of a definition, or row of a table by condition; without a place the last with a condition."""

    path: tuple[Word, ...]
    where: WherePut | None
    value: Expression
    condition: Node | None


class AmendPart(Amendment):
    """Another title, other notes, ways or statements for a phase or step; without a body it keeps its own."""

    part: Word
    path: tuple[Word, ...]
    title: Word | None
    notes: tuple[Note, ...]
    options: tuple[Node, ...]
    body: Body | None


class AmendStatement(Amendment):
    """Other statements in place of one."""

    path: tuple[Word, ...]
    block: tuple[Statement, ...]


class WherePut(Node):
    """`after` or `before` an address."""

    side: Word
    path: tuple[Word, ...]


class AddPart(Amendment):
    """A further phase or step, at a place in the order."""

    part: Word
    name: Word
    where: WherePut
    title: Word | None
    notes: tuple[Note, ...]
    options: tuple[Node, ...]
    docs: tuple[Word, ...]
    block: tuple[Statement, ...]
    REST = True


class AddStatement(Amendment):
    """Further statements, at a place in a rule."""

    where: WherePut
    block: tuple[Statement, ...]


class RowValue(Node):
    """What a row, column or cell gives: a value, or a list with one for each cell."""

    value: Expression


class RowBlock(Node):
    """What a row or cell does."""

    block: tuple[Statement, ...]


class RowCells(Node):
    """What each cell of a row or column gives or does."""

    cells: tuple[RowCell, ...]
    REST = True


class RowCell(Node):
    """A cell of an added row, by its column; of an added column, by its row."""

    label: Word
    content: RowValue | RowBlock


class AddRow(Amendment):
    """A further row or column of a table."""

    sort: Word
    path: tuple[Word, ...]
    content: RowValue | RowBlock | RowCells


class AmendRow(Amendment):
    """Other values or effects for the cells of a table's row or column, or for one of a row."""

    sort: Word
    path: tuple[Word, ...]
    content: RowValue | RowBlock | RowCells


class SplitRow(Amendment):
    """A row or column in several, each of which says what it said."""

    sort: Word
    path: tuple[Word, ...]
    labels: tuple[Word, ...]


class MoveElement(Amendment):
    """A phase, step or statement, put elsewhere."""

    sort: Word
    path: tuple[Word, ...]
    where: WherePut


class RemoveElement(Amendment):
    """Something taken away."""

    element: Word
    path: tuple[Word, ...]


def base_of(cases: AnyCases) -> SingleCase | SeveralCases:
    """Give the value or cases of a definition, without the modifiers that change what they come to."""
    return cases.base if isinstance(cases, ModifiedValue) else cases


def asked_in(cases: AnyCases) -> tuple[list[Expression], list[Expression]]:
    """Give the values that a definition may come to before its modifiers, and all else that they depend on."""
    base = base_of(cases)
    several = base.cases if isinstance(base, SeveralCases) else ()
    values = [base.value] if isinstance(base, SingleCase) else [case.value for case in several]
    others = [case.condition.condition for case in several if isinstance(case.condition, IfCase)]
    for modifier in modifiers_of(cases):
        others += amounts_of(modifier.change)
        others += [modifier.condition] if modifier.condition is not None else []
    return values, others


def amounts_of(change: ModifierChange) -> list[Expression]:
    """Give the expressions by which a modifier changes a number."""
    return [part for part in change.parts() if isinstance(part, Expression)]


def modifiers_of(cases: AnyCases) -> tuple[Modifier, ...]:
    """Give the modifiers of a definition."""
    return cases.modifiers if isinstance(cases, ModifiedValue) else ()


def only_value(cases: AnyCases) -> Expression | None:
    """Give the value of a definition that has no more than one, on its line or below it, and that nothing modifies."""
    if isinstance(cases, ModifiedValue):
        return None
    if isinstance(cases, SingleCase):
        return cases.value
    only = cases.cases[0]
    return only.value if len(cases.cases) == 1 and not isinstance(only.condition, IfCase) else None
