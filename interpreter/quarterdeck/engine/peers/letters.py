"""Letters: the messages of a peer as a file, for games whose two sides are never connected at the same time.

In: a letter of the other peer, as bytes. Out: what is to be sent back. A letter begins with `hello`, so that it says
which game it is of and how far its sender's record goes. Nothing else is kept than without letters, and a letter that
comes twice, or late, changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.peers.messages import Message, MessageFaultError, parsed, unframed
from quarterdeck.engine.peers.peer_game import PeerGame

FIRST_LINE = "quarterdeck letter 2"


def letter_of(messages: Sequence[str]) -> bytes:
    """Write messages as a letter: a line that says what it is, and a line for each."""
    return "".join(f"{line}\n" for line in (FIRST_LINE, *messages)).encode()


def read_letter(data: bytes) -> tuple[Message, list[str]]:
    """Give the `hello` with which a letter begins, and all its messages.

    Raises:
        MessageFaultError: the data is no letter, is incomplete, or has a line without its checksum.
    """
    try:
        first, *messages = data.decode().split("\n")
    except UnicodeDecodeError:
        first, messages = "", []
    if first != FIRST_LINE or len(messages) < 2 or messages.pop() != "":
        raise MessageFaultError("this is not a letter of a game between peers, or only a part of one")
    for message in messages:
        unframed(message)
    hello = parsed(messages[0])
    if hello["type"] != "hello":
        raise MessageFaultError("the letter does not say which game it is")
    return hello, messages


def replied(game: PeerGame, messages: Sequence[str]) -> list[str]:
    """Take the messages of a letter, play as far as the game goes, and give those of the reply."""
    reply = game.connect()
    for text in messages:
        reply += game.receive(text)
    return reply
