"""A host behind real sockets: two programs fight to the end; what no host should take is answered, and ends nothing."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from socket import create_connection
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quarterdeck.apps.server import serving as serving_module
from quarterdeck.apps.server.application import application
from quarterdeck.apps.server.game_host import GameBegun, GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.host_guard import CONTENT_POLICY
from quarterdeck.apps.server.rate import Bucket
from quarterdeck.apps.server.serving import ServingError, listen, names_of, server_of
from tests.apps.server.seats import SMALL, answer_to, opened


class Served:
    """A host that serves one game."""

    def __init__(self, address: str, server: uvicorn.Server, begun: GameBegun) -> None:
        self.address, self.server, self.begun = address, server, begun
        self.socket = f"{address.replace('http', 'ws', 1)}/play"

    def token(self, side: str | None) -> str:
        return next(link.token for link in self.begun.links if link.side == side)


@contextmanager
def serving(**seats: str) -> Iterator[Served]:
    games, host, port = GameThread(), GameHost(), listen("127.0.0.1", 0)
    begun = games.wait_for(host.create, opened(SMALL[0]), SMALL[1], seats)
    server = server_of(application(host, games, names_of(port)), port)
    thread = Thread(target=server.run, args=([port.socket],))
    thread.start()
    try:
        yield Served(port.address(), server, begun)
    finally:
        server.should_exit = True
        thread.join()
        games.close()
        port.socket.close()


@pytest.fixture(scope="module", name="served")
def _served() -> Iterator[Served]:
    with serving(hosts="bot") as served:
        yield served


async def next_of(socket: ClientConnection, key: str) -> Any:
    """Give the next message of a kind."""
    async with asyncio.timeout(20):
        while True:
            message = json.loads(await socket.recv())
            if key in message:
                return message[key]


def at_seat(
    served: Served, act: Callable[[ClientConnection, Any], Awaitable[Any]], side: str | None = "cousins"
) -> Any:
    """Let something be done at a seat, and give what comes of it."""

    async def run() -> Any:
        async with connect(served.socket, max_size=None, close_timeout=0.2) as socket:
            await socket.send(json.dumps({"token": served.token(side)}))
            return await act(socket, await next_of(socket, "sight"))

    return asyncio.run(run())


async def played(served: Served, side: str) -> dict[str, Any]:
    async with connect(served.socket, max_size=None) as socket:
        await socket.send(json.dumps({"token": served.token(side)}))
        while True:
            sight: dict[str, Any] = await next_of(socket, "sight")
            if sight["over"]:
                return sight
            if sight["question"]:
                await socket.send(json.dumps(answer_to(sight)))


def test_two_programs_fight_to_the_end():
    async def both(served: Served) -> tuple[dict[str, Any], dict[str, Any]]:
        return await asyncio.gather(played(served, "hosts"), played(served, "cousins"))

    with serving() as served:
        one, other = asyncio.run(both(served))
    assert one["over"] == other["over"]
    assert one["board"]["pieces"] == other["board"]["pieces"]


NONSENSE: list[str | bytes] = [
    "", "x", "[", "{", "null", "[]", "1", '"x"', "{}", '{"number": NaN, "value": 1}', '{"number": 1.5, "value": 1}',
    '{"number": 1e9, "value": 1}', "[" * 30000, '{"undo": "ask", "undo": "agree"}',
    '{"number": "\\ud800", "value": 1}', '{"number": 1, "value": "\\ud800"}',
    '{"undo": "\\u0000"}', b"\x00\xff", b'{"undo": "ask"}', '{"number": ' + "9" * 5000 + ', "value": 1}',
    '{"look": "\\ud800"}', '{"look": "nobody"}', '{"number": 0, "value": "' + "x" * 50000 + '"}',
]  # fmt: skip


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: repr(text[:30]))
def test_nonsense_is_answered_with_the_reason(served, text):
    async def act(socket: ClientConnection, sight: Any) -> Any:
        await socket.send(text)
        refused = await next_of(socket, "refused")
        await socket.send(json.dumps(answer_to(sight) | {"number": sight["number"] + 1}))
        return refused, await next_of(socket, "refused")

    first, second = at_seat(served, act)
    assert 5 < len(first["why"]) < 300
    assert "has not been asked" in second["why"]


def test_a_message_that_is_too_large_ends_its_connection_alone(served):
    async def act(socket: ClientConnection, sight: Any) -> Any:
        await socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosed) as closed:
            await next_of(socket, "nothing")
        return closed.value.rcvd

    assert at_seat(served, act).code == 1009
    at_seat(served, lambda socket, sight: asyncio.sleep(0))


def test_a_flood_is_slowed_down_and_others_are_served(served):
    async def act(socket: ClientConnection, sight: Any) -> Any:
        for _ in range(1500):
            await socket.send('{"undo": "now"}')
        async with asyncio.timeout(2):
            async with connect(served.socket, max_size=None) as other:
                await other.send(json.dumps({"token": served.token(None)}))
                return await next_of(other, "sight")

    assert at_seat(served, act)["side"] is None


@pytest.mark.parametrize("token", ["", "1-x", "\x00", "1-" + "A" * 32, "2-" + "A" * 32])
def test_a_token_that_was_guessed_opens_nothing(served, token):
    async def run() -> Any:
        async with connect(served.socket) as socket:
            await socket.send(json.dumps({"token": token}))
            refused = await next_of(socket, "refused")
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            return refused, closed.value.rcvd

    refused, closed = asyncio.run(run())
    assert "opens no seat" in refused["why"]
    assert closed.code == 1008


@pytest.mark.parametrize("headers", [{"Origin": one} for one in ("http://elsewhere.example", "null", "http://[")])
def test_a_page_of_another_site_opens_no_socket(served, headers):
    async def run() -> None:
        async with connect(served.socket, additional_headers=headers):
            pass

    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(run())
    assert refused.value.response.status_code == 403


def test_another_name_that_leads_here_is_refused(served):
    found = httpx.get(f"{served.address}/g/", headers={"Host": "elsewhere.example"})
    assert found.status_code == 403
    assert found.headers["content-security-policy"] == CONTENT_POLICY


@pytest.mark.parametrize("path", ["/g/", "/g/main.js", "/g/page.css", "/g/board.css", "/g/nothing", "/nothing"])
def test_every_response_says_what_browsers_may_do(served, path):
    found = httpx.get(f"{served.address}{path}")
    assert found.status_code == (404 if "nothing" in path else 200)
    assert found.headers["content-security-policy"] == CONTENT_POLICY
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["referrer-policy"] == "no-referrer"
    assert "server" not in found.headers


@pytest.mark.parametrize("path", ["/g/../page.js", "/g/%2e%2e/application.py", "/g/..%2fapplication.py", "/g/.%00"])
def test_no_other_file_is_served(served, path):
    assert b"quarterdeck" not in httpx.get(f"{served.address}{path}").content


def test_an_address_that_is_taken_is_named():
    taken = listen("127.0.0.1", 0)
    with pytest.raises(ServingError, match=r"in use.*--port 0"):
        listen("127.0.0.1", taken.port)
    with pytest.raises(ServingError, match="no such address"):
        listen("nowhere.invalid", 0)
    taken.socket.close()


def test_a_bucket_lets_a_burst_through_and_then_so_many_a_second():
    clock = [0.0]
    bucket = Bucket(10, 5, lambda: clock[0])
    assert [bucket.wait() for _ in range(7)] == pytest.approx([0, 0, 0, 0, 0, 0.1, 0.2])
    clock[0] += 0.2
    assert bucket.wait() == pytest.approx(0.1)
    clock[0] += 100
    assert [bucket.wait() for _ in range(6)][-2:] == pytest.approx([0, 0.1])


def test_a_connection_without_a_request_is_ended(monkeypatch):
    monkeypatch.setattr(serving_module, "PATIENCE", 0.2)
    with serving() as served, create_connection(("127.0.0.1", urlsplit(served.address).port or 0), 5) as silent:
        silent.sendall(b"GET /g/ HTTP/1.1\r\nX: ")
        with suppress(ConnectionResetError):
            assert silent.recv(1) == b""


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "::"])
def test_links_of_a_host_at_all_addresses_have_one_that_others_can_open(everywhere):
    try:
        port = listen(everywhere, 0)
    except ServingError:
        pytest.skip(f"this machine cannot listen at {everywhere}")
    try:
        host = port.address().removeprefix("http://").rpartition(":")[0].strip("[]")
        assert host != everywhere
        create_connection((host, port.port), timeout=5).close()
        assert names_of(port) == []
    finally:
        port.socket.close()
