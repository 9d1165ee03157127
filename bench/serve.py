"""Measure a host: time and bytes for each decision, alone and through a socket, and memory of active and idle games.

.venv/bin/python bench/serve.py [GAME SCENARIO]
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tracemalloc
from statistics import quantiles
from threading import Thread
from time import perf_counter
from typing import Any

from websockets.asyncio.client import connect

from quarterdeck.api import Ruleset
from quarterdeck.apps.server.application import application
from quarterdeck.apps.server.game_host import GameBegun, GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.serving import listen, server_of

DECISIONS = 300
GAMES = 50


def answer_to(sight: dict[str, Any]) -> dict[str, Any]:
    question = sight["question"]
    first = [*(one["value"] for one in question["options"]), *(run["low"] for run in question["numbers"])]
    value = question["default"]
    if value is None:
        value = first[0] if first else "stop" if question["may_stop"] else "none"
    return {"number": sight["number"], "value": value}


def alone(ruleset: Ruleset, scenario: str, pixels: int) -> tuple[list[float], float]:
    """Give the seconds of each decision of a game at which both sides look, and the bytes that each is sent."""
    host = GameHost()
    begun = host.create(ruleset, scenario)
    sent: list[dict[str, Any]] = []
    seats = [host.connect(link.token, sent.append, pixels) for link in begun.links if link.side]
    spent: list[float] = []
    while len(spent) < DECISIONS:
        game, connection = next(
            ((g, c) for g, c in seats if c.sight and c.sight["question"] and is_asked(g, c)), (None, None)
        )
        if game is None or connection is None or connection.sight is None:
            break
        begun_at = perf_counter()
        host.receive(game, connection, answer_to(connection.sight))
        spent.append(perf_counter() - begun_at)
    return spent, sum(len(json.dumps(one)) for one in sent) / max(1, len(spent)) / 2


def is_asked(game: Any, connection: Any) -> bool:
    return game.live is not None and game.live.question is not None and game.live.question.side == connection.reader


async def play(address: str, token: str) -> list[float]:
    spent: list[float] = []
    async with connect(address, max_size=None) as socket:
        await socket.send(json.dumps({"token": token}))
        asked_at = 0.0
        async for text in socket:
            message = json.loads(text)
            if "accepted" in message:
                spent.append(perf_counter() - asked_at)
            if sight := message.get("sight"):
                if sight["over"] or len(spent) >= DECISIONS:
                    return spent
                if sight["question"]:
                    asked_at = perf_counter()
                    await socket.send(json.dumps(answer_to(sight)))
    return spent


def by_socket(ruleset: Ruleset, scenario: str) -> list[float]:
    """Give the seconds from an answer until it is accepted, one side against a program that answers at random."""
    games, host, port = GameThread(), GameHost(), listen("127.0.0.1", 0)
    begun: GameBegun = games.wait_for(host.create, ruleset, scenario)
    others = {link.side: "random" for link in begun.links[1:] if link.side}
    begun = games.wait_for(host.create, ruleset, scenario, others)
    server = server_of(application(host, games), port)
    thread = Thread(target=server.run, args=([port.socket],))
    thread.start()
    try:
        address = f"{port.address().replace('http', 'ws', 1)}/play"
        return asyncio.run(play(address, begun.links[0].token))
    finally:
        server.should_exit = True
        thread.join()
        games.close()


def memory(ruleset: Ruleset, scenario: str) -> tuple[float, float]:
    """Give the bytes of a game that is played, and of one that sleeps, with its record."""
    host = GameHost()
    host.create(ruleset, scenario)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(GAMES):
        host.create(ruleset, scenario)
    gc.collect()
    active = tracemalloc.get_traced_memory()[0] - before
    host.sleep_idle(0)
    gc.collect()
    idle = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return active / GAMES, idle / GAMES


def row(name: str, spent: list[float]) -> None:
    centiles = quantiles(spent, n=100)
    print(f"{name:42} {sum(spent) / len(spent) * 1000:7.2f} {centiles[49] * 1000:7.2f} {centiles[98] * 1000:7.2f}")


def main() -> None:
    name, scenario = sys.argv[1:3] if len(sys.argv) > 2 else ("easyships", "denmark_strait")
    ruleset = Ruleset.open(name)
    print(f"{name} {scenario}: milliseconds a decision         mean  median    99th")
    spent, size = alone(ruleset, scenario, 0)
    row("host alone, two seats, data", spent)
    drawn, drawn_size = alone(ruleset, scenario, 1000)
    row("host alone, two seats, data and pictures", drawn)
    row("through a socket, until it is accepted", by_socket(ruleset, scenario))
    print(f"bytes a decision and seat: {size:,.0f}; with pictures {drawn_size:,.0f}")
    active, idle = memory(ruleset, scenario)
    print(f"bytes of memory: an active game {active:,.0f}, one that sleeps {idle:,.0f}")


if __name__ == "__main__":
    main()
