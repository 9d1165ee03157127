"""Two peers in one process, with deterministic secrets, for tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import Any

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.peers.exchanges import MemoryExchanges
from quarterdeck.engine.peers.messages import framed, unframed
from quarterdeck.engine.peers.peer_game import PeerGame
from quarterdeck.engine.peers.peer_speech import Role
from quarterdeck.engine.run.journal import JournalHeader, read_journal
from quarterdeck.engine.run.journal_store import MemoryStore
from quarterdeck.workspace.games.peer_opening import host_header, peer_game
from quarterdeck.workspace.ruleset.seating import Game, set_up_game, sides_of

SEED = 7
"""With the secrets below it decides all dice, so that each run of a test is the same."""


@cache
def set_up(ruleset: str, scenario: str, turns: int = 0) -> Game:
    """Set a scenario up, with fewer turns where they are given."""
    findings = Findings()
    game = set_up_game(Ruleset.open(ruleset), scenario, {}, findings)
    assert not findings
    if turns:
        layout = game.built.program.layout
        game.start.state[layout.arrays["Game"].base + layout.offsets["Game.turn_limit"]] = turns
    return game


@cache
def header_of_host(ruleset: str, scenario: str, turns: int = 0) -> JournalHeader:
    game = set_up(ruleset, scenario, turns)
    return replace(host_header(game, scenario, {}, [next(iter(sides_of(game)))]), seed=SEED)


def secrets_of(role: str) -> Callable[[str], str]:
    """Secrets that depend on what they are for alone: a peer that is started again takes the same ones."""
    return lambda purpose: sha256(f"{role} {purpose}".encode()).hexdigest()


@dataclass
class Peer:
    """One peer with what outlives it: its journal and its exchanges."""

    game: Game
    header: JournalHeader
    role: Role
    seat: str = "bot"
    store: MemoryStore = field(default_factory=MemoryStore)
    exchanges: MemoryExchanges = field(default_factory=MemoryExchanges)
    end: PeerGame = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start anew, from what is kept."""
        saved = read_journal(self.store) if self.store.data else None
        secret = secrets_of(self.role)
        self.end = peer_game(
            self.game, self.header, self.role, self.seat, self.store, self.exchanges, saved, secret=secret
        )


def two(ruleset: str, scenario: str, turns: int = 0, **more: Any) -> tuple[Peer, Peer]:
    game, header = set_up(ruleset, scenario, turns), header_of_host(ruleset, scenario, turns)
    return Peer(game, header, "host", **more), Peer(game, header, "guest", **more)


def said(text: str | bytes) -> dict[str, Any]:
    """Read a message that a peer sends."""
    return dict(json.loads(unframed(text)))


def forged(message: dict[str, Any]) -> str:
    """Write a message that no peer's program has written."""
    return framed(json.dumps(message))


def play(host: Peer, guest: Peer) -> int:
    """Carry messages to and fro until nothing more comes; give how many there were."""
    waiting = [(guest, text) for text in host.end.connect()] + [(host, text) for text in guest.end.connect()]
    count = 0
    while waiting:
        to, text = waiting.pop(0)
        count += 1
        other = guest if to is host else host
        waiting += [(other, answer) for answer in to.end.receive(text)]
    return count
