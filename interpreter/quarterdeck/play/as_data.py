"""What `why` and `replay` give as JSON: happenings, explanations and changes of the rules as plain data.

In: happenings and explanations. Out: dictionaries of numbers, texts and lists. Wherever something is said in words, the
words stand under `text` beside the values that they say. The handbook describes the shape (docs/playing.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from quarterdeck.names.types import Type
from quarterdeck.play.explaining import (
    Around,
    Decided,
    Explanation,
    Needed,
    PossibleAnswer,
    RollTold,
    Weighed,
    WrittenRule,
)
from quarterdeck.run.happenings import Changed, Happening
from quarterdeck.run.narrative import Line
from quarterdeck.run.plain import Plain, plain_number, plain_value
from quarterdeck.run.record import Entry
from quarterdeck.run.situation import Situation
from quarterdeck.run.wording import Wording
from quarterdeck.run.words import STOP, is_declined
from quarterdeck.trying.happened import happenings_as_data
from quarterdeck.trying.reckoning import Reckoned

Data = dict[str, Any]


@dataclass(frozen=True)
class DataWriter:
    """Writes what happened in one game."""

    start: Situation
    wording: Wording

    # --- values

    def value(self, kind: Type | None, value: Any) -> Plain:
        """Give a stored value as plain data, things by their names in the data of the ruleset."""
        return plain_value(self.start.program, self.start.known_as, kind, value)

    def answer(self, kind: Type | None, value: Any) -> Plain:
        """Give what was answered: `none` and `stop` are words, as in a journal and in a script."""
        if kind is None:  # as the journal has it
            plain: Plain = value
            return plain
        if is_declined(kind, value):
            return "stop" if value == STOP else "none"
        return self.value(kind, value)

    def given(self, named: Iterable[tuple[str, Type, Any]]) -> Data:
        """Give named values by their names."""
        return {name: self.value(kind, value) for name, kind, value in named}

    # --- lines and happenings

    def line(self, line: Line) -> Data:
        """Give a line of a narrative with the happenings that it tells."""
        told = self.happenings(line.of)
        if line.of and isinstance(line.of[0], Changed) and line.of[0].address.endswith("."):
            told = [told[0], *(one | {"before": None} for one in told[1:])]  # what stood in its place is not its own
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

    def happenings(self, events: Iterable[Happening]) -> list[Data]:
        """Give happenings as `try` gives them, each with how many entries the record held when it had happened."""
        return [{"number": event.entry} | one for event in events for one in happenings_as_data(self.start, [event])]

    # --- explanations

    def explanation(self, found: Explanation) -> Data:
        """Give an explanation."""
        return {
            "number": found.number,
            "entry": found.entry,
            "turn": found.turn,
            "phases": [{"of": phase, "text": self.wording.title(phase)} for phase in found.phases],
            "within": [self.around(rule) for rule in found.within],
            "happenings": self.happenings([found.first] if found.first is not None else []),
            "roll": self.roll(found.roll) if found.roll is not None else None,
            "decision": self.decision(found.decision, found.entry) if found.decision else None,
            "rows": [self.written(row) for row in found.rows],
            "outcome": [self.line(line) for line in found.outcome],
            "rules": [self.written(rule) for rule in found.rules],
        }

    def around(self, rule: Around) -> Data:
        """Give a rule that was being carried out."""
        return {"of": rule.rule, "given": self.given(rule.given), "text": rule.said}

    def roll(self, roll: RollTold) -> Data:
        """Give a roll with everything that went into it."""
        return {
            "of": roll.address,
            "text": roll.words,
            "dice": {"count": len(roll.faces), "sides": roll.sides, "text": roll.dice},
            "faces": roll.faces,
            "natural": plain_number(roll.natural),
            "added": {"by": plain_number(roll.plus), "values": self.all_reckoned(roll.plus_of)},
            "modifiers": [self.weighed(modifier) for modifier in roll.modifiers],
            "total": plain_number(roll.total),
            "needed": self.needed(roll.needed) if roll.needed is not None else None,
            "success": roll.success,
        }

    def weighed(self, modifier: Weighed) -> Data:
        """Give a modifier with what its condition came to."""
        return {
            "of": modifier.address,
            "text": modifier.words,
            "applied": modifier.applied,
            "by": plain_number(modifier.by),
            "written": modifier.text,
            "values": self.all_reckoned(modifier.of),
        }

    def needed(self, needed: Needed) -> Data:
        """Give what a check had to meet."""
        return {
            "written": needed.text,
            "faces": list(needed.faces),
            "text": needed.words,
            "values": self.all_reckoned(needed.of),
        }

    def all_reckoned(self, parts: Iterable[Reckoned]) -> list[Data]:
        """Give parts of an expression with their values, and below them what they were worked out of."""
        return [
            {
                "written": part.text,
                "text": part.words,
                "of": part.address or None,
                "value": self.value(part.kind, part.value),
                "values": self.all_reckoned(part.parts),
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

    def one_answer(self, answer: PossibleAnswer) -> Data:
        """Give an answer with its words."""
        return {"value": self.answer(answer.kind, answer.value), "text": answer.words}

    def written(self, rule: WrittenRule) -> Data:
        """Give a piece of the rules with where it stands and what it rests on."""
        return {
            "of": rule.address,
            "file": rule.path,
            "line": rule.line,
            "keys": self.given(rule.keys),
            "text": rule.text,
            "cites": rule.cites,
            "rulings": [{"name": name, "text": text} for name, text in rule.rulings.items()],
        }
