"""Battles kept in a file of SQLite as they come, so that a series that was broken off goes on where it was.

In: the contests of a series, and outcomes. Out: which battles are missing, and the outcomes of those that are there. A
file keeps the battles of one series: of one contest, or of two that are compared. One that was fought by other rules,
in another situation, by others or with another seed is refused, and nothing in the file is changed. Without a path
nothing is kept beyond the process.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

from quarterdeck import __version__
from quarterdeck.analysis.battles.battle_record import Doing, LastChange, Loss, Outcome, Points, Result
from quarterdeck.analysis.battles.contest import Contest, Identity
from quarterdeck.base.errors import UserError
from quarterdeck.engine.run.journal import JournalHeader, differences

FORMAT = 1
"""The version of the tables; a file of another one is refused."""
MARK = 0x51446B62
"""By this number, SQLite's `application_id`, a file of battles is known."""
TABLES = """
CREATE TABLE contest (place INTEGER PRIMARY KEY, identity TEXT NOT NULL, interpreter TEXT NOT NULL) STRICT;
CREATE TABLE battle (
    contest INTEGER NOT NULL, number INTEGER NOT NULL, seed INTEGER NOT NULL, result TEXT NOT NULL, winner TEXT,
    turn INTEGER NOT NULL, ending TEXT NOT NULL, reason TEXT NOT NULL, entries INTEGER NOT NULL, fault TEXT NOT NULL,
    PRIMARY KEY (contest, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE side (
    contest INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL, side TEXT NOT NULL,
    strength INTEGER NOT NULL, PRIMARY KEY (contest, number, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE loss (
    contest INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL, side TEXT NOT NULL, thing TEXT NOT NULL,
    turn INTEGER NOT NULL, field TEXT NOT NULL, phase TEXT NOT NULL, rules TEXT NOT NULL, after_field TEXT,
    after_phase TEXT, after_rules TEXT, PRIMARY KEY (contest, number, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE points (
    contest INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL, side TEXT NOT NULL, rule TEXT NOT NULL,
    value TEXT NOT NULL, PRIMARY KEY (contest, number, place)
) STRICT, WITHOUT ROWID;
"""
PUT_BATTLE = "INSERT INTO battle VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_SIDE = "INSERT INTO side VALUES (?, ?, ?, ?, ?)"
PUT_LOSS = "INSERT INTO loss VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
PUT_POINTS = "INSERT INTO points VALUES (?, ?, ?, ?, ?, ?)"
BATTLES = """
SELECT number, seed, result, winner, turn, ending, reason, entries, fault
FROM battle WHERE contest = ? AND number <= ? ORDER BY number
"""
SIDES = "SELECT number, side, strength FROM side WHERE contest = ? AND number <= ? ORDER BY number, place"
LOSSES = """
SELECT number, side, thing, turn, field, phase, rules, after_field, after_phase, after_rules
FROM loss WHERE contest = ? AND number <= ? ORDER BY number, place
"""
POINTS = "SELECT number, side, rule, value FROM points WHERE contest = ? AND number <= ? ORDER BY number, place"
BETWEEN = "\n"
"""Between the addresses of the rules of a loss."""
PATIENCE = 0.5
"""So many seconds another program may hold the file before it is given up."""


class StoreFaultError(UserError):
    """A file cannot store the battles, has others, or cannot be written; the argument is the message."""


class StoreWriteError(StoreFaultError):
    """Battles cannot be written, for example because the disk is full; the argument is the message."""

    sort = "battles"


class BattleStore:
    """The battles of one series.

    Raises:
        StoreFaultError: the file is none of ours, or another program writes it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self.database = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=PATIENCE)
        except (sqlite3.Error, OSError) as error:
            raise StoreFaultError(f"{path} cannot be written ({said(error)})") from None
        with self.reading():
            self.database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self.begin()

    def begin(self) -> None:
        """Take the file, and make its tables where it is new.

        Raises:
            StoreFaultError: it holds something else, or is of another version.
        """
        execute = self.database.execute
        execute("BEGIN EXCLUSIVE")
        is_empty = execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        mark, version = (execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        if is_empty and not mark:
            execute(f"PRAGMA application_id = {MARK}")
            execute(f"PRAGMA user_version = {FORMAT}")
            for table in TABLES.strip().split(";")[:-1]:
                execute(table)
        elif mark != MARK:
            raise StoreFaultError(f"{self.path} is not a file of battles; name another")
        elif version != FORMAT:
            raise StoreFaultError(f"{self.path} is of version {version}, and this interpreter reads {FORMAT}")
        execute("COMMIT")

    def close(self) -> None:
        """Let the file go."""
        self.database.close()

    # --- whose battles they are

    def take(self, place: int, contest: Contest) -> None:
        """See that the file keeps battles of a contest, or none yet at its place; then it does from now on.

        Raises:
            StoreFaultError: it keeps those of another.
        """
        with self.reading():
            found = self.database.execute(
                "SELECT identity, interpreter FROM contest WHERE place = ?", (place,)
            ).fetchone()
            if found is None:
                kept = json.dumps(asdict(contest.identity), ensure_ascii=False)
                self.database.execute("INSERT INTO contest VALUES (?, ?, ?)", (place, kept, __version__))
                return
            identity, interpreter = Identity(**json.loads(found[0])), found[1]
        if (other := what_differs(identity, contest.identity)) is not None:
            raise StoreFaultError(f"{self.path} keeps battles {other}; name another file with --save")
        if interpreter != __version__:
            raise StoreFaultError(
                f"{self.path} keeps battles fought by version {interpreter}, and this is {__version__}"
            )

    def refuse_places(self, least: int, most: int | None = None) -> None:
        """Do nothing where all contests that the file keeps have their place between two.

        Raises:
            StoreFaultError: one has not: the file was begun for something else.
        """
        with self.reading():
            places = [place for (place,) in self.database.execute("SELECT place FROM contest")]
        if any(place < least or (most is not None and place > most) for place in places):
            self.close()
            raise StoreFaultError(f"{self.path} has battles of another series; name another file")

    # --- battles

    def missing(self, places: Sequence[int], count: int) -> list[tuple[int, int]]:
        """Give which of so many battles of each contest are still to be fought, those of one number together."""
        with self.reading():
            there = set(self.database.execute("SELECT contest, number FROM battle WHERE number <= ?", (count,)))
        return [(place, number) for number in range(1, count + 1) for place in places if (place, number) not in there]

    def add(self, outcomes: Iterable[tuple[int, Outcome]]) -> None:
        """Keep battles, all of them or none.

        Raises:
            StoreWriteError: they cannot be written.
        """
        execute = self.database.execute
        try:
            execute("BEGIN")
            for place, one in outcomes:
                key = (place, one.number)
                execute(PUT_BATTLE, (*key, *known_of(one)))
                for at, (side, strength) in enumerate(one.strength):
                    execute(PUT_SIDE, (*key, at, side, strength))
                for at, lost in enumerate(one.losses):
                    execute(PUT_LOSS, (*key, at, *row_of(lost)))
                for at, points in enumerate(one.points):
                    execute(PUT_POINTS, (*key, at, points.side, points.of, str(points.value)))
            execute("COMMIT")
        except sqlite3.Error as error:
            if self.database.in_transaction:
                self.database.rollback()
            raise StoreWriteError(f"{self.path or 'what was fought'} cannot be written ({said(error)})") from None

    def outcomes(self, place: int, count: int, sides: Collection[str]) -> list[Outcome]:
        """Give the battles of a contest, which has these sides, up to a number, in their order.

        Raises:
            StoreFaultError: the file is broken.
        """
        with self.reading():
            strength, losses, points = (self.by_number(asked, place, count) for asked in (SIDES, LOSSES, POINTS))
            found = [
                Outcome(
                    *(number, seed, result, winner, turn, ending, reason, entries),
                    tuple(strength.get(number, ())),
                    tuple(loss_of(*row) for row in losses.get(number, ())),
                    tuple(Points(side, rule, Fraction(value)) for side, rule, value in points.get(number, ())),
                    fault,
                )
                for number, seed, result, winner, turn, ending, reason, entries, fault in self.database.execute(
                    BATTLES, (place, count)
                )
            ]
            if not all(is_sound(one, sides) for one in found):
                raise ValueError(place)
            return found

    def by_number(self, asked: str, place: int, count: int) -> dict[int, list[Any]]:
        """Give what is asked for by the number of the battle, in its order."""
        found: dict[int, list[Any]] = {}
        for number, *row in self.database.execute(asked, (place, count)):
            found.setdefault(number, []).append(tuple(row))
        return found

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let what SQLite, or a file that somebody has changed, says be a message for the user."""
        try:
            yield
        except sqlite3.OperationalError as error:
            self.close()
            raise StoreFaultError(f"{self.path} cannot be used ({said(error)})") from None
        except (sqlite3.DatabaseError, ArithmeticError, ValueError, TypeError, LookupError, AttributeError):
            self.close()
            raise StoreFaultError(f"{self.path} is not a file of battles, or is damaged; name another") from None


def is_sound(one: Outcome, sides: Collection[str]) -> bool:
    """Tell whether a battle can have come of a contest: its result, and whoever is named in it."""
    named = {side for side, _ in one.strength} | {given.side for given in one.points}
    lost = Counter(loss.side for loss in one.losses)
    return (
        one.result in get_args(Result)
        and (one.result == "won") == (one.winner is not None)
        and (one.winner is None or one.winner in sides)
        and named <= set(sides)
        and lost <= Counter(dict(one.strength))
        and len({loss.thing for loss in one.losses}) == len(one.losses)
        and min(one.number, one.seed + 1, one.turn + 1) > 0
    )


def known_of(one: Outcome) -> tuple[str | int | None, ...]:
    """Give the values of a battle by its columns."""
    return one.seed, one.result, one.winner, one.turn, one.ending, one.reason, one.entries, one.fault


def row_of(loss: Loss) -> tuple[str | int | None, ...]:
    """Give the values of a loss by its columns."""
    after = loss.after
    last_change = (
        (after.field, after.by.phase, BETWEEN.join(after.by.within)) if after is not None else (None, None, None)
    )
    return loss.side, loss.thing, loss.turn, loss.field, loss.by.phase, BETWEEN.join(loss.by.within), *last_change


def loss_of(
    side: str,
    thing: str,
    turn: int,
    known: str,
    phase: str,
    rules: str,
    after_field: str | None,
    after_phase: str,
    after_rules: str,
) -> Loss:
    """Give a loss by the values of its columns."""
    after = LastChange(after_field, Doing(after_phase, parted(after_rules))) if after_field is not None else None
    return Loss(side, thing, turn, known, Doing(phase, parted(rules)), after)


def parted(rules: str) -> tuple[str, ...]:
    """Give the addresses that stand in a column."""
    return tuple(filter(None, rules.split(BETWEEN)))


def said(error: Exception) -> str:
    """Give why a file cannot be used, in a few words."""
    words = {"database is locked": "another program uses it", "database or disk is full": "the disk is full"}
    text = (error.strerror or "") if isinstance(error, OSError) else str(error)
    return words.get(text, text)


def what_differs(kept: Identity, wanted: Identity) -> str | None:
    """Say by what battles that are kept were fought that are not those that are wanted; nothing where they are."""
    if kept == wanted:
        return None
    if kept.scenario != wanted.scenario:
        return f"of the scenario {kept.scenario}"
    if kept.seed != wanted.seed:
        return f"with the seed {kept.seed}"
    if kept.seats != wanted.seats:
        return f"fought by {', '.join(f'{side}={seat}' for side, seat in kept.seats.items())}"
    if kept.scripts != wanted.scripts:
        return "by a script that has changed since"
    if kept.meaning != wanted.meaning:
        return "with hashes of another version"
    hashes = {name: getattr(kept, name) for name in ("rules", "start", "meaning", "elements", "things")}
    header = JournalHeader("", kept.scenario, {}, dict(kept.seats), kept.seed, "", **hashes)
    changes = differences(header, asdict(wanted))
    more = f", and {len(changes) - 1} more" if len(changes) > 1 else ""
    return f"by other rules: {changes[0]}{more}"
