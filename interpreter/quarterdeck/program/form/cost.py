"""How many steps the parts of a program may come to at the most, and which of them are therefore counted as they run.

In: a `Program`. Out: `Costs`. A step is a node of the program that is worked out or carried out once; how often a
loop is gone through is taken from ranges of numbers, room for things and lengths of lists. That much only tells what is
left uncounted. What may come to more is counted by what it really does: the rounds of a loop, the calls of a routine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from types import NoneType
from typing import Any

from quarterdeck.base.bounds import MOST_ENTRIES, MOST_ROUNDS, MOST_TOTALS
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.dataflow import CalledPart, Touched, called, callees_first, parts_in, values_read
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Value
from quarterdeck.program.form.walking import parts_of

LONG = 1_000
"""A loop that does something and comes to no more steps than that, whatever happens, is not counted."""
LONG_VALUE = 1_000_000
"""Nor is a value that comes to no more: most values are kept, and what is kept must not be counted."""
STEPS_OF_A_ROUND = 100
"""A round, or a call, that may come to more steps by itself counts as several."""
PRICE_OF_AN_ENTRY = MOST_ROUNDS // MOST_ENTRIES
"""A die, a card, a decision and a word that all are told count as so many rounds, wherever they come: each is kept."""
SIGNS_OF_A_ROUND = 10
"""So many signs of what is kept count as a further round."""
SLOTS_OF_A_STEP = 8
"""So many slots of the state are copied in the time of a step."""
STEPS_OF_A_CALL = 5
"""What a call takes by itself, beside what is called."""
WIDEST_LINE = 4_096
"""More hexes or squares than that lie on no line, and are next to none."""

LoopPart = op.Loop | op.Repeat | op.Tries | op.Sift | val.Gathering | val.Ordered
"""All that goes round."""
Kept = op.Draw | op.RollOff | op.Announce | op.Reveal | op.EndGame
"""What is kept of a game, beside its decisions: each counts wherever it comes."""


@dataclass
class Costs:
    """The most steps of each part of a program.

    A part is gone through when it is first asked for, behind what it calls. In `steps`, what is counted as it runs is
    one step. `prices` has the routines whose calls are counted, and `counted` all parts in which anything is, or in
    what they call.
    """

    program: Program
    steps: dict[CalledPart, int] = field(default_factory=dict)
    prices: dict[CalledPart, int] = field(default_factory=dict)
    counted: set[Touched] = field(default_factory=set)
    lengths: dict[str, int | None] = field(default_factory=dict)
    has_counted: bool = False

    def part(self, name: CalledPart) -> Any:
        """Give what a part of the program consists of: values and instructions."""
        program, address = self.program, name.address
        match name.sort:
            case "table":
                table = program.value_tables.get(address)
                return () if table is None else tuple(table.cells.values())
            case "call allowed":
                return demands_of(program.routines[address])
        memo = program.memos.get(address)
        if memo is not None and memo.sifts:
            return memo.value
        routine = program.routines[address]
        return routine.value, routine.block

    def called_by(self, name: CalledPart, part: Any) -> list[CalledPart]:
        """Give the parts that one calls; an acting table calls its rows."""
        acting = self.program.acting_tables.get(name.address) if name.sort == "table" else None
        return [*(map(called, acting.cells.values()) if acting is not None else parts_in(values_read(part)))]

    def steps_of(self, name: CalledPart) -> int:
        """Give the most steps of a part; go through it, and before it through all that it calls, if nobody has."""
        if name not in self.steps:
            outer = self.has_counted
            self.learn_from(name)
            self.has_counted = outer
        return self.steps[name]

    def learn_from(self, first: CalledPart) -> None:
        """Note the most steps of a part, and before it of all that it calls."""
        parts: dict[CalledPart, Any] = {}
        below: dict[CalledPart, list[CalledPart]] = {}
        waiting = [first]
        while waiting:
            name = waiting.pop()
            if name not in below:
                parts[name] = self.part(name)
                below[name] = self.called_by(name, parts[name])
                waiting += [one for one in below[name] if one not in self.steps]
        new = {name: [one for one in others if one in below] for name, others in below.items()}
        for name in callees_first(new):
            self.learn(name, parts[name], below[name])

    def learn(self, name: CalledPart, part: Any, below: list[CalledPart]) -> None:
        """Note the most steps of a part; one that comes to too many without a loop is counted when it is called."""
        self.has_counted = False
        if name.sort == "table":
            rows = [self.steps[one] for one in below] if not part else [self.of(cell) for cell in part]
            self.steps[name] = max(rows, default=1)
        else:
            self.steps[name] = STEPS_OF_A_CALL + self.of(part)
            if self.steps[name] > LONG_VALUE:
                self.prices[name] = price(self.steps[name])
                self.steps[name], self.has_counted = 1, True
        if self.has_counted or not self.counted.isdisjoint(below):
            self.counted.add(name)

    # --- what is asked

    def price_of_round(self, loop: LoopPart) -> int:
        """Give what a round of a loop counts as; 0 where its rounds are not counted."""
        rounds, each = self.rounds(loop), self.of_a_round(loop)
        return price(each) if is_long(loop, rounds, each) else 0

    def price_of_call(self, address: str) -> int:
        """Give what a call of a routine counts as; 0 where its calls are not counted."""
        self.steps_of(called(address))
        return self.prices.get(called(address), 0)

    def is_counted(self, name: CalledPart) -> bool:
        """Tell whether anything is counted in a part, or in what it calls."""
        self.steps_of(name)
        return name in self.counted

    def is_counted_in(self, part: Any) -> bool:
        """Tell whether anything is counted in a part of a program, or in what it calls."""
        self.has_counted = False
        self.of(part)
        return self.has_counted or not self.counted.isdisjoint(values_read(part))

    # --- steps

    def of(self, part: Any) -> int:
        """Give the most steps of a part; of what is counted there, one."""
        kind = type(part)
        return sum([self.of(one) for one in part]) if kind is tuple else STEPS_OF[kind](self, part)

    def of_loop(self, loop: LoopPart) -> int:
        """Give the most steps of a loop."""
        return self.of_head(loop) + self.of_all_rounds(loop)

    def of_call(self, call: op.Call | val.Defined | val.Remembered) -> int:
        """Give the most steps of what a call hands on, and of what is called."""
        return self.of(call.arguments) + self.steps_of(called(call.address))

    def of_cell(self, cell: val.Cell) -> int:
        """Give the most steps of looking something up."""
        return self.of(cell.keys) + self.steps_of(CalledPart("table", cell.table))

    def of_row(self, row: op.CallRow) -> int:
        """Give the most steps of looking up what is to be done, and of that."""
        return self.of((row.keys, row.arguments)) + self.steps_of(CalledPart("table", row.table))

    def of_question(self, ask: op.Ask) -> int:
        """Give the most steps of asking somebody.

        What was refused, and why, is worked out for whoever asks, and is no step of the game.
        """
        self.has_counted = True
        return 1 + self.of((ask.chooser, ask.options, ask.may_stop, ask.default, ask.stop))

    def of_kept(self, part: Kept) -> int:
        """Give the most steps of what is kept of a game, which counts wherever it comes."""
        self.has_counted = True
        return of_parts(type(part))(self, part)

    def of_span(self, span: op.OpenSpan | op.CloseSpan) -> int:
        """Give the most steps of copying the state."""
        return 1 + self.program.layout.size // SLOTS_OF_A_STEP

    def of_create(self, create: op.Create) -> int:
        """Give the most steps of finding room for a thing, and of filling it in."""
        array = self.program.layout.arrays[create.kind]
        return array.capacity + array.stride + self.of(create.settings)

    def of_dice(self, dice: val.Dice) -> int:
        """Give the most steps of working out what some dice may come to."""
        parts = (dice.count, dice.sides, dice.plus, dice.kept, dice.more)
        return self.of(parts) + min(highest(dice.count) or 1, MOST_TOTALS)

    def of_list(self, listed: val.Function | val.Things | val.Contents) -> int:
        """Give the most steps of making a list, or of a function that may go through one."""
        inner = sum([self.of(getattr(listed, name)) for name in parts_of(type(listed))])
        return inner + (self.longest(listed) or 1)

    def of_head(self, loop: LoopPart) -> int:
        """Give the most steps of what is worked out once, before the first round."""
        match loop:
            case op.Repeat(count=count):
                return 1 + self.of(count)
            case op.Tries():
                return 1
        return 1 + self.of(loop.source)

    def of_all_rounds(self, loop: LoopPart) -> int:
        """Give the most steps of all rounds together, or one where they are counted."""
        rounds, each = self.rounds(loop), self.of_a_round(loop)
        if rounds is None or is_long(loop, rounds, each):
            self.has_counted = True
            return 1
        return rounds * each

    def of_a_round(self, loop: LoopPart) -> int:
        """Give the most steps of one round."""
        match loop:
            case op.Loop(condition=condition, body=body):
                return 1 + self.of((condition, body))
            case op.Repeat(body=body, settles=True):  # both states are kept before, and compared after
                return 1 + 4 * self.program.layout.size // SLOTS_OF_A_STEP + self.of(body)
            case op.Repeat(body=body) | op.Tries(body=body):
                return 1 + self.of(body)
            case op.Sift(condition=condition, requirements=requirements):
                return 1 + self.of((condition, tuple(one.condition for one in requirements)))
            case val.Gathering(condition=condition, value=value, key=key):
                joined = self.longest(value) or 1 if loop.how == "joined" and value is not None else 0
                return 1 + joined + self.of((condition, value, key))
            case val.Ordered(condition=condition, key=key):
                return 1 + self.of((condition, key))

    # --- rounds

    def rounds(self, loop: LoopPart) -> int | None:
        """Give how often a loop is gone through at the most; None where nothing says so."""
        match loop:
            case op.Tries():
                return None
            case op.Repeat(count=count):
                return highest(count)
        return self.longest(loop.source)

    def longest(self, listed: Value) -> int | None:
        """Give how much a list holds at the most, as far as can be seen of how it is made."""
        match listed:
            case val.Things(kind=kind):
                return self.program.layout.arrays[kind].capacity
            case val.Contents(field=known):
                return self.program.layout.capacities[known]
            case val.Items(items=items):
                return len(items)
            case val.Local(type=types.ListType(capacity=capacity)) if capacity:
                return capacity
            case val.Range(low=low, high=high, stride=stride):
                first, last = lowest(low), highest(high)
                return None if first is None or last is None else max(0, (last - first) // stride + 1)
            case val.Gathering(how="all", source=source) | val.Ordered(source=source):
                return self.longest(source)
            case val.Gathering(how="joined", source=source, value=value) if value is not None:
                return times(self.longest(source), self.longest(value))
            case val.Cases(cases=cases, otherwise=otherwise):
                return longest_of([self.longest(one) for one in (otherwise, *(value for _, value in cases))])
            case val.Defined(address=address) | val.Remembered(address=address):
                return self.longest_given(address)
            case val.Function():
                return self.longest_of_function(listed)
        return None

    def longest_given(self, address: str) -> int | None:
        """Give how much the list holds at the most that a definition gives."""
        if address not in self.lengths:
            self.lengths[address] = None
            routine = self.program.routines.get(address)
            if routine is not None and routine.value is not None:
                self.lengths[address] = self.longest(routine.value)
        return self.lengths[address]

    def longest_of_function(self, listed: val.Function) -> int | None:
        """Give how much the list holds at the most that a function of the language gives, or goes through."""
        match listed.name, listed.arguments:
            case "row", (_, _, length):
                return highest(length)
            case "listed", (numbers,):
                return self.longest(numbers)
            case "joined_items", (one, other):
                lengths = self.longest(one), self.longest(other)
                return None if None in lengths else sum(length or 0 for length in lengths)
            case "mixed_items", parts:
                found = [self.longest(one) for one in parts]
                return None if None in found else sum(length or 0 for length in found)
            case "highest_items" | "lowest_items" | "without_items" | "items", (numbers, *_):
                return self.longest(numbers)
            case "board_spaces", (columns, rows):
                return times(highest(columns), highest(rows))
            case "with" | "without", (before, _):
                length_before = self.longest(before)
                return None if length_before is None else length_before + 1
        return WIDEST_LINE if listed.name in ("blocked", "neighbours", "on_line", "area_neighbours") else None


class NoCosts(Costs):
    """Costs of what somebody asks who only counts: no loop and no call of it is counted."""

    def price_of_round(self, loop: LoopPart) -> int:
        """Return what a round of a loop counts as."""
        return 0

    def price_of_call(self, address: str) -> int:
        """Return what a call of a routine counts as."""
        return 0


def of_nothing(most: Costs, part: object) -> int:
    """Give the most steps of a name or a number that only says something about a part."""
    return 0


def of_parts(kind: type) -> Callable[[Costs, Any], int]:
    """Give what counts one step for a part of some class, and those of the parts below it; words are none."""
    names = tuple(name for name in parts_of(kind) if name != "phrase")
    if not names:
        return lambda most, part: 1
    parts = attrgetter(*names)
    return lambda most, part: 1 + most.of(parts(part))  # of several names it gives a tuple


class _StepsOf(dict[type, "Callable[[Costs, Any], int]"]):
    """For each class of parts, what gives the most steps of one."""

    def __missing__(self, kind: type) -> Callable[[Costs, Any], int]:
        says_something = issubclass(kind, str | int | NoneType)
        found = self[kind] = of_nothing if says_something else of_parts(kind)
        return found


STEPS_OF = _StepsOf(
    {
        **dict.fromkeys((op.Loop, op.Repeat, op.Tries, op.Sift, val.Gathering, val.Ordered), Costs.of_loop),
        **dict.fromkeys((op.Call, val.Defined, val.Remembered), Costs.of_call),
        **dict.fromkeys((val.Function, val.Things, val.Contents), Costs.of_list),
        **dict.fromkeys((op.Draw, op.RollOff, op.Announce, op.Reveal, op.EndGame), Costs.of_kept),
        **dict.fromkeys((op.OpenSpan, op.CloseSpan), Costs.of_span),
        op.Create: Costs.of_create,
        val.Cell: Costs.of_cell,
        op.CallRow: Costs.of_row,
        op.Ask: Costs.of_question,
        val.Dice: Costs.of_dice,
    }
)


def demands_of(routine: op.Routine) -> tuple[op.Instruction, ...]:
    """Give what a procedure requires at its head."""
    return tuple(one for one in routine.block if isinstance(one, op.Demand))


def is_long(loop: LoopPart, rounds: int | None, each: int) -> bool:
    """Tell whether a loop of so many rounds, each of so many steps, is counted."""
    most = LONG_VALUE if isinstance(loop, Value) else LONG
    return rounds is None or rounds * each > most


def price(steps: int) -> int:
    """Give what a round or a call of so many steps counts as."""
    return max(1, -(-steps // STEPS_OF_A_ROUND))


def price_of_entry(address: str) -> int:
    """Give what a die, a card or a decision of a site counts as, and with it its line in a journal."""
    return PRICE_OF_AN_ENTRY + len(address) // SIGNS_OF_A_ROUND


def highest(number: Value) -> int | None:
    """Give the highest that a whole number comes to, as its type says."""
    return int(number.type.high * number.type.step) if isinstance(number.type, types.Number) else None


def lowest(number: Value) -> int | None:
    """Give the lowest that a whole number comes to, as its type says."""
    return int(number.type.low * number.type.step) if isinstance(number.type, types.Number) else None


def times(one: int | None, other: int | None) -> int | None:
    """Multiply two lengths, where both are known."""
    return None if one is None or other is None else one * other


def longest_of(lengths: list[int | None]) -> int | None:
    """Give the greatest of some lengths, where all are known."""
    known = [length for length in lengths if length is not None]
    return max(known) if len(known) == len(lengths) else None
