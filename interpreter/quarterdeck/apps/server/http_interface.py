"""The HTTP interface for other programs: it reads requests, knows who asks, and answers by the table of operations.

In: requests. Out: JSON, or problem details. Whatever a request holds is bounded and fits a schema before anything is
done; games are called in their own thread, and questions about rules are put to processes.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from quarterdeck.apps.server import tokens
from quarterdeck.apps.server.api_operations import OPERATIONS, ApiCall, ApiOperation
from quarterdeck.apps.server.game_resources import GameResources, SeatReader
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.http_problems import ProblemError, problem_of, response_to
from quarterdeck.apps.server.openapi import openapi
from quarterdeck.apps.server.rate import Bucket
from quarterdeck.apps.server.rule_questions import RuleQuestions
from quarterdeck.apps.server.sockets import MOST_BYTES, PATIENCE
from quarterdeck.base.plain_data import record_as_data
from quarterdeck.base.schema_reader import MisfitError, checked, schema_for
from quarterdeck.base.text import strict_json, whole_number

PER_SECOND, AT_ONCE = 50.0, 200.0
"""How many requests one token may send in a second on the average, and how many at once."""
MOST_BUCKETS = 4096
"""How many tokens are counted; the one that was not used for longest is forgotten."""
MOST_OF_QUERY = 2000
"""How long a query may be."""
NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,11})\Z")


@dataclass(eq=False)
class HttpInterface:
    """Serves the operations of one host; `owner` is the hash of the host's token, without which nobody is its owner."""

    resources: GameResources
    games: GameThread
    questions: RuleQuestions
    owner: str | None = None
    buckets: dict[str, Bucket] = field(default_factory=dict)

    def application(self) -> Starlette:
        """Make the application that is mounted at the root of the interface."""
        by_path: dict[str, dict[str, ApiOperation]] = {}
        for one in OPERATIONS:
            by_path.setdefault(one.path, {})[one.method] = one
        routes = [Route("/openapi.json", self.document)]
        routes += [Route(path, self.endpoint(methods), methods=list(methods)) for path, methods in by_path.items()]
        app = Starlette(routes=routes, exception_handlers={HTTPException: self.not_served, 500: self.broke})
        app.router.redirect_slashes = False
        return app

    async def document(self, _: Request) -> Response:
        """Serve the OpenAPI document."""
        return Response(json.dumps(openapi(), ensure_ascii=False), media_type="application/json")

    async def not_served(self, _: Request, error: Exception) -> Response:
        """Answer a request for a resource or method that there is not."""
        assert isinstance(error, HTTPException)
        status = error.status_code if error.status_code in (404, 405) else 400
        words = {404: "there is no such resource", 405: "this resource has no such method"}
        return response_to(ProblemError(status, words.get(status, "the request cannot be read")), error.headers)

    async def broke(self, _: Request, error: Exception) -> Response:
        """Answer a request that broke the host."""
        return response_to(ProblemError(500, "the host could not answer this", "interpreter"))

    def endpoint(self, methods: Mapping[str, ApiOperation]) -> Any:
        """Make what serves the methods of one resource."""

        async def serve(request: Request) -> Response:
            operation = methods["GET" if request.method == "HEAD" else request.method]
            try:
                found = await self.answer(operation, request)
            except Exception as error:  # noqa: BLE001 - whatever one request does, the host goes on
                return response_to(problem_of(error))
            text = json.dumps(record_as_data(found), ensure_ascii=False, separators=(",", ":"))
            return Response(text, operation.status, media_type="application/json")

        return serve

    async def answer(self, operation: ApiOperation, request: Request) -> Any:
        """Answer a request.

        Raises:
            ProblemError: it has no answer.
        """
        token = token_in(request)
        path = {name: path_number(name, text) for name, text in request.path_params.items()}
        reader = await self.let_in(operation, token, path)
        query = query_of(operation, request)
        body: Any = None if operation.body is None else await body_of(operation, request)
        if operation.run is None:
            return await self.questions.answer(operation.name, body, tokens.hash_of(token))
        call = ApiCall(self.resources, path, query, body, reader)
        return await self.games.run(self.run, operation, call)

    def run(self, operation: ApiOperation, call: ApiCall) -> Any:
        """Do what an operation does, in the thread of the games."""
        assert operation.run is not None
        if operation.is_of_game and operation.name != "game":
            self.resources.keep_awake(call.reader)
        return record_as_data(operation.run(call))

    async def let_in(self, operation: ApiOperation, token: str, path: Mapping[str, int]) -> SeatReader | None:
        """Give whoever has a token, where it may be used for an operation.

        Raises:
            ProblemError: the token is unknown, is for something else, or is used too often.
        """
        if tokens.is_token(token, self.owner):
            self.slow_down("owner")
            return await self.games.run(self.resources.owner_reading, path["game"]) if operation.is_of_game else None
        try:
            reader = await self.games.run(self.resources.reader, token)
        except ProblemError:
            self.slow_down("unknown")
            raise
        self.slow_down(tokens.hash_of(token))
        if operation.access == "owner":
            raise ProblemError(403, "only the token of the host may do that; `serve` prints it")
        if operation.is_of_game and path["game"] != reader.hosted.number:
            raise ProblemError(404, f"this token opens no seat of game {path['game']}")
        return reader

    def slow_down(self, asker: str) -> None:
        """Count a request.

        Raises:
            ProblemError: it is one too many.
        """
        bucket = self.buckets.pop(asker, None) or Bucket(PER_SECOND, AT_ONCE)
        self.buckets[asker] = bucket
        while len(self.buckets) > MOST_BUCKETS:
            del self.buckets[next(iter(self.buckets))]
        if seconds := bucket.wait():
            bucket.left = max(bucket.left, -1.0)  # whoever is refused takes nothing
            raise ProblemError(429, "too many requests", retry_after=int(seconds) + 1)


def token_in(request: Request) -> str:
    """Give the token that a request bears.

    Raises:
        ProblemError: it bears none, or several.
    """
    given = request.headers.getlist("authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    if scheme.lower() != "bearer" or not token:
        raise ProblemError(401, "send the part of your link after # as `Authorization: Bearer TOKEN`")
    return token.strip()


def path_number(name: str, text: str) -> int:
    """Give a number in a path.

    Raises:
        ProblemError: it is none.
    """
    if not NUMBER.match(text):
        raise ProblemError(404, f"there is no {name} with that number")
    return int(text)


def query_of(operation: ApiOperation, request: Request) -> Mapping[str, Any]:
    """Give the query of a request, as its schema has it.

    Raises:
        ProblemError: it does not fit.
    """
    if len(request.scope["query_string"]) > MOST_OF_QUERY:
        raise ProblemError(400, f"a query may have {MOST_OF_QUERY:,} characters")
    given = request.query_params.multi_items()
    if operation.query is None:
        if given:
            raise ProblemError(400, "this operation has no query")
        return {}
    if len({name for name, _ in given}) != len(given):
        raise ProblemError(400, "a name is in the query twice")
    known = schema_for(operation.query)[1][operation.query.__name__]["properties"]
    whole = {name for name, one in known.items() if one.get("type") == "integer"}
    read = {name: int(text) if name in whole and NUMBER.match(text) else text for name, text in given}
    try:
        found: Mapping[str, Any] = checked(operation.query, read)
    except MisfitError as error:
        raise ProblemError(400, error.message.replace("the message", "the query")) from None
    return found


async def body_of(operation: ApiOperation, request: Request) -> Any:
    """Give the body of a request, as its schema has it.

    Raises:
        ProblemError: it does not fit, is too large, or does not arrive.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ProblemError(415, "send JSON, as `Content-Type: application/json`")
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                data += part
                if len(data) > MOST_BYTES:
                    raise ProblemError(413, f"a body may have {MOST_BYTES:,} bytes")
    except TimeoutError:
        raise ProblemError(408, f"the body did not arrive within {PATIENCE} seconds") from None
    except ClientDisconnect:
        raise ProblemError(400, "the body ended too early") from None
    try:
        return checked(operation.body, strict_json(data.decode(), whole_number))
    except MisfitError as error:
        raise ProblemError(400, error.message) from None
    except (ValueError, RecursionError):
        raise ProblemError(400, "the body is not JSON, or has a name twice, a fraction or half a character") from None
