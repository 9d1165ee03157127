"""Addresses of statements, as amendments name them: what a statement does names it, and its place among its like.

In: a `Declared`. Out: an `Element` for every statement. What has a name of its own bears that; `do burn(barn)` is
called `burn`, `set barn.empty to no` is `empty`, and a loop goes by its variable. Where several of a rule are
called alike, each has its number behind its name, in the order of the text: `blaze.spread.burn.2`. Only amendments
speak of these addresses; everybody else knows what `addresses` gives. `everything` has both, and what files of figures
hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import assert_never, cast

from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import Element, blocks_inside, elements, figures_in, told_elements
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyNamingStatement, AnyStatement

Block = tuple[nodes.Statement, ...]


def statements_in(declared: Declared) -> Iterator[Element]:
    """Give every statement of rules, cells and the turn; those inside others come behind them."""
    for home, block, holder in homes(declared):
        yield from _named(home, list(_inside(block)), holder)


def homes(declared: Declared) -> Iterator[tuple[str, Block, str]]:
    """Give the address of each rule, cell, phase and step with its statements, and what holds it."""
    for key, rule in declared.rules.items():
        if isinstance(rule.node, nodes.Procedure | nodes.Effect) and rule.node.body is not None:
            yield rule.site_address, rule.node.body.statements, key
    for table in declared.tables.values():
        for row in table.rows:
            yield from ((cell.address, cell.statements, table.name) for cell in row.cells)
    for phase in declared.turn.phases if declared.turn else ():
        address = f"turn.{phase.name.text}"
        yield address, phase.block, "turn"
        steps = (statement for statement in _inside(phase.block) if isinstance(statement, nodes.Step))
        yield from ((f"{address}.{step.name.text}", step.block, "turn") for step in steps)


def _inside(block: Block) -> Iterator[nodes.Statement]:
    """Give statements with those in the blocks inside them, but for those of a step, which has an address."""
    for statement in block:
        yield statement
        for inner in blocks_inside(statement):
            yield from _inside(inner)


def _named(home: str, statements: list[nodes.Statement], holder: str) -> Iterator[Element]:
    """Give statements by their names; of those called alike, the only one that says its name itself needs no number."""
    own = Counter(name_of_its_own(statement) for statement in statements)
    names = [name_of_its_own(statement) or name_by_what_it_does(statement) for statement in statements]
    counted, seen = Counter(names), Counter[str]()
    for statement, name in zip(statements, names, strict=True):
        if counted[name] == 1 or (own[name] == 1 and name_of_its_own(statement)):
            yield Element(home, name, "statement", statement, statement.span, holder)
        else:
            seen[name] += 1
            yield Element(home, f"{name}.{seen[name]}", "statement", statement, statement.span, holder)


def name_of_its_own(statement: nodes.Statement) -> str:
    """Give the name that a statement bears where it is written; nothing where it has none."""
    if isinstance(statement, AnyNamingStatement | nodes.RollOff | nodes.Require | nodes.Step):
        return statement.name.text
    return ""


def name_by_what_it_does(statement: nodes.Statement) -> str:
    """Give the name of what a statement is about: what it carries out, changes or goes through."""
    node = cast("AnyStatement", statement)
    match node:
        case nodes.Guarded(statement=inner) | nodes.GuardedUnless(statement=inner):
            return name_of_its_own(inner) or name_by_what_it_does(inner)
        case nodes.Do(call=about) | nodes.Apply(call=about):
            return last_name(about)
        case nodes.Set(target=about) | nodes.Add(target=about) | nodes.Take(target=about) | nodes.Append(target=about):
            return last_name(about)
        case nodes.Remove(thing=about) | nodes.Reveal(what=about) | nodes.Shuffle(deck=about):
            return last_name(about)
        case nodes.Start(timer=about) | nodes.OrderSides(key=about):
            return last_name(about)
        case nodes.Create(kind=word) | nodes.ForEach(variable=word) | nodes.ForNumbers(variable=word):
            return word.text
        case (
            nodes.Let() | nodes.LetResult() | nodes.Tally() | nodes.Roll() | nodes.Check() | nodes.RollOff()
            | nodes.Choose() | nodes.DrawLot() | nodes.Peek() | nodes.Require() | nodes.Step()
        ):  # fmt: skip
            return node.name.text
        case (
            nodes.When() | nodes.Repeat() | nodes.Close() | nodes.Announce() | nodes.Win() | nodes.DrawnGame()
            | nodes.Stop() | nodes.Finish()
        ):  # fmt: skip
            return CALLED[type(node)]
        case _:
            assert_never(node)


CALLED: Mapping[type[nodes.Node], str] = {
    nodes.When: "when",
    nodes.Repeat: "repeat",
    nodes.Close: "close",
    nodes.Announce: "announce",
    nodes.Win: "win",
    nodes.DrawnGame: "draw",
    nodes.Stop: "stop",
    nodes.Finish: "finish",
}
"""What is called by the word that it begins with."""


def last_name(node: nodes.Node) -> str:
    """Give the last name in an expression that leads somewhere: what is called, looked up or reached through fields."""
    match node:
        case nodes.Name(word=word) | nodes.FieldAccess(field=word):
            return word.text
        case nodes.Call(callee=inner) | nodes.Lookup(table=inner) | nodes.Grouped(inner=inner):
            return last_name(inner)
    return "statement"


def places_by_address(declared: Declared) -> dict[str, Span]:
    """Give the place of every statement by its address."""
    return {element.address: element.span for element in statements_in(declared)}


def everything(declared: Declared) -> dict[str, Element]:
    """Give every element by its address: those of rules and data, of figures in files, and statements.

    A statement that has a name of its own stands there once, as what it is.
    """
    found = elements(declared)
    for element in (*figures_in(declared), *statements_in(declared)):
        found.setdefault(element.address, element)
    return found


def amendable(declared: Declared, base: Declared) -> dict[str, Element]:
    """Give everything by the address by which amendments speak of it; a statement has that of the game alone."""
    below = {span: address for address, span in places_by_address(base).items()}
    found = {}
    for address, element in everything(declared).items():
        found[below.get(element.span, address) if element.sort == "statement" else address] = element
    return {**found, **told_elements(declared)}
