"""What every request must pass, and what every response says to browsers.

A page of another site must neither read what a host says nor act in the name of whoever looks at it: the `Host` of a
request must be one of this host (else a name that was bound to another address leads here), and so the `Origin` of
whoever opens a socket or changes something.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quarterdeck.apps.server.http_problems import ProblemError, response_to

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAID = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class HostGuard:
    """Lets through what is meant for this host, and adds headers to what it answers.

    `hosts` are the names by which it may be reached, without ports; none stands for any.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it with 403."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                headers = MutableHeaders(scope=message)
                for name, value in SAID.items():
                    headers.setdefault(name, value)
            await send(message)

        if wrong := self.wrong(Headers(scope=scope)):
            await response_to(ProblemError(403, wrong, "usage"))(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)

    def wrong(self, headers: Headers) -> str:
        """Say why a request is not meant for this host; nothing where it is."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or (self.hosts and name_in(host) not in self.hosts):
            return "this host has another name"
        origins = headers.getlist("origin")
        if any(place_in(origin) != host.lower() for origin in origins):
            return "pages of other sites cannot connect to this host"
        return ""


def place_in(origin: str) -> str | None:
    """Give the name and the port in an `Origin` header; nothing where it is not an address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def name_in(host: str) -> str:
    """Give the name in a `Host` header, without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
