"""Read from the nodes of a rule or a phase what a book says of it in any language.

In: rules, phases and their nodes. Out: addresses, citations, points that bear both, the one value of a definition,
which effects wait, the dice of a roll; no words. Each throw of `n times (d6 + 1)` adds the 1, `highest of n times
(d6 + 1)` adds it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.addresses import ADVICE, is_on_choice
from quarterdeck.language.declarations.symbol_table import Field, Kind, Parameter, Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyCallStatement
from quarterdeck.language.syntax.statement_changes import UNCHANGED, change_by
from quarterdeck.language.typing import meanings
from quarterdeck.language.typing.meanings import Checked
from quarterdeck.prose.text.blocks import Marks, Point
from quarterdeck.prose.text.runs import EMPTY, Text, joined


def address_of(rule: Rule) -> str:
    """Give the address under which a rule is told."""
    return f"{ADVICE}{rule.site_address}" if is_on_choice(rule) else rule.site_address


def options_in(checked: Checked, node: nodes.Node) -> tuple[str, ...]:
    """Give the addresses of the options that a node asks about."""
    found = {}
    for part in node.walk():
        meaning = checked.meanings.get(part)
        if isinstance(meaning, meanings.OptionValue):
            found[f"{meaning.option.module}.{meaning.option.name}"] = True
    return tuple(found)


def noted(notes: tuple[nodes.Note, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the places and rulings that notes name."""
    cites = tuple(place.text for note in notes if isinstance(note, nodes.Cites) for place in note.places)
    rulings = tuple(name.text for note in notes if isinstance(note, nodes.UnderRuling) for name in note.names)
    return cites, rulings


def marks_of_rule(checked: Checked, rule: Rule) -> Marks:
    """Give where a rule comes from, and the options that it asks about."""
    cites, rulings = noted(rule.node.notes)
    options = options_in(checked, rule.node)
    return Marks(cites or rule.cites, rulings or rule.rulings, options)


def marks_of_phase(checked: Checked, phase: nodes.Phase) -> Marks:
    """Give where a phase comes from, and the options that it asks about."""
    return Marks(*noted(phase.notes), options=options_in(checked, phase))


def noted_point(words: Text, node: nodes.Modifier | nodes.Require, holder: str, kind: str) -> Point:
    """Give the sentence on a part of a rule, with where it comes from."""
    cites, rulings = noted(node.notes)
    return Point(words, cites=cites, rulings=rulings, address=f"{holder}.{node.name.text}", kind=kind)


def step_point(
    step: nodes.Step,
    address: str,
    title: Text,
    docs: tuple[Text, ...],
    opening: Text,
    points: tuple[Point, ...],
    after: tuple[Text, ...],
) -> Point:
    """Give a step: the author's words on it, and what it does; what is one sentence is beside its title."""
    cites, rulings = noted(step.notes)
    opening = joined([piece for words in (*docs, opening) if words for piece in (" ", words)][1:])
    found = Point(opening, points, numbered=len(points) > 1, after=after)
    if not opening and len(points) == 1 and not points[0].lead:
        found = replace(points[0], after=(*points[0].after, *after), raw=EMPTY)
    return replace(found, lead=title, cites=cites, rulings=rulings, address=address, kind="step")


Deciding = nodes.Win | nodes.DrawnGame


def with_earlier_ends(statements: Iterable[nodes.Statement]) -> Iterator[tuple[nodes.Statement, bool]]:
    """Give each statement of a block, and whether it ends the game where those before it may have done so.

    Only the first end counts: words that do not say so would read as if the last always came.
    """
    may_be_over = False
    for statement in statements:
        yield statement, may_be_over and isinstance(statement, Deciding)
        may_be_over = may_be_over or any(isinstance(part, Deciding) for part in statement.walk())


def acted_on(table: Table) -> Parameter | None:
    """Give the one thing that a table is given and on which its rows act; nothing where there are several."""
    things = [one for one in table.given if isinstance(types.without_none(one.type), types.Thing)]
    if len(things) == 1:
        return things[0]
    statements = [statement for row in table.rows for cell in row.cells for statement in cell.statements]
    names = {
        part.word.text
        for node in statements
        for statement in node.walk()
        for target in _targets(statement)
        for part in target.walk()
        if isinstance(part, nodes.Name)
    }
    found = [one for one in things if one.name in names]
    return found[0] if len(found) == 1 else None


def _targets(statement: nodes.Node) -> tuple[nodes.Node, ...]:
    """Give what a statement changes: what it is done to, in a call whoever it names by itself."""
    if isinstance(statement, AnyCallStatement):
        arguments = statement.call.arguments if isinstance(statement.call, nodes.Call) else ()
        return tuple(one for one in arguments if isinstance(one, nodes.Name))
    change = change_by(statement) if isinstance(statement, nodes.Statement) else UNCHANGED
    return change.targets if change.in_play is None else (change.in_play,)


def original_value(rule: Rule) -> nodes.Expression | None:
    """Give the one value of an original, which can be said in its place; nothing where it has several."""
    return nodes.only_value(rule.node.cases) if isinstance(rule.node, nodes.Define) else None


def written_out(node: nodes.Expression) -> bool:
    """Tell whether a value is one written number."""
    return isinstance(node, nodes.NumberLiteral) or (
        isinstance(node, nodes.Negative) and isinstance(node.operand, nodes.NumberLiteral)
    )


def is_empty(node: nodes.Expression) -> bool:
    """Tell whether a value is a list that is written with nothing in it."""
    return isinstance(node, nodes.ListLiteral) and not node.items


# --- phases and steps


Stage = nodes.Phase | nodes.Step


StageSort = Literal["phase", "step"]


def is_span(stage: Stage) -> bool:
    """Tell whether the effects of a phase or step wait for its end."""
    return any(isinstance(option, nodes.EffectsAtTheEnd) for option in stage.options)


def who_acts(stage_options: Iterable[nodes.Node]) -> tuple[str, str]:
    """Give the name of the side that has its turn, and how sides act: `in_order`, `any`, `at_once`, `secret` or not."""
    options = tuple(stage_options)
    is_secret = any(isinstance(option, nodes.InSecret) for option in options)
    for option in options:
        match option:
            case nodes.ForEachSide(variable=variable, in_order=in_order):
                return variable.text, "any" if in_order is None else "in_order"
            case nodes.AllSidesAtOnce():
                return "side", "secret" if is_secret else "at_once"
    return "", ""


def sort_of(stage: Stage) -> StageSort:
    """Give which of the two it is; its word has the same name among the phrases."""
    return "step" if isinstance(stage, nodes.Step) else "phase"


def seen_at_once(checked: Checked, stage: Stage) -> Iterator[tuple[Kind, Field]]:
    """Give what does not wait for the end of a stage whose effects do: marks, and what sides roll off in it."""
    rolled = {part.name.text for part in stage.walk() if isinstance(part, nodes.RollOff)}
    for kind in checked.declared.kinds.values():
        for known in kind.fields.values():
            if known.mark or (kind.name == "Side" and known.name in rolled):
                yield kind, known


# --- dice


@dataclass(frozen=True)
class ThrownDice:
    """Dice, how often they are thrown, and the number that each throw adds or takes off."""

    dice: nodes.Expression
    count: nodes.Expression | None = None
    amount: nodes.Expression | None = None
    is_taken: bool = False


def throw_of(node: nodes.Expression) -> ThrownDice:
    """Take dice apart."""
    match nodes.ungrouped(node):
        case nodes.TimesDice(count=count, dice=dice):
            return replace(throw_of(dice), count=count)
        case nodes.Plus(left=dice, right=amount):
            return ThrownDice(dice, amount=amount)
        case nodes.Minus(left=dice, right=amount):
            return ThrownDice(dice, amount=amount, is_taken=True)
        case dice:
            return ThrownDice(dice)


def dice_and_sides(word: str) -> tuple[int, str]:
    """Give how many dice are written, and of which sort: of `2d6` 2 and `d6`."""
    count, _, sides = word.partition("d")
    return int(count or 1), f"d{sides}"
