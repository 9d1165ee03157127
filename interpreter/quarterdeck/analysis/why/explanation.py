"""Explain an entry of a kept game: what was rolled or chosen there, why, what came of it, and by which rule.

In: a game, what was kept of it, the number of an entry. Out: a `Why`, which is printed as data field by field.
The trace is not kept: the game is played again from its record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, cast

from quarterdeck.analysis.trial.happenings_as_data import given_as_data, happenings_as_data
from quarterdeck.analysis.trial.reckoning import ExpressionScope, Reckoned, Reckoning
from quarterdeck.analysis.why.story import story_lines
from quarterdeck.analysis.why.what_if import Moment, moment_of
from quarterdeck.analysis.why.why_records import (
    AddedAtOnce,
    DecisionExplained,
    DecisionOption,
    DiceThrown,
    JournalEntryData,
    ModifierExplained,
    PhaseAround,
    RefusedDecisionOption,
    RollExplained,
    RuleAround,
    RuleWritten,
    RulingWritten,
    SuccessCondition,
    Why,
    Worth,
)
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.play import play_module
from quarterdeck.base.plain_data import plain_number
from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.journal import Saved
from quarterdeck.engine.run.narrative import Line, Narrative, all_lines
from quarterdeck.engine.run.partly_known import PartlyKnownState
from quarterdeck.engine.run.plain_values import Plain, plain_value
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import without_name_of
from quarterdeck.engine.run.wording import Wording, source_of
from quarterdeck.engine.run.words import how_declined
from quarterdeck.language.declarations.addresses import Element, all_elements
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form.instructions import Site
from quarterdeck.workspace.games.replay import Replayed, replay
from quarterdeck.workspace.ruleset.seating import Game

Reckon = Callable[..., tuple[Worth, ...]]


@dataclass(frozen=True)
class QuestionAsked:
    """What a question said at its time: who was asked what, and answers with their words, as they are stored."""

    by: str
    text: str
    others: tuple[tuple[Any, str], ...] = ()
    refused: tuple[tuple[Any, str, str, str], ...] = ()
    """Each with its requirement and the reason."""


@dataclass(frozen=True)
class ValueWriter:
    """Writes values as data and in words, by the names that things have at a moment."""

    named: Situation
    wording: Wording

    def plain(self, kind: Type | None, value: Any) -> Plain:
        """Convert a stored value to plain data."""
        return plain_value(self.named.program, self.named.known_as, kind, value)

    def given_text(self, named: Iterable[hap.Given], between: str) -> str:
        """Word inputs or keys, with what stands between a name and its value."""
        return ", ".join(f"{name}{between}{self.wording.value(kind, value)}" for name, kind, value in named)

    def answer(self, kind: Type | None, value: Any) -> Plain:
        """Convert an answer to plain data: `none` and `stop` are words, as in a journal and in a script."""
        if kind is None:  # as the journal has it
            return cast(Plain, value)
        return how_declined(kind, value) or self.plain(kind, value)

    def worths(self, parts: Iterable[Reckoned]) -> tuple[Worth, ...]:
        """Convert parts of an expression with their values, and below them what they were worked out of."""
        return tuple(
            Worth(
                part.text,
                part.words,
                part.address or None,
                self.plain(part.kind, part.value),
                self.worths(part.parts),
                self.wording.value(part.kind, part.value),
            )
            for part in parts
        )


@dataclass
class Explaining:
    """Explains the entries of one kept game."""

    game: Game
    saved: Saved
    questions: dict[int, QuestionAsked] = field(default_factory=dict)
    reader: int = -1
    """A side whose explanations these are, or -1 for one who may know all."""
    hidden: dict[int, None] = field(default_factory=dict)
    """The places of the state that were read for an explanation, and that its reader may not know."""

    @cached_property
    def wording(self) -> Wording:
        """Give words for what happened."""
        return Wording(self.game.built.program, self.game.start.names)

    @cached_property
    def elements(self) -> dict[str, Element]:
        """Give everything that has an address; advice has that of the choice that it is for, which comes first."""
        found: dict[str, Element] = {}
        known = all_elements(self.game.built.checked.declared)
        for element in sorted(known, key=lambda element: element.sort == "advice"):
            found.setdefault(element.address, element)
        return found

    def thing(self, address: str) -> object:
        """Give the node or entity at an address."""
        element = self.elements.get(address)
        return element.thing if element else None

    def rule(self, address: str) -> Rule | None:
        """Give the rule of an address, if it is one."""
        return self.game.built.checked.declared.rules.get(address)

    @cached_property
    def comings(self) -> list[tuple[int, Situation]]:
        """Give where something has come into the place of a thing that had a name, and the names from there on."""
        found, named = [], self.game.start
        for at, event in enumerate(self.replayed.events):
            if (now := without_name_of(named, event.comes_into_play)) is not named:
                named = now
                found.append((at, named))
        return found

    def named_at(self, at: int) -> Situation:
        """Give a situation with the names that things have before an event."""
        return next((named for one, named in reversed(self.comings) if one < at), self.game.start)

    def writer_at(self, at: int) -> ValueWriter:
        """Make what writes values with the names that things have before an event."""
        named = self.named_at(at)
        is_start = named is self.game.start
        return ValueWriter(named, self.wording if is_start else Wording(self.game.built.program, named.names))

    @cached_property
    def lowered_functions(self) -> PrintedModule:
        """Give the functions of the program as it was lowered: they keep no values that hide what was read for them."""
        return play_module(self.game.built.program)

    @cached_property
    def replayed(self) -> Replayed:
        """Give the game, played again and traced."""
        return replay(self.game, self.saved, trace=True, on_question=self.asked)

    def asked(self, question: Question) -> None:
        """Keep what a question said at its time."""
        view, kind, requirements = question.view, question.site.item, question.site.requirements
        others = tuple((answer, question.worded(answer)) for answer in question.answers())
        refused = tuple(
            (option, view.word(kind, option), requirements[number], question.reason(option, number))
            for option, number in question.refused
        )
        options = [*question.options, *(option for option, _ in question.refused)]
        text = question.asked(self.wording, options[0]) if options else self.wording.question(question.site.address)
        by = self.game.start.names.get(question.side, question.by)
        self.questions[question.number + 1] = QuestionAsked(by, text, others, refused)

    def narrative(self) -> list[Line]:
        """Give the whole game, line by line."""
        return all_lines(self.new_narrative(), self.replayed.events)

    def new_narrative(self) -> Narrative:
        """Give what tells everything to somebody who may know it."""
        return Narrative(self.game.start.copy(), Secrecy(), follows=True)

    def explain(self, number: int) -> Why:
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
        came_in = hap.ByChance | hap.Chosen
        at = next((i for i in range(begun, len(events)) if isinstance(events[i], came_in)), begun)
        at = at if at < len(events) and events[at].entry == number else begun
        around = self.frames(at)
        frames = [events[place] for place in around]
        calls = [e for e in frames if isinstance(e, hap.Called)]
        phases = [e for e in frames if isinstance(e, hap.PhaseBegun)]
        here = events[at:]
        end = next((i for i, e in enumerate(here) if e.entry > number), len(here))
        first = here[0] if here else None
        outcome = here[1:end] if isinstance(first, came_in) else here[:end]
        writer = self.writer_at(at)
        return Why(
            number,
            cast(JournalEntryData, entry),
            phases[-1].turn if phases else 0,
            tuple(PhaseAround(e.address, self.wording.title(e.address)) for e in phases),
            tuple(self.called(place) for place in around if isinstance(events[place], hap.Called)),
            tuple(happenings_as_data(writer.named, [first] if isinstance(first, came_in) else [])),
            self.roll(first, number, writer) if isinstance(first, hap.Rolled) else None,
            self.decision(number, entry, writer),
            tuple(self.row(e, writer) for e in outcome if isinstance(e, hap.RowUsed) and e.routine),
            story_lines(writer.named, self.outcome(at, frames, outcome)),
            tuple(self.rules(entry["at"], calls)),
            self.came_in(first, number, entry, writer.wording),
        )

    def came_in(self, first: hap.Happening | None, number: int, entry: Entry, wording: Wording) -> str:
        """Say what was drawn, rolled as a pool, rolled off, or rolled for nothing that has a name."""
        if isinstance(first, hap.Drawn):
            faces = ", ".join(str(one["die"]) for one in self.entries_of_dice(first, number))
            return f"{wording.draw(first)} (the dice show {faces})" if faces else wording.draw(first)
        if isinstance(first, hap.RolledOff):
            return wording.roll_off(first)
        if "drawn" in entry:
            return f"{entry['drawn']} is drawn, of {entry['of']}"
        return f"a d{entry.get('of')} shows {entry.get('die')}"

    def last_die(self, number: int) -> int:
        """Give the last of the dice that were rolled together with one."""
        for event in self.replayed.events:
            if isinstance(event, hap.ByChance) and event.entry >= number:
                return event.entry
        return number

    def frames(self, at: int) -> list[int]:
        """Give the places among the events at which the phases and calls began that an event lies in."""
        found: list[int] = []
        for place, event in enumerate(self.replayed.events[:at]):
            if isinstance(event, hap.PhaseBegun | hap.Called):
                found.append(place)
            elif isinstance(event, hap.PhaseOver | hap.Left) and found:
                found.pop()
        return found

    def called(self, place: int) -> RuleAround:
        """Give a rule with what it is carried out on, as that was called when it began."""
        event, writer = self.replayed.events[place], self.writer_at(place)
        assert isinstance(event, hap.Called)
        text, given = writer.wording.phrase(event.address, event.spoken), given_as_data(writer.named, event.given)
        return RuleAround(event.address, given, text, writer.given_text(event.given, ": "))

    def roll(self, event: hap.Rolled, number: int, writer: ValueWriter) -> RollExplained:
        """Give a roll with everything that went into it."""
        entries = self.entries_of_dice(event, number)
        node = self.thing(event.address)
        site = self.wording.program.site_at[event.address]
        moment = moment_of(self.game, list(self.replayed.record)[: number - len(entries) + 1], site.number)
        reckon = self.reckoner(site, moment, writer)
        written = {m.name.text: m for m in node.modifiers} if isinstance(node, nodes.Roll | nodes.Check) else {}
        modifiers = []
        for m in event.modifiers:
            said = written.get(m.address.rsplit(".", 1)[-1])
            text = writer.wording.phrase(m.address, m.spoken)
            values = reckon(said.change, said.condition) if said is not None else ()
            by = plain_number(m.by)
            modifiers.append(ModifierExplained(m.address, text, m.applied, by, self.modifier_text(m.address), values))
        faces = tuple(int(entry["die"]) for entry in entries)
        sides = int(entries[0]["of"]) if entries else 0
        dice = f"{len(faces) if len(faces) > 1 else ''}d{sides}" if faces else "no dice"
        added = reckon(node.dice, node.shift) if isinstance(node, nodes.Roll | nodes.Check) else ()
        return RollExplained(
            event.address,
            writer.wording.phrase(event.address, event.spoken),
            DiceThrown(len(faces), sides, dice),
            faces,
            event.natural,
            AddedAtOnce(plain_number(event.added), added),
            tuple(modifiers),
            plain_number(event.total),
            self.needed(node, event.natural, reckon, moment) if isinstance(node, nodes.Check) else None,
            event.success,
        )

    def reckoner(self, site: Site, moment: Moment | None, writer: ValueWriter) -> Reckon:
        """Give what works out parts of a rule as they were when its dice were thrown."""
        routine = self.game.built.program.routines.get(site.routine)
        rule = self.rule(site.routine)
        if moment is None:
            return lambda *parts: ()
        state = moment.after if routine is not None and routine.sort == "effect" else moment.before
        functions = None
        if self.reader >= 0:
            state = PartlyKnownState(state, moment.hidden_from(self.reader), self.hidden)
            functions = self.lowered_functions
        reckoning = Reckoning(self.game.built, writer.wording, state, functions)
        scope = ExpressionScope(site.routine, rule.module if rule else "", moment.values)

        def reckon(*parts: nodes.Node | None) -> tuple[Worth, ...]:
            return writer.worths(one for part in parts if part is not None for one in reckoning.parts(part, scope))

        return reckon

    def needed(self, node: nodes.Check, natural: int, reckon: Reckon, moment: Moment | None) -> SuccessCondition:
        """Give what decides a check: its condition, or what is said of the face that was rolled."""
        text = source_of(node.success.span).removeprefix("success when ")
        for face in node.naturals:
            if face.face.text == str(natural):
                text = source_of(face.span)
        faces = tuple(face for face, succeeds in moment.faces.items() if succeeds) if moment is not None else ()
        return SuccessCondition(text, faces, moment.needed() if moment is not None else "", reckon(node.success))

    def entries_of_dice(self, event: hap.Rolled | hap.Drawn, number: int) -> list[Entry]:
        """Give the entries of the dice of a roll: those since the event before."""
        events = self.replayed.events
        before = events[events.index(event) - 1].entry if events.index(event) else 0
        entries = self.replayed.record[before:number]
        return [entry for entry in entries if entry.get("at") == event.address and "die" in entry]

    def modifier_text(self, address: str) -> str:
        """Give what a modifier does and when, as it is written."""
        node = self.thing(address)
        if not isinstance(node, nodes.Modifier):
            return ""
        condition = f" when {source_of(node.condition.span)}" if node.condition is not None else ""
        return source_of(node.change.span) + condition

    def decision(self, number: int, entry: Entry, writer: ValueWriter) -> DecisionExplained | None:
        """Give a decision with all that might have been answered."""
        if "choice" not in entry:
            return None
        events = self.replayed.events
        at = next((i for i, e in enumerate(events) if isinstance(e, hap.Chosen) and e.entry == number), len(events))
        kind = self.wording.program.site_at[entry["at"]].item
        answer, question = DecisionOption(entry["choice"], str(entry["choice"]), kind=None, stored=entry["choice"]), ""
        if at < len(events) and isinstance(event := events[at], hap.Chosen):
            text = self.writer_at(at).wording.answer(event)
            answer = DecisionOption(writer.answer(kind, event.answer), text, kind=kind, stored=event.answer)
            question = event.question
        nothing_kept = QuestionAsked(entry["by"], question or self.wording.question(entry["at"]))
        asked = self.questions.get(number, nothing_kept)
        others = tuple(
            DecisionOption(writer.answer(kind, other), text, kind=kind, stored=other)
            for other, text in asked.others
            if text != answer.text
        )
        refused = tuple(
            RefusedDecisionOption(writer.answer(kind, option), text, requirement, reason, kind=kind, stored=option)
            for option, text, requirement, reason in asked.refused
        )
        return DecisionExplained(str(entry["by"]), asked.text, answer, others, refused, asked.by)

    def row(self, event: hap.RowUsed, writer: ValueWriter) -> RuleWritten:
        """Give a row that was applied."""
        table = self.thing(event.table)
        span = self.game.built.program.routines[event.routine].span
        line, _ = span.file.position(span.start)
        source = table.shape.source if isinstance(table, Table) else None
        cites = (" ".join(part for part in (source.document, source.place) if part),) if source else ()
        rulings = self.ruling_texts(table.shape.rulings) if isinstance(table, Table) else ()
        text = f"{writer.given_text(event.keys, ' ')}: {source_of(span)}"
        keys = given_as_data(writer.named, event.keys)
        return RuleWritten(event.address, span.file.path, line, keys, text, cites, rulings)

    def outcome(self, at: int, frames: Sequence[hap.Happening], events: Sequence[hap.Happening]) -> list[Line]:
        """Say what came of an entry before the next was rolled or chosen; `at` is how many events came before."""
        narrative = Narrative(replace(self.named_at(at), state=list(self.game.start.state)), Secrecy(), follows=True)
        for earlier in self.replayed.events[:at]:
            if isinstance(earlier, hap.FieldWritten):
                earlier.put_into(narrative.situation.state)
        for event in frames:
            list(narrative.lines(event))
        lines = all_lines(narrative, events)
        lines += list(narrative.close_all())
        since = set(map(id, events))
        return [
            line
            for line in lines
            if line.sort in ("changed", "told", "row", "refused", "roll", "missed")
            or (line.sort in ("turn", "phase") and id(line.of[0]) in since)
        ]

    def rules(self, address: str, calls: list[hap.Called]) -> list[RuleWritten]:
        """Give the rule that rolled or asked, then those around it, the innermost first."""
        found = []
        element = self.elements.get(address)
        if element is not None and isinstance(element.thing, nodes.Node):
            found.append(self.written(address, element.thing, (), ()))
        for event in reversed(calls):
            rule = self.rule(event.address)
            if isinstance(rule, Rule) and event.address not in [w.of for w in found]:
                found.append(self.written(event.address, rule.node, rule.cites, rule.rulings))
        return found

    def written(self, address: str, node: nodes.Node, cites: Sequence[str], rulings: Sequence[str]) -> RuleWritten:
        span = node.span
        line, column = span.file.position(span.start)
        text = " " * (column - 1) + span.file.text[span.start : span.end].rstrip()
        return RuleWritten(address, span.file.path, line, {}, text, tuple(cites), self.ruling_texts(rulings))

    def ruling_texts(self, names: Iterable[str]) -> tuple[RulingWritten, ...]:
        """Give what rulings say."""
        known = self.game.ruleset.declared.rulings
        return tuple(
            RulingWritten(name, f"{known[name][0].title}: {known[name][0].answer}") for name in names if name in known
        )
