"""Phase by phase: a side is shown, asked and told the same in all states that differ only in what it may not know.

A game is played once. Where each phase begins, the other sides' secrets are replaced by others, one field at a time and
all together, and the phase is played from the true state and from that one, with the same dice. The side must notice
the same in both, unless the rules make the difference public: then other dice are thrown in the open, or what the side
may see is different when the phase is over. Every phase must have been compared so. A game joins by being listed.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry import hexes
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, open_game
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import hidden_fields, owner_of
from quarterdeck.language.declarations import types
from quarterdeck.workspace.pipeline.build import Built
from tests.engine.run import watching
from tests.engine.run.watching import Noting, Watching

pytestmark = pytest.mark.no_cover

DRAWN_IN = 2  # the turn in which the map is compared as well


@dataclass(frozen=True)
class Listed:
    """A game with secrets: where and under which options it has them, and for how many turns it is watched.

    `opens` are phases that lay all secrets open, so that none can stay one.
    """

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...] = ()
    turns: int = 3
    opens: frozenset[str] = frozenset()


SAILS = frozenset({"Ship.plot", "Ship.plotted_hex", "Ship.plotted_heading", "Broadside.aim", "Broadside.ordered_shot"})
LEGS = frozenset({"Ship.first_leg", "Ship.first_turn", "Ship.second_leg", "Ship.second_turn"})
COURSES = LEGS | {"Ship.plotted_way", "Ship.plotted_turns"}
GAMES = {
    "ships_and_sails": Listed("ships_and_sails", "one_of_each", turns=4),
    "quickfire": Listed("quickfire", "coronel", turns=2),
    "fear_god": Listed("fear_god", "coronel", turns=1, opens=frozenset({"turn.movement"})),
    "easyships": Listed("easyships", "denmark_strait", (("hidden_damage", "yes"),), turns=2),
}


@dataclass(frozen=True)
class Moment:
    """A phase that is about to begin."""

    phase: str
    turn: int
    state: list[int]
    revealed: dict[tuple[str, int], tuple[int, ...]]


@cache
def opened(name: str) -> tuple[Built, Situation]:
    findings, listed = Findings(), GAMES[name]
    made = Ruleset.open(listed.game).scenario(listed.scenario, findings, dict(listed.options))
    assert not findings
    return made


def sides_of(situation: Situation) -> list[int]:
    return [side for side in situation.program.layout.things("Side") if situation.state[side]]


@cache
def moments(name: str) -> list[Moment]:
    """Play the first turns, and give each phase with the state that it begins in."""
    built, start = opened(name)
    situation, layout = start.copy(), built.program.layout
    dice = SeededDice(5, [site.address for site in built.program.sites])
    deciders = {side: WeighingDecider(side) for side in sides_of(start)}
    context, module = Context(built.program, situation, dice, deciders), built.module()
    game, state = layout.arrays["Game"].base, situation.state
    turn, over = game + layout.offsets["Game.turn"], game + layout.offsets["Game.over"]
    open_game(module, context)
    found = []
    while state[turn] <= GAMES[name].turns and not state[over]:
        dice.new_turn(state[turn])
        for phase in built.program.turn.phases:
            if not state[over]:
                found.append(Moment(phase.address, state[turn], list(state), dict(context.revealed)))
                module.phase(phase.address)(context, state)
        state[turn] += 1
    return found


def noticed(name: str, moment: Moment, state: list[int], watcher: int) -> tuple[list[Any], Any]:
    """Play one phase; give what the side notices of it, and what is public: the dice thrown, and what may be seen."""
    built, start = opened(name)
    situation = start.copy()
    situation.state = list(state)
    dice = SeededDice(9, [site.address for site in built.program.sites])
    dice.new_turn(moment.turn)
    context = Watching(
        built.program,
        situation,
        dice,
        {},
        watcher=watcher,
        drawn_at=[phase.address for phase in built.program.turn.phases if moment.turn == DRAWN_IN],
        module=built.module(),
    )
    context.revealed = dict(moment.revealed)
    context.deciders = {side: Noting(context, RandomDecider(side)) for side in sides_of(start)}
    built.module(trace=True).phase(moment.phase)(context, situation.state)
    context.phase(moment.phase, situation.state)  # what is seen afterwards
    found = [seen for seen in context.noticed if seen[0] != "journal"]
    secret = {site.address for site in built.program.sites if site.secret}
    thrown = [(e["at"], e["for"]) for e in context.record if "die" in e and e["at"] not in secret]
    return found, (thrown, found[-1][2])


class Secrets:
    """Other values in what one side may not know."""

    def __init__(self, name: str, watcher: int, seed: int) -> None:
        self.built, self.start = opened(name)
        self.layout, self.watcher = self.built.program.layout, watcher
        self.draw = random.Random(seed)

    def fields(self) -> list[str]:
        return [address for address, _ in hidden_fields(self.built.program)]

    def changed(self, state: list[int], addresses: list[str]) -> list[int]:
        """Give the state with other values in some fields of all things that are not the watcher's."""
        found = list(state)
        seen_by = dict(hidden_fields(self.built.program))
        for address in addresses:
            kind = address.split(".")[0]
            for thing in self.layout.things(kind):
                own = seen_by[address] == "owner" and owner_of(self.built.program, state, thing, kind) == self.watcher
                if state[thing] and not own:
                    self.change(found, address, thing + self.layout.offsets[address])
        return found

    def change(self, state: list[int], address: str, slot: int) -> None:
        held = self.layout.types[address]
        if isinstance(held, types.ListType):
            length = self.draw.randint(0, min(3, self.layout.capacities[address]))
            values = [self.value(held.item, state, 0) for _ in range(length)]
            state[slot : slot + 1 + length] = [length, *values]
        else:
            state[slot] = self.value(held, state, state[slot])

    def value(self, held: types.Type, state: list[int], was: int) -> int:
        """Give another value of a type, or what it was where none is known."""
        bare = types.without_none(held)
        if bare is not held and self.draw.random() < 0.3:
            return -1
        match bare:
            case types.Boolean():
                return self.draw.randint(0, 1)
            case types.Number(low=low, high=high, step=step):
                return self.draw.randint(int(low * max(1, step)), int(high * max(1, step)))
            case types.EnumType(enum=enum):
                return self.draw.randrange(len(self.built.program.world.enums[enum].members))
            case types.Space():
                return hexes.offset(self.draw.randint(0, 11), self.draw.randint(0, 11))
        return was


@cache
def compared(name: str, watcher: int) -> list[tuple[str, str, bool]]:
    """Give each phase with the secret that was another, and whether that stayed a secret; what leaks is a failure."""
    found = []
    fields = Secrets(name, watcher, 0).fields()
    for number, moment in enumerate(moments(name)):
        true, seen = noticed(name, moment, moment.state, watcher)
        for addresses in [*([field] for field in fields), fields]:
            state = Secrets(name, watcher, number).changed(moment.state, addresses)
            if state == moment.state:
                continue
            what = addresses[0] if len(addresses) == 1 else "everything"
            try:
                other, other_seen = noticed(name, moment, state, watcher)
            except RulesFaultError:  # no such state can come about
                continue
            assert other[0] == true[0], f"turn {moment.turn}, {moment.phase}: {what} is seen as it begins"
            if other_seen == seen:
                differing = [one[:2] for one, two in zip(true, other, strict=False) if one != two]
                assert not differing, f"turn {moment.turn}, {moment.phase}: {what} is noticed: {differing[0]}"
                assert len(true) == len(other)
            found.append((moment.phase, what, other_seen == seen))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rank", [0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_no_phase_lets_a_side_notice_what_it_may_not_know(name, rank):
    built, start = opened(name)
    kept: Counter[tuple[str, str]] = Counter()
    for phase, what, stayed in compared(name, sides_of(start)[rank]):
        kept[phase, what] += stayed
    phases = {phase.address for phase in built.program.turn.phases}
    assert {phase for (phase, _), count in kept.items() if count} == phases - GAMES[name].opens


def test_what_is_secret_of_ships_and_sails_is_what_was_written_down():
    built, _ = opened("ships_and_sails")
    assert {address for address, _ in hidden_fields(built.program)} == SAILS


def test_what_is_secret_of_quickfire_is_where_ships_are_to_go():
    built, _ = opened("quickfire")
    assert {address for address, _ in hidden_fields(built.program)} == COURSES


@pytest.mark.parametrize("rank", [0, 1])
def test_no_order_is_noticed_before_it_is_carried_out(rank):
    """While orders are written, and in every phase that does not act on them, all of them stay secret."""
    _, start = opened("ships_and_sails")
    kept = {
        (phase, what): stayed for phase, what, stayed in compared("ships_and_sails", sides_of(start)[rank]) if stayed
    }
    for phase in ("turn.weather", "turn.losses", "turn.victory", "turn.orders"):
        assert {what for at, what in kept if at == phase} == {*SAILS, "everything"}
    assert {"Broadside.aim", "Broadside.ordered_shot"} <= {what for at, what in kept if at == "turn.movement"}
    assert {"Ship.plot", "Ship.plotted_hex", "Ship.plotted_heading"} <= {
        what for at, what in kept if at == "turn.battle"
    }


def test_an_account_that_told_too_much_would_be_noticed(monkeypatch):
    monkeypatch.setattr(watching, "known_secrecy", lambda program: Secrecy())
    _, start = opened("ships_and_sails")
    with pytest.raises(AssertionError, match=r"turn 1, turn\.(battle|orders): .* is noticed"):
        compared.__wrapped__("ships_and_sails", sides_of(start)[0])
