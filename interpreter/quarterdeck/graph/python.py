"""Generate Python: values, and acts without chance, which read the same in both shapes.

In: a `Graph`. Out: lines of Python. Names of rules are mangled (`v_`, `d_`, `e_`), so that no rule can hide a name of
ours; every line that stands for an act remembers the act's span.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import compress
from typing import Any

from quarterdeck.geometry import hexes, plane
from quarterdeck.graph import nodes as to
from quarterdeck.graph.bands import ByBand
from quarterdeck.graph.from_checked import Graph
from quarterdeck.graph.layout import blank
from quarterdeck.graph.short import Shortening
from quarterdeck.graph.touched import makes
from quarterdeck.names.types import Type
from quarterdeck.source import Span

STATES = {"before": "B", "after": "A", "given": "S"}
SIGNS = {
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


class RulesFaultError(Exception):
    """The rules asked for something that is not there; `args` are the message and, where known, the span."""

    hint = "the rules do not say"


def there(thing: int) -> int:
    """Give a thing back, or say that there is none."""
    if thing < 0:
        raise RulesFaultError("there is no such thing to ask about")
    return thing


def in_arc(origin: int, direction: int, target: int, first: int, last: int, both_sides: int) -> bool:
    """Tell whether a hex lies in an arc; see `geometry.hexes.in_arc`."""
    return hexes.in_arc(origin, direction, target, first, last, both_sides=bool(both_sides))


def blocked(a: int, b: int, occupied: Collection[int], percent: int) -> bool:
    """Tell whether hexes block the line between two others; see `geometry.hexes.blocked`."""
    if occupied:
        for first, last in on_line(a, b, percent):
            if first in occupied and last in occupied:
                return True
    return False


@lru_cache(maxsize=1 << 16)
def on_line(a: int, b: int, percent: int) -> tuple[tuple[int, int], ...]:
    """Give the hexes that may block a line; see `geometry.hexes.on_line`."""
    return hexes.on_line(a, b, (percent, 100))


def on_board(place: int, columns: int, rows: int) -> bool:
    """Tell whether a hex lies on a board of so many columns and rows; 0 columns mean that it has no edge."""
    return columns == 0 or hexes.on_board(place, columns, rows)


@cache
def board_hexes(columns: int, rows: int) -> list[int]:
    """Give all hexes of a board of so many columns and rows."""
    return [hexes.offset(column, row) for column in range(columns) for row in range(rows)]


def direction_to(origin: int, target: int) -> int:
    """Give the direction whose neighbour lies nearest.

    The first clockwise of equally good ones; 0 where both are one hex.
    """
    if origin == target:
        return 0
    bearing = hexes.bearing(origin, 0, target)
    return ((bearing + 1) // 4) % 6


def measured(function: Callable[..., int]) -> Callable[..., int]:
    """Give a function that gives points, and says so as a fault of the rules where no board reaches."""

    def found(*given: int) -> int:
        if given[0] == -1:
            raise RulesFaultError("what has no place on the board is measured from")
        try:
            return function(*given)
        except plane.OffEveryBoardError as error:
            raise RulesFaultError(str(error)) from None

    return found


def point_in_arc(origin: int, heading: int, target: int, first: int, last: int, both_sides: int) -> bool:
    """Tell whether a point lies in an arc; see `geometry.plane.in_arc`."""
    return plane.in_arc(origin, heading, target, first, last, both_sides=bool(both_sides))


def contents(state: list[int], thing: int, offset: int) -> list[int]:
    """Give what a list of a thing holds."""
    start = thing + offset
    return state[start + 1 : start + 1 + state[start]]


FUNCTIONS: dict[str, Any] = {
    "there": there,
    "in_arc": in_arc,
    "blocked": blocked,
    "on_board": on_board,
    "board_hexes": board_hexes,
    "direction_to": direction_to,
    "distance": hexes.distance,
    "next": hexes.next_hex,
    "opposite": hexes.opposite,
    "turned": hexes.turned,
    "faces_between": hexes.faces_between,
    "row": hexes.row,
    "neighbours": hexes.neighbours,
    "point": measured(plane.point_at),
    "from_west": lambda place: plane.coordinates(place)[0],
    "from_north": lambda place: plane.coordinates(place)[1],
    "ahead": measured(plane.ahead),
    "square": plane.square,
    "point_distance": plane.distance,
    "reach": plane.reach,
    "bearing": plane.bearing,
    "heading_turned": plane.turned,
    "degrees_between": plane.degrees_between,
    "point_in_arc": point_in_arc,
    "passes": plane.passes,
    "lines_cross": plane.lines_cross,
    "point_on_board": plane.on_board,
    "meets": lambda one, other: not set(one).isdisjoint(other),
    "count": len,
    "dice_count": lambda dice: dice[0],
    "dice_sides": lambda dice: dice[1],
    "dice_plus": lambda dice: dice[2],
}
REMEMBERED = ("distance", "row", "in_arc", "direction_to", "faces_between", "bearing", "point_in_arc", "passes")
"""Functions of places that are asked again and again for the same places: what they give is kept."""


def timeless(definition: Callable[..., Any]) -> Callable[..., Any]:
    """Keep what a definition gives for its inputs; it reads nothing of the state."""
    found = lru_cache(maxsize=1 << 14)(partial(definition, None))

    def look(_: Any, *inputs: Any) -> Any:
        value = found(*inputs)
        return value[:] if isinstance(value, list) else value

    return look


NAMESPACE = {
    **{f"g_{name}": function for name, function in FUNCTIONS.items()},
    **{f"g_{name}": lru_cache(maxsize=1 << 16)(FUNCTIONS[name]) for name in REMEMBERED},
    "ByBand": ByBand,
    "STEPS": hexes.STEPS,
    "compress": compress,
    "contents": contents,
    "timeless": timeless,
    "RulesFaultError": RulesFaultError,
}


def written_table(cells: Mapping[Any, Any], entries: list[str]) -> str:
    """Give a dictionary of entries, which answers for all keys of their bands where the table is kept by bands."""
    held = f"{{{', '.join(entries)}}}"
    return f"ByBand({cells.starts!r}, {held})" if isinstance(cells, ByBand) else held


def mangled(address: str) -> str:
    """Give an address as a Python identifier that no other address gives."""
    return "".join(
        c
        if c.isalnum()
        else "_p"
        if c == "+"
        else "_t"
        if c == "-"
        else "__"
        if c == "."
        else "___"
        if c == "~"
        else "_"
        for c in address
    )


def local(name: str) -> str:
    """Give a local's Python name."""
    return "v_" + mangled(name)


@dataclass
class Lines:
    """Lines of Python with their indentation, each with the span that it stands for."""

    text: list[str] = field(default_factory=list)
    spans: dict[int, Span] = field(default_factory=dict)
    depth: int = 0
    span: Span | None = None

    def put(self, line: str) -> None:
        """Add a line."""
        self.text.append("    " * self.depth + line)
        if self.span is not None:
            self.spans[len(self.text)] = self.span

    @contextmanager
    def inside(self, line: str) -> Iterator[None]:
        """Add a line that opens a block, and indent what follows."""
        self.put(line)
        self.depth += 1
        before = len(self.text)
        yield
        if len(self.text) == before:
            self.put("pass")
        self.depth -= 1


@dataclass
class Python:
    """Write values and acts; shapes extend it."""

    graph: Graph
    lines: Lines = field(default_factory=Lines)
    worlds: dict[str, str] = field(default_factory=lambda: dict(STATES))
    counter: int = 0
    bound: list[str] = field(default_factory=list)  # names that gatherings around a value bind
    shortens: bool = True  # write short definitions out where they are used
    timeless: Collection[str] = ()  # definitions whose values are kept for their inputs
    kinds: dict[Type, int] = field(default_factory=dict)  # types of values in texts, numbered

    def __post_init__(self) -> None:
        self.short = Shortening(self.graph)

    def fresh(self, stem: str) -> str:
        """Give a Python name that is used nowhere else."""
        self.counter += 1
        return f"{stem}_{self.counter}"

    # --- values

    def value(self, node: to.Value) -> str:
        """Give the Python text of a value."""
        match node:
            case to.Constant(number=number):
                return str(number) if number >= 0 else f"({number})"
            case to.Local(name=name):
                return local(name)
            case to.Slot():
                return self.slot(node)
            case to.Operation():
                return self.operation(node)
            case to.Cases():
                return self.cases(node)
            case to.Expected():
                return self.expected(node)
            case to.Defined():
                return self.defined(node)
            case to.Cell():
                return self.cell(node)
            case to.Hooked():
                return self.hooked(node)
            case to.Things() | to.Contents() | to.Items() | to.Stretch():
                return self.listed(node)
            case to.Gathering():
                return self.gathering(node)
            case to.Function():
                return self.function(node)
            case to.Dice(count=count, sides=sides, plus=plus):
                return f"({self.value(count)}, {self.value(sides)}, {self.value(plus)})"
        raise AssertionError(node)

    def slot(self, node: to.Slot) -> str:
        return f"{self.worlds[node.world]}[{self.place(node.thing, node.offset)}]"

    def listed(self, node: to.Things | to.Contents | to.Items | to.Stretch) -> str:
        match node:
            case to.Things():
                return f"list({self.in_play(node)})"
            case to.Contents(thing=to.Local() | to.Constant() as thing, offset=offset, world=world):
                first, state = self.place(thing, offset + 1), self.worlds[world]
                return f"{state}[{first}:{first} + {state}[{self.place(thing, offset)}]]"
            case to.Contents(thing=thing, offset=offset, world=world):
                return f"contents({self.worlds[world]}, {self.value(thing)}, {offset})"
            case to.Items(items=items):
                return f"({''.join(self.value(item) + ', ' for item in items)})"
            case to.Stretch(low=low, high=high, step=step):
                return f"range({self.value(low)}, {self.value(high)} + 1{f', {step}' if step > 1 else ''})"

    def function(self, node: to.Function) -> str:
        """Give a function of the language; the shortest ones are written out."""
        arguments = [self.value(argument) for argument in node.arguments]
        match node.name, arguments:
            case "opposite", [direction]:
                return f"(({direction} + 3) % 6)"
            case "next", [place, direction]:
                return f"({place} + STEPS[{direction}])"
            case "blocked", [one, other, occupied, percent] if occupied.startswith("[") and occupied.endswith("]"):
                return f"g_blocked({one}, {other}, {{{occupied[1:-1]}}}, {percent})"  # looked into again and again
        return f"g_{node.name}({', '.join(arguments)})"

    def hooked(self, node: to.Hooked) -> str:
        """Give the call of a plugin's function: of the state, and of its arguments."""
        found = f"H[{node.number}]({', '.join([self.worlds[node.world], *map(self.value, node.arguments)])})"
        return found if node.part < 0 else f"{found}[{node.part}]"

    def cases(self, node: to.Cases) -> str:
        """Give a value by cases; what an option settles is settled here."""
        shown = ""
        for condition, value in node.cases:
            if condition == to.Constant(0):
                continue
            if isinstance(condition, to.Constant):
                return f"({shown}{self.value(value)})"
            shown += f"{self.value(value)} if {self.value(condition)} else "
        return f"({shown}{self.value(node.otherwise)})"

    def defined(self, node: to.Defined) -> str:
        short = self.short.written_out(node) if self.shortens else None
        if short is not None:
            return self.value(short)
        return f"d_{mangled(node.address)}({', '.join([self.worlds[node.world], *map(self.value, node.arguments)])})"

    def place(self, thing: to.Value, offset: int) -> str:
        if isinstance(thing, to.Constant):
            return str(thing.number + offset)
        return f"{self.value(thing)} + {offset}"

    def operation(self, node: to.Operation) -> str:
        operands = [self.value(o) for o in node.operands]
        match node.sign:
            case "not":
                return f"(not {operands[0]})"
            case "in":
                return f"({operands[0]} in {operands[1]})"
            case "there":
                return f"g_there({operands[0]})"
            case "min" | "max" if len(operands) == 2 and all(
                isinstance(o, to.Constant | to.Local | to.Slot) for o in node.operands
            ):
                sign = "<" if node.sign == "min" else ">"
                return f"({operands[0]} if {operands[0]} {sign} {operands[1]} else {operands[1]})"
            case "min" | "max":
                return f"{node.sign}({', '.join(operands)})"
        return "(" + f" {SIGNS[node.sign]} ".join(operands) + ")"

    def cell(self, node: to.Cell) -> str:
        table = self.graph.value_tables[node.table]
        keys = [self.value(key) for key in node.keys]
        found = f"T_{mangled(node.table)}[{', '.join(keys)}{',' if len(keys) > 1 else ''}]"
        if all(isinstance(v, to.Constant | to.Dice) for v in table.cells.values()):
            return found
        return f"{found}({', '.join([self.worlds[node.world], *keys])})"

    def going_through(self, source: to.Value, variable: str, conditions: list[str]) -> str:
        """Give `for x in ... if ...` of a comprehension."""
        if isinstance(source, to.Things):
            start = f"for {variable} in {self.in_play(source)}"
        else:
            start = f"for {variable} in {self.value(source)}"
        return start + (f" if {' and '.join(conditions)}" if conditions else "")

    def expected(self, node: to.Expected) -> str:
        """Give a question to the state, which only whoever weighs hands over: not every state knows what to expect."""
        arguments = "".join(self.value(argument) + ", " for argument in node.arguments)
        inputs = "".join(local(name) + ", " for name, _ in node.inputs)
        world = self.worlds[node.world]
        rolls = "".join(", " + local(name) for name in node.rolls)
        value = f"lambda {world}{rolls}: {self.value(node.value)}"
        return f"{world}.expected({node.number}, ({arguments}), ({inputs}), {value})"

    def in_play(self, things: to.Things) -> str:
        """Give all things of a kind that are in play, in order: those with a mark in the first slot of their record."""
        stretch = self.graph.layout.stretches[things.kind]
        state, used = self.worlds[things.world], self.graph.layout.used.get(things.kind)
        end = stretch.end if used is None else f"{stretch.base} + {state}[{used}]"
        return f"compress(P_{mangled(things.kind)}, {state}[{stretch.base}:{end}:{stretch.stride}])"

    def gathering(self, node: to.Gathering) -> str:
        unrolled = self.short.unrolled(node) if self.shortens else None
        if unrolled is not None:
            return self.value(unrolled)
        self.bound.append(node.variable)
        found = self.gathered(node)
        self.bound.pop()
        return found

    def gathered(self, node: to.Gathering) -> str:
        variable = local(node.variable)
        conditions = [self.value(node.condition)] if node.condition is not None else []
        value = self.value(node.value) if node.value is not None else None
        match node.how:
            case "any":
                return f"any({value or 'True'} {self.going_through(node.source, variable, conditions)})"
            case "every":
                if value is None:  # every(x in list where condition): the condition is what each must meet
                    return f"all({' and '.join(conditions) or 'True'} {self.going_through(node.source, variable, [])})"
                return f"all({value} {self.going_through(node.source, variable, conditions)})"
            case "count":
                return f"sum(1 {self.going_through(node.source, variable, conditions)})"
            case "sum":
                return f"sum({value} {self.going_through(node.source, variable, conditions)})"
            case "least" | "greatest":
                pick = "min" if node.how == "least" else "max"
                return f"{pick}(({value} {self.going_through(node.source, variable, conditions)}), default=0)"
            case "all":
                return f"[{value or variable} {self.going_through(node.source, variable, conditions)}]"
            case "joined":
                return f"[_item {self.going_through(node.source, variable, conditions)} for _item in {value}]"
        if node.key is None:
            return f"next(({value or variable} {self.going_through(node.source, variable, conditions)}), -1)"
        pick = "max" if node.highest else "min"
        listed = f"({variable} {self.going_through(node.source, variable, conditions)})"
        if value is not None:  # of equals the first, whose value it is that counts
            key = f"key=lambda {variable}: {self.value(node.key)}"
            return f"next(({value} for {variable} in sorted({listed}, {key}, reverse={node.highest})), -1)"
        return f"{pick}({listed}, key=lambda {variable}: {self.value(node.key)}, default=-1)"

    def words(self, text: to.Text) -> str:
        """Give the Python text of a phrase."""
        parts = [repr(p) if isinstance(p, str) else self.word(*p) for p in text.parts]
        return " + ".join(parts) or "''"

    def word(self, value: to.Value, kind: Type) -> str:
        """Give the Python text of a value's words; the type goes by its number in the table `KINDS`."""
        number = self.kinds.setdefault(kind, len(self.kinds))
        return f"ctx.word(KINDS[{number}], {self.value(value)})"

    # --- definitions and tables

    def definitions(self) -> None:
        """Write all definitions, tables of values, and requirements as definitions."""
        for kind, stretch in self.graph.layout.stretches.items():
            places = f"range({stretch.base}, {stretch.end}, {stretch.stride})"
            self.lines.put(f"P_{mangled(kind)} = tuple({places})")
        for name, table in self.graph.value_tables.items():
            self.value_table(name, table)
        for address, routine in self.graph.routines.items():
            if routine.value is not None:
                self.definition(address, routine)
            elif routine.acts and isinstance(routine.acts[0], to.Demand):
                self.allowed(address, routine)

    def signature(self, routine: to.Routine) -> str:
        return ", ".join(local(name) for name, _ in routine.parameters)

    def definition(self, address: str, routine: to.Routine) -> None:
        self.worlds = {"given": "S", "before": "S", "after": "S"}
        self.lines.span = routine.span
        if address in self.timeless:
            self.lines.put("@timeless")
        with self.lines.inside(f"def d_{mangled(address)}(S, {self.signature(routine)}):"):
            value = routine.value
            while isinstance(value, to.Cases):
                for condition, found in value.cases:
                    with self.lines.inside(f"if {self.value(condition)}:"):
                        self.lines.put(f"return {self.value(found)}")
                value = value.otherwise
            assert value is not None
            self.lines.put(f"return {self.value(value)}")

    def allowed(self, address: str, routine: to.Routine) -> None:
        self.worlds = {"given": "S", "before": "S", "after": "S"}
        demands = []
        for act in routine.acts:
            if not isinstance(act, to.Demand):
                break
            demands.append(self.value(act.requirement.condition))
        with self.lines.inside(f"def d_{mangled('allowed ' + address)}(S, {self.signature(routine)}):"):
            self.lines.put(f"return {' and '.join(demands)}")

    def value_table(self, name: str, table: to.ValueTable) -> None:
        self.worlds = {"given": "S", "before": "S", "after": "S"}
        constant = all(isinstance(v, to.Constant | to.Dice) for v in table.cells.values())
        entries = []
        for key, value in table.cells.items():
            shown = f"{key[0]}" if len(key) == 1 else repr(key)
            if constant:
                entries.append(f"{shown}: {self.value(value)}")
            elif isinstance(value, to.Defined):
                entries.append(f"{shown}: d_{mangled(value.address)}")
            else:
                entries.append(f"{shown}: (lambda *given: {self.value(value)})")
        self.late_tables.append(f"T_{mangled(name)} = {written_table(table.cells, entries)}")

    @property
    def late_tables(self) -> list[str]:
        """Give lines that must stand behind all definitions."""
        return self.__dict__.setdefault("_late_tables", [])  # type: ignore[no-any-return]

    # --- acts without chance

    def acts(self, acts: Iterable[to.Act]) -> None:
        """Write acts in order."""
        for act in acts:
            self.lines.span = act.span
            self.act(act)

    def act(self, act: to.Act) -> None:
        """Write one act."""
        match act:
            case to.Keep(name=name, value=value):
                self.lines.put(f"{local(name)} = {self.value(value)}")
            case to.Store() | to.Push() | to.Make() | to.Unmake() | to.EndGame() | to.RankSides():
                self.alter(act)
            case to.Do(address=address, arguments=arguments):
                self.do(address, [self.value(a) for a in arguments])
            case to.Apply():
                self.apply(act)
            case to.Branch(cases=cases, otherwise=otherwise):
                self.branch(cases, otherwise)
            case to.Times(count=count, body=body):
                with self.lines.inside(f"for {self.fresh('n')} in range({self.value(count)}):"):
                    self.acts(body)
            case to.ForEach():
                self.for_each(act)
            case to.Leave():
                self.lines.put("break")
            case to.Return():
                self.lines.put("return")
            case to.Demand(requirement=requirement):
                with self.lines.inside(f"if not {self.value(requirement.condition)}:"):
                    self.lines.put("return")
            case to.Tell(text=text):
                self.tell(text)
            case to.Show(thing=thing, field=known):
                self.show(thing, known)
            case _:
                raise AssertionError(act)

    def alter(self, act: to.Store | to.Push | to.Make | to.Unmake | to.EndGame | to.RankSides) -> None:
        """Write an act that changes the state itself."""
        match act:
            case to.Store(field=known) if known in self.graph.layout.capacities:
                self.store_list(act)
            case to.Store(thing=thing, offset=offset, field=known, value=value, mark=mark):
                self.store(self.place(thing, offset), known, self.value(value), mark)
            case to.Push():
                self.push(act)
            case to.Make():
                self.make(act)
            case to.Unmake(kind=kind, thing=thing):
                self.store(f"g_there({self.value(thing)})", f"{kind}.", "0", mark=False)
            case to.EndGame(winner=winner, reason=reason):
                self.end_game(winner, reason)
            case to.RankSides():
                self.rank_sides(act)

    def store(self, place: str, known: str, value: str, mark: bool) -> None:
        """Write into the state after; a mark also into that before."""
        raise NotImplementedError

    def do(self, address: str, arguments: list[str]) -> None:
        """Carry out a routine."""
        raise NotImplementedError

    def tell(self, text: to.Text) -> None:
        """Tell all sides."""

    def show(self, thing: to.Value, known: str) -> None:
        """Let all know a field."""

    def apply(self, act: to.Apply) -> None:
        """Carry out a table's row; rows in which nothing happens have no routine."""
        keys = [self.value(key) for key in act.keys]
        given = ", ".join([*(self.value(a) for a in act.arguments), *keys])
        name = self.fresh("row")
        at = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
        self.lines.put(f"{name} = R_{mangled(act.table)}.get({at})")
        with self.lines.inside(f"if {name}:"):
            self.lines.put(f"{name}(ctx, B, A, {given})")

    def acting_tables(self) -> None:
        """Write which routine each key of an acting table leads to."""
        for name, table in self.graph.acting_tables.items():
            entries = [
                f"{key[0] if len(key) == 1 else key!r}: e_{mangled(address)}" for key, address in table.cells.items()
            ]
            self.lines.put(f"R_{mangled(name)} = {written_table(table.cells, entries)}")

    def branch(self, cases: tuple[tuple[to.Value, tuple[to.Act, ...]], ...], otherwise: tuple[to.Act, ...]) -> None:
        for index, (condition, acts) in enumerate(cases):
            with self.lines.inside(f"{'elif' if index else 'if'} {self.value(condition)}:"):
                self.acts(acts)
        if otherwise:
            with self.lines.inside("else:"):
                self.acts(otherwise)

    def for_each(self, act: to.ForEach) -> None:
        """Write a loop in its order; `at once` is a span of its own."""
        if act.at_once:
            self.lines.put("A = B[:]")
        variable = local(act.variable)
        conditions = [self.value(act.condition)] if act.condition is not None else []
        if act.key is not None:
            listed = f"[{variable} {self.going_through(act.source, variable, conditions)}]"
            key = f"lambda {variable}: {self.value(act.key)}"
            head = f"for {variable} in sorted({listed}, key={key}, reverse={act.highest}):"
            conditions = []
        elif isinstance(act.source, to.Things):
            stretch = self.graph.layout.stretches[act.source.kind]
            used, end = self.graph.layout.used.get(stretch.kind), str(stretch.end)
            if used is not None and stretch.kind not in makes(self.graph, act.body, set()):
                end = f"{stretch.base} + {self.worlds[act.source.world]}[{used}]"
            head = f"for {variable} in range({stretch.base}, {end}, {stretch.stride}):"
            conditions = [f"{self.worlds[act.source.world]}[{variable}]", *conditions]
        else:
            head = f"for {variable} in {self.value(act.source)}:"
        with self.lines.inside(head):
            if conditions:
                with self.lines.inside(f"if not ({' and '.join(conditions)}):"):
                    self.lines.put("continue")
            self.acts(act.body)
        if act.at_once:
            self.close_span()

    def close_span(self) -> None:
        """Let the state after become the state."""
        self.lines.put("B[:] = A")
        self.lines.put("A = B")

    def store_list(self, act: to.Store) -> None:
        """Write a whole list: its count, its items, and nothing behind them."""
        place, items, index = self.fresh("place"), self.fresh("items"), self.fresh("n")
        capacity = self.graph.layout.capacities[act.field]
        self.lines.put(f"{place} = {self.place(act.thing, act.offset)}; {items} = list({self.value(act.value)})")
        with self.lines.inside(f"if len({items}) > {capacity}:"):
            self.lines.put(f"raise RulesFaultError('{act.field} holds no more than {capacity}')")
        self.store(place, act.field, f"len({items})", act.mark)
        with self.lines.inside(f"for {index} in range({capacity}):"):
            item = f"{items}[{index}] if {index} < len({items}) else 0"
            self.store(f"{place} + 1 + {index}", act.field, item, act.mark)

    def push(self, act: to.Push) -> None:
        place, count = self.fresh("place"), self.fresh("count")
        self.lines.put(f"{place} = {self.place(act.thing, act.offset)}")
        self.lines.put(f"{count} = A[{place}]")
        with self.lines.inside(f"if {count} >= {act.capacity}:"):
            self.lines.put(f"raise RulesFaultError('{act.field} holds no more than {act.capacity}')")
        self.store(f"{place} + 1 + {count}", act.field, self.value(act.value), act.mark)
        self.store(place, act.field, f"{count} + 1", act.mark)

    def make(self, act: to.Make) -> str:
        """Write a thing into the first free place of its stretch; give the name of its place."""
        stretch = self.graph.layout.stretches[act.kind]
        values = [self.value(value) for _, _, value in act.settings]
        place = self.fresh("made")
        places = f"range({stretch.base}, {stretch.end}, {stretch.stride})"
        self.free_place(place, places)
        with self.lines.inside(f"if {place} < 0:"):
            most = f"{stretch.capacity} {self.graph.declared.kinds[act.kind].many}"
            self.lines.put(f"raise RulesFaultError('there is no room for more than {most}')")
        settings = {offset: value for (offset, _, _), value in zip(act.settings, values, strict=True)}
        used = self.graph.layout.used.get(act.kind)
        if used is not None:
            with self.lines.inside(f"if A[{used}] <= {place} - {stretch.base}:"):
                self.put_used(used, f"{place} - {stretch.base - stretch.stride}")
        for offset, start in enumerate(self.record(act.kind)):
            if stretch.base + offset == used:
                continue
            self.store(
                f"{place} + {offset}",
                self.graph.layout.slots[stretch.base + offset],
                settings.get(offset, str(start)),
                mark=False,
            )
        return place

    def free_place(self, place: str, places: str) -> None:
        """Write how the first free place is found, or -1."""
        self.lines.put(f"{place} = next((o for o in {places} if not (A[o] or B[o])), -1)")

    def put_used(self, slot: int, value: str) -> None:
        """Write how much of a stretch was ever in use; no event of the game."""
        self.lines.put(f"A[{slot}] = {value}")

    def record(self, kind: str) -> list[int]:
        """Give a fresh record of a kind."""
        stretch = self.graph.layout.stretches[kind]
        record = [0] * stretch.stride
        record[0] = 1
        for known in self.graph.declared.kinds[kind].fields.values():
            record[self.graph.layout.offsets[known.address]] = blank(known.type)
        for address, value in self.graph.starts.items():
            if address.startswith(f"{kind}."):
                record[self.graph.layout.offsets[address]] = value
        return record

    def end_game(self, winner: to.Value, reason: to.Text) -> None:
        base = self.graph.layout.stretches["Game"].base
        self.store(str(base + self.graph.layout.offsets["Game.over"]), "Game.over", "1", mark=True)
        self.store(str(base + self.graph.layout.offsets["Game.winner"]), "Game.winner", self.value(winner), mark=True)

    def rank_sides(self, act: to.RankSides) -> None:
        stretch, rank = self.graph.layout.stretches["Side"], self.graph.layout.offsets["Side.rank"]
        variable, place = local(act.variable), self.fresh("place")
        present = f"[o for o in range({stretch.base}, {stretch.end}, {stretch.stride}) if B[o]]"
        as_before = f"sorted({present}, key=lambda o: B[o + {rank}])"
        ordered = f"sorted({as_before}, key=lambda {variable}: {self.value(act.key)}, reverse={act.highest})"
        with self.lines.inside(f"for {place}, {variable} in enumerate({ordered}):"):
            self.store(f"{variable} + {rank}", "Side.rank", place, mark=True)
