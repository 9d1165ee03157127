"""The page of the protocol: its messages are those that the program takes, and its formulas give what it computes.

`pytest tests/engine/peers --record` writes its tables anew.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema

from quarterdeck.api import schema_of
from quarterdeck.base.json_schema import ModuleText
from quarterdeck.engine.peers import messages
from quarterdeck.engine.peers.messages import KINDS, PROTOCOL, parsed
from quarterdeck.engine.run.journal import read_journal
from tests.engine.peers.two_peers import play, two

PAGE = Path(__file__).parents[3] / "docs" / "peer-protocol.md"
SCHEMA = schema_of("peer_message")
ENVELOPE = [name for name in messages.PeerMessage.__annotations__ if name != "type"]


def form(schema: dict[str, Any]) -> str:
    """Word the form of a part."""
    if "enum" in schema:
        return " or ".join(f"`{one}`" for one in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(map(form, schema["anyOf"]))
    return str(schema["$ref"].rpartition("/")[2] if "$ref" in schema else schema["type"])


def parts(record: dict[str, Any], without: list[str]) -> str:
    found = [f"`{name}`: {form(one)}" for name, one in record["properties"].items() if name not in without]
    return "; ".join(found) or "none"


def tables() -> Iterator[str]:
    """Make the tables of the page."""
    documented, known = ModuleText.of(messages.__name__).documented, SCHEMA["$defs"]
    envelope = known["HelloSaid"]["properties"]
    yield "| part | form | what it holds |\n| --- | --- | --- |"
    yield from (f"| `{one}` | {form(envelope[one])} | {documented['PeerMessage', one]} |" for one in ENVELOPE)
    yield "\n| type | further parts | what it is, or when it is sent |\n| --- | --- | --- |"
    for sort, kind in KINDS.items():
        record = known[kind.__name__]
        yield f"| `{sort}` | {parts(record, [*ENVELOPE, 'type'])} | {record['description']} |"
    yield "\n| form | what it is |\n| --- | --- |"
    for name, one in known.items():
        if not name.endswith("Said"):
            held = f" {parts(one, [])}." if "properties" in one else ""
            yield f"| {name} | {one['description']}{held} |"


def test_the_page_names_every_message_and_every_part(request):
    begin, end = "<!-- made from engine/peers/messages.py -->", "<!-- end -->"
    page = PAGE.read_text("utf-8")
    start, stop = page.index(begin) + len(begin), page.index(end)
    made = "\n\n" + "\n".join(tables()) + "\n\n"
    if request.config.getoption("--record"):
        PAGE.write_text(page[:start] + made + page[stop:], "utf-8")
        return
    assert page[start:stop] == made, "pytest tests/engine/peers --record writes the tables anew"
    assert f"It is `protocol` {PROTOCOL}." in page


def h(*parts: str | int) -> str:
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()


def test_another_program_computes_chains_commitments_and_dice_from_the_page():
    """The formulas of the page, written again, check a whole game from its journal and its exchanges."""
    host, guest = two("quickfire", "coronel", 3)
    check = jsonschema.Draft202012Validator(SCHEMA)
    heard = []
    waiting = [(guest, text) for text in host.end.connect()] + [(host, text) for text in guest.end.connect()]
    while waiting:
        to, text = waiting.pop(0)
        checksum, _, content = text.partition(" ")
        assert checksum == h(content)[:16]
        check.validate(json.loads(content))
        heard.append(("guest" if to is host else "host", parsed(text)))
        waiting += [(host if to is guest else guest, answer) for answer in to.end.receive(text)]
    header, *lines = bytes(host.store.data).decode().splitlines()
    game = h("quarterdeck game 1", header)
    chains = [""]
    for line in lines:
        chains.append(h(chains[-1], line))
    commits = {(who, one["exchange"]): one for who, one in heard if one["type"] == "commit"}
    opened = {(who, one["exchange"]): one for who, one in heard if one["type"] == "open"}
    seeds = {}
    for (who, number), one in commits.items():
        assert one["game"] == game
        after, opening = one["after"], opened[who, number]
        place = (number, one["sort"], after, chains[after])
        assert one["hash"] == h("quarterdeck commitment 1", game, who, *place, opening["salt"], opening["secret"])
        if one["sort"] == "dice":
            secrets = [opened[role, number]["secret"] for role in ("host", "guest")]
            seeds[after] = h("quarterdeck seed 1", game, number, after, chains[after], *secrets)
    dice = 0
    for number, line in enumerate(lines, 1):
        entry = json.loads(line)
        if "die" in entry:
            seed = seeds[max(after for after in seeds if after < number)]
            assert entry["die"] == int(h("quarterdeck die 1", seed, number, 0)[:16], 16) % entry["of"] + 1
            dice += 1
    assert dice > 10
    assert read_journal(host.store).header.dice == "peers"


def test_a_whole_game_needs_few_messages():
    host, guest = two("quickfire", "coronel", 3)
    assert play(host, guest) < 2 * host.end.count
