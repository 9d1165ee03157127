"""A game played again from its journal gives the same bytes, and battles of bots end."""

import json

import pytest

from tests.apps.terminal.program import quarterdeck, quarterdeck_apart

pytestmark = pytest.mark.no_cover


def played_and_replayed(folder, scenario: str, seed: int, *more: str) -> str:
    kept, anew = folder / "kept.jsonl", folder / "anew.jsonl"
    done = quarterdeck("play", "easyships", scenario, "--sides", "bot,bot", "--seed", seed, "--save", kept, *more)
    assert done.returncode == 0, done.stderr
    again = quarterdeck_apart("replay", kept, "--to", anew)
    assert again.returncode == 0, again.stderr
    assert anew.read_bytes() == kept.read_bytes()
    assert again.stdout.strip() in done.stdout
    return done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(10))
def test_many_battles_end_and_replay_to_the_same_bytes(tmp_path, lot):
    hit = 0
    for seed in range(lot * 20, lot * 20 + 20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        told = played_and_replayed(folder, "tsushima", seed)
        assert "Turn 2" in told
        assert "fires its guns" in told
        hit += "a hit: yes" in told
    print(f"battles {lot * 20} to {lot * 20 + 19}: all ended and replayed, {hit} with a hit")
    assert hit >= 19


def test_a_game_with_a_set_up_by_choice_and_an_option_replays(tmp_path):
    told = played_and_replayed(tmp_path, "river-plate", 4, "--option", "hidden_damage=yes")
    assert "Turn 2" in told
    assert "fires its guns" in told
    assert "winner" in told


def test_replay_writes_to_the_standard_output_and_speaks_on_the_other(tmp_path):
    kept = tmp_path / "kept.jsonl"
    assert (
        quarterdeck("play", "easyships", "river-plate", "--sides", "bot", "--seed", 1, "--save", kept).returncode == 0
    )
    again = quarterdeck_apart("replay", kept)
    assert again.stdout == kept.read_text("utf-8")
    assert again.stderr.startswith("Turn ")


def test_a_game_that_was_left_replays_as_far_as_it_went(tmp_path):
    kept = tmp_path / "kept.jsonl"
    quarterdeck("play", "easyships", "river-plate", "--sides", "person,bot", "--save", kept, typed="1\n1\n")
    again = quarterdeck_apart("replay", kept, "--to", tmp_path / "anew.jsonl")
    assert again.returncode == 0
    assert "the record ends here" in again.stdout
    assert (tmp_path / "anew.jsonl").read_bytes() == kept.read_bytes()


def test_play_and_replay_say_how_a_game_ended_as_json(tmp_path):
    kept = tmp_path / "kept.jsonl"
    played = quarterdeck("play", "easyships", "river-plate", "--save", kept, "--json")
    assert (played.returncode, played.stderr) == (0, "")
    how = json.loads(played.stdout)
    assert how.keys() == {
        "game", "scenario", "result", "winner", "turn", "journal", "entries", "fault", "told",
    }  # fmt: skip
    assert (how["result"], how["winner"], how["journal"]) == ("won", "raider", str(kept))
    assert how["entries"] == len(kept.read_text("utf-8").splitlines()) - 1
    again = quarterdeck("replay", kept, "--json")
    assert json.loads(again.stdout) == {**how, "same": True, "changes": [], "happenings": None}


def test_a_person_sees_the_game_beside_the_json(tmp_path):
    done = quarterdeck("play", "easyships", "river-plate", "--sides", "person,bot", "--save", tmp_path / "k", "--json")
    assert json.loads(done.stdout)["result"] == "left"
    assert "Which ship is next?" in done.stderr


def test_a_scenario_is_asked_for_by_those_that_there_are():
    done = quarterdeck("play", "easyships")
    assert (done.returncode, done.stdout) == (2, "")
    assert "name a scenario: barham, " in done.stderr


def test_an_option_that_is_not_there_is_named():
    done = quarterdeck("play", "easyships", "river-plate", "--option", "hidden=yes")
    assert done.returncode == 2
    assert "there is no option hidden" in done.stderr
