"""Cheats of a modified peer: each is named or refused, and the honest peer's game is unharmed."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, partial
from hashlib import sha256
from typing import Any

import pytest

from quarterdeck.apps.peers.peer_store import PeerFolder
from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE, MOST_EARLY_MESSAGES
from quarterdeck.engine.peers.commitments import ExchangePlace, ExchangeSort, commitment
from quarterdeck.engine.peers.messages import framed
from quarterdeck.engine.peers.peer_context import PeerContext
from quarterdeck.engine.peers.peer_speech import MOST_ANSWERED
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.workspace.games.peer_opening import peer_game
from quarterdeck.workspace.games.replay import replay
from tests.engine.peers.two_peers import Peer, forged, header_of_host, play, said, secrets_of, set_up, two

GAME = ("quickfire", "coronel", 2)
Message = dict[str, Any]
Tamper = Callable[[Message, Peer], list[Any]]
"""Makes of a message of the guest what is sent in its place: objects, or texts as they are."""


@cache
def honest() -> bytes:
    host, guest = two(*GAME)
    play(host, guest)
    return bytes(host.store.data)


@dataclass
class PeerInDatabase(Peer):
    """A peer that keeps its record and its exchanges in a database."""

    folder: PeerFolder = field(kw_only=True)

    def start(self) -> None:
        kept = self.folder.store_of(self.header)
        self.journal = kept.journal
        self.end = peer_game(
            *(self.game, self.header, self.role, self.seat, kept.journal, kept.exchanges, kept.saved),
            hearings=kept.hearings(self.game.start),
            secret=secrets_of(self.role),
        )


def cheated(
    tamper: Tamper, prepare: Callable[[Peer], None] | None = None, honest_one: Peer | None = None
) -> tuple[Peer, Peer]:
    """Play with a guest that sends other messages than its program does, as far as the game goes."""
    host, guest = two(*GAME)
    host = honest_one or host
    if prepare is not None:
        prepare(guest)
    for _ in range(3):
        to_guest = host.end.connect()
        to_host = altered(tamper, guest, guest.end.connect())
        for _ in range(2_000):
            if to_host:
                to_guest += host.end.receive(to_host.pop(0))
            elif to_guest:
                to_host += altered(tamper, guest, guest.end.receive(to_guest.pop(0)))
            else:
                to_guest += host.end.tick()
                to_host += altered(tamper, guest, guest.end.tick())
                if not to_host and not to_guest:
                    break
    return host, guest


def altered(tamper: Tamper, guest: Peer, texts: list[str]) -> list[Any]:
    found = []
    for text in texts:
        found += [
            one if isinstance(one, bytes) else framed(one) if isinstance(one, str) else forged(one)
            for one in tamper(said(text), guest)
        ]
    return found


def unharmed(host: Peer) -> None:
    """Check that the honest journal is a beginning of the honest game, and fits the rules."""
    store = host.journal if isinstance(host, PeerInDatabase) else host.store
    assert honest().startswith(store.read())
    assert replay(host.game, read_journal(store)).fault == ""


# --- what the cheats do


def change(sort: str, /, **parts: Any) -> Tamper:
    """Change parts of all messages of a type."""
    return lambda message, guest: [{**message, **parts} if message["type"] == sort else message]


def entry_with(**parts: Any) -> Tamper:
    """Change parts of the entries of decisions."""

    def tamper(message: Message, guest: Peer) -> list[Any]:
        if message["type"] == "entry":
            message["entry"].update(parts)
        return [message]

    return tamper


def with_own_secret(sort: ExchangeSort, secret: Callable[[Message, Peer, str], str]) -> Tamper:
    """Commit to another secret, and open that."""
    chosen: dict[int, str] = {}

    def tamper(message: Message, guest: Peer) -> list[Any]:
        number = int(message.get("exchange", 0))
        if message["type"] == "commit" and message["sort"] == sort:
            kept = guest.exchanges.kept[str(number)]
            chosen[number] = secret(message, guest, kept.mine)
            chain = guest.end.chain_at(message["after"])
            meeting = ExchangePlace(number, sort, message["after"])
            message["hash"] = commitment(guest.end.game, "guest", meeting, chain, kept.salt, chosen[number])
        if message["type"] == "open" and number in chosen:
            message["secret"] = chosen[number]
        return [message]

    return tamper


def orders_with(edit: Callable[[dict[str, list[Any]]], Any]) -> Tamper:
    """Commit to other orders than the rules allow, and open these."""

    def secret(message: Message, guest: Peer, mine: str) -> str:
        orders = json.loads(mine)
        edited = edit(orders)
        return edited if isinstance(edited, str) else json.dumps(orders)

    return with_own_secret("orders", secret)


def at_exchange(number: int, sort: str, /, **parts: Any) -> Tamper:
    def tamper(message: Message, guest: Peer) -> list[Any]:
        hit = message["type"] == sort and message["exchange"] == number
        return [{**message, **parts} if hit else message]

    return tamper


def beside(sort: str, *others: Any) -> Tamper:
    """Send something else after each message of a type."""
    return lambda message, guest: [message, *others] if message["type"] == sort else [message]


def again(sort: str, /, **parts: Any) -> Tamper:
    """Send each message of a type twice, the second time otherwise."""
    return lambda message, guest: [message, {**message, **parts}] if message["type"] == sort else [message]


def edit_first(**parts: Any) -> Callable[[dict[str, list[Any]]], None]:
    return lambda orders: next(iter(orders.values()))[0].update(parts)


def reflected(message: Message, guest: Peer) -> list[Any]:
    """Commit to what the host has committed to, and open what the host has opened."""
    number = message.get("exchange")
    kept = guest.exchanges.kept.get(str(number))
    if message["type"] == "commit":
        early = guest.end._early.get(("commit", number or 0))
        theirs = kept.theirs if kept is not None and kept.theirs else early["hash"] if early else None
        return [{**message, "hash": theirs}] if theirs else []
    if message["type"] == "open" and kept is not None and kept.opened:
        salt, secret = kept.opened.split(" ", 1)
        return [{**message, "salt": salt, "secret": secret}]
    return [message]


def late_entry(message: Message, guest: Peer) -> list[Any]:
    """Send the first decision once more, later and otherwise."""
    if message["type"] != "state":
        return [message]
    context = guest.end.context
    assert context is not None
    asked = [at for at, side in context.asked if side in guest.end.own and at not in context.sealed]
    if not asked:
        return [message]
    entry = {**guest.end.entry_at(asked[0] + 1), "choice": "none", "at": "elsewhere"}
    return [message, {**message_of(message, "entry"), "number": asked[0] + 1, "entry": entry}]


def message_of(message: Message, sort: str) -> Message:
    return {**{name: message[name] for name in ("game", "have", "chain", "undone")}, "type": sort}


def old_exchange(message: Message, guest: Peer) -> list[Any]:
    """Use the commitment and the opening of the first exchange for all further ones."""
    first = next(iter(guest.exchanges.kept.values()), None)
    if message["type"] in ("commit", "open") and first is not None and message["exchange"] > int(first.key):
        assert guest.end.context is not None
        meeting = guest.end.context.meetings[int(first.key) - 1]
        if message["type"] == "open":
            return [{**message, "secret": first.mine, "salt": first.salt}]
        found = commitment(guest.end.game, "guest", meeting, guest.end.chain_at(meeting.after), first.salt, first.mine)
        return [{**message, "hash": found}]
    return [message]


def skipping(message: Message, guest: Peer) -> list[Any]:
    if message["type"] == "state":
        return [{**message, "turn": message["turn"] + 1}]
    return [message]


def swapped(held: list[Any], message: Message, guest: Peer) -> list[Any]:
    """Swap each message with the one after it."""
    held.append(message)
    return [held.pop(), held.pop()] if len(held) == 2 else []


def rules_of_header(change: Callable[[Message], None]) -> Tamper:
    def tamper(message: Message, guest: Peer) -> list[Any]:
        if message["type"] == "hello":
            change(message["header"])
        return [message]

    return tamper


class OwnDice(PeerContext):
    """Rolls what it likes."""

    def shared_face(self, sides: int) -> int:
        super().shared_face(sides)
        return sides


class OwnValues(PeerContext):
    """Repairs a ship at the end of the first turn."""

    def turn_over(self, turn: int) -> None:
        layout, state = self.program.layout, self.situation.state
        if turn == 1:
            state[layout.things("Ship")[0] + layout.offsets["Ship.distance_moved"]] += 7
        super().turn_over(turn)


def with_context(kind: type[PeerContext]) -> Callable[[Peer], None]:
    def prepare(guest: Peer) -> None:
        made = guest.end.sitting.new_context
        assert isinstance(made, partial)
        guest.end.sitting.new_context = partial(kind, *made.args, **made.keywords)

    return prepare


def other_rule(header: Message) -> None:
    header.update(rules="1" * 32)
    header["elements"].update({"gunnery.fire_guns": "0"})


NONE = {"choice": "none", "by": "german", "at": "x"}


def as_it_is(message: Message, guest: Peer) -> list[Any]:
    return [message]


NAMED: list[tuple[str, Tamper, str]] = [
    ("an illegal decision", entry_with(choice="nobody"), "is not allowed"),
    ("a decision at another place", entry_with(at="gunnery.elsewhere"), "is not allowed"),
    ("a decision for the other side", entry_with(by="british"), "is not allowed"),
    ("a decision that is changed afterwards", late_entry, "afterwards"),
    ("a decision that comes twice, and not the same", again("entry", entry=NONE), "afterwards"),
    ("orders that are changed when they are opened", at_exchange(2, "open", secret="{}"), "had not committed"),
    ("a wrong salt", change("open", salt="0" * 64), "had not committed"),
    ("dice that are chosen when the host has opened", change("open", secret="0" * 64), "had not committed"),
    ("the commitment of the host as one's own", reflected, "had not committed"),
    ("a secret that is too short", with_own_secret("dice", lambda message, guest, mine: "00"), "not 256 bits"),
    ("no secret", with_own_secret("dice", lambda message, guest, mine: ""), "not 256 bits"),
    ("a second commitment", again("commit", hash="0" * 64), "twice|afterwards"),
    ("a second opening", again("open", secret="0" * 64), "twice|afterwards"),
    ("an old exchange used again", old_exchange, "had not committed"),
    ("a commitment for another place", change("commit", after=99999), "out of turn"),
    ("a commitment to something else", change("commit", sort="orders"), "out of turn"),
    ("an illegal order", orders_with(edit_first(choice=499)), "orders of .* are not allowed"),
    ("an order at another place", orders_with(edit_first(at="movement.plot.turns")), "are not allowed"),
    ("orders for the other side", orders_with(lambda orders: orders.update(british=[])), "orders of its own sides"),
    ("orders in the name of the other side", orders_with(edit_first(by="british")), "orders of its own sides"),
    ("orders that are not complete", orders_with(lambda orders: orders["german"].pop()), "are not allowed"),
    ("no orders", orders_with(lambda orders: orders.clear()), "are not allowed"),
    ("an order too many", orders_with(lambda orders: orders["german"].append(orders["german"][0])), "are not allowed"),
    ("a die among the orders", orders_with(lambda orders: orders["german"].append({"die": 6})), "orders of its own"),
    ("orders that are no JSON", orders_with(lambda orders: "{" * 5000), "orders of its own sides"),
    ("a forged hash of the state", change("state", hash="0" * 32), "state at the end of turn 0 is another"),
    ("a skipped turn", skipping, "other side is at the end of turn 1"),
    ("a forged chain", change("commit", chain="0" * 64), "records differ|out of turn"),
    ("other rules", rules_of_header(lambda header: header.update(rules="0" * 32)), "ruleset is another|not the same"),
    ("one other rule", rules_of_header(other_rule), "gunnery.fire_guns is changed"),
    ("another start", rules_of_header(lambda header: header.update(start="0" * 32)), "at the start|begins with"),
    ("other options", rules_of_header(lambda header: header.update(options={"gauge": "9"})), "options is"),
    ("hashes of another version", rules_of_header(lambda header: header.update(meaning=1)), "of version 1"),
    ("a later version", rules_of_header(lambda header: header.update(meaning=99)), "later version"),
    ("a header of nonsense", rules_of_header(lambda header: header.update(nonsense="x")), "name the game"),
    ("another protocol", change("hello", protocol=1), "version 1 of the protocol"),
    ("a second host", change("hello", role="host"), "both sides are the host"),
    ("an end that was not", change("end", winner="German Empire", turn=1), "ended otherwise"),
]  # fmt: skip


@pytest.mark.parametrize(("tamper", "named"), [one[1:] for one in NAMED], ids=[one[0] for one in NAMED])
def test_a_cheat_is_named(tamper, named):
    host, _guest = cheated(tamper)
    assert re.search(named, host.end.stopped), host.end.stopped
    unharmed(host)


IN_DATABASES = {
    "an illegal decision",
    "orders that are changed when they are opened",
    "orders that are not complete",
    "dice that are chosen when the host has opened",
    "a forged hash of the state",
}
"""These are tried at each run of the tests, all others by `make soak`."""


@pytest.mark.parametrize(
    ("tamper", "named"),
    [pytest.param(*one, id=name, marks=[] if name in IN_DATABASES else pytest.mark.soak) for name, *one in NAMED],
)
def test_a_cheat_leaves_a_database_unharmed(tamper, named, database):
    """The honest peer keeps the game in SQLite or in PostgreSQL, and starts again from what is kept there."""
    folder = PeerFolder(database_url=database)
    host = PeerInDatabase(set_up(*GAME), header_of_host(*GAME), "host", folder=folder)
    cheated(tamper, honest_one=host)
    assert re.search(named, host.end.stopped), host.end.stopped
    unharmed(host)
    data = host.journal.read()
    host.end.close()
    host.start()
    unharmed(host)
    assert host.journal.read() == data
    host.end.close()
    folder.close()


def test_own_dice_are_found_to_the_entry():
    host, guest = cheated(as_it_is, with_context(OwnDice))
    first = next(n for n, line in enumerate(honest().splitlines()[1:], 1) if b'"die"' in line)
    for peer in (host, guest):
        assert peer.end.stopped.startswith(f"the records differ from entry {first} on: here "), peer.end.stopped
    unharmed(host)


def test_changed_values_are_found_at_the_end_of_the_turn():
    host, guest = cheated(as_it_is, with_context(OwnValues))
    for peer in (host, guest):
        assert "these differ: " in peer.end.stopped
    assert host.end.stopped.startswith("the state at the end of turn 1 is another one there; these differ: ")
    unharmed(host)


def test_who_never_opens_is_waited_for_and_the_exchange_proves_it():
    host, _guest = cheated(lambda message, guest: [] if message["type"] == "open" else [message])
    assert host.end.stopped == ""
    assert host.end.waits
    last = host.exchanges.kept[max(host.exchanges.kept, key=int)]
    assert last.theirs is not None
    assert last.opened is None
    unharmed(host)


MALFORMED: list[tuple[str, str | bytes]] = [
    ("nothing", ""),
    ("no JSON", "commit please"),
    ("half a message", '{"type": "have", "ga'),
    ("a list", "[1, 2, 3]"),
    ("no type", '{"game": "x"}'),
    ("an unknown type", '{"type": "undo"}'),
    ("a type that is a number", '{"type": 7}'),
    ("missing parts", '{"type": "entry", "number": 1}'),
    ("deep nesting", "[" * 200_000),
    ("a deep object", '{"type":' * 50_000),
    ("bytes that are no text", b"\xff\xfe\x00{}"),
    ("bytes that are no text, with their checksum", sha256(b"\xff\xfe").hexdigest()[:16].encode() + b" \xff\xfe"),
    ("a checksum alone", sha256(b"").hexdigest()[:16].encode()),
    ("half a character", '{"type": "have", "game": "\\ud800"}'),
    ("not a number", '{"type": "have", "have": NaN}'),
    ("a fraction", '{"type": "have", "have": 1.5}'),
    ("a number of many digits", '{"type": "have", "have": ' + "9" * 10_000 + "}"),
    ("a name twice", '{"type": "have", "type": "entry"}'),
    ("more than a message may have", " " * (MOST_BYTES_OF_MESSAGE + 1)),
]


@pytest.mark.parametrize("text", [one[1] for one in MALFORMED], ids=[one[0] for one in MALFORMED])
def test_what_is_no_message_is_refused_and_changes_nothing(text):
    host, _guest = cheated(beside("commit", text))
    assert host.end.refusals
    assert host.end.stopped == ""
    assert host.end.has_ended
    assert host.store.data == honest()


WRONG_PARTS: list[tuple[str, str, Any]] = [
    ("entry", "number", -1),
    ("entry", "number", True),
    ("entry", "number", "1"),
    ("entry", "entry", {"die": 6, "of": 6, "at": "gunnery", "for": []}),
    ("entry", "entry", {"choice": {"a": 1}, "by": "german", "at": "x"}),
    ("entry", "entry", {"choice": True, "by": "german", "at": "x"}),
    ("entry", "extra", 1),
    ("commit", "hash", "0"),
    ("commit", "hash", "Z" * 64),
    ("commit", "sort", "state"),
    ("commit", "exchange", None),
    ("open", "salt", ""),
    ("open", "secret", ["0"]),
    ("state", "hash", 7),
    ("commit", "game", "0" * 64),
    ("commit", "chain", "x"),
    ("commit", "have", -5),
    ("entry", "entry", {"choice": "\x1b[2J", "by": "german", "at": "x"}),
    ("entry", "entry", {"choice": "a\nb", "by": "german", "at": "x"}),
    ("entry", "entry", {"choice": 1 << 64, "by": "german", "at": "x"}),
    ("entry", "entry", {"choice": [1] * 5, "by": "german", "at": "x"}),
    ("commit", "hash", "0" * 64 + "\n"),
    ("commit", "after", 1 << 32),
    ("state", "k\u202e\r" * 100, 1),
]


@pytest.mark.parametrize(("sort", "part", "value"), WRONG_PARTS)
def test_a_message_with_a_part_that_cannot_be_meant_is_refused(sort, part, value):
    host, _guest = cheated(
        lambda message, guest: [{**message, part: value}, message] if message["type"] == sort else [message]
    )
    assert host.end.refusals
    assert host.end.stopped == ""
    assert host.store.data == honest()


def test_a_peer_sends_no_controls_to_the_terminal_of_the_other():
    host, guest = two(*GAME)
    host.end.receive(guest.end.connect()[0])
    base = message_of(said(guest.end.connect()[0]), "stopped")
    for sign in ("\x1b]0;title\x07", "a\nb", "a\rb", "\u202e", "\u2066", "\u2028", "\x85", "\u061c", "\U000e0041"):
        host.end.receive(forged({**base, "why": sign}))
        assert host.end.stopped == ""
        assert "`why`" in host.end.refusals[-1]
        assert host.end.refusals[-1].isprintable()


def test_a_message_that_the_line_has_altered_is_as_good_as_lost():
    """Each message comes altered first, most in such a way that it is still one of this protocol."""
    count = [0]

    def garbled(message: Message, guest: Peer) -> list[Any]:
        count[0] += 1
        text = forged(message)
        digit = 16 + count[0] % (len(text) - 17)
        return [(text[:digit] + chr(ord(text[digit]) ^ 1) + text[digit + 1 :]).encode(), message]

    host, guest = cheated(garbled)
    assert not host.end.stopped
    assert not guest.end.stopped
    assert host.store.data == guest.store.data == honest()
    assert guest.end.refusals == [], "an honest peer is not blamed for its line"


def test_who_asks_a_peer_that_has_stopped_hears_why():
    host, guest = two(*GAME)
    host.end.receive(guest.end.connect()[0])
    host.end._stop("for a reason")
    for asking in (guest.end.connect()[0], forged({**message_of(said(guest.end.connect()[0]), "have"), "have": 1})):
        host.end.tick()
        answers = [said(text) for text in host.end.receive(asking)]
        assert [(one["type"], one["why"]) for one in answers] == [("stopped", "for a reason")]
        assert host.end.receive(asking) == [], "once between two ticks"


def with_beside(sort: str, /, kind: str, **parts: Any) -> Tamper:
    """Send a message of some kind after each of another kind."""
    return lambda message, guest: (
        [message, {**message_of(message, kind), **parts}] if message["type"] == sort else [message]
    )


def flooding(message: Message, guest: Peer) -> list[Any]:
    return [message, *[{**message_of(message, "have"), "have": 0, "chain": ""}] * 50]


HARMLESS: list[tuple[str, Tamper]] = [
    ("every message twice", lambda message, guest: [message, message]),
    ("every message ten times", lambda message, guest: [message] * 10),
    ("messages swapped", partial(swapped, [])),
    ("a peer that says it holds less", change("have", have=0, chain="")),
    ("a flood of questions", flooding),
    ("a prefix that nobody asked for", with_beside("commit", "prefix", at=9_999, hash="0" * 64, entry=NONE)),
    ("things that nobody asked for", with_beside("commit", "things", exchange=1, things={"x": "y"})),
]


@pytest.mark.parametrize("tamper", [one[1] for one in HARMLESS], ids=[one[0] for one in HARMLESS])
def test_what_is_odd_and_harmless_changes_nothing(tamper):
    host, _guest = cheated(tamper)
    assert host.end.stopped == ""
    assert host.store.data == honest()


def test_a_flood_of_early_messages_takes_little_room():
    host, guest = two(*GAME)
    host.end.receive(guest.end.connect()[0])
    entry = {"choice": 1, "by": "german", "at": "x"}
    base = said(guest.end.connect()[0])
    for number in range(3, 20_000):
        host.end.receive(forged({**message_of(base, "entry"), "number": number, "entry": entry}))
    assert len(host.end._early) <= MOST_EARLY_MESSAGES
    assert len(host.end.refusals) <= 100
    assert "too far ahead" in host.end.refusals[-1]


def test_long_secrets_that_come_early_take_little_room():
    host, guest = two(*GAME)
    host.end.receive(guest.end.connect()[0])
    base = message_of(said(guest.end.connect()[0]), "open")
    for exchange in range(50, 60):
        host.end.receive(forged({**base, "exchange": exchange, "secret": "x" * 900_000, "salt": "0" * 64}))
    assert len(host.end._early) == 4
    assert "too far ahead" in host.end.refusals[-1]


def test_replies_to_a_flood_of_questions_are_few():
    host, guest = two(*GAME)
    play(host, guest)
    asking = {**message_of(said(guest.end.connect()[0]), "have"), "have": 0, "chain": ""}
    sent = [len(host.end.receive(forged(asking))) for _ in range(100)]
    assert sum(bool(count) for count in sent) <= 1
    host.end.tick()
    flood = [host.end.receive(forged({**asking, "have": 10**6 + have})) for have in range(500)]
    assert sum(map(bool, flood)) <= MOST_ANSWERED
    assert len(host.end._answered) <= MOST_ANSWERED


def test_rules_of_another_guest_are_named_on_both_sides():
    host, guest = two(*GAME)
    header = replace(guest.header, rules="0" * 32, elements={**guest.header.elements, "gunnery.fire_guns": "0"})
    guest.header = header
    guest.store.data.clear()
    guest.start()
    play(host, guest)
    for peer in (host, guest):
        assert "gunnery.fire_guns is changed" in peer.end.stopped
        assert peer.end.count == 0
        assert peer.end.context is None
