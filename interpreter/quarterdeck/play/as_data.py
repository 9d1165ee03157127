"""What `why` and `replay` give as JSON: happenings, explanations and changes of the rules as plain data.

In: happenings and explanations. Out: dictionaries of numbers, texts and lists. Wherever something is said in words, the
words stand under `text` beside the values that they say. The handbook describes the shape (docs/playing.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, assert_never

from quarterdeck.geometry import hexes, plane
from quarterdeck.names import types
from quarterdeck.names.types import Type
from quarterdeck.play.explaining import Answer, Around, Decided, Explanation, Needed, RollTold, Weighed, WrittenRule
from quarterdeck.play.reckoning import Reckoned
from quarterdeck.run.happenings import (
    Called,
    Changed,
    Chosen,
    Drawn,
    Happening,
    Left,
    Modified,
    PhaseBegun,
    PhaseOver,
    Refused,
    Rolled,
    RolledOff,
    RowUsed,
    Told,
)
from quarterdeck.run.narrative import Line
from quarterdeck.run.record import Entry
from quarterdeck.run.situation import Situation
from quarterdeck.run.wording import Wording
from quarterdeck.run.words import NONE, STOP, is_declined, words_of
from quarterdeck.source import decimals

Data = dict[str, Any]


def number(value: Fraction | int) -> int | str:
    """Give a whole number as itself, any other exactly as text: `2.5`, `5/3`."""
    return int(value) if Fraction(value).denominator == 1 else decimals.shown(Fraction(value))


@dataclass(frozen=True)
class DataWriter:
    """Writes what happened in one game."""

    start: Situation
    wording: Wording

    # --- values

    def thing(self, thing: int) -> str | None:
        """Give a thing by its name in the data of the ruleset, as a journal does; one without a name in words."""
        if thing < 0:
            return None
        return self.start.known_as.get(thing) or self.wording.name(thing)

    def value(self, kind: Type | None, value: Any) -> Any:
        """Give a stored value: numbers, truths, names of things and members, places as lists, none as null."""
        match kind:
            case types.ListType(item=item):
                return [self.value(item, one) for one in value]
            case types.Boolean():
                return bool(value)
            case types.Number(step=step) if not isinstance(value, Fraction):
                return number(Fraction(int(value), max(1, step)))
            case types.Thing():
                return self.thing(int(value))
            case types.EnumType(enum=enum):
                return self.start.program.declared.enums[enum].members[int(value)] if value != NONE else None
            case types.Hex() if value != NONE:
                return list(hexes.column_row(value))
            case types.Point() if value != NONE:
                return [number(Fraction(length, 100)) for length in plane.coordinates(value)]
            case types.Place() | types.Absent():
                return None
            case types.DiceType():
                return words_of(self.start.program, self.start.names, kind, value)
        if isinstance(value, tuple | list):
            return [self.value(None, one) for one in value]
        return number(value)

    def answer(self, kind: Type | None, value: Any) -> Any:
        """Give what was answered: `none` and `stop` are words, as in a journal and in a script."""
        if kind is None:
            return value
        if is_declined(kind, value):
            return "stop" if value == STOP else "none"
        return self.value(kind, value)

    def given(self, named: Iterable[tuple[str, Type, Any]]) -> Data:
        """Give named values by their names."""
        return {name: self.value(kind, value) for name, kind, value in named}

    # --- lines and happenings

    def line(self, line: Line) -> Data:
        """Give a line of a narrative with the happenings that it tells."""
        told = [self.happening(event) for event in line.of]
        if line.of and isinstance(line.of[0], Changed) and line.of[0].address.endswith("."):
            told = [told[0], *(one | {"old": None} for one in told[1:])]  # what stood in its place is not its own
        cites = dict.fromkeys(place for event in line.of for place in self.cites(event.address))
        found = {"number": line.number, "depth": line.depth, "sort": line.sort, "text": line.text}
        return found | {"cites": list(cites), "tells": told}

    def cites(self, address: str) -> tuple[str, ...]:
        """Give the places that the rule or table at an address rests on; those of the rule around a roll or choice."""
        path = address.split(".")
        for end in range(len(path), 0, -1):
            name = ".".join(path[:end])
            if (rule := self.wording.rule(name)) is not None:
                return rule.cites
            if (table := self.start.program.declared.tables.get(name)) is not None:
                source = table.shape.source
                return (" ".join(part for part in (source.document, source.place) if part),) if source else ()
        return ()

    def placed(self, event: Happening) -> Data:
        """Give something that happened with how many entries came before its end, and in how many calls it lies."""
        return {"number": event.entry, "depth": event.depth} | self.happening(event)

    def happening(self, event: Happening) -> Data:
        """Give something that happened: `is` says what, `at` by which address of the rules."""
        where: Data = {"is": SORTS[type(event)], "at": event.address}
        match event:
            case Called(arguments=arguments):
                routine = self.start.program.routines.get(event.address)
                parameters = routine.parameters if routine else ()
                pairs = ((name, kind, one) for (name, kind), one in zip(parameters, arguments, strict=False))
                return where | {"given": self.given(pairs)}
            case Rolled():
                modifiers = [self.modifier(change) for change in event.modifiers]
                found = {"natural": number(event.natural), "added": number(event.added), "modifiers": modifiers}
                return where | found | {"total": number(event.total), "success": event.success}
            case Drawn(what=what, by=by):
                kind = self.wording.sites[event.address].item
                return where | {"drawn": self.value(kind, what), "seen_by": self.thing(by)}
            case RolledOff(totals=totals):
                return where | {"totals": {str(self.thing(side)): total for side, total in totals}}
            case RowUsed(table=table, keys=keys):
                return where | {"table": table, "keys": self.keys(table, keys)}
            case Changed():
                return where | self.change(event)
            case Chosen(side=side, answer=answer):
                kind = self.wording.sites[event.address].item
                return where | {"by": self.thing(side), "answer": self.answer(kind, answer), "asked": event.asked}
            case Refused(reason=reason):
                return where | {"text": reason}
            case Told(text=text):
                return where | {"text": text}
            case PhaseBegun(turn=turn):
                return where | {"turn": turn, "text": self.wording.title(event.address)}
            case Left() | PhaseOver():
                return where
        assert_never(event)

    @staticmethod
    def modifier(change: Modified) -> Data:
        """Give a modifier of a roll."""
        return {"at": change.address, "applied": change.applied, "by": number(change.by)}

    def keys(self, table: str, keys: tuple[int, ...]) -> Data:
        """Give by what a row was looked up."""
        known = self.start.program.declared.tables[table].keys
        return self.given((key.name, key.type, value) for key, value in zip(known, keys, strict=False))

    def change(self, event: Changed) -> Data:
        """Give whose field changed, from what to what; of a thing as a whole, that it came into play or left it."""
        thing = self.thing(self.wording.owner_of(event.place))
        if event.address.endswith("."):
            return {"thing": thing, "at": event.address.removesuffix("."), "in_play": bool(event.after)}
        layout = self.start.program.layout
        kind = layout.types[event.address]
        if not isinstance(kind, types.ListType):
            return {"thing": thing, "old": self.value(kind, event.before), "new": self.value(kind, event.after)}
        place = event.place - self.wording.owner_of(event.place) - layout.offsets[event.address]
        item = kind.item if place else None  # the length comes before the items
        old, new = self.value(item, event.before), self.value(item, event.after)
        return {"thing": thing, "item": place or "length", "old": old, "new": new}

    # --- explanations

    def explanation(self, found: Explanation) -> Data:
        """Give an explanation."""
        return {
            "number": found.number,
            "entry": found.entry,
            "turn": found.turn,
            "phases": [{"at": phase, "text": self.wording.title(phase)} for phase in found.phases],
            "within": [self.around(rule) for rule in found.within],
            "happening": self.happening(found.first) if found.first is not None else None,
            "roll": self.roll(found.roll) if found.roll is not None else None,
            "decision": self.decision(found.decision, found.entry) if found.decision else None,
            "rows": [self.written(row) for row in found.rows],
            "outcome": [self.line(line) for line in found.outcome],
            "rules": [self.written(rule) for rule in found.rules],
        }

    def around(self, rule: Around) -> Data:
        """Give a rule that was being carried out."""
        return {"at": rule.rule, "given": self.given(rule.given), "text": rule.said}

    def roll(self, roll: RollTold) -> Data:
        """Give a roll with everything that went into it."""
        return {
            "at": roll.address,
            "text": roll.words,
            "dice": {"count": len(roll.faces), "sides": roll.sides, "text": roll.dice},
            "faces": roll.faces,
            "natural": number(roll.natural),
            "added": {"by": number(roll.plus), "of": self.all_reckoned(roll.plus_of)},
            "modifiers": [self.weighed(modifier) for modifier in roll.modifiers],
            "total": number(roll.total),
            "needed": self.needed(roll.needed) if roll.needed is not None else None,
            "success": roll.success,
        }

    def weighed(self, modifier: Weighed) -> Data:
        """Give a modifier with what its condition came to."""
        return {
            "at": modifier.address,
            "text": modifier.words,
            "applied": modifier.applied,
            "by": number(modifier.by),
            "written": modifier.text,
            "of": self.all_reckoned(modifier.of),
        }

    def needed(self, needed: Needed) -> Data:
        """Give what a check had to meet."""
        return {
            "written": needed.text,
            "faces": list(needed.faces),
            "text": needed.words,
            "of": self.all_reckoned(needed.of),
        }

    def all_reckoned(self, parts: Iterable[Reckoned]) -> list[Data]:
        """Give parts of an expression with their values, and below them what they were worked out of."""
        return [
            {
                "written": part.text,
                "text": part.words,
                "at": part.address or None,
                "value": self.value(part.kind, part.value),
                "of": self.all_reckoned(part.parts),
            }
            for part in parts
        ]

    def decision(self, decided: Decided, entry: Entry) -> Data:
        """Give a decision with all that might have been answered."""
        return {
            "by": entry["by"],
            "text": decided.question,
            "answer": self.one_answer(decided.answer),
            "others": [self.one_answer(other) for other in decided.others],
            "refused": [
                {**self.one_answer(one), "requirement": one.forbidden_by, "reason": one.reason}
                for one in decided.refused
            ],
        }

    def one_answer(self, answer: Answer) -> Data:
        """Give an answer with its words."""
        return {"value": self.answer(answer.kind, answer.value), "text": answer.words}

    def written(self, rule: WrittenRule) -> Data:
        """Give a piece of the rules with where it stands and what it rests on."""
        return {
            "at": rule.address,
            "file": rule.path,
            "line": rule.line,
            "keys": self.given(rule.keys),
            "text": rule.text,
            "cites": rule.cites,
            "rulings": [{"name": name, "text": text} for name, text in rule.rulings.items()],
        }


SORTS: Mapping[type[Any], str] = {
    Called: "call",
    Left: "left",
    Rolled: "roll",
    Drawn: "draw",
    RolledOff: "roll_off",
    RowUsed: "row",
    Changed: "change",
    Chosen: "choice",
    Refused: "refusal",
    Told: "told",
    PhaseBegun: "phase",
    PhaseOver: "phase_over",
}
"""What the sorts of happenings are called in data."""
