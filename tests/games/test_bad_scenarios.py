"""A scenario that is invalid is a finding with its place and a hint, and nothing is started.

Each fault is put into a copy of a shipped game; `play` must say it as `check` does, and leave no journal behind.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from quarterdeck.base import resources
from tests.apps.terminal.program import quarterdeck


@dataclass(frozen=True)
class Fault:
    """What is wrong: the file, what stands there, what stands there instead, and what is said of it."""

    game: str
    scenario: str
    file: str
    was: str
    now: str
    said: tuple[str, ...]


def in_sails(was: str, now: str, *said: str) -> Fault:
    return Fault("ships_and_sails", "one_of_each", "scenarios/one_of_each.yaml", was, now, said)


FAULTS = {
    "a ship that no roster knows": in_sails("like: Mutine", "like: Mutiny", "QD601", "14:18", "did you mean `Mutine`?"),
    "a ship under another kind of thing": in_sails(
        "      Ship:\n        - {like: Mutine",
        "      Broadside:\n        - {like: Mutine",
        "QD601: `Mutine` is a Ship, but Broadside is expected",
        "it belongs under `Ship:`",
    ),
    "a kind that there is not": in_sails(
        "      Ship:\n        - {like: Argus",
        "      Shipp:\n        - {like: Argus",
        "QD601: there is no kind of thing `Shipp`",
        "20:7",
        "did you mean `Ship`?",
    ),
    "a ship of a type that there is not": in_sails(
        "{like: Mutine,", "{like: Mutine, type: frigate,", "QD605: `frigate` is not a member of Type", "they are brig, "
    ),
    "a position off the board": in_sails(
        "{column: 3, row: 3}",
        "{column: 12, row: 3}",
        "QD606: [12, 3] lies off the board of 12 by 12",
        "14:31",
        "columns go from 0 to 11, rows from 0 to 11",
    ),
    "two ships in one place": in_sails(
        "{column: 3, row: 6}",
        "{column: 3, row: 3}",
        "QD608: Bellerophon and Mutine begin in the same place",
        "15:11",
        "move one of them",
    ),
    "a year in which the game has no ships": in_sails(
        "{like: Mutine,", "{like: Mutine, year: 1500,", "QD606: 1500 lies outside 1600..1900", "14:"
    ),
    "more speed than any ship has": in_sails(
        "{like: Mutine,", "{like: Mutine, speed: 9,", "QD606: 9 lies outside 0..5"
    ),
    "a direction that the rose has not": in_sails(
        "first_wind: south,", "first_wind: east,", "QD605", "6:47", "did you mean `southeast`?"
    ),
    "a constant that there is not": in_sails("first_wind:", "first_winds:", "QD604", "did you mean `first_wind`?"),
    "more columns than any board has": in_sails(
        "columns: 12", "columns: 1025", "QD604: no board of this game has 1025 columns", "5:", "it has at most 1,024"
    ),
    "an option with a value that it has not": in_sails(
        "turn_limit: 200", "turn_limit: 200\noptions: {becalmed: perhaps}", "QD605", "8:21", "write yes or no"
    ),
    "another side than the one it is below": in_sails(
        "{like: Mutine,",
        "{like: Mutine, side: french,",
        "QD605: this is below `british`, and its side is `french`",
        "14:32",
        "put it below the other side",
    ),
    "a number for yes": in_sails(
        "turn_limit: 200", "turn_limit: 200\noptions: {becalmed: 1}", "QD605", "8:21", "write yes or no"
    ),
    "an option that there is not": in_sails(
        "turn_limit: 200", "turn_limit: 200\noptions: {becalm: yes}", "QD604", "8:", "did you mean `becalmed`?"
    ),
    "a missing table": Fault(
        "ships_and_sails",
        "one_of_each",
        "tables/particulars.yaml",
        "table: particulars",
        "table: figures_of_ships",
        (
            "QD310: there is no table `particulars`",
            "rosters/sailing_ships.yaml:20:9",
            "write it into a file of `tables/`",
        ),
    ),
    "an impossible year of a battle": Fault(
        "easyships", "tsushima", "scenarios/tsushima.yaml", "year: 1905", "year: 2905", ("QD605", "write a number of ")
    ),
}
EXCLUDING = (
    '    require one: not (becalmed and wind_limits_speed) else "two options about the wind exclude each other"\n'
)


def spoiled(folder: Path, fault: Fault) -> Path:
    game = shutil.copytree(resources.rulesets_folder() / fault.game, folder / fault.game)
    shutil.copytree(resources.rulesets_folder() / "historical", folder / "historical")
    path = game / fault.file
    text = path.read_text("utf-8")
    assert fault.was in text
    path.write_text(text.replace(fault.was, fault.now, 1), "utf-8")
    return game


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_with_its_place_and_a_hint_and_nothing_is_started(name, tmp_path):
    fault = FAULTS[name]
    game, kept = spoiled(tmp_path, fault), tmp_path / "kept.jsonl"
    done = quarterdeck("play", game, fault.scenario, "--sides", "bot", "--save", kept)
    assert (done.returncode, done.stdout) == (1, "")
    for words in (*fault.said, " --> ", "= hint: "):
        assert words in done.stderr
    assert not kept.exists()


@pytest.mark.parametrize("name", ["two ships in one place", "a missing table"])
def test_check_finds_the_same(name, tmp_path):
    done = quarterdeck("check", spoiled(tmp_path, FAULTS[name]))
    assert done.returncode == 1
    for words in FAULTS[name].said:
        assert words in done.stdout


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("becalmed=perhaps", "--option becalmed=perhaps: write yes or no"),
        ("becalm=yes", "there is no option becalm; did you mean becalmed?"),
        ("becalmed", "--option becalmed: write NAME=VALUE"),
    ],
)
def test_an_option_that_cannot_be_meant_is_said_in_a_line(option, said, tmp_path):
    kept = tmp_path / "kept.jsonl"
    done = quarterdeck("play", "ships_and_sails", "one-of-each", "--option", option, "--save", kept)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not kept.exists()


def test_options_that_exclude_each_other_start_nothing(tmp_path):
    """A ruleset says so by a requirement of its set-up."""
    fault = Fault(
        "ships_and_sails", "one_of_each", "rules/setup.rules", "    require apart", EXCLUDING + "    require apart", ()
    )
    game, kept = spoiled(tmp_path, fault), tmp_path / "kept.jsonl"
    options = ("--option", "becalmed=yes", "--option", "wind_limits_speed=yes")
    done = quarterdeck("play", game, "one-of-each", "--sides", "bot", *options, "--save", kept)
    assert done.returncode == 1
    assert "two options about the wind exclude each other" in done.stderr
    assert "choose other options" in done.stderr
    assert "Turn 1" not in done.stdout
    assert not kept.exists()


@pytest.mark.parametrize(
    "arguments", [("play", "--sides", "bot"), ("battles", "--count", "1"), ("serve", "--port", "0")]
)
def test_every_way_to_open_a_game_names_the_line_of_a_set_up_that_fails(arguments, tmp_path, monkeypatch):
    command, *more = arguments
    monkeypatch.chdir(tmp_path)
    fault = Fault(
        "ships_and_sails", "one_of_each", "rules/setup.rules", "    require apart", EXCLUDING + "    require apart", ()
    )
    options = ("--option", "becalmed=yes", "--option", "wind_limits_speed=yes")
    done = quarterdeck(command, spoiled(tmp_path, fault), "one-of-each", *options, *more)
    assert done.returncode == 1
    assert "QD698: the set-up cannot run: two options about the wind exclude each other" in done.stderr
    assert "scenarios/one_of_each.yaml:" in done.stderr
