"""Who is asked by a statement: a table over all statements, for every check that wants to know whether a rule asks.

In: a statement. Out: the side that decides something there; nothing where nobody does. What is rolled or drawn is
chance, also where one side alone sees it: to look at the top of a deck asks nobody. What a statement calls is not
followed, nor are the statements in its blocks.
"""

from __future__ import annotations

from typing import assert_never, cast

from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyStatement


def asked_by(given: nodes.Statement) -> nodes.Expression | None:
    """Give the side that a statement asks."""
    statement = cast("AnyStatement", given)
    match statement:
        case nodes.Choose(chooser=side):
            return side
        case nodes.ForEach(options=options):
            return next((option.side for option in options if isinstance(option, nodes.ChosenBy)), None)
        case (
            nodes.Guarded() | nodes.GuardedUnless() | nodes.Let() | nodes.Tally() | nodes.Set() | nodes.Add()
            | nodes.Take() | nodes.Append() | nodes.Create() | nodes.Remove() | nodes.Do() | nodes.Apply()
            | nodes.Start() | nodes.Reveal() | nodes.Announce() | nodes.OrderSides() | nodes.Win() | nodes.DrawnGame()
            | nodes.Stop() | nodes.Finish() | nodes.Roll() | nodes.Check() | nodes.RollOff() | nodes.Require()
            | nodes.When() | nodes.ForNumbers() | nodes.Repeat() | nodes.Step() | nodes.Close() | nodes.DrawLot()
            | nodes.Peek() | nodes.Shuffle()
        ):  # fmt: skip
            return None
        case _:
            assert_never(statement)
