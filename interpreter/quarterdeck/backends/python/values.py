"""Print values as Python expressions.

In: values of a program, and what the three states are called where they stand. Out: text. Nothing is decided here:
what is written out, kept or worked out beforehand is the business of passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.backends.python.lines import Lines, Names, local
from quarterdeck.language.declarations import types
from quarterdeck.program.form import values as val
from quarterdeck.program.form.bands import ByBand
from quarterdeck.program.form.cost import Costs
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import State, Value
from quarterdeck.program.form.walking import locals_in

STATES: dict[State, str] = {"before": "B", "after": "A", "given": "S"}
OF_DEFINITION: dict[State, str] = {"before": "S", "after": "S", "given": "S"}
SIGNS: dict[val.Sign, str] = {
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

    `costs` says which loops are counted. `constant` has which tables hold nothing but known values. `advised` are the
    definitions and tables that are asked with what is known of the state, `K`, where advice is printed.
    """

    program: Program
    names: Names
    lines: Lines
    costs: Costs
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
            known = self.constant[table] = all(isinstance(cell, val.Constant | val.Dice) for cell in cells)
        return known

    # --- places

    def offset(self, known: str) -> str:
        """Give the name of a field's offset in a record."""
        return self.names.of("F", known)

    def place(self, thing: Value, offset: int, known: str) -> str:
        """Give the place of a field of a thing."""
        if isinstance(thing, val.Constant):
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
        if isinstance(source, val.Things):
            listed = self.in_play(source.kind, self.states[source.state])
        else:
            listed = self.value(source)
        if price:
            listed = f"BUDGET.{counted}({listed}, {price}, {self.lines.rule!r})"
        return f"for {variable} in {listed}" + (f" if {' and '.join(conditions)}" if conditions else "")

    def words(self, text: val.Text) -> str:
        """Give the Python text of a phrase; types go by their numbers in the table `KINDS`."""
        words, last = [], "''"
        for part in text.parts:
            if part == val.PLURAL:
                words.append(f"('' if {last} == '1' else 's')")
            elif isinstance(part, str):
                words.append(repr(part))
            else:
                last = f"ctx.word({self.lines.kind(part.type)}, {self.value(part)})"
                words.append(last)
        return " + ".join(words) or "''"

    def spoken(self, text: val.Text | None) -> str:
        """Give the Python text of what the expressions of a phrase come to, which makes no difference to the rules."""
        parts = text.parts if text is not None else ()
        values = "".join(f"{self.value(part)}, " for part in parts if isinstance(part, Value))
        return f"ctx.spoken(lambda: BUDGET.beside(lambda: ({values})))" if values else "()"

    def inputs(self, parameters: tuple[tuple[str, types.Type], ...]) -> str:
        """Give the names of inputs with commas between them."""
        return ", ".join(local(name) for name, _ in parameters)


def constant(printer: Printer, node: val.Constant) -> str:
    return str(node.number) if node.number >= 0 else f"({node.number})"


def named(printer: Printer, node: val.Local) -> str:
    return local(node.name)


def slot(printer: Printer, node: val.Slot) -> str:
    return f"{printer.states[node.state]}[{printer.place(node.thing, node.offset, node.field)}]"


def contents(printer: Printer, node: val.Contents) -> str:
    state = printer.states[node.state]
    if isinstance(node.thing, val.Local | val.Constant):
        at = printer.place(node.thing, node.offset, node.field)
        return f"{state}[{at} + 1:{at} + 1 + {state}[{at}]]"
    return f"contents({state}, {printer.value(node.thing)}, {printer.offset(node.field)})"


def operation(printer: Printer, node: val.Operation) -> str:
    operands = printer.all(node.operands)
    match node.sign:
        case "not":
            return f"(not {operands[0]})"
        case "in":
            return is_in(printer, operands, node.operands[1])
        case "there":
            is_number = isinstance(node.operands[0].type, types.OptionalNumber)
            return f"g_{'number_there' if is_number else 'there'}({operands[0]})"
        case "=" | "!=" if any(isinstance(o.type, types.ListType) for o in node.operands):
            return f"(tuple({operands[0]}) {SIGNS[node.sign]} tuple({operands[1]}))"
        case "min" | "max" if len(operands) == 2 and all(
            isinstance(o, val.Constant | val.Local | val.Slot) for o in node.operands
        ):
            sign = "<" if node.sign == "min" else ">"
            return f"({operands[0]} if {operands[0]} {sign} {operands[1]} else {operands[1]})"
        case "min" | "max":
            return f"{node.sign}({', '.join(operands)})"
    return "(" + f" {SIGNS[node.sign]} ".join(operands) + ")"


def is_in(printer: Printer, operands: list[str], listed: Value) -> str:
    """Print whether something is in a list; a row of spaces is not made for that."""
    match listed:
        case val.Function(name="row", arguments=(start, direction, length)):
            at = f"({operands[0]} - {printer.value(start)}) * {faces_on(printer)} + {printer.value(direction)}"
            return f"(PACES[{at}] < {printer.value(length)})"
    return f"({operands[0]} in {operands[1]})"


def rescale(printer: Printer, node: val.Rescale) -> str:
    assert isinstance(node.type, types.Number)
    assert isinstance(node.value.type, types.Number)
    return f"({printer.value(node.value)} * {node.type.step // node.value.type.step})"


def rounded(printer: Printer, node: val.Rounded) -> str:
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


def power(printer: Printer, node: val.Power) -> str:
    return f"({printer.value(node.base)} ** {node.exponent})"


def rounded_power(printer: Printer, node: val.RoundedPower) -> str:
    assert isinstance(node.type, types.Number)
    top, below = printer.value(node.top), printer.value(node.below)
    return f"g_rounded_power({top}, {below}, {node.power}, {node.degree}, {node.type.step}, {node.how!r})"


def quotient(printer: Printer, node: val.Quotient) -> str:
    return f"Fraction({printer.value(node.top)}, {printer.value(node.below)})"


def numerator(printer: Printer, node: val.Numerator) -> str:
    return f"{printer.value(node.ratio)}.numerator"


def denominator(printer: Printer, node: val.Denominator) -> str:
    return f"{printer.value(node.ratio)}.denominator"


def cases(printer: Printer, node: val.Cases) -> str:
    shown = "".join(f"{printer.value(value)} if {printer.value(condition)} else " for condition, value in node.cases)
    return f"({shown}{printer.value(node.otherwise)})"


def defined(printer: Printer, node: val.Defined) -> str:
    if node.address in printer.program.timeless and not isinstance(node.type, types.ListType):
        return f"{printer.names.of('t', node.address)}({', '.join(printer.all(node.arguments))})"
    given = [printer.states[node.state], *printer.all(node.arguments)]
    if node.address in printer.advised:
        given.insert(1, "K")
        return f"{printer.names.of('a', node.address)}({', '.join(given)})"
    return f"{printer.names.of('d', node.address)}({', '.join(given)})"


def remembered(printer: Printer, node: val.Remembered) -> str:
    given = ", ".join(["ctx", printer.states["before"], *printer.all(node.arguments)])
    return f"{printer.names.of('m', node.address)}({given})"


def prepared(printer: Printer, node: val.Prepared) -> str:
    found = f"for {local(node.variable)}, _part in {local(node.name)} if {printer.value(node.condition)}"
    return f"[_part {found}]" if node.how == "all" else f"[_item {found} for _item in _part]"


def prepared_items(printer: Printer, node: val.PreparedItems) -> str:
    return f"{{_item for _, _part in {local(node.name)} for _item in _part}}"


def hooked(printer: Printer, node: val.Hooked) -> str:
    found = f"H[{node.number}]({', '.join([printer.states[node.state], *printer.all(node.arguments)])})"
    return found if node.part < 0 else f"{found}[{node.part}]"


def cell(printer: Printer, node: val.Cell) -> str:
    keys = printer.all(node.keys)
    at = f"[{', '.join(keys)}{',' if len(keys) > 1 else ''}]"
    if node.table in printer.advised:
        return f"{printer.names.of('U', node.table)}{at}({', '.join([printer.states[node.state], 'K', *keys])})"
    found = f"{printer.names.of('T', node.table)}{at}"
    if printer.is_constant(node.table):
        return found
    return f"{found}({', '.join([printer.states[node.state], *keys])})"


def things(printer: Printer, node: val.Things) -> str:
    return f"list({printer.in_play(node.kind, printer.states[node.state])})"


def items(printer: Printer, node: val.Items) -> str:
    return f"({''.join(item + ', ' for item in printer.all(node.items))})"


def span(printer: Printer, node: val.Range) -> str:
    low, high = printer.value(node.low), printer.value(node.high)
    return f"range({low}, {high} + 1{f', {node.stride}' if node.stride > 1 else ''})"


def gathering(printer: Printer, node: val.Gathering) -> str:
    variable = local(node.variable)
    conditions = [printer.value(node.condition)] if node.condition is not None else []
    value = printer.value(node.value) if node.value is not None else None
    price = printer.costs.price_of_round(node)
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
        case "count" if not price and (same := equal_to_item(node)) is not None:
            return f"({printer.value(node.source)}).count({printer.value(same)})"
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


def equal_to_item(node: val.Gathering) -> Value | None:
    """Return what a number of items is counted by that equal it; nothing where another condition is counted."""
    match node.condition:
        case val.Operation(sign="=", operands=(val.Local(name=node.variable), other)) if node.variable not in locals_in(
            other
        ) and not isinstance(node.source, val.Things):
            return other
    return None


def first(printer: Printer, node: val.Gathering, variable: str, value: str | None, there: str) -> str:
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
        case types.OptionalNumber():
            return str(types.NO_NUMBER)
    return "-1"


def ordered(printer: Printer, node: val.Ordered) -> str:
    variable = local(node.variable)
    conditions = [printer.value(node.condition)] if node.condition is not None else []
    there = printer.going_through(node.source, variable, conditions, printer.costs.price_of_round(node))
    key = f"key=lambda {variable}: {printer.value(node.key)}"
    return f"sorted([{variable} {there}], {key}, reverse={node.highest})"


def expected(printer: Printer, node: val.Expected) -> str:
    """Print what is to be expected: a question to what is known of the state; only advice is asked with that."""
    if not printer.advised:
        return "g_expected()"
    arguments = "".join(given + ", " for given in printer.all(node.arguments))
    inputs = "".join(local(name) + ", " for name, _ in node.inputs)
    state = printer.states[node.state]
    rolls = "".join(", " + local(name) for name in node.rolls)
    value = f"lambda {state}{rolls}: {replace(printer, advised=frozenset()).value(node.value)}"
    return f"K[0]({state}, {node.number}, ({arguments}), ({inputs}), {value})"


def function(printer: Printer, node: val.Function) -> str:
    """Print a function of the language; the shortest ones are written out."""
    arguments = printer.all(node.arguments)
    match node.name, node.arguments:
        case "in_arc", (_, _, _, first, last, both):  # arcs are declared, so that their edges are known
            assert isinstance(first, val.Constant)
            assert isinstance(last, val.Constant)
            assert isinstance(both, val.Constant)
            arc = printer.program.world.board.grid.arc(first.number, last.number, both_sides=bool(both.number))
            return f"{arc}[ANGLES[({arguments[0]} - {arguments[2]}) * {faces_on(printer)} + {arguments[1]}]]"
        case "blocked", (_, _, val.Gathering() | val.Prepared(), _):  # looked into again and again
            arguments[2] = f"set({arguments[2]})"
    if node.name in WRITTEN_OUT:
        faces = faces_on(printer)
        return WRITTEN_OUT[node.name].format(*arguments, faces=faces, half=faces // 2)
    return f"g_{node.name}({', '.join(arguments)})"


def faces_on(printer: Printer) -> int:
    """Give the number of directions of the board."""
    return len(printer.program.world.board.grid.STEPS)


WRITTEN_OUT = {
    "opposite": "(({0} + {half}) % {faces})",
    "turned": "(({0} + {1}) % {faces})",
    "next": "({0} + STEPS[{1}])",
    "distance": "DISTANCES[{0} - {1}]",
    "faces_between": "FACES_BETWEEN[{0} - {1}]",
    "area_distance": "AREA_STEPS[{0}][{1}]",
    "area_neighbours": "AREA_LINKS[{0}]",
    "item": "{0}[{1}]",
    "count": "len({0})",
    "power": "({0} ** {1})",
    "listed": "tuple({0})",
}
"""Functions that are written out, since a call would take longer than they do."""


def pick_of(printer: Printer, node: val.Dice) -> str:
    """Print which of some dice are added up: a word, or with how many of them it is."""
    return repr(node.pick) if node.kept is None else f"({node.pick!r}, {printer.value(node.kept)})"


def dice(printer: Printer, node: val.Dice) -> str:
    return f"({printer.value(node.count)}, {printer.value(node.sides)}, {printer.value(node.plus)})"


PRINTED: dict[type[Value], Callable[[Printer, Any], str]] = {
    val.Constant: constant,
    val.Local: named,
    val.Slot: slot,
    val.Contents: contents,
    val.Operation: operation,
    val.Rescale: rescale,
    val.Rounded: rounded,
    val.Power: power,
    val.RoundedPower: rounded_power,
    val.Quotient: quotient,
    val.Numerator: numerator,
    val.Denominator: denominator,
    val.Cases: cases,
    val.Defined: defined,
    val.Remembered: remembered,
    val.Prepared: prepared,
    val.PreparedItems: prepared_items,
    val.Hooked: hooked,
    val.Cell: cell,
    val.Things: things,
    val.Items: items,
    val.Range: span,
    val.Gathering: gathering,
    val.Ordered: ordered,
    val.Expected: expected,
    val.Function: function,
    val.Dice: dice,
}
"""How each value is printed; a test holds that none is missing."""


def written_table(cells: Mapping[Any, Any], entries: list[str]) -> str:
    """Give a dictionary of entries, which answers for all keys of their bands where the table is kept by bands."""
    held = f"{{{', '.join(entries)}}}"
    return f"ByBand({cells.starts!r}, {held})" if isinstance(cells, ByBand) else f"Rows({held})"


def shown_key(key: tuple[int, ...]) -> str:
    """Give a table's key as Python has it: a number, or several in brackets."""
    return str(key[0]) if len(key) == 1 else repr(key)
