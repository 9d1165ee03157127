"""What a game that is held open gives to a program that keeps its own record of it."""

import json

from quarterdeck import api
from quarterdeck.apps.cli.main import main

SMALL = ("tests/games/snowballs", "cousins")


def test_two_programs_agree_on_header_and_state(tmp_path):
    ruleset, journal = api.Ruleset.open(SMALL[0]), tmp_path / "game.jsonl"
    one, other = api.open_game(ruleset, SMALL[1], save=journal), api.open_game(ruleset, SMALL[1])
    assert one.header == json.loads(journal.read_text().splitlines()[0])
    assert {**one.header, "folder": ""} == {**other.header, "folder": ""}
    assert one.state_hash == other.state_hash
    before = one.state_hash
    for _ in range(12):
        for game in (one, other):
            assert game.question is not None
            game.answer(game.question["default"] or game.question["options"][0]["value"])
    assert one.state_hash == other.state_hash != before
    one.close()
    other.close()


def test_the_schema_of_messages_between_peers_is_printed(capsys):
    assert main(["schema", "peer_message"]) == 0
    assert json.loads(capsys.readouterr().out) == api.schema_of("peer_message")
    assert main(["schema"]) == 0
    assert "peer_message" in capsys.readouterr().out.split()
