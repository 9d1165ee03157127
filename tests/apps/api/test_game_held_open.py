"""What a game that is held open gives to a program that keeps its own record of it."""

import json
from random import Random

import pytest

from quarterdeck import api
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings

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


def advance(game, until=10**6):
    """Answer and go on with the first face until the end, or until the game has so many entries."""
    while game.result is None and len(game.entries) < until:
        if game.question is not None:
            options = [one["value"] for one in game.question["options"]] or ["none"]
            game.answer(game.question["default"] or options[0])
        else:
            game.go_on(1 if isinstance(game.stop, api.DieNeeded) else None)


def test_a_question_names_the_phases_that_are_played():
    game = api.open_game(api.Ruleset.open(SMALL[0]), SMALL[1])
    titles = {node.title for node in game.live.sitting.start.program.turn.nodes.values()}
    assert game.question is not None
    assert game.question["phases"]
    assert set(game.question["phases"]) <= titles
    game.close()


def test_a_game_stops_at_dice_phases_and_ends_of_turns(tmp_path):
    ruleset, journal = api.Ruleset.open(SMALL[0]), tmp_path / "game.jsonl"
    game = api.open_game(ruleset, SMALL[1], stop_at=("dice", "phases", "turns"), save=journal)
    stops, faces, chance = [], [], Random(7)
    while game.result is None:
        if game.stop is None:
            advance(game, len(game.entries) + 1)
            continue
        stops.append(game.stop)
        face = chance.randint(1, game.stop.sides) if isinstance(game.stop, api.DieNeeded) else None
        faces += [] if face is None else [face]
        game.go_on(face)
    assert {type(one) for one in stops} == {api.DieNeeded, api.PhaseStarted, api.TurnEnded}
    ended = [one.turn for one in stops if isinstance(one, api.TurnEnded)]
    assert ended[:3] == [0, 1, 2]
    dice = [one for one in stops if isinstance(one, api.DieNeeded)]
    chances = [entry for entry in game.entries if "choice" not in entry]
    assert [(one.of, one.sides) for one in dice] == [(entry["at"], entry["of"]) for entry in chances]
    assert {(face, entry["die"]) for face, entry in zip(faces, chances, strict=True) if "die" in entry} == {
        (face, face) for face, entry in zip(faces, chances, strict=True) if "die" in entry
    }
    assert [json.loads(line) for line in journal.read_text().splitlines()[1:]] == game.entries
    again = api.replay(journal)
    assert (again.winner, again.turn, again.entries) == (game.result.winner, game.result.turn, game.result.entries)


def test_a_game_is_taken_back_while_it_is_played_and_after_its_end(tmp_path):
    journal = tmp_path / "game.jsonl"
    game = api.open_game(api.Ruleset.open(SMALL[0]), SMALL[1], save=journal)
    advance(game, 12)
    entries, hashed, things = game.entries, game.state_hash, game.thing_hashes
    advance(game)
    assert game.result is not None
    assert game.result.result in ("won", "drawn")
    with pytest.raises(api.AnswerRefusedError, match="entries"):
        game.undo(10**6)
    game.undo(len(entries))
    assert game.result is None
    assert (game.entries, game.state_hash, game.thing_hashes) == (entries, hashed, things)
    advance(game, 20)
    game.undo(len(entries))
    assert game.entries == entries
    game.close()
    with pytest.raises(api.AnswerRefusedError, match="closed"):
        game.undo(0)
    assert [json.loads(line) for line in journal.read_text().splitlines()[1:]] == entries
    taken_up = api.resume_game(journal)
    assert (taken_up.entries, taken_up.state_hash) == (entries, hashed)
    taken_up.close()


def test_a_game_that_is_over_is_not_taken_back_where_its_journal_is_another_one(tmp_path):
    journal = tmp_path / "game.jsonl"
    game = api.open_game(api.Ruleset.open(SMALL[0]), SMALL[1], save=journal)
    advance(game)
    journal.write_text(journal.read_text() + "{}\n")
    with pytest.raises(api.AnswerRefusedError, match="continued elsewhere"):
        game.undo(3)


def test_a_face_is_refused_that_the_die_does_not_have():
    game = api.open_game(api.Ruleset.open(SMALL[0]), SMALL[1], stop_at=["dice"])
    while not isinstance(game.stop, api.DieNeeded):
        advance(game, len(game.entries) + 1)
    for face in (0, game.stop.sides + 1, None):
        with pytest.raises(api.AnswerRefusedError, match="a face from 1 to"):
            game.go_on(face)
    game.go_on(game.stop.sides)
    game.close()


def test_a_game_that_waits_at_a_question_does_not_go_on():
    game = api.open_game(api.Ruleset.open(SMALL[0]), SMALL[1])
    with pytest.raises(api.AnswerRefusedError, match="does not wait"):
        game.go_on()
    game.close()


@pytest.mark.parametrize("name", ["cousins", "Cousins", "scenarios.cousins", " cousins "])
def test_a_scenario_is_meant_in_the_forms_of_the_command_line(name):
    ruleset = api.Ruleset.open(SMALL[0])
    assert SMALL[1] in ruleset.scenarios
    game = api.open_game(ruleset, name)
    assert game.header["scenario"] == SMALL[1]
    game.close()
    assert api.play(ruleset, name, sides=["random"]).scenario == SMALL[1]
    assert api.battles(ruleset, name, count=1).contests[0].came.ended == 1


def test_a_scenario_that_there_is_not_is_refused_with_a_suggestion():
    ruleset = api.Ruleset.open(SMALL[0])
    for asked in (api.open_game, api.play):
        with pytest.raises(api.OpeningError, match="did you mean cousins"):
            asked(ruleset, "cousin")
    with pytest.raises(api.OpeningError, match="did you mean cousins"):
        ruleset.scenario("cousin", Findings())
    with pytest.raises(api.OpeningError, match="did you mean cousins"):
        api.battles(ruleset, "cousin", count=1)
