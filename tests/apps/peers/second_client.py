"""A guest written from `docs/peer-protocol.md` and `quarterdeck.api`: messages, hashes and order are its own.

`python -m tests.apps.peers.second_client LINK` plays to the end, with the answers that are proposed, and prints the
record. It keeps nothing, so it cannot be started again.
"""

import json
import secrets
import sys
from hashlib import sha256
from typing import Any

from websockets.sync.client import ClientConnection, connect

from quarterdeck.api import DieNeeded, PhaseStarted, Ruleset, TurnEnded, open_game

RULES = ("rules", "start", "elements", "things", "meaning", "format")
"""The parts of the header that come from the rules here."""


def h(*parts: str | int) -> str:
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()


class SecondClient:
    def __init__(self, link: str) -> None:
        address, _, self.token = link.partition("#")
        self.socket = address.replace("http", "ws", 1) + "/socket"
        self.heard: dict[tuple[str, int], dict[str, Any]] = {}
        self.exchange = self.decisions = 0
        self.seeded_at, self.seed = -1, ""
        self.orders: tuple[int, list[Any]] = (0, [])
        self.passed: set[object] = set()
        self.written: list[str] = []
        self.chains = [""]

    def play(self) -> list[str]:
        """Play to the end; give the lines of the record."""
        with connect(self.socket, origin=None) as self.wire:
            assert isinstance(self.wire, ClientConnection)
            self.send({"token": self.token})
            self.begin(self.receive(10)["header"])
            self.say("hello", protocol=4, role="guest", heard=True, header=self.header)
            while (ended := self.live.result) is None:
                if self.live.question is not None:
                    self.answer()
                else:
                    self.live.go_on(self.passing(self.live.stop))
            self.say("end", winner=ended.winner or "", turn=ended.turn)
            theirs = self.wait("end", 0)
            assert (theirs["winner"], theirs["turn"]) == (ended.winner or "", ended.turn)
        return self.lines

    def begin(self, theirs: dict[str, Any]) -> None:
        """Compare the host's header with the one that the rules here give."""
        self.live = open_game(
            Ruleset.open(theirs["game"]),
            theirs["scenario"],
            options=theirs["options"],
            sides=["person"],
            stop_at=("dice", "phases", "turns"),
        )
        here = self.live.header
        self.header = {key: here[key] if key in RULES else part for key, part in theirs.items()}
        assert self.header == theirs
        self.game = h("quarterdeck game 1", json.dumps(self.header, ensure_ascii=False))
        self.own = {side for side, role in theirs["seats"].items() if role == "guest"}

    # --- the record

    @property
    def lines(self) -> list[str]:
        """What is taken back is asked for before it is and after, never in between."""
        for entry in self.live.entries[len(self.written) :]:
            self.written.append(json.dumps(entry, ensure_ascii=False))
            self.chains.append(h(self.chains[-1], self.written[-1]))
        return self.written

    def chain(self, count: int) -> str:
        assert len(self.lines) >= count
        return self.chains[count]

    # --- messages

    def say(self, sort: str, /, **parts: Any) -> None:
        have = len(self.lines)
        frame = {"type": sort, "game": self.game, "have": have, "chain": self.chain(have), "undone": 0}
        self.send({**frame, **parts})

    def send(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False)
        self.wire.send(f"{h(text)[:16]} {text}")

    def receive(self, seconds: float) -> dict[str, Any]:
        checksum, _, text = str(self.wire.recv(timeout=seconds)).partition(" ")
        assert checksum == h(text)[:16]
        return dict(json.loads(text))

    def wait(self, sort: str, number: int) -> dict[str, Any]:
        """Give the host's message for a place; ask again now and then."""
        while (sort, number) not in self.heard:
            try:
                message = self.receive(0.5)
            except TimeoutError:
                self.say("have")
                continue
            assert message["type"] not in ("stopped", "refused"), message
            place = message.get("exchange", message.get("number", 0))
            self.heard.setdefault((message["type"], place), message)
        return self.heard[sort, number]

    # --- what the game waits for

    def passing(self, stop: object) -> int | None:
        """Do what is due at a stop, once: after `undo` the game stops there again."""
        place = (stop, len(self.live.entries))
        if isinstance(stop, DieNeeded):
            return self.die(stop.sides)
        if place in self.passed:
            return None
        self.passed.add(place)
        match stop:
            case PhaseStarted(is_at_once=True):
                self.exchange_orders(place)
            case TurnEnded(turn=turn):
                self.exchange += 1
                found = self.live.state_hash
                self.say("state", exchange=self.exchange, turn=turn, after=len(self.lines), hash=found)
                assert self.wait("state", self.exchange)["hash"] == found
        return None

    def answer(self) -> None:
        question, place = self.question(), len(self.live.entries)
        self.decisions += 1
        after, orders = self.orders
        if place < after + len(orders):
            entry = orders[place - after]
        elif question["by"] in self.own:
            entry = {"choice": proposed(question), "by": question["by"], "at": question["at"]}
            self.say("entry", number=place + 1, entry=entry)
        else:
            entry = self.wait("entry", place + 1)["entry"]
        self.live.answer(entry["choice"])
        assert self.live.entries[place] == entry

    def question(self) -> dict[str, Any]:
        question: Any = self.live.question
        return dict(question)

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

    def exchange_orders(self, here: tuple[object, int]) -> None:
        mine, theirs = self.exchanged("orders", json.dumps(self.own_orders(here), ensure_ascii=False))
        all_orders = json.loads(theirs) | json.loads(mine)
        self.orders = (len(self.lines), [one for side in self.header["seats"] for one in all_orders.get(side, [])])

    def own_orders(self, here: tuple[object, int]) -> dict[str, list[Any]]:
        """Decide on trial, where the others answer something: nobody's orders depend on it. Then take it back."""
        after = len(self.live.entries)
        self.live.go_on()
        while self.live.question is not None:
            self.live.answer(proposed(self.question()))
        made = self.live.entries[after:]
        self.live.undo(after)
        while (self.live.stop, len(self.live.entries)) != here:
            self.live.go_on()
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


def proposed(question: dict[str, Any]) -> Any:
    """Give the default, else the first answer that there is."""
    if question["default"] is not None:
        return question["default"]
    options = [one["value"] for one in question["options"]] + [one["low"] for one in question["numbers"]]
    return [*options, *["none"] * question["may_decline"], *["stop"] * question["may_stop"]][0]


if __name__ == "__main__":
    print("\n".join(SecondClient(sys.argv[1]).play()))
