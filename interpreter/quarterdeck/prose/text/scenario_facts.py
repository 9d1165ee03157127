"""Read from scenarios and fields what a book says of them in any language.

In: what a ruleset declares. Out: the facts that scenarios leave unsaid, hidden fields, models of other names, what a
thing begins with where the scenario says nothing of it, and what players do before the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.closed_sorts import Knower, SeenBy
from quarterdeck.language.declarations.symbol_table import Constant, Declared, Field, Kind, Rule, Scenario, Table
from quarterdeck.language.documents import shapes
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyCallStatement, AnySite
from quarterdeck.language.syntax.statement_changes import change_by
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

USUAL = "scenarios.usual"
"""Where it is told how a battle begins unless its scenario says otherwise."""


def left_unsaid(declared: Declared) -> Iterator[Field | Constant]:
    """Give the facts with a usual value that at least one scenario leaves unsaid; 0, no and none go without saying."""
    scenarios = [scenario.shape for scenario in declared.scenarios.values()]
    for known in declared.kinds["Game"].fields.values():
        begins = bool(known.holds) or not _is_nothing(known.start)
        if begins and not known.apart and any(known.name not in shape.game for shape in scenarios):
            yield known
    for constant in declared.constants.values():
        if not _is_nothing(constant.start) and any(constant.name not in shape.constants for shape in scenarios):
            yield constant


def hidden_fields(declared: Declared, who: Knower) -> Iterator[tuple[Kind, Field]]:
    """Give the fields that only the owner knows, or nobody, as `who` says; what no rule of a turn reads is left out."""
    for kind in declared.kinds.values():
        yield from ((kind, known) for known in kind.fields.values() if known.seen_by == SeenBy(who) and not known.apart)


def _is_nothing(start: nodes.Expression | None) -> bool:
    match start:
        case None | nodes.No() | nodes.Nothing() | nodes.ListLiteral(items=()):
            return True
        case nodes.NumberLiteral(word=word):
            return not word.text.strip("0.")
    return False


def first_model(shape: shapes.Scenario) -> str | None:
    """Give the name of the first thing whose values one of another name has in a scenario."""
    things = chain.from_iterable(chain.from_iterable(side.things.values()) for side in shape.sides.values())
    return next((str(one["like"]) for one in things if stands_for_another(one)), None)


def stands_for_another(one: dict[str, Any]) -> bool:
    """Tell whether a thing of a scenario has the values of one of another name.

    A roster tells two things of one name apart by something in brackets, `Scharnhorst (1907)`; that is no other name.
    """
    return "like" in one and one.get("name", one["like"]) not in (one["like"], str(one["like"]).partition(" (")[0])


# --- what things begin with


def begun_with(declared: Declared, kind: Kind, one: dict[str, Any], key: str) -> Any:
    """Give what a thing begins with: a number, a member or a truth; nothing of what is worked out or of other sorts."""
    if key in one or key not in kind.fields:
        return one.get(key)
    if not isinstance(types.without_none(kind.fields[key].type), types.Number | types.EnumType | types.Boolean):
        return None
    rosters = [roster for roster in declared.rosters.values() if roster.kind == kind.name] if "like" in one else []
    said = [roster for roster in rosters if str(one.get("like")) in roster.shape.things]
    own = [roster for roster in said if roster.shape.amends is None]
    for roster in (*(one for one in reversed(said) if one not in own), *own):
        values = roster.shape.things[str(one["like"])]
        if key in values:
            return values[key]
    if not own and any(key in roster.derive for roster in rosters):
        return None
    return written_start(declared, kind.fields[key])


def begun_by_side(declared: Declared, side: shapes.ScenarioSide) -> dict[str, Any]:
    """Give the values with which a side begins: those of the scenario, and numbers that it leaves unsaid.

    What sides roll for needs no number before that, and 0 goes without saying.
    """
    kind, turn = declared.kinds.get("Side"), declared.turn
    rolled = {one.name.text for one in turn.walk() if isinstance(one, nodes.RollOff)} if turn is not None else set()
    found = dict(side.fields)
    for key, known in kind.fields.items() if kind is not None else ():
        is_said = key in found or known.apart or key in rolled or _is_nothing(known.start)
        if not is_said and isinstance(types.without_none(known.type), types.Number):
            value = written_start(declared, known)
            found |= {} if value is None else {key: value}
    return found


def written_start(declared: Declared, known: Field) -> str | None:
    """Give the number, member or truth with which a field begins as it is written; nothing where none of them is."""
    bare = types.without_none(known.type)
    match known.start:
        case nodes.NumberLiteral(word=word):
            return word.text
        case nodes.Negative(operand=nodes.NumberLiteral(word=word)):
            return f"-{word.text}"
        case nodes.Yes():
            return "yes"
        case nodes.No():
            return "no"
        case nodes.Name(word=word) if isinstance(bare, types.EnumType):
            return word.text if word.text in declared.enums[bare.enum].members else None
    return None


# --- before the first turn


def done_first(checked: Checked, scenario: Scenario) -> tuple[nodes.Statement, ...]:
    """Give what somebody does before the first turn: statements that bring chance, a decision or a change.

    What only looks whether all is as it must be, or lays out what the scenario says, is nothing that anybody does then.
    """
    return tuple(one for one in scenario.setup if _does_something(checked, one))


def _does_something(checked: Checked, statement: nodes.Statement) -> bool:
    """Tell whether a statement, with all that it carries out, rolls, asks or changes something."""
    waiting: list[nodes.Node] = [statement]
    seen: list[Rule | Table] = []
    while waiting:
        for part in waiting.pop().walk():
            if isinstance(part, nodes.Statement) and _does_something_itself(checked, part):
                return True
            match checked.meanings.get(part):
                case meanings.RuleCall(rule=called) if called not in seen:
                    seen.append(called)
                    waiting.append(called.node)
                case meanings.TableApplied(table=table) if table not in seen:
                    seen.append(table)
                    waiting += [one for row in table.rows for cell in row.cells for one in cell.statements]
                case meanings.PluginCall():
                    return True
    return False


def _does_something_itself(checked: Checked, statement: nodes.Statement) -> bool:
    """Tell whether a statement rolls, asks or changes something itself, other than to a fact of the scenario."""
    match statement:
        case nodes.Set(value=value) | nodes.Append(value=value):
            return not _is_of_scenario(checked, value)
        case nodes.Create(settings=settings):
            return not settings or not all(_is_of_scenario(checked, setting.value) for setting in settings)
    is_call = isinstance(statement, AnyCallStatement)
    return isinstance(statement, AnySite | nodes.Reveal) or (bool(change_by(statement)) and not is_call)


def _is_of_scenario(checked: Checked, value: nodes.Expression) -> bool:
    """Tell whether a value is a fact that the scenario says."""
    match checked.meanings.get(value):
        case meanings.ConstantValue():
            return True
        case meanings.FieldOf(field=field):
            return field.kind == "Game"
    return False
