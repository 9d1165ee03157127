"""The HTTP interface: a game is fought over it, and whatever it should not do is refused in one shape."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from threading import Thread
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from quarterdeck.apps.server import tokens
from quarterdeck.apps.server.application import application
from quarterdeck.apps.server.game_host import GameHost
from quarterdeck.apps.server.game_thread import GameThread
from quarterdeck.apps.server.openapi import openapi
from quarterdeck.apps.server.ruleset_catalogue import RulesetCatalogue
from quarterdeck.apps.server.serving import listen, names_of, server_of
from quarterdeck.apps.server.sockets import MOST_BYTES
from tests.apps.server.seats import SMALL, answer_to, opened

OWNER = "0-owner"
held: Counter[tuple[str, str, int]] = Counter()
ROOT = "/api/v1"


class Programs:
    """Programs that speak with one host: one for each seat, and its owner."""

    def __init__(self, client: httpx.Client, links: dict[str | None, str], game: int) -> None:
        self.client, self.links, self.game = client, links, game

    def get(self, path: str, token: str, status: int = 200, **query: Any) -> Any:
        return self.answered("get", path, token, status, params=query)

    def post(self, path: str, body: Any, token: str, status: int = 200) -> Any:
        return self.answered("post", path, token, status, json=body)

    def answered(self, method: str, path: str, token: str, status: int, **more: Any) -> Any:
        """Ask, and hold the answer to the document."""
        answer = self.client.request(method, ROOT + path, headers={"authorization": f"Bearer {token}"}, **more)
        assert answer.status_code == status, answer.text
        fits_document(answer, method, path)
        return answer.json()


def fits_document(answer: httpx.Response, method: str, path: str) -> None:
    """Hold an answer to the schema that the document has for it, the first few of each kind."""
    document = openapi()
    kind = method, path.rsplit("/", maxsplit=1)[-1], answer.status_code
    held[kind] += 1
    if held[kind] > 3:
        return
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        schema: Any = {"$ref": "#/components/schemas/HttpProblem"}
    else:
        known = [
            one[method] for template, one in document["paths"].items() if method in one and same_path(template, path)
        ]
        (operation,) = known
        schema = operation["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": document["components"]}).validate(answer.json())


def same_path(template: str, path: str) -> bool:
    one, other = template.split("/"), path.split("/")
    return len(one) == len(other) and all(a == b or a.startswith("{") for a, b in zip(one, other, strict=True))


@pytest.fixture(scope="module", name="programs")
def _programs() -> Iterator[Programs]:
    games, host, port = GameThread(), GameHost(), listen("127.0.0.1", 0)
    begun = games.wait_for(host.create, opened(SMALL[0]), SMALL[1])
    catalogue = RulesetCatalogue.with_games([SMALL[0]])
    app = application(host, games, names_of(port), catalogue, tokens.hash_of(OWNER))
    server = server_of(app, port)
    thread = Thread(target=server.run, args=([port.socket],))
    thread.start()
    try:
        with httpx.Client(base_url=port.address(), timeout=60) as client:
            yield Programs(client, {one.side: one.token for one in begun.links}, begun.game)
    finally:
        server.should_exit = True
        thread.join()
        games.close()
        port.socket.close()


def test_the_document_is_valid_and_describes_each_operation() -> None:
    document = openapi()
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    references = set(_references(document))
    assert references <= {f"#/components/schemas/{name}" for name in document["components"]["schemas"]} | {
        f"#/components/responses/{name}" for name in document["components"]["responses"]
    }


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for one in part.values():
            yield from _references(one)
    elif isinstance(part, list):
        for one in part:
            yield from _references(one)


def test_a_game_is_fought_to_its_end_over_http(programs: Programs) -> None:
    order = {"ruleset": "snowballs", "scenario": SMALL[1], "seed": 3}
    begun = programs.post("/games", order, OWNER, 201)
    links = {one["side"]: one["token"] for one in begun["seats"]}
    game = f"/games/{begun['game']}"
    for _ in range(500):
        views = {side: programs.get(f"{game}/view", token) for side, token in links.items()}
        if views[None]["over"]:
            break
        (side,) = [side for side, view in views.items() if view["question"]]
        answer = answer_to(views[side])
        for _ in range(2):  # sent again, it counts once
            assert programs.post(f"{game}/decisions", answer, links[side]) == {"number": answer["number"]}
    assert views[None]["over"]["words"]
    listed = programs.get("/games", OWNER)["games"]
    assert next(one for one in listed if one["game"] == begun["game"])["over"] == views[None]["over"]
    log = programs.get(f"{game}/log", links[None])
    assert programs.get(f"{game}/log", links[None], start=5)["lines"] == log["lines"][5:]
    explained = next(at for at, line in enumerate(log["lines"]) if line["why"])
    assert programs.get(f"{game}/log/{explained}/why", links[None])["lines"]


def test_a_seat_reads_and_answers_only_for_itself(programs: Programs) -> None:
    game = f"/games/{programs.game}"
    views = {side: programs.get(f"{game}/view", token) for side, token in programs.links.items()}
    (asked,) = [side for side, view in views.items() if view["question"]]
    (other,) = [side for side in views if side not in (asked, None)]
    answer = answer_to(views[asked])
    programs.post(f"{game}/decisions", answer, programs.links[other], 409)
    programs.post(f"{game}/decisions", answer, programs.links[None], 403)
    programs.post(f"{game}/actions", {"resign": True}, programs.links[None], 403)
    programs.post(f"{game}/decisions", answer, OWNER, 403)
    assert programs.get(f"{game}/question", programs.links[asked])["number"] == views[asked]["number"]
    assert programs.get(f"{game}/question", programs.links[other])["question"] is None
    late = {**answer, "number": answer["number"] + 1}
    assert "has not been asked" in programs.post(f"{game}/decisions", late, programs.links[asked], 409)["detail"]


def test_tokens_let_in_only_where_they_belong(programs: Programs) -> None:
    seat = programs.links[None]
    programs.get("/games", seat, 403)
    programs.post("/games", {"ruleset": "snowballs", "scenario": SMALL[1]}, seat, 403)
    programs.get(f"/games/{programs.game + 77}/view", seat, 404)
    programs.get(f"/games/{programs.game + 77}/view", OWNER, 404)
    for wrong in ("1-guessed", "x", "0-", f"{seat}x", "9" * 5000):
        programs.get(f"/games/{programs.game}", wrong, 401)
    answer = programs.client.get(f"{ROOT}/games")
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b'{"number": 1, "number": 1, "value": 1}', "application/json", 400),
        (b'{"number": 1.5, "value": 1}', "application/json", 400),
        (b"[" * 60_000, "application/json", 400),
        (b"\xff", "application/json", 400),
        (b'{"number": 1, "value": 1}', "text/plain", 415),
        (b'"' + b"x" * MOST_BYTES + b'"', "application/json", 413),
        (b'{"number": 1}', "application/json", 400),
    ],
)
def test_a_body_that_is_none_is_refused(programs: Programs, body: bytes, kind: str, status: int) -> None:
    headers = {"authorization": f"Bearer {programs.links[None]}", "content-type": kind}
    answer = programs.client.post(f"{ROOT}/games/{programs.game}/decisions", content=body, headers=headers)
    assert answer.status_code == status
    fits_document(answer, "post", "")


@pytest.mark.slow
def test_rules_are_checked_tried_counted_and_compared(programs: Programs) -> None:
    seat = programs.links[None]
    assert programs.post("/check", {"ruleset": "snowballs"}, seat)["findings"] == []
    facts = {
        "things": {
            "Anna": {"like": "Anna", "side": "caps", "place": [3, 3], "facing": "south"},
            "Dora": {"like": "Dora", "side": "scarves", "place": [3, 6], "facing": "north"},
        },
        "given": {"child": "Anna", "target": "Dora", "range": 3, "balls": 1, "Anna.left.snowballs": 1},
    }
    rule = {"ruleset": "snowballs", "address": "throwing.throw", "facts": facts}
    tried = programs.post("/try", {**rule, "seed": 1, "show": ["Dora.wet"]}, seat)
    assert tried["changes"]
    (odds,) = programs.post("/odds", {**rule, "show": ["Dora.wet"]}, seat)["odds"]
    assert sum(row["weight"] for row in odds["rows"]) == odds["below"]
    two = {"before": "snowballs", "after": "snowballs+thaw", "odds": False}
    assert programs.post("/diff", two, seat)["changes"]
    wrong = programs.post("/odds", {**rule, "facts": {}}, seat, 422)
    assert wrong["failed"] == "findings"
    assert wrong["findings"][0]["code"].startswith("QD")
    assert programs.post("/try", {**rule, "facts": {**facts, "dice": None, "choices": None}}, seat)["changes"]
    for part in ("dice", "choices"):
        wrong = programs.post("/try", {**rule, "facts": {**facts, part: 5}}, seat, 422)
        assert [one["code"] for one in wrong["findings"]] == ["QD207"]


@pytest.mark.parametrize(
    "name",
    ["/etc", "../snowballs", "tests/games/snowballs", "snowballs+../x", "nothing", "easyships+nothing", "~", "."],
)
def test_only_rulesets_that_are_offered_are_read(programs: Programs, name: str) -> None:
    answer = programs.client.post(f"{ROOT}/check", json={"ruleset": name}, headers={"authorization": f"Bearer {OWNER}"})
    assert answer.status_code in (400, 422), answer.text
    assert "/" not in answer.json()["detail"].replace(name, "").replace("[", "")


def test_methods_and_resources_that_there_are_not_are_problems(programs: Programs) -> None:
    for method, path, status in (("put", "/games", 405), ("get", "/nothing", 404), ("get", "/check", 405)):
        answer = programs.client.request(method, ROOT + path, headers={"authorization": f"Bearer {OWNER}"})
        assert answer.status_code == status
        fits_document(answer, method, path)
    assert json.loads(programs.client.get(f"{ROOT}/openapi.json").text) == openapi()
