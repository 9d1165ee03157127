"""Lower a checked ruleset to a graph: names become slots, fractions become whole numbers, options become constants.

In: `Checked` and the settings of a game. Out: a `Graph`. Nothing is decided here that the author can see; every act
keeps its span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import product as product_of
from math import prod
from typing import Any

from quarterdeck.checks import meanings as means
from quarterdeck.checks.meanings import Checked
from quarterdeck.graph import nodes as to
from quarterdeck.graph.bands import WIDE, ByBand, bands_within, starts_of
from quarterdeck.graph.layout import Layout, lay_out
from quarterdeck.names import types
from quarterdeck.names.builtins import BY_NAME
from quarterdeck.names.declared import CellOf, Declared, Roster, Rule, Table
from quarterdeck.names.types import Number, Numeric, Ratio, Type
from quarterdeck.source import Span
from quarterdeck.syntax import nodes

Settings = dict[str, int]
ADVICE_STEP = 1000
HUNDREDTHS = types.STEPS["hundredths"]
STEPS_OF: dict[Any, int] = {"length": HUNDREDTHS, "heading": 1, "degrees": 1}
"""In which steps functions of the plane take their numbers."""


@dataclass
class Graph:
    """A ruleset ready to run under given settings."""

    declared: Declared
    settings: Settings
    layout: Layout
    routines: dict[str, to.Routine] = field(default_factory=dict)
    acting_tables: dict[str, to.ActingTable] = field(default_factory=dict)
    value_tables: dict[str, to.ValueTable] = field(default_factory=dict)
    phases: list[to.Phase] = field(default_factory=list)
    sites: list[to.Site] = field(default_factory=list)
    starts: dict[str, int] = field(default_factory=dict)
    expectations: list[to.Expected] = field(default_factory=list)
    hooked: list[Callable[..., Any]] = field(default_factory=list)
    """The functions of plugins' hooks by their numbers, put here by whoever builds the graph."""


@dataclass(frozen=True)
class Quantity:
    """An exact number on the way down: a whole-number value over a whole-number denominator above zero."""

    top: to.Value
    below: to.Value


def lower(checked: Checked, settings: Settings | None = None, capacities: dict[str, int] | None = None) -> Graph:
    """Lower a whole ruleset; `settings` gives options and constants, by name, as stored."""
    declared = checked.declared
    graph = Graph(declared, {}, lay_out(declared, capacities))
    lowering = Lowering(checked, graph)
    graph.settings = lowering.settings_with_defaults(settings or {})
    graph.starts = {
        known.address: lowering.fixed(known.start, known.type)
        for kind in declared.kinds.values()
        for known in kind.fields.values()
        if known.start is not None
    }
    for table in declared.tables.values():
        lowering.table(table)
    for rule in declared.rules.values():
        lowering.rule(rule)
    for roster in declared.rosters.values():
        lowering.roster(roster)
    for scenario in declared.scenarios.values():
        if scenario.setup:
            address = f"scenario {scenario.name}"
            acts = lowering.body(address, "", "before").block(scenario.setup)
            graph.routines[address] = to.Routine(address, "procedure", (), None, acts, scenario.setup[0].span)
    if declared.turn:
        for phase in declared.turn.phases:
            graph.phases.append(lowering.body("turn", declared.turn_module, "before").phase(phase, "turn"))
    return graph


@dataclass
class Lowering:
    """One run over a ruleset."""

    checked: Checked
    graph: Graph

    def body(self, address: str, module: str, world: str, closing: bool = False) -> Body:
        """Begin to lower what stands in one routine."""
        return Body(self, address, module, world, closing)

    def settings_with_defaults(self, given: Settings) -> Settings:
        declared, found = self.checked.declared, dict(given)
        for option in declared.options.values():
            found.setdefault(option.name, self.fixed(option.value, option.type))
        for constant in declared.constants.values():
            if constant.start is not None:
                found.setdefault(constant.name, self.fixed(constant.start, constant.type))
            elif isinstance(constant.type, Number):
                found.setdefault(constant.name, int(constant.type.low * constant.type.step))
            else:
                found.setdefault(constant.name, 0)
        return found

    def fixed(self, node: nodes.Expression, kind: Type) -> int:
        """Give the value of an expression that reads nothing."""
        value = self.body("", "", "given").stored(node, kind)
        return value.number if isinstance(value, to.Constant) else 0

    def rule(self, rule: Rule) -> None:
        """Lower one rule to a routine."""
        body = self.body(
            rule.site_address, rule.module, {"procedure": "before", "effect": "after"}.get(rule.sort, "given")
        )
        parameters = tuple((parameter.name, parameter.type) for parameter in rule.parameters)
        node = rule.node
        if isinstance(node, nodes.Define | nodes.Advice):
            result = rule.result or Number(0, 0, ADVICE_STEP)
            value = body.cases(node.cases, result)
            step = step_of(result)
            routine = to.Routine(rule.address, rule.sort, parameters, value, (), node.span, step)
            if isinstance(node, nodes.Advice) and node.among is not None:
                self.among(rule, node.among, body)
        else:
            acts = body.block(node.body.statements) if node.body else ()
            routine = to.Routine(rule.address, rule.sort, parameters, None, acts, node.span)
        self.graph.routines[rule.address] = routine

    def among(self, rule: Rule, listed: nodes.Expression, body: Body) -> None:
        """Lower the list of answers that advice picks out: a definition of the names around the choice."""
        *_, name = rule.address.split(".")
        answer = next((types.without_none(p.type) for p in rule.parameters if p.name == name), types.UNKNOWN)
        around = tuple((p.name, p.type) for p in rule.parameters if p.name != name)
        value, kind = body.value(listed), self.checked.types[listed]
        if isinstance(answer, Number) and isinstance(kind, types.Listing) and isinstance(kind.item, Number):
            value = restepped(value, kind.item.step, answer.step)
        address = f"{rule.address} among"
        self.graph.routines[address] = to.Routine(address, "define", around, value, (), listed.span)

    def roster(self, roster: Roster) -> None:
        """Lower what a roster derives: a definition for each field, of the figures that it is derived from."""
        fields = self.checked.declared.kinds[roster.kind].fields
        of_figures = roster.shape.kind_of_figures
        parameters = (("figures", types.Thing(of_figures) if of_figures else types.UNKNOWN),)
        body = self.body(f"roster {roster.name}", "", "given")
        if roster.where is not None:
            address = f"roster {roster.name}.where"
            taken = body.stored(roster.where, types.TRUTH)
            self.graph.routines[address] = to.Routine(address, "define", parameters, taken, (), roster.where.span)
        for name, node in roster.derive.items():
            address = f"roster {roster.name}.{name}"
            self.graph.routines[address] = to.Routine(
                address, "define", parameters, body.stored(node, fields[name].type), (), node.span
            )
        for name, parts in roster.part_lists.items():
            listed = fields[name].type
            assert isinstance(listed, types.Listing)
            assert isinstance(listed.item, types.Thing)
            part_fields = self.checked.declared.kinds[listed.item.kind].fields
            for index, part in enumerate(parts):
                for key, node in part.items():
                    address = f"roster {roster.name}.{name}.{index}.{key}"
                    kind = types.TRUTH if key == "when" else part_fields[key].type
                    self.graph.routines[address] = to.Routine(
                        address, "define", parameters, body.stored(node, kind), (), node.span
                    )

    def table(self, table: Table) -> None:
        """Lower a table: effects to a routine for each acting cell, values to constants or routines."""
        bounds = tuple(self.checked.declared.number_of(key.type) or (0, 0) for key in table.keys)
        rows: dict[tuple[int, ...], str] = {}
        cells: dict[tuple[int, ...], Any] = {}
        keys: Iterable[int]
        others: Iterable[int]
        columns = table.columns or (("", 0, 0),)
        starts = [starts_of((row.low, row.high) for row in table.rows), starts_of(column[1:] for column in columns)]
        wide = all(starts) and prod(ends[-1] - ends[0] for ends in starts) >= WIDE
        for row in table.rows:
            keys = bands_within(starts[0], row.low, row.high) if wide else range(row.low, row.high + 1)
            for (_, first, last), cell in zip(columns, row.cells, strict=False):
                value = self.cell(table, cell)
                others = bands_within(starts[1], first, last) if wide else range(first, last + 1)
                for at in product_of(keys, others) if table.columns else ((key,) for key in keys):
                    rows.setdefault(at, cell.address)
                    if value is not None:
                        cells.setdefault(at, value)
        if wide:
            starts = starts[: len(table.keys)]
            rows, cells = ByBand(starts, rows), ByBand(starts, cells)
        if table.gives is None:
            self.graph.acting_tables[table.name] = to.ActingTable(table.name, bounds, cells, rows)
        else:
            step = step_of(table.gives)
            self.graph.value_tables[table.name] = to.ValueTable(table.name, bounds, cells, rows, step)

    def cell(self, table: Table, cell: CellOf) -> to.Value | str | None:
        body = self.body(cell.address, "", "after")
        given = ((parameter.name, parameter.type) for parameter in table.given)
        parameters = (*given, *((key.name, key.type) for key in table.keys))
        if table.gives is not None:
            if cell.value is None:
                return to.Constant(-1) if types.may_be_none(table.gives) else None
            value = self.body(cell.address, "", "given").stored(cell.value, table.gives)
            if isinstance(value, to.Constant | to.Dice):
                return value
            self.graph.routines[cell.address] = to.Routine(cell.address, "define", parameters, value, (), cell.span)
            return to.Defined(cell.address, tuple(to.Local(name) for name, _ in parameters), "given")
        if not cell.statements:
            return None
        acts = body.block(cell.statements)
        self.graph.routines[cell.address] = to.Routine(cell.address, "effect", parameters, None, acts, cell.span)
        return cell.address


def step_of(kind: Type | None) -> int:
    """Give into how many parts the numbers of a type cut one."""
    return kind.step if isinstance(kind, Number) else types.WHOLE


def whole(value: int) -> to.Constant:
    """Give a constant."""
    return to.Constant(value)


def operate(sign: str, *operands: to.Value) -> to.Value:
    """Give an operation, worked out at once where all its operands are constants."""
    numbers = [o.number for o in operands if isinstance(o, to.Constant)]
    if len(numbers) == len(operands) and sign in FOLDED:
        return whole(int(FOLDED[sign](*numbers)))
    if sign == "*" and len(operands) == 2:
        for one, other in (operands, operands[::-1]):
            if one == whole(1):
                return other
    if sign in ("+", "-") and len(operands) == 2 and operands[1] == whole(0):
        return operands[0]
    if sign == "+" and len(operands) == 2 and operands[0] == whole(0):
        return operands[1]
    if sign == "//" and operands[1] == whole(1):
        return operands[0]
    return to.Operation(sign, operands)


def restepped(listed: to.Value, step: int, wanted: int) -> to.Value:
    """Give a list of numbers of some steps as one of other steps, those left out that do not lie on them."""
    if step == wanted:
        return listed
    number = to.Local("number")
    lies_there = operate("=", operate("%", operate("*", number, whole(wanted)), whole(step)), whole(0))
    value = operate("//", operate("*", number, whole(wanted)), whole(step))
    return to.Gathering("all", "number", listed, lies_there, value, None, False)


def product(*factors: to.Value) -> to.Value:
    """Give the product of any number of factors."""
    return reduce(lambda one, other: operate("*", one, other), factors)


FOLDED: dict[str, Any] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "not": lambda a: not a,
    "and": lambda *a: all(a),
    "or": lambda *a: any(a),
}


@dataclass
class Body:
    """Lower what stands in one routine; `world` is the state that it reads."""

    lowering: Lowering
    address: str
    module: str
    world: str
    closing: bool = False

    @property
    def checked(self) -> Checked:
        return self.lowering.checked

    @property
    def declared(self) -> Declared:
        return self.lowering.checked.declared

    @property
    def layout(self) -> Layout:
        return self.lowering.graph.layout

    def site(self, name: str, sort: str, span: Span, item: Type | None = None, secret: bool = False) -> int:
        """Register a place of chance or choice."""
        sites = self.lowering.graph.sites
        address = f"{self.address}.{name}"
        known = self.declared.rules.get(address)
        advice = address if known is not None and known.sort == "advice" else ""
        sites.append(to.Site(len(sites), address, sort, self.address, span, item, advice, secret))
        return len(sites) - 1

    # --- values

    def type(self, node: nodes.Node) -> Type:
        return self.checked.types[node]

    def stored(self, node: nodes.Expression, kind: Type) -> to.Value:
        """Give an expression as it is stored in a place of a type."""
        found = self.type(node)
        if isinstance(kind, Numeric) and isinstance(found, Numeric):
            return self.scaled(self.quantity(node), step_of(kind))
        if isinstance(kind, types.DiceType):
            return self.dice(node)
        return self.value(node)

    def scaled(self, quantity: Quantity, step: int) -> to.Value:
        """Give a number in whole steps; the checker has shown that it is a multiple."""
        return operate("//", operate("*", quantity.top, whole(step)), quantity.below)

    def cases(self, cases: nodes.SingleCase | nodes.SeveralCases, kind: Type) -> to.Value:
        if isinstance(cases, nodes.SingleCase):
            return self.result(cases.value, kind)
        found = []
        otherwise: to.Value = whole(0)
        for case in cases.cases:
            value = self.result(case.value, kind)
            if isinstance(case.condition, nodes.IfCase):
                found.append((self.value(case.condition.condition), value))
            else:
                otherwise = value
        return to.Cases(tuple(found), otherwise) if found else otherwise

    def result(self, node: nodes.Expression, kind: Type) -> to.Value:
        if isinstance(kind, Number) and kind.step == ADVICE_STEP and isinstance(self.type(node), Numeric):
            quantity = self.quantity(node)
            return operate("//", operate("*", quantity.top, whole(ADVICE_STEP)), quantity.below)
        return self.stored(node, kind)

    def quantity(self, node: nodes.Expression) -> Quantity:
        """Give a number exactly."""
        match node:
            case nodes.Grouped(inner=inner):
                return self.quantity(inner)
            case nodes.InUnit(value=value):
                return self.quantity(value)
            case nodes.Number(word=word):
                number = Fraction(word.text)
                return Quantity(whole(number.numerator), whole(number.denominator))
            case nodes.Plus(left=left, right=right) | nodes.Minus(left=left, right=right):
                return self.summed(
                    "+" if isinstance(node, nodes.Plus) else "-", self.quantity(left), self.quantity(right), node
                )
            case nodes.Multiply(left=left, right=right):
                one, other = self.quantity(left), self.quantity(right)
                return Quantity(operate("*", one.top, other.top), operate("*", one.below, other.below))
            case nodes.Divide(left=left, right=right):
                one, other = self.quantity(left), self.quantity(right)
                top, below = operate("*", one.top, other.below), operate("*", one.below, other.top)
                divisor = self.type(right)
                if isinstance(divisor, Numeric) and divisor.high < 0:
                    top, below = operate("-", whole(0), top), operate("-", whole(0), below)
                return Quantity(top, below)
            case nodes.PercentOf(percent=percent, whole=part):
                share, quantity = Fraction(percent.text) / 100, self.quantity(part)
                return Quantity(
                    operate("*", quantity.top, whole(share.numerator)),
                    operate("*", quantity.below, whole(share.denominator)),
                )
            case nodes.Negative(operand=operand):
                quantity = self.quantity(operand)
                return Quantity(operate("-", whole(0), quantity.top), quantity.below)
            case nodes.Rounding():
                return self.rounded(node)
        kind, meaning = self.type(node), self.checked.meanings.get(node)
        if isinstance(kind, Ratio) and isinstance(meaning, means.FunctionCall):
            return self.extreme(meaning)
        return Quantity(self.value(node), whole(step_of(kind)))

    def summed(self, sign: str, one: Quantity, other: Quantity, node: nodes.Plus | nodes.Minus) -> Quantity:
        if isinstance(self.type(node.left), types.Member):
            return Quantity(self.value(node), whole(1))
        if one.below == other.below:
            return Quantity(operate(sign, one.top, other.top), one.below)
        tops = operate("*", one.top, other.below), operate("*", other.top, one.below)
        return Quantity(operate(sign, *tops), operate("*", one.below, other.below))

    def extreme(self, meaning: means.FunctionCall) -> Quantity:
        """Give the least or greatest of several ratios, over a denominator that all share."""
        given = [self.quantity(argument) for argument in meaning.arguments]
        belows = list(dict.fromkeys(quantity.below for quantity in given))
        tops = [product(q.top, *(below for below in belows if below != q.below)) for q in given]
        return Quantity(operate("min" if meaning.name == "least" else "max", *tops), product(*belows))

    def rounded(self, node: nodes.Rounding) -> Quantity:
        quantity = self.quantity(node.value)
        step = (types.step_named(node.step.text.split()[-1]) if node.step else None) or 1
        top, below = operate("*", quantity.top, whole(step)), quantity.below
        how = node.how.text.split()[-1]
        if how == "up":
            found = operate("-", whole(0), operate("//", operate("-", whole(0), top), below))
        elif how == "nearest":
            found = operate("//", operate("+", operate("*", top, whole(2)), below), operate("*", below, whole(2)))
        else:
            found = operate("//", top, below)
        return Quantity(found, whole(step))

    def value(self, node: nodes.Expression) -> to.Value:
        """Give a value: whole numbers, members and things as numbers, lists as lists."""
        match node:
            case nodes.Either(operands=operands):
                return operate("or", *(self.value(o) for o in operands))
            case nodes.AllOf(operands=operands):
                return operate("and", *(self.value(o) for o in operands))
            case nodes.Negation(operand=operand):
                return operate("not", self.value(operand))
            case nodes.Compare():
                return self.compare(node)
            case nodes.Grouped(inner=inner):
                return self.value(inner)
            case nodes.Yes():
                return whole(1)
            case nodes.No():
                return whole(0)
            case nodes.Nothing():
                return whole(-1)
            case nodes.ListOf(items=items):
                listed = self.type(node)
                kind = listed.item if isinstance(listed, types.Listing) else types.UNKNOWN
                return to.Items(tuple(self.stored(item, kind) for item in items))
            case nodes.Name() | nodes.Member() | nodes.Call() | nodes.Lookup():
                return self.meant(node, self.checked.meanings.get(node))
            case nodes.Plus(left=left, right=right) | nodes.Minus(left=left, right=right) if isinstance(
                self.type(left), types.Member
            ):
                return self.moved(node, left, right)
            case nodes.Dice() | nodes.HighestOf() | nodes.LowestOf() | nodes.TimesDice():
                return self.dice(node)
        if isinstance(self.type(node), types.DiceType):
            return self.dice(node)
        kind = self.type(node)
        return self.scaled(self.quantity(node), step_of(kind))

    def moved(self, node: nodes.Plus | nodes.Minus, left: nodes.Expression, right: nodes.Expression) -> to.Value:
        kind = self.type(left)
        assert isinstance(kind, types.Member)
        enum = self.declared.enums[kind.enum]
        size, sign = len(enum.members), "+" if isinstance(node, nodes.Plus) else "-"
        if isinstance(self.type(right), types.Member):
            apart = operate("-", self.value(left), self.value(right))
            if enum.sort != "circle":
                return apart
            half = (size - 1) // 2
            return operate("-", operate("%", operate("+", apart, whole(half)), whole(size)), whole(half))
        total = operate(sign, self.value(left), self.value(right))
        if enum.sort == "circle":
            return operate("%", total, whole(size))
        return operate("max", whole(0), operate("min", whole(size - 1), total))

    def compare(self, node: nodes.Compare) -> to.Value:
        sign = node.sign.text
        if sign in ("in", "not in"):
            inside = operate("in", self.value(node.left), self.value(node.right))
            return operate("not", inside) if sign == "not in" else inside
        if measured := self.measured(node):
            left, right = measured
        elif isinstance(self.type(node.left), Numeric) and isinstance(self.type(node.right), Numeric):
            one, other = self.quantity(node.left), self.quantity(node.right)
            if one.below == other.below:
                left, right = one.top, other.top
            else:
                left, right = operate("*", one.top, other.below), operate("*", other.top, one.below)
        else:
            left, right = self.value(node.left), self.value(node.right)
        match sign:
            case "=" | "is":
                return operate("=", left, right)
            case "is not":
                return operate("!=", left, right)
            case "<" | "<=":
                return operate(sign, left, right)
            case ">":
                return operate("<", right, left)
        return operate("<=", right, left)

    def meant(self, node: nodes.Expression, meaning: means.Meaning | None) -> to.Value:
        match meaning:
            case means.Local(name=name):
                return to.Local(name)
            case means.RollPart(roll=roll, part=part):
                if part == "success":
                    return operate("<", whole(0), to.Local(f"{roll}.successes"))
                return to.Local(f"{roll}.{part}")
            case means.FieldOf(field=known):
                assert isinstance(node, nodes.Member)
                return self.slot(self.thing(node.owner), known.address)
            case means.GamePart(name=name):
                return self.slot(whole(self.layout.stretches["Game"].base), f"Game.{name}")
            case means.TheGame():
                return whole(self.layout.stretches["Game"].base)
            case means.Pool(kind=kind):
                return to.Things(kind.name, self.world)
            case means.BeforeValue(value=value):
                return self.lowering.body(self.address, self.module, "before").value(value)
            case means.RuleCall(rule=rule, arguments=arguments) | means.Allowed(rule=rule, arguments=arguments):
                address = f"allowed {rule.address}" if isinstance(meaning, means.Allowed) else rule.address
                return to.Defined(address, self.arguments(rule, arguments), self.world)
            case means.Expected():
                return self.expected(meaning)
            case means.FunctionCall(name=name, arguments=given):
                return self.function(node, name, given)
            case means.GatherCall():
                return self.gathering(meaning)
            case means.TableValue(table=table):
                assert isinstance(node, nodes.Lookup)
                keys = tuple(self.stored(key, known.type) for key, known in zip(node.keys, table.keys, strict=False))
                return to.Cell(table.name, self.hooked_keys(table, keys), self.world)
            case means.TimerState():
                assert isinstance(node, nodes.Call)
                return self.due(node.arguments[0])  # type: ignore[arg-type]
        return self.settled(node, meaning)

    def due(self, timer: nodes.Expression) -> to.Value:
        """Tell whether a timer is due this turn: at its turn, and at each round of the clock by which it goes on."""
        at, now = self.value(timer), self.slot(whole(self.layout.stretches["Game"].base), "Game.turn")
        meaning = self.checked.meanings.get(timer)
        address = meaning.field.address if isinstance(meaning, means.FieldOf) else ""
        ticks = self.checked.timers.get(address, 0)
        if not ticks:
            return operate("=", at, now)
        in_step = operate("=", operate("%", operate("-", now, at), whole(ticks)), whole(0))
        return operate("and", operate("<", whole(0), at), operate("<=", at, now), in_step)

    def settled(self, node: nodes.Expression, meaning: means.Meaning | None) -> to.Value:
        """Give what is known when the graph is built: members of enums, options and constants."""
        match meaning:
            case means.MemberOf(place=place):
                return whole(place)
            case means.AllMembers(enum=enum):
                return to.Items(tuple(whole(i) for i in range(len(enum.members))))
            case means.OptionValue(option=setting) | means.ConstantValue(constant=setting):
                return whole(self.lowering.graph.settings.get(setting.name, 0))
        raise AssertionError((node, meaning))

    def thing(self, node: nodes.Expression) -> to.Value:
        """Give the thing whose field is meant.

        Where it may be none, the game says so instead of reading a wrong place.
        """
        value = self.value(node)
        return operate("there", value) if types.may_be_none(self.type(node)) else value

    def slot(self, thing: to.Value, address: str) -> to.Value:
        offset = self.layout.offsets[address]
        if address in self.layout.capacities:
            return to.Contents(thing, offset, address, self.world)
        return to.Slot(thing, offset, address, self.world)

    def arguments(self, rule: Rule, given: tuple[nodes.Expression, ...]) -> tuple[to.Value, ...]:
        return tuple(
            self.stored(argument, parameter.type) for argument, parameter in zip(given, rule.parameters, strict=True)
        )

    def expected(self, meaning: means.Expected) -> to.Value:
        """Register what is weighed; the value is worked out in thousandths, like all advice."""
        value = self.scaled(self.quantity(meaning.value), ADVICE_STEP)
        named = {s.name.text for s in meaning.rule.node.walk() if isinstance(s, nodes.Roll | nodes.Check)}
        inner = {node.variable for node in to.walk(value) if isinstance(node, to.Gathering)}
        locals_ = dict.fromkeys(node.name for node in to.walk(value) if isinstance(node, to.Local))
        rolls = tuple(name for name in locals_ if "." in name and name.split(".")[0] in named)
        known = self.declared.rules.get(self.address)
        kinds = {p.name: p.type for p in known.parameters} if known else {}
        inputs = tuple((name, kinds.get(name)) for name in locals_ if name not in rolls and name not in inner)
        arguments = self.arguments(meaning.rule, meaning.arguments)
        expectations = self.lowering.graph.expectations
        number = len(expectations)
        expectations.append(to.Expected(number, meaning.rule.address, arguments, value, rolls, inputs, self.world))
        return expectations[-1]

    def function(self, node: nodes.Expression, name: str, given: tuple[nodes.Expression, ...]) -> to.Value:
        if name in ("least", "greatest"):
            kind = self.type(node)
            step = step_of(kind)
            return operate("min" if name == "least" else "max", *(self.scaled(self.quantity(g), step) for g in given))
        if name == "odd":
            return operate("%", self.value(given[0]), whole(2))
        arguments: list[to.Value] = []
        for argument, (_, wanted) in zip(given, BY_NAME[name].takes, strict=True):
            meaning = self.checked.meanings.get(argument)
            if isinstance(meaning, means.ArcOf):
                arguments.extend(
                    [whole(meaning.arc.first), whole(meaning.arc.last), whole(int(meaning.arc.both_sides))]
                )
            elif isinstance(wanted, types.Point):
                arguments.append(self.thing(argument))
            elif wanted in STEPS_OF:
                arguments.append(self.scaled(self.quantity(argument), STEPS_OF[wanted]))
            else:
                arguments.append(self.value(argument))
        settings = self.lowering.graph.settings
        if name in ("on_board", "board_hexes"):
            arguments += [whole(settings.get(f"board.{side}", 0)) for side in ("columns", "rows")]
        if name == "point_on_board":
            if "board.width" not in settings or "board.depth" not in settings:
                return whole(1)
            arguments += [whole(settings[f"board.{side}"] * HUNDREDTHS) for side in ("width", "depth")]
        return to.Function(name, tuple(arguments))

    def apart(self, node: nodes.Expression) -> tuple[to.Value, to.Value] | None:
        """Give the points whose distance an expression is, where it is no more than that."""
        while isinstance(node, nodes.Grouped):
            node = node.inner
        meaning = self.checked.meanings.get(node)
        if isinstance(meaning, means.FunctionCall) and meaning.name == "point_distance":
            one, other = meaning.arguments
            return self.value(one), self.value(other)
        return None

    def measured(self, node: nodes.Compare) -> tuple[to.Value, to.Value] | None:
        """Give what compares like two lengths of which one at least is a distance of points, without any root."""
        left, right = self.apart(node.left), self.apart(node.right)
        if left and right:
            return to.Function("square", left), to.Function("square", right)
        points = left or right
        if points is None:
            return None
        length = self.quantity(node.right if left else node.left)
        top, below = operate("*", length.top, whole(HUNDREDTHS)), length.below
        if isinstance(below, to.Constant) and HUNDREDTHS % below.number == 0:
            top, below = operate("*", length.top, whole(HUNDREDTHS // below.number)), whole(1)
        compared = to.Function("reach", (*points, top, below))
        return (compared, whole(0)) if left else (whole(0), compared)

    def gathering(self, meaning: means.GatherCall) -> to.Value:
        value = None
        if meaning.value is not None:
            kind = self.type(meaning.value)
            value = (
                self.scaled(self.quantity(meaning.value), step_of(kind))
                if isinstance(kind, Numeric)
                else self.value(meaning.value)
            )
        joins = (
            meaning.how == "all" and meaning.value is not None and isinstance(self.type(meaning.value), types.Listing)
        )
        return to.Gathering(
            "joined" if joins else meaning.how,
            meaning.variable,
            self.value(meaning.source),
            self.value(meaning.condition) if meaning.condition is not None else None,
            value,
            self.comparable(meaning.ranking.key) if meaning.ranking else None,
            isinstance(meaning.ranking, nodes.HighestFirst),
        )

    def comparable(self, node: nodes.Expression) -> to.Value:
        """Give a number that compares like the one written: the square of a distance of points, which has no root."""
        points = self.apart(node)
        return to.Function("square", points) if points else self.value(node)

    def dice(self, node: nodes.Expression) -> to.Dice:
        """Give what is thrown."""
        match node:
            case nodes.Grouped(inner=inner):
                return self.dice(inner)
            case nodes.Dice(word=word):
                count, sides = word.text.split("d")
                return to.Dice(whole(int(count or 1)), whole(int(sides)), whole(0), "sum")
            case nodes.HighestOf(amount=amount) | nodes.LowestOf(amount=amount):
                found = self.dice(amount)
                return to.Dice(
                    found.count, found.sides, found.plus, "highest" if isinstance(node, nodes.HighestOf) else "lowest"
                )
            case nodes.TimesDice(count=count, dice=dice):
                found = self.dice(dice)
                return to.Dice(operate("*", self.value(count), found.count), found.sides, found.plus, "sum")
            case nodes.Plus(left=left, right=right) | nodes.Minus(left=left, right=right):
                found = self.dice(left)
                sign = "+" if isinstance(node, nodes.Plus) else "-"
                return to.Dice(found.count, found.sides, operate(sign, found.plus, self.value(right)), found.pick)
        if isinstance(self.type(node), Number):
            return to.Dice(whole(0), whole(1), self.value(node), "sum")
        found_value = self.value(node)
        return to.Dice(
            to.Function("dice_count", (found_value,)),
            to.Function("dice_sides", (found_value,)),
            to.Function("dice_plus", (found_value,)),
            "sum",
        )

    def text(self, word: nodes.Word | None) -> to.Text | None:
        """Give a phrase with the values in it."""
        if word is None:
            return None
        parts: list[str | tuple[to.Value, Type]] = []
        for part in self.checked.phrases.get(word, (word.text,)):
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append((self.value(part), self.type(part)))
        return to.Text(tuple(parts))

    # --- acts

    def block(self, statements: Iterable[nodes.Statement]) -> tuple[to.Act, ...]:
        """Lower statements in order."""
        return tuple(act for statement in statements for act in self.statement(statement))

    def statement(self, node: nodes.Statement) -> tuple[to.Act, ...]:
        """Lower a statement; the close of a span may stand for several acts."""
        if isinstance(node, nodes.Close):
            return self.lowering.body(self.address, self.module, "after", closing=True).block(node.block)
        if isinstance(node, nodes.Remove) and (reason := self.text(node.reason)):
            who = (self.value(node.thing), self.type(node.thing))
            return to.Tell(node.span, to.Text((who, ": ", *reason.parts))), self.act(node)
        return (self.act(node),)

    def act(self, node: nodes.Statement) -> to.Act:
        span = node.span
        match node:
            case nodes.Guarded() | nodes.GuardedUnless() | nodes.When():
                return self.guarded(node)
            case nodes.ForEach() | nodes.ForNumbers() | nodes.Repeat():
                return self.loop(node)
            case nodes.Let(name=name, value=value):
                return to.Keep(span, name.text, self.value(value))
            case nodes.Tally(name=name, value=value):
                return to.Keep(span, name.text, self.stored(value, self.type(node)))
            case nodes.Do(call=call):
                return self.do(node, call)
            case nodes.Apply(call=call):
                return self.apply(node, call)
            case nodes.Roll() | nodes.Check():
                return self.roll(node)
            case nodes.RollOff(name=name, dice=dice):
                address = f"Side.{name.text}"
                number = self.site(name.text, "roll", span)
                return to.RollOff(span, number, self.layout.offsets[address], address, self.dice(dice))
            case nodes.Choose():
                return self.choose(node)
            case nodes.Require():
                return to.Demand(span, self.requirement(node, self.address))
            case nodes.Stop():
                return to.Leave(span)
            case nodes.Finish():
                return to.Return(span)
            case nodes.Step():
                return self.phase(node, self.address)
            case nodes.Win() | nodes.Draw() | nodes.Announce() | nodes.Reveal():
                return self.telling(node)
        return self.altering(node)

    def guarded(self, node: nodes.Guarded | nodes.GuardedUnless | nodes.When) -> to.Act:
        """Lower what is done under a condition."""
        match node:
            case nodes.Guarded(statement=inner, condition=condition):
                return to.Branch(node.span, ((self.value(condition), self.statement(inner)),), ())
            case nodes.GuardedUnless(statement=inner, condition=condition):
                return to.Branch(node.span, ((operate("not", self.value(condition)), self.statement(inner)),), ())
            case nodes.When():
                return self.when(node)

    def loop(self, node: nodes.ForEach | nodes.ForNumbers | nodes.Repeat) -> to.Act:
        """Lower a loop."""
        match node:
            case nodes.ForEach():
                return self.for_each(node)
            case nodes.ForNumbers(span=span, variable=variable, low=low, high=high, block=block):
                source = to.Stretch(self.value(low), self.value(high))
                return to.ForEach(span, variable.text, source, None, None, False, None, -1, False, self.block(block))
            case nodes.Repeat(count=count, block=block):
                return to.Times(node.span, self.value(count), self.block(block))

    def altering(self, node: nodes.Statement) -> to.Act:
        """Lower a statement that changes the state by itself."""
        match node:
            case nodes.Set(target=target, value=value):
                return self.write(node, target, self.stored(value, self.type(target)))
            case nodes.Add() | nodes.Take():
                return self.write(node, node.target, self.changed(node))
            case nodes.Append(target=target, value=value):
                return self.push(node, target, value)
            case nodes.Create():
                return self.make(node)
            case nodes.Remove(thing=thing):
                kind = self.type(thing)
                assert isinstance(kind, types.Thing)
                return to.Unmake(node.span, kind.kind, self.value(thing))
            case nodes.OrderSides(key=key, ranking=ranking):
                return self.order_sides(node, key, ranking)
            case nodes.Start():
                return self.start(node)
        raise AssertionError(node)

    def telling(self, node: nodes.Win | nodes.Draw | nodes.Announce | nodes.Reveal) -> to.Act:
        """Lower what all sides are told."""
        match node:
            case nodes.Win(side=side, reason=reason):
                return self.unless_over(to.EndGame(node.span, self.value(side), self.text(reason) or to.Text(())))
            case nodes.Draw(reason=reason):
                return self.unless_over(to.EndGame(node.span, whole(-1), self.text(reason) or to.Text(())))
            case nodes.Announce(text=word):
                return to.Tell(node.span, self.text(word) or to.Text(()))
            case nodes.Reveal(what=what):
                meaning = self.checked.meanings.get(what)
                assert isinstance(meaning, means.FieldOf)
                assert isinstance(what, nodes.Member)
                return to.Show(node.span, self.thing(what.owner), meaning.field.address)

    def unless_over(self, end: to.EndGame) -> to.Act:
        """End the game unless it has ended: nothing later in a phase changes who has won."""
        base, offset = self.layout.stretches["Game"].base, self.layout.offsets["Game.over"]
        over = to.Slot(whole(base), offset, "Game.over", self.world)
        return to.Branch(end.span, ((operate("not", over), (end,)),), ())

    def write(self, node: nodes.Statement, target: nodes.Expression, value: to.Value) -> to.Act:
        meaning = self.checked.meanings[target]
        if isinstance(meaning, means.Local):
            return to.Keep(node.span, meaning.name, value)
        assert isinstance(meaning, means.FieldOf)
        assert isinstance(target, nodes.Member)
        known = meaning.field
        return to.Store(
            node.span, self.thing(target.owner), self.layout.offsets[known.address], known.address, value, known.mark
        )

    def changed(self, node: nodes.Add | nodes.Take) -> to.Value:
        """Give what a place holds after something is added or taken; an effect's target is read in the state after."""
        kind = self.type(node.target)
        step = step_of(kind)
        meaning = self.checked.meanings[node.target]
        if isinstance(meaning, means.FieldOf) and isinstance(node.target, nodes.Member):
            now: to.Value = to.Slot(
                self.thing(node.target.owner),
                self.layout.offsets[meaning.field.address],
                meaning.field.address,
                "after",
            )
        else:
            now = self.value(node.target)
        amount = self.scaled(self.quantity(node.amount), step)
        found = operate("+" if isinstance(node, nodes.Add) else "-", now, amount)
        match node.limit:
            case nodes.NoMoreThan(bound=bound):
                # a limit stops a change; it never undoes what was there before
                limit = self.scaled(self.quantity(bound), step)
                return (
                    operate("max", now, operate("min", found, limit))
                    if isinstance(node, nodes.Add)
                    else operate("min", found, limit)
                )
            case nodes.NoLessThan(bound=bound):
                limit = self.scaled(self.quantity(bound), step)
                return (
                    operate("min", now, operate("max", found, limit))
                    if isinstance(node, nodes.Take)
                    else operate("max", found, limit)
                )
        return found

    def push(self, node: nodes.Append, target: nodes.Expression, value: nodes.Expression) -> to.Act:
        meaning = self.checked.meanings[target]
        assert isinstance(meaning, means.FieldOf)
        assert isinstance(target, nodes.Member)
        known = meaning.field
        assert isinstance(known.type, types.Listing)
        item = known.type.item
        return to.Push(
            node.span,
            self.thing(target.owner),
            self.layout.offsets[known.address],
            known.type.capacity,
            known.address,
            self.stored(value, item),
            known.mark,
        )

    def make(self, node: nodes.Create) -> to.Act:
        meaning = self.checked.meanings[node.kind]
        assert isinstance(meaning, means.Pool)
        kind = meaning.kind
        settings = []
        for setting in node.settings:
            known = kind.fields[setting.name.text]
            settings.append((self.layout.offsets[known.address], known.address, self.stored(setting.value, known.type)))
        return to.Make(node.span, kind.name, tuple(settings))

    def call_of(self, call: nodes.Expression) -> means.RuleCall:
        meaning = self.checked.meanings[call]
        assert isinstance(meaning, means.RuleCall)
        return meaning

    def do(self, node: nodes.Statement, call: nodes.Expression) -> to.Act:
        meaning = self.call_of(call)
        return to.Do(node.span, meaning.rule.address, self.arguments(meaning.rule, meaning.arguments))

    def apply(self, node: nodes.Statement, call: nodes.Expression) -> to.Act:
        meaning = self.checked.meanings[call]
        lookup = call.callee if isinstance(call, nodes.Call) else call
        assert isinstance(meaning, means.TableApplied)
        assert isinstance(lookup, nodes.Lookup)
        table = meaning.table
        keys = self.hooked_keys(
            table, tuple(self.stored(key, known.type) for key, known in zip(lookup.keys, table.keys, strict=True))
        )
        given = tuple(self.stored(a, p.type) for a, p in zip(meaning.arguments, table.given, strict=True))
        return to.Apply(node.span, table.name, keys, given)

    def roll(self, node: nodes.Roll | nodes.Check) -> to.Act:
        dice = self.dice(node.dice)
        if isinstance(node.shift, nodes.ShiftedUp | nodes.ShiftedDown):
            sign = "+" if isinstance(node.shift, nodes.ShiftedUp) else "-"
            dice = to.Dice(dice.count, dice.sides, operate(sign, dice.plus, self.value(node.shift.amount)), dice.pick)
        name = node.name.text
        number = self.site(name, "roll", node.span, secret=node.secret is not None)
        changes = (*(self.modifier(name, modifier) for modifier in node.modifiers), *self.hooked_changes(name))
        if isinstance(node, nodes.Roll):
            return to.Roll(node.span, name, number, dice, changes)
        faces = tuple(
            to.Face(int(n.face.text), n.outcome.text == "success", self.value(n.again.cap) if n.again else None)
            for n in node.naturals
        )
        return to.Check(node.span, name, number, dice, changes, self.value(node.success.condition), faces)

    def hooked_changes(self, roll: str) -> Iterable[to.Change]:
        """Give what enabled plugins add to a roll, behind the rule's own modifiers."""
        for hook in self.lowering.checked.declared.hooks("roll", f"{self.address}.{roll}"):
            inputs = tuple(to.Local(name) for name in self.inputs())
            given = (to.Local(f"{roll}.natural"), to.Local(f"{roll}.total"), *inputs)
            amount = to.Hooked(hook.number, given, hook.reads, self.world)
            yield to.Change(hook.address, hook.name, "raise", amount, amount)

    def inputs(self) -> tuple[str, ...]:
        """Give the names of the inputs of the rule that this is the body of."""
        declared = self.lowering.checked.declared
        rule = next((r for r in declared.rules.values() if r.site_address == self.address), None)
        return tuple(parameter.name for parameter in rule.parameters) if rule else ()

    def hooked_keys(self, table: Table, keys: tuple[to.Value, ...]) -> tuple[to.Value, ...]:
        """Give the keys of a look-up as enabled plugins change them."""
        for hook in self.lowering.checked.declared.hooks("look_up", table.name):
            keys = tuple(to.Hooked(hook.number, keys, (), self.world, place) for place in range(len(keys)))
        return keys

    def modifier(self, roll: str, node: nodes.Modifier) -> to.Change:
        condition = self.value(node.condition) if node.condition is not None else None
        address = f"{self.address}.{roll}.{node.name.text}"
        match node.change:
            case nodes.Raised(amount=amount):
                return to.Change(address, node.name.text, "raise", self.value(amount), condition)
            case nodes.Lowered(amount=amount):
                return to.Change(address, node.name.text, "lower", self.value(amount), condition)
            case nodes.Halved(how=how):
                return to.Change(address, node.name.text, f"halve_{how.text.split()[-1]}", None, condition)
            case nodes.Doubled():
                return to.Change(address, node.name.text, "double", None, condition)
            case nodes.NotBelow(bound=bound):
                return to.Change(address, node.name.text, "not_below", self.value(bound), condition)
            case nodes.NotAbove(bound=bound):
                return to.Change(address, node.name.text, "not_above", self.value(bound), condition)
        raise AssertionError(node)

    def requirement(self, node: nodes.Require, owner: str) -> to.Requirement:
        return to.Requirement(
            f"{owner}.{node.name.text}", self.value(node.condition), self.text(node.reason) or to.Text(())
        )

    def choose(self, node: nodes.Choose) -> to.Act:
        item = self.type(node)
        number = self.site(
            node.name.text, "choice", node.span, item, any(isinstance(o, nodes.InSecret) for o in node.options)
        )
        address = f"{self.address}.{node.name.text}"
        sites, required = self.lowering.graph.sites, tuple(r.name.text for r in node.requirements if not r.for_stop)
        sites[number] = replace(sites[number], requirements=required)
        if isinstance(node.source, nodes.Numbers):
            source: to.Value = self.numbers(node.source, item)
        else:
            assert isinstance(node.source, nodes.Expression)
            source = self.value(node.source)
        found = {type(option): option for option in node.options}
        default = found.get(nodes.Default)
        most = found.get(nodes.UpTo)
        return to.Choose(
            node.span,
            node.name.text,
            number,
            self.value(node.chooser),
            source,
            self.value(node.condition) if node.condition is not None else None,
            tuple(self.requirement(r, address) for r in node.requirements if not r.for_stop),
            tuple(self.requirement(r, address) for r in node.requirements if r.for_stop),
            nodes.OrStop in found,
            nodes.OrNone in found,
            self.value(default.value) if isinstance(default, nodes.Default) else None,
            self.value(most.count) if isinstance(most, nodes.UpTo) else None,
            self.text(node.phrase),
        )

    def numbers(self, node: nodes.Numbers, item: Type) -> to.Stretch:
        """Give the numbers between two others, in the finest steps that are said of them."""
        step = step_of(item)
        low, high = (self.scaled(self.quantity(end), step) for end in (node.low, node.high))
        return to.Stretch(low, high, int(Fraction(node.step.text) * step) if node.step else 1)

    def when(self, node: nodes.When) -> to.Act:
        cases = [(self.value(node.condition), self.block(node.block))]
        cases += [(self.value(other.condition), self.block(other.block)) for other in node.others]
        return to.Branch(node.span, tuple(cases), self.block(node.otherwise.block) if node.otherwise else ())

    def for_each(self, node: nodes.ForEach) -> to.Act:
        key, highest, chooser, number, at_once = None, False, None, -1, False
        for option in node.options:
            match option:
                case nodes.HighestFirst(key=given) | nodes.LowestFirst(key=given):
                    key, highest = self.comparable(given), isinstance(option, nodes.HighestFirst)
                case nodes.ChosenBy(side=side):
                    chooser = self.value(side)
                    listed = self.type(node.source)
                    item = listed.item if isinstance(listed, types.Listing) else None
                    number = self.site(node.variable.text, "choice", node.span, item)
                case nodes.AtOnce():
                    at_once = True
        condition = self.value(node.condition) if node.condition is not None else None
        return to.ForEach(
            node.span,
            node.variable.text,
            self.value(node.source),
            condition,
            key,
            highest,
            chooser,
            number,
            at_once,
            self.block(node.block),
        )

    def order_sides(self, node: nodes.Statement, key: nodes.Expression, ranking: nodes.Word) -> to.Act:
        meaning = self.checked.meanings.get(key)
        if isinstance(key, nodes.Name) and isinstance(meaning, means.FieldOf):
            value: to.Value = self.slot(to.Local("side"), meaning.field.address)
        else:
            value = self.value(key)
        return to.RankSides(node.span, "side", value, ranking.text.startswith("highest"))

    def start(self, node: nodes.Start) -> to.Act:
        ticks, _ = self.declared.clocks.get(node.clock.text, (1, "turn"))
        now = self.slot(whole(self.layout.stretches["Game"].base), "Game.turn")
        due = operate("+", now, operate("*", self.value(node.delay), whole(ticks)))
        return self.write(node, node.timer, due)

    def phase(self, node: nodes.Phase | nodes.Step, outer: str) -> to.Phase:
        address = f"{outer}.{node.name.text}"
        inner = self.lowering.body(address, self.module, self.world)
        found = {type(option): option for option in node.options}
        each = found.get(nodes.ForEachSide)
        body = [s for s in node.block if not isinstance(s, nodes.Close)]
        close = [s for s in node.block if isinstance(s, nodes.Close)]
        sealed = nodes.AllSidesAtOnce in found
        return to.Phase(
            node.span,
            address,
            node.title.text if node.title else node.name.text.replace("_", " ").capitalize(),
            nodes.EffectsAtTheEnd in found,
            each.variable.text if isinstance(each, nodes.ForEachSide) else "side" if sealed else "",
            isinstance(each, nodes.ForEachSide) and each.in_order is not None,
            sealed,
            inner.block(body),
            inner.block(close),
        )
