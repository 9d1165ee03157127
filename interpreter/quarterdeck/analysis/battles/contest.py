"""One side of a series: a ruleset under settings, a scenario and its seats, ready to be fought any number of times.

In: `Terms`, which are plain and can be sent anywhere. Out: a `Contest`, compiled once, and an `Outcome` for each number
of a battle. What a battle brings hangs on the terms and its number, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any

from quarterdeck.analysis.battles.battle_record import Outcome, Points, Result
from quarterdeck.analysis.battles.executors import WorkersError
from quarterdeck.analysis.battles.watching import LookedAt, WatchingContext
from quarterdeck.backends.python.faults import told_with_rule
from quarterdeck.backends.python.runtime import RulesFaultError
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.plugin_decider import version_of
from quarterdeck.engine.deciders.scripted import ScriptFaultError
from quarterdeck.engine.deciders.seats import NAMES, SCRIPTS, NoSuchSeatError, seat
from quarterdeck.engine.run.dice import MASK, SeededDice, mixed
from quarterdeck.engine.run.game import GameResult, SetUpFaultError, play
from quarterdeck.engine.run.journal import JournalHeader, hashes_of
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.setup import set_up
from quarterdeck.engine.run.situation import Situation, nowhere
from quarterdeck.language.declarations import types
from quarterdeck.program.form import instructions as op
from quarterdeck.program.form.program import Program
from quarterdeck.program.form.summary import below
from quarterdeck.program.form.walking import instructions_in
from quarterdeck.workspace.database.snapshots import TurnCollector
from quarterdeck.workspace.games.opening import SEEDED
from quarterdeck.workspace.ruleset import seating
from quarterdeck.workspace.ruleset.cell_names import is_cell
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError
from quarterdeck.workspace.ruleset.seating import BOT, PERSON

SEED_BITS = 53
"""Seeds of battles have so many: every program that reads JSON can hold them."""


class OtherRulesError(WorkersError):
    """A worker has other rules; the argument is the message."""


def seed_of(seed: int, number: int) -> int:
    """Give the seed of a battle by that of its series and its number: any two series have other battles.

    >>> seed_of(1, 1), seed_of(1, 2), seed_of(2, 1)
    (8232782446381918, 6644604159053408, 7896392003899770)
    """
    return mixed(mixed(seed & MASK) ^ number) >> (64 - SEED_BITS)


@dataclass(frozen=True)
class Terms:
    """By what battles are fought: ruleset, scenario, settings, seats, and the seed of the series.

    `vary` are settings by name: options, constants, and cells of tables; `numbers` are numbers of the rules by name,
    with the values that they have instead. `rules` and `start` are the hashes that the ruleset must have and the
    situation at the start; empty where any will do.
    """

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...] = ()
    vary: tuple[tuple[str, str], ...] = ()
    sides: tuple[str, ...] = (BOT,)
    seed: int = 1
    rules: str = ""
    start: str = ""
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Identity:
    """What makes battles the same ones: hashes of rules and start, of scripts, who sits where, and the seed.

    `elements` and `things` have a short hash for each rule and each thing: they serve to say what has changed.
    """

    scenario: str
    seats: Mapping[str, str]
    seed: int
    rules: str
    start: str
    meaning: int
    elements: Mapping[str, str]
    things: Mapping[str, str]
    scripts: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Contest:
    """A game set up, that can be fought by the number of the battle."""

    terms: Terms
    game: seating.Game
    seats: dict[str, str]
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def open(cls, terms: Terms, ruleset: Ruleset | None = None) -> Contest:
        """Build the ruleset and set the scenario up; numbers that the terms change are changed here.

        Raises:
            NotFoundError: there is no such ruleset or variant.
            NoSuchNumberError: a number that is to be another is not there.
            ValueRefusedError: a number cannot have its value.
            RefusedError: the ruleset or the scenario has findings, or a setting or script does not fit.
            OpeningError: nobody of that name can sit there, or the sides do not fit.
        """
        ruleset = ruleset or Ruleset.open(terms.game)
        ruleset.refuse_faults()
        if terms.numbers:
            from quarterdeck.workspace.alterations.altered_ruleset import varied  # with all that types and lowers

            ruleset = varied(ruleset, dict(terms.numbers))
        game = game_by(terms, ruleset)
        seats = seating.seats_for(game, terms.sides, (BOT,))
        if PERSON in seats.values():
            raise OpeningError("series are played by bots and scripts; a person plays one battle with `play`")
        seating.check_scripts(game, seats)
        contest = cls(terms, game, seats)
        contest.deciders(1)
        return contest

    @cached_property
    def identity(self) -> Identity:
        """Give what makes the battles of this contest the same ones."""
        scripts = {name: content_of(Path(name)) for name in self.seats.values() if Path(name).suffix in SCRIPTS}
        for name in {*self.seats.values()} - {*NAMES, *scripts}:
            scripts[name] = version_of(name)
        hashes = hashes_of(self.game.built.checked.declared, self.game.start, self.game.ruleset.played_by)
        return Identity(self.terms.scenario, self.seats, self.terms.seed, **hashes, scripts=scripts)

    @cached_property
    def sides(self) -> dict[str, int]:
        """Give the sides that take part by name, in the order of the scenario."""
        return seating.sides_of(self.game)

    @property
    def titles(self) -> dict[str, str]:
        """Give what players call each side."""
        return {name: self.game.start.names[side] for name, side in self.sides.items()}

    @cached_property
    def points(self) -> tuple[str, ...]:
        """Give the definitions by which the rules name a winner."""
        return definitions_of_points(self.game.built.program)

    @cached_property
    def looked_at(self) -> LookedAt:
        """Give what rules look at of things that can be lost."""
        return LookedAt(self.game.built.program)

    @cached_property
    def addresses(self) -> list[str]:
        """Give the address of each place where dice are rolled, by its number."""
        return [site.address for site in self.game.built.program.sites]

    def deciders(self, seed: int) -> dict[int, Decider]:
        """Seat somebody for each side, as `play` does for a seed.

        Raises:
            OpeningError: nobody of that name can sit there.
        """
        found: dict[int, Decider] = {}
        for rank, (name, side) in enumerate(self.sides.items()):
            try:
                found[side] = seat(self.seats[name], seed * 1000 + rank)
            except (NoSuchSeatError, ScriptFaultError) as error:
                raise OpeningError(str(error)) from None
        return found

    def fight(self, number: int) -> Outcome:
        """Fight the battle of a number.

        Raises:
            SetUpFaultError: the set-up cannot be carried out.
            PluginFaultError: a plugin broke its word.
        """
        return self.fought(number)[0]

    def fought(self, number: int, collector: TurnCollector | None = None) -> tuple[Outcome, list[str]]:
        """Fight the battle of a number; give its outcome and its record, and collect what is there after each turn.

        Raises:
            SetUpFaultError: the set-up cannot be carried out.
            PluginFaultError: a plugin broke its word.
        """
        seed = seed_of(self.terms.seed, number)
        built, fault, result = self.game.built, "", None
        with self.lock:  # what generated functions remember is one for the whole program
            dice = SeededDice(seed, self.addresses)
            start, seats = self.game.start.copy(), self.deciders(seed)
            context = WatchingContext(built.program, start, dice, seats, looked_at=self.looked_at, collector=collector)
            try:
                result = play(built.module(trace=True), context)
            except SetUpFaultError:
                raise
            except (RulesFaultError, ScriptFaultError) as error:
                fault = told_with_rule(error)
            return self.outcome(number, seed, context, result, fault), context.record.lines

    def journal_header(self, number: int) -> JournalHeader:
        """Give by what the battle of a number is played, as a journal says it.

        Raises:
            OpeningError: something is varied that a journal cannot say: a constant, or a cell of a table.
        """
        terms, known = self.terms, self.game.built.checked.declared.options
        if unsaid := [name for name, _ in terms.vary if name not in known]:
            raise OpeningError(f"a saved game stores its options, but not {unsaid[0]}; amend it instead")
        hashes = {name: getattr(self.identity, name) for name in ("rules", "start", "elements", "things", "meaning")}
        options = {**dict(terms.options), **dict(terms.vary)}
        seats, seed = dict(self.seats), seed_of(terms.seed, number)
        return JournalHeader(terms.game, terms.scenario, options, seats, seed, SEEDED, **hashes)

    def outcome(
        self, number: int, seed: int, context: WatchingContext, result: GameResult | None, fault: str
    ) -> Outcome:
        """Give what is kept of a battle that has been fought."""
        state = context.situation.state
        winner = self.game.start.known_as.get(result.side) if result is not None else None
        how: Result = "failed" if result is None else "won" if winner else "drawn"
        return Outcome(
            number,
            seed,
            how,
            winner,
            state[context.turn_at],
            context.ending,
            context.reason,
            context.at,
            context.strength,
            tuple(context.losses.values()),
            tuple(self.points_at_end(state)) if result is not None else (),
            fault,
        )

    def points_at_end(self, state: list[int]) -> list[Points]:
        """Give the points of each side."""
        program, module = self.game.built.program, self.game.built.module(trace=True)
        return [
            Points(name, address, points_given(program, address, module.definition(address), state, side))
            for address in self.points
            for name, side in self.sides.items()
        ]


def game_by(terms: Terms, ruleset: Ruleset) -> seating.Game:
    """Set up the game that terms mean.

    Raises:
        RefusedError: settings or the scenario do not fit.
    """
    findings = Findings()
    scenario, declared = ruleset.declared.scenarios[terms.scenario], ruleset.declared
    options, constants, cells = dict(terms.options), dict[str, Any](), dict[str, Any]()
    for name, value in terms.vary:
        kept = cells if is_cell(name) else constants if name in declared.constants else options
        kept[name] = value
    built = ruleset.built_for(scenario, findings, options, constants)
    rosters = ruleset.rosters(built)
    if cells:
        from quarterdeck.workspace.ruleset.cells import with_cells  # with all that types and lowers

        built = with_cells(built, cells, findings, nowhere)
    start: Situation = set_up(built.program, scenario, rosters, findings)
    findings.refuse()
    return seating.Game(ruleset, built, start)


def content_of(path: Path) -> str:
    """Give a hash of what a script says; empty where it cannot be read."""
    try:
        return blake2b(path.read_bytes(), digest_size=10).hexdigest()
    except OSError:
        return ""


def definitions_of_points(program: Program) -> tuple[str, ...]:
    """Give the definitions by which the rules name a winner: of one side, a number, asked by what ends the game."""
    parts = [(one.value, one.block) for one in program.routines.values()]
    parts += [(None, phase.block) for phase in program.turn.nodes.values()]
    ends = tuple(part for part in parts if any(isinstance(one, op.EndGame) for one in instructions_in(part[1])))
    found = [address for address in below(program, ends) if is_of_a_side(program, address)]
    asked = {address: below(program, program.routines[address].value).keys() for address in found}
    return tuple(
        address for address in found if not any(address in asked[other] for other in found if other != address)
    )


def is_of_a_side(program: Program, address: str) -> bool:
    """Tell whether an address is that of a definition that gives a number for a side."""
    routine = program.routines.get(address)
    if routine is None or routine.value is None or len(routine.parameters) != 1:
        return False
    ((_, kind),) = routine.parameters
    return isinstance(kind, types.Thing) and kind.kind == "Side" and isinstance(routine.value.type, types.Numeric)


def points_given(program: Program, address: str, define: Callable[..., Any], state: list[int], side: int) -> Fraction:
    """Give what such a definition comes to for a side, in units of the rules."""
    routine = program.routines[address]
    assert routine.value is not None
    value, kind = define(state, side), routine.value.type
    return value if isinstance(value, Fraction) else Fraction(value, kind.step if isinstance(kind, types.Number) else 1)
