"""Two peers over real sockets: to the end, over a line that breaks, and with who must not get in."""

import asyncio
import json
import random
import socket
import struct
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quarterdeck.apps.cli.join_seat import play_at_seat, printable, sight_in
from quarterdeck.apps.peers.links import TOKEN_KEY, LinkFaultError, read_link
from quarterdeck.apps.peers.peer_guest import LineFaultError, PeerGuest
from quarterdeck.apps.peers.peer_store import PeerFolder
from quarterdeck.apps.peers.talk import GameWorker, Talk
from quarterdeck.base.bounds import MOST_BYTES_OF_MESSAGE
from quarterdeck.engine.peers.exchanges import FileExchanges, PeerExchange
from quarterdeck.engine.peers.messages import framed
from quarterdeck.engine.peers.peer_speech import END
from quarterdeck.engine.run.journal import read_journal
from quarterdeck.engine.run.journal_store import FileStore
from quarterdeck.workspace.database import connections
from quarterdeck.workspace.database.game_database import GameDatabase
from quarterdeck.workspace.games.replay import replay
from tests.apps.peers.over_sockets import TOKEN, BadLine, End, files, game_at, header, hosted, joined


def run(playing) -> None:
    asyncio.run(asyncio.wait_for(playing, 60))


def test_a_game_is_played_to_its_end_and_kept_on_both_sides(tmp_path):
    async def playing() -> None:
        async with hosted(files(tmp_path, "host")) as (host, link, serving):
            game = await joined(link, files(tmp_path, "guest"))
            await serving
            assert (game.stopped, host.game.stopped) == ("", "")

    run(playing())
    here, there = ((tmp_path / f"{name}.jsonl").read_bytes() for name in ("host", "guest"))
    assert here == there
    found = replay(game_at("host"), read_journal(FileStore(tmp_path / "host.jsonl")))
    assert found.fault == ""
    assert found.result is not None


def forget_end_of_other(file: Path) -> None:
    """Leave a file as a program does that was killed before it heard of the other's end."""
    exchanges = FileExchanges(file.with_name(f"{file.name}.exchanges"))
    kept = exchanges.get(END)
    assert kept is not None
    exchanges.put(replace(kept, theirs=None))


@pytest.mark.parametrize("knows", [True, False], ids=["knows", "does-not-know"])
def test_neither_end_waits_for_ever_for_one_that_has_left_after_the_end(knows, tmp_path, monkeypatch):
    """Either program was killed after the last message, and is started again when the other one is gone."""
    monkeypatch.setattr("quarterdeck.apps.peers.peer_host.PARTING", 0.2)
    monkeypatch.setattr("quarterdeck.apps.peers.peer_guest.PARTING", 0.2)

    async def playing() -> None:
        async with hosted(files(tmp_path, "host")) as (_, link, serving):
            await joined(link, files(tmp_path, "guest"))
            await serving
        if not knows:
            for name in ("host", "guest"):
                forget_end_of_other(tmp_path / f"{name}.jsonl")
        async with hosted(files(tmp_path, "host")) as (host, _, serving):
            await serving
            assert host.game.has_ended == knows
            assert host.game.outcome is not None
        end = End("guest", files(tmp_path, "guest"))
        try:
            game = await PeerGuest(link, end.worker, lambda message: end.make(), 20, end.make()).play()
            assert game.has_ended == knows
            assert game.outcome is not None
        finally:
            end.close()

    run(playing())


def test_the_game_of_a_link_is_found_again_on_both_sides(database, tmp_path):
    """Also when it has ended here, and the other side has not said that it knows."""
    for folder in (PeerFolder(database_url=database), files(tmp_path, "guest")):
        end = End("guest", folder)
        try:
            assert folder.header_of_link("1" * 64) is None
            game = end.make()
            game.exchanges.put(PeerExchange(TOKEN_KEY, "1" * 64, ""))
            assert folder.header_of_link("2" * 64) is None
            assert folder.header_of_link("1" * 64) == header()
            if folder.database is not None:
                folder.database.has_ended(1, "German Empire", 2)
                assert folder.saved_header(header()) is None
                game.exchanges.put(PeerExchange(END, "2 German Empire", ""))
            assert folder.saved_header(header()) == header()
        finally:
            end.close()


def plain(value: Any) -> Any:
    """Give a value alike from both kinds of database: SQLite has no decimals and no truth values."""
    return Fraction(str(+value)) if isinstance(value, int | float | Decimal) else value


def test_both_databases_hold_the_same_ships_turn_by_turn(database, tmp_path):
    """The host is on each kind of database, the guest on SQLite."""
    addresses = (database, str(tmp_path / "guest.sqlite"))

    async def playing() -> None:
        async with hosted(PeerFolder(database_url=addresses[0])) as (_, link, serving):
            await joined(link, PeerFolder(database_url=addresses[1]))
            await serving

    run(playing())
    rows = []
    for address in addresses:
        with GameDatabase.open(address) as kept, kept.reading() as connection:
            tables = ("ship", "battery", "turns")
            found = [connection.execute(sa.text(f"select * from {table}")).all() for table in tables]
            rows.append([sorted((tuple(map(plain, row)) for row in several), key=repr) for several in found])
            wanted = "select number, body, chain from entries where game = 1 order by number"
            rows[-1].append(list(map(tuple, connection.execute(sa.text(wanted)))))
    assert rows[0] == rows[1]
    assert len(rows[0][0]) > 8
    assert len(rows[0][2]) == 3


def test_a_line_that_breaks_again_and_again_changes_nothing(tmp_path):
    async def playing(folder: Path, breaks: int) -> None:
        async with hosted(files(folder, "host")) as (_, link, serving):
            port = int(link.socket.split(":")[2].split("/")[0])
            line = BadLine(port, random.Random(breaks), breaks)
            over = replace(link, socket=f"ws://127.0.0.1:{await line.open()}/peer/socket")
            await joined(over, files(folder, "guest"))
            await serving
            assert line.breaks_left == 0
            assert line.server is not None
            line.server.close()

    for name, breaks in (("good", 0), ("bad", 6)):
        (tmp_path / name).mkdir()
        run(playing(tmp_path / name, breaks))
    kept = [(tmp_path / line / f"{end}.jsonl").read_bytes() for line in ("good", "bad") for end in ("host", "guest")]
    assert len(set(kept)) == 1


@pytest.mark.slow
def test_clocks_that_jump_change_nothing_also_where_a_program_is_started_again(database, tmp_path, monkeypatch):
    """By days, in both directions, again and again; the clock is that of both databases."""
    steps, seconds, chance = count(), connections.seconds, random.Random(3)
    moved = [0]

    def jumping(connection):
        if next(steps) % 3 == 0:
            moved[0] = chance.randrange(-20, 20) * 24 * 3600
        return seconds(connection) + moved[0]

    monkeypatch.setattr(connections, "seconds", jumping)
    addresses = (database, str(tmp_path / "guest.sqlite"))

    async def playing() -> None:
        for stopped_after in (0.1, 0.1, None):
            async with hosted(PeerFolder(database_url=addresses[0])) as (_, link, serving):
                guest = asyncio.create_task(joined(link, PeerFolder(database_url=addresses[1])))
                await asyncio.wait({guest}, timeout=stopped_after)
                if stopped_after is None or guest.done():  # a fast machine may be through before it is stopped
                    game = await guest
                    await serving
                    assert game.stopped == ""
                    return
                guest.cancel()
                with suppress(asyncio.CancelledError):
                    await guest

    run(playing())
    records = []
    for address in addresses:
        with GameDatabase.open(address) as kept:
            records.append(kept.saved(1))
    assert records[0].entries == records[1].entries
    assert replay(game_at("host"), records[0]).fault == ""
    assert next(steps) > 20


async def closed_by(connection: ClientConnection) -> int:
    """Read until the other end closes a connection; give the code."""
    try:
        while True:
            await connection.recv()
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


async def refused(link, greeting: str, **more) -> int:
    """Greet a host; give the code with which it closes the connection."""
    async with connect(link.socket, **more) as connection:
        await connection.send(greeting)
        return await closed_by(connection)


def test_who_has_no_token_does_not_get_in(tmp_path):
    async def playing() -> None:
        async with hosted(files(tmp_path, "host")) as (host, link, _):
            for greeting in ("", "{}", "[]", '{"token": 1}', '{"token": "x"}', json.dumps({"token": TOKEN[:-1]})):
                assert await refused(link, framed(greeting)) == 1008
                assert await refused(link, greeting) == 1013, "it may have been altered on the way"
            assert await refused(link, " " * 10_000) == 1008
            with pytest.raises(InvalidStatus) as pages:
                await connect(link.socket, origin="http://example.org")  # type: ignore[arg-type]
            assert pages.value.response.status_code == 403
            with pytest.raises(InvalidStatus) as elsewhere:
                await connect(link.socket.replace("/socket", "/other"))
            assert elsewhere.value.response.status_code == 404
            with pytest.raises(LineFaultError, match="refuses this link"):
                await joined(replace(link, token="1-guessed"), files(tmp_path, "guest"))
            assert host.game.context is None
            assert not (tmp_path / "guest.jsonl").exists()

    run(playing())


def test_a_token_that_is_lost_on_the_way_may_be_sent_again(tmp_path, monkeypatch):
    monkeypatch.setattr("quarterdeck.apps.peers.peer_host.GREETING_TIME", 0.1)

    async def playing() -> None:
        async with hosted(files(tmp_path, "host")) as (_, link, _serving), connect(link.socket) as connection:
            assert await closed_by(connection) == 1013, "a guest gives up at 1008 alone"

    run(playing())


def test_a_message_that_is_announced_as_a_gigabyte_closes_the_connection(tmp_path):
    async def playing() -> None:
        async with hosted(files(tmp_path, "host")) as (host, link, serving):
            async with connect(link.socket) as connection:
                await connection.send(framed(json.dumps({"token": TOKEN})))
                await connection.recv()
                connection.transport.write(b"\x81" + bytes([0x80 | 127]) + struct.pack("!Q", 1 << 30) + b"\0" * 4)
                assert await closed_by(connection) == 1009
            async with connect(link.socket) as connection:
                await connection.send(framed(json.dumps({"token": TOKEN})))
                await connection.send("x" * (MOST_BYTES_OF_MESSAGE + 1))
                assert await closed_by(connection) == 1009
            await joined(link, files(tmp_path, "guest"))
            await serving
            assert host.game.stopped == ""

    run(playing())


@pytest.mark.parametrize(("nonsense", "code"), [("nonsense", 1013), (framed("nonsense"), 1008)])
def test_a_stream_of_nonsense_is_let_go_and_the_game_is_played_all_the_same(nonsense, code, tmp_path, monkeypatch):
    async def playing() -> None:
        async with hosted(files(tmp_path, "host")) as (host, link, serving):
            async with connect(link.socket) as connection:
                await connection.send(framed(json.dumps({"token": TOKEN})))
                for _ in range(100):
                    await connection.send(nonsense)
                assert await closed_by(connection) == code
            connected, connect_game = [0], host.game.connect

            def counted() -> list[str]:
                connected[0] += 1
                return connect_game()

            monkeypatch.setattr(host.game, "connect", counted)
            await joined(link, files(tmp_path, "guest"))
            await serving
            assert host.game.stopped == ""
            assert connected == [1], "what another connection sent is not held against this one"

    run(playing())


def test_a_game_that_has_stopped_is_left_although_the_other_one_goes_on_sending(tmp_path, monkeypatch):
    """Its last message may be lost: the other one then asks again and again."""
    monkeypatch.setattr("quarterdeck.apps.peers.talk.LINGER", 0.2)

    class Chatty:
        async def send(self, message: str) -> None:
            """Lose it."""

        async def recv(self) -> str:
            await asyncio.sleep(0.01)
            return framed("{}")

        async def close(self, code: int = 1000, reason: str = "") -> None:
            raise ConnectionClosed(None, None)

    end = End("host", files(tmp_path, "host"))
    game = end.make()
    game.stopped = "the two games are not the same"
    monkeypatch.setattr("quarterdeck.apps.peers.talk.MOST_REFUSED", 10**9)
    try:
        run(asyncio.wait_for(Talk(end.worker, game, Chatty()).hold(), 20))
        assert game.stopped == "the two games are not the same"
    finally:
        end.close()


def test_a_host_that_is_not_there_is_named():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    link = read_link(f"http://127.0.0.1:{port}/peer#1-x")

    async def playing() -> None:
        worker = GameWorker()
        with pytest.raises(LineFaultError, match=f"127.0.0.1:{port}.* cannot be reached"):
            await PeerGuest(link, worker, lambda message: None, patience=0.3).play()  # type: ignore[arg-type,return-value]
        worker.close()

    run(playing())


LINKS = [
    ("", "is not a link to a game"),
    ("ftp://x/peer#1-x", "is not a link to a game"),
    ("http:///peer#1-x", "is not a link to a game"),
    ("http://x:99999/peer#1-x", "is not a link to a game"),
    ("http://x/peer", "no token"),
    ("http://x/elsewhere#1-x", "does not lead to a seat"),
]


@pytest.mark.parametrize(("link", "why"), LINKS)
def test_what_is_no_link_is_refused(link, why):
    with pytest.raises(LinkFaultError, match=why):
        read_link(link)


def test_links_of_both_kinds_are_known():
    peer, seat = read_link("https://h:1/peer#1-a"), read_link("http://h/g/#2-b")
    assert (peer.socket, peer.token, peer.is_peer) == ("wss://h:1/peer/socket", "1-a", True)
    assert (seat.socket, seat.token, seat.is_peer) == ("ws://h/play", "2-b", False)


def test_a_link_to_a_seat_with_a_name_and_no_password_is_refused():
    with pytest.raises(LineFaultError, match="is not an address"):
        play_at_seat(read_link("http://user@127.0.0.1:1/g/#1-x"), "bot", 1)


@pytest.mark.parametrize("said", ["nonsense", "[]", "7", '{"sight": []}', '{"sight": {"turn": 1}}', "[" * 100_000])
def test_a_guest_at_a_seat_refuses_what_is_no_message(said):
    with pytest.raises(LineFaultError, match="not a message of a game"):
        sight_in(said)


def test_what_a_host_says_gives_a_terminal_no_commands():
    assert printable("won\x1b]0;title\x07\nby") == "won]0;titleby"


def test_a_guest_does_not_try_for_ever_at_a_host_that_ends_each_connection():
    async def full(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.send('{"refused": {"why": "too many connections"}}')

    async def playing() -> None:
        async with serve(full, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            link = read_link(f"http://127.0.0.1:{port}/g/#1-x")
            with pytest.raises(LineFaultError, match="closes them before the game continues"):
                await asyncio.to_thread(play_at_seat, link, "bot", 1)

    run(playing())
