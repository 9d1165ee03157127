"""Dice that people throw on their table and type in, where the table has agreed to that.

In: a game that waits at a die. Out: what is asked of everybody who may throw it: which die, for what, and which faces
would do, as far as all may know that. A die of which not all may know is rolled by the host, as decks are drawn from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarterdeck.analysis.why.seat_explanation import faces_needed
from quarterdeck.apps.server.looking import HostRefusalError
from quarterdeck.apps.server.messages import DiceAsked, SeatWish
from quarterdeck.apps.server.sight import SightMaker
from quarterdeck.base.decimals import in_percent
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.happenings import Called
from quarterdeck.engine.run.journal import Saved
from quarterdeck.engine.run.views import PUBLIC
from quarterdeck.engine.sitting.live_game import pause
from quarterdeck.engine.sitting.stop_records import DieWanted

if TYPE_CHECKING:
    from quarterdeck.apps.server.hosted_game import HostedGame


class TableDice(SeededDice):
    """Dice of a host, of which some are thrown by people: `is_thrown` tells of which sites."""

    def __init__(self, seed: int, addresses: Sequence[str], is_thrown: Callable[[int], bool]) -> None:
        super().__init__(seed, addresses)
        self.is_thrown = is_thrown

    def throw(self, site: int, sides: int, subject: tuple[int, ...]) -> int:
        """Give the face that somebody types in, or roll where nobody does."""
        face: int | None = pause(DieWanted(site, sides, subject)) if self.is_thrown(site) else None
        if face is None:
            return super().throw(site, sides, subject)
        self.follow(site, subject)
        return face


@dataclass
class DiceOfTable:
    """Whether the dice of a game are typed in, and how many were so far."""

    are_typed: bool = False
    count: int = 0

    def is_open(self, maker: SightMaker | None, site: int) -> bool:
        """Tell whether all may know of a die of a site now."""
        if not self.are_typed or maker is None or PUBLIC not in maker.logs.narratives:
            return False
        secrecy, place = maker.live.sitting.secrecy, maker.live.sitting.start.program.sites[site]
        frames = maker.logs.narratives[PUBLIC].frames
        is_secret = place.address in secrecy.rolls or place.routine in secrecy.routines
        return not is_secret and not any(frame.event.address in secrecy.phases for frame in frames)

    def asked(self, maker: SightMaker) -> DiceAsked | None:
        """Give the die at which the game waits, if it does."""
        wanted = maker.live.waits_at
        if not isinstance(wanted, DieWanted):
            return None
        sitting, wording = maker.live.sitting, maker.rules.board.wording
        site = sitting.start.program.sites[wanted.site]
        narrative = maker.logs.narratives[PUBLIC]
        calls = [one.event for one in narrative.frames if isinstance(one.event, Called)]
        about = narrative.said(calls[-1]) if calls else wording.title(site.routine)
        saved = Saved(sitting.header, list(sitting.record), [])
        needed = faces_needed(maker.rules.game, saved, sitting.secrecy, site)
        chance = "" if needed is None else in_percent(needed.chance, 1)
        words = wording.phrase(site.address)
        return DiceAsked(self.count, wanted.sides, words, about, "" if needed is None else needed.words, chance)

    def change(self, game: HostedGame, side: str, how: str) -> None:
        """Let dice be typed in, if all agree, or be rolled by the host again.

        Raises:
            HostRefusalError: nobody has asked for it, or it is so already.
        """
        if how == "roll":
            live = game.awake()
            game.type_dice(typed=False)
            if isinstance(live.waits_at, DieWanted):
                with game.stepping():
                    live.step()
                game.publish()
            game.tell_table()
        elif how != "ask":
            game.reply("dice", side, how)
        elif self.are_typed:
            raise HostRefusalError("dice are typed in already")
        else:
            game.wish(SeatWish("dice", side, side), set())

    def throw(self, game: HostedGame, side: str, number: int, faces: Sequence[int]) -> None:
        """Take what dice show that were thrown on the table, as many as come before the next question.

        Raises:
            HostRefusalError: no such die is asked for, or it cannot show this.
        """
        live = game.awake()
        game.refuse_program(side)
        wanted = live.waits_at
        if not isinstance(wanted, DieWanted) or number != self.count:
            raise HostRefusalError("there is no such die to throw now")
        if not faces or faces[0] > wanted.sides:
            raise HostRefusalError(f"a d{wanted.sides} shows 1 to {wanted.sides}")
        with game.stepping():
            for face in faces:
                if not isinstance(live.waits_at, DieWanted) or face > live.waits_at.sides:
                    break
                self.count += 1
                live.step(face)
        game.publish()
        game.tell_table()
