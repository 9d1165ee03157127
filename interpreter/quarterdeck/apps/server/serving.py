"""Serve an application on an address until somebody stops it.

In: an application, an address, and a certificate if there is one. Out: served requests; what is wrong with the address
is a `ServingError` before anything is served.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from quarterdeck.apps.server.sockets import MOST_BYTES, PATIENCE
from quarterdeck.base.errors import UserError

WAITING = 16
"""How many messages of one socket wait to be read."""


class ServingError(UserError):
    """Nothing can be served on an address; the argument says why."""


@dataclass(frozen=True)
class OpenPort:
    """An address that is open for connections."""

    socket: socket.socket
    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Tell whether only programs of this machine reach it."""
        return is_loopback(self.host)

    def address(self, is_secure: bool = False) -> str:
        """Give the beginning of all links; where all addresses are listened at, with the one that networks reach."""
        host = own_address(self.socket.family) if is_unspecified(self.host) else self.host
        name = f"[{host}]" if ":" in host else host
        return f"{'https' if is_secure else 'http'}://{name}:{self.port}"


def is_loopback(host: str) -> bool:
    """Tell whether a name or address means this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_unspecified(host: str) -> bool:
    """Tell whether an address means all addresses of this machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def own_address(family: socket.AddressFamily) -> str:
    """Give the address by which this machine goes out to networks, or its loopback address where it has none.

    A socket for datagrams learns it when it is given a peer, here an address reserved for documentation (RFC 5737, RFC
    3849); nothing is sent.
    """
    peer, loopback = ("2001:db8::1", "::1") if family == socket.AF_INET6 else ("192.0.2.1", "127.0.0.1")
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((peer, 9))
            found: str = asking.getsockname()[0]
        except OSError:
            return loopback
    return loopback if is_unspecified(found) else found


def listen(host: str, port: int) -> OpenPort:
    """Open an address; the port 0 lets the system choose one.

    Raises:
        ServingError: the port is in use or not allowed, or there is no such address here.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise ServingError(f"--host {host}: there is no such address") from None
    opened = socket.socket(family, kind, protocol)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(128)
    except OSError as error:
        opened.close()
        reason = (error.strerror or str(error)).lower()
        raise ServingError(f"{host}, port {port}: {reason}; --port 0 takes a free one") from None
    return OpenPort(opened, host, opened.getsockname()[1])


def names_of(listener: OpenPort) -> list[str]:
    """Give the names by which a host may be reached; none (any) where it listens at all addresses."""
    if listener.is_loopback:
        return ["localhost", "127.0.0.1", "::1", listener.host]
    return [] if is_unspecified(listener.host) else [listener.host]


class PatientProtocol(H11Protocol):
    """Ends a connection on which no request is completed in time: each takes one of the few files of a program."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE, self.end_if_silent, None)

    def end_if_silent(self, before: RequestResponseCycle | None) -> None:
        """End the connection if it has had no request since the one before; a socket of a seat has its own limits."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        is_done = before is None or before.response_complete
        if is_done and self.cycle is before:
            self.transport.abort()
        else:
            self.loop.call_later(PATIENCE, self.end_if_silent, self.cycle)


def server_of(
    app: ASGIApp, listener: OpenPort, certificate: Path | None = None, key: Path | None = None
) -> uvicorn.Server:
    """Make a server; it logs no request, since a path could hold a secret.

    Raises:
        ServingError: the certificate cannot be read.
    """
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        access_log=False,
        log_level="critical",
        ws_max_size=MOST_BYTES,
        ws_max_queue=WAITING,
        server_header=False,
        timeout_graceful_shutdown=2,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    try:
        config.load()
    except (OSError, ssl.SSLError) as error:
        raise ServingError(f"--certificate {certificate}: {error.strerror or error}") from None
    return uvicorn.Server(config)
