"""The HTTP interface holds what its document promises: made-up requests to every operation, with each kind of token.

Each answer has a status, a type and a shape that the document has, whatever is asked; nothing fails inside the host.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from quarterdeck.apps.server import http_interface, tokens
from quarterdeck.apps.server.application import application
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.openapi import openapi
from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
from quarterdeck.apps.server.serving import listen, names_of, server_of
from tests.apps.server.seats import SMALL, opened

OWNER = "0-owner"
DOCUMENT = openapi()
OPERATIONS = {
    (method.upper(), path)
    for path, methods in DOCUMENT["paths"].items()
    for method in methods
    if method in {"get", "post", "put", "patch", "delete"}
}
RULESETS = ("ruleset", "before", "after")
MEANINGS: list[Any] = [positive_data_acceptance]
"""What has the right shape may still mean nothing under the rules of a game: it names no scenario, no ruleset."""
MENDED = [*MEANINGS, negative_data_rejection]
"""A token, or the names of what there is, may have taken the place of what was wrong: then nothing need be refused."""
asked: set[tuple[str, str]] = set()
schema = schemathesis.openapi.from_dict(dict(DOCUMENT))


@pytest.fixture(scope="module", name="served")
def _served() -> Iterator[tuple[str, list[str]]]:
    """Serve a game, with the tokens of those who may ask: a seat, a spectator, the host."""
    games, host, port = GameThread(), GameHost(), listen("127.0.0.1", 0)
    begun = games.wait_for(host.create, opened(SMALL[0]), SMALL[1])
    catalogue = RulesetCatalogue.with_games([SMALL[0]])
    server = server_of(application(host, games, names_of(port), catalogue, tokens.hash_of(OWNER)), port)
    thread = Thread(target=server.run, args=([port.socket],))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http_interface, "PER_SECOND", 10_000)
        patch.setattr(http_interface, "AT_ONCE", 10_000)
        thread.start()
        try:
            yield port.address(), [begun.links[0].token, begun.links[-1].token, OWNER]
        finally:
            server.should_exit = True
            thread.join()
            games.close()
            port.socket.close()


def with_what_there_is(case: schemathesis.Case[Any]) -> bool:
    """Put the names of what there is in the place of made-up ones, if a request has any."""
    is_of_game = "game" in (case.path_parameters or {})
    if is_of_game:
        case.path_parameters["game"] = 1
    elif isinstance(case.body, dict) and any(isinstance(case.body.get(key), str) for key in RULESETS):
        case.body = {key: "snowballs" if key in RULESETS else value for key, value in case.body.items()}
    else:
        return False
    return True


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, phases=[Phase.generate]
)
def test_answers_are_those_of_the_document(case: schemathesis.Case[Any], served: tuple[str, list[str]]) -> None:
    address, known = served
    asked.add((case.operation.method.upper(), case.operation.path))

    def ask(token: str, unchecked: list[Any]) -> None:
        case.headers["Authorization"] = f"Bearer {token}"
        case.call_and_validate(base_url=f"{address}/api/v1", excluded_checks=unchecked)

    for token in known:
        ask(token, MEANINGS if case.operation.method.upper() != "GET" else MENDED)
    if with_what_there_is(case):
        ask(known[0], MENDED)


@pytest.mark.slow
def test_every_operation_was_asked() -> None:
    assert asked == OPERATIONS
