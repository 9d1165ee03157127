"""Play one game: generated functions ask a context for dice, decisions and words; everything that comes in is recorded.

In: a program with its printed functions, a situation, dice, and a decider for each side. Out: the end state, the
winner, and the record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import compress
from operator import ne
from typing import Any, ParamSpec, TypeVar

from quarterdeck.backends.python.asking import PendingChoice, PendingRollOff, forced_default
from quarterdeck.backends.python.faults import outermost_place
from quarterdeck.backends.python.module import PrintedModule
from quarterdeck.backends.python.runtime import RulesFaultError, highest_items, thrown_together
from quarterdeck.base.bounds import MOST_TIES, MOST_TURNS
from quarterdeck.base.errors import UserError
from quarterdeck.engine.run.dice import AskedDice, DiceSource, LotCounts, ScriptedDice, SeededDice
from quarterdeck.engine.run.onlooker import Onlooker
from quarterdeck.engine.run.questions import Decider, Question
from quarterdeck.engine.run.record import Entry, GameRecord, line_of, worded_entry
from quarterdeck.engine.run.simultaneous import SimultaneousSides
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import veils_of, view_of
from quarterdeck.engine.run.words import NONE, STOP, words_of
from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.types import Type
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.values import Picked

P = ParamSpec("P")
R = TypeVar("R")


class SetUpFaultError(RulesFaultError):
    """A scenario's set-up does not meet a requirement; nothing has been played."""

    hint = "change the scenario, or choose other options"


class RecordFaultError(UserError):
    """A record does not fit the rules; the argument is the message for the user."""


@dataclass
class Context:
    """What generated functions ask."""

    program: Program
    situation: Situation
    dice: DiceSource
    deciders: Mapping[int, Decider]
    recorded: list[Entry] = field(default_factory=list)
    on_entry: Callable[[Entry], None] | None = None
    """Learns of each entry, of those that are played again as well."""
    told: list[str] = field(default_factory=list)
    revealed: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)
    """What was revealed last, for each field and thing, as it is stored."""
    reveals: list[tuple[str, int]] = field(default_factory=list)
    """Which field of which thing was revealed, in order."""
    asked: list[tuple[int, int]] = field(default_factory=list)
    asks_always: bool = False  # also where there is only one answer
    opening: bool = False
    """Whether the set-up of a scenario is being carried out."""
    simultaneous_sides: SimultaneousSides | None = None
    """While sides decide in secret: what those before this one have done."""
    known: list[dict[Any, Any]] | None = None
    """While effects wait: values of definitions by their numbers and inputs."""
    memos: dict[int, tuple[list[list[int]], dict[Any, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin the record."""
        self.record = GameRecord(self.program, self.situation)
        self.known_as = self.record.known_as
        self.throw = self.telling_of(self.record.noting(self.follow_or_throw if self.recorded else self.dice.throw))
        """Rolls one die and records it."""
        self.several = self.dice.several if isinstance(self.dice, AskedDice) else None
        """Tells who throws real dice how many are thrown together."""
        self.note_draw = self.telling_of(self.record.note_draw)
        self.note_choice = self.telling_of(self.record.note_choice)
        self.all_sides = self.program.layout.things("Side")
        self.veils = veils_of(self.program)
        self.onlookers = {
            side: Onlooker(self.situation, side, self.veils, self.revealed, self.reveals) for side in self.all_sides
        }
        # Scripts must know of questions that are answered without them: by the record, or for want of another answer.
        # (To ask whether a decider is a `Follower` takes longer than all else here.)
        self.followers = {side: follow for side, d in self.deciders.items() if (follow := getattr(d, "follow", None))}

    @property
    def at(self) -> int:
        """How many entries the record holds."""
        return len(self.record.lines)

    def telling_of(self, note: Callable[P, R]) -> Callable[P, R]:
        """Let whoever wants to know learn of what is noted."""
        heard = self.on_entry
        if heard is None:
            return note

        def note_and_tell(*noted: P.args, **known: P.kwargs) -> R:
            found = note(*noted, **known)
            heard(self.record[-1])
            return found

        return note_and_tell

    # --- chance

    def follow_or_throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give the die that the record says comes next; behind its end, roll one."""
        if self.at >= len(self.recorded):
            return self.dice.throw(site, sides, subject)
        face = int(self.replayed(site, "die", f"roll a d{sides}"))
        if not 1 <= face <= sides:
            raise self.misfit(f"roll a d{sides}")
        self.dice_follow(site, subject)
        return face

    def draw(self, site: int, lots: LotCounts, subject: tuple[int, ...]) -> int:
        """Draw a lot of so many of each member of an enum: give the member's place, and record it."""
        kind = self.program.sites[site].item
        card = kind.item if isinstance(kind, types.ListType) else kind
        assert isinstance(card, types.EnumType)
        names = self.program.world.enums[card.enum].members
        if self.at < len(self.recorded):
            said = self.replayed(site, "drawn", "draw a card")
            if said not in names or not lots[names.index(said)]:
                raise self.misfit("have none left to draw")
            sort = names.index(said)
            self.dice_follow(site, subject)
        else:
            sort = self.dice.draw(site, lots, names, subject)
        self.note_draw(names[sort], sum(lots), site, subject)
        return sort

    def throw_several(self, site: int, count: int, sides: int, pick: Picked, subject: tuple[int, ...]) -> Any:
        """Roll several dice: the sum of all, the sum of the highest or lowest, or a list of what each shows."""
        if self.several is not None and self.at >= len(self.recorded):
            self.several(site, count)
        faces = [self.throw(site, sides, subject) for _ in range(count)]
        return thrown_together(faces, *((pick,) if isinstance(pick, str) else pick))

    def throw_pool(
        self,
        site: int,
        count: int,
        sides: int,
        steps: Sequence[tuple[str, Callable[[int], Any], int]],
        take: Callable[[int], None],
        subject: tuple[int, ...],
    ) -> tuple[int, ...]:
        """Roll a pool, do with each die what is to be done with it, and give what each counts, the highest first."""

        def throw(often: int) -> list[int]:
            if self.several is not None and self.at >= len(self.recorded):
                self.several(site, often)
            return [self.throw(site, sides, subject) for _ in range(often)]

        dice = throw(count)
        for how, value, cap in steps:
            if how == "counts":
                dice = [value(die) for die in dice]
                continue
            shown = dict(enumerate(dice))  # what was thrown last of each die that may be thrown again
            for _ in range(1 if how == "again" else cap - 1):
                places = [place for place, die in shown.items() if value(die)]
                take(len(places))
                faces = throw(len(places))
                if how == "adds":
                    shown = dict(enumerate(faces, len(dice)))
                    dice += faces
                    continue
                shown = dict(zip(places, faces, strict=True))
                for place, face in shown.items():
                    dice[place] = face if how == "again" else dice[place] + face
        return highest_items(dice, len(dice))

    def roll_off(self, rolling: PendingRollOff, before: list[int], after: list[int]) -> None:
        """Let each side roll into a field until no two are equal.

        Raises:
            RulesFaultError: again and again two are equal; there may be fewer totals than sides.
        """
        thrown = rolling.site, rolling.count, rolling.sides, rolling.pick
        present = [(number, side) for number, side in enumerate(self.all_sides) if before[side]]
        for _ in range(MOST_TIES):
            rolling.take(len(present) * rolling.count)
            totals = [self.throw_several(*thrown, (number,)) + rolling.plus for number, _ in present]
            if len(set(totals)) == len(totals):
                break
        else:
            place = self.program.sites[rolling.site]
            message = f"{place.address}: after {MOST_TIES:,} throws two sides still have the same total"
            raise RulesFaultError(message, place.span)
        for (_, side), total in zip(present, totals, strict=True):
            slot = side + rolling.offset
            before[slot] = after[slot] = total * rolling.steps

    def dice_follow(self, site: int, subject: tuple[int, ...]) -> None:
        """Let dice count what was recorded, so that they go on as if they had rolled it."""
        if isinstance(self.dice, SeededDice):
            self.dice.follow(site, subject)
        elif isinstance(self.dice, ScriptedDice):
            self.dice.used += 1

    # --- memos

    def memo(self, number: int, read: list[list[int]]) -> dict[Any, Any]:
        """Give the values of a definition that are known, if what it reads has not changed since."""
        found = self.memos.get(number)
        if found is None or found[0] != read:
            found = self.memos[number] = (read, {})
        if self.known is not None:
            self.known[number] = found[1]
        return found[1]

    # --- choice

    def choose(self, asking: PendingChoice) -> Any:
        """Ask a side, unless there is nothing to ask; record the answer."""
        site, side, options = asking.site, asking.side, asking.options
        if not options and (found := self.without_options(asking)) is not None:
            return found
        at, place = len(self.record.lines), self.program.sites[site]
        follows = at < len(self.recorded)
        alternatives = len(options) + asking.may_stop + asking.may_none
        if alternatives == 1 and not follows and not self.asks_always:
            answer = options[0] if options else NONE if asking.may_none else STOP
            if side in self.followers:
                self.followers[side](place.addresses, self.known_as.get(side, ""), alternatives)
            self.note_choice(answer, site, side)
            return answer
        asked = Question(
            place,
            asking,
            at,
            self.known_as.get(side, ""),
            look=partial(view_of, self.situation, asking.before, side, self.revealed, self.veils),
            weigh=partial(self.onlookers[side].look, asking.before, asking.watched),
            encode=self.record.encoded,
        )
        if alternatives > 1:
            self.asked.append((at, side))
        if follows:
            answer = self.decoded(asked, self.replayed(site, "choice", "ask for a choice"))
            if side in self.followers:
                self.followers[side](place.addresses, asked.by, alternatives)
            self.followed(asked)
        else:
            answer = self.deciders[side].decide(asked)
        self.note_choice(answer, site, side)
        return answer

    def without_options(self, asking: PendingChoice) -> int | None:
        """Give what is chosen where there are no options; nothing where the side has to be asked all the same.

        Raises:
            RulesFaultError: nothing may be chosen, and nothing may be left.
        """
        place = self.program.sites[asking.site]
        if not asking.refused and asking.may_none:
            return NONE
        if asking.may_stop and (place.several or not asking.refused):
            return STOP
        if asking.may_none or asking.may_stop:
            return None
        if asking.default is not None and (default := forced_default(asking.default(), place.item)) is not None:
            return int(default)
        raise RulesFaultError(f"{place.address}: no answer is allowed", place.span)

    def declines(self, site: int, side: int, anything: bool) -> bool:
        """Record, if there was anything, that a side chooses none of what it may not choose.

        False, and nothing is recorded, where the side has to be asked all the same.
        """
        if self.asks_always or (self.recorded and self.at < len(self.recorded)) or side in self.followers:
            return False
        if anything:
            self.note_choice(NONE, site, side)
        return True

    def followed(self, question: Question) -> None:
        """Learn that a question is answered by the record."""

    def decoded(self, question: Question, given: Any) -> Any:
        """Give the answer that a record means."""
        answer = question.meant(given)
        if answer is not None:
            return answer
        raise self.misfit("do not allow it")

    # --- the record

    def replayed(self, site: int, sort: str, deed: str) -> Any:
        """Give what the record says comes next; it must be of the same sort and address."""
        entry = self.recorded[self.at]
        known = self.program.sites[site]
        if sort not in entry or entry.get("at") not in known.addresses:
            raise self.misfit(f"{deed} at {known.address}")
        return entry[sort]

    def misfit(self, deed: str) -> RecordFaultError:
        """Say which line of a saved game does not fit, and what the rules do there."""
        entry = self.recorded[self.at]
        place = f" at {entry['at']}" if entry.get("at") else ""
        return RecordFaultError(f"{line_of(self.at)}: {worded_entry(entry)}{place}, where the rules {deed}")

    # --- order, words, ends

    def refused(self, requirement: str, reason: Callable[[], str]) -> None:
        """Learn that a procedure is not run; in a scenario's set-up that is the scenario's fault."""
        if self.opening:
            raise SetUpFaultError(f"the set-up cannot run: {reason()} ({requirement})")

    def sides(self, state: list[int]) -> list[int]:
        """Give the sides as declared."""
        return [side for side in self.all_sides if state[side]]

    def simultaneous(self, state: list[int], body: Callable[[list[int], int], None]) -> None:
        """Let every side decide from the same state; then open all together."""
        sides, outer = self.sides(state), self.simultaneous_sides
        simultaneous_sides = self.simultaneous_sides = SimultaneousSides(
            self.program.layout, state, self.situation.names, len(sides)
        )
        for side in sides:
            own = state[:]
            body(own, side)
            simultaneous_sides.open(own)
        self.simultaneous_sides = outer
        for place in (place for place, several in simultaneous_sides.counted.items() if several > 1):
            self.counted_together(state, simultaneous_sides.now, self.program.layout.field_at(place))
        for slot in list(compress(range(len(state)), map(ne, state, simultaneous_sides.now))):
            state[slot] = simultaneous_sides.now[slot]

    def counted_together(self, before: list[int], after: list[int], slots: range) -> None:
        """Learn what a field has become to which several sides have added in secret."""

    def word(self, kind: Type, value: Any) -> str:
        """Give a value as its players say it."""
        return words_of(self.program, self.situation.names, kind, value)

    def spoken(self, values: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
        """Give what the expressions of a phrase come to, if anybody listens: nothing."""
        return ()

    def turn_over(self, turn: int) -> None:
        """Learn that a turn has been played; 0 is the set-up."""

    def tell(self, text: str) -> None:
        """Tell all sides."""
        self.told.append(text)

    def reveal(self, known: str, thing: int, state: list[int]) -> None:
        """Let all know what a field holds now; until it is revealed again, this is what the others know of it."""
        layout = self.program.layout
        at = thing + layout.offsets[known]
        self.revealed[known, thing] = tuple(state[at : at + 1 + layout.capacities.get(known, 0)])
        self.reveals.append((known, thing))
        value: Any = state[at]
        if known in layout.capacities:
            value = state[at + 1 : at + 1 + state[at]]
        field_name = known.partition(".")[2]
        words = self.program.world.kinds[layout.kind_at(thing)].fields[field_name].words
        name = self.word(types.Thing(layout.kind_at(thing)), thing)
        self.tell(f"{name}: {words} {self.word(layout.types[known], value)}")


@dataclass(frozen=True)
class GameResult:
    """How a game ended: the winner as players call it and as a thing (empty, -1: none), the last turn, the state."""

    winner: str
    side: int
    turn: int
    state: list[int]
    record: GameRecord
    told: list[str]


def begin_next_turn(program: Program, state: list[int]) -> bool:
    """Count a turn that has been played; give false, and count nothing, if it was the last or the game is over."""
    base, offsets = program.layout.arrays["Game"].base, program.layout.offsets
    turn, limit = base + offsets["Game.turn"], base + offsets["Game.turn_limit"]
    if state[base + offsets["Game.over"]] or state[turn] >= (state[limit] or MOST_TURNS):
        return False
    state[turn] += 1
    return True


def play(module: PrintedModule, context: Context) -> GameResult:
    """Play from the context's situation to the end of the game, which may be that of its set-up, or its last turn."""
    program, state = context.program, context.situation.state
    base, offsets = program.layout.arrays["Game"].base, program.layout.offsets
    turn, over, winner = (base + offsets[f"Game.{name}"] for name in ("turn", "over", "winner"))
    phases = [module.phase(phase.address) for phase in program.turn.phases]
    open_game(module, context)
    context.turn_over(0)
    while not state[over]:
        context.dice.new_turn(state[turn])
        for phase in phases:
            phase(context, state)
            if state[over]:
                break
        context.turn_over(state[turn])
        if not begin_next_turn(program, state):
            break
    side = state[winner] if state[over] else -1
    name = context.situation.names.get(side, "") if side >= 0 else ""
    return GameResult(name, side, state[turn], state, context.record, context.told)


def open_game(module: PrintedModule, context: Context) -> None:
    """Carry out the set-up of a scenario, before the first turn.

    Raises:
        SetUpFaultError: a requirement of the set-up is not met.
    """
    opening, state = context.situation.opening, context.situation.state
    if opening:
        context.dice.new_turn(0)
        context.opening = True
        try:
            module.routine(opening)(context, state, state)
        except SetUpFaultError as error:
            error.args = (*error.args, outermost_place(error))
            raise
        context.opening = False
