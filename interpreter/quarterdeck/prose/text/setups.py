"""What a player does before the first turn of a scenario.

In: a `Checked` ruleset and a scenario. Out: those statements of its setup that bring chance, a decision or a change.
What only looks whether all is as it must be, or lays out what the scenario says, is nothing that anybody does then.
"""

from __future__ import annotations

from quarterdeck.language.declarations.symbol_table import Rule, Scenario, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyDeckStatement, AnySite
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked

_ALWAYS = (
    AnySite | AnyDeckStatement | nodes.Remove | nodes.Start | nodes.Reveal | nodes.OrderSides | nodes.Add | nodes.Take
)
_GIVING = nodes.Set | nodes.Append | nodes.Setting


def done_first(checked: Checked, scenario: Scenario) -> tuple[nodes.Statement, ...]:
    """Give what is done before the first turn by somebody."""
    return tuple(one for one in scenario.setup if _does_something(checked, one))


def _does_something(checked: Checked, statement: nodes.Statement) -> bool:
    """Tell whether a statement, with all that it carries out, rolls, asks or changes something."""
    waiting: list[nodes.Node] = [statement]
    seen: list[Rule | Table] = []
    while waiting:
        for part in waiting.pop().walk():
            if isinstance(part, _ALWAYS) or (isinstance(part, _GIVING) and not _is_of_scenario(checked, part.value)):
                return True
            if isinstance(part, nodes.Create) and not part.settings:
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


def _is_of_scenario(checked: Checked, value: nodes.Expression) -> bool:
    """Tell whether a value is a fact that the scenario says."""
    match checked.meanings.get(value):
        case meanings.ConstantValue():
            return True
        case meanings.FieldOf(field=field):
            return field.kind == "Game"
    return False
