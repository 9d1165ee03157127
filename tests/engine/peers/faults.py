"""Two peers over a line that loses, doubles, delays and tears messages, and that are killed at random moments."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from quarterdeck.engine.peers.exchanges import MemoryExchanges, PeerExchange
from quarterdeck.engine.run.journal_store import MemoryStore
from tests.engine.peers.two_peers import Peer


class KilledError(BaseException):
    """The program was killed."""


@dataclass
class Killer:
    """Kills its program when it has made safe what comes next, before that or after it."""

    chance: random.Random
    kills_left: int
    one_in: int = 12
    is_dead: bool = False
    """Whether the program was killed: what still runs as Python clears up must make nothing safe."""

    def may_kill(self) -> None:
        if self.kills_left and not self.is_dead and self.chance.randrange(self.one_in) == 0:
            self.kills_left -= 1
            self.is_dead = True
            raise KilledError


class KilledStore(MemoryStore):
    """A journal of which a crash leaves what was synced, and a part of what was not."""

    def __init__(self, killer: Killer, data: bytes = b"") -> None:
        super().__init__(data)
        self.killer = killer
        self.safe = len(data)

    def sync(self) -> None:
        self.killer.may_kill()
        self.safe = self.safe if self.killer.is_dead else len(self.data)
        self.killer.may_kill()

    def truncate(self, size: int) -> None:
        super().truncate(size)
        self.safe = min(self.safe, size)

    def after_crash(self, chance: random.Random) -> None:
        """Lose what was not safe, but for a part that may end within a line."""
        del self.data[chance.randint(self.safe, len(self.data)) :]
        self.safe = len(self.data)
        self.killer.is_dead = False


class KilledExchanges(MemoryExchanges):
    def __init__(self, killer: Killer) -> None:
        super().__init__()
        self.killer = killer

    def put(self, exchange: PeerExchange) -> None:
        self.killer.may_kill()
        if not self.killer.is_dead:
            super().put(exchange)
        self.killer.may_kill()


@dataclass
class Line:
    """Carries messages one way: some are lost, some come twice, some late, some torn."""

    chance: random.Random
    faults: float
    waiting: list[str] = field(default_factory=list)
    is_cut: bool = False

    def send(self, texts: list[str]) -> None:
        for text in texts:
            dice = self.chance.random() / self.faults if self.faults else 9
            if dice < 0.3 or self.is_cut:
                continue
            place = self.chance.randint(0, len(self.waiting)) if dice < 0.6 else len(self.waiting)
            self.waiting.insert(place, text[: self.chance.randint(0, len(text) - 1)] if dice < 0.4 else text)
            if dice < 0.8:
                self.waiting.insert(self.chance.randint(0, len(self.waiting)), text)


@dataclass
class FaultyGame:
    """Plays a game between two peers to its end over faulty lines."""

    host: Peer
    guest: Peer
    chance: random.Random
    faults: float
    kills: int = 0
    """How many kills there were."""

    def play(self, most_steps: int = 40_000) -> None:
        peers = (self.host, self.guest)
        lines = [Line(self.chance, self.faults) for _ in peers]  # to the host, to the guest
        for place, peer in enumerate(peers):
            self.let(peer, lines, place, peer.end.connect)
        for _ in range(most_steps):
            if all(peer.end.has_ended or peer.end.stopped for peer in peers):
                return
            place = self.chance.randrange(2)
            peer, line = peers[place], lines[place]
            if self.faults and self.chance.random() < 0.01:
                line.is_cut = not line.is_cut  # half open
            if line.waiting and self.chance.random() < 0.9:
                text = line.waiting.pop(0)
                self.let(peer, lines, place, lambda peer=peer, text=text: peer.end.receive(text))
            elif self.chance.random() < 0.2:
                self.let(peer, lines, place, peer.end.tick)
        raise AssertionError(f"no end: {[(p.end.count, p.end.live.waits_at, p.end.refusals[-1:]) for p in peers]}")

    def let(self, peer: Peer, lines: list[Line], place: int, act) -> None:
        """Let a peer do something; where it is killed by that, start it again from what is safe, and connect again."""
        try:
            lines[1 - place].send(act())
        except KilledError:
            self.kills += 1
            assert isinstance(peer.store, KilledStore)
            peer.store.after_crash(self.chance)
            while not self.started(peer):
                self.kills += 1
            for line in lines:
                line.waiting.clear()
                line.is_cut = False
            for number, one in enumerate((self.host, self.guest)):
                lines[1 - number].send(one.end.connect())

    def started(self, peer: Peer) -> bool:
        """Start a peer again, which may be killed by that as well."""
        try:
            peer.start()
        except KilledError:
            assert isinstance(peer.store, KilledStore)
            peer.store.after_crash(self.chance)
            return False
        return True
