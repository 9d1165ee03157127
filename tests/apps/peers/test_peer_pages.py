"""What a page of a game between two machines may ask for, without a browser: the messages are those of a host."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from quarterdeck.apps.peers.links import read_link
from quarterdeck.apps.peers.peer_board import PeerBoard
from quarterdeck.apps.peers.peer_guest import PeerGuest
from quarterdeck.apps.peers.peer_page import play_on_page
from quarterdeck.apps.peers.talk import GameWorker, UnsavedGameError
from quarterdeck.apps.server.looking import HostRefusalError
from quarterdeck.apps.server.messages import Sight
from quarterdeck.base.schema_reader import checked
from quarterdeck.engine.run.journal_store import MemoryStore
from quarterdeck.workspace.database.connections import DatabaseFaultError
from tests.apps.server.seats import answer_to
from tests.engine.peers.two_peers import Peer, header_of_host, play, set_up, two


@dataclass
class GuestPage:
    """A bot hosts, and the guest plays on a page."""

    ruleset: str
    scenario: str
    turns: int = 2
    sent: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.host, self.guest = two(self.ruleset, self.scenario, self.turns)
        self.guest = Peer(self.guest.game, self.guest.header, "guest", seat="person")
        self.waiting: list[tuple[Peer, str]] = []
        self.board = PeerBoard(say=self.say)
        self.board.take(self.guest.game, self.guest.end)
        ((self.side, self.token),) = self.board.tokens.items()
        with pytest.raises(HostRefusalError, match="not been reached yet"):
            self.board.connect(self.token, self.sent.append)
        play(self.host, self.guest)
        self.connection = self.board.connect(self.token, self.sent.append)[1]

    def say(self, texts: list[str]) -> None:
        """Carry what the page brings to the host, and what it answers back, until nothing more comes."""
        waiting = [(self.host, text) for text in texts]
        while waiting:
            to, text = waiting.pop(0)
            other = self.guest if to is self.host else self.host
            waiting += [(other, answer) for answer in to.end.receive(text)]
        self.board.changed()

    def send(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        before = len(self.sent)
        self.board.receive(self.board, self.connection, message)
        return self.sent[before:]

    def why_not(self, message: dict[str, Any]) -> str:
        return str(self.send(message)[-1]["refused"]["why"])

    @property
    def sight(self) -> dict[str, Any]:
        sight: dict[str, Any] = next(one["sight"] for one in reversed(self.sent) if "sight" in one)
        return sight


@pytest.mark.parametrize(
    ("ruleset", "scenario"), [("starter", "first_meeting"), ("ships_and_sails", "lake_erie"), ("quickfire", "coronel")]
)
def test_a_game_is_played_to_its_end_on_a_page(ruleset, scenario):
    page, numbers = GuestPage(ruleset, scenario), []
    while not page.sight["over"]:
        checked(Sight, page.sight)
        numbers.append(page.sight["number"])
        found = page.send(answer_to(page.sight))
        assert not [one for one in found if "refused" in one]
        assert {"accepted": {"number": numbers[-1]}} in found
    assert len(numbers) > 3, (page.sight["over"], page.host.end.stopped, page.guest.end.stopped)
    assert page.guest.end.has_ended
    assert page.host.store.data == page.guest.store.data
    assert "over" in page.why_not({"undo": "ask"})
    told = [line for one in page.sent if "sight" in one for line in one["sight"]["log"]["lines"]]
    assert any(line["sort"] == "turn" for line in told)


def test_a_page_looks_asks_why_and_takes_back_what_was_not_sent():
    page = GuestPage("quickfire", "coronel")
    first = page.sight
    thing = next(one["thing"] for one in first["board"]["pieces"])
    assert page.send({"look": thing})[-1]["looked"]["card"]["thing"] == thing
    assert page.send({"rule": first["question"]["at"]})[-1]["ruled"]["blocks"]
    wanted = answer_to(first)
    assert "chances" in page.send({"number": wanted["number"], "chance": wanted["value"]})[-1]
    page.send(wanted)
    assert page.sight["number"] != first["number"]
    page.send({"undo": "ask"})
    page.host.end.tick()
    page.say(page.guest.end.tick())  # both compare the state again, as after a restart
    assert (page.sight["number"], page.sight["question"]) == (first["number"], first["question"])
    assert "no such question" in page.why_not({**wanted, "number": wanted["number"] + 1})
    assert "may not be chosen" in page.why_not({**wanted, "value": "nonsense"})
    for message in ({"bot": "ask"}, {"dice": "ask"}):
        assert "between two machines" in page.why_not(message)
    with pytest.raises(HostRefusalError, match="opens no seat"):
        page.board.connect("1-guessed", page.sent.append)


def test_who_resigns_on_a_page_has_lost():
    page = GuestPage("starter", "first_meeting")
    page.send({"resign": True})
    assert page.sight["over"]["words"] == "The guest has resigned."
    assert page.host.end.resigned == "guest"
    assert "over" in page.why_not(
        answer_to({**page.sight, "question": None}) if page.sight["question"] else {"undo": "ask"}
    )


@dataclass
class TwoPages:
    """People play on pages at both ends, and what they say is carried to and fro."""

    ruleset: str
    scenario: str
    turns: int

    def __post_init__(self) -> None:
        game, header = (
            set_up(self.ruleset, self.scenario, self.turns),
            header_of_host(self.ruleset, self.scenario, self.turns),
        )
        self.peers = tuple(Peer(game, header, role, "person") for role in ("host", "guest"))
        self.boards = tuple(PeerBoard(say=partial(self.carry, at)) for at in (0, 1))
        self.sent: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
        for board, peer in zip(self.boards, self.peers, strict=True):
            board.take(peer.game, peer.end)
        play(*self.peers)
        self.connections = [
            board.connect(next(iter(board.tokens.values())), sent.append)[1]
            for board, sent in zip(self.boards, self.sent, strict=True)
        ]

    def carry(self, at: int, texts: list[str]) -> None:
        waiting = [(1 - at, text) for text in texts]
        while waiting:
            to, text = waiting.pop(0)
            waiting += [(1 - to, answer) for answer in self.peers[to].end.receive(text)]
        for board in self.boards:
            board.changed()

    def send(self, at: int, message: dict[str, Any]) -> None:
        self.boards[at].receive(self.boards[at], self.connections[at], message)

    def last(self, at: int, kind: str) -> dict[str, Any]:
        found: dict[str, Any] = next(one[kind] for one in reversed(self.sent[at]) if kind in one)
        return found

    def at_public_decision(self) -> int:
        """Play until a side is asked again after a decision that it may take back; give its end."""
        for _ in range(200):
            at = next(at for at in (0, 1) if self.last(at, "sight")["question"])
            end = self.peers[at].end
            question = end.question
            found = "" if question is None else end.sitting.undo_from(question.side, question.number)
            is_open = end.context is not None and end.context.rehearsal is None
            if is_open and not isinstance(found, str) and not end._undo_fault(found, is_own=True):
                return at
            self.send(at, answer_to(self.last(at, "sight")))
        raise AssertionError("no side decides twice")


@pytest.mark.parametrize("reply", ["agree", "decline"])
def test_the_other_page_is_asked_whether_a_decision_is_taken_back(reply):
    pages = TwoPages("tests/games/marbles", "pavement", 3)
    at = pages.at_public_decision()
    other, count = 1 - at, pages.peers[at].end.count
    side = next(iter(pages.boards[at].tokens))
    wish = [{"kind": "undo", "by": side, "side": side}]
    pages.send(at, {"undo": "ask"})
    for _ in range(3):
        pages.carry(at, pages.peers[at].end.tick())  # whoever waits asks again
    assert [pages.last(end, "table")["wishes"] for end in (at, other)] == [wish, wish]
    assert pages.peers[other].end.count == count, "nothing is taken back before somebody agrees"
    pages.send(at, answer_to(pages.last(at, "sight")))
    assert "has to reply" in pages.last(at, "refused")["why"]
    pages.send(other, {"undo": reply})
    assert [pages.last(end, "table")["wishes"] for end in (at, other)] == [[], []]
    assert {peer.end.count for peer in pages.peers} == {count - (reply == "agree")}
    pages.send(other, {"undo": reply})
    assert "no request" in pages.last(other, "refused")["why"]
    while not pages.last(0, "sight")["over"]:
        asked = next(end for end in (0, 1) if pages.last(end, "sight")["question"])
        pages.send(asked, answer_to(pages.last(asked, "sight")))
    assert pages.peers[0].store.data == pages.peers[1].store.data


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), DatabaseFaultError("the disk is full")])
def test_a_program_learns_that_an_answer_on_its_page_cannot_be_saved(fault, monkeypatch):
    page, failed = GuestPage("starter", "first_meeting"), list[UnsavedGameError]()
    page.board.failed = failed.append

    def full(store: MemoryStore) -> None:
        raise fault

    with monkeypatch.context() as patched:
        patched.setattr(MemoryStore, "sync", full)
        while not failed:
            assert "cannot be saved" in page.why_not(answer_to(page.sight)), "the first answer that is written"
    assert "the same command continues it" in failed[0].message
    assert not page.host.end.stopped


def test_a_program_whose_page_cannot_save_an_answer_ends():
    board, guest = PeerBoard(), PeerGuest(read_link("http://127.0.0.1:9/peer#1-x"), GameWorker(), lambda message: None)  # type: ignore[arg-type,return-value]

    async def playing() -> None:
        running = asyncio.create_task(play_on_page(guest, board, lambda side, page: None))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(board.failed, UnsavedGameError("the game cannot be saved: no space"))
        with pytest.raises(UnsavedGameError, match="no space"):
            await asyncio.wait_for(running, 30)

    asyncio.run(playing())
    guest.worker.close()
