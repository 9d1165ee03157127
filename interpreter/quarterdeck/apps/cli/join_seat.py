"""Play at the seat of a game whose host is the referee: answer its questions as a program does.

In: a link, and how to answer. Out: how the game ended. The host alone keeps the game.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from quarterdeck.apps.cli.open_ruleset import UsageError
from quarterdeck.apps.terminal.reading import read_line
from quarterdeck.base.plain_data import as_written
from quarterdeck.workspace.ruleset.seating import PERSON

if TYPE_CHECKING:
    from quarterdeck.apps.peers.links import GameLink

Answer = Callable[[dict[str, Any]], Any]
REFUSED = 1008


def advised(question: dict[str, Any]) -> Any:
    """Answer as the ruleset advises, else as usual, else with the first answer that there is."""
    if question["advised"] is not None:
        return question["advised"]["value"]
    return answers_to(question)[0] if question["default"] is None else question["default"]


def drawn(question: dict[str, Any]) -> Any:
    """Answer by lot."""
    return random.choice(answers_to(question))


def answers_to(question: dict[str, Any]) -> list[Any]:
    """Give the answers that there are; of many numbers the ends."""
    found = [one["value"] for one in question["options"]]
    found += [run[end] for run in question.get("numbers", ()) for end in ("low", "high")]
    found += [word for word, part in (("stop", "may_stop"), ("none", "may_decline")) if question[part]]
    return found


def typed(question: dict[str, Any]) -> Any:
    """Let a person at the terminal answer, by the number of an answer, by its value, or by a word.

    Raises:
        LeftError: the person leaves.
    """
    print(printable(f"{question['by']}: {question['asked']}"))
    shown = {str(number): one for number, one in enumerate(question["options"], 1)}
    for number, one in shown.items():
        print(printable(f"  {number:>3}  {one['words']}"))
    for run in question["numbers"]:
        print(printable(f"  {run['low']} to {run['high']} in steps of {run['step']}"))
    words = [word for word, part in (("stop", "may_stop"), ("none", "may_decline")) if question[part]]
    proposed = advised(question)
    print(printable(f"  Enter: {as_written(proposed)}{''.join(f'; or {word}' for word in words)}"))
    line = read_line("> ")
    if not line:
        return proposed
    if line in words or line not in shown:
        return int(line) if line.lstrip("-").isdecimal() else line
    return shown[line]["value"]


WAYS: dict[str, Answer] = {"bot": advised, "random": drawn, PERSON: typed}


def play_at_seat(link: GameLink, who: str, patience: int) -> tuple[int, dict[str, Any]]:
    """Play to the end of the game; give the last turn, and how it ended: the `winner` and `words`.

    Raises:
        UsageError: nobody of that name can sit there.
        LineFaultError: the host cannot be reached, or lets nobody in.
    """
    if who not in WAYS:
        raise UsageError(f"--as {who}: write person, bot or random")
    return asyncio.run(_play(link, WAYS[who], patience))


def sight_in(text: str | bytes) -> dict[str, Any] | None:
    """Give what a message says that the seat sees; nothing where it is of something else.

    Raises:
        LineFaultError: it is no message of a host.
    """
    from quarterdeck.apps.peers.peer_guest import LineFaultError
    from quarterdeck.apps.server.messages import Sight
    from quarterdeck.base.schema_reader import MisfitError, checked

    try:
        message = json.loads(text)
        if not isinstance(message, dict):
            raise LineFaultError("the host sends something that is not a message of a game")
        sight: dict[str, Any] | None = checked(Sight, message["sight"]) if "sight" in message else None
    except (ValueError, RecursionError, MisfitError) as error:
        raise LineFaultError(
            f"the host sends something that is not a message of a game: {printable(str(error))}"
        ) from None
    question = sight["question"] if sight is not None else None
    if question is not None and not answers_to(question):
        raise LineFaultError("the host asks a question that has no answer")
    return sight


def refusal_in(text: str | bytes) -> str:
    """Give why a host refuses an answer; nothing where a message says something else."""
    message = json.loads(text).get("refused")
    return str(message.get("why", "")) if isinstance(message, dict) else ""


def printable(text: str) -> str:
    """Give a text without the characters that a terminal would take for commands."""
    return "".join(sign for sign in text if sign.isprintable())


async def _play(link: GameLink, answer: Answer, patience: float) -> tuple[int, dict[str, Any]]:
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

    from quarterdeck.apps.peers.peer_guest import LineFaultError
    from quarterdeck.base.bounds import MOST_BYTES

    pause, left = 0.1, monotonic()
    while True:
        was_in = False
        try:
            async with connect(link.socket, max_size=MOST_BYTES, max_queue=16) as connection:
                await connection.send(json.dumps({"token": link.token}))
                asked: dict[str, Any] | None = None
                async for text in connection:
                    sight = sight_in(text)
                    if sight is None and answer is typed and asked is not None and (why := refusal_in(text)):
                        print(printable(why))
                        sight = asked
                    elif sight is not None and asked is not None and sight["number"] == asked["number"]:
                        continue  # it is answered; others did something
                    was_in |= sight is not None
                    if sight is not None and sight["over"] is not None:
                        return sight["turn"], sight["over"]
                    if sight is not None and sight["question"] is not None:
                        asked = sight
                        value = await asyncio.to_thread(answer, sight["question"])
                        given = {"number": sight["number"], "value": value}
                        await connection.send(json.dumps(given))
            if connection.close_code == REFUSED:
                raise LineFaultError("the host refuses this link")
        except InvalidURI:
            raise LineFaultError(f"{link.socket} is not an address") from None
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == REFUSED:
                raise LineFaultError("the host refuses this link") from None
        except (OSError, TimeoutError, InvalidHandshake) as error:
            if not was_in and monotonic() - left > patience:
                raise LineFaultError(f"{link.socket} cannot be reached: {error}") from None
        if was_in:
            pause, left = 0.1, monotonic()
        elif monotonic() - left > patience:
            raise LineFaultError(f"{link.socket} accepts connections, and closes them before the game continues")
        await asyncio.sleep(pause)
        pause = min(2 * pause, 5.0)
