"""Databases: what it takes to make a decision safe, and to keep a game, beside the journal in a file.

One entry at a time is appended and synced, to each place in turn, so that all of them meet the same disk. Then a battle
of Ships & Sails is played by bots into each place; databases get the values of all ships at the end of each turn.
PostgreSQL is the one of the tests, on this machine, and syncs commits. The median of all rounds counts, by the clock.
The records of all places are compared.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

import page

from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.journal import Journal, JournalHeader
from quarterdeck.engine.run.journal_store import FileStore, JournalStore
from quarterdeck.engine.sitting.sitting import Sitting
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.database.game_store import GameStore
from quarterdeck.workspace.database.turn_listener import TurnListener
from quarterdeck.workspace.games.opening import SeatedGame, Wanted, begin, sitting_of
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck.workspace.ruleset.seating import set_up_game
from tests.workspace.database.postgres import NoPostgresError, fresh_database, server

ENTRIES, ROUNDS = 300, 3
GAME, SCENARIO = "ships_and_sails", "lake_erie"
HEADER = JournalHeader(GAME, SCENARIO, {}, {"british": "bot", "american": "bot"}, 1, "seeded", "", "")
LINE = '{"choice": "northeast", "by": "british", "at": "sailing.plot.course"}\n'


def places(stack: ExitStack, folder: Path) -> dict[str, Callable[[], JournalStore]]:
    """Give what makes a fresh store in each place."""
    files: Iterator[int] = iter(range(10_000))
    lite = stack.enter_context(GameDatabase.open(folder / "games.sqlite"))
    found: dict[str, Callable[[], JournalStore]] = {
        "journal in a file": lambda: FileStore(folder / f"{next(files)}.jsonl"),
        "SQLite": lambda: GameStore(lite),
    }
    try:
        at = stack.enter_context(server(synced=True))
    except NoPostgresError as error:
        print(f"without PostgreSQL: {error}")
        return found
    postgres = stack.enter_context(GameDatabase.open(stack.enter_context(fresh_database(at))))
    return {**found, "PostgreSQL": lambda: GameStore(postgres)}


def seconds_of_entries(makes: dict[str, Callable[[], JournalStore]]) -> dict[str, float]:
    """Give the seconds that one entry takes in each place until it is safe."""
    journals = {name: Journal(make(), HEADER) for name, make in makes.items()}
    lines: dict[str, list[str]] = {name: [] for name in makes}
    for name, journal in journals.items():
        journal.follow(lines[name])
    taken: dict[str, list[float]] = {name: [] for name in makes}
    for _ in range(ENTRIES):
        for name, journal in journals.items():
            lines[name].append(LINE)
            begun = perf_counter()
            journal.sync()
            taken[name].append(perf_counter() - begun)
    for journal in journals.values():
        journal.close()
    return {name: median(times) for name, times in taken.items()}


def seconds_of_games(makes: dict[str, Callable[[], JournalStore]]) -> dict[str, float]:
    """Give the seconds that a battle of bots takes in each place."""
    findings = Findings()
    game = set_up_game(Ruleset.open(GAME), SCENARIO, {}, findings)
    findings.refuse()
    taken: dict[str, list[float]] = {name: [] for name in makes}
    records: set[bytes] = set()
    for _ in range(ROUNDS + 1):
        for name, make in makes.items():
            store = make()

            def sit_down(seated: SeatedGame, store: JournalStore = store) -> Sitting:
                sitting = sitting_of(seated)
                if isinstance(store, GameStore):
                    sitting.hearings = [TurnListener(store, sitting.start)]
                return sitting

            sitting = begin(game, Wanted(SCENARIO), ("bot",), store, sit_down)
            begun = perf_counter()
            sitting.play()
            taken[name].append(perf_counter() - begun)
            records.add(store.read().partition(b"\n")[2])
    assert len(records) == 1
    return {name: median(times[1:]) for name, times in taken.items()}


def tables() -> Iterator[page.Measured]:
    folder = Path(tempfile.mkdtemp(prefix="quarterdeck-bench-", dir="/var/tmp"))
    try:
        with ExitStack() as stack:
            makes = places(stack, folder)
            entries, games = seconds_of_entries(makes), seconds_of_games(makes)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    first = next(iter(makes))
    yield page.Measured(
        "databases",
        f"Median of {ENTRIES} entries and of {ROUNDS} battles, all places in turn; the journal in a file is 1",
        ("kept in", "an entry, ms", "ratio", "a battle, s", "ratio"),
        tuple(
            (
                name,
                f"{entries[name] * 1000:.2f}",
                f"{entries[name] / entries[first]:.2f}",
                f"{games[name]:.2f}",
                f"{games[name] / games[first]:.2f}",
            )
            for name in makes
        ),
    )


if __name__ == "__main__":
    page.show(tables())
