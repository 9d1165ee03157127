"""A guest written from `docs/peer-protocol.md` alone: messages, hashes and order are its own, the rules quarterdeck's.

`python -m tests.apps.peers.second_client LINK` plays to the end, with the answers that are proposed, and prints the
record. It keeps nothing, so it cannot be started again.
"""

import json
import secrets
import sys
from hashlib import sha256
from typing import Any

from websockets.sync.client import ClientConnection, connect

from quarterdeck.api import Ruleset, open_game
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.happenings import PhaseBegun
from quarterdeck.engine.run.journal import JournalHeader, state_hash
from quarterdeck.engine.run.questions import Question
from quarterdeck.engine.sitting.live_game import LiveGame, pause
from quarterdeck.workspace.games.opening import SeatedGame, live_sitting
from quarterdeck.workspace.ruleset.seating import PERSON, set_up_game


def h(*parts: str | int) -> str:
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()


class Dice:
    """Stops the game at each die; a lot is a die."""

    def new_turn(self, turn: int) -> None:
        pass

    def follow(self, site: int, subject: Any) -> None:
        pass

    def throw(self, site: int, sides: int, subject: Any) -> int:
        return int(pause(("die", sides)))

    def draw(self, site: int, lots: Any, names: Any, subject: Any) -> int:
        row = [member for member, count in enumerate(lots) for _ in range(count)]
        return row[self.throw(site, len(row), subject) - 1]


class Stops:
    """Stops the game where a phase begins and where a turn is over."""

    def begin(self) -> None:
        pass

    def hear(self, event: Any) -> None:
        if isinstance(event, PhaseBegun):
            pause(("phase", event.address))

    def turn_over(self, situation: Any, turn: int, entries: int) -> None:
        pause(("turn", turn, state_hash(situation)))

    def end(self, result: Any, turn: int) -> None:
        pass


class SecondClient:
    def __init__(self, link: str) -> None:
        address, _, self.token = link.partition("#")
        self.socket = address.replace("http", "ws", 1) + "/socket"
        self.heard: dict[tuple[str, int], dict[str, Any]] = {}
        self.exchange = self.stops = self.decisions = 0
        self.seeded_at, self.seed = -1, ""
        self.orders: tuple[int, list[Any]] = (0, [])

    def play(self) -> list[str]:
        """Play to the end; give the lines of the record."""
        with connect(self.socket, origin=None) as self.wire:
            assert isinstance(self.wire, ClientConnection)
            self.wire.send(json.dumps({"token": self.token}))
            self.begin(json.loads(self.wire.recv(timeout=10))["header"])
            self.say("hello", protocol=2, role="guest", heard=True, header=self.header)
            self.live.open()
            while self.live.result is None:
                self.live.step(self.next(self.live.waits_at))
            self.say("end", winner=self.live.result.winner, turn=self.live.result.turn)
            theirs = self.wait("end", 0)
            assert (theirs["winner"], theirs["turn"]) == (self.live.result.winner, self.live.result.turn)
        return self.lines

    def begin(self, theirs: dict[str, Any]) -> None:
        """Compare the host's header with the one that the rules here give."""
        ruleset = Ruleset.open(theirs["game"])
        here = open_game(ruleset, theirs["scenario"], options=theirs["options"])
        own = ("rules", "start", "elements", "things", "meaning", "format")
        self.header = {key: here.header[key] if key in own else part for key, part in theirs.items()}
        here.close()
        assert self.header == theirs
        line = json.dumps(self.header, ensure_ascii=False)
        self.game = h("quarterdeck game 1", line)
        self.rules = set_up_game(ruleset, theirs["scenario"], theirs["options"], Findings())
        self.live = self.new_live([])
        self.own = {side for side, role in theirs["seats"].items() if role == "guest"}

    def new_live(self, entries: list[Any]) -> LiveGame:
        seats = dict.fromkeys(self.header["seats"], PERSON)
        sitting = live_sitting(SeatedGame(self.rules, JournalHeader(**self.header), seats, "seeded"))
        sitting.new_dice, sitting.hearings, sitting.recorded = Dice, (Stops(),), entries
        return LiveGame(sitting)

    # --- the record

    @property
    def lines(self) -> list[str]:
        context = self.live.sitting.context
        return [] if context is None else [line.rstrip("\n") for line in context.record.lines]

    def chain(self, count: int) -> str:
        found = ""
        for line in self.lines[:count]:
            found = h(found, line)
        return found

    # --- messages

    def say(self, sort: str, /, **parts: Any) -> None:
        have = len(self.lines)
        frame = {"type": sort, "game": self.game, "have": have, "chain": self.chain(have), "undone": 0}
        self.wire.send(json.dumps({**frame, **parts}, ensure_ascii=False))

    def wait(self, sort: str, number: int) -> dict[str, Any]:
        """Give the host's message for a place; ask again now and then."""
        while (sort, number) not in self.heard:
            try:
                message = json.loads(self.wire.recv(timeout=0.5))
            except TimeoutError:
                self.say("have")
                continue
            assert message["type"] not in ("stopped", "refused"), message
            place = message.get("exchange", message.get("number", 0))
            self.heard.setdefault((message["type"], place), message)
        return self.heard[sort, number]

    # --- what the game waits for

    def next(self, at: Any) -> Any:
        match at:
            case Question():
                return self.answer(at)
            case ("die", sides):
                return self.die(sides)
            case ("phase", address):
                self.stops += 1
                if address in self.live.sitting.secrecy.phases:
                    self.exchange_orders()
            case ("turn", turn, found):
                self.stops += 1
                self.exchange += 1
                self.say("state", exchange=self.exchange, turn=turn, after=len(self.lines), hash=found)
                assert self.wait("state", self.exchange)["hash"] == found
        return None

    def answer(self, question: Question) -> Any:
        self.decisions += 1
        after, orders = self.orders
        if question.number < after + len(orders):
            entry = orders[question.number - after]
        elif question.by in self.own:
            choice = question.written(proposed(question))
            entry = {"choice": choice, "by": question.by, "at": question.site.address}
            self.say("entry", number=question.number + 1, entry=entry)
        else:
            entry = self.wait("entry", question.number + 1)["entry"]
        assert (entry["by"], entry["at"]) == (question.by, question.site.address)
        answer = question.meant(entry["choice"])
        assert answer is not None
        return answer

    def die(self, sides: int) -> int:
        if self.seeded_at != self.decisions:
            after = len(self.lines)
            mine, theirs = self.exchanged("dice", secrets.token_hex(32))
            self.seed = h("quarterdeck seed 1", self.game, self.exchange, after, self.chain(after), theirs, mine)
            self.seeded_at = self.decisions
        attempt, limit = 0, 2**64 - 2**64 % sides
        while True:
            found = int(h("quarterdeck die 1", self.seed, len(self.lines) + 1, attempt)[:16], 16)
            if found < limit:
                return found % sides + 1
            attempt += 1

    def exchange_orders(self) -> None:
        mine, theirs = self.exchanged("orders", json.dumps(self.own_orders(), ensure_ascii=False))
        all_orders = json.loads(theirs) | json.loads(mine)
        self.orders = (len(self.lines), [one for side in self.header["seats"] for one in all_orders.get(side, [])])

    def own_orders(self) -> dict[str, list[Any]]:
        """Decide on a copy of the game, in which the others answer something: nobody's orders depend on it."""
        entries = [json.loads(line) for line in self.lines]
        trial, stops = self.new_live(entries), 0
        trial.open()
        while (stops := stops + (not isinstance(trial.waits_at, Question))) < self.stops:
            trial.step()
        trial.step()
        while isinstance(question := trial.waits_at, Question):
            trial.step(proposed(question))
        made = list(trial.sitting.record)[len(entries) :]
        trial.close()
        return {side: [one for one in made if one["by"] == side] for side in self.own}

    def exchanged(self, sort: str, secret: str) -> tuple[str, str]:
        """Commit and open; give the own secret and the host's."""
        self.exchange += 1
        number, after, salt = self.exchange, len(self.lines), secrets.token_hex(32)
        place = (number, sort, after, self.chain(after))
        mine = h("quarterdeck commitment 1", self.game, "guest", *place, salt, secret)
        self.say("commit", exchange=number, sort=sort, after=after, hash=mine)
        theirs = self.wait("commit", number)
        self.say("open", exchange=number, secret=secret, salt=salt)
        opened = self.wait("open", number)
        found = h("quarterdeck commitment 1", self.game, "host", *place, opened["salt"], opened["secret"])
        assert (theirs["sort"], theirs["after"], theirs["hash"]) == (sort, after, found)
        return secret, opened["secret"]


def proposed(question: Question) -> Any:
    return question.answers()[0] if question.default is None else question.default


if __name__ == "__main__":
    print("\n".join(SecondClient(sys.argv[1]).play()))
