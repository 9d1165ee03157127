"""The narrative of a game: what happened, line by line, in the words of the rules, as one side may read it.

In: the happenings of a trace, one after another. Out: `Line`s. A rule is named only where something comes of it: a
choice that is not what happens anyway, a roll, a row, a change. Where a thing stands and faces is for the map to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, assert_never

from quarterdeck.engine.run import happenings as hap
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import owner_of
from quarterdeck.engine.run.wording import Wording
from quarterdeck.language.declarations import types
from quarterdeck.program.form.world import WorldField, WorldKind

LineSort = Literal["turn", "phase", "act", "roll", "missed", "row", "changed", "told", "refused"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the number of its entry in the record (0: none), how deep it is, its sort and its text.

    Where something is secret, the lines of one side have no numbers: these would tell how many entries were made.
    `of` are the happenings that it tells,
    which only one who may know all is given.
    """

    number: int
    depth: int
    sort: LineSort
    text: str
    of: tuple[hap.Happening, ...] = ()


@dataclass
class Frame:
    """A phase, or a rule that is being carried out; `changes` are kept by thing and field until they are told."""

    event: hap.Called | hap.PhaseBegun
    open: bool = True
    depth: int = -1
    answers: list[str] = field(default_factory=list)
    chosen: list[hap.Chosen] = field(default_factory=list)
    number: int = 0
    spoken: bool = False
    changes: dict[tuple[int, str], hap.Changed | hap.ListChanged] = field(default_factory=dict)

    @property
    def silent(self) -> bool:
        """Tell whether what happens here is told under what is around it."""
        return not self.open


@dataclass
class Narrative:
    """Makes lines of events; `viewer` is a side, or -1 for one who may know all.

    With `follows` the situation is the narrative's own, and is kept as it is at each event.
    """

    situation: Situation
    secrecy: Secrecy
    viewer: int = -1
    follows: bool = False
    turn: int = 0
    frames: list[Frame] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Keep words, and the fields that the map shows; what things are called changes with what is told."""
        self.situation = replace(self.situation, names=dict(self.situation.names))
        self.program = self.situation.program
        self.wording = Wording(self.program, self.situation.names)
        self.placing = {
            known.address
            for kind in self.program.world.kinds.values()
            for known in kind.fields.values()
            if (known.mark and not isinstance(known.type, types.Deck)) or self.is_on_the_map(kind, known)
        } | {"Side.rank", "Game.over", "Game.winner", "Game.turn"}
        layout = self.program.layout  # what lies on top of a deck is told to those who look
        self.placing |= {part for deck in layout.decks.values() for part in deck if is_top(layout.types[part])}

    def is_on_the_map(self, kind: WorldKind, known: WorldField) -> bool:
        """Tell whether a field is where a thing on the map lies, or which way it heads.

        The game and its sides lie nowhere, and neither does a thing without a place: what they hold is told.
        """
        places = [one for one in kind.fields.values() if isinstance(placed(one.type), types.Place)]
        bare = placed(known.type)
        is_heading = isinstance(bare, types.EnumType) and bare.enum == self.program.world.board.directions
        return kind.name not in ("Game", "Side") and bool(places) and (known in places or is_heading)

    def lines(self, event: hap.Happening) -> Iterator[Line]:
        """Give what is to be said now that something has happened; one side is given no more than the words."""
        told = self.lines_with_happenings(event)
        return told if self.viewer < 0 else (replace(line, of=()) for line in told)

    def lines_with_happenings(self, event: hap.Happening) -> Iterator[Line]:
        """Give what is to be said with what it tells."""
        match event:
            case hap.PhaseBegun(turn=turn):
                yield from self.close_all()
                if turn != self.turn:
                    self.turn = turn
                    yield Line(0, 0, "turn", f"Turn {turn}", (event,))
                self.frames.append(Frame(event))
            case hap.Called():
                self.frames.append(Frame(event, self.is_told(event)))
            case hap.Left() | hap.PhaseOver():
                yield from self.close()
            case hap.Chosen():
                yield from self.chosen(event)
            case hap.Changed() | hap.ListChanged():
                if self.is_told_of(event.comes_into_play):  # what was there before, by the name that it had
                    yield from self.close_all()
                self.changed(event)
            case hap.Rolled() | hap.Drawn() | hap.RolledOff() | hap.RowUsed() | hap.Announced() | hap.Refused():
                yield from self.close_all()
                if self.frames:
                    self.frames[-1].spoken = True
                if (line := self.something(event)) is not None:
                    yield from self.headings()
                    yield self.line(*line, event)
            case _:
                assert_never(event)

    def phase_titles(self) -> list[str]:
        """Give the titles of the phases that are played now, the outermost first."""
        return [self.wording.title(one.event.address) for one in self.frames if isinstance(one.event, hap.PhaseBegun)]

    def number_of(self, event: hap.Happening) -> int:
        """Give the number of the entry that an event belongs to, as far as the viewer may know how many there are."""
        return 0 if self.secrecy and self.viewer >= 0 else event.entry

    def something(
        self,
        event: hap.Rolled | hap.Drawn | hap.RolledOff | hap.RowUsed | hap.Announced | hap.Refused,
    ) -> tuple[LineSort, str] | None:
        """Give the sort and the text of the line for a roll, a row, words told, a requirement that failed."""
        match event:
            case hap.Rolled(success=success):
                return "roll" if success is not False else "missed", self.roll(event)
            case hap.Drawn():
                return "roll", self.draw(event)
            case hap.RolledOff():
                return "roll", self.wording.roll_off(event)
            case hap.RowUsed():
                return ("row", self.row(event)) if event.routine and self.may_read(event.table) else None
            case hap.Announced(text=text):
                return "told", text
            case hap.Refused():
                return "refused", f"not done: {self.refusal(event)}"
        assert_never(event)

    def may_read(self, table: str) -> bool:
        """Tell whether the viewer may know which row of a table was taken."""
        return self.viewer < 0 or table not in self.secrecy.tables

    def said(self, event: hap.Called) -> str:
        """Name a rule with what it is carried out on, as far as the viewer may know that."""
        return self.wording.phrase(event.address, self.heard(event, event))

    def heard(
        self,
        event: hap.Called | hap.Rolled | hap.Drawn | hap.Modified,
        around: hap.Called | hap.PhaseBegun,
    ) -> tuple[Any, ...]:
        """Give what the expressions in some words came to, as far as the viewer may know that."""
        left_open = self.left_open(event.address, around)
        return tuple(None if place in left_open else value for place, value in enumerate(event.spoken))

    def left_open(self, address: str, around: hap.Called | hap.PhaseBegun) -> set[int]:
        """Give the places of those expressions in some words of which the viewer may not know what they come to."""
        if self.viewer < 0 or not (hearers := self.secrecy.words.get(address, ())):
            return set()
        owns = isinstance(around, hap.Called) and self.is_of_viewer(around)
        may_hear = {
            "all": True,
            "public": owns or not any(frame.event.address in self.secrecy.phases for frame in self.frames),
            "concerned": isinstance(around, hap.Called) and self.concerns_viewer(around),
            "owner": owns,
            "nobody": False,
        }
        return {place for place, hearer in enumerate(hearers) if not may_hear[hearer]}

    def is_told(self, event: hap.Called) -> bool:
        """Tell whether a rule is named when something comes of it: effects show by what they change."""
        routine = self.program.routines.get(event.address)
        if routine is None or routine.sort != "procedure":
            return False
        if event.address not in self.secrecy.routines or self.viewer < 0:
            return True
        return self.concerns_viewer(event)

    def concerns_viewer(self, event: hap.Called) -> bool:
        """Tell whether all things that a rule is carried out on are the viewer's own, or nobody's."""
        return all(self.may_know_of(thing) for thing in things_given(event))

    def is_of_viewer(self, event: hap.Called) -> bool:
        """Tell whether a rule is carried out on things, and all of these are the viewer's own."""
        things = things_given(event)
        return bool(things) and all(thing >= 0 and self.owner(thing) == self.viewer for thing in things)

    def owner(self, thing: int) -> int:
        """Give the side whose a thing is now; -1 where it is nobody's."""
        return owner_of(self.program, self.situation.state, thing, self.program.layout.kind_at(thing))

    def may_know_of(self, thing: int) -> bool:
        """Tell whether a thing is the viewer's own, or nobody's."""
        return thing < 0 or self.viewer < 0 or self.owner(thing) in (self.viewer, -1)

    # --- choices

    def chosen(self, event: hap.Chosen) -> Iterator[Line]:
        if not event.asked or event.usual or self.is_hidden(event.address, event.side) or not self.frames:
            return
        if self.program.site_at[event.address].orders:
            return
        frame = self.frames[-1]
        said = self.wording.answer(event)
        for outer in self.frames[:-1]:  # what changed around this was before it
            yield from self.close_changes(outer)
        if frame.silent or isinstance(frame.event, hap.PhaseBegun):
            yield from self.close_changes(frame)
            yield from self.headings()
            yield self.line("act", f"{self.asked(frame, event)} {said}", event)
            return
        frame.answers.append(said)
        frame.chosen.append(event)
        frame.number = self.number_of(event)
        frame.spoken = True

    def is_hidden(self, choice: str, side: int) -> bool:
        """Tell whether the viewer may not know what a side chooses now."""
        if self.viewer in (-1, side):
            return False
        return choice in self.secrecy.choices or any(f.event.address in self.secrecy.phases for f in self.frames)

    def asked(self, frame: Frame, event: hap.Chosen) -> str:
        """Give what a side was asked, if the viewer may know all of it."""
        is_open = event.side == self.viewer or not self.left_open(event.address, frame.event)
        return (event.question if is_open else "") or self.wording.question(event.address)

    def close(self) -> Iterator[Line]:
        """Say what is still to be said of the innermost phase or rule, and leave it."""
        if self.frames:
            if self.frames[-1].answers:
                yield from self.headings()
            yield from self.close_changes(self.frames[-1])
            self.frames.pop()

    def close_all(self) -> Iterator[Line]:
        """Say what has changed so far, before something else happens."""
        for frame in self.frames:
            yield from self.close_changes(frame)

    # --- headings

    def headings(self, last: Frame | None = None) -> Iterator[Line]:
        """Name the phase and the rule in which something is to be told, as far as they were not named yet."""
        depth = 0
        last = last or self.told_frame()
        for frame in self.frames:
            innermost = frame is last
            if isinstance(frame.event, hap.PhaseBegun):
                if frame.depth < 0:
                    frame.depth = depth
                    yield Line(0, depth, "phase", self.wording.title(frame.event.address), (frame.event,))
            elif frame.answers or (innermost and frame.depth < 0 and frame.open):
                text = self.said(frame.event)
                text = capital(text) if frame.depth < 0 else f"then {text}"
                frame.depth = depth if frame.depth < 0 else frame.depth
                told = ": ".join([text, *self.answered(frame)])
                yield Line(frame.number, frame.depth, "act", told, (frame.event, *frame.chosen))
                frame.answers.clear()
                frame.chosen.clear()
            if frame.depth >= 0:
                depth = frame.depth + 1
            if innermost:
                return

    @staticmethod
    def answered(frame: Frame) -> list[str]:
        return [", ".join(frame.answers)] if frame.answers else []

    def told_frame(self) -> Frame | None:
        """Give the innermost frame that is named."""
        return next((frame for frame in reversed(self.frames) if frame.open), None)

    def line(self, sort: LineSort, text: str, event: hap.Happening) -> Line:
        """Give a line under the innermost heading."""
        depth = next((frame.depth + 1 for frame in reversed(self.frames) if frame.depth >= 0), 0)
        return Line(self.number_of(event), depth, sort, text, (event,))

    # --- rolls and rows

    def roll(self, event: hap.Rolled) -> str:
        if self.viewer >= 0 and event.address in self.secrecy.rolls:
            return f"{self.wording.phrase(event.address)}: rolled in secret"
        routine = self.program.site_at[event.address].routine
        if self.viewer >= 0 and routine in self.secrecy.routines and not all(f.open for f in self.frames[-1:]):
            return f"{self.wording.dice(event.address)} shows {event.natural}"
        if self.viewer >= 0 and self.frames:
            around = self.frames[-1].event
            modifiers = tuple(replace(one, spoken=self.heard(one, around)) for one in event.modifiers)
            event = replace(event, spoken=self.heard(event, around), modifiers=modifiers)
        return self.wording.roll(event)

    def draw(self, event: hap.Drawn) -> str:
        """Say what was drawn or looked at, to those who may know it."""
        if self.frames:
            event = replace(event, spoken=self.heard(event, self.frames[-1].event))
        if event.by >= 0 and self.viewer not in (-1, event.by):
            return f"{self.wording.phrase(event.address, event.spoken)}: seen by {self.wording.name(event.by)} alone"
        return self.wording.draw(event)

    def row(self, event: hap.RowUsed) -> str:
        return f"{self.wording.title(event.table)}, row {event.address.removeprefix(f'{event.table}.')}"

    def refusal(self, event: hap.Refused) -> str:
        """Give the reason why something was not done, if the viewer may know all of it."""
        is_open = bool(self.frames) and not self.left_open(event.address, self.frames[-1].event)
        return (event.reason if is_open else "") or self.wording.spoken(event.address)

    # --- changes

    def changed(self, event: hap.Changed | hap.ListChanged) -> None:
        """Keep a change until it is told, if it is one to tell."""
        if self.follows:
            event.put_into(self.situation.state)
        known, thing = event.address, event.thing
        if isinstance(event, hap.Changed) and not event.field:
            self.came_or_went(event)
            return
        if self.frames and self.is_new(thing):
            self.keep(event)
            return
        if known in self.placing or thing not in self.situation.names or not self.frames:
            return
        seen_by = self.secrecy.fields.get(known, "all") if self.viewer >= 0 else "all"
        if seen_by != "all" and not (seen_by == "owner" and self.may_know_of(thing)):
            return
        self.keep(event)

    def came_or_went(self, event: hap.Changed) -> None:
        """Keep that a thing came into play or left it, where everybody may know all that it is."""
        if event.after:
            self.situation.names.pop(event.thing, None)  # it stands in the place of another, and not under its name
        if self.frames and not self.secrecy.fields:
            self.teller().changes[event.thing, ""] = event

    def is_told_of(self, thing: int) -> bool:
        """Tell whether something of a thing is still to be told."""
        return any(thing == changed for frame in self.frames for changed, _ in frame.changes)

    def is_new(self, thing: int) -> bool:
        """Tell whether it is still to be told that a thing came into play."""
        came = self.teller().changes.get((thing, ""))
        return came is not None and bool(came.after)

    def keep(self, event: hap.Changed | hap.ListChanged) -> None:
        """Keep a change, together with what has changed of the same field since something was said."""
        changes = self.teller().changes
        first = changes.get((event.thing, event.field), event)
        changes[event.thing, event.field] = replace(event, before=first.before)  # type: ignore[arg-type]  # of one field

    def teller(self) -> Frame:
        """Give the frame that tells a change: the innermost in which something was said, else the outermost rule."""
        frames = [frame for frame in self.frames if frame.open and isinstance(frame.event, hap.Called)]
        return next((frame for frame in reversed(frames) if frame.spoken), next(iter(frames), self.frames[-1]))

    def close_changes(self, frame: Frame) -> Iterator[Line]:
        """Say what changed in a rule since something was said."""
        if not frame.changes:
            return
        said: dict[int, list[hap.Changed | hap.ListChanged]] = {}
        for (thing, _), change in frame.changes.items():
            is_past = isinstance(change, hap.Changed) and change.after == 0 and change.type == types.BOOLEAN
            if (thing, "") in frame.changes or (change.before != change.after and not is_past):
                said.setdefault(thing, []).append(change)
        frame.changes.clear()
        if said:
            frame.spoken = True
            yield from self.headings(frame)
        for thing, changes in said.items():
            number = max(map(self.number_of, changes))  # of what brought it about, and not of what comes next
            if not changes[0].field:
                text = self.wording.changed(changes[0]) + (self.beginning(thing) if changes[0].after else "")
            else:
                text = ", ".join(map(self.wording.changed, changes))
            yield Line(number, frame.depth + 1, "changed", f"{self.wording.name(thing)}: {text}", tuple(changes))

    def beginning(self, thing: int) -> str:
        """Say with what a thing came into play, where the state is known of that moment."""
        said = self.wording.described(thing, self.situation.state) if self.follows else []
        return f" with {', '.join(said)}" if said else ""


def things_given(event: hap.Called) -> list[int]:
    """Give the things that a rule is carried out on."""
    return [int(value) for _, kind, value in event.given if isinstance(kind, types.Thing)]


def placed(kind: types.Type) -> types.Type:
    """Give the type of what a field holds, or its list does: where something lies, or what else."""
    return types.without_none(kind.item if isinstance(kind, types.ListType) else kind)


def is_top(kind: types.Type) -> bool:
    """Tell whether a part of a deck is a place on top of it, and not how many there are of a member."""
    return isinstance(kind, types.EnumType)


def capital(text: str) -> str:
    """Begin a line with a capital letter."""
    return text[:1].upper() + text[1:]


def all_lines(narrative: Narrative, events: Iterable[hap.Happening]) -> list[Line]:
    """Give the whole narrative of what happened."""
    return [line for event in events for line in narrative.lines(event)]
