"""The log tells what happened to each ship, the same from play and from the journal."""

import csv

import pytest

from quarterdeck.api import Ruleset, play, replay
from quarterdeck.apps.cli.main import main


@pytest.fixture(scope="module")
def fought(tmp_path_factory):
    """Give a folder with a battle that was kept, with its log as it was heard in play; the battle and what sank."""
    folder = tmp_path_factory.mktemp("battle")
    listen = [f"campaign_log={folder / 'heard.md'}"]
    play(Ruleset.open("easyships"), "denmark_strait", seed=5, save=folder / "battle.jsonl", listen=listen)
    return folder


@pytest.fixture(scope="module")
def battle(fought):
    """Give how the battle ended."""
    return replay(fought / "battle.jsonl")


def sunk_in(battle):
    """Give the ships that are announced as sunk, in order."""
    ships = [told.removesuffix(" sinks") for told in battle.told if told.endswith(" sinks")]
    assert ships
    return ships


def test_every_ship_has_her_story(fought, battle):
    text = (fought / "heard.md").read_text("utf-8")
    assert text.startswith("# Denmark Strait, 24 May 1941\n")
    stories = {part.partition("\n")[0]: part for part in text.split("### ")[1:]}
    assert stories.keys() == {"Hood", "Prince of Wales", "Bismarck", "Prinz Eugen"}
    told = {ship for ship, story in stories.items() if "sunk no → yes (damage.sink)\n" in story}
    assert told == set(sunk_in(battle))
    assert "heading" not in text


def test_the_log_of_a_journal_is_the_one_that_was_heard(fought):
    replay(fought / "battle.jsonl", listen=[f"campaign_log={fought / 'again.md'}"])
    assert (fought / "again.md").read_bytes() == (fought / "heard.md").read_bytes()


def test_a_table_has_a_row_for_each_thing_that_happened(fought, battle):
    replay(fought / "battle.jsonl", listen=[f"campaign_log={fought / 'log.csv'}"])
    with (fought / "log.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sunk = [(row["ship"], row["rule"]) for row in rows if row["what"] == "sunk"]
    assert sunk == [(ship, "damage.sink") for ship in sunk_in(battle)]
    turns = [int(row["turn"]) for row in rows]
    assert turns == sorted(turns)
    assert turns[-1] == battle.turn


def test_the_command_writes_the_log_of_each_journal(fought, battle, capsys):
    assert main(["campaign", str(fought / "battle.jsonl"), "--folder", str(fought / "logs")]) == 0
    assert (fought / "logs" / "battle.md").read_bytes() == (fought / "heard.md").read_bytes()
    assert f"denmark_strait, won in turn {battle.turn}" in capsys.readouterr().out
    assert main(["campaign", str(fought / "nothing.jsonl")]) == 2


def test_without_a_file_it_says_so_and_the_game_goes_on(fought):
    with pytest.warns(RuntimeWarning, match="name the file of the log"):
        assert replay(fought / "battle.jsonl", listen=["campaign_log"]).has_ended
