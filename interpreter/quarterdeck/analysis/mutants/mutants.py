"""List what can be changed in a ruleset: statements, cases, modifiers removed, conditions negated, numbers by one.

In: a checked ruleset. Out: `Mutant`s, each with the address of the element that it changes. A good set of examples
notices every one. Left out is what cannot make a difference: phrases, reasons, citations, lists of data, advice, and a
second way to the same change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from quarterdeck.analysis.mutants import mutations
from quarterdeck.analysis.mutants.mutations import (
    Exchange,
    MovedRow,
    Mutation,
    OtherLine,
    OtherResult,
    OtherStart,
    ShorterStart,
    Visit,
)
from quarterdeck.base.geometry.grids import SECTORS
from quarterdeck.base.text import Span
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.sorts import AnyAddressedStatement
from quarterdeck.language.typing.meanings import ArcOf, Checked


@dataclass(frozen=True)
class Mutant:
    """One change: the element's address, where it is and what it does, and the rule, table or phase that holds it."""

    address: str
    span: Span
    says: str
    holder: tuple[str, str]
    change: Mutation


def mutants_of(checked: Checked) -> Iterator[Mutant]:
    """Give all mutants of a ruleset, rule by rule."""
    declared = checked.declared
    for key, rule in declared.rules.items():
        if rule.sort != "advice":
            yield from MutantFinder(checked, ("rule", key)).rule(rule)
    for table in declared.tables.values():
        yield from MutantFinder(checked, ("table", table.name)).table(table)
    for phase in declared.turn.phases if declared.turn else ():
        finder = MutantFinder(checked, ("phase", phase.name.text))
        yield finder.one(f"turn.{phase.name.text}", phase, "the phase is left out", mutations.emptied(phase))
        yield from finder.phase(phase, "turn")
    yield from _arcs(checked)
    yield from _settings(checked)


def _arcs(checked: Checked) -> Iterator[Mutant]:
    """Give the changes of arcs, each in every rule that uses it: an edge moved by one sector, the other side."""
    for key, rule in checked.declared.rules.items():
        if rule.sort == "advice":
            continue
        found = {meaning.arc.name: meaning.arc for node in rule.node.walk() if (meaning := _arc_of(checked, node))}
        sector = SECTORS.get(checked.declared.head.board.shape, SECTORS["hex"])
        for arc in found.values():
            for change, says in mutations.arcs_beside(arc, sector):
                yield Mutant(f"arcs.{arc.name}", arc.span, f"the arc {says}", ("rule", key), change)


def _arc_of(checked: Checked, node: nodes.Node) -> ArcOf | None:
    meaning = checked.meanings.get(node)
    return meaning if isinstance(meaning, ArcOf) else None


def _settings(checked: Checked) -> Iterator[Mutant]:
    """Give the changes of options, constants of scenarios and the values that fields start with."""
    declared = checked.declared
    for option in declared.options.values():
        address = f"{option.module}.{option.name}"
        for by, says in _other_values(option.type):
            yield Mutant(address, option.node.span, f"as a rule {says}", ("option", option.name), OtherStart(by))
    for constant in declared.constants.values():
        if constant.start is not None:
            for by, says in _other_values(constant.type)[:1]:
                address = f"Game.{constant.name}"
                yield Mutant(address, constant.span, f"starts {says}", ("constant", constant.name), OtherStart(by))
    for kind in declared.kinds.values():
        for known in kind.fields.values():
            for member, _ in known.holds:
                part = f"{known.address}.{member}"
                yield Mutant(part, known.span, f"holds one {member} more", ("field", part), OtherStart(1))
            if known.start is not None:
                holder = ("field", known.address)
                for by, says in _other_values(known.type)[:1]:
                    yield Mutant(known.address, known.span, f"starts {says}", holder, OtherStart(by))
                items = nodes.items_of(known.start) if isinstance(known.type, types.ListType) else ()
                for index, item in enumerate(items):
                    yield Mutant(known.address, item.span, "starts without this item", holder, ShorterStart(index))


def _other_values(kind: types.Type) -> list[tuple[int, str]]:
    match types.without_none(kind):
        case types.Boolean():
            return [(1, "the other way")]
        case types.Number():
            return [(1, "one higher"), (-1, "one lower")]
        case types.EnumType() if not types.may_be_none(kind):
            return [(1, "with the next")]
    return []


@dataclass(frozen=True)
class MutantFinder:
    """List the mutants of one rule, table or phase."""

    checked: Checked
    holder: tuple[str, str]

    def one(self, address: str, node: nodes.Node, says: str, change: Mutation) -> Mutant:
        """Give one mutant."""
        return Mutant(address, node.span, says, self.holder, change)

    def removed(self, address: str, node: nodes.Node, says: str = "") -> Mutant:
        """Give the removal of a node that is one of several."""
        return self.one(address, node, says or f"`{_short(node)}` is removed", Exchange(node))

    # --- rules

    def rule(self, rule: Rule) -> Iterator[Mutant]:
        """Give those of a rule."""
        node, address = rule.node, rule.site_address
        if isinstance(node, nodes.Define | nodes.Advice):
            result = rule.result or types.BOOLEAN
            base, modifiers = nodes.base_of(node.cases), nodes.modifiers_of(node.cases)
            yield from self.modifiers(modifiers, address)
            if isinstance(base, nodes.SingleCase):
                yield from self.result(base.value, address, result, is_modified=bool(modifiers))
                return
            for case in base.cases:
                where = f"{address}.{case.label.text}" if case.label else address
                if isinstance(case.condition, nodes.IfCase):
                    yield self.one(where, case, "the case is removed", mutations.case_removed(base, case))
                    yield from self.condition(case.condition.condition, where)
                yield from self.result(case.value, where, result, is_modified=bool(modifiers))
        elif node.body is not None:
            yield from self.block(node.body.statements, address)

    def result(
        self, node: nodes.Expression, address: str, kind: types.Type, is_modified: bool = False
    ) -> Iterator[Mutant]:
        """Give those of what a definition or a cell comes to, or of the number that its modifiers change."""
        if isinstance(types.without_none(kind), types.Boolean):
            yield from self.condition(node, address)
            return
        literal = isinstance(_bare(node), nodes.NumberLiteral | nodes.Dice | nodes.HighestOf | nodes.LowestOf)
        if not literal:
            says = {
                types.Number: "one more",
                types.Ratio: "one more",
                types.EnumType: "the next of its kind",
                types.ListType: "nothing in the list",
            }.get(type(types.without_none(kind)), "none")
            if not isinstance(kind, types.DiceType):
                change = mutations.one_more(node) if is_modified else OtherResult(node)
                yield self.one(address, node, f"`{_short(node)}` becomes {says}", change)
        yield from self.expression(node, address)

    # --- expressions

    def condition(self, node: nodes.Expression, address: str) -> Iterator[Mutant]:
        """Give those of a condition: each of its parts negated, and what is inside them."""
        yield from self.negated(node, address)
        yield from self.expression(node, address)

    def negated(self, node: nodes.Expression, address: str) -> Iterator[Mutant]:
        match node:
            case nodes.Or(operands=operands) | nodes.And(operands=operands):
                for operand in operands:
                    yield from self.negated(operand, address)
            case nodes.Negation(operand=operand):
                yield from self.negated(operand, address)
            case nodes.Grouped(inner=inner):
                yield from self.negated(inner, address)
            case nodes.Yes() | nodes.No():
                return  # turned round by `expression`
            case _:
                yield self.one(address, node, f"`{_short(node)}` is negated", mutations.negated(node))

    def figure(self, part: nodes.NumberLiteral | nodes.PercentOf | nodes.Power, address: str) -> Iterator[Mutant]:
        """Give those of a number that is written out, be it a percentage or an exponent."""
        changed: Callable[[int], Mutation]
        match part:
            case nodes.NumberLiteral(word=word):
                says, changed = word.text, partial(mutations.number_changed, part)
            case nodes.PercentOf(percent=percent):
                says, changed = f"{percent.text} %", partial(mutations.percent_changed, part)
            case nodes.Power(exponent=exponent):
                says, changed = f"the power {exponent.text}", partial(mutations.power_changed, part)
            case _:
                assert_never(part)
        yield self.one(address, part, f"{says} becomes one more", changed(1))
        if not isinstance(part, nodes.Power) or nodes.exponent(part) > 1:
            yield self.one(address, part, f"{says} becomes one less", changed(-1))

    def expression(self, node: nodes.Node, address: str) -> Iterator[Mutant]:
        """Give those of the numbers, dice, roundings, orders and inner conditions of an expression."""
        for part in node.walk():
            match part:
                case nodes.NumberLiteral() | nodes.PercentOf() | nodes.Power():
                    yield from self.figure(part, address)
                case nodes.Yes() | nodes.No():
                    yield self.one(address, part, f"`{_short(part)}` is turned round", mutations.negated(part))
                case nodes.Rounding(how=how):
                    other = "down" if how.text.split()[-1] in ("up", "nearest") else "up"
                    yield self.one(
                        address, part, f"`{_short(part)}` is rounded {other}", mutations.rounded_otherwise(part, other)
                    )
                case nodes.HighestFirst() | nodes.LowestFirst():
                    yield self.one(address, part, f"`{_short(part)}` is turned round", mutations.ranked_otherwise(part))
                case (
                    nodes.Dice() | nodes.KeepHighest() | nodes.KeepLowest() | nodes.HighestItems()
                    | nodes.LowestItems() | nodes.KeptDice() | nodes.ThrownAgain() | nodes.ThrownOn() | nodes.AddsDie()
                ):  # fmt: skip
                    yield from self.thrown(part, address)
                case nodes.Compare(left=left, sign=sign, right=right) if sign.text in mutations.TURNED:
                    if not any(isinstance(_bare(side), nodes.NumberLiteral) for side in (left, right)):
                        says = f"`{_short(part)}` becomes `{mutations.TURNED[sign.text]}`"
                        yield self.one(address, part, says, mutations.strictness_changed(part))
                case nodes.Gathered(value=value, condition=condition):
                    if isinstance(self.checked.types.get(value), types.Boolean):
                        yield from self.negated(value, address)
                    if condition is not None:
                        yield from self.negated(condition, address)
                case nodes.Picked(condition=condition):
                    yield from self.negated(condition, address)

    def thrown(self, part: nodes.Node, address: str) -> Iterator[Mutant]:
        """Give those of dice: their sides, how many there are, and which of them count."""
        match part:
            case nodes.KeepHighest() | nodes.KeepLowest() | nodes.HighestItems() | nodes.LowestItems():
                yield self.one(address, part, f"`{_short(part)}` is turned round", mutations.kept_otherwise(part))
            case nodes.KeptDice():
                yield self.one(address, part, f"`{_short(part)}` is turned round", mutations.left_otherwise(part))
            case (
                nodes.ThrownAgain(condition=condition)
                | nodes.ThrownOn(condition=condition)
                | nodes.AddsDie(condition=condition)
            ):
                yield from self.negated(condition, address)
            case nodes.Dice(word=word):
                count = word.text.split("d")[0]
                yield self.one(address, part, f"{word.text} has a side less", mutations.dice_changed(part, 0, -1))
                if count and int(count) > 1:
                    yield self.one(address, part, f"{word.text} has a die more", mutations.dice_changed(part, 1, 0))
                    yield self.one(address, part, f"{word.text} has a die less", mutations.dice_changed(part, -1, 0))

    # --- statements

    def block(self, statements: Iterable[nodes.Statement], address: str) -> Iterator[Mutant]:
        """Give those of statements in order."""
        for statement in statements:
            yield self.removed(address_of(statement, address), statement)
            yield from self.statement(statement, address)

    def statement(self, node: nodes.Statement, address: str) -> Iterator[Mutant]:
        """Give those inside a statement."""
        match node:
            case (
                nodes.Guarded(statement=inner, condition=condition)
                | nodes.GuardedUnless(statement=inner, condition=condition)
            ):
                yield from self.condition(condition, address)
                yield from self.statement(inner, address)
            case nodes.Add(amount=amount, limit=limit) | nodes.Take(amount=amount, limit=limit):
                yield from self.expression(amount, address)
                if limit is not None:
                    if not isinstance(_bare(limit.bound), nodes.NumberLiteral):
                        yield self.one(address, limit, f"`{_short(limit)}` is removed", mutations.limit_removed(node))
                    yield from self.expression(limit.bound, address)
            case nodes.Create(settings=settings):
                for setting in settings:
                    yield self.removed(address, setting)
                    yield from self.expression(setting.value, address)
            case nodes.Roll() | nodes.Check():
                yield from self.roll(node, f"{address}.{node.name.text}")
            case nodes.Choose(name=name):
                yield from self.choose(node, f"{address}.{name.text}")
            case nodes.Require(name=name, condition=condition):
                yield from self.condition(condition, f"{address}.{name.text}")
            case nodes.When() | nodes.ForEach() | nodes.ForNumbers() | nodes.Repeat() | nodes.Step() | nodes.Close():
                yield from self.blocks(node, address)
            case nodes.OrderSides(key=key):
                yield self.one(address, node, "the order is turned round", mutations.sides_turned(node))
                yield from self.expression(key, address)
            case _:
                yield from self.expressions(node, address_of(node, address))

    def expressions(self, node: nodes.Statement, address: str) -> Iterator[Mutant]:
        """Give those of the expressions that a statement says."""
        for part in node.parts():
            if isinstance(part, nodes.Expression):
                yield from self.expression(part, address)

    def blocks(self, node: nodes.Statement, address: str) -> Iterator[Mutant]:
        """Give those of a statement that holds others, and of these."""
        match node:
            case nodes.When():
                yield from self.when(node, address)
            case nodes.ForEach(source=source, condition=condition, options=options, block=block):
                yield from self.expression(source, address)
                if condition is not None:
                    yield from self.condition(condition, address)
                for option in options:
                    if isinstance(option, nodes.HighestFirst | nodes.LowestFirst):
                        yield from self.expression(option, address)
                yield from self.block(block, address)
            case nodes.ForNumbers(low=low, high=high, block=block):
                yield from self.expression(low, address)
                yield from self.expression(high, address)
                yield from self.block(block, address)
            case nodes.Repeat(count=count, block=block):
                yield from self.expression(count, address)
                yield from self.block(block, address)
            case nodes.Step():
                yield from self.phase(node, address)
            case nodes.Close(block=block):
                yield from self.block(block, address)

    def when(self, node: nodes.When, address: str) -> Iterator[Mutant]:
        yield from self.condition(node.condition, address)
        yield from self.block(node.block, address)
        for other in node.others:
            yield from self.condition(other.condition, address)
            yield from self.block(other.block, address)
        if node.otherwise:
            yield from self.block(node.otherwise.block, address)

    def roll(self, node: nodes.Roll | nodes.Check, address: str) -> Iterator[Mutant]:
        """Give those of a roll: its dice, modifiers, success and natural faces."""
        yield from self.expression(node.dice, address)
        if node.shift is not None:
            yield from self.expression(node.shift, address)
        yield from self.modifiers(node.modifiers, address)
        if isinstance(node, nodes.Check):
            yield from self.condition(node.success.condition, address)
            for natural in node.naturals:
                yield self.removed(address, natural)
                yield self.one(
                    address, natural, "the natural face is one more", mutations.natural_face_changed(natural)
                )
                if natural.again is not None:
                    yield self.one(address, natural, "there is no further try", mutations.tried_once(natural))
                    yield from self.expression(natural.again.cap, address)

    def modifiers(self, modifiers: tuple[nodes.Modifier, ...], address: str) -> Iterator[Mutant]:
        """Give those of modifiers: each removed, and what is in it."""
        for modifier in modifiers:
            where = f"{address}.{modifier.name.text}"
            yield self.removed(where, modifier, "the modifier is removed")
            yield from self.expression(modifier.change, where)
            if modifier.condition is not None:
                yield from self.condition(modifier.condition, where)

    def choose(self, node: nodes.Choose, address: str) -> Iterator[Mutant]:
        """Give those of a choice: its options, its ways out, its requirements."""
        yield from self.expression(node.source, address)
        if node.condition is not None:
            yield from self.condition(node.condition, address)
        for option in node.options:
            if isinstance(option, nodes.OrNone | nodes.OrStop):
                yield self.removed(address, option)
            if isinstance(option, nodes.Default | nodes.UpTo):
                yield from self.expression(option, address)
            if isinstance(option, nodes.Default):
                yield self.removed(address, option)
        for required in node.requirements:
            where = f"{address}.{required.name.text}"
            yield self.removed(where, required, "the requirement is removed")
            yield from self.condition(required.condition, where)

    # --- phases

    def phase(self, node: nodes.Phase | nodes.Step, outer: str) -> Iterator[Mutant]:
        """Give those of a phase or step."""
        address = f"{outer}.{node.name.text}"
        for option in node.options:
            if isinstance(option, nodes.EffectsAtTheEnd):
                yield self.one(address, node, "effects come at once", Exchange(option))
            if isinstance(option, nodes.ForEachSide) and option.in_order is not None:
                says = "the sides act in the order of the set-up"
                yield self.one(address, node, says, mutations.without_order(option))
        yield from self.block(node.block, address)

    # --- tables

    def table(self, table: Table) -> Iterator[Mutant]:
        """Give those of a table: what its cells say, and where its rows begin and end."""
        if table.between_rows:
            other = "down" if table.between_rows in ("up", "nearest") else "up"
            span = table.document.places.value("between_rows")
            says = f"what lies between the rows is rounded {other}"
            yield Mutant(table.name, span, says, self.holder, OtherLine(table.between_rows, other))
        kind = table.keys[0].type
        by_numbers = isinstance(kind, types.Number)
        for index, row in enumerate(table.rows):
            for place, cell in enumerate(row.cells):
                address, gives = cell.address if table.columns else row.address, table.given_in(place)
                if cell.value is not None and gives is not None:
                    yield from self.result(cell.value, address, gives)
                yield from self.block(cell.statements, address)
                if cell.value is None and not cell.statements:
                    # Nothing can be taken from it; at least somebody must come by.
                    yield Mutant(cell.address, cell.span, "nothing happens here", self.holder, Visit())
            if by_numbers and row.high > row.low:
                first, last = (types.shown(types.number_at(kind, end)) for end in (row.low, row.high))
                if index > 0:
                    later = types.shown(types.number_at(kind, row.low + 1))
                    moved = MovedRow(index, False, f"{first}-{last}", f"{later}-{last}")
                    yield Mutant(row.address, row.span, f"the row begins with {later}", self.holder, moved)
                if index + 1 < len(table.rows):
                    earlier = types.shown(types.number_at(kind, row.high - 1))
                    moved = MovedRow(index, True, f"{first}-{last}", f"{first}-{earlier}")
                    yield Mutant(row.address, row.span, f"the row ends with {earlier}", self.holder, moved)


def address_of(statement: nodes.Statement, holder: str) -> str:
    """Give the address of a statement: its own, else that of what holds it."""
    return f"{holder}.{statement.name.text}" if isinstance(statement, AnyAddressedStatement) else holder


def _bare(node: nodes.Node) -> nodes.Node:
    """Give an expression without brackets and unit."""
    while isinstance(node, nodes.Grouped | nodes.InUnit):
        node = node.inner if isinstance(node, nodes.Grouped) else node.value
    return node


def _short(node: nodes.Node) -> str:
    """Give the first line of a node's text, not too long."""
    text = node.span.text.strip(" ,\n").partition("\n")[0].strip()
    return text if len(text) <= 60 else text[:57].rstrip() + "..."
