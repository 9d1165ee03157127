"""Find out what every expression means and what type it has; say where that fails.

In: a `Declared` ruleset. Out: a `Checked` one. Ranges are followed through sums, products and roundings; conditions do
not narrow them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from itertools import product as pairs
from math import ceil, floor, lcm

from quarterdeck.checks import meanings as means
from quarterdeck.checks.meanings import Checked
from quarterdeck.diagnostics import Findings, Label
from quarterdeck.names import types
from quarterdeck.names.builtins import GATHERINGS, Measures, functions_on
from quarterdeck.names.declared import CellOf, Declared, Parameter, Roster, Rule, Table
from quarterdeck.names.types import TRUTH, UNKNOWN, Number, Numeric, Ratio, Type
from quarterdeck.source import Span
from quarterdeck.syntax import nodes
from quarterdeck.syntax.from_text import parse_expression, reserved_words

WHOLE = Number(-1_000_000, 1_000_000)
TURN = Number(0, 10_000)
ADVISED = Number(-(10**6), 10**6, types.STEPS["thousandths"])
MOST_UNSAID = 1000  # what a list of unknown length may hold
ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "up": ceil,
    "down": floor,
    "nearest": lambda number: floor(number + Fraction(1, 2)),
}


@dataclass
class Scope:
    """Names known at a place, and what kind of place it is."""

    names: dict[str, tuple[Type, means.Meaning]] = field(default_factory=dict)
    module: str = ""
    rule: str = ""
    sort: str = "procedure"
    rolls: frozenset[str] = frozenset()
    in_loop: bool = False

    def inner(self) -> Scope:
        """Give a scope for a block: what it adds is not seen outside."""
        return Scope(dict(self.names), self.module, self.rule, self.sort, self.rolls, self.in_loop)


def check_kinds(declared: Declared, findings: Findings) -> Checked:
    """Check all rules, tables, options and fields of a ruleset."""
    return Kinds(Checked(declared), findings).run()


@dataclass
class Kinds:
    """One run over a ruleset."""

    checked: Checked
    findings: Findings

    def __post_init__(self) -> None:
        board = self.declared.head.board
        self.functions = functions_on(board.shape)
        lengths, angles = (unit if unit in self.declared.units else None for unit in (board.lengths, board.angles))
        plain = Measures()
        self.measures = Measures(
            types.Member(board.directions) if board.directions in self.declared.enums else UNKNOWN,
            replace(plain.length, unit=lengths),
            replace(plain.degrees, unit=angles),
        )

    @property
    def declared(self) -> Declared:
        return self.checked.declared

    def run(self) -> Checked:
        """Check everything that the ruleset declares."""
        for option in self.declared.options.values():
            self.fitting(option.value, option.type, Scope(module=option.module, rule=option.name), "the option")
            self.phrase(option.node.phrase, Scope(module=option.module, rule=option.name))
        for kind in self.declared.kinds.values():
            for known in kind.fields.values():
                if known.start is not None:
                    self.fitting(known.start, known.type, Scope(rule=known.address), f"`{known.address}`")
                for rule in known.changed_by or ():
                    if not self.declared.rule_named(rule):
                        self.unknown(
                            rule, known.span, [r.name for r in self.declared.rules.values()], "effect", known.address
                        )
        for constant in self.declared.constants.values():
            if constant.start is not None:
                self.fitting(constant.start, constant.type, Scope(rule=constant.name), f"`{constant.name}`")
        for declared in self.declared.rules.values():
            self.rule(declared)
        for table in self.declared.tables.values():
            self.table(table)
        for roster in self.declared.rosters.values():
            self.roster(roster)
        for scenario in self.declared.scenarios.values():
            self.block(scenario.setup, Scope(rule=f"scenario {scenario.name}"))
        if self.declared.turn:
            self.turn(self.declared.turn)
        return self.checked

    def roster(self, roster: Roster) -> None:
        """Check what a roster derives from its figures."""
        places = roster.document.places
        scope = Scope(rule=f"roster {roster.name}", sort="define")
        if roster.shape.kind_of_figures:
            if roster.shape.kind_of_figures not in self.declared.kinds:
                self.unknown(
                    roster.shape.kind_of_figures,
                    places.value("kind_of_figures"),
                    self.declared.kinds,
                    "kind",
                    scope.rule,
                )
                return
            scope.names["figures"] = (types.Thing(roster.shape.kind_of_figures), means.Local("figures"))
            figures = self.declared.kinds[roster.shape.kind_of_figures]
            for column, name in roster.shape.columns.items():
                if name not in figures.fields:
                    what = f"field of {figures.name}"
                    self.unknown(name, places.value("columns", column), figures.fields, what, scope.rule)
        if roster.where is not None:
            self.condition(roster.where, scope)
        fields = self.declared.kinds[roster.kind].fields
        for name, node in roster.derive.items():
            if name not in fields:
                self.unknown(name, places.key("derive", name), fields, f"field of {roster.kind}", scope.rule)
            else:
                self.fitting(node, fields[name].type, scope, f"`{name}`")
        for name, parts in roster.part_lists.items():
            listed = fields[name].type if name in fields else None
            if not (isinstance(listed, types.Listing) and isinstance(listed.item, types.Thing)):
                self.unknown(
                    name, places.key("part_lists", name), fields, f"list of parts of {roster.kind}", scope.rule
                )
                continue
            part_fields = self.declared.kinds[listed.item.kind].fields
            for index, part in enumerate(parts):
                for key, node in part.items():
                    if key == "when":
                        self.condition(node, scope)
                    elif key not in part_fields:
                        self.unknown(
                            key,
                            places.key("part_lists", name, index, key),
                            part_fields,
                            f"field of {listed.item.kind}",
                            scope.rule,
                        )
                    else:
                        self.fitting(node, part_fields[key].type, scope, f"`{key}`")

    # --- definitions

    def parameters(self, parameters: Iterable[Parameter], module: str, rule: str, sort: str) -> Scope:
        scope = Scope(module=module, rule=rule, sort=sort)
        for parameter in parameters:
            self.bind(scope, parameter.name, parameter.type, parameter.span)
        return scope

    def rule(self, rule: Rule) -> None:
        """Check one rule."""
        scope = self.parameters(rule.parameters, rule.module, rule.site_address, rule.sort)
        node = rule.node
        self.phrase(node.phrase, scope)
        for parameter in node.parameters:
            self.phrase(parameter.phrase, scope)
        if isinstance(node, nodes.Advice) and node.among is not None:
            self.among(node, node.among, scope)
        if isinstance(node, nodes.Define | nodes.Advice):
            self.cases(rule, node.cases, scope)
        elif node.body is not None:
            for word in node.body.docs:
                self.phrase(word, scope)
            self.block(node.body.statements, scope)

    def among(self, node: nodes.Advice, listed: nodes.Expression, scope: Scope) -> None:
        """Check the list of answers that advice picks out; it is made before there is an answer."""
        inner = scope.inner()
        answer, _ = inner.names.pop(node.path[-1].text, (UNKNOWN, None))
        kind = self.type(listed, inner)
        if not isinstance(kind, types.Listing | types.Unknown):
            self.report("QD350", f"one picks answers from a list, and this is {kind}", listed.span, scope)
        elif isinstance(kind, types.Listing) and not types.fits(kind.item, types.without_none(answer)):
            self.report("QD367", f"the answer is {answer}, and these are {kind.item}", listed.span, scope)

    def cases(self, rule: Rule, cases: nodes.SingleCase | nodes.SeveralCases, scope: Scope) -> None:
        wanted = rule.result
        if isinstance(cases, nodes.SingleCase):
            self.result(cases.value, wanted, scope)
            return
        for word in cases.docs:
            self.phrase(word, scope)
        for index, case in enumerate(cases.cases):
            last = index == len(cases.cases) - 1
            self.result(case.value, wanted, scope)
            if isinstance(case.condition, nodes.IfCase):
                self.condition(case.condition.condition, scope)
                if last and not isinstance(wanted, types.Truth):
                    self.report(
                        "QD320",
                        "the last case may not apply, and then there is no value",
                        case.span,
                        scope,
                        hint="end with a case `otherwise`",
                    )
            elif not last:
                self.report("QD321", "cases behind this one never count", case.span, scope, hint="give it an `if`")

    def result(self, value: nodes.Expression, wanted: Type | None, scope: Scope) -> None:
        if wanted is None:
            self.number(value, scope)
        else:
            self.fitting(value, wanted, scope, "the definition")

    def table(self, table: Table) -> None:
        """Check a table's cells."""
        for row in table.rows:
            for cell in row.cells:
                self.cell(table, cell)

    def cell(self, table: Table, cell: CellOf) -> None:
        scope = self.parameters(table.given, "", cell.address, "effect")
        for key in table.keys:
            self.bind(scope, key.name, key.type, key.span)
        if cell.value is not None and table.gives is not None:
            self.fitting(cell.value, table.gives, scope, "the table")
        self.block(cell.statements, scope)

    def turn(self, turn: nodes.Turn) -> None:
        """Check the phases."""
        for phase in turn.phases:
            self.phase(phase, Scope(module=self.declared.turn_module, rule=f"turn.{phase.name.text}"))

    def phase(self, phase: nodes.Phase | nodes.Step, outer: Scope) -> None:
        scope = outer.inner()
        for option in phase.options:
            if isinstance(option, nodes.ForEachSide):
                self.bind(scope, option.variable.text, types.Thing("Side"), option.span)
            if isinstance(option, nodes.AllSidesAtOnce):
                self.bind(scope, "side", types.Thing("Side"), option.span)
        scope.rule = f"{outer.rule}.{phase.name.text}" if isinstance(phase, nodes.Step) else outer.rule
        self.block(phase.block, scope)

    # --- statements

    def block(self, statements: Iterable[nodes.Statement], outer: Scope) -> None:
        """Check statements in order; what they name is known to those behind them."""
        scope = outer.inner()
        for statement in statements:
            self.statement(statement, scope)

    def statement(self, statement: nodes.Statement, scope: Scope) -> None:
        match statement:
            case (
                nodes.Guarded(statement=inner, condition=condition)
                | nodes.GuardedUnless(statement=inner, condition=condition)
            ):
                self.condition(condition, scope)
                self.statement(inner, scope.inner())
            case nodes.Let(name=name, value=value):
                self.bind(scope, name.text, self.type(value, scope), name.span)
            case nodes.Tally(name=name, type=given, value=value):
                self.tally(statement, name, given, value, scope)
            case nodes.Set() | nodes.Add() | nodes.Take() | nodes.Append() | nodes.Create() | nodes.Remove():
                self.alter(statement, scope)
            case nodes.Do(call=call) | nodes.Apply(call=call):
                self.carry_out(statement, call, scope)
            case nodes.Roll() | nodes.Check() | nodes.RollOff():
                self.chance(statement, scope)
            case nodes.Choose():
                self.choose(statement, scope)
            case nodes.Require(condition=condition, reason=reason):
                self.condition(condition, scope)
                self.phrase(reason, scope)
            case nodes.When():
                self.when(statement, scope)
            case nodes.ForEach() | nodes.ForNumbers() | nodes.Repeat() | nodes.Stop():
                self.repetition(statement, scope)
            case nodes.Win() | nodes.Draw() | nodes.Announce() | nodes.Reveal():
                self.telling(statement, scope)
            case nodes.OrderSides() | nodes.Start():
                self.timing(statement, scope)
            case nodes.Step():
                self.phase(statement, scope)
            case nodes.Close(block=block):
                closing = scope.inner()
                closing.sort = "effect"
                self.block(block, closing)

    def chance(self, statement: nodes.Roll | nodes.Check | nodes.RollOff, scope: Scope) -> None:
        """Check what brings chance."""
        if isinstance(statement, nodes.RollOff):
            self.roll_off(statement.name, statement.dice, scope)
        else:
            self.roll(statement, scope)

    def timing(self, statement: nodes.OrderSides | nodes.Start, scope: Scope) -> None:
        """Check what decides when something happens: the order of sides, and timers."""
        if isinstance(statement, nodes.OrderSides):
            self.order_sides(statement.key, scope)
        else:
            self.start(statement.timer, statement.delay, statement.clock, statement.every, scope)

    def alter(
        self,
        statement: nodes.Set | nodes.Add | nodes.Take | nodes.Append | nodes.Create | nodes.Remove,
        scope: Scope,
    ) -> None:
        """Check a statement that changes the state by itself."""
        match statement:
            case nodes.Create(kind=kind, pool=pool, settings=settings):
                self.create(kind, pool, settings, scope)
            case nodes.Remove(thing=thing, reason=reason):
                if not isinstance(self.type(thing, scope), types.Thing | types.Unknown):
                    self.report("QD330", "only things can be removed", thing.span, scope)
                if reason is not None:
                    self.phrase(reason, scope)
            case _:
                self.change(statement, scope)

    def repetition(self, statement: nodes.ForEach | nodes.ForNumbers | nodes.Repeat | nodes.Stop, scope: Scope) -> None:
        """Check a loop, or what leaves one."""
        inside = scope.inner()
        inside.in_loop = True
        match statement:
            case nodes.ForEach():
                self.for_each(statement, scope)
            case nodes.ForNumbers(variable=variable, low=low, high=high, block=block):
                self.bind(inside, variable.text, self.between(low, high, scope), variable.span)
                self.block(block, inside)
            case nodes.Repeat(count=count, block=block):
                self.whole(count, scope, "how often something is done")
                self.block(block, inside)
            case nodes.Stop(span=span) if not scope.in_loop:
                message = "`stop` leaves a loop, and there is none here"
                self.report("QD331", message, span, scope, hint="`finish` leaves the rule")

    def telling(self, statement: nodes.Win | nodes.Draw | nodes.Announce | nodes.Reveal, scope: Scope) -> None:
        """Check what all sides are told."""
        match statement:
            case nodes.Win(side=side, reason=reason):
                self.fitting(side, types.Thing("Side"), scope, "the winner")
                self.phrase(reason, scope)
            case nodes.Draw(reason=word) | nodes.Announce(text=word):
                self.phrase(word, scope)
            case nodes.Reveal(what=what):
                kind = self.type(what, scope)
                is_field = isinstance(self.checked.meanings.get(what), means.FieldOf) and isinstance(what, nodes.Member)
                if not is_field and not isinstance(kind, types.Unknown):
                    self.report(
                        "QD378",
                        "only a field of a thing can be revealed",
                        what.span,
                        scope,
                        hint="write `reveal thing.field`, or say it with `announce`",
                    )

    def tally(
        self, statement: nodes.Tally, name: nodes.Word, given: nodes.Type, value: nodes.Expression, scope: Scope
    ) -> None:
        from quarterdeck.names.from_documents import Declaring

        wanted = Declaring(self.declared, self.findings).type_of(given)
        self.checked.types[statement] = wanted
        self.fitting(value, wanted, scope, f"`{name.text}`")
        self.bind(scope, name.text, wanted, name.span, means.Local(name.text, tally=True))

    def change(self, statement: nodes.Set | nodes.Add | nodes.Take | nodes.Append, scope: Scope) -> None:
        target = statement.target
        wanted = self.type(target, scope)
        meaning = self.checked.meanings.get(target)
        if isinstance(meaning, means.FieldOf):
            self.may_change(meaning, target.span, scope)
        elif not (isinstance(meaning, means.Local) and meaning.tally) and not isinstance(wanted, types.Unknown):
            self.report(
                "QD332",
                "this cannot be changed",
                target.span,
                scope,
                hint="only fields and tallies change; `tally name: 0..9 = ...` names one",
            )
        match statement:
            case nodes.Set(value=value):
                self.fitting(value, wanted, scope, "the field")
            case nodes.Append(value=value):
                if isinstance(meaning, means.Local):
                    hint = "set it to a list of what is to be in it: `all(x in things where ...)`"
                    self.report("QD333", "a list that is a tally cannot be appended to", target.span, scope, hint=hint)
                elif isinstance(wanted, types.Listing):
                    self.fitting(value, wanted.item, scope, "the list")
                elif not isinstance(wanted, types.Unknown):
                    self.report("QD333", "only a list can be appended to", target.span, scope)
            case nodes.Add(amount=amount, limit=limit) | nodes.Take(amount=amount, limit=limit):
                self.sum_fits(statement, amount, limit, wanted, scope)

    def sum_fits(
        self,
        statement: nodes.Add | nodes.Take,
        amount: nodes.Expression,
        limit: nodes.Node | None,
        wanted: Type,
        scope: Scope,
    ) -> None:
        change = self.number(amount, scope)
        if not isinstance(wanted, Number):
            if not isinstance(wanted, types.Unknown):
                self.report("QD334", "only numbers can be added to", statement.target.span, scope)
            return
        if change is None:
            return
        if not types.fits(change, wanted):
            self.report("QD335", f"{change.unit} cannot be added to {wanted.unit}", amount.span, scope)
        self.lies_on(amount, change, wanted, scope)
        sign = 1 if isinstance(statement, nodes.Add) else -1
        least, most = sorted((change.low * sign, change.high * sign))
        if limit is not None:
            self.limit(limit, wanted, scope)
        # a limit, which lies in the range, holds what goes towards it; nothing leaves the range on the other side
        high, low = wanted.high + most, wanted.low + least
        over = high > wanted.high and not isinstance(limit, nodes.NoMoreThan)
        under = low < wanted.low and not isinstance(limit, nodes.NoLessThan)
        if over or under:
            words = f"to no more than {types.shown(wanted.high)}" if over else ""
            words = words or f"to no less than {types.shown(wanted.low)}"
            self.report(
                "QD340",
                f"this may leave the range {wanted} (it could reach {types.shown(high if over else low)})",
                statement.span,
                scope,
                hint="keep what is added at zero or above, or at zero or below, and say what happens at that end"
                if (over and under) or limit is not None
                else f"say what happens there, for example `, {words}`",
            )

    def limit(self, limit: nodes.Node, wanted: Number, scope: Scope) -> None:
        """Check the limit of a change, which is stored where it is reached."""
        assert isinstance(limit, nodes.NoMoreThan | nodes.NoLessThan)
        self.fitting(limit.bound, wanted, scope, "the field")

    def may_change(self, meaning: means.FieldOf, span: Span, scope: Scope) -> None:
        known = meaning.field
        if known.fixed:
            self.report(
                "QD341",
                f"`{known.address}` is fixed: no rule changes it",
                span,
                scope,
                labels=[Label(known.span, "declared fixed here")],
            )
        if (
            known.changed_by is not None
            and scope.rule.rsplit(".", 1)[-1] not in known.changed_by
            and scope.rule not in known.changed_by
        ):
            self.report(
                "QD342",
                f"only {', '.join(known.changed_by)} may change `{known.address}`",
                span,
                scope,
                labels=[Label(known.span, "declared here")],
                hint=f"do {known.changed_by[0]}(...) instead" if known.changed_by else "",
            )

    def create(
        self, kind: nodes.Word, pool: nodes.Expression, settings: tuple[nodes.Setting, ...], scope: Scope
    ) -> None:
        self.type(pool, scope)
        known = next((k for k in self.declared.kinds.values() if kind.text in (k.name, k.one)), None)
        if not known:
            self.unknown(kind.text, kind.span, [k.one for k in self.declared.kinds.values()], "kind", scope.rule)
            return
        self.checked.meanings[kind] = means.Pool(known)
        for setting in settings:
            if setting.name.text not in known.fields:
                self.unknown(setting.name.text, setting.name.span, known.fields, f"field of {known.name}", scope.rule)
                self.type(setting.value, scope)
            else:
                self.fitting(setting.value, known.fields[setting.name.text].type, scope, f"`{setting.name.text}`")

    def carry_out(self, statement: nodes.Do | nodes.Apply, call: nodes.Expression, scope: Scope) -> None:
        if isinstance(statement, nodes.Apply):
            self.apply(call, scope)
            return
        if not isinstance(call, nodes.Call):
            self.unknown(dotted(call) or "this", call.span, (), "rule", scope.rule)
            return
        rule = self.called_rule(call, scope)
        if rule and rule.sort not in ("procedure", "effect"):
            self.report(
                "QD343", f"`{rule.name}` is worked out, not done", call.span, scope, hint="use it in an expression"
            )
        if rule and scope.sort == "effect" and rule.sort == "procedure" and not scope.rule.startswith("turn"):
            self.report(
                "QD344",
                f"an effect cannot do the procedure `{rule.name}`",
                call.span,
                scope,
                hint="make it an effect, or do it from a procedure",
            )

    def apply(self, call: nodes.Expression, scope: Scope) -> None:
        arguments: tuple[nodes.Node, ...] = ()
        lookup = call
        if isinstance(call, nodes.Call):
            lookup, arguments = call.callee, call.arguments
        if not isinstance(lookup, nodes.Lookup):
            self.report("QD345", "`apply` needs a table and its key", call.span, scope, hint="apply table[key](thing)")
            return
        table = self.table_named(lookup, scope)
        if table is None:
            return
        if table.gives is not None:
            self.report("QD346", f"the table `{table.name}` gives values and cannot be applied", lookup.span, scope)
        given = self.arguments(table.given, arguments, call.span, scope)
        self.checked.meanings[call] = means.TableApplied(table, given)

    def roll(self, statement: nodes.Roll | nodes.Check, scope: Scope) -> None:
        dice = self.dice(statement.dice, scope)
        if isinstance(statement.shift, nodes.ShiftedUp | nodes.ShiftedDown):
            shift = self.number(statement.shift.amount, scope) or Number(0, 0)
            sign = 1 if isinstance(statement.shift, nodes.ShiftedUp) else -1
            total = types.as_fine(*sorted_sum(dice, shift, sign), replace(shift, unit=None))
        else:
            total = Number(dice.low, dice.high)
        if statement.secret:
            self.fitting(statement.secret.side, types.Thing("Side"), scope, "who sees the roll")
        natural = Number(dice.low, dice.high)
        inner = scope.inner()
        self.bind(inner, "natural", natural, statement.name.span, means.RollPart(statement.name.text, "natural"))
        seen: dict[str, nodes.Modifier] = {}
        for modifier in statement.modifiers:
            if modifier.name.text in seen:
                self.report(
                    "QD301",
                    f"modifier `{modifier.name.text}` is declared twice",
                    modifier.name.span,
                    scope,
                    labels=[Label(seen[modifier.name.text].name.span, "declared first here")],
                )
            seen[modifier.name.text] = modifier
            total = self.modifier(modifier, total, inner)
        successes = None
        if isinstance(statement, nodes.Check):
            self.bind(inner, "total", total, statement.name.span, means.RollPart(statement.name.text, "total"))
            self.condition(statement.success.condition, inner)
            most: Fraction | int = 1
            for natural_face in statement.naturals:
                if natural_face.again:
                    cap = self.whole(natural_face.again.cap, scope, "how often one tries")
                    most = max(most, cap.high if cap else 1)
                face = Fraction(natural_face.face.text)
                if face.denominator != 1 or not dice.low <= face <= dice.high:
                    self.report(
                        "QD347", f"these dice never show {natural_face.face.text}", natural_face.face.span, scope
                    )
            successes = Number(0, most)
        outcome = types.Outcome(total, natural, successes)
        self.checked.types[statement] = outcome
        self.bind(
            scope, statement.name.text, outcome, statement.name.span, means.RollPart(statement.name.text, "total")
        )

    def modifier(self, modifier: nodes.Modifier, total: Numeric, scope: Scope) -> Numeric:
        if modifier.condition is not None:
            self.condition(modifier.condition, scope)
        self.phrase(modifier.phrase, scope)
        self.checked.types[modifier] = total
        changed = self.modified(modifier.change, total, scope)
        if modifier.condition is None:
            return changed
        return types.as_fine(min(total.low, changed.low), max(total.high, changed.high), total, changed)

    def modified(self, change: nodes.Change, total: Numeric, scope: Scope) -> Numeric:
        """Give the type of a total that a change has been made to."""
        match change:
            case nodes.Raised(amount=amount) | nodes.Lowered(amount=amount):
                by = replace(self.number(amount, scope) or Number(0, 0), unit=None)
                sign = 1 if isinstance(change, nodes.Raised) else -1
                return types.as_fine(*sorted_sum(total, by, sign), total, by)
            case nodes.Halved(how=how):
                turned = ROUNDED[how.text.split()[-1]]
                return Number(turned(Fraction(total.low) / 2), turned(Fraction(total.high) / 2))
            case nodes.Doubled():
                return replace(total, low=total.low * 2, high=total.high * 2)
            case nodes.NotBelow(bound=bound) | nodes.NotAbove(bound=bound):
                end = replace(self.number(bound, scope) or total, unit=None)
                pick = max if isinstance(change, nodes.NotBelow) else min
                return types.as_fine(pick(total.low, end.low), pick(total.high, end.high), total, end)
        raise AssertionError(change)

    def roll_off(self, name: nodes.Word, dice: nodes.Expression, scope: Scope) -> None:
        thrown = self.dice(dice, scope)
        known = self.declared.kinds["Side"].fields.get(name.text)
        if known is None:
            self.report(
                "QD348",
                f"a side has no field `{name.text}` to keep the roll in",
                name.span,
                scope,
                hint=f"declare it: kinds: {{Side: {{fields: {{{name.text}: 0..{thrown.high}}}}}}}",
            )
        else:
            self.checked.meanings[name] = means.FieldOf(known)
            if types.outside(Number(thrown.low, thrown.high), known.type):
                self.report("QD340", f"the roll may leave the range {known.type}", dice.span, scope)

    def dice(self, node: nodes.Expression, scope: Scope) -> types.DiceType:
        """Give the range of what is thrown."""
        match node:
            case nodes.HighestOf(amount=amount) | nodes.LowestOf(amount=amount):
                kept = self.dice(amount, scope).kept
                found = types.DiceType(*kept, kept)
            case nodes.TimesDice(count=count_node, dice=dice):
                found = thrown_times(self.dice(dice, scope), self.whole(count_node, scope, "how many dice are thrown"))
            case _:
                kind = self.type(node, scope)
                if not isinstance(kind, types.DiceType):
                    if not isinstance(kind, types.Unknown):
                        self.report(
                            "QD349", f"these are no dice but {kind}", node.span, scope, hint="write `d6` or `2d6`"
                        )
                    kind = types.DiceType(1, 6, (1, 6))
                found = kind
        self.checked.types[node] = found
        return found

    def choose(self, statement: nodes.Choose, scope: Scope) -> None:
        self.fitting(statement.chooser, types.Thing("Side"), scope, "who chooses")
        if isinstance(statement.source, nodes.Numbers):
            item: Type = self.numbers(statement.source, scope)
        else:
            listed = self.type(statement.source, scope)  # type: ignore[arg-type]
            item = listed.item if isinstance(listed, types.Listing) else UNKNOWN
            if not isinstance(listed, types.Listing | types.Unknown):
                self.report("QD350", f"one chooses from a list, and this is {listed}", statement.source.span, scope)
        self.checked.types[statement] = item
        inner = scope.inner()
        self.bind(inner, statement.name.text, item, statement.name.span)
        if statement.condition is not None:
            self.condition(statement.condition, inner)
        self.phrase(statement.phrase, inner)
        for requirement in statement.requirements:
            self.condition(requirement.condition, scope if requirement.for_stop else inner)
            self.phrase(requirement.reason, scope if requirement.for_stop else inner)
        self.remember(statement.name.text, item, scope, statement.options)
        below_zero = isinstance(item, Number) and item.low < 0
        for option in statement.options:
            if below_zero and isinstance(option, nodes.OrNone | nodes.OrStop | nodes.UpTo):
                self.report(
                    "QD379",
                    "numbers below zero can be chosen here, and then nobody can decline",
                    option.span,
                    scope,
                    hint="ask first whether to choose at all, or leave zero to mean it",
                )
            match option:
                case nodes.Default(value=value):
                    self.fitting(value, types.with_none(item), scope, "the default")
                case nodes.UpTo(count=count):
                    self.whole(count, scope, "how many may be chosen")
                    item = types.Listing(item, 32)
                case nodes.OrNone():
                    item = types.with_none(item)
                case nodes.OrStop() if not scope.in_loop:
                    self.report(
                        "QD331",
                        "`or stop` leaves a loop, and there is none here",
                        option.span,
                        scope,
                        hint="write `or none`",
                    )
        self.bind(scope, statement.name.text, item, statement.name.span)

    def numbers(self, source: nodes.Numbers, scope: Scope) -> Type:
        """Give the type of the numbers between two others, in the finest steps that are said of them."""
        low, high = (self.in_steps(node, scope) for node in (source.low, source.high))
        if low is None or high is None:
            return UNKNOWN
        step = lcm(low.step, high.step)
        if source.step is not None:
            apart = Fraction(source.step.text)
            if not apart:
                self.report("QD303", "steps of 0 lead nowhere", source.step.span, scope, hint="say how wide they are")
            else:
                step = lcm(step, types.finest(apart))
        found = Number(low.low, max(low.low, high.high), step, unit=low.unit or high.unit)
        return self.within_64(found, source, scope)

    def remember(self, name: str, item: Type, scope: Scope, options: tuple[nodes.Node, ...] = ()) -> None:
        """Remember a choice and what is known where it is made: advice may speak of it."""
        names = {known: kind for known, (kind, _) in scope.names.items()} | {name: item}
        may_decline = any(isinstance(option, nodes.OrNone | nodes.OrStop | nodes.UpTo) for option in options)
        self.checked.choices[f"{scope.rule}.{name}"] = means.Choice(name, names, may_decline)

    def when(self, statement: nodes.When, scope: Scope) -> None:
        self.condition(statement.condition, scope)
        self.block(statement.block, scope)
        for other in statement.others:
            self.condition(other.condition, scope)
            self.block(other.block, scope)
        if statement.otherwise:
            self.block(statement.otherwise.block, scope)

    def for_each(self, statement: nodes.ForEach, scope: Scope) -> None:
        listed = self.type(statement.source, scope)
        if not isinstance(listed, types.Listing | types.Unknown):
            self.report("QD350", f"`for each` goes through a list, and this is {listed}", statement.source.span, scope)
        inner = scope.inner()
        inner.in_loop = True
        self.bind(
            inner,
            statement.variable.text,
            listed.item if isinstance(listed, types.Listing) else UNKNOWN,
            statement.variable.span,
        )
        if statement.condition is not None:
            self.condition(statement.condition, inner)
        for option in statement.options:
            match option:
                case nodes.ChosenBy(side=side):
                    self.remember(statement.variable.text, inner.names[statement.variable.text][0], scope)
                    self.fitting(side, types.Thing("Side"), scope, "who chooses the order")
                case nodes.HighestFirst(key=key) | nodes.LowestFirst(key=key):
                    self.in_steps(key, inner)
        self.block(statement.block, inner)

    def order_sides(self, key: nodes.Expression, scope: Scope) -> None:
        inner = scope.inner()
        if isinstance(key, nodes.Name) and (known := self.declared.kinds["Side"].fields.get(key.word.text)):
            self.checked.types[key] = known.type
            self.checked.meanings[key] = means.FieldOf(known)
            return
        self.bind(inner, "side", types.Thing("Side"), key.span)
        self.in_steps(key, inner)

    def start(
        self,
        timer: nodes.Expression,
        delay: nodes.Expression,
        clock: nodes.Word,
        every: nodes.ThenEvery | None,
        scope: Scope,
    ) -> None:
        self.type(timer, scope)
        if isinstance(meaning := self.checked.meanings.get(timer), means.FieldOf):
            self.may_change(meaning, timer.span, scope)
        self.whole(delay, scope, "in how many turns a timer is due")
        if isinstance(meaning, means.FieldOf):
            self.goes_on(meaning, every, timer.span, scope)
        for word in [clock, *([every.clock] if every else [])]:
            if word.text not in self.declared.clocks and word.text not in ("turn", "turns"):
                self.unknown(word.text, word.span, [*self.declared.clocks, "turn"], "clock", scope.rule)

    def goes_on(self, meaning: means.FieldOf, every: nodes.ThenEvery | None, span: Span, scope: Scope) -> None:
        """Keep how a timer goes on; it goes on in one way, wherever it is started."""
        word = every.clock if every else None
        ticks = self.declared.clocks.get(word.text, (1, "turn"))[0] if word else 0
        if self.checked.timers.setdefault(meaning.field.address, ticks) != ticks:
            self.report(
                "QD377",
                f"elsewhere `{meaning.field.address}` goes on in another way",
                word.span if word else span,
                scope,
                labels=[Label(meaning.field.span, "the timer is declared here")],
                hint="say the same behind `then every` wherever it is started, or keep a second timer",
            )

    # --- expressions

    def type(self, node: nodes.Expression, scope: Scope, wanted: Type | None = None) -> Type:
        """Give the type of an expression and keep it."""
        found = self.find_type(node, scope, wanted)
        self.checked.types[node] = found
        return found

    def find_type(self, node: nodes.Expression, scope: Scope, wanted: Type | None) -> Type:
        match node:
            case nodes.Either() | nodes.AllOf() | nodes.Negation() | nodes.Compare() | nodes.Yes() | nodes.No():
                return self.truth(node, scope)
            case nodes.Plus() | nodes.Minus() | nodes.Multiply() | nodes.Divide():
                return self.arithmetic(node, scope)
            case nodes.PercentOf() | nodes.Rounding() | nodes.InUnit() | nodes.Negative() | nodes.Number():
                return self.numeric(node, scope)
            case nodes.Grouped(inner=inner):
                return self.type(inner, scope, wanted)
            case nodes.Nothing():
                return types.Absent()
            case nodes.Dice(word=word):
                return thrown(word)
            case nodes.Name(word=word):
                return self.name(node, word, scope, wanted)
            case nodes.Member():
                return self.member(node, scope)
            case nodes.Call():
                return self.call(node, scope)
            case nodes.Lookup():
                return self.look_up(node, scope)
            case nodes.ListOf(items=items):
                return self.list_of(items, scope, wanted)
            case nodes.HighestOf() | nodes.LowestOf() | nodes.TimesDice():
                return self.dice(node, scope)
        raise AssertionError(node)

    def truth(
        self,
        node: nodes.Either | nodes.AllOf | nodes.Negation | nodes.Compare | nodes.Yes | nodes.No,
        scope: Scope,
    ) -> Type:
        """Check a condition of any form."""
        match node:
            case nodes.Either(operands=operands) | nodes.AllOf(operands=operands):
                for operand in operands:
                    self.condition(operand, scope)
            case nodes.Negation(operand=operand):
                self.condition(operand, scope)
            case nodes.Compare():
                self.compare(node, scope)
        return TRUTH

    def numeric(
        self, node: nodes.PercentOf | nodes.Rounding | nodes.InUnit | nodes.Negative | nodes.Number, scope: Scope
    ) -> Type:
        """Give the type of a number, and of what is made from one number."""
        match node:
            case nodes.Number(word=word):
                written = Fraction(word.text)
                return self.within_64(Number(written, written, types.finest(written)), node, scope)
            case nodes.Rounding():
                return self.rounding(node, scope)
            case nodes.PercentOf(percent=percent, whole=whole):
                share = Fraction(percent.text) / 100
                number = self.number(whole, scope)
                return Ratio(number.low * share, number.high * share, unit=number.unit) if number else UNKNOWN
            case nodes.InUnit(value=value, unit=unit):
                number = self.number(value, scope)
                if unit.text not in self.declared.units:
                    self.unknown(unit.text, unit.span, self.declared.units, "unit", scope.rule)
                return replace(number, unit=unit.text) if number else UNKNOWN
            case nodes.Negative(operand=operand):
                number = self.number(operand, scope)
                return replace(number, low=-number.high, high=-number.low) if number else UNKNOWN

    def list_of(self, items: tuple[nodes.Expression, ...], scope: Scope, wanted: Type | None) -> Type:
        inner = wanted.item if isinstance(wanted, types.Listing) else wanted
        found: Type = UNKNOWN
        for item in items:
            kind = self.listed(item, self.type(item, scope, inner), scope)
            both = types.joined(found, kind)
            if both is None:
                self.report("QD351", f"this is {kind}, and what stands before it is {found}", item.span, scope)
            else:
                found = both
        return types.Listing(found, len(items))

    def listed(self, node: nodes.Expression, kind: Type, scope: Scope) -> Type:
        """Give the type of an item of a list; a list holds numbers in steps."""
        if not isinstance(kind, Ratio):
            return kind
        self.report(
            "QD381",
            "this may be any fraction, and a list holds numbers in steps",
            node.span,
            scope,
            hint="round each: write `rounded up`, `rounded down` or `rounded nearest` behind it",
        )
        return UNKNOWN

    def compare(self, node: nodes.Compare, scope: Scope) -> Type:
        sign = node.sign.text
        if sign in ("in", "not in"):
            left = self.type(node.left, scope)
            right = self.type(node.right, scope, left)
            if isinstance(right, types.Listing) and types.joined(left, right.item) is not None:
                self.decide_names(node.left, right.item, scope)
            elif not isinstance(right, types.Unknown):
                self.report("QD352", f"`in` looks into a list, and this is {right}", node.right.span, scope)
            return TRUTH
        left = self.type(node.left, scope)
        right = self.type(node.right, scope, left)
        if isinstance(left, types.Unknown) and not isinstance(right, types.Unknown):
            left = self.type(node.left, scope, right)
        if types.joined(left, right) is None:
            self.report("QD353", f"{left} and {right} cannot be compared", node.span, scope)
        elif sign in ("<", ">", "<=", ">="):
            self.ordered(node, left, scope)
        elif sign == "=" and not isinstance(left, Numeric | types.Unknown):
            self.report("QD354", "`=` compares numbers", node.sign.span, scope, hint="write `is`")
        elif sign in ("is", "is not") and isinstance(left, Numeric) and isinstance(right, Numeric):
            self.report(
                "QD354", f"`{sign}` does not compare numbers", node.sign.span, scope, hint="write `=`, or `not a = b`"
            )
        return TRUTH

    def ordered(self, node: nodes.Compare, left: Type, scope: Scope) -> None:
        ladder = isinstance(left, types.Member) and self.declared.enums[left.enum].sort == "ladder"
        if not (ladder or isinstance(left, Numeric | types.Unknown)):
            self.report("QD353", f"{left} has no order", node.span, scope, hint="only numbers and ladders have")

    def decide_names(self, node: nodes.Expression, wanted: Type, scope: Scope) -> None:
        if isinstance(self.checked.types.get(node), types.Unknown):
            self.type(node, scope, wanted)

    def arithmetic(self, node: nodes.Plus | nodes.Minus | nodes.Multiply | nodes.Divide, scope: Scope) -> Type:
        left_type = self.type(node.left, scope)
        if isinstance(left_type, types.Member) and isinstance(node, nodes.Plus | nodes.Minus):
            return self.on_circle(node, left_type, scope)
        if isinstance(left_type, types.DiceType) and isinstance(node, nodes.Plus | nodes.Minus):
            shift = self.whole(node.right, scope, "what is added to dice") or Number(0, 0)
            return shifted(left_type, shift, 1 if isinstance(node, nodes.Plus) else -1)
        left, right = self.as_number(node.left, left_type, scope), self.number(node.right, scope)
        if left is None or right is None:
            return UNKNOWN
        if isinstance(node, nodes.Plus | nodes.Minus):
            if left.unit and right.unit and left.unit != right.unit:
                self.report(
                    "QD335",
                    f"{left.unit} and {right.unit} cannot be added",
                    node.span,
                    scope,
                    hint=f"say what it becomes: `as {left.unit}`",
                )
            sign = 1 if isinstance(node, nodes.Plus) else -1
            return self.within_64(types.as_fine(*sorted_sum(left, right, sign), left, right), node, scope)
        if isinstance(node, nodes.Multiply):
            if left.unit and right.unit:
                self.report("QD335", f"{left.unit} times {right.unit} is no unit", node.span, scope)
            ends = [a * b for a, b in pairs((left.low, left.high), (right.low, right.high))]
            unit = left.unit or right.unit
            if not (isinstance(left, Number) and isinstance(right, Number)):
                return Ratio(min(ends), max(ends), unit=unit)
            return self.within_64(Number(min(ends), max(ends), left.step * right.step, unit=unit), node, scope)
        if right.low <= 0 <= right.high:
            self.report(
                "QD355",
                "this may divide by zero",
                node.right.span,
                scope,
                hint="use a number whose range leaves zero out, for example greatest(1, ...)",
            )
            return Ratio(-1_000_000, 1_000_000, unit=left.unit)
        ends = [Fraction(a) / b for a, b in pairs((left.low, left.high), (right.low, right.high))]
        unit = None if right.unit == left.unit else left.unit if right.unit is None else None
        if right.unit and left.unit and right.unit != left.unit:
            self.report("QD335", f"{left.unit} by {right.unit} is no unit", node.span, scope)
        return Ratio(min(ends), max(ends), unit=unit)

    def on_circle(self, node: nodes.Plus | nodes.Minus, left: types.Member, scope: Scope) -> Type:
        enum = self.declared.enums[left.enum]
        right = self.type(node.right, scope)
        if enum.sort == "plain":
            self.report(
                "QD356", f"{enum.name} has no order to move in", node.span, scope, hint="make it a circle or a ladder"
            )
        if isinstance(right, types.Member) and isinstance(node, nodes.Minus):
            return Number(1 - len(enum.members), len(enum.members) - 1)
        if not isinstance(right, Numeric | types.Unknown):
            self.report("QD353", f"{left} moves by numbers, not by {right}", node.right.span, scope)
        else:
            self.as_whole(node.right, right, scope, f"by how many steps {left} moves")
        return types.Member(left.enum)

    def within_64(self, number: Numeric, node: nodes.Node, scope: Scope) -> Numeric:
        if isinstance(number, Ratio) or not isinstance(number, Number):
            return number
        if max(-number.low, number.high) * number.step > types.MOST:
            self.report(
                "QD357",
                "this may become too large to be counted in 64 bits",
                node.span,
                scope,
                hint="give its parts narrower ranges",
            )
            return Number(-1_000_000, 1_000_000, unit=number.unit)
        return number

    def rounding(self, node: nodes.Rounding, scope: Scope) -> Type:
        number = self.number(node.value, scope)
        if number is None:
            return UNKNOWN
        step = types.step_named(node.step.text.split()[-1]) if node.step else types.WHOLE
        if step is None:
            assert node.step is not None
            self.report(
                "QD304", "steps are halves or a power of ten", node.step.span, scope, hint="for example `steps of 0.01`"
            )
            return UNKNOWN
        if isinstance(number, Number) and step % number.step == 0:
            self.report(
                "QD358",
                "there is nothing to round: this is already exact",
                node.span,
                scope,
                hint="leave the rounding out",
            )
        turned = ROUNDED[node.how.text.split()[-1]]
        low, high = (Fraction(turned(Fraction(end) * step), step) for end in (number.low, number.high))
        return self.within_64(Number(low, high, step, unit=number.unit), node, scope)

    def name(self, node: nodes.Name, word: nodes.Word, scope: Scope, wanted: Type | None) -> Type:
        found = self.resolve(word, scope, wanted)
        if found is None:
            return UNKNOWN
        kind, meaning = found
        self.checked.meanings[node] = meaning
        if isinstance(kind, types.Outcome):
            return kind.total
        return kind

    def resolve(self, word: nodes.Word, scope: Scope, wanted: Type | None) -> tuple[Type, means.Meaning] | None:
        name = word.text
        if name in scope.names:
            return scope.names[name]
        if isinstance(wanted, types.Member) and name in self.declared.enums[wanted.enum].members:
            return self.enum_member(wanted.enum, name)
        if name in self.declared.options:
            option = self.declared.options[name]
            return option.type, means.OptionValue(option)
        if name == "game":
            return types.Thing("Game"), means.TheGame()
        if pool := self.declared.pools().get(name):
            return types.Listing(types.Thing(pool.name), pool.capacity), means.Pool(pool)
        holders = [enum.name for enum in self.declared.enums.values() if name in enum.members]
        if len(holders) == 1:
            return self.enum_member(holders[0], name)
        if len(holders) > 1:
            self.report(
                "QD359",
                f"`{name}` may mean a member of {' or of '.join(holders)}",
                word.span,
                scope,
                hint="compare it with something of one of them",
            )
            return None
        listing = next((enum for enum in self.declared.enums.values() if name in (enum.many, enum.name)), None)
        if listing:
            return types.Listing(types.Member(listing.name), len(listing.members)), means.AllMembers(listing)
        if name in self.declared.arcs:
            return UNKNOWN, means.ArcOf(self.declared.arcs[name])
        rule = self.declared.rule_named(name, scope.module)
        if rule and rule.sort == "define" and not rule.parameters:
            return rule.result or UNKNOWN, means.RuleCall(rule, ())
        if name not in self.declared.lost:
            self.unknown(name, word.span, self.known_names(scope), "thing here", scope.rule)
        return None

    def known_names(self, scope: Scope) -> list[str]:
        members = [member for enum in self.declared.enums.values() for member in enum.members]
        rules = [rule.name for rule in self.declared.rules.values()]
        return [
            *scope.names,
            *self.declared.options,
            *self.declared.pools(),
            *members,
            *rules,
            *self.declared.arcs,
            *self.functions,
            "game",
        ]

    def enum_member(self, enum: str, member: str) -> tuple[Type, means.Meaning]:
        known = self.declared.enums[enum]
        return types.Member(enum), means.MemberOf(known, known.members.index(member))

    def member(self, node: nodes.Member, scope: Scope) -> Type:
        name = node.field.text
        if isinstance(node.owner, nodes.Name) and node.owner.word.text in scope.names:
            kind, meaning = scope.names[node.owner.word.text]
            if isinstance(kind, types.Outcome) and isinstance(meaning, means.RollPart):
                return self.roll_part(node, kind, meaning, scope)
        owner = self.type(node.owner, scope)
        if isinstance(owner, types.Listing) and isinstance(owner.item, types.Thing):
            self.report(
                "QD360",
                f"a list has no `{name}`",
                node.field.span,
                scope,
                hint="go through it with `for each`, or gather with any, every, sum, count",
            )
            return UNKNOWN
        if not isinstance(owner, types.Thing):
            if not isinstance(owner, types.Unknown):
                self.report("QD360", f"{owner} has no `{name}`", node.field.span, scope)
            return UNKNOWN
        if owner.kind == "Game":
            if name in ("turn", "turn_limit"):
                self.checked.meanings[node] = means.GamePart(name)
                return TURN
            if name in self.declared.constants:
                constant = self.declared.constants[name]
                self.checked.meanings[node] = means.ConstantValue(constant)
                return constant.type
        kind_of = self.declared.kinds[owner.kind]
        if name not in kind_of.fields:
            known = [
                *kind_of.fields,
                *(["turn", "turn_limit", *self.declared.constants] if owner.kind == "Game" else []),
            ]
            self.unknown(name, node.field.span, known, f"field of {owner.kind}", scope.rule)
            return UNKNOWN
        self.checked.meanings[node] = means.FieldOf(kind_of.fields[name])
        return kind_of.fields[name].type

    def roll_part(self, node: nodes.Member, kind: types.Outcome, meaning: means.RollPart, scope: Scope) -> Type:
        parts: dict[str, Type] = {"total": kind.total, "natural": kind.natural}
        if kind.successes:
            parts |= {"successes": kind.successes, "success": TRUTH}
        if node.field.text not in parts:
            self.unknown(node.field.text, node.field.span, parts, "part of a roll", scope.rule)
            return UNKNOWN
        self.checked.meanings[node] = means.RollPart(meaning.roll, node.field.text)
        return parts[node.field.text]

    def call(self, node: nodes.Call, scope: Scope) -> Type:
        name = node.callee.word.text if isinstance(node.callee, nodes.Name) else ""
        if name in GATHERINGS and any(isinstance(a, nodes.Gathered | nodes.Picked) for a in node.arguments):
            return self.gather(name, node, scope)
        if name in GATHERINGS and name not in self.functions:
            return self.gather(name, node, scope)
        if name == "count" and len(node.arguments) == 1 and is_binding(node.arguments[0]):
            return self.gather(name, node, scope)
        if name == "before" and len(node.arguments) == 1 and isinstance(node.arguments[0], nodes.Expression):
            if scope.sort in ("define", "advice"):
                self.report(
                    "QD382",
                    "a definition is asked about one state, and `before` about another",
                    node.span,
                    scope,
                    hint="write `before(...)` where the definition is used",
                )
            self.checked.meanings[node] = means.BeforeValue(node.arguments[0])
            return self.type(node.arguments[0], scope)
        if name == "allowed":
            return self.allowed(node, scope)
        if name == "expected":
            return self.expected(node, scope)
        if name == "due" and len(node.arguments) == 1 and isinstance(node.arguments[0], nodes.Expression):
            self.type(node.arguments[0], scope)
            self.checked.meanings[node] = means.TimerState()
            return TRUTH
        if name in self.functions:
            return self.function(name, node, scope)
        rule = self.called_rule(node, scope)
        if rule is None:
            return UNKNOWN
        if rule.sort not in ("define", "advice"):
            self.report(
                "QD361", f"`{rule.name}` is done, not worked out", node.span, scope, hint=f"do {rule.name}(...)"
            )
            return UNKNOWN
        return rule.result or ADVISED

    def called_rule(self, node: nodes.Call, scope: Scope) -> Rule | None:
        path = dotted(node.callee)
        rule = self.declared.rule_named(path, scope.module) if path else None
        if rule is None:
            last = path.rsplit(".", 1)[-1] if path else ""
            if last not in self.declared.lost:
                known = [*(r.name for r in self.declared.rules.values()), *self.functions, *GATHERINGS]
                self.unknown(path or "this", node.callee.span, known, "rule", scope.rule)
            for argument in node.arguments:
                if isinstance(argument, nodes.Expression):
                    self.type(argument, scope)
            return None
        self.checked.meanings[node] = means.RuleCall(
            rule, self.arguments(rule.parameters, node.arguments, node.span, scope)
        )
        return rule

    def allowed(self, node: nodes.Call, scope: Scope) -> Type:
        inner = node.arguments[0] if len(node.arguments) == 1 else None
        if not isinstance(inner, nodes.Call):
            self.report("QD362", "`allowed` asks of one procedure", node.span, scope, hint="allowed(procedure(a, b))")
            return TRUTH
        rule = self.called_rule(inner, scope)
        if rule:
            found = self.checked.meanings[inner]
            assert isinstance(found, means.RuleCall)
            self.checked.meanings[node] = means.Allowed(rule, found.arguments)
        return TRUTH

    def expected(self, node: nodes.Call, scope: Scope) -> Type:
        """Check `expected(value, procedure(a, b))`: the value may name the rolls of the procedure."""
        value, inner = node.arguments if len(node.arguments) == 2 else (None, None)
        if not isinstance(value, nodes.Expression) or not isinstance(inner, nodes.Call):
            hint = "expected(value, procedure(a, b))"
            self.report("QD375", "`expected` weighs a value after one procedure", node.span, scope, hint=hint)
            return UNKNOWN
        if scope.sort != "advice":
            hint = "rules are certain; what is likely is for advice"
            self.report("QD376", "only advice may weigh what is expected", node.span, scope, hint=hint)
            return UNKNOWN
        rule = self.called_rule(inner, scope)
        if rule is None:
            return UNKNOWN
        if rule.sort not in ("procedure", "effect"):
            self.report("QD375", f"`{rule.name}` is worked out, not done", inner.span, scope, hint="name a procedure")
            return UNKNOWN
        after = scope.inner()
        for statement in rule.node.walk():
            if isinstance(statement, nodes.Roll | nodes.Check):
                successes = WHOLE if isinstance(statement, nodes.Check) else None
                name = statement.name.text
                outcome = types.Outcome(WHOLE, WHOLE, successes)
                self.bind(after, name, outcome, node.span, means.RollPart(name, "total"))
        weighed = self.number(value, after)
        found = self.checked.meanings[inner]
        assert isinstance(found, means.RuleCall)
        self.checked.meanings[node] = means.Expected(rule, found.arguments, value)
        if weighed is None:
            return UNKNOWN
        return Number(weighed.low, weighed.high, types.STEPS["thousandths"], unit=weighed.unit)

    def arguments(
        self, parameters: tuple[Parameter, ...], given: tuple[nodes.Node, ...], span: Span, scope: Scope
    ) -> tuple[nodes.Expression, ...]:
        """Match arguments with parameters, by order or by name."""
        by_name: dict[str, nodes.Expression] = {}
        names = [parameter.name for parameter in parameters]
        for index, argument in enumerate(given):
            if isinstance(argument, nodes.NamedArgument):
                if argument.name.text not in names:
                    self.unknown(argument.name.text, argument.name.span, names, "parameter", scope.rule)
                by_name[argument.name.text] = argument.value
            elif isinstance(argument, nodes.Expression):
                if index >= len(names):
                    self.report("QD363", f"this takes {len(names)} and is given {len(given)}", argument.span, scope)
                    self.type(argument, scope)
                else:
                    by_name[names[index]] = argument
            else:
                self.report(
                    "QD364",
                    "this can only be said to a gathering",
                    argument.span,
                    scope,
                    hint=f"gatherings are {', '.join(GATHERINGS)}",
                )
        found = []
        for parameter in parameters:
            if parameter.name not in by_name:
                self.report(
                    "QD365", f"`{parameter.name}` is not given", span, scope, hint=f"it takes {', '.join(names)}"
                )
                continue
            self.fitting(by_name[parameter.name], parameter.type, scope, f"`{parameter.name}`")
            found.append(by_name[parameter.name])
        return tuple(found)

    def function(self, name: str, node: nodes.Call, scope: Scope) -> Type:
        function = self.functions[name]
        arguments = [a for a in node.arguments if isinstance(a, nodes.Expression)]
        if len(arguments) != len(node.arguments) or (not function.variadic and len(arguments) != len(function.takes)):
            self.report("QD363", f"`{name}` takes {', '.join(n for n, _ in function.takes)}", node.span, scope)
            for argument in arguments:
                self.type(argument, scope)
            return function.gives([], self.measures)
        found = []
        for index, argument in enumerate(arguments):
            known, wanted = function.takes[0 if function.variadic else index]
            found.append(self.function_argument(argument, known, wanted, scope))
        self.checked.meanings[node] = means.FunctionCall(function.name, tuple(arguments))
        return function.gives(found, self.measures)

    def function_argument(self, argument: nodes.Expression, name: str, wanted: Type | str, scope: Scope) -> Type:
        if wanted == "number":
            return self.number(argument, scope) or UNKNOWN
        if wanted == "count":
            return self.whole(argument, scope, f"`{name}`") or UNKNOWN
        if wanted == "direction":
            self.fitting(argument, self.measures.direction, scope, "the function")
            return self.measures.direction
        if wanted in ("length", "heading", "degrees"):
            measure: Number = getattr(self.measures, wanted)
            return self.fitting(argument, measure, scope, f"the {wanted}")
        kind = self.type(argument, scope)
        if wanted == "arc":
            if not isinstance(self.checked.meanings.get(argument), means.ArcOf):
                self.report("QD366", "this is no arc", argument.span, scope, hint="declare it under `arcs:`")
        elif wanted == "list":
            if not isinstance(kind, types.Listing | types.Unknown):
                self.report("QD350", f"this is {kind}, not a list", argument.span, scope)
        elif isinstance(wanted, Type) and not types.fits(kind, wanted):
            self.report("QD367", f"this is {kind}, and {wanted} is wanted", argument.span, scope)
        return kind

    def gather(self, how: str, node: nodes.Call, scope: Scope) -> Type:
        ranking = next((a for a in node.arguments if isinstance(a, nodes.HighestFirst | nodes.LowestFirst)), None)
        body = [a for a in node.arguments if a is not ranking]
        variable, source, condition, value = binding_of(body[0]) if len(body) == 1 else (None, None, None, None)
        if variable is None or source is None:
            self.report(
                "QD364",
                f"`{how}` gathers over a list",
                node.span,
                scope,
                hint=f"{how}(x in things where ...) or {how}(value for x in things)",
            )
            return UNKNOWN
        listed = self.type(source, scope)
        if not isinstance(listed, types.Listing | types.Unknown):
            self.report("QD350", f"this is {listed}, not a list", source.span, scope)
        item = listed.item if isinstance(listed, types.Listing) else UNKNOWN
        capacity = self.most_in(listed)
        inner = scope.inner()
        self.bind(inner, variable.text, item, variable.span)
        if condition is not None:
            self.condition(condition, inner)
        if ranking is not None:
            self.in_steps(ranking.key, inner)
        self.checked.meanings[node] = means.GatherCall(how, variable.text, source, condition, value, ranking)
        if how in ("any", "every"):
            if value is not None:
                self.condition(value, inner)
            return TRUTH
        if how == "count":
            if value is not None:
                self.type(value, inner)
                self.report(
                    "QD383",
                    "`count` counts what meets a condition, not values",
                    node.span,
                    scope,
                    hint=f"count({variable.text} in ... where ...)",
                )
            return Number(0, max(1, capacity))
        if how in ("first", "all") and value is None:
            return types.with_none(item) if how == "first" else types.Listing(item, capacity)
        if value is None:
            self.report(
                "QD364", f"`{how}` needs a value", node.span, scope, hint=f"{how}(value for {variable.text} in ...)"
            )
            return UNKNOWN
        if how == "all":
            each = self.listed(value, self.type(value, inner), inner)
            if isinstance(each, types.Listing):  # the lists become one
                return types.Listing(each.item, capacity * each.capacity)
            return types.Listing(each, capacity)
        if how == "first" and not isinstance(each := self.type(value, inner), Numeric | types.Unknown):
            return types.with_none(each)
        number = self.in_steps(value, inner)
        if number is None:
            return UNKNOWN
        most = capacity if how == "sum" else 1
        gathered = replace(number, low=min(0, number.low * most), high=max(0, number.high * most))
        return self.within_64(gathered, node, scope)

    def most_in(self, listed: Type) -> int:
        """Give how many a list holds at the most; where nothing is said, as many things or members as there are."""
        match listed:
            case types.Listing(capacity=capacity) if capacity:
                return capacity
            case types.Listing(item=types.Thing(kind=kind)) if kind in self.declared.kinds:
                return self.declared.kinds[kind].capacity
            case types.Listing(item=types.Member(enum=enum)) if enum in self.declared.enums:
                return len(self.declared.enums[enum].members)
            case types.Listing():
                return MOST_UNSAID
        return 1

    def table_named(self, node: nodes.Lookup, scope: Scope) -> Table | None:
        name = node.table.word.text if isinstance(node.table, nodes.Name) else ""
        table = self.declared.tables.get(name)
        if table is None:
            self.unknown(name or "this", node.table.span, self.declared.tables, "table", scope.rule)
            for key in node.keys:
                self.type(key, scope)
            return None
        self.checked.meanings[node] = means.TableValue(table)
        if len(node.keys) != len(table.keys):
            self.report(
                "QD368",
                f"the table has {len(table.keys)} keys ({', '.join(k.name for k in table.keys)})",
                node.span,
                scope,
            )
        for key, known in zip(node.keys, table.keys, strict=False):
            kind = self.fitting(key, known.type, scope, f"the table's `{known.name}`", ranged=False)
            if types.outside(kind, known.type):
                self.report(
                    "QD369",
                    f"the key {types.possible(kind)}, and the table covers {known.type}",
                    key.span,
                    scope,
                    labels=[Label(known.span, "the key is declared here")],
                    hint="widen the key, or keep the value within it with least and greatest",
                )
        return table

    def look_up(self, node: nodes.Lookup, scope: Scope) -> Type:
        table = self.table_named(node, scope)
        if table is None:
            return UNKNOWN
        if table.gives is None:
            self.report(
                "QD370",
                f"the table `{table.name}` says what happens and has no value",
                node.span,
                scope,
                hint="apply it",
            )
            return UNKNOWN
        return dice_in(table) or table.gives if isinstance(table.gives, types.DiceType) else table.gives

    # --- duties of expressions

    def fitting(self, node: nodes.Expression, wanted: Type, scope: Scope, what: str, ranged: bool = True) -> Type:
        """Give the type of an expression that must fit; say where it does not."""
        kind = self.type(node, scope, wanted)
        if not types.fits(kind, wanted):
            self.report("QD367", f"{what} is {wanted}, and this is {kind}", node.span, scope)
        elif isinstance(wanted, types.Listing):
            self.items_fit(node, kind, wanted, scope, what)
        else:
            self.value_fits(node, kind, wanted, scope, what, ranged)
        return kind

    def value_fits(
        self, node: nodes.Expression, kind: Type, wanted: Type, scope: Scope, what: str, ranged: bool = True
    ) -> None:
        """Report a number that may leave the steps or the range that are wanted."""
        if not (isinstance(kind, Numeric) and isinstance(wanted, Numeric)):
            return
        self.lies_on(node, kind, wanted, scope)
        if ranged and types.outside(kind, wanted):
            self.report(
                "QD340",
                f"this {types.possible(kind)}, and {what} is {wanted}",
                node.span,
                scope,
                hint="widen the range, or use least and greatest",
            )

    def items_fit(self, node: nodes.Expression, kind: Type, wanted: Type, scope: Scope, what: str) -> None:
        """Report items of a list, at any depth, that may leave the steps or the range that are wanted."""
        if not (isinstance(kind, types.Listing) and isinstance(wanted, types.Listing)):
            self.value_fits(node, kind, wanted, scope, f"an item of {what}")
            return
        while isinstance(node, nodes.Grouped):
            node = node.inner
        if isinstance(node, nodes.ListOf):
            for item in node.items:
                kind_of = self.checked.types[item]
                if not isinstance(kind_of, Ratio):  # which a list has refused already
                    self.items_fit(item, kind_of, wanted.item, scope, what)
        else:
            self.items_fit(node, kind.item, wanted.item, scope, what)

    def lies_on(self, node: nodes.Expression, kind: Numeric, wanted: Numeric, scope: Scope) -> None:
        """Report numbers that may lie between the steps of what is wanted."""
        if types.lies_on(kind, wanted):
            return
        if isinstance(kind, Ratio):
            self.report(
                "QD371",
                "this may be a fraction, and it is not said how it is rounded",
                node.span,
                scope,
                hint="write `rounded up`, `rounded down` or `rounded nearest` behind it",
            )
            return
        steps = wanted.step if isinstance(wanted, Number) else types.WHOLE
        self.report(
            "QD371",
            f"this {types.possible(kind)}, and "
            + (
                "whole numbers are wanted here"
                if steps == types.WHOLE
                else f"steps of {types.shown(Fraction(1, steps))} are wanted here"
            ),
            node.span,
            scope,
            hint="write `rounded up`, `rounded down` or `rounded nearest` behind it",
        )

    def in_steps(self, node: nodes.Expression, scope: Scope) -> Number | None:
        """Give the type of a number that is carried in steps; say if it may be any fraction."""
        number = self.number(node, scope)
        if number is None or isinstance(number, Number):
            return number
        self.lies_on(node, number, Number(number.low, number.high), scope)
        return None

    def condition(self, node: nodes.Expression, scope: Scope) -> None:
        kind = self.type(node, scope, TRUTH)
        if not isinstance(kind, types.Truth | types.Unknown):
            self.report("QD372", f"a condition is yes or no, and this is {kind}", node.span, scope)

    def number(self, node: nodes.Expression, scope: Scope) -> Numeric | None:
        return self.as_number(node, self.type(node, scope), scope)

    def as_number(self, node: nodes.Expression, kind: Type, scope: Scope) -> Numeric | None:
        if isinstance(kind, Numeric):
            return kind
        if not isinstance(kind, types.Unknown):
            self.report("QD373", f"a number is wanted, and this is {kind}", node.span, scope)
        return None

    def between(self, low: nodes.Expression, high: nodes.Expression, scope: Scope) -> Type:
        """Give the type of what counts from one number to another."""
        ends = [self.whole(node, scope, "what a loop counts") for node in (low, high)]
        first, last = ends
        if first is None or last is None:
            return UNKNOWN
        return types.as_fine(min(first.low, last.low), max(first.high, last.high), first, last)

    def whole(self, node: nodes.Expression, scope: Scope, what: str) -> Number | None:
        """Give the type of a number that counts or turns; say where it may lie between whole ones."""
        return self.as_whole(node, self.type(node, scope), scope, what)

    def as_whole(self, node: nodes.Expression, kind: Type, scope: Scope, what: str) -> Number | None:
        number = self.as_number(node, kind, scope)
        if number is None:
            return None
        if isinstance(number, Number) and number.step == types.WHOLE:
            return number
        self.report(
            "QD380",
            f"{what} is a whole number, and this {types.possible(number)}",
            node.span,
            scope,
            hint="write `rounded up`, `rounded down` or `rounded nearest` behind it",
        )
        return None

    def bind(self, scope: Scope, name: str, kind: Type, span: Span, meaning: means.Meaning | None = None) -> None:
        """Make a name known; one name means one thing in a rule."""
        if name in scope.names and name not in ("natural", "total"):
            self.report("QD374", f"`{name}` already means something here", span, scope, hint="find another name")
        holder = next((enum.name for enum in self.declared.enums.values() if name in enum.members), None)
        if holder:
            self.report("QD374", f"`{name}` is a member of {holder}", span, scope, hint="find another name")
        is_language = name in reserved_words() and name not in ("natural", "total")
        if is_language and not any(known.span == span for known in self.findings):
            words = f"`{name}` is a word of the language and cannot be a name"
            self.report("QD305", words, span, scope, hint=f"call it `the_{name}` or find another word")
        scope.names[name] = (kind, meaning or means.Local(name))

    def phrase(self, word: nodes.Word | None, scope: Scope) -> None:
        """Take the expressions in braces out of a phrase and check them."""
        if word is None:
            return
        parts: list[str | nodes.Expression] = []
        for text, start in cut_phrase(word.text):
            if not text.startswith("{"):
                parts.append(text)
                continue
            inner = text[1:-1]
            if inner in ("not", "s"):
                parts.append(text)
                continue
            base = word.span.start + 1 + start + 1
            node = parse_expression(inner, word.span.file, lambda offset, base=base: base + offset, self.findings)  # type: ignore[misc]
            if node is not None:
                self.type(node, scope)
                parts.append(node)
        self.checked.phrases[word] = tuple(parts)

    def unknown(self, name: str, span: Span, known: Iterable[str], what: str, rule: str) -> None:
        close = get_close_matches(name, list(known), 1, 0.7)
        self.findings.add(
            "QD310",
            f"no {what} is called `{name}`",
            span,
            hint=f"did you mean `{close[0]}`?"
            if close
            else "write it into a file of `tables/`"
            if what == "table"
            else "",
            rule=rule,
        )

    def report(
        self, code: str, message: str, span: Span, scope: Scope, hint: str = "", labels: Iterable[Label] = ()
    ) -> None:
        self.findings.add(code, message, span, hint=hint, labels=labels, rule=scope.rule)


def dice_in(table: Table) -> types.DiceType | None:
    """Give the range of all dice that a table names; nothing where a cell leaves it to something else."""
    found: Type = UNKNOWN
    for row in table.rows:
        for cell in row.cells:
            found = types.joined(found, written_dice(cell.value) or UNKNOWN) or UNKNOWN
            if isinstance(found, types.Unknown):
                return None
    return found if isinstance(found, types.DiceType) else None


def written_dice(node: nodes.Expression | None) -> types.DiceType | None:
    """Give the range of dice as they are written in a cell: `d6`, `2d6 + 1`."""
    match node:
        case nodes.Dice(word=word):
            return thrown(word)
        case nodes.Grouped(inner=inner):
            return written_dice(inner)
        case (
            nodes.Plus(left=left, right=nodes.Number(word=word)) | nodes.Minus(left=left, right=nodes.Number(word=word))
        ):
            dice = written_dice(left)
            if dice is None or not word.text.isdecimal():
                return None
            shift = Number(int(word.text), int(word.text))
            return shifted(dice, shift, 1 if isinstance(node, nodes.Plus) else -1)
    return None


def thrown(word: nodes.Word) -> types.DiceType:
    """Give the range of dice as a word says them: `d6`, `2d6`."""
    count, sides = word.text.split("d")
    number = int(count or 1)
    return types.DiceType(number, number * int(sides), (min(1, number), int(sides) if number else 0))


def shifted(dice: types.DiceType, shift: Number, sign: int) -> types.DiceType:
    """Give the range of dice to which a number is added (sign 1), or from which it is taken (sign -1)."""
    low, high = (int(end) for end in sorted((shift.low * sign, shift.high * sign)))
    return types.DiceType(dice.low + low, dice.high + high, (dice.kept[0] + low, dice.kept[1] + high))


def thrown_times(dice: types.DiceType, count: Number | None) -> types.DiceType:
    """Give the range of dice that are thrown so many times, perhaps not once; what is added is added each time."""
    least, most = (max(0, int(end)) for end in ((count.low, count.high) if count else (1, 1)))
    totals = [times * total for times in (least, most) for total in (dice.low, dice.high)]
    kept = dice.kept if least else (min(0, dice.kept[0]), max(0, dice.kept[1]))
    return types.DiceType(min(totals), max(totals), kept if most else (0, 0))


def sorted_sum(one: Numeric | types.DiceType, other: Numeric, sign: int) -> tuple[Fraction | int, Fraction | int]:
    """Give the ends of a sum (sign 1) or difference (sign -1)."""
    return (one.low + other.low, one.high + other.high) if sign > 0 else (one.low - other.high, one.high - other.low)


def dotted(node: nodes.Expression) -> str:
    """Give a path of names as text; nothing where it is none."""
    if isinstance(node, nodes.Name):
        return node.word.text
    if isinstance(node, nodes.Member) and (before := dotted(node.owner)):
        return f"{before}.{node.field.text}"
    return ""


def is_binding(node: nodes.Node) -> bool:
    """Tell whether an argument is `x in list`."""
    return isinstance(node, nodes.Compare) and node.sign.text == "in" and isinstance(node.left, nodes.Name)


Binding = tuple[nodes.Word | None, nodes.Expression | None, nodes.Expression | None, nodes.Expression | None]


def binding_of(node: nodes.Node) -> Binding:
    """Give variable, source, condition and value of a gathering's argument."""
    if isinstance(node, nodes.Gathered):
        return node.variable, node.source, node.condition, node.value
    picked = node if isinstance(node, nodes.Picked) else None
    binding = picked.binding if picked else node
    if isinstance(binding, nodes.Compare) and is_binding(binding):
        assert isinstance(binding.left, nodes.Name)
        return binding.left.word, binding.right, picked.condition if picked else None, None
    return None, None, None, None


def cut_phrase(text: str) -> Iterator[tuple[str, int]]:
    """Cut a phrase into words and `{...}` pieces, each with its place."""
    at = 0
    while at < len(text):
        brace = text.find("{", at)
        if brace < 0:
            yield text[at:], at
            return
        if brace > at:
            yield text[at:brace], at
        end = text.find("}", brace)
        end = len(text) - 1 if end < 0 else end
        yield text[brace : end + 1], brace
        at = end + 1
