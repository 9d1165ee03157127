"""A person at a terminal: choices with what they mean, refusals with their reason, help, undo, typed dice, leaving."""

import os
import re
from unittest import mock

import pytest

from tests.apps.terminal.program import quarterdeck, quarterdeck_apart, saved

pytestmark = pytest.mark.no_cover

RIVER_PLATE = ("play", "easyships", "river-plate", "--sides", "person,bot", "--seed", 3)


def play(tmp_path, typed: str, *more: object):
    return quarterdeck(*RIVER_PLATE, "--save", tmp_path / "kept.jsonl", *more, typed=typed)


def choices(path) -> list[object]:
    return [entry["choice"] for entry in saved(path).entries if entry.get("by") == "hunters"]


def test_choices_are_shown_with_what_they_mean(tmp_path):
    done = play(tmp_path, "A1\n\n\n")
    assert done.returncode == 0, done.stderr
    assert "Does Ajax take evasive action?" in done.stdout
    assert "1  no   (Enter)" in done.stdout
    assert "2  northeast   towards [15, 16]" in done.stdout


def test_what_is_nobodys_and_nowhere_is_shown_above_the_sides(tmp_path):
    seats = ("--sides", "person,bot", "--save", tmp_path / "kept.jsonl")
    done = quarterdeck("play", "ships_and_sails", "one-of-each", *seats, typed="\nquit\n")
    assert re.search(r"wind +direction southeast, speed 4\s+Royal Navy", done.stdout)
    assert "broadsides (" not in done.stdout


def test_what_may_not_be_chosen_is_shown_with_the_requirement_that_forbids_it(tmp_path):
    done = play(tmp_path, "A1\n\n\n")
    assert "×  chemical smoke: Ajax carries no chemical smoke" in done.stdout
    assert re.search(r"×  [a-z, ]*south[a-z, ]*: Ajax may not turn so far any more", done.stdout)


def test_a_refused_choice_is_answered_with_its_reason_and_asked_again(tmp_path):
    done = play(tmp_path, "A1\nyes\nchemical\nclear\n9\nfunnel\n")
    assert "Not chemical smoke: Ajax carries no chemical smoke." in done.stdout
    assert "There is no answer `9` here." in done.stdout
    assert choices(tmp_path / "kept.jsonl") == ["Ajax", 1, "clear"] or choices(tmp_path / "kept.jsonl")[:2] == [
        "Ajax",
        1,
    ]


def test_an_answer_may_be_a_number_a_name_its_beginning_or_a_code(tmp_path):
    play(tmp_path, "Exeter\n2\n\nnortheast\n1\nstop\nA2\nn\n")
    assert choices(tmp_path / "kept.jsonl")[:4] == ["Exeter", 1, "clear", "northeast"]


def test_what_could_be_several_is_asked_again(tmp_path):
    done = play(tmp_path, "a\n")
    assert "`a` could be Ajax, Achilles, Exeter." in done.stdout


def test_a_name_with_which_the_others_begin_need_not_be_written_out(tmp_path):
    play(tmp_path, "A1\n\n\nnorth\nn\nnorthe\n")
    assert choices(tmp_path / "kept.jsonl")[3:6] == ["north", "north", "northeast"]


def test_answers_to_several_questions_may_stand_in_one_line(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    play(tmp_path / "one", "A1; yes; clear\nnorth;north ; 0\n")
    play(tmp_path / "other", "A1\nyes\nclear\nnorth\nnorth\n0\n")
    assert (tmp_path / "one/kept.jsonl").read_bytes() == (tmp_path / "other/kept.jsonl").read_bytes()
    assert len(choices(tmp_path / "one/kept.jsonl")) > 4


def test_what_stands_behind_an_answer_that_cannot_be_meant_is_left(tmp_path):
    done = play(tmp_path, "A1; perhaps; clear; north\n")
    assert "There is no answer `perhaps` here." in done.stdout
    assert choices(tmp_path / "kept.jsonl") == ["Ajax"]


def test_a_hint_for_many_numbers_speaks_of_those_that_are_worth_weighing(tmp_path):
    """Quickfire's advice for the way of a ship picks the ends out of hundreds of distances."""
    game = ("play", "quickfire", "coronel", "--sides", "person,bot", "--save", tmp_path / "kept.jsonl")
    told = quarterdeck(*game, typed="hint\n").stdout
    hints = re.findall(r"^ +-?\d+\.\d\d  (\d[\d.]*)$", told, re.MULTILINE)
    assert re.findall(r"^  ([\d.]+) to ([\d.]+), in steps of 0.01$", told, re.MULTILINE)[0] == tuple(sorted(hints))


def test_hints_are_given_wherever_something_is_asked(tmp_path):
    """Each question of a battle of EasyShips, gunnery among them, is answered behind a hint."""
    game = ("play", "easyships", "denmark-strait", "--sides", "person,bot", "--save", tmp_path / "kept.jsonl")
    done = quarterdeck(*game, typed="hint\n1\n" * 120)
    assert done.returncode == 0, done.stderr
    assert "internal error" not in done.stdout + done.stderr
    gunnery = done.stdout.split("At which ship does Hood fire Hood's primary battery?")[1]
    assert re.search(r"> hint\nThe value of each answer[^\n]*\n +\d+\.\d\d  B1 Prinz Eugen\n", gunnery)


def test_a_closed_input_leaves_the_game(tmp_path):
    kept = tmp_path / "kept.jsonl"
    with mock.patch("tests.apps.terminal.program.io.StringIO", return_value=None):
        done = quarterdeck(*RIVER_PLATE, "--save", kept)
    assert done.returncode == 0, done.stderr
    assert "The game is saved" in done.stdout


def test_a_number_is_shown_with_what_it_was_only_where_something_is_lost(tmp_path):
    game = ("play", "quickfire", "coronel", "--sides", "person,bot", "--save", tmp_path / "kept.jsonl")
    told = quarterdeck(*game, typed="1.9;0\n1.9;0\n").stdout
    assert "distance moved 1.9" in told, "the least that anybody moves, and less than what the scenario begins with"
    assert not re.search(r"distance moved [\d.]+ \(of", told)


def test_help_map_status_log_rule_and_hint_answer_and_change_nothing(tmp_path):
    done = play(tmp_path, "help\nmap\nmap A1\nstatus\nstatus B1\nstatus nobody\nlog\nrule\nhint\nsave\n")
    assert done.returncode == 0, done.stderr
    assert "take back your last decision" in done.stdout
    assert "B1" in done.stdout
    assert "guns when undamaged" in done.stdout
    assert "There is no `nobody`" in done.stdout
    assert "turn.movement.ship" in done.stdout
    assert choices(tmp_path / "kept.jsonl") == []


def test_undo_takes_ones_own_last_decision_back(tmp_path):
    play(tmp_path, "A1\nyes\nundo\nno\nundo\nundo\nA2\n")
    assert choices(tmp_path / "kept.jsonl") == ["Achilles"]


def test_undo_gives_the_same_game_as_if_nothing_had_been_done(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    play(tmp_path / "one", "A1\nyes\nundo\nno\n\nnorth\n")
    play(tmp_path / "other", "A1\nno\n\nnorth\n")
    assert (tmp_path / "one/kept.jsonl").read_bytes() == (tmp_path / "other/kept.jsonl").read_bytes()


def test_undo_stops_where_there_is_nothing_or_others_have_seen_it(tmp_path):
    done = play(tmp_path, "undo\n")
    assert "You have no decision to take back." in done.stdout
    moves = "A1\n\n\n0\nA2\n\n\n0\n\n\n0\n" + "undo\n" * 3
    done = play(tmp_path, moves + "0\n" * 40 + "undo\n")
    assert "stays." in done.stdout or "saw what you did." in done.stdout


def test_a_game_can_be_saved_elsewhere_left_and_taken_up_again(tmp_path):
    copy = tmp_path / "copy.jsonl"
    done = play(tmp_path, f"A1\nyes\nsave {copy}\nquit\n")
    assert f"quarterdeck play --resume {tmp_path / 'kept.jsonl'}" in done.stdout
    assert copy.read_bytes() == (tmp_path / "kept.jsonl").read_bytes()
    done = quarterdeck("play", "--resume", copy, typed="clear\n")
    assert "What smoke does Ajax make this turn?" in done.stdout or "Does Ajax take evasive action?" in done.stdout
    assert choices(copy)[:2] == ["Ajax", 1]


def test_a_seat_can_be_given_to_another_on_resuming(tmp_path):
    play(tmp_path, "A1\nyes\nquit\n")
    done = quarterdeck("play", "--resume", tmp_path / "kept.jsonl", "--sides", "random")
    assert done.returncode == 0, done.stderr
    assert "Turn" in done.stdout
    assert choices(tmp_path / "kept.jsonl")[:2] == ["Ajax", 1]


def test_dice_are_typed_in_and_what_is_no_face_is_asked_again(tmp_path):
    kept = tmp_path / "kept.jsonl"
    dice = ["0", "7", "x", "²", "", "6", "2"]
    game = ("play", "easyships", "river-plate", "--sides", "bot,bot", "--dice", "ask", "--save", kept)
    done = quarterdeck(*game, typed="\n".join(dice) + "\n")
    assert done.returncode == 0, done.stderr
    for wrong in ("0", "7", "x", "²"):
        assert f"A d6 shows 1 to 6; `{wrong}` is not one of these." in done.stdout
    assert [entry["die"] for entry in saved(kept).entries if "die" in entry] == [6, 2]
    again = quarterdeck("play", "--resume", kept, typed="20\n21\n")
    assert "d20 for a hit" in again.stdout
    assert [entry["die"] for entry in saved(kept).entries if "die" in entry][:3] == [6, 2, 20]


def test_dice_come_from_a_file_and_end_with_a_message(tmp_path):
    script = tmp_path / "dice.txt"
    script.write_text("6 2  # who goes first\n", "utf-8")
    done = quarterdeck("play", "easyships", "river-plate", "--sides", "bot", "--dice", script)
    assert done.returncode == 1
    assert "the given dice end after 2 rolls" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--sides", "person,bot,bot"), "--sides names 3"),
        (("--sides", "nobody,bot"), "there is no decider nobody"),
        (("--sides", "romans=bot"), "there is no side romans"),
        (("--dice", "nowhere.txt"), "cannot be read"),
        (("--option", "hidden_damage"), "NAME=VALUE"),
        (("--sides", "nowhere.yaml,bot"), "there is no script"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_line(arguments, said):
    done = quarterdeck("play", "easyships", "river-plate", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_option_that_does_not_exist_is_named_with_the_one_that_was_meant():
    done = quarterdeck("play", "easyships", "river-plate", "--option", "hiden_damage=yes")
    assert done.returncode == 2
    assert "there is no option hiden_damage; did you mean hidden_damage?" in done.stderr


def test_an_output_that_holds_plain_letters_only_shows_the_map_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("PYTHONUTF8", "0")
    done = quarterdeck_apart("play", "easyships", "river-plate", "--sides", "random", "--seed", 2)
    assert done.returncode == 0, done.stderr
    assert "\\___/" in done.stdout
    assert all(ord(letter) < 128 for letter in done.stdout)


def test_a_run_without_a_terminal_prints_a_log_of_the_battle():
    done = quarterdeck("play", "easyships", "denmark-strait", "--sides", "bot,bot", "--seed", 5)
    assert "Turn 1" in done.stdout
    assert "Movement" in done.stdout
    assert "Hood moves: north" in done.stdout
    assert "a hit: no (d20 shows" in done.stdout
    assert "\x1b[" not in done.stdout or os.environ.get("FORCE_COLOR")


def test_a_game_without_a_board_can_be_played(tmp_path):
    folder = tmp_path / "counting"
    (folder / "rules").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    (folder / "ruleset.yaml").write_text("ruleset: counting\ntitle: Counting\ndice: [d6]\nchapters: [turn]\n", "utf-8")
    (folder / "components.yaml").write_text(
        "components: counting\nkinds:\n"
        "  Side: {one: gang, many: gangs, fields: {}}\n"
        "  Child:\n    one: child\n    many: children\n    capacity: 4\n    owner: gang\n"
        "    fields:\n      gang: {type: Side, words: gang, fixed: yes}\n"
        "      balls: {type: 0..20, words: snowballs, start: '0'}\n",
        "utf-8",
    )
    (folder / "rules/turn.rules").write_text(
        'rules turn "The turn"\n"A game of one line."\n\n'
        'turn "A turn"\n    phase making "Making", for each side in order\n'
        "        for each child in children where child.gang is side\n            do make(child)\n\n"
        'procedure make(child: Child) "{child} makes snowballs"\n'
        '    choose number by child.gang from 1 to 3 "How many does {child} make?"\n'
        '        require dry: number + child.balls <= 4 else "{child} has wet gloves"\n'
        "    add number to child.balls, to no more than 20\n",
        "utf-8",
    )
    (folder / "scenarios/yard.yaml").write_text(
        "scenario: yard\ntitle: In the yard\nturn_limit: 2\nsides:\n"
        "  red: {title: Red, things: {Child: [{name: Ann}]}}\n  blue: {title: Blue, things: {Child: [{name: Ben}]}}\n",
        "utf-8",
    )
    done = quarterdeck(
        "play", folder, "yard", "--sides", "person,random", "--save", tmp_path / "k.jsonl", typed="2\n3\n1\n"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "How many does Ann make?" in done.stdout
    assert "3: Ann has wet gloves" in done.stdout
    assert "snowballs 3" in done.stdout
    assert "/" not in done.stdout.split("nobody wins")[1].split("The game is saved")[0]
