"""Seat people, programs and scripts at a terminal, in any mix.

In: a game with who sits where, and a screen. Out: a `Session`. What is invalid is an `OpeningError` with the
message for the user.
"""

from __future__ import annotations

from functools import partial

from quarterdeck.analysis.why.seat_explanation import faces_needed
from quarterdeck.apps.terminal.person import PersonSeat
from quarterdeck.apps.terminal.screen import Screen
from quarterdeck.apps.terminal.session import Seat, Session
from quarterdeck.apps.terminal.typed_dice import TypedDice
from quarterdeck.base.decimals import in_percent
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.plugin_decider import is_plugged
from quarterdeck.engine.deciders.seats import NAMES
from quarterdeck.engine.run.dice import AskedDice, DiceSource
from quarterdeck.engine.run.journal import Saved
from quarterdeck.engine.run.questions import Decider
from quarterdeck.engine.run.secrecy import secrecy_of
from quarterdeck.program.form.instructions import Site
from quarterdeck.workspace.games.answer_figures import AnswerFigures
from quarterdeck.workspace.games.answer_odds import AnswerOdds
from quarterdeck.workspace.games.opening import ASKED, SeatedGame, check_seats, deciders_for, dice_for
from quarterdeck.workspace.ruleset.seating import PERSON, Game, sides_of


def session_of(seated: SeatedGame, screen: Screen) -> Session:
    """Seat everybody, and choose the dice, which people may throw on the table and type in.

    Raises:
        OpeningError: nobody of a name can sit there, or there are no such dice.
        RefusedError: a script speaks of choices that there are none of.
    """
    game, seats, sides = seated.game, seated.seats, sides_of(seated.game)
    check_seats(seated)

    def deciders() -> dict[int, Decider]:
        return {side: Seat(session, one) for side, one in deciders_for(seated, lambda: PersonSeat(session)).items()}

    def typed_in() -> DiceSource:
        typed = TypedDice(session)
        return AskedDice(typed.ask, typed.ask_lot, typed.several)

    session = Session(
        seated.header,
        game.built.module(trace=True),
        game.start,
        secrecy_of(game.built.program),
        new_dice=typed_in if seated.dice == ASKED else dice_for(seated),
        new_deciders=deciders,
        pieces=Pieces(game.start, game.built.module()),
        screen=screen,
        people=[side for name, side in sides.items() if seats[name] == PERSON],
        loud={side for name, side in sides.items() if seats[name] not in NAMES and not is_plugged(seats[name])},
        typed_dice=seated.dice == ASKED,
        figures=AnswerFigures(game.built),
    )
    session.odds = AnswerOdds(game.built, session.wording)
    session.needed = partial(needed_words, session, game)
    deciders()
    return session


def needed_words(session: Session, game: Game, site: Site) -> str:
    """Say which faces a die needs that is thrown next, and how likely they are, to whoever sits at the screen."""
    reader = session.readers[0] if len(session.readers) == 1 else session.at_screen
    if reader is None:
        return ""
    saved = Saved(session.header, list(session.playing.record), [])
    found = faces_needed(game, saved, session.secrecy, site, reader)
    return "" if found is None else f"needed: {found.words} ({in_percent(found.chance, 1)})"
