"""Peers take decisions back where both agree, and give the game up: the records stay equal, whatever the line does."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from quarterdeck.engine.sitting.stop_records import AnswerRefusedError
from tests.engine.peers.test_orders_of_people import answer, carried, person_and_bot
from tests.engine.peers.two_peers import Peer, header_of_host, said, set_up

DECIDING = ("tests/games/marbles", "pavement", 3)


def two_people() -> tuple[Peer, Peer]:
    game, header = set_up(*DECIDING), header_of_host(*DECIDING)
    host, guest = Peer(game, header, "host", "person"), Peer(game, header, "guest", "person")
    carried(host, guest, host.end.connect(), guest.end.connect())
    return host, guest


def at_public_decisions() -> tuple[Peer, Peer, Peer, Peer]:
    """Play to where a side has decided openly and decides again; give the peers, then who may undo, and the other."""
    host, guest = two_people()
    for _ in range(200):
        for one, other in ((host, guest), (guest, host)):
            question = one.end.question
            if question is None:
                continue
            context = one.end.context
            assert context is not None
            if (
                context.rehearsal is None
                and not isinstance(found := one.end.sitting.undo_from(question.side, question.number), str)
                and not one.end._undo_fault(found, is_own=True)
            ):
                return host, guest, one, other
            sent = answer(one)
            carried(host, guest, sent if one is host else [], sent if one is guest else [])
            break
    raise AssertionError("no side decides twice")


def told(host: Peer, guest: Peer, one: Peer, sent: list[str]) -> None:
    carried(host, guest, sent if one is host else [], sent if one is guest else [])


def refusing(asked: list[str]) -> Callable[[str], bool]:
    """Agree to nothing, and note what was asked."""

    def consent(words: str) -> bool:
        asked.append(words)
        return False

    return consent


def played_on(host: Peer, guest: Peer) -> None:
    for _ in range(2_000):
        one = next((one for one in (host, guest) if one.end.question is not None), None)
        if one is None:
            break
        told(host, guest, one, answer(one))
    assert (host.end.stopped, guest.end.stopped) == ("", "")
    assert host.end.has_ended
    assert host.store.data == guest.store.data


def test_a_decision_is_taken_back_where_the_other_agrees():
    host, guest, one, other = at_public_decisions()
    count, data = one.end.count, bytes(one.store.data)
    told(host, guest, one, one.end.ask_to_undo())
    assert one.end.count == other.end.count == count - 1
    assert data.startswith(one.store.data)
    assert one.store.data == other.store.data
    played_on(host, guest)


def test_a_decision_stays_where_the_other_does_not_agree():
    host, guest, one, other = at_public_decisions()
    asked: list[str] = []
    other.end.consent = refusing(asked)
    count = one.end.count
    for _ in range(3):
        sent = one.end.ask_to_undo()
        with pytest.raises(AnswerRefusedError, match="has to reply"):
            answer(one)
        told(host, guest, one, sent)
        assert one.end.count == other.end.count == count
    assert len(asked) == 1, "whoever has declined is not asked again"
    played_on(host, guest)


@pytest.mark.parametrize("seed", range(6))
def test_an_undo_survives_restarts_and_lost_messages(seed):
    chance = random.Random(seed)
    host, guest, one, _ = at_public_decisions()
    count = one.end.count
    lines: dict[str, list[str]] = {"host": [], "guest": []}  # to each
    lines["guest" if one is host else "host"] += one.end.ask_to_undo()
    for _ in range(400):
        peer = chance.choice([host, guest])
        waiting = lines[peer.role]
        other_line = lines["guest" if peer is host else "host"]
        dice = chance.random()
        if dice < 0.03 and peer is not one:
            peer.start()
            lines["guest"] += host.end.connect()
            lines["host"] += guest.end.connect()
        elif waiting and dice < 0.9:
            text = waiting.pop(chance.randrange(len(waiting)))
            if chance.random() < 0.2:
                waiting.append(text)
            if chance.random() > 0.2:
                other_line += peer.end.receive(text)
        elif dice > 0.9:
            other_line += peer.end.tick()
    for peer in (host, guest):
        peer.start()
    carried(host, guest, host.end.connect(), guest.end.connect())
    carried(host, guest, host.end.tick(), guest.end.tick())
    assert (host.end.stopped, guest.end.stopped) == ("", "")
    assert host.end.count == guest.end.count == count - 1
    assert host.end.undone == guest.end.undone == 1
    played_on(host, guest)


def test_orders_that_nobody_was_sent_are_taken_back_without_asking():
    host, guest = person_and_bot()
    carried(host, guest, host.end.connect(), guest.end.connect())
    asked: list[str] = []
    guest.end.consent = refusing(asked)
    first = host.end.question
    for _ in range(3):
        carried(host, guest, answer(host), [])
    third = host.end.question
    for _ in range(3):
        assert host.end.ask_to_undo() == []
    again = host.end.question
    assert first is not None
    assert third is not None
    assert again is not None
    assert (again.number, again.site.address) == (first.number, first.site.address) != (third.number, "")
    assert asked == []
    with pytest.raises(AnswerRefusedError):
        host.end.ask_to_undo()
    while host.end.question is not None:
        carried(host, guest, answer(host), [])
    assert host.end.has_ended
    assert host.store.data == guest.store.data


def forged(peer: Peer, sort: str, **parts: Any) -> str:
    """Say something that the peer's program would not say."""
    peer.end._send(sort, **parts)
    return peer.end._flush()[-1]


def test_nobody_takes_back_what_was_not_asked_for():
    host, guest, one, other = at_public_decisions()
    data, count = bytes(one.store.data), one.end.count
    assert count
    for after in (0, count - 1, count, 10**6):
        told(host, guest, other, [forged(other, "agreed", undo=1, after=after, why="")])
    one.end.ask_to_undo()
    for after in {0, count, 10**6} - {count - 1}:
        one.end.receive(forged(other, "agreed", undo=1, after=after, why=""))
    assert one.store.data == data
    for after in {0, 1, count, 10**6} - {count - 1}:
        (text,) = [text for text in other.end.receive(forged(one, "undo", undo=1, after=after)) if "agreed" in text]
        assert said(text)["why"]
    assert other.store.data == data


@pytest.mark.parametrize("role", ["host", "guest"])
def test_who_resigns_has_lost_on_both_sides_also_after_a_restart(role):
    host, guest = two_people()
    told(host, guest, host, answer(host) if host.end.question else [])
    one, other = (host, guest) if role == "host" else (guest, host)
    one.end.resign()  # what is sent is lost
    one.start()
    carried(host, guest, host.end.connect(), guest.end.connect())
    for peer in (host, guest):
        assert peer.end.has_ended
        assert peer.end.stopped == ""
        outcome = peer.end.outcome
        assert outcome is not None
        assert outcome.side in other.end.own
    assert host.end.question is None
    for peer in (host, guest):
        peer.start()
        assert peer.end.has_ended


def test_nothing_is_taken_back_after_the_end():
    host, guest = two_people()
    played_on(host, guest)
    data, context = bytes(host.store.data), host.end.context
    assert context is not None
    for after in range(host.end.count):
        (text,) = [text for text in host.end.receive(forged(guest, "undo", undo=1, after=after)) if "agreed" in text]
        assert said(text)["why"]
    assert host.store.data == data


def test_where_both_resign_at_once_both_say_the_same():
    host, guest = two_people()
    carried(host, guest, guest.end.resign() and host.end.resign() and [], [])
    carried(host, guest, host.end.tick(), guest.end.tick())
    assert host.end.resigned == guest.end.resigned == "host"
    assert host.end.has_ended
    assert guest.end.has_ended


def test_nobody_resigns_for_the_other():
    host, guest = two_people()
    host.end.receive(forged(guest, "resign", by="host"))
    assert re.search("nobody here has resigned", host.end.refusals[-1])
    assert host.end.resigned == ""
