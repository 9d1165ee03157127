"""Make a game ready to be played: a new one, or one that was kept.

In: what somebody asked for, or a journal. Out: a `Session`. What cannot be meant is an `OpeningError` with the message
for the user; what is wrong with the rules or the scenario are findings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from quarterdeck.apps.terminal.answer_figures import AnswerFigures
from quarterdeck.apps.terminal.game_files import Whereabouts, is_same_file, way_to_begin
from quarterdeck.apps.terminal.listeners import NOBODY, ListenerAtGame, Listening, NoListenerError, hearings
from quarterdeck.apps.terminal.person import PersonSeat
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.apps.terminal.session import Session
from quarterdeck.apps.terminal.typed_dice import TypedDice
from quarterdeck.base.bounds import LONGEST_FACE
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.text import UnreadableError, bytes_of
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.plugin_decider import is_plugged
from quarterdeck.engine.deciders.scripted import ScriptFaultError
from quarterdeck.engine.deciders.seats import NAMES, NoSuchSeatError, seat
from quarterdeck.engine.run.dice import AskedDice, DiceSource, ScriptedDice, SeededDice
from quarterdeck.engine.run.journal import (
    Journal,
    JournalHeader,
    RuleChange,
    Saved,
    differences,
    hashes_of,
    read_journal,
)
from quarterdeck.engine.run.journal_store import FileStore, JournalFaultError
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.secrecy import Secrecy, secrecy_of
from quarterdeck.engine.run.situation import Situation
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import (
    PERSON,
    Game,
    OpeningError,
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


def heard(
    start: Situation, header: JournalHeader, secrecy: Secrecy, listening: Listening, *, is_replayed: bool = False
) -> list[ListenerAtGame]:
    """Give plugins that listen to a game.

    Raises:
        OpeningError: nobody of a name listens.
        PluginFaultError: a plugin cannot be imported.
    """
    try:
        return hearings(listening, start, header, secrecy, is_replayed=is_replayed)
    except NoListenerError as error:
        raise OpeningError(str(error)) from None


def begin(
    game: Game,
    wanted: Wanted,
    default: Sequence[str],
    save: Path | None,
    screen: Screen,
    listening: Listening = NOBODY,
) -> Session:
    """Make a new game ready, and begin its journal.

    Raises:
        OpeningError: what is wanted does not fit.
    """
    seats = seats_for(game, wanted.sides, default)
    hashes = hashes_of(game.ruleset.declared, game.start, game.ruleset.played_by)
    options = dict(wanted.options)
    name = game.ruleset.name
    folder = way_to_begin(save, name, [*seats.values(), wanted.dice]) if save is not None else ""
    header = JournalHeader(name, wanted.scenario, options, seats, wanted.seed, wanted.dice, **hashes, folder=folder)
    session = session_for(game, header, screen, seats, wanted.dice)
    session.hearings = heard(session.start, header, session.secrecy, listening)
    if save is not None:
        try:
            session.journal = Journal(FileStore(save), header)
        except OSError as error:
            raise OpeningError(f"{save} cannot be written ({error.strerror})") from None
        except JournalFaultError as error:
            raise OpeningError(str(error)) from None
    return session


def read_saved(path: Path) -> Saved:
    """Read a journal.

    Raises:
        OpeningError: it cannot be read.
    """
    try:
        return read_journal(FileStore(path))
    except JournalFaultError as error:
        raise OpeningError(str(error)) from None


def game_of(saved: Saved, path: Path, findings: Findings) -> Game:
    """Set up the game of a journal that lies at a path, with the rules as they are now.

    Raises:
        OpeningError: its scenario is gone.
        NotFoundError: its ruleset is gone.
    """
    ruleset = Ruleset.open(Whereabouts.of(path, saved.header).game(saved.header.game))
    findings.extend(ruleset.faults)
    if not findings and saved.header.scenario not in ruleset.declared.scenarios:
        raise OpeningError(f"{saved.header.game} has no scenario {saved.header.scenario} any more")
    if findings:
        return Game(ruleset, None, None)  # type: ignore[arg-type]
    return set_up_game(ruleset, saved.header.scenario, saved.header.options, findings)


def changes_since(saved: Saved, game: Game) -> list[RuleChange]:
    """Give what has changed in the rules since a game was begun."""
    return differences(saved.header, hashes_of(game.ruleset.declared, game.start, game.ruleset.played_by))


def header_now(header: JournalHeader, game: Game) -> JournalHeader:
    """Give the header of a game with the hashes of the rules as they are now."""
    return replace(header, **hashes_of(game.ruleset.declared, game.start, game.ruleset.played_by))


def resume(
    game: Game,
    saved: Saved,
    path: Path,
    screen: Screen,
    sides: Sequence[str] = (),
    dice: str | None = None,
    renewed: bool = False,
    listening: Listening = NOBODY,
) -> Session:
    """Make a kept game ready to go on, for this sitting with others at its seats or with other dice if that is wanted.

    A game that is `renewed` gets the hashes of the rules as they are now: it is known to go the same way by them.

    Raises:
        OpeningError: what is wanted does not fit.
    """
    header = header_now(saved.header, game) if renewed else saved.header
    where = Whereabouts.of(path, header)
    kept = {side: where.file(name) for side, name in header.seats.items()}
    seated = seats_for(game, sides, ()) if sides else kept
    was = where.file(header.dice)
    thrown = sum("die" in entry or "drawn" in entry for entry in saved.entries)
    others = dice is not None and not is_same_file(dice, was)
    session = session_for(game, header, screen, seated, dice or was, thrown if others else 0)
    session.recorded = list(saved.entries)
    session.hearings = heard(session.start, header, session.secrecy, listening)
    try:
        session.journal = Journal(FileStore(path), saved.header, saved)
        if renewed:
            session.journal.renew(header)
    except JournalFaultError as error:
        raise OpeningError(str(error)) from None
    except OSError as error:
        raise OpeningError(f"{path} cannot be written ({error.strerror})") from None
    return session


def session_for(
    game: Game, header: JournalHeader, screen: Screen, seats: Mapping[str, str], dice: str, thrown: int = 0
) -> Session:
    """Seat everybody, and choose the dice, of which so many had been thrown before these came.

    Raises:
        OpeningError: nobody of that name can sit there, or there are no such dice.
        RefusedError: a script speaks of choices that there are none of.
    """
    sides = sides_of(game)
    if missing := [name for name in sides if name not in seats]:
        raise OpeningError(f"the game that was kept does not say who sits for {missing[0]}: name them with --sides")
    pieces = Pieces(game.start, game.built.module())
    secrecy = secrecy_of(game.built.program)
    check_scripts(game, seats)
    session = Session(
        header,
        game.built.module(trace=True),
        game.start,
        pieces,
        secrecy,
        screen,
        dice_for(game, header.seed, dice, thrown),
        people=[side for name, side in sides.items() if seats[name] == PERSON],
        loud={side for name, side in sides.items() if seats[name] not in NAMES and not is_plugged(seats[name])},
        typed_dice=dice == ASKED,
        figures=AnswerFigures(game.built),
    )
    session.new_deciders = lambda given: deciders_for(given, sides, seats)
    session.deciders = session.new_deciders(session)
    return session


def deciders_for(session: Session, sides: Mapping[str, int], seats: Mapping[str, str]) -> dict[int, Decider]:
    """Seat somebody for each side."""
    found: dict[int, Decider] = {}
    for rank, (name, side) in enumerate(sides.items()):
        if seats[name] == PERSON:
            found[side] = PersonSeat(session)
            continue
        try:
            found[side] = seat(seats[name], session.header.seed * 1000 + rank)
        except NoSuchSeatError as error:
            raise OpeningError(f"{error}, or `person`") from None
        except ScriptFaultError as error:
            raise OpeningError(str(error)) from None
    return found


def dice_for(game: Game, seed: int, dice: str, thrown: int = 0) -> Callable[[Session], DiceSource]:
    """Choose the dice: seeded, typed in, or from a file, of which the first is thrown after so many others.

    Raises:
        OpeningError: the file cannot be read, or holds something else.
    """
    sites = [site.address for site in game.built.program.sites]
    if dice == SEEDED:
        return lambda session: SeededDice(seed, sites)
    if dice == ASKED:
        return lambda session: typed_in(TypedDice(session))
    faces = faces_read_from(Path(dice))
    return lambda session: ScriptedDice(faces, -thrown)


def typed_in(typed: TypedDice) -> AskedDice:
    """Give dice and draws that are typed in."""
    return AskedDice(typed.ask, typed.ask_lot, typed.several)


def faces_read_from(path: Path) -> list[int | str]:
    """Read dice: numbers, and names of what is drawn, with spaces between them, `#` before a remark.

    Of a journal its dice and draws are taken.

    Raises:
        OpeningError: the file cannot be read, or holds something else.
    """
    if path.suffix == ".jsonl":
        entries = read_saved(path).entries
        return [str(e["drawn"]) if "drawn" in e else int(e["die"]) for e in entries if "die" in e or "drawn" in e]
    try:
        text = bytes_of(path).decode("utf-8")
    except (UnreadableError, UnicodeDecodeError):
        raise OpeningError(f"--dice is `{SEEDED}`, `{ASKED}` or a file of faces, and {path} cannot be read") from None
    words: list[Any] = [word for line in text.splitlines() for word in line.partition("#")[0].split()]
    bad = next((word for word in words if not (is_face(word) or word.isidentifier())), None)
    if bad is not None:
        raise OpeningError(f"{path}: `{bad}` is no face of a die")
    return [int(word) if word.isdecimal() else word for word in words]


def is_face(word: str) -> bool:
    """Tell whether a word is a number that a die may show."""
    return word.isdecimal() and len(word) <= LONGEST_FACE
