"""Links that lead to a game: where its host is, what it holds, and the token of a seat.

In: a link as `serve` prints it. Out: its parts. The token is the part that browsers and proxies never send or log.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from quarterdeck.base.errors import UserError

PEER_PAGE, PEER_SOCKET = "/peer", "/peer/socket"
SEAT_PAGE, SEAT_SOCKET = "/g/", "/play"
TOKEN_KEY = "token"  # noqa: S105 - the key under which its hash is kept with the exchanges of a game


class LinkFaultError(UserError):
    """This is not a link to a game; the argument says why."""


@dataclass(frozen=True)
class GameLink:
    """A link taken apart: the address of a socket, the token, and whether the other end is a peer."""

    socket: str
    token: str
    is_peer: bool


def read_link(text: str) -> GameLink:
    """Take a link apart.

    Raises:
        LinkFaultError: it is not the link of a seat.
    """
    try:
        parts = urlsplit(text)
        is_usable = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise LinkFaultError(f"`{text[:200]}` is not a link to a game; `quarterdeck serve` prints links")
    if not parts.fragment:
        raise LinkFaultError(f"`{text[:200]}` has no token after `#`: copy the complete link")
    sockets = {PEER_PAGE: PEER_SOCKET, SEAT_PAGE: SEAT_SOCKET}
    if parts.path not in sockets:
        raise LinkFaultError(f"`{text[:200]}` does not lead to a seat of a game")
    scheme = "wss" if parts.scheme == "https" else "ws"
    return GameLink(f"{scheme}://{parts.netloc}{sockets[parts.path]}", parts.fragment, parts.path == PEER_PAGE)
