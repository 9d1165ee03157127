"""Let plugins listen to a game while it is played, or when it is played again: they are told, and change nothing.

In: who is to listen, and a game. Out: a `ListenerAtGame` for each, which is told every happening in its order. A
listener hears a game from its beginning, whatever of it was played at earlier sittings; where a decision is taken
back, it is asked anew and hears all of it once more. What it raises is said once, with its name, and it hears no more:
the game goes on.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quarterdeck.analysis.trial.happenings_as_data import happenings_as_data
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.engine.plugins.listeners import EndHeard, GameHeard, Listener, ThingHeard
from quarterdeck.engine.plugins.reading import FAILURES, PluginFaultError, one_line
from quarterdeck.engine.plugins.registry import installed, manager_of
from quarterdeck.engine.run.game import GameResult
from quarterdeck.engine.run.happenings import Happening
from quarterdeck.engine.run.journal import JournalHeader
from quarterdeck.engine.run.narrative import Narrative
from quarterdeck.engine.run.secrecy import Secrecy
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.thing_names import without_name_of
from quarterdeck.engine.run.views import owner_of
from quarterdeck.engine.sitting.sitting import GameListener
from quarterdeck.workspace.games.opening import S, SeatedGame, SitDown
from quarterdeck.workspace.ruleset.scenario_names import OpeningError

Tell = Callable[[str], None]


def warned(words: str) -> None:
    """Say what went wrong with a listener to the program that plays."""
    warnings.warn(words, RuntimeWarning, stacklevel=2)


@dataclass(frozen=True)
class Listening:
    """Who is to listen, each as `NAME[@SIDE][=FILE]`, and who is told what goes wrong with them."""

    wanted: Sequence[str] = ()
    tell: Tell = warned


@dataclass(frozen=True)
class ListenerWanted:
    """Who is to listen: a plugin, the side for which it does (nothing: it may know all), the file named for it."""

    plugin: str
    side: str | None
    to: Path | None


def listener_wanted(text: str) -> ListenerWanted:
    """Give who is meant by `NAME`, `NAME=FILE`, `NAME@SIDE` or `NAME@SIDE=FILE`.

    Raises:
        OpeningError: no such plugin is installed, or it listens to nothing.
        PluginFaultError: it cannot be imported.
    """
    who, _, file = text.partition("=")
    name, _, side = who.partition("@")
    there = installed()
    if name not in there:
        hint = did_you_mean(name, there, f"there are: {', '.join(there) or 'none'}", mark="")
        raise OpeningError(f"no plugin called {name} is installed that could listen ({hint})")
    if not manager_of(name).hook.quarterdeck_listener.get_hookimpls():
        raise OpeningError(f"the plugin {name} does not listen: it has no `quarterdeck_listener`")
    return ListenerWanted(name, side or None, Path(file) if file else None)


@dataclass
class ListenerAtGame(GameListener):
    """One listener at one game; `tell` says what went wrong with it."""

    wanted: ListenerWanted
    start: Situation
    header: JournalHeader
    secrecy: Secrecy
    tell: Tell
    is_replayed: bool
    side: int = -1
    listener: Listener | None = None
    narrative: Narrative | None = None
    named: Situation | None = None
    """The start, with the names that things have by now."""
    fault: str = field(default="", init=False)

    def begin(self) -> None:
        """Let the plugin begin to listen, from the first happening on."""
        if self.fault:
            return
        self.named = None
        if self.side >= 0:
            self.narrative = Narrative(self.start.copy(), self.secrecy, self.side, follows=True)
        hook = manager_of(self.wanted.plugin).hook
        self.listener = self._tried(lambda: hook.quarterdeck_listener(game=self.game))
        if self.listener is None and not self.fault:
            self._failed("gives nobody who listens")

    @property
    def game(self) -> GameHeard:
        """Give what the listener is told of the game."""
        program, header = self.start.program, self.header
        return GameHeard(
            header.game,
            header.scenario,
            program.world.scenarios[header.scenario],
            header.seed,
            self.wanted.side,
            {thing.name: thing for thing in self.things()},
            frozenset(Narrative(self.start, self.secrecy).placing),
            self.wanted.to,
            self.is_replayed,
        )

    def things(self) -> list[ThingHeard]:
        """Give the things that are in play at the start, without the game itself."""
        start, layout = self.start, self.start.program.layout
        found = []
        for name, thing in start.things.items():
            kind = layout.kind_at(thing)
            if not start.state[thing] or kind == "Game":
                continue
            owner = owner_of(start.program, start.state, thing, kind)
            found.append(ThingHeard(name, start.names.get(thing, name), kind, start.known_as.get(owner)))
        return found

    def hear(self, event: Happening) -> None:
        """Tell the listener what has happened, as far as it may know."""
        if self.listener is None:
            return
        for one in self.records(event):
            listener = self.listener
            if listener is not None:
                self._tried(lambda listener=listener, one=one: listener.hear(one))  # type: ignore[misc]

    def records(self, event: Happening) -> list[Mapping[str, Any]]:
        """Give a happening as data; for a side the lines that it reads now."""
        if self.narrative is None:
            self.named = without_name_of(self.named or self.start, event.comes_into_play)
            return list(happenings_as_data(self.named, [event]))
        lines = self.narrative.lines(event)
        return [{"happened": "line", "sort": one.sort, "depth": one.depth, "text": one.text} for one in lines]

    def end(self, result: GameResult | None, turn: int) -> None:
        """Tell the listener how the game ended; without a result it was left."""
        if self.listener is None:
            return
        winner = self.start.known_as.get(result.side) if result is not None else None
        how = EndHeard("left" if result is None else "won" if winner else "drawn", winner, turn)
        listener = self.listener
        self._tried(lambda: listener.end(how))
        self.listener = None

    def _tried(self, what: Callable[[], Any]) -> Any:
        try:
            return what()
        except FAILURES as error:
            self._failed(str(error) if isinstance(error, PluginFaultError) else f"fails: {one_line(error)}")
        return None

    def _failed(self, words: str) -> None:
        """Say what went wrong, once; from then on nothing is told to the listener."""
        self.listener = None
        self.fault = f"the plugin {self.wanted.plugin} {words}; it receives no more events, and the game continues"
        self.tell(self.fault)


def hearings(
    listening: Listening, start: Situation, header: JournalHeader, secrecy: Secrecy, *, is_replayed: bool
) -> list[ListenerAtGame]:
    """Seat those who listen to a game.

    Raises:
        OpeningError: nobody of a name listens, or there is no such side.
        PluginFaultError: a plugin cannot be imported.
    """
    found = []
    for one in map(listener_wanted, listening.wanted):
        side = -1
        if one.side is not None:
            sides = {
                name: thing for name, thing in start.things.items() if thing in start.program.layout.things("Side")
            }
            if one.side not in sides:
                raise OpeningError(f"there is no side {one.side} to listen for; there are {', '.join(sides)}")
            side = sides[one.side]
        found.append(ListenerAtGame(one, start, header, secrecy, listening.tell, is_replayed, side))
    return found


def heard(listening: Listening, sit_down: SitDown[S]) -> SitDown[S]:
    """Let plugins listen to each sitting that is made.

    Raises:
        OpeningError: nobody of a name listens, or there is no such side.
        PluginFaultError: a plugin cannot be imported.
    """

    def sit_down_and_listen(seated: SeatedGame) -> S:
        sitting = sit_down(seated)
        found = hearings(listening, sitting.start, sitting.header, sitting.secrecy, is_replayed=False)
        sitting.hearings = (*sitting.hearings, *found)
        return sitting

    return sit_down_and_listen
