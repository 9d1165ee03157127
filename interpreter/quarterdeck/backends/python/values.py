"""Print values as Python expressions.

In: values of a program, and what the three states are called where they stand. Out: text. Nothing is decided here:
what is written out, kept or worked out beforehand is the business of passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.backends.python.lines import Lines, Names, local
from quarterdeck.base.geometry import hexes
from quarterdeck.language.declarations import types
from quarterdeck.program.form import values as to
from quarterdeck.program.form.bands import ByBand
from quarterdeck.program.form.cost import MostSteps
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import State, Value

STATES: dict[State, str] = {"before": "B", "after": "A", "given": "S"}
OF_DEFINITION: dict[State, str] = {"before": "S", "after": "S", "given": "S"}
SIGNS: dict[to.Sign, str] = {
    "=": "==",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    "+": "+",
    "-": "-",
    "*": "*",
    "//": "//",
    "%": "%",
    "and": "and",
    "or": "or",
}


@dataclass
class Printer:
    """Prints values; `states` says what each state is called where the value stands.

    `most` says which loops are counted. `constant` has which tables hold nothing but known values. `advised` are the
    definitions and tables that are asked with what is known of the state, `K`, where advice is printed.
    """

    program: Program
    names: Names
    lines: Lines
    most: MostSteps
    states: Mapping[State, str] = field(default_factory=lambda: STATES)
    constant: dict[str, bool] = field(default_factory=dict)
    advised: frozenset[str] = frozenset()

    def among(self, states: Mapping[State, str]) -> Printer:
        """Give a printer for a place where the states are called otherwise."""
        return replace(self, states=states)

    def value(self, node: Value) -> str:
        """Give the Python text of a value."""
        return PRINTED[type(node)](self, node)

    def all(self, nodes: tuple[Value, ...]) -> list[str]:
        """Give the Python texts of several values."""
        return [self.value(node) for node in nodes]

    def is_constant(self, table: str) -> bool:
        """Tell whether all cells of a table are known."""
        known = self.constant.get(table)
        if known is None:
            cells = self.program.value_tables[table].cells.values()
            known = self.constant[table] = all(isinstance(cell, to.Constant | to.Dice) for cell in cells)
        return known

    # --- places

    def offset(self, known: str) -> str:
        """Give the name of a field's offset in a record."""
        return self.names.of("F", known)

    def place(self, thing: Value, offset: int, known: str) -> str:
        """Give the place of a field of a thing."""
        if isinstance(thing, to.Constant):
            return str(thing.number + offset)
        if not offset:
            return self.value(thing)
        return f"{self.value(thing)} + {self.offset(known)}"

    def in_play(self, kind: str, state: str) -> str:
        """Give all things of a kind in play, in order: those with a mark in the first slot of their record."""
        array = self.program.layout.arrays[kind]
        used = self.program.layout.used.get(kind)
        end = array.end if used is None else f"{array.base} + {state}[{used}]"
        return f"compress({self.names.of('P', kind)}, {state}[{array.base}:{end}:{array.stride}])"

    def going_through(
        self, source: Value, variable: str, conditions: list[str], price: int = 0, counted: str = "all"
    ) -> str:
        """Give `for x in ... if ...` of a comprehension; with a price its rounds are counted, all of them or each."""
        if isinstance(source, to.Things):
            listed = self.in_play(source.kind, self.states[source.state])
        else:
            listed = self.value(source)
        if price:
            listed = f"BUDGET.{counted}({listed}, {price}, {self.lines.rule!r})"
        return f"for {variable} in {listed}" + (f" if {' and '.join(conditions)}" if conditions else "")

    def words(self, text: to.Text) -> str:
        """Give the Python text of a phrase; types go by their numbers in the table `KINDS`."""
        return " + ".join(map(self.word, text.parts)) or "''"

    def word(self, part: str | Value) -> str:
        """Give the Python text of a part of a phrase."""
        if isinstance(part, str):
            return repr(part)
        return f"ctx.word({self.lines.kind(part.type)}, {self.value(part)})"

    def inputs(self, parameters: tuple[tuple[str, types.Type], ...]) -> str:
        """Give the names of inputs with commas between them."""
        return ", ".join(local(name) for name, _ in parameters)


def constant(printer: Printer, node: to.Constant) -> str:
    return str(node.number) if node.number >= 0 else f"({node.number})"


def named(printer: Printer, node: to.Local) -> str:
    return local(node.name)


def slot(printer: Printer, node: to.Slot) -> str:
    return f"{printer.states[node.state]}[{printer.place(node.thing, node.offset, node.field)}]"


def contents(printer: Printer, node: to.Contents) -> str:
    state = printer.states[node.state]
    if isinstance(node.thing, to.Local | to.Constant):
        at = printer.place(node.thing, node.offset, node.field)
        return f"{state}[{at} + 1:{at} + 1 + {state}[{at}]]"
    return f"contents({state}, {printer.value(node.thing)}, {printer.offset(node.field)})"


def operation(printer: Printer, node: to.Operation) -> str:
    operands = printer.all(node.operands)
    match node.sign:
        case "not":
            return f"(not {operands[0]})"
        case "in":
            return is_in(printer, operands, node.operands[1])
        case "there":
            return f"g_there({operands[0]})"
        case "=" | "!=" if any(isinstance(o.type, types.ListType) for o in node.operands):
            return f"(tuple({operands[0]}) {SIGNS[node.sign]} tuple({operands[1]}))"
        case "min" | "max" if len(operands) == 2 and all(
            isinstance(o, to.Constant | to.Local | to.Slot) for o in node.operands
        ):
            sign = "<" if node.sign == "min" else ">"
            return f"({operands[0]} if {operands[0]} {sign} {operands[1]} else {operands[1]})"
        case "min" | "max":
            return f"{node.sign}({', '.join(operands)})"
    return "(" + f" {SIGNS[node.sign]} ".join(operands) + ")"


def is_in(printer: Printer, operands: list[str], listed: Value) -> str:
    """Print whether something is in a list; a row of hexes is not made for that."""
    match listed:
        case to.Function(name="row", arguments=(start, direction, length)):
            at = f"({operands[0]} - {printer.value(start)}) * 6 + {printer.value(direction)}"
            return f"(PACES[{at}] < {printer.value(length)})"
    return f"({operands[0]} in {operands[1]})"


def rescale(printer: Printer, node: to.Rescale) -> str:
    assert isinstance(node.type, types.Number)
    assert isinstance(node.value.type, types.Number)
    return f"({printer.value(node.value)} * {node.type.step // node.value.type.step})"


def rounded(printer: Printer, node: to.Rounded) -> str:
    assert isinstance(node.type, types.Number)
    top, below = printer.value(node.top), printer.value(node.below)
    if node.type.step > 1:
        top = f"{top} * {node.type.step}"
    match node.how:
        case "down":
            return f"({top} // {below})"
        case "up":
            return f"(-(-{top} // {below}))"
    return f"((2 * {top} + {below}) // (2 * {below}))"


def power(printer: Printer, node: to.Power) -> str:
    return f"({printer.value(node.base)} ** {node.exponent})"


def rounded_power(printer: Printer, node: to.RoundedPower) -> str:
    assert isinstance(node.type, types.Number)
    top, below = printer.value(node.top), printer.value(node.below)
    return f"g_rounded_power({top}, {below}, {node.power}, {node.degree}, {node.type.step}, {node.how!r})"


def quotient(printer: Printer, node: to.Quotient) -> str:
    return f"Fraction({printer.value(node.top)}, {printer.value(node.below)})"


def numerator(printer: Printer, node: to.Numerator) -> str:
    return f"{printer.value(node.ratio)}.numerator"


def denominator(printer: Printer, node: to.Denominator) -> str:
    return f"{printer.value(node.ratio)}.denominator"


def cases(printer: Printer, node: to.Cases) -> str:
    shown = "".join(f"{printer.value(value)} if {printer.value(condition)} else " for condition, value in node.cases)
    return f"({shown}{printer.value(node.otherwise)})"


def defined(printer: Printer, node: to.Defined) -> str:
    if node.address in printer.program.timeless and not isinstance(node.type, types.ListType):
        return f"{printer.names.of('t', node.address)}({', '.join(printer.all(node.arguments))})"
    given = [printer.states[node.state], *printer.all(node.arguments)]
    if node.address in printer.advised:
        given.insert(1, "K")
        return f"{printer.names.of('a', node.address)}({', '.join(given)})"
    return f"{printer.names.of('d', node.address)}({', '.join(given)})"


def remembered(printer: Printer, node: to.Remembered) -> str:
    given = ", ".join(["ctx", printer.states["before"], *printer.all(node.arguments)])
    return f"{printer.names.of('m', node.address)}({given})"


def prepared(printer: Printer, node: to.Prepared) -> str:
    found = f"for {local(node.variable)}, _part in {local(node.name)} if {printer.value(node.condition)}"
    return f"[_part {found}]" if node.how == "all" else f"[_item {found} for _item in _part]"


def prepared_items(printer: Printer, node: to.PreparedItems) -> str:
    return f"{{_item for _, _part in {local(node.name)} for _item in _part}}"


def hooked(printer: Printer, node: to.Hooked) -> str:
    found = f"H[{node.number}]({', '.join([printer.states[node.state], *printer.all(node.arguments)])})"
    return found if node.part < 0 else f"{found}[{node.part}]"


def cell(printer: Printer, node: to.Cell) -> str:
    keys = printer.all(node.keys)
    at = f"[{', '.join(keys)}{',' if len(keys) > 1 else ''}]"
    if node.table in printer.advised:
        return f"{printer.names.of('U', node.table)}{at}({', '.join([printer.states[node.state], 'K', *keys])})"
    found = f"{printer.names.of('T', node.table)}{at}"
    if printer.is_constant(node.table):
        return found
    return f"{found}({', '.join([printer.states[node.state], *keys])})"


def things(printer: Printer, node: to.Things) -> str:
    return f"list({printer.in_play(node.kind, printer.states[node.state])})"


def items(printer: Printer, node: to.Items) -> str:
    return f"({''.join(item + ', ' for item in printer.all(node.items))})"


def span(printer: Printer, node: to.Range) -> str:
    low, high = printer.value(node.low), printer.value(node.high)
    return f"range({low}, {high} + 1{f', {node.stride}' if node.stride > 1 else ''})"


def gathering(printer: Printer, node: to.Gathering) -> str:
    variable = local(node.variable)
    conditions = [printer.value(node.condition)] if node.condition is not None else []
    value = printer.value(node.value) if node.value is not None else None
    price = printer.most.price_of_round(node)
    is_left_early = node.how in ("any", "every") or (node.how == "first" and node.key is None)
    counted = "each" if is_left_early else "all"
    there = printer.going_through(node.source, variable, conditions, price, counted)
    match node.how:
        case "any":
            return f"any({value or 'True'} {there})"
        case "every" if value is None:  # every(x in list where condition): the condition is what each must meet
            every = printer.going_through(node.source, variable, [], price, counted)
            return f"all({' and '.join(conditions) or 'True'} {every})"
        case "every":
            return f"all({value} {there})"
        case "count":
            return f"len([1 {there}])"  # of what is gone through to its end a list is made sooner than a generator
        case "sum":
            return f"sum([{value} {there}])"
        case "least" | "greatest":
            pick = "min" if node.how == "least" else "max"
            return f"{pick}([{value} {there}], default=0)"
        case "all":
            return f"[{value or variable} {there}]"
        case "joined":
            return f"[_item {there} for _item in {value}]"
    return first(printer, node, variable, value, there)


def first(printer: Printer, node: to.Gathering, variable: str, value: str | None, there: str) -> str:
    """Give the first of a list, in its own order or in that of a key; of nothing what the type has for it."""
    otherwise = nothing_of(node.type)
    if node.key is None:
        return f"next(({value or variable} {there}), {otherwise})"
    key = f"key=lambda {variable}: {printer.value(node.key)}"
    listed = f"[{variable} {there}]"
    if value is not None:  # of equals the first, whose value it is that counts
        in_order = f"sorted({listed}, {key}, reverse={node.highest})"
        return f"next(({value} for {variable} in {in_order}), {otherwise})"
    return f"{'max' if node.highest else 'min'}({listed}, {key}, default={otherwise})"


def nothing_of(kind: types.Type) -> str:
    """Give what `first` gives of nothing."""
    match kind:
        case types.Numeric() | types.Boolean():
            return "0"
        case types.ListType():
            return "()"
    return "-1"


def ordered(printer: Printer, node: to.Ordered) -> str:
    variable = local(node.variable)
    conditions = [printer.value(node.condition)] if node.condition is not None else []
    there = printer.going_through(node.source, variable, conditions, printer.most.price_of_round(node))
    key = f"key=lambda {variable}: {printer.value(node.key)}"
    return f"sorted([{variable} {there}], {key}, reverse={node.highest})"


def expected(printer: Printer, node: to.Expected) -> str:
    """Print what is to be expected: a question to what is known of the state; only advice is asked with that."""
    if not printer.advised:
        return "g_expected()"
    arguments = "".join(given + ", " for given in printer.all(node.arguments))
    inputs = "".join(local(name) + ", " for name, _ in node.inputs)
    state = printer.states[node.state]
    rolls = "".join(", " + local(name) for name in node.rolls)
    value = f"lambda {state}{rolls}: {replace(printer, advised=frozenset()).value(node.value)}"
    return f"K[0]({state}, {node.number}, ({arguments}), ({inputs}), {value})"


def function(printer: Printer, node: to.Function) -> str:
    """Print a function of the language; the shortest ones are written out."""
    arguments = printer.all(node.arguments)
    match node.name, node.arguments:
        case "in_arc", (_, _, _, first, last, both):  # arcs are declared, so that their edges are known
            assert isinstance(first, to.Constant)
            assert isinstance(last, to.Constant)
            assert isinstance(both, to.Constant)
            arc = hexes.arc(first.number, last.number, both_sides=bool(both.number))
            return f"{arc}[ANGLES[{arguments[0]} * 6 + {arguments[1]} - {arguments[2]} * 6]]"
        case "blocked", (_, _, to.Gathering() | to.Prepared(), _):  # looked into again and again
            arguments[2] = f"set({arguments[2]})"
    if node.name in WRITTEN_OUT:
        return WRITTEN_OUT[node.name].format(*arguments)
    return f"g_{node.name}({', '.join(arguments)})"


WRITTEN_OUT = {
    "opposite": "(({0} + 3) % 6)",
    "turned": "(({0} + {1}) % 6)",
    "next": "({0} + STEPS[{1}])",
    "distance": "DISTANCES[{0} - {1}]",
    "faces_between": "FACES_BETWEEN[{0} - {1}]",
    "item": "{0}[{1}]",
    "count": "len({0})",
}
"""Functions that are written out, since a call would take longer than they do."""


def dice(printer: Printer, node: to.Dice) -> str:
    return f"({printer.value(node.count)}, {printer.value(node.sides)}, {printer.value(node.plus)})"


PRINTED: dict[type[Value], Callable[[Printer, Any], str]] = {
    to.Constant: constant,
    to.Local: named,
    to.Slot: slot,
    to.Contents: contents,
    to.Operation: operation,
    to.Rescale: rescale,
    to.Rounded: rounded,
    to.Power: power,
    to.RoundedPower: rounded_power,
    to.Quotient: quotient,
    to.Numerator: numerator,
    to.Denominator: denominator,
    to.Cases: cases,
    to.Defined: defined,
    to.Remembered: remembered,
    to.Prepared: prepared,
    to.PreparedItems: prepared_items,
    to.Hooked: hooked,
    to.Cell: cell,
    to.Things: things,
    to.Items: items,
    to.Range: span,
    to.Gathering: gathering,
    to.Ordered: ordered,
    to.Expected: expected,
    to.Function: function,
    to.Dice: dice,
}
"""How each value is printed; a test holds that none is missing."""


def written_table(cells: Mapping[Any, Any], entries: list[str]) -> str:
    """Give a dictionary of entries, which answers for all keys of their bands where the table is kept by bands."""
    held = f"{{{', '.join(entries)}}}"
    return f"ByBand({cells.starts!r}, {held})" if isinstance(cells, ByBand) else f"Rows({held})"


def shown_key(key: tuple[int, ...]) -> str:
    """Give a table's key as Python has it: a number, or several in brackets."""
    return str(key[0]) if len(key) == 1 else repr(key)
