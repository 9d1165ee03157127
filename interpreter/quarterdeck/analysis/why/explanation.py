"""Explain an entry of a kept game: what was rolled or chosen there, why, what came of it, and by which rule.

In: a game, what was kept of it, the number of an entry. Out: an `Explanation`, its values with their types and words.
The trace is not kept; it is worked out anew from the record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.analysis.trial.reckoning import ExpressionScope, Reckoned, Reckoning
from quarterdeck.analysis.why.what_if import Moment, moment_of
from quarterdeck.engine.run.facts import fact_of
from quarterdeck.engine.run.happenings import (
    ByChance,
    Called,
    Changed,
    Chosen,
    Happening,
    Left,
    ListChanged,
    PhaseBegun,
    PhaseOver,
    Rolled,
    RolledOff,
    RowUsed,
)
from quarterdeck.engine.run.journal import Saved
from quarterdeck.engine.run.narrative import Line, Narrative, all_lines
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import after
from quarterdeck.engine.run.wording import Wording, source_of
from quarterdeck.language.declarations.addresses import Element, all_elements
from quarterdeck.language.declarations.symbol_table import Rule, Table
from quarterdeck.language.declarations.types import Type
from quarterdeck.language.syntax import nodes
from quarterdeck.program.form.instructions import Site
from quarterdeck.workspace.games.replay import Replayed, replay
from quarterdeck.workspace.ruleset.seating import Game


@dataclass(frozen=True)
class WrittenRule:
    """A piece of the rules: its address, where it stands, its text, and what it rests on; of a row also its keys."""

    address: str
    path: str
    line: int
    text: str
    cites: list[str] = field(default_factory=list)
    rulings: dict[str, str] = field(default_factory=dict)
    keys: tuple[tuple[str, Type, Any], ...] = ()


@dataclass(frozen=True)
class Weighed:
    """A modifier: whether it applied, by how much it changed the total, what it says, and what that came to."""

    address: str
    words: str
    applied: bool
    by: Fraction | int
    text: str
    of: tuple[Reckoned, ...] = ()


@dataclass(frozen=True)
class Needed:
    """What a check had to meet: its condition as written, what that came to, and which faces of the dice would do.

    `words` says the faces in few words; they are empty where nobody would read them all.
    """

    text: str
    of: tuple[Reckoned, ...] = ()
    words: str = ""
    faces: tuple[int, ...] = ()


@dataclass(frozen=True)
class RollTold:
    """A roll: its dice as they fell, what was added at once, its modifiers, its total, and what it had to meet."""

    address: str
    words: str
    sides: int
    faces: list[int]
    natural: int
    plus: Fraction | int
    plus_of: tuple[Reckoned, ...]
    modifiers: list[Weighed]
    total: Fraction | int
    needed: Needed | None
    success: bool | None

    @property
    def dice(self) -> str:
        """Give the dice that were rolled, as `2d6`."""
        return f"{len(self.faces) if len(self.faces) > 1 else ''}d{self.sides}" if self.faces else "no dice"


@dataclass(frozen=True)
class PossibleAnswer:
    """What might be answered: its value and type, its words, and the requirement that forbids it, if one does."""

    kind: Type | None
    value: Any
    words: str
    forbidden_by: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Decided:
    """A decision: who was asked what, what was chosen, what else might have been, and what was forbidden and why."""

    by: str
    question: str
    answer: PossibleAnswer
    others: tuple[PossibleAnswer, ...] = ()
    refused: tuple[PossibleAnswer, ...] = ()


@dataclass(frozen=True)
class Around:
    """A rule that was being carried out, said in its words, and on what; the values are as they are stored.

    `named` has the names that things had when it began.
    """

    rule: str
    said: str
    given: tuple[tuple[str, Type, Any], ...]
    named: Situation


@dataclass(frozen=True)
class Explanation:
    """An entry explained; `phases` by their addresses, `within` and these the outermost first.

    `named` has the names that things had by then.
    """

    number: int
    named: Situation
    entry: Entry
    turn: int
    phases: list[str]
    within: list[Around]
    first: Happening | None
    roll: RollTold | None
    decision: Decided | None
    rows: list[WrittenRule]
    outcome: list[Line]
    rules: list[WrittenRule]


NO_ANSWER = PossibleAnswer(None, None, "")


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
            if (now := after(named, event)) is not named:
                named = now
                found.append((at, named))
        return found

    def named_at(self, at: int) -> Situation:
        """Give a situation with the names that things have before an event."""
        return next((named for one, named in reversed(self.comings) if one < at), self.game.start)

    def words_at(self, at: int) -> Wording:
        """Give words for what happens at an event."""
        named = self.named_at(at)
        return self.wording if named is self.game.start else Wording(self.game.built.program, named.names)

    @cached_property
    def replayed(self) -> Replayed:
        """Give the game, played again and traced."""
        return replay(self.game, self.saved, trace=True, on_question=self.asked)

    def asked(self, question: Question) -> None:
        """Keep what a question said at its time."""
        view, kind, requirements = question.view, question.site.item, question.site.requirements
        others = tuple(PossibleAnswer(kind, answer, question.worded(answer)) for answer in question.answers())
        refused = tuple(
            PossibleAnswer(kind, o, view.word(kind, o), requirements[number], question.reason(o, number))
            for o, number in question.refused
        )
        options = [*question.options, *(option for option, _ in question.refused)]
        address = question.site.address
        text = question.asked(self.wording, options[0]) if options else self.wording.question(address)
        by = self.game.start.names.get(question.side, question.by)
        self.questions[question.number + 1] = Decided(by, text, NO_ANSWER, others, refused)

    def narrative(self) -> list[Line]:
        """Give the whole game, line by line."""
        return all_lines(self.new_narrative(), self.replayed.events)

    def new_narrative(self) -> Narrative:
        """Give what tells everything to somebody who may know it."""
        return Narrative(self.game.start.copy(), Secrecy(), follows=True)

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
        around = self.frames(at)
        frames = [events[place] for place in around]
        calls = [e for e in frames if isinstance(e, Called)]
        phases = [e for e in frames if isinstance(e, PhaseBegun)]
        here = events[at:]
        end = next((i for i, e in enumerate(here) if e.entry > number), len(here))
        first = here[0] if here else None
        outcome = here[1:end] if isinstance(first, came_in) else here[:end]
        roll = self.roll(first, number, self.words_at(at)) if isinstance(first, Rolled) else None
        return Explanation(
            number,
            self.named_at(at),
            entry,
            phases[-1].turn if phases else 0,
            [e.address for e in phases],
            [self.called(place) for place in around if isinstance(events[place], Called)],
            first if isinstance(first, came_in) else None,
            roll,
            self.decision(number, entry),
            [self.row(e, self.words_at(at)) for e in outcome if isinstance(e, RowUsed) and self.acts(e)],
            self.outcome(at, frames, outcome),
            self.rules(entry["at"], calls),
        )

    def last_die(self, number: int) -> int:
        """Give the last of the dice that were rolled together with one."""
        for event in self.replayed.events:
            if isinstance(event, Rolled | RolledOff) and event.entry >= number:
                return event.entry
        return number

    def frames(self, at: int) -> list[int]:
        """Give the places among the events at which the phases and calls began that an event lies in."""
        found: list[int] = []
        for place, event in enumerate(self.replayed.events[:at]):
            if isinstance(event, PhaseBegun | Called):
                found.append(place)
            elif isinstance(event, PhaseOver | Left) and found:
                found.pop()
        return found

    def called(self, place: int) -> Around:
        """Give a rule with what it is carried out on, as that was called when it began."""
        event = self.replayed.events[place]
        assert isinstance(event, Called)
        routine = self.game.built.program.routines.get(event.address)
        parameters = routine.parameters if routine else ()
        given = tuple((name, kind, one) for (name, kind), one in zip(parameters, event.arguments, strict=False))
        said = self.words_at(place).phrase(event.address, event.spoken)
        return Around(event.address, said, given, self.named_at(place))

    def roll(self, event: Rolled, number: int, wording: Wording) -> RollTold:
        """Give a roll with everything that went into it."""
        entries = self.entries_of_dice(event, number)
        node = self.thing(event.address)
        site = self.wording.program.site_at[event.address]
        moment = moment_of(self.game, list(self.replayed.record)[: number - len(entries) + 1], site.number)
        reckon = self.reckoner(site, moment, wording)
        written = {m.name.text: m for m in node.modifiers} if isinstance(node, nodes.Roll | nodes.Check) else {}
        modifiers = []
        for m in event.modifiers:
            said = written.get(m.address.rsplit(".", 1)[-1])
            words = wording.phrase(m.address, m.spoken)
            of = reckon(said.change, said.condition) if said is not None else ()
            modifiers.append(Weighed(m.address, words, m.applied, m.by, self.modifier_text(m.address), of))
        return RollTold(
            event.address,
            wording.phrase(event.address, event.spoken),
            int(entries[0]["of"]) if entries else 0,
            [int(entry["die"]) for entry in entries],
            event.natural,
            event.added,
            reckon(node.dice, node.shift) if isinstance(node, nodes.Roll | nodes.Check) else (),
            modifiers,
            event.total,
            self.needed(node, event.natural, reckon, moment) if isinstance(node, nodes.Check) else None,
            event.success,
        )

    def reckoner(self, site: Site, moment: Moment | None, wording: Wording) -> Callable[..., tuple[Reckoned, ...]]:
        """Give what works out parts of a rule as they were when its dice were thrown."""
        routine = self.game.built.program.routines.get(site.routine)
        rule = self.rule(site.routine)
        if moment is None:
            return lambda *parts: ()
        state = moment.after if routine is not None and routine.sort == "effect" else moment.before
        reckoning = Reckoning(self.game.built, wording, state)
        scope = ExpressionScope(site.routine, rule.module if rule else "", moment.values)

        def reckon(*parts: nodes.Node | None) -> tuple[Reckoned, ...]:
            return tuple(one for part in parts if part is not None for one in reckoning.parts(part, scope))

        return reckon

    def needed(
        self, node: nodes.Check, natural: int, reckon: Callable[..., tuple[Reckoned, ...]], moment: Moment | None
    ) -> Needed:
        """Give what decides a check: its condition, or what is said of the face that was rolled."""
        text = source_of(node.success.span).removeprefix("success when ")
        for face in node.naturals:
            if face.face.text == str(natural):
                text = source_of(face.span)
        return Needed(text, reckon(node.success), *self.that_do(moment))

    @staticmethod
    def that_do(moment: Moment | None) -> tuple[str, tuple[int, ...]]:
        """Give the faces of the dice that bring success, in words and as numbers."""
        if moment is None:
            return "", ()
        return moment.needed(), tuple(face for face, succeeds in moment.faces.items() if succeeds)

    def entries_of_dice(self, event: Rolled, number: int) -> list[Entry]:
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

    def decision(self, number: int, entry: Entry) -> Decided | None:
        if "choice" not in entry:
            return None
        asked = self.questions.get(number)
        events = self.replayed.events
        at = next((i for i, e in enumerate(events) if isinstance(e, Chosen) and e.entry == number), len(events))
        kind = self.wording.program.site_at[entry["at"]].item
        answer, question = PossibleAnswer(None, entry["choice"], str(entry["choice"])), ""
        if at < len(events) and isinstance(event := events[at], Chosen):
            answer = PossibleAnswer(kind, event.answer, self.words_at(at).answer(event.address, event.answer))
            question = event.question
        if asked is None:
            return Decided(entry["by"], question or self.wording.question(entry["at"]), answer)
        others = tuple(other for other in asked.others if other.words != answer.words)
        return replace(asked, answer=answer, others=others)

    def acts(self, event: RowUsed) -> bool:
        return event.keys in self.game.built.program.acting_tables[event.table].cells

    def row(self, event: RowUsed, wording: Wording) -> WrittenRule:
        """Give a row that was applied."""
        table = self.thing(event.table)
        cell = self.game.built.program.acting_tables[event.table].cells[event.keys]
        routine = self.game.built.program.routines[cell]
        span = routine.span
        line, _ = span.file.position(span.start)
        source = table.shape.source if isinstance(table, Table) else None
        cites = [" ".join(part for part in (source.document, source.place) if part)] if source else []
        rulings = self.ruling_texts(tuple(table.shape.rulings)) if isinstance(table, Table) else {}
        given = fact_of(self.game.built.program, event).given
        said = [f"{name} {wording.value(kind, value)}" for name, kind, value in given]
        text = f"{', '.join(said)}: {source_of(span)}"
        return WrittenRule(event.address, span.file.path, line, text, cites, rulings, given)

    def outcome(self, at: int, frames: Sequence[Happening], events: Sequence[Happening]) -> list[Line]:
        """Say what came of an entry before the next was rolled or chosen; `at` is how many events came before."""
        narrative = Narrative(replace(self.named_at(at), state=list(self.game.start.state)), Secrecy(), follows=True)
        for earlier in self.replayed.events[:at]:
            if isinstance(earlier, Changed | ListChanged):
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

    def rules(self, address: str, calls: list[Called]) -> list[WrittenRule]:
        """Give the rule that rolled or asked, then those around it, the innermost first."""
        found = []
        element = self.elements.get(address)
        if element is not None and isinstance(element.thing, nodes.Node):
            found.append(self.written(address, element.thing, (), ()))
        for event in reversed(calls):
            rule = self.rule(event.address)
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
