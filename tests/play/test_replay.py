"""A game played again from its journal gives the same bytes, and battles of bots end."""

import pytest

from tests.play.program import quarterdeck, quarterdeck_apart


def played_and_replayed(folder, scenario: str, seed: int, *more: str) -> str:
    kept, anew = folder / "kept.jsonl", folder / "anew.jsonl"
    done = quarterdeck("play", "easyships", scenario, "--sides", "bot,bot", "--seed", seed, "--save", kept, *more)
    assert done.returncode == 0, done.stderr
    again = quarterdeck_apart("replay", kept, "--to", anew)
    assert again.returncode == 0, again.stderr
    assert anew.read_bytes() == kept.read_bytes()
    assert again.stdout.strip() in done.stdout
    return done.stdout


@pytest.mark.parametrize("seed", range(3))
def test_battles_end_and_replay_to_the_same_bytes(tmp_path, seed):
    told = played_and_replayed(tmp_path, "tsushima", seed)
    assert "Turn 2" in told
    assert "fires its guns" in told


@pytest.mark.soak
@pytest.mark.parametrize("lot", range(10))
def test_many_battles_end_and_replay_to_the_same_bytes(tmp_path, lot):
    hit = 0
    for seed in range(lot * 20, lot * 20 + 20):
        folder = tmp_path / str(seed)
        folder.mkdir()
        hit += "a hit: yes" in played_and_replayed(folder, "tsushima", seed)
    print(f"battles {lot * 20} to {lot * 20 + 19}: all ended and replayed, {hit} with a hit")
    assert hit >= 19


def test_a_game_with_a_set_up_by_choice_and_an_option_replays(tmp_path):
    told = played_and_replayed(tmp_path, "river-plate", 4, "--option", "hidden_damage=yes")
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
