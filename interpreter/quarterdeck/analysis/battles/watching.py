"""Watch one battle for what is lost, and for what ends it, without a record of everything else.

In: what traced functions tell their context. Out: losses with the rules that were being carried out. What can be lost
are the things that a side has when the first phase begins; one is lost when a field that the board's `off` names
becomes yes, or when it is removed, and is so no longer if it comes back. Things that come into play later are not
counted. What led to a loss is the last change of what the rule that decided it looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from quarterdeck.analysis.battles.battle_record import Doing, LastChange, Loss
from quarterdeck.engine.run.game import Context
from quarterdeck.engine.run.trace import held_in_list
from quarterdeck.engine.run.views import owner_of
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.dataflow import CallGraph, Touched, called, fields_in, parts_in, reads_of
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.walking import walk
from quarterdeck.program.form.world import World
from quarterdeck.workspace.database.snapshots import TurnCollector

OVER = "Game.over"


def kinds_lost(world: World) -> dict[str, tuple[str, ...]]:
    """Give the kinds of which a side's things can be lost: each with the fields that say so."""
    off = world.board.off
    return {
        kind.name: tuple(address for address in off if address.startswith(f"{kind.name}."))
        for kind in world.kinds.values()
        if kind.owner
    }


def written_when_lost(world: World) -> frozenset[str]:
    """Give the addresses under which is written that something is lost; a kind and a dot: whether it is there."""
    kinds = kinds_lost(world)
    return frozenset(address for kind, fields in kinds.items() for address in (f"{kind}.", *fields))


class LookedAt:
    """Which fields of things that can be lost a rule or phase looks at; worked out once for a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        lost = written_when_lost(program.world)
        kinds = kinds_lost(program.world)
        self.fields = frozenset(
            address for address in program.layout.offsets if address.partition(".")[0] in kinds and address not in lost
        )
        self.known: dict[tuple[str, str, str], tuple[str, ...]] = {}

    @cached_property
    def calls(self) -> CallGraph:
        """Give what calls what, and reads what."""
        return CallGraph(self.program)

    def by(self, decides: str, takes: str, lost: str) -> tuple[str, ...]:
        """Give the addresses of the fields that a rule or phase looks at before a thing is lost, itself or by others.

        The rule that it calls for it `takes` the thing away, and writes so at an address: what is looked at behind that
        has decided nothing. Both are one where nothing is called.
        """
        key = decides, takes, lost
        if key not in self.known:
            parts = self.until(decides, lambda node: is_call_of(node, takes)) if takes != decides else set()
            parts = parts - {called(takes)} | self.until(takes, lambda node: is_writing(node, lost))
            reads = {field for part in parts_in(parts) for field in self.calls.read_through(part)}
            self.known[key] = tuple(sorted((reads | {*fields_in(parts)}) & self.fields))
        return self.known[key]

    def until(self, address: str, is_end: Callable[[object], bool]) -> set[Touched]:
        """Give what a rule or phase reads and calls in front of something that it does; all, where it never does that.

        What stands in several places has the last of them.
        """
        phase, routine = self.program.turn.nodes.get(address), self.program.routines.get(address)
        if phase is None and routine is None:
            return {called(address)}
        nodes = list(walk(phase.block if phase is not None else (routine.value, routine.block) if routine else ()))
        ends = [at for at, node in enumerate(nodes) if is_end(node)]
        return set(reads_of(nodes[: ends[-1]] if ends else nodes))


def is_call_of(node: object, address: str) -> bool:
    """Tell whether an instruction calls a rule, or lets the table act of which a row has an address."""
    match node:
        case op.Call(address=known):
            return known == address
        case op.CallRow(table=table):
            return address.startswith(f"{table}.")
    return False


def is_writing(node: object, address: str) -> bool:
    """Tell whether an instruction writes a field, or takes away a thing of a kind."""
    match node:
        case op.Store(field=known):
            return known == address
        case op.Remove(kind=kind):
            return address == f"{kind}."
    return False


@dataclass
class WatchingContext(Context):
    """A context for traced functions that keeps losses, and by which rule the battle ended, with its reason."""

    step: str = ""
    """The phase or step that is being played."""
    calls: list[str] = field(default_factory=list)
    looked_at: LookedAt = field(kw_only=True)
    written: dict[int, tuple[int, str, str, tuple[str, ...]]] = field(default_factory=dict)
    """For each place of a thing that can be lost the last writing: its number, the field, the step and the rules."""
    writings: int = 0
    had: dict[int, int] = field(default_factory=dict)
    """The things that can be lost, each with its side; filled when the first phase begins."""
    losses: dict[int, Loss] = field(default_factory=dict)
    ending: str = ""
    reason: str = ""
    hears_reason: bool = False
    """Whether the words that come next say why the battle ended."""
    has_begun: bool = False
    collector: TurnCollector | None = None
    """Keeps the end of each turn, where somebody wants to know it."""

    def __post_init__(self) -> None:
        """Find the places to watch."""
        super().__post_init__()
        world, layout = self.program.world, self.program.layout
        self.watched = written_when_lost(world) | {OVER}
        self.off = {
            kind: tuple(layout.offsets[address] for address in fields) for kind, fields in kinds_lost(world).items()
        }
        self.turn_at = layout.arrays["Game"].base + layout.offsets["Game.turn"]

    # --- what traced functions tell

    def phase(self, address: str, state: list[int]) -> None:
        """Learn that a phase or step begins."""
        if not self.has_begun:
            self.has_begun = True
            self.take_stock(state)
        self.step = address

    def phase_over(self, address: str, state: list[int]) -> None:
        """Learn that a phase or step is over."""
        self.step = self.program.turn.nodes[address].within
        self.hears_reason = False

    def enter(self, address: str, arguments: tuple[Any, ...], spoken: tuple[Any, ...]) -> None:
        """Learn that a routine begins."""
        self.calls.append(address)
        self.hears_reason = False

    def leave(self) -> None:
        """Learn that a routine is done."""
        self.calls.pop()
        self.hears_reason = False

    def stored(self, known: str, place: int, state: list[int], value: int) -> None:
        """Learn that a field is written."""
        if known in self.looked_at.fields:
            if list.__getitem__(state, place) != value:
                self.writings += 1
                self.written[place] = (self.writings, known, self.step, tuple(self.calls))
        elif known not in self.watched:
            return
        elif known == OVER:
            self.ending, self.reason, self.hears_reason = self.rule, "", True
        elif list.__getitem__(state, place) != value:
            self.is_lost_or_back(known, place, state, value)

    def listed(self, known: str, place: int, state: list[int], items: tuple[int, ...]) -> None:
        """Learn that a list is written."""
        if known in self.looked_at.fields and held_in_list(state, place) != items:
            self.writings += 1
            self.written[place] = (self.writings, known, self.step, tuple(self.calls))

    def turn_over(self, turn: int) -> None:
        """Keep what is there at the end of a turn, where somebody wants to know it."""
        if self.collector is not None:
            self.collector.turn_over(self.situation, turn, self.at)

    def created(self, kind: str, thing: int, state: list[int]) -> None:
        """Learn that a thing has come into play."""
        if self.collector is not None:
            self.collector.snapshots.nameless.add(thing)
        for known, offset in self.program.layout.fields_of(kind):
            if known in self.looked_at.fields:
                self.writings += 1
                self.written[thing + offset] = (self.writings, known, self.step, tuple(self.calls))

    def tell(self, text: str) -> None:
        """Tell all sides; behind the end of a battle these are its reason."""
        super().tell(text)
        if self.hears_reason:
            self.reason, self.hears_reason = text, False

    def rolled(
        self,
        site: int,
        natural: int,
        total: Fraction | int,
        changes: list[tuple[str, Fraction | int, bool, tuple[Any, ...]]],
        success: bool | None,
        spoken: tuple[Any, ...],
    ) -> None:
        """Need not know what a roll came to."""

    def drawn(self, site: int, what: Any, by: int, spoken: tuple[Any, ...]) -> None:
        """Need not know what was drawn."""

    def row(self, table: str, keys: tuple[int, ...]) -> None:
        """Need not know which row of an acting table is used: it is a routine."""

    # --- losses

    @property
    def rule(self) -> str:
        """Give the rule or phase that is being carried out."""
        return self.calls[-1] if self.calls else self.step

    def take_stock(self, state: list[int]) -> None:
        """Note the things of each side that are there."""
        for kind, offsets in self.off.items():
            for thing in self.program.layout.things(kind):
                if state[thing] and not any(state[thing + offset] for offset in offsets):
                    side = owner_of(self.program, state, thing, kind)
                    if side >= 0:
                        self.had[thing] = side

    def is_lost_or_back(self, known: str, place: int, state: list[int], value: int) -> None:
        """Note that a thing is lost, or forget it where it is there again."""
        kind, _, name = known.partition(".")
        thing = place - self.program.layout.offsets[known] if name else place
        if thing not in self.had:
            return
        if bool(value) == bool(name):
            if thing not in self.losses:
                self.losses[thing] = Loss(
                    self.side_called(self.had[thing]),
                    self.called(thing, kind),
                    list.__getitem__(state, self.turn_at),
                    known if name else "",
                    Doing(self.step, tuple(self.calls)),
                    self.last_change(thing, kind, known),
                )
        elif name and not any(state[thing + offset] for offset in self.off[kind] if thing + offset != place):
            self.losses.pop(thing, None)

    def last_change(self, thing: int, kind: str, known: str) -> LastChange | None:
        """Give the last change of what the rule that decides a loss looks at; what is in force now is not it."""
        here, offsets = tuple(self.calls), self.program.layout.offsets
        decides = here[-2] if len(here) > 1 else self.step
        fields = self.looked_at.by(decides, here[-1] if here else self.step, known)
        places = (thing + offsets[one] for one in fields if one.startswith(f"{kind}."))
        found = [self.written[place] for place in places if place in self.written and self.written[place][3] != here]
        if not found:
            return None
        _, known, step, calls = max(found)
        return LastChange(known, Doing(step, calls))

    def called(self, thing: int, kind: str) -> str:
        """Give what data call a thing, or its players where it came in by the set-up."""
        return self.known_as.get(thing) or self.word(types.Thing(kind), thing)

    def side_called(self, side: int) -> str:
        """Give the name of a side in the scenario."""
        return self.known_as[side]

    @property
    def strength(self) -> tuple[tuple[str, int], ...]:
        """Give for each side that takes part how many things it had that can be lost."""
        owners = list(self.had.values())
        sides = [side for side in self.all_sides if side in self.known_as]
        return tuple((self.side_called(side), owners.count(side)) for side in sides)
