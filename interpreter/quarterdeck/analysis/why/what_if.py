"""Suppose that a roll had shown another face: which would have brought success, and what it was rolled from.

In: a kept game, a place of chance, and the number of its entry. Out: for each face how the check would have gone, with
the state and the named values of that moment. The program itself says so: a copy of it has, before the throw, the
same instructions once for each face, and two functions beside it, called as a plugin's are, that learn of it. The copy
plays the record up to there, and nothing that it supposes is left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from quarterdeck.backends.python.play import play_module
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.engine.run.game import Context, RecordFaultError, play
from quarterdeck.engine.run.record import Entry
from quarterdeck.engine.run.views import view_of
from quarterdeck.engine.run.words import in_runs
from quarterdeck.language.declarations.types import BOOLEAN, ListType, Number
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form import values as val
from quarterdeck.program.form.instructions import Block, Instruction, Routine
from quarterdeck.program.form.program import Phase, Program
from quarterdeck.program.form.values import Value, truth, whole
from quarterdeck.program.form.walking import with_blocks
from quarterdeck.workspace.games.replay import NoMore, RecordEndedError
from quarterdeck.workspace.ruleset.seating import Game

MOST_FACES = 1000
FACE, FOUND = "#supposed", "#learned"


@dataclass
class Moment:
    """What was known when dice were thrown: both states, named values, and of each face whether it succeeds.

    `faces` is empty where nothing hangs on success, or where the dice have more faces than anybody would read.
    """

    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    faces: dict[int, bool] = field(default_factory=dict)
    context: Context | None = None
    """The context of the game, which stands at this moment."""

    def hidden_from(self, reader: int) -> frozenset[int]:
        """Give the places of the state that a reader may not know at this moment."""
        if self.context is None:
            return frozenset()
        known = (self.context.revealed, self.context.veils)
        return view_of(self.context.situation, self.before, reader, *known).blanked

    def needed(self) -> str:
        """Say which faces succeed, in few words; nothing where it is not known."""
        good = [face for face, succeeds in self.faces.items() if succeeds]
        if not self.faces:
            return ""
        if len(good) in (0, len(self.faces)):
            return "any face" if good else "no face"
        low, high = min(self.faces), max(self.faces)
        if good == list(range(low, good[-1] + 1)):
            return f"{good[-1]} or less" if good[-1] > low else str(low)
        if good == list(range(good[0], high + 1)):
            return f"{good[0]} or more" if good[0] < high else str(high)
        return in_runs(good, str)


def moment_of(game: Game, entries: list[Entry], site: int) -> Moment | None:
    """Give the moment at which the dice of a site were thrown, of which the first is the last of these entries.

    Nothing, where the throw is not in the program in a form that can be supposed.
    """
    return moment_before(game, entries, site, len(entries) - 1)


def moment_before(game: Game, entries: list[Entry], site: int, number: int) -> Moment | None:
    """Give the moment at which the dice of a site are thrown when the record holds so many entries.

    Nothing, where the throw is not in the program in a form that can be supposed.
    """
    found = Moment()
    supposing = _Supposing(game.built.optimised, site, found, number)
    program = supposing.program()
    if not supposing.places:
        return None
    start = game.start.copy()
    nothing = NoMore()
    deciders = dict.fromkeys(program.layout.things("Side"), nothing)
    supposing.context = Context(program, start, nothing, deciders, entries)
    with suppress(RecordEndedError, RulesFaultError):
        play(play_module(program), supposing.context)
    found.context = supposing.context
    return found if found.before else None


def faces_of_checks(game: Game, entries: list[Entry]) -> dict[int, dict[int, bool]]:
    """Return how each check of a record would have gone with every face, by the number of entries before its dice."""
    supposing = _SupposingEachCheck(game.built.optimised, -1, Moment(), -1)
    program, start, nothing = supposing.program(), game.start.copy(), NoMore()
    deciders = dict.fromkeys(program.layout.things("Side"), nothing)
    supposing.context = Context(program, start, nothing, deciders, entries)
    with suppress(RecordEndedError, RulesFaultError, RecordFaultError):
        play(play_module(program), supposing.context)
    return {number: moment.faces for number, moment in supposing.moments.items() if moment.faces}


@dataclass
class _Supposing:
    """Puts what is supposed before a throw; `number` is how many entries the record holds at the throw that is meant.

    `learning` holds, for each throw of the site that was found, what learns of the names that are known there.
    """

    of: Program
    site: int
    moment: Moment
    number: int
    context: Context | None = None
    learning: list[Callable[..., Any]] = field(default_factory=list)

    @property
    def places(self) -> int:
        """Give how many throws of the site were found."""
        return len(self.learning)

    def program(self) -> Program:
        """Give the program that supposes."""
        address = self.of.sites[self.site].routine
        if (routine := self.of.routines.get(address)) is not None:
            return self.supposing({address: self.in_routine(routine)}, {})
        return self.supposing({}, self.in_phases())

    def in_routine(self, routine: Routine) -> Routine:
        """Put what is supposed into a routine."""
        return routine.changed({"block": self.put_in(routine.block, tuple(name for name, _ in routine.parameters))})

    def in_phases(self) -> dict[str, Phase]:
        """Put what is supposed into the phases; a step is run where the block of its phase comes to it."""
        return {one.address: replace(one, block=self.put_in(one.block, ())) for one in self.of.turn.phases}

    def supposing(self, routines: Mapping[str, Routine], phases: Mapping[str, Phase]) -> Program:
        """Give the program with other routines and phases, and the functions that they call."""
        turn = self.of.turn
        beside: list[Callable[..., Any]] = [self.is_meant, self.learn_after, self.learn_face, *self.learning]
        return replace(
            self.of,
            routines={**self.of.routines, **routines},
            turn=replace(turn, nodes={**turn.nodes, **phases}) if phases else turn,
            hooked=[*self.of.hooked, *beside],
        )

    def supposes(self, draw: op.Draw) -> bool:
        """Tell whether what is supposed goes before a throw."""
        return draw.site == self.site

    # --- what is told by the program that supposes

    def is_meant(self, state: list[int]) -> bool:
        """Tell whether this is the throw that is meant."""
        return self.context is not None and self.context.at == self.number

    def learn_before(self, names: tuple[str, ...], state: list[int], *values: Any) -> int:
        """Learn what the state before is, and the values of the names that are known at a throw."""
        self.moment.before = list(state)
        self.moment.values = dict(zip(names, values, strict=True))
        return 0

    def learn_after(self, state: list[int]) -> int:
        """Learn what the state after is."""
        self.moment.after = list(state)
        return 0

    def learn_face(self, state: list[int], face: int, succeeds: int) -> int:
        """Learn how the check would have gone with a face."""
        self.moment.faces[face] = bool(succeeds)
        return 0

    # --- what is put into the program

    def put_in(self, block: Block, known: tuple[str, ...]) -> Block:
        """Give a block with what is supposed before each throw of the site; `known` are locals that have a value."""
        parts: list[Instruction] = []
        for place, one in enumerate(block):
            if isinstance(one, op.Draw) and self.supposes(one):
                parts += self.supposed(one, block[place + 1 :], known)
            inside = (*known, one.variable) if isinstance(one, op.Loop | op.Simultaneously) else known
            parts.append(with_blocks(one, partial(self.put_in, known=inside)))
            match one:
                case op.Assign(name=name) | op.Ask(name=name) | op.Draw(local=name):
                    known = (*known, name)
        return tuple(parts)

    def supposed(self, draw: op.Draw, behind: Block, known: tuple[str, ...]) -> Block:
        """Give what is done before a throw, if it is the one that is meant."""
        names = tuple(sorted({name for name in known if not name.startswith("#")}))
        self.learning.append(partial(self.learn_before, names))
        span = draw.span
        values = tuple(val.Local(val.ANY_WHOLE, name) for name in names)
        acts: list[Instruction] = [
            op.Assign(span, FOUND, self.call(2 + self.places, values)),
            op.Assign(span, FOUND, self.call(1, (), "after")),
            *self.face_by_face(draw, behind),
        ]
        return (op.Branch(span, ((self.call(0, ()), tuple(acts)),), ()),)

    def call(self, which: int, arguments: tuple[Value, ...], state: val.State = "before") -> Value:
        """Give a call of one of the functions beside the program."""
        return val.Hooked(val.ANY_WHOLE if which else BOOLEAN, len(self.of.hooked) + which, arguments, (), state)

    def face_by_face(self, draw: op.Draw, behind: Block) -> Iterator[Instruction]:
        """Give a loop over the faces that does what is done behind the throw, up to where success is known."""
        meanwhile: list[Instruction] = []
        for one in behind:
            if isinstance(one, op.Assign):
                meanwhile.append(one)
            elif isinstance(one, op.Modify):
                total = op.Assign(one.span, f"{one.roll}.total", one.value)
                meanwhile.append(
                    total if one.condition is None else op.Branch(one.span, ((one.condition, (total,)),), ())
                )
            else:
                break
        else:
            return
        if not isinstance(one, op.Branch) or not isinstance(draw.chance, val.Dice):
            return
        faces, natural = faces_of(draw.chance), val.Local(val.ANY_WHOLE, draw.local)
        if faces is None:
            return
        cases = tuple((condition, self.told(draw, natural, block)) for condition, block in one.cases)
        told = op.Branch(one.span, cases, self.told(draw, natural, one.otherwise))
        shown = op.Assign(draw.span, draw.local, val.Local(val.ANY_WHOLE, FACE))
        yield op.Loop(draw.span, FACE, faces, None, (shown, *meanwhile, told))

    def told(self, draw: op.Draw, natural: Value, block: Block) -> Block:
        """Give what is told of a face instead of what a block does."""
        for one in block:
            if isinstance(one, op.Rolled) and one.roll == draw.name and one.success is not None:
                succeeds = truth(one.success == truth(True))
                return (op.Assign(draw.span, FOUND, self.call(2, (natural, succeeds))),)
        return ()


@dataclass
class _SupposingEachCheck(_Supposing):
    """Puts what is supposed before all throws of dice, and keeps a moment for each of them."""

    moments: dict[int, Moment] = field(default_factory=dict)

    def program(self) -> Program:
        """Return the program that supposes."""
        routines = {address: self.in_routine(routine) for address, routine in self.of.routines.items()}
        return self.supposing(routines, self.in_phases())

    def supposes(self, draw: op.Draw) -> bool:
        """Tell whether what is supposed goes before a throw."""
        return isinstance(draw.chance, val.Dice)

    def is_meant(self, state: list[int]) -> bool:
        """Begin a moment for the throw."""
        if self.context is not None:
            self.moment = self.moments[self.context.at] = Moment()
        return True


def faces_of(dice: val.Dice) -> val.Range | None:
    """Give all that dice may show together; nothing where that is more than anybody would read."""
    one = dice.count == whole(1)
    most = Number(0, MOST_FACES)
    counted = dice.count if dice.pick == "sum" else dice.kept
    if dice.kept is not None:
        counted = val.Operation(most, "max", (whole(0), val.Operation(most, "min", (dice.kept, dice.count))))
    low = counted or whole(1)
    high = dice.sides if counted is None or one else val.Operation(most, "*", (counted, dice.sides))
    if dice.pick == "each":
        return None
    if isinstance(dice.sides, val.Constant) and dice.sides.number > MOST_FACES:
        return None
    bound = val.Operation(most, "min", (high, whole(MOST_FACES)))
    return val.Range(ListType(most, MOST_FACES), low, bound)
