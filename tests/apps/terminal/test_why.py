"""`why`: lines lead to what brought them about, a check says what it needed, and all of it is data as well."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from quarterdeck.analysis.why.explanation import Explaining
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.run.happenings import Changed, Left, ListChanged, PhaseOver, Rolled
from quarterdeck.workspace.games.opening import game_of, read_saved
from tests.apps.terminal.program import battle, quarterdeck

pytestmark = pytest.mark.no_cover

SNOWBALLS = Path(__file__).parents[2] / "games" / "snowballs"

RULESET = """
ruleset: stones
language: 1
title: Heaps of stones
note: Whoever takes the last stone wins.
documents:
  slip: {title: Heaps of stones, by: us, year: 2026}
chapters: [taking]
"""
COMPONENTS = """
components: stones
kinds:
  Side:
    fields:
      taken: {type: 0..60, words: stones taken, start: "0"}
  Game:
    fields:
      stones: {type: 0..60, words: stones left, start: "9"}
  Token:
    one: token
    many: tokens
    capacity: 8
    fields:
      of_whom: {type: Side or none, words: owner, start: none}
      worth: {type: 0..60, words: worth, start: "0"}
"""
RULES = """
rules taking "Taking" cites "the slip"
"Nobody rolls anything."

turn "A turn" cites "the slip"
    phase taking "Taking", for each side in order
        do take_some(side) when game.stones > 0

procedure take_some(side: Side) "{side} takes stones" cites "the slip"
    choose some by side from 1 to 3, default 1 "How many stones does {side} take?"
        require there: some <= game.stones else "there are not so many left"
    take some from game.stones, to no less than 0
    add some to side.taken, to no more than 60
    create token in tokens with of_whom: side, worth: side.taken
    for each token in tokens where token.of_whom is side and token.worth < side.taken
        remove token
    win for side because "the last stone is taken" when game.stones = 0
"""
TABLE = """
scenario: table
title: On the table
source: {document: slip, place: the slip}
turn_limit: 10
sides:
  ada: {title: Ada}
  bob: {title: Bob}
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return battle(tmp_path_factory.mktemp("kept"))


@pytest.fixture(scope="module")
def explaining(kept):
    return opened(kept)


@pytest.fixture(scope="module")
def stones(tmp_path_factory):
    """Give the journal of a game without any dice."""
    folder = tmp_path_factory.mktemp("stones")
    texts = {"ruleset.yaml": RULESET, "components.yaml": COMPONENTS}
    for name, text in {**texts, "rules/taking.rules": RULES, "scenarios/table.yaml": TABLE}.items():
        path = folder / "stones" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip(), "utf-8")
    (folder / "script.yaml").write_text("some: 3\n", "utf-8")
    journal = folder / "stones.jsonl"
    done = quarterdeck(
        "play", folder / "stones", "table", "--sides", folder / "script.yaml", "--save", journal, "--json"
    )
    assert done.returncode == 0, done.stderr
    return journal


def opened(journal: Path) -> Explaining:
    saved, findings = read_saved(journal), Findings()
    game = game_of(saved, journal, findings)
    assert not findings
    return Explaining(game, saved)


def as_data(*arguments: object):
    done = quarterdeck("why", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# --- lines and their numbers


def test_a_change_has_the_number_of_what_brought_it_about(explaining):
    told = [line for line in explaining.narrative() if line.sort == "changed"]
    assert told
    for line in told:
        happened = {event.entry for event in line.of if isinstance(event, Changed | ListChanged)}
        assert line.number == max(happened)


def test_whoever_asks_for_the_number_of_a_change_is_told_that_change(explaining):
    sunk = [line for line in explaining.narrative() if line.sort == "changed" and "is sunk" in line.text]
    assert sunk
    for line in sunk:
        outcome = explaining.explain(line.number).outcome
        assert line.text in [one.text for one in outcome]


def test_every_line_with_a_number_can_be_explained_from_one_on(explaining, kept):
    numbers = {line.number for line in explaining.narrative()} - {0}
    assert numbers <= set(range(1, len(explaining.replayed.record) + 1))
    for number in sorted(numbers)[:12]:
        assert explaining.explain(number).outcome is not None
    for beyond in (0, -1, len(explaining.replayed.record) + 1):
        done = quarterdeck("why", kept, beyond)
        assert done.returncode == 2
        assert "numbered from 1 to" in done.stderr


# --- what was needed


def test_a_check_says_which_faces_would_have_done_and_the_roll_agrees(explaining):
    checks = [e for e in explaining.replayed.events if isinstance(e, Rolled) and e.success is not None][:6]
    assert {check.success for check in checks} == {True, False}
    for check in checks:
        roll = explaining.explain(check.entry).roll
        assert roll is not None
        assert roll.needed is not None
        assert roll.needed.faces
        assert (check.natural in roll.needed.faces) == check.success


def test_the_faces_that_do_are_worked_out_of_shots_and_modifiers(kept, explaining):
    """In EasyShips an attack hits where the total is no more than the shots; a 1 hits whatever is added."""
    checks = [e for e in explaining.replayed.events if isinstance(e, Rolled) and e.address.endswith("attack.to_hit")]
    checks = sorted(checks, key=lambda check: -len([one for one in check.modifiers if one.applied]))[:4]
    for check in checks:
        explanation = explaining.explain(check.entry)
        shots = explanation.within[-1].given["shots"]
        added = sum(modifier.by for modifier in check.modifiers)
        wanted = tuple(face for face in range(1, 21) if face == 1 or face + added <= shots)
        assert explanation.roll is not None
        assert explanation.roll.needed is not None
        assert explanation.roll.needed.faces == wanted
        assert [(one.written, one.value) for one in explanation.roll.needed.values] == [("shots", shots)]


def test_what_was_needed_is_printed_with_its_parts(kept, explaining):
    missed = next(
        e for e in explaining.replayed.events if isinstance(e, Rolled) and e.success is False and len(e.modifiers) > 1
    )
    printed = quarterdeck("why", kept, missed.entry).stdout
    assert re.search(r"needed: \d+( or less)? on d20: shots \d+", printed)
    assert "(range " in printed
    assert "not met: total <= shots" in printed
    brief = quarterdeck("why", kept, missed.entry, "--depth", 1).stdout
    assert re.search(r"needed: \d+( or less)? on d20", brief)
    assert "not met" not in brief


@pytest.mark.slow
def test_a_definition_is_taken_apart_down_to_its_figures(tmp_path):
    journal = tmp_path / "coronel.jsonl"
    played = quarterdeck("play", "fear_god", "coronel", "--sides", "random", "--save", journal, "--json")
    assert played.returncode == 0, played.stderr
    explaining = opened(journal)
    shot = next(e for e in explaining.replayed.events if isinstance(e, Rolled) and e.address == "gunnery.fire.hit")
    needed = as_data(journal, shot.entry)["roll"]["needed"]
    fire_control = "the modifier for the fire control of"
    (chance,) = needed["values"]
    assert chance["of"] == "gunnery.hit_chance"
    assert needed["faces"] == list(range(1, chance["value"] + 1))
    base, percent, modifiers = (part["value"] for part in chance["values"])
    assert chance["value"] == max(0, base + percent * modifiers)
    (added,) = (part for part in chance["values"] if part["of"] == "gunnery.modifiers")
    assert added["value"] == sum(part["value"] for part in added["values"])
    assert fire_control in quarterdeck("why", journal, shot.entry, "--depth", 3).stdout
    assert fire_control not in quarterdeck("why", journal, shot.entry).stdout


def test_checks_in_a_game_of_ours_need_what_their_condition_says(tmp_path):
    """Checks with several tries and modifiers, whose condition is `total >= 5`, but a 1 never and a 6 always."""
    journal = tmp_path / "cousins.jsonl"
    done = quarterdeck("play", SNOWBALLS, "cousins", "--sides", "bot", "--save", journal, "--json")
    assert done.returncode == 0, done.stderr
    explaining = opened(journal)
    checks = [e for e in explaining.replayed.events if isinstance(e, Rolled) and e.success is not None][:10]
    assert {check.success for check in checks} == {True, False}
    for check in checks:
        roll = explaining.explain(check.entry).roll
        assert roll is not None
        assert roll.needed is not None
        added = sum(modifier.by for modifier in check.modifiers)
        assert roll.needed.faces == tuple(face for face in (2, 3, 4, 5, 6) if face == 6 or face + added >= 5)


# --- things that come and go, games without dice


def test_a_game_without_dice_is_explained_by_its_decisions(stones):
    text = quarterdeck("why", stones).stdout
    assert "Ada takes stones: 3" in text
    decided = quarterdeck("why", stones, 1).stdout
    assert "How many stones does Ada take? 3" in decided
    assert "else: 1, 2" in decided
    assert "game: stones left 9 → 6" in decided


def test_what_comes_into_play_is_told_with_what_it_begins_with(stones):
    first = as_data(stones, 1)
    (line,) = [line for line in first["outcome"] if "comes into play" in line["text"]]
    assert line["text"] == "token 1: comes into play with owner Ada, worth 3"
    came, *fields = line["tells"]
    assert (came["happened"], came["of"], came["thing"], came["after"]) == ("changed", "Token.", "token 1", True)
    assert [(one["of"], one["before"], one["after"]) for one in fields] == [
        ("Token.of_whom", None, "ada"),
        ("Token.worth", None, 3),
    ]


def test_what_leaves_play_is_told(stones):
    last = as_data(stones, 3)
    told = [
        (one["thing"], one["after"])
        for line in last["outcome"]
        for one in line["tells"]
        if one["happened"] == "changed" and one["field"] is None
    ]
    assert told == [("token 3", True), ("token 1", False)]
    assert "token 1: leaves play" in quarterdeck("why", stones, 3).stdout


# --- as data


def values_in(data):
    """Give every scalar of plain data with the keys that lead to it."""
    if isinstance(data, dict):
        for key, value in data.items():
            for path, found in values_in(value):
                yield (key, *path), found
    elif isinstance(data, list):
        for value in data:
            yield from values_in(value)
    else:
        yield (), data


def test_old_and_new_values_dice_and_places_in_the_rules_are_data(kept, explaining):
    lines = as_data(kept)
    changes = [one for line in lines for one in line["tells"] if one["happened"] == "changed"]
    sunk = {(one["thing"], one["before"], one["after"]) for one in changes if one["of"] == "Ship.sunk"}
    assert ("Prinz Eugen", False, True) in sunk
    rolls = [(line, one) for line in lines for one in line["tells"] if one["happened"] == "rolled"]
    assert all(isinstance(one["total"], int) for _, one in rolls)
    assert all(line["cites"] == ["VI-b"] for line, one in rolls if one["of"].startswith("gunnery."))
    number = next(line["number"] for line, one in rolls if one["of"] == "gunnery.attack.to_hit")
    found = as_data(kept, number)
    assert found["roll"]["dice"] == {"count": 1, "sides": 20, "text": "d20"}
    assert found["roll"]["faces"] == [found["entry"]["die"]]
    assert found["within"][-1]["given"].keys() == {"firer", "battery", "target", "range", "shots"}
    assert found["rules"][1]["cites"] == ["VI-b"]
    assert not [path for path, value in values_in(found) if isinstance(value, float)]


def test_a_decision_is_data_with_what_was_refused_and_why(kept):
    asked = [
        line["number"] for line in as_data(kept) for one in line["tells"] if one["of"] == "gunnery.fire_guns.target"
    ]
    decisions = [as_data(kept, number)["decision"] for number in asked[:8]]
    assert all(one["answer"]["value"] == one["answer"]["text"] for one in decisions)
    refused = [one for decision in decisions for one in decision["refused"]]
    assert {"value", "text", "requirement", "reason"} == refused[0].keys()
    assert {one["requirement"] for one in refused} <= {
        "afloat", "on_surface", "guns_left", "served", "in_range", "seen", "clear_line",
    }  # fmt: skip


def test_replay_gives_every_happening_where_it_is_asked_for(kept, explaining):
    found = json.loads(quarterdeck("replay", kept, "--json", "--happenings").stdout)
    lists = {e.address for e in explaining.replayed.events if isinstance(e, ListChanged)}  # told place by place
    events = [e for e in explaining.replayed.events if not isinstance(e, Left | PhaseOver | ListChanged)]
    told = [(one["number"], one["of"]) for one in found["happenings"] if one["of"] not in lists]
    assert told == [(e.entry, e.address) for e in events]
    assert lists <= {one["of"] for one in found["happenings"]}
    assert {one["happened"] for one in found["happenings"]} >= {"called", "rolled", "chosen", "changed", "row", "phase"}
    assert quarterdeck("replay", kept, "--happenings").returncode == 2


def test_a_row_that_is_carried_out_is_given_the_keys_by_which_it_was_found(kept):
    """So says `why` of the rules around an entry; the line of a trace has its address alone."""
    found = json.loads(quarterdeck("replay", kept, "--json", "--happenings").stdout)["happenings"]
    used = [(row, call) for row, call in pairwise(found) if row["happened"] == "row" and call["of"] == row["of"]]
    assert used
    for row, call in used:
        assert row["keys"]
        assert (call["happened"], call["text"]) == ("called", row["of"])
        assert row["keys"].items() <= call["given"].items()


def test_what_has_changed_in_the_rules_is_data(kept, tmp_path):
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    header["rules"] = "0" * 32
    header["elements"]["gunnery.attack"] = "00000000"
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(header) + "\n" + "".join(lines[1:]), "utf-8")
    done = quarterdeck("replay", other, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["changes"] == [
        {"name": "gunnery.attack", "is": "changed", "at_start": False, "text": "gunnery.attack is changed"}
    ]
