"""The page of the protocol: its messages are those that the program takes, and its formulas give what it computes."""

import json
import re
from hashlib import sha256
from pathlib import Path

from quarterdeck.engine.peers.messages import ENVELOPE, PARTS, PROTOCOL, parsed
from quarterdeck.engine.run.journal import read_journal
from tests.engine.peers.two_peers import play, two

PAGE = (Path(__file__).parents[3] / "docs" / "peer-protocol.md").read_text("utf-8")
NAMED = re.compile(r"`(\w+)`")


def rows_of(head: str) -> list[list[str]]:
    """Give the rows of the table with a first heading."""
    table = PAGE[PAGE.index(f"| {head} |") :].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_the_page_names_every_message_and_every_part():
    assert [NAMED.findall(row[0]) for row in rows_of("part")] == [[name] for name in ENVELOPE]
    found = {}
    for sort, parts, _ in rows_of("type"):
        said = re.sub(r"\(.*?\)", "", parts)
        found[sort.strip("`")] = set(NAMED.findall(said))
    assert found == {sort: set(parts) for sort, parts in PARTS.items()}
    assert f"`protocol` ({PROTOCOL})" in PAGE


def h(*parts: str | int) -> str:
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()


def test_another_program_computes_chains_commitments_and_dice_from_the_page():
    """The formulas of the page, written again, check a whole game from its journal and its exchanges."""
    host, guest = two("quickfire", "coronel", 3)
    heard = []
    waiting = [(guest, text) for text in host.end.connect()] + [(host, text) for text in guest.end.connect()]
    while waiting:
        to, text = waiting.pop(0)
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
