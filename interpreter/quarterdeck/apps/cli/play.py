"""`quarterdeck play`: a scenario from its set-up to its end, or a kept game from where it was left."""

from __future__ import annotations

import sys
from contextlib import nullcontext, redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from quarterdeck.analysis.why.listeners import Listening, heard
from quarterdeck.apps.cli.game_choices import by_name, listed, options_of, scenario_of
from quarterdeck.apps.cli.game_keeping import GameKeeping, keeping_in
from quarterdeck.apps.cli.json_output import print_json
from quarterdeck.apps.cli.open_ruleset import UsageError, complain, open_ruleset
from quarterdeck.apps.terminal.game_start import session_of
from quarterdeck.apps.terminal.reading import is_typed_at
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.apps.terminal.session import Session
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.scripted import ScriptFaultError
from quarterdeck.engine.run.dice import DiceFaultError
from quarterdeck.engine.run.game import RecordFaultError, SetUpFaultError
from quarterdeck.engine.run.journal import Saved, read_journal
from quarterdeck.engine.run.journal_store import JournalStore
from quarterdeck.engine.sitting.sitting import LeftError
from quarterdeck.workspace.games import opening
from quarterdeck.workspace.games.ending import Battle, battle_played
from quarterdeck.workspace.games.game_files import Whereabouts, is_same_game
from quarterdeck.workspace.games.opening import SEEDED, SitDown, Wanted
from quarterdeck.workspace.games.replay import replay
from quarterdeck.workspace.ruleset import seating
from quarterdeck.workspace.ruleset.seating import BOT, PERSON


def play(
    game: str | None = None,
    scenario: str | None = None,
    *,
    sides: str = "",
    option: Annotated[list[str] | None, Parameter(name="--option", negative=())] = None,
    seed: int | None = None,
    dice: str | None = None,
    save: Path | None = None,
    resume: Path | None = None,
    database: str = "",
    listen: Annotated[list[str] | None, Parameter(name="--listen", negative=())] = None,
    anyway: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Play a scenario, or continue a saved game.

    Args:
        game: a ruleset: its name, `name+variant+variant`, or the path of a folder.
        scenario: the name of a scenario, as `show GAME scenarios` lists it.
        sides: the decider of each side, in order, with commas: `person`, `bot`, `random`, a script (a `.yaml` of
            answers, or the `.jsonl` of another game), or an installed plugin that decides; also `NAME=person`. The
            default at a terminal is a person for the first side and bots for the others, elsewhere bots.
        option: an option of the ruleset, `NAME=VALUE`; repeatable.
        seed: the seed of the dice; 1 by default.
        dice: `seeded` (the default), `ask` (you type them in), or a file of faces.
        save: save the game in this file, or continue the game in it. A person's game is always saved, in the folder
            `saves` by default.
        resume: continue the game in this file. `--sides` and `--dice` then apply to this session only. Faces from a
            file are used from the first on, unless the game began with that file.
        database: save the game in this database instead, with the values of all things at the end of each turn: an
            SQLite file, or `postgresql://USER@HOST/NAME`. `--resume NUMBER` then continues a game of it.
        listen: a plugin that receives the events, `NAME=FILE` with the file that it may write; `NAME@SIDE=FILE` passes
            only what that side reads. It receives the game from its beginning. Repeatable.
        anyway: continue even if the rules have changed since.
        json: print the end of the game as JSON: result, winner, turn, journal, entries, announcements. Bots then play
            silently, by default on all sides. Messages for a person go to standard error.
    """
    with redirect_stdout(sys.stderr) if json else nullcontext(), keeping_in(save, resume, database) as keeping:
        screen = Screen()
        screen.console.quiet = json
        sit_down = heard(Listening(listen or [], complain), partial(session_of, screen=screen))
        sit_down = keeping.listened(sit_down)
        if keeping.store is not None and keeping.has_game:
            saved = _meant(keeping.store, game, scenario, option or [], seed)
            session = _kept(keeping, keeping.store, saved, sides, dice, anyway, screen, sit_down)
        else:
            wanted = Wanted(scenario or "", by_name("--option", option or []), listed(sides or (BOT if json else "")))
            wanted = replace(wanted, seed=1 if seed is None else seed, dice=dice or SEEDED)
            session = _new(game, wanted, keeping, screen, sit_down)
        screen.console.quiet = json and not session.people
        session.english = partial(_in_words, session)
        battle = _played(session, keeping)
    if json:
        print_json(battle)
    return 1 if battle.fault is not None else 0


def _new(game: str | None, wanted: Wanted, keeping: GameKeeping, screen: Screen, sit_down: SitDown[Session]) -> Session:
    """Begin a new game.

    Raises:
        UsageError: game or scenario are not named.
        RefusedError: the rules, or the scenario under these options, have findings.
    """
    if game is None:
        raise UsageError("name a game and a scenario, or a saved game with --resume FILE")
    ruleset = open_ruleset(game)
    scenario = scenario_of(ruleset, game, wanted.scenario, "play")
    options = options_of(ruleset, wanted.options)
    findings = Findings()
    made = seating.set_up_game(ruleset, scenario, options, findings)
    findings.refuse()
    default = (PERSON, BOT) if is_typed_at() and screen.is_terminal else (BOT,)
    wanted = replace(wanted, scenario=scenario, options=options)
    seats = seating.seats_for(made, wanted.sides, default)
    if PERSON in seats.values():
        keeping.keep_people(scenario)
    session = opening.begin(made, wanted, default, keeping.store, sit_down)
    screen.say(ruleset.declared.scenarios[scenario].shape.title, "bold")
    if ruleset.declared.scenarios[scenario].shape.note:
        screen.say(str(ruleset.declared.scenarios[scenario].shape.note), "dim")
    if PERSON in seats.values():
        screen.say(f"The game is saved in {keeping.store}. Type `help` for the commands.", "dim")
    return session


def _meant(store: JournalStore, game: str | None, scenario: str | None, option: list[str], seed: int | None) -> Saved:
    """Read a kept game; what a game keeps for good may be said again, but not otherwise.

    Raises:
        UsageError: it is another game.
        JournalFaultError: it cannot be read.
    """
    saved = read_journal(store)
    header = saved.header
    if game is not None and not is_same_game(game, Whereabouts.of(store.path, header).game(header.game)):
        raise UsageError(f"{store} has a game of {header.game}; name another")
    if scenario is not None and scenario.replace("-", "_") != header.scenario:
        raise UsageError(f"{store} has the scenario {header.scenario}; name another")
    for name, value in by_name("--option", option).items():
        was = header.options.get(name.replace("-", "_"))
        if was != value:
            how = f"{name}={was}" if was is not None else f"{name} as the scenario has it"
            raise UsageError(f"{store} has a game with {how}; start another with --option {name}={value}")
    if seed is not None and seed != header.seed:
        raise UsageError(f"{store} has a game with the seed {header.seed}; start another with --seed {seed}")
    return saved


def _kept(
    keeping: GameKeeping,
    store: JournalStore,
    saved: Saved,
    sides: str,
    dice: str | None,
    anyway: bool,
    screen: Screen,
    sit_down: SitDown[Session],
) -> Session:
    """Take up a kept game.

    Raises:
        UsageError: the rules have changed since.
        RefusedError: the rules now have errors.
    """
    findings = Findings()
    made = opening.game_of(saved, store.path, findings)
    findings.refuse()
    fault = replay(made, saved).fault if saved.header.is_older else ""
    renewed = saved.header.is_older and not fault
    changes = [fault] if fault else list(map(str, opening.changes_since(saved, made)))
    if changes and not anyway:
        raise UsageError(
            f"the rules have changed since {store} was begun: {changes[0]}"
            + (f", and {len(changes) - 1} more" if len(changes) > 1 else "")
            + f"; {keeping.looked_at} where it matters, --anyway continues anyway"
        )
    session = opening.resume(made, saved, store, sit_down, listed(sides), dice, renewed)
    torn = ", a torn line was dropped" if saved.torn else ""
    screen.say(f"{store}: {len(saved.entries)} dice and decisions{torn}; going on.", "dim")
    if renewed:
        screen.say("An older version saved it. It fits the current rules.", "dim")
    return session


def _in_words(session: Session, address: str) -> str:
    """Say a rule of the game in words."""
    from quarterdeck.prose.english.english_writer import said  # what writes English takes long to import

    return said(session.figures.built.checked, address) if session.figures is not None else ""


def _played(session: Session, keeping: GameKeeping) -> Battle:
    """Play to the end, or until somebody leaves; give how it ended."""
    try:
        result = session.play()
    except LeftError:
        if session.journal is not None:
            session.screen.say(f"The game is saved: quarterdeck play {keeping.command}")
        return battle_played(session, None)
    except SetUpFaultError:
        if session.journal is not None and not session.recorded:
            keeping.forget()
        raise
    except (DiceFaultError, RecordFaultError, ScriptFaultError) as error:
        session.screen.say(f"The game cannot continue: {error}.", "red")
        return battle_played(session, None, str(error))
    session.print_end(result)
    if keeping.at_end:
        session.screen.say(keeping.at_end)
    return battle_played(session, result)
