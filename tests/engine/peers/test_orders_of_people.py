"""People give their orders question by question: nothing of them leaves before it is due, and none is lost."""

import json
from typing import Any

from quarterdeck.engine.peers.peer_context import OrdersDue
from quarterdeck.engine.run.happenings import Happening, PhaseBegun
from quarterdeck.engine.sitting.sitting import GameListener
from tests.engine.peers.two_peers import Peer, header_of_host, play, said, set_up, two

GAME = ("ships_and_sails", "lake_erie", 3)


def answer(peer: Peer) -> list[str]:
    """Answer as proposed, or with the first answer that there is."""
    question = peer.end.question
    assert question is not None
    given = question.answers()[0] if question.default is None else question.default
    return peer.end.answer(question.written(given), question.number)


def person_and_bot() -> tuple[Peer, Peer]:
    game, header = set_up(*GAME), header_of_host(*GAME)
    return Peer(game, header, "host", "person"), Peer(game, header, "guest")


def carried(host: Peer, guest: Peer, to_guest: list[str], to_host: list[str]) -> list[str]:
    """Carry messages until nothing more comes; give all that the guest was sent."""
    seen: list[str] = []
    while to_guest or to_host:
        if to_guest:
            seen.append(to_guest[0])
            to_host += guest.end.receive(to_guest.pop(0))
        else:
            to_guest += host.end.receive(to_host.pop(0))
    return seen


def test_a_person_plays_question_by_question_to_the_end():
    host, guest = person_and_bot()
    carried(host, guest, host.end.connect(), guest.end.connect())
    asked = 0
    while host.end.question is not None:
        asked += 1
        carried(host, guest, answer(host), [])
    assert asked > 10
    assert host.end.has_ended
    assert guest.end.has_ended
    assert host.store.data == guest.store.data


def test_orders_that_were_given_survive_a_restart_and_are_not_in_the_journal():
    host, guest = person_and_bot()
    carried(host, guest, host.end.connect(), guest.end.connect())
    journal = bytes(host.store.data)
    numbers = []
    for _ in range(4):
        assert host.end.question is not None
        numbers.append(host.end.question.number)
        carried(host, guest, answer(host), [])
    assert host.end.question is not None
    waiting = host.end.question.number, host.end.question.site.address
    assert host.store.data == journal, "orders are in the journal when both sides have opened"
    host.start()
    carried(host, guest, host.end.connect(), guest.end.connect())
    assert host.end.question is not None
    assert (host.end.question.number, host.end.question.site.address) == waiting
    while host.end.question is not None:
        carried(host, guest, answer(host), [])
    assert host.store.data == guest.store.data
    assert host.end.stopped == ""


def sent_before_opening(last: bool) -> tuple[Peer, list[dict[str, Any]]]:
    """Give what the host sends of its orders while the guest has committed to none; `last` chooses other orders."""
    host, guest = person_and_bot()
    waiting = [(guest, text) for text in host.end.connect()] + [(host, text) for text in guest.end.connect()]
    while waiting:
        to, text = waiting.pop(0)
        if to is host and said(text).get("sort") == "orders":
            continue  # the commitment of the guest is late
        waiting += [(host if to is guest else guest, one) for one in to.end.receive(text)]
    sent: list[str] = []
    while (question := host.end.question) is not None:
        options = question.answers()
        given = options[-1 if last and question.site.address.endswith("pace") else 0]
        sent += host.end.answer(question.written(given), question.number)
    assert isinstance(host.end.live.waits_at, OrdersDue)
    return host, [said(text) for text in [*sent, *host.end.tick()]]


def test_nothing_of_orders_is_sent_before_the_other_has_committed():
    seen = []
    for last in (False, True):
        host, sent = sent_before_opening(last)
        assert [message["type"] for message in sent] == ["commit", "have"]
        (kept,) = [one for one in host.exchanges.kept.values() if one.mine.startswith("{")]
        assert kept.salt not in json.dumps(sent)
        seen.append((kept.mine, [{name: part for name, part in one.items() if name != "hash"} for one in sent]))
    (one, told), (other, also_told) = seen
    assert one != other
    assert told == also_told, "but for the hash of the commitment nothing depends on the orders"


class Noting(GameListener):
    """Notes which phases begin, and how many entries there are then."""

    def __init__(self) -> None:
        self.phases: list[tuple[int, str, int]] = []

    def begin(self) -> None:
        self.phases.clear()

    def hear(self, event: Happening) -> None:
        if isinstance(event, PhaseBegun):
            self.phases.append((event.turn, event.address, event.entry))


def test_the_actions_of_a_turn_come_in_the_order_of_the_text():
    host, guest = two(*GAME)
    noting = Noting()
    host.end.sitting.hearings = (noting,)
    play(host, guest)
    phases = [(address.partition(".")[2], at) for turn, address, at in noting.phases if turn == 2]
    assert [name for name, _ in phases] == ["weather", "exchange", "movement", "battle", "losses", "victory", "orders"]
    context = host.end.context
    assert context is not None
    starts = dict(phases)
    turn_2 = range(starts["weather"], noting.phases[-1][2] + 1)
    met = [(one.sort, one.after) for one in context.meetings if one.after in turn_2]
    dice, orders = (next(at for sort, at in met if sort == wanted) for wanted in ("dice", "orders"))
    assert dice == starts["weather"], "the weather is made by both before anything moves"
    orders_of_turn_2 = [at for sort, at in met if sort == "orders" and at == starts["orders"]]
    assert orders_of_turn_2, "orders are exchanged when they are written, after the battle"
    assert orders >= dice
    first = json.loads(host.store.data.splitlines()[1 + dice])
    assert first["at"].startswith("weather.")
