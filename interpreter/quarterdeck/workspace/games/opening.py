"""Make a game ready to be played: a new one, or one that was saved.

In: what somebody asked for, or a journal. Out: a `Sitting`, or what somebody makes of a `SeatedGame` otherwise. What
cannot be meant is an `OpeningError` with the message for the user; what is wrong with the rules or the scenario are
findings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from quarterdeck.base.bounds import LONGEST_FACE
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import UnreadableError, read
from quarterdeck.engine.deciders.scripted import ScriptFaultError
from quarterdeck.engine.deciders.seats import NoSuchSeatError, seat
from quarterdeck.engine.run.dice import DiceSource, Face, ScriptedDice, SeededDice
from quarterdeck.engine.run.journal import (
    Journal,
    JournalHeader,
    RuleChange,
    Saved,
    differences,
    hashes_of,
    read_journal,
)
from quarterdeck.engine.run.journal_store import FileStore, JournalFaultError, JournalStore
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.secrecy import secrecy_of
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.language.declarations.addresses import former_addresses, present_address
from quarterdeck.workspace.games.game_files import Whereabouts, is_same_file, way_to_begin
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.scenario_names import OpeningError
from quarterdeck.workspace.ruleset.seating import (
    PERSON,
    Game,
    check_scripts,
    seats_for,
    set_up_game,
    sides_of,
)

SEEDED, ASKED = "seeded", "ask"


@dataclass(frozen=True)
class Wanted:
    """What somebody asked for."""

    scenario: str
    options: Mapping[str, str] = field(default_factory=dict)
    sides: Sequence[str] = ()
    seed: int = 1
    dice: str = SEEDED


@dataclass(frozen=True)
class SeatedGame:
    """A game with its header, who sits for each side by its name, and its dice, of which `thrown` are gone."""

    game: Game
    header: JournalHeader
    seats: Mapping[str, str]
    dice: str
    thrown: int = 0


S = TypeVar("S", bound=Sitting)
SitDown = Callable[[SeatedGame], S]
"""Makes a sitting of a seated game."""


def begin(game: Game, wanted: Wanted, default: Sequence[str], save: JournalStore | None, sit_down: SitDown[S]) -> S:
    """Make a new game ready, and begin its journal.

    Raises:
        OpeningError: what is wanted does not fit.
    """
    seats = seats_for(game, wanted.sides, default)
    hashes = hashes_of(game.ruleset.declared, game.start, game.ruleset.played_by)
    options = dict(wanted.options)
    name = game.ruleset.name
    path = None if save is None else save.path
    folder = "" if path is None else way_to_begin(path, name, [*seats.values(), wanted.dice])
    header = JournalHeader(name, wanted.scenario, options, seats, wanted.seed, wanted.dice, **hashes, folder=folder)
    sitting = sit_down(SeatedGame(game, header, seats, wanted.dice))
    if save is not None:
        sitting.journal = _journal(save, sitting.header)
    return sitting


def _journal(
    store: JournalStore, header: JournalHeader, saved: Saved | None = None, renewed: JournalHeader | None = None
) -> Journal:
    try:
        journal = Journal(store, header, saved)
        if renewed is not None:
            journal.renew(renewed)
        return journal
    except OSError as error:
        raise OpeningError(f"{store} cannot be written ({error.strerror})") from None
    except JournalFaultError as error:
        raise OpeningError(str(error)) from None


def read_saved(path: Path) -> Saved:
    """Read the journal in a file.

    Raises:
        OpeningError: it cannot be read.
    """
    try:
        return read_journal(FileStore(path))
    except JournalFaultError as error:
        raise OpeningError(str(error)) from None


def game_of(saved: Saved, path: Path | None, findings: Findings) -> Game:
    """Set up the game of a journal, which lies at a path if it is a file, with the rules as they are now.

    Raises:
        OpeningError: its scenario is gone.
        NotFoundError: its ruleset no longer exists.
    """
    ruleset = Ruleset.open(Whereabouts.of(path, saved.header).game(saved.header.game))
    findings.extend(ruleset.faults)
    if not findings and saved.header.scenario not in ruleset.declared.scenarios:
        raise OpeningError(f"{saved.header.game} no longer has the scenario {saved.header.scenario}")
    if findings:
        return Game(ruleset, None, None)  # type: ignore[arg-type]
    return set_up_game(ruleset, saved.header.scenario, saved.header.options, findings)


def changes_since(saved: Saved, game: Game) -> list[RuleChange]:
    """Give what has changed in the rules since a game was begun; other names are no change where rules say so."""
    declared, header = game.ruleset.declared, saved.header
    found = differences(header, hashes_of(declared, game.start, game.ruleset.played_by))
    former = former_addresses(declared) if found else {}
    names = {now: was for was, now in former.items() if was in header.elements or now not in header.elements}
    if not names:
        return found
    renamed = differences(header, hashes_of(declared, game.start, names=names))
    return min(found, [replace(one, name=present_address(one.name, former)) for one in renamed], key=len)


def header_now(header: JournalHeader, game: Game) -> JournalHeader:
    """Give the header of a game with the hashes of the rules as they are now."""
    return replace(header, **hashes_of(game.ruleset.declared, game.start, game.ruleset.played_by))


def resume(
    game: Game,
    saved: Saved,
    store: JournalStore,
    sit_down: SitDown[S],
    sides: Sequence[str] = (),
    dice: str | None = None,
    renewed: bool = False,
) -> S:
    """Make a saved game ready to go on, for this sitting with others at its seats or with other dice if that is wanted.

    A game that is `renewed` gets the hashes of the rules as they are now: it is known to go the same way by them.

    Raises:
        OpeningError: what is wanted does not fit.
    """
    header = header_now(saved.header, game) if renewed else saved.header
    where = Whereabouts.of(store.path, header)
    kept = {side: where.file(name) for side, name in header.seats.items()}
    seated = seats_for(game, sides, ()) if sides else kept
    was = where.file(header.dice)
    thrown = sum("die" in entry or "drawn" in entry for entry in saved.entries)
    others = dice is not None and not is_same_file(dice, was)
    sitting = sit_down(SeatedGame(game, header, seated, dice or was, thrown if others else 0))
    sitting.recorded = list(saved.entries)
    sitting.journal = _journal(store, sitting.header, saved, header if renewed else None)
    return sitting


def sitting_of(seated: SeatedGame, person: Callable[[], Decider] | None = None) -> Sitting:
    """Seat programs and scripts, and what stands for a person where there is such a thing; nobody looks on.

    Raises:
        OpeningError: nobody of a name can sit there, or there are no such dice.
        RefusedError: a script speaks of choices that there are none of.
    """
    check_seats(seated)
    deciders, dice = partial(deciders_for, seated, person), dice_for(seated)
    deciders()
    module, start = seated.game.built.module(trace=True), seated.game.start
    return Sitting(seated.header, module, start, secrecy_of(start.program), dice, deciders)


def live_sitting(seated: SeatedGame) -> Sitting:
    """Seat programs, scripts, and people whose answers come from outside: a `LiveGame` stops at their questions.

    Raises:
        OpeningError: nobody of a name can sit there, or there are no such dice.
        RefusedError: a script speaks of choices that there are none of.
    """
    from quarterdeck.engine.sitting.live_game import LiveSeat  # an extra brings what live games need

    return sitting_of(seated, LiveSeat)


def check_seats(seated: SeatedGame) -> None:
    """See that every side has a seat, and that scripts speak of choices that there are.

    Raises:
        OpeningError: a side has no seat, or a script cannot be read.
        RefusedError: a script speaks of others.
    """
    if missing := [name for name in sides_of(seated.game) if name not in seated.seats]:
        raise OpeningError(f"the saved game does not say who plays {missing[0]}: name the seats with --sides")
    check_scripts(seated.game, seated.seats)


def deciders_for(seated: SeatedGame, person: Callable[[], Decider] | None = None) -> dict[int, Decider]:
    """Seat a program, a script or a person for each side.

    Raises:
        OpeningError: nobody of a name can sit there.
    """
    found: dict[int, Decider] = {}
    for rank, (name, side) in enumerate(sides_of(seated.game).items()):
        who = seated.seats[name]
        if who == PERSON and person is not None:
            found[side] = person()
            continue
        try:
            found[side] = seat(who, seated.header.seed * 1000 + rank)
        except NoSuchSeatError as error:
            raise OpeningError(f"{error}, or `person`") from None
        except ScriptFaultError as error:
            raise OpeningError(str(error)) from None
    return found


def dice_for(seated: SeatedGame) -> Callable[[], DiceSource]:
    """Choose the dice: seeded, or from a file, of which the first is thrown after those that are gone.

    Raises:
        OpeningError: the file cannot be read, or holds something else.
    """
    sites = [site.address for site in seated.game.built.program.sites]
    if seated.dice == SEEDED:
        return lambda: SeededDice(seated.header.seed, sites)
    faces = faces_read_from(Path(seated.dice))
    return lambda: ScriptedDice(faces, -seated.thrown, sites)


def faces_read_from(path: Path) -> list[Face]:
    """Read dice: numbers, and names of what is drawn, with spaces between them, `#` before a remark.

    `hit:` before faces of a line says which roll they are for. Of a journal its dice and draws are taken, with their
    rolls.

    Raises:
        OpeningError: the file cannot be read, or holds something else.
    """
    if path.suffix == ".jsonl":
        entries = read_saved(path).entries
        return [
            Face(str(e["drawn"]) if "drawn" in e else int(e["die"]), str(e.get("at", "")))
            for e in entries
            if "die" in e or "drawn" in e
        ]
    try:
        text = read(path, str(path)).text
    except UnreadableError as error:
        raise OpeningError(f"--dice is `{SEEDED}`, `{ASKED}` or a file of faces, and {error}") from None
    faces = []
    for line in text.splitlines():
        at = ""
        for word in line.partition("#")[0].split():
            if word.endswith(":") and all(part.isidentifier() or part.isdecimal() for part in word[:-1].split(".")):
                at = word[:-1]
            elif is_face(word) or word.isidentifier():
                faces.append(Face(int(word) if word.isdecimal() else word, at))
            else:
                raise OpeningError(f"{path}: `{word}` is not a face of a die")
    return faces


def is_face(word: str) -> bool:
    """Tell whether a word is a number that a die may show."""
    return word.isdecimal() and len(word) <= LONGEST_FACE
