"""What `why` and `replay` give to programs: happenings, lines and explanations as records of plain data.

In: happenings and explanations, their values as they are stored. Out: the records of `analysis.why.why_records`.
Wherever something is said in words, the words stand under `text` beside the values that they say. The handbook
describes the shape (docs/playing.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

from quarterdeck.analysis.trial.happenings_as_data import happenings_as_data
from quarterdeck.analysis.trial.reckoning import Reckoned
from quarterdeck.analysis.why.explanation import (
    Around,
    Decided,
    Explanation,
    Needed,
    PossibleAnswer,
    RollTold,
    Weighed,
    WrittenRule,
)
from quarterdeck.analysis.why.why_records import (
    AddedAtOnce,
    AnswerRefused,
    AnswerTold,
    DecisionExplained,
    DiceThrown,
    Happened,
    JournalEntryData,
    ModifierTold,
    NeededTold,
    PhaseAround,
    RollExplained,
    RuleAround,
    RuleWritten,
    RulingTold,
    StoryLine,
    Values,
    Why,
    Worth,
)
from quarterdeck.base.plain_data import plain_number
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.narrative import Line
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import after
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.run.words import STOP, is_declined
from quarterdeck.language.declarations.types import Type


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

    def given(self, named: Iterable[tuple[str, Type, Any]]) -> Values:
        """Give named values by their names."""
        return {name: self.value(kind, value) for name, kind, value in named}

    def naming(self, named: Situation) -> DataWriter:
        """Give the same for a moment at which things have other names."""
        return replace(self, start=named)

    # --- lines and happenings

    def lines(self, lines: Iterable[Line]) -> tuple[StoryLine, ...]:
        """Give lines that follow one another, each with the names that things have by then."""
        found, writer = [], self
        for line in lines:
            found.append(writer.line(line))
            for event in line.of:
                writer = writer.naming(after(writer.start, event))
        return tuple(found)

    def line(self, line: Line) -> StoryLine:
        """Give a line of a narrative with the happenings that it tells."""
        cites = dict.fromkeys(place for event in line.of for place in self.cites(event.address))
        return StoryLine(line.number, line.depth, line.sort, line.text, tuple(cites), self.happenings(line.of))

    def cites(self, address: str) -> tuple[str, ...]:
        """Give the places that the rule or table at an address rests on; those of the rule around a roll or choice."""
        path, world = address.split("."), self.start.program.world
        for end in range(len(path), 0, -1):
            name = ".".join(path[:end])
            if (known := world.rules.get(name) or world.tables.get(name)) is not None:
                return known.cites
        return ()

    def happenings(self, events: Iterable[Happening]) -> tuple[Happened, ...]:
        """Give happenings as `try` gives them."""
        return tuple(happenings_as_data(self.start, events))

    # --- explanations

    def explanation(self, found: Explanation) -> Why:
        """Give an explanation."""
        return self.naming(found.named).why(found)

    def why(self, found: Explanation) -> Why:
        """Give an explanation with these names."""
        return Why(
            found.number,
            cast(JournalEntryData, found.entry),
            found.turn,
            tuple(PhaseAround(phase, self.wording.title(phase)) for phase in found.phases),
            tuple(map(self.around, found.within)),
            self.happenings([found.first] if found.first is not None else []),
            self.roll(found.roll) if found.roll is not None else None,
            self.decision(found.decision, found.entry) if found.decision else None,
            tuple(map(self.written, found.rows)),
            self.lines(found.outcome),
            tuple(map(self.written, found.rules)),
        )

    def around(self, rule: Around) -> RuleAround:
        """Give a rule that was being carried out."""
        return RuleAround(rule.rule, self.naming(rule.named).given(rule.given), rule.said)

    def roll(self, roll: RollTold) -> RollExplained:
        """Give a roll with everything that went into it."""
        return RollExplained(
            roll.address,
            roll.words,
            DiceThrown(len(roll.faces), roll.sides, roll.dice),
            tuple(roll.faces),
            roll.natural,
            AddedAtOnce(plain_number(roll.plus), self.all_reckoned(roll.plus_of)),
            tuple(map(self.weighed, roll.modifiers)),
            plain_number(roll.total),
            self.needed(roll.needed) if roll.needed is not None else None,
            roll.success,
        )

    def weighed(self, modifier: Weighed) -> ModifierTold:
        """Give a modifier with what its condition came to."""
        by, values = plain_number(modifier.by), self.all_reckoned(modifier.of)
        return ModifierTold(modifier.address, modifier.words, modifier.applied, by, modifier.text, values)

    def needed(self, needed: Needed) -> NeededTold:
        """Give what a check had to meet."""
        return NeededTold(needed.text, needed.faces, needed.words, self.all_reckoned(needed.of))

    def all_reckoned(self, parts: Iterable[Reckoned]) -> tuple[Worth, ...]:
        """Give parts of an expression with their values, and below them what they were worked out of."""
        return tuple(
            Worth(
                part.text,
                part.words,
                part.address or None,
                self.value(part.kind, part.value),
                self.all_reckoned(part.parts),
            )
            for part in parts
        )

    def decision(self, decided: Decided, entry: Entry) -> DecisionExplained:
        """Give a decision with all that might have been answered."""
        return DecisionExplained(
            str(entry["by"]),
            decided.question,
            self.one_answer(decided.answer),
            tuple(map(self.one_answer, decided.others)),
            tuple(
                AnswerRefused(self.answer(one.kind, one.value), one.words, one.forbidden_by, one.reason)
                for one in decided.refused
            ),
        )

    def one_answer(self, answer: PossibleAnswer) -> AnswerTold:
        """Give an answer with its words."""
        return AnswerTold(self.answer(answer.kind, answer.value), answer.words)

    def written(self, rule: WrittenRule) -> RuleWritten:
        """Give a piece of the rules with where it stands and what it rests on."""
        rulings = tuple(RulingTold(name, text) for name, text in rule.rulings.items())
        keys = self.given(rule.keys)
        return RuleWritten(rule.address, rule.path, rule.line, keys, rule.text, tuple(rule.cites), rulings)
