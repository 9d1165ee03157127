"""Explain an entry of a kept game: what was rolled or chosen there, why, what came of it, and by which rule.

In: a game, what was kept of it, the number of an entry. Out: an `Explanation`, as plain data in the words of the rules.
The trace is not kept; it is worked out anew from the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.names.declared import Rule, Table
from quarterdeck.play.openings import Game
from quarterdeck.play.replaying import Replayed, replay
from quarterdeck.run.happenings import (
    ByChance,
    Called,
    Chosen,
    Happening,
    Left,
    PhaseBegun,
    PhaseOver,
    Rolled,
    RolledOff,
    RowUsed,
)
from quarterdeck.run.journal import Saved
from quarterdeck.run.narrative import Line, Narrative, all_lines
from quarterdeck.run.questions import Question
from quarterdeck.run.record import Entry
from quarterdeck.run.secrecy import Secrecy
from quarterdeck.run.wording import Wording, source_of
from quarterdeck.syntax import nodes


@dataclass(frozen=True)
class WrittenRule:
    """A piece of the rules: its address, where it stands, its text, and what it rests on."""

    address: str
    path: str
    line: int
    text: str
    cites: list[str] = field(default_factory=list)
    rulings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Weighed:
    """A modifier: whether it applied, by how much it changed the total, and what it says."""

    address: str
    words: str
    applied: bool
    by: Fraction | int
    text: str


@dataclass(frozen=True)
class RollTold:
    """A roll: its dice as they fell, what was added at once, its modifiers, its total, and what it had to meet."""

    address: str
    words: str
    dice: str
    faces: list[int]
    plus: Fraction | int
    modifiers: list[Weighed]
    total: Fraction | int
    needs: str
    success: bool | None


@dataclass(frozen=True)
class Decided:
    """A decision: who was asked what, what was chosen, what else might have been, and what was forbidden and why."""

    by: str
    question: str
    answer: str
    answers: list[str]
    refused: dict[str, str]


@dataclass(frozen=True)
class Explanation:
    """An entry explained; `within` are the rules that were being carried out, the outermost first."""

    number: int
    entry: Entry
    turn: int
    phases: list[str]
    within: list[dict[str, Any]]
    roll: RollTold | None
    decision: Decided | None
    rows: list[WrittenRule]
    outcome: list[str]
    rules: list[WrittenRule]

    def as_json(self) -> dict[str, Any]:
        """Give it as plain data."""
        return asdict(self)


@dataclass
class Explaining:
    """Explains the entries of one kept game."""

    game: Game
    saved: Saved
    questions: dict[int, Decided] = field(default_factory=dict)

    @cached_property
    def wording(self) -> Wording:
        """Give words for what happened."""
        return Wording(self.game.built.program, self.game.start.names)

    @cached_property
    def replayed(self) -> Replayed:
        """Give the game, played again and traced."""
        return replay(self.game, self.saved, trace=True, on_question=self.asked)

    def asked(self, question: Question) -> None:
        """Keep what a question said at its time."""
        view = question.view
        answers = [question.worded(answer) for answer in question.answers()]
        refused = {view.word(question.site.item, o): question.reason(o, number) for o, number in question.refused}
        options = [*question.options, *(option for option, _ in question.refused)]
        text = (
            question.question(options[0])
            if question.question and options
            else self.wording.question(question.site.address, {})
        )
        by = self.game.start.names.get(question.side, question.by)
        self.questions[question.number + 1] = Decided(by, text, "", answers, refused)

    def narrative(self) -> list[Line]:
        """Give the whole game, line by line."""
        return all_lines(self.new_narrative(), self.replayed.events)

    def new_narrative(self) -> Narrative:
        return Narrative(self.game.start.copy(), Secrecy())

    def explain(self, number: int) -> Explanation:
        """Explain an entry.

        Raises:
            IndexError: there is no such entry.
        """
        events = self.replayed.events
        if not 1 <= number <= len(self.replayed.record):
            raise IndexError(number)
        entry = self.replayed.record[number - 1]
        if "die" in entry:
            number = self.last_die(number)
        begun = next((i for i, e in enumerate(events) if e.entry >= number), len(events))
        came_in = ByChance | Chosen
        at = next((i for i in range(begun, len(events)) if isinstance(events[i], came_in)), begun)
        at = at if at < len(events) and events[at].entry == number else begun
        frames = self.frames(at)
        calls = [e for e in frames if isinstance(e, Called)]
        phases = [e for e in frames if isinstance(e, PhaseBegun)]
        here = events[at:]
        end = next((i for i, e in enumerate(here) if e.entry > number), len(here))
        first = here[0] if here else None
        outcome = here[1:end] if isinstance(first, came_in) else here[:end]
        roll = self.roll(first, number) if isinstance(first, Rolled) else None
        return Explanation(
            number,
            entry,
            phases[-1].turn if phases else 0,
            [self.wording.title(e.address) for e in phases],
            [self.called(e) for e in calls],
            roll,
            self.decision(number, entry),
            [self.row(e) for e in outcome if isinstance(e, RowUsed) and self.acts(e)],
            self.outcome(frames, outcome),
            self.rules(entry["at"], calls),
        )

    def last_die(self, number: int) -> int:
        """Give the last of the dice that were rolled together with one."""
        for event in self.replayed.events:
            if isinstance(event, Rolled | RolledOff) and event.entry >= number:
                return event.entry
        return number

    def frames(self, at: int) -> list[PhaseBegun | Called]:
        """Give the phases and calls that an event lies in."""
        found: list[PhaseBegun | Called] = []
        for event in self.replayed.events[:at]:
            if isinstance(event, PhaseBegun | Called):
                found.append(event)
            elif isinstance(event, PhaseOver | Left) and found:
                found.pop()
        return found

    def called(self, event: Called) -> dict[str, Any]:
        return {
            "rule": event.address,
            "said": self.wording.call(event.address, event.arguments),
            "given": self.wording.arguments(event.address, event.arguments),
        }

    def roll(self, event: Rolled, number: int) -> RollTold:
        """Give a roll with everything that went into it."""
        faces = self.faces(event, number)
        modifiers = [
            Weighed(m.address, self.wording.phrase(m.address), m.applied, m.by, self.modifier_text(m.address))
            for m in event.modifiers
        ]
        node = self.wording.thing(event.address)
        needs = self.needed(node, event.natural) if isinstance(node, nodes.Check) else ""
        dice = self.wording.dice(event.address)
        words = self.wording.phrase(event.address)
        return RollTold(event.address, words, dice, faces, event.added, modifiers, event.total, needs, event.success)

    def needed(self, node: nodes.Check, natural: int) -> str:
        """Give what decides a check: its condition, or what is said of the face that was rolled."""
        for face in node.naturals:
            text = source_of(face.span)
            if text.startswith(f"natural {natural}:"):
                return text
        return source_of(node.success.span).removeprefix("success when ")

    def faces(self, event: Rolled, number: int) -> list[int]:
        """Give the dice of a roll as they fell: the entries since the event before."""
        events = self.replayed.events
        before = events[events.index(event) - 1].entry if events.index(event) else 0
        entries = self.replayed.record[before:number]
        return [int(entry["die"]) for entry in entries if entry.get("at") == event.address and "die" in entry]

    def modifier_text(self, address: str) -> str:
        """Give what a modifier does and when, as it is written."""
        node = self.wording.thing(address)
        if not isinstance(node, nodes.Modifier):
            return ""
        condition = f" when {source_of(node.condition.span)}" if node.condition is not None else ""
        return source_of(node.change.span) + condition

    def decision(self, number: int, entry: Entry) -> Decided | None:
        if "choice" not in entry:
            return None
        asked = self.questions.get(number)
        event = next((e for e in self.replayed.events if isinstance(e, Chosen) and e.entry == number), None)
        answer = self.wording.answer(event.address, event.answer) if event else str(entry["choice"])
        if asked is None:
            return Decided(entry["by"], self.wording.question(entry["at"], {}), answer, [answer], {})
        return Decided(asked.by, asked.question, answer, asked.answers, asked.refused)

    def acts(self, event: RowUsed) -> bool:
        return event.keys in self.game.built.program.acting_tables[event.table].cells

    def row(self, event: RowUsed) -> WrittenRule:
        """Give a row that was applied."""
        table = self.wording.thing(event.table)
        cell = self.game.built.program.acting_tables[event.table].cells[event.keys]
        routine = self.game.built.program.routines[cell]
        span = routine.span
        line, _ = span.file.position(span.start)
        source = table.shape.source if isinstance(table, Table) else None
        cites = [" ".join(part for part in (source.document, source.place) if part)] if source else []
        rulings = self.ruling_texts(tuple(table.shape.rulings)) if isinstance(table, Table) else {}
        keys = table.keys if isinstance(table, Table) else ()
        said = [f"{key.name} {self.wording.value(key.type, v)}" for key, v in zip(keys, event.keys, strict=False)]
        text = f"{', '.join(said)}: {source_of(span)}"
        return WrittenRule(event.address, span.file.path, line, text, cites, rulings)

    def outcome(self, frames: Sequence[Happening], events: Sequence[Happening]) -> list[str]:
        """Say what came of an entry before the next was rolled or chosen."""
        narrative = self.new_narrative()
        for event in frames:
            list(narrative.lines(event))
        lines = all_lines(narrative, events)
        lines += list(narrative.close_all())
        return [line.text for line in lines if line.sort in ("changed", "told", "row", "refused")]

    def rules(self, address: str, calls: list[Called]) -> list[WrittenRule]:
        """Give the rule that rolled or asked, then those around it, the innermost first."""
        found = []
        element = self.wording.elements.get(address)
        if element is not None and isinstance(element.thing, nodes.Node):
            found.append(self.written(address, element.thing, (), ()))
        for event in reversed(calls):
            rule = self.wording.rule(event.address)
            if isinstance(rule, Rule) and event.address not in [w.address for w in found]:
                found.append(self.written(event.address, rule.node, rule.cites, rule.rulings))
        return found

    def written(self, address: str, node: nodes.Node, cites: Sequence[str], rulings: Sequence[str]) -> WrittenRule:
        span = node.span
        line, column = span.file.position(span.start)
        text = " " * (column - 1) + span.file.text[span.start : span.end].rstrip()
        return WrittenRule(address, span.file.path, line, text, list(cites), self.ruling_texts(tuple(rulings)))

    def ruling_texts(self, names: Sequence[str]) -> dict[str, str]:
        """Give what rulings say."""
        known = self.game.ruleset.declared.rulings
        return {name: f"{known[name][0].title}: {known[name][0].answer}" for name in names if name in known}
