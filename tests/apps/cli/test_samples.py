"""Samples of errors that trials found: their commands now do what is right. Names begin with the sample's number."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.api import Ruleset, facts, try_rule
from quarterdeck.apps.cli.main import main
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load

ROOT = Path(__file__).parents[3]
BASE = ROOT / "tests" / "language" / "base"
Asking = Callable[..., tuple[int, str]]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asking:
    """Run a command; give the exit code and what was printed."""

    def ask(*words: object) -> tuple[int, str]:
        code = main([str(word) for word in words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return ask


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Give a copy of the starter game, which most samples change in one place."""
    return shutil.copytree(ROOT / "starter", tmp_path / "pond")


def change(path: Path, old: str, new: str) -> None:
    """Write something else into a file, which must contain what is replaced."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def add(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((path.read_text("utf-8") if path.exists() else "") + text, "utf-8")


def variant(game: Path, name: str, rules: str, more: str = "") -> None:
    source = "source: {document: notes, place: X, kind: house}"
    add(game / "variants" / name / f"{name}.rules", rules)
    add(
        game / "variants" / name / "variant.yaml",
        f"variant: {name}\nextends: starter\ntitle: Variant {name}\n{source}\n{more}\n",
    )


@pytest.mark.parametrize(("name", "printed_as", "lost"), [("大和", "“□□”", "大"), ("Za\u0334ra", "□", "them")])
def test_04_a_book_is_not_printed_with_boxes_for_letters(game, asked, tmp_path, name, printed_as, lost):
    for path in ("rosters/ships.yaml", "scenarios/first_meeting.yaml", "examples/gunnery.yaml", "questions.yaml"):
        change(game / path, "Falcon", name)
    code, printed = asked("book", game, "--format", "pdf", "--folder", tmp_path / "book")
    assert code == 1
    assert "QD708: page " in printed
    assert printed_as in printed
    assert "has characters that no font has" in printed
    assert re.search(rf"hint: write [^;]*{lost}[^;]* in other letters", printed)
    assert not list(tmp_path.glob("book/**/*.pdf"))


@pytest.mark.parametrize("words", ["大戦", "1. Weltkrieg", ".. note", "====", "&amp; $x$ *y* `z` <b>#</b>"])
def test_04_a_title_is_printed_as_it_is(game, asked, tmp_path, words):
    change(game / "ruleset.yaml", "title: Starter", f"title: {words!r}")
    change(game / "ruleset.yaml", "edition: first draft", f"edition: {words!r}\nnote: {words!r}")
    code, printed = asked("book", game, "--format", "html,md", "--folder", tmp_path / "book")
    assert code == 0, printed
    page = (tmp_path / "book" / "html" / "index.html").read_text("utf-8")
    assert f"<h1>{escape(words, quote=False)}<a" in page
    for style in ("book-edition", "book-note"):
        assert re.search(rf'<p class="{style}">(Edition )?{re.escape(escape(words, quote=False))}</p>', page)


def test_06_a_closed_output_is_no_error(tmp_path):
    program = "import sys; from quarterdeck.apps.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" --version >&-', sys.executable, program],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_13_a_condition_that_always_holds_is_called_so(game, asked):
    rules = 'amend modifier gunnery.attack.hit.close: -2 when range <= 2 "at close range"\n'
    for name, condition, holds in (("xf", ">= 4", "always holds"), ("xg", "> 12", "never holds")):
        variant(game, name, rules, f"only_when: longest_range {condition}")
        code, printed = asked("check", f"{game}+{name}")
        assert code == 1
        assert f"QD414: this {holds}" in printed


def test_17_a_record_that_does_not_fit_is_told_in_words(game, asked, tmp_path):
    journal = tmp_path / "game.jsonl"
    assert asked("play", game, "first_meeting", "--sides", "bot,bot", "--seed", 5, "--save", journal)[0] == 0
    lines = journal.read_text("utf-8").splitlines(keepends=True)
    entries = [json.loads(line) for line in lines]
    place = next(at for at, entry in enumerate(entries) if "die" in entry)
    who, taken = entries[place - 1]["by"], entries[place - 1]["choice"]
    journal.write_text("".join([*lines[:place], lines[place - 1], *lines[place:]]), "utf-8")
    for command in ("replay", "why"):
        code, printed = asked(command, journal)
        assert code == 1
        fault = f"line {place + 1} of the saved game: {who} chooses {taken} at gunnery.fire.target"
        assert f"{fault}, where the rules roll a d6 at gunnery.attack.hit" in " ".join(printed.split())
        assert "{'" not in printed


def test_17_an_expectation_without_a_value_is_told_in_words(game, asked):
    change(game / "examples" / "gunnery.yaml", "changes: {otter.hull: 1}", "changes: {otter.hull: }")
    code, printed = asked("test", game)
    assert code == 1
    assert "gunnery.yaml:12:15: `nothing` does not fit `otter.hull`, which is 0..9" in printed
    assert "None" not in printed


def test_36_the_name_of_a_die_is_no_name(game, asked):
    lines = ("tally d1: 0..6 = 0", 'roll x on d6 "a die"', "set d1 to x when x > d1", "let result = d1")
    add(game / "rules" / "gunnery.rules", '\nprocedure p "x" apart "x"\n' + "".join(f"    {line}\n" for line in lines))
    code, printed = asked("check", game)
    assert code == 1
    assert printed.count("QD") == 1, printed
    assert "QD305: `d1` is a die and cannot be a name" in printed
    assert "hint: call it `the_d1`" in printed


FIGURES = """
  Figures:
    one: entry
    many: entries
    fields:
      guns: {type: 1..5, words: guns, fixed: yes}
      speed: {type: 1..4, words: speed, fixed: yes}
      hull: {type: 2..9, words: hull, fixed: yes}
"""


def test_37_a_figure_that_no_column_fills_is_not_made_up(game, asked):
    add(game / "rosters" / "fleet.csv", "name,guns,speed,hull\nFalcon,3,3,6\nHeron,2,4,4\nBison,4,2,8\nOtter,2,3,4\n")
    columns = ("guns", "speed", "hull")
    derived = ", ".join(f"{one}: figures.{one}" for one in columns)
    change(game / "components.yaml", "\nlogs:", FIGURES + "\nlogs:")
    roster = game / "rosters" / "ships.yaml"
    kept = roster.read_text("utf-8").partition("things:")[0]
    without = f"{kept}derived_from: rosters/fleet.csv\nkind_of_figures: Figures\nderive: {{{derived}}}\n"
    roster.write_text(without, "utf-8")
    given = ("--given", "{situation: first_meeting, given: {ship: Falcon}}")
    shown = ("try", game, "movement.move", *given, "--choices", "stop", "--show", "Falcon.guns", "Falcon.hull")
    for command in (("check", game), ("show", game, "Falcon"), shown):
        code, printed = asked(*command)
        assert code == 1
        assert printed.count("QD611: no column fills `") == 1
        for one in columns:
            assert f"`Figures.{one}`" in printed
    roster.write_text(without + "columns: {guns: guns, speed: speed, hull: hull}\n", "utf-8")
    code, printed = asked(*shown)
    assert "Falcon.guns: 3\nFalcon.hull: 6" in printed
    assert code == 0


FINISHED = """
procedure aim_low(ship: Ship) "{ship} aims low" apart "a sample"
    let target = target_of(ship)
    finish when target is none
    choose aim by ship.side from aims(ship), or none "Where does {ship} aim?"
    take 1 from target.hull, to no less than 0 when aim is south

define target_of(ship: Ship) -> Ship or none "the target of {ship}" apart "a sample" =
    first(other in ships where other.side is not ship.side)

define aims(ship: Ship) -> list of Heading "the aims of {ship}" apart "a sample" =
    [north, south] if hull_of(target_of(ship)) > 2
    [south] otherwise

define hull_of(ship: Ship) -> 0..9 "the hull of {ship}" apart "a sample" = ship.hull
"""


def test_38_an_answer_to_a_choice_that_finish_left_out_says_why(game, asked):
    add(game / "rules" / "gunnery.rules", FINISHED)
    ship = {"kind": "Ship", "side": "red", "guns": 1, "speed": 1, "hull": 5}
    question = facts({"ship": "Ann"}, things={"Ann": ship}, choices={"aim": "south"})
    (problem,) = try_rule(Ruleset.open(str(game)), "gunnery.aim_low", question).as_data()["problems"]
    assert problem["part"] == "choices"
    assert problem["message"].startswith("`aim` is given and was not asked for: ")
    given = f"{{things: {{Ann: {json.dumps(ship)}}}, given: {{ship: Ann}}}}"
    code, printed = asked("try", game, "gunnery.aim_low", "--given", given, "--choices", "aim: south")
    assert code == 1
    assert problem["message"] in " ".join(printed.split())
    assert "QD698" not in printed


def test_41_a_value_of_the_wrong_shape_hides_no_other_error(game, asked):
    scenario = game / "scenarios" / "first_meeting.yaml"
    change(scenario, "like: Heron", "like: Heronn")
    change(scenario, "[12, 5]", "[12, 40]")
    change(scenario, "heading: northwest", "heading: upward")
    for number in ("15", "soon"):
        code, printed = asked("check", game)
        assert code == 1
        assert "QD601: no roster knows `Heronn`" in printed
        assert "QD605: `upward` is not a member of Heading" in printed
        assert "QD606: [12, 40] lies off the board" in printed
        assert ("QD207: this does not fit" in printed) is (number == "soon")
        if number == "15":
            change(scenario, "turn_limit: 15", "turn_limit: soon")


def test_41_a_misspelt_word_of_syntax_hides_no_other_error(game, asked):
    rules = game / "rules" / "gunnery.rules"
    change(rules, "roll force on d6", "roll force onn d6")
    change(rules, "ship.guns", "ship.gunss")
    change(rules, "target.hull = 0", "target.hul = 0")
    code, printed = asked("check", game)
    assert code == 1
    for name in ("QD133", "gunss", "hul`"):
        assert name in printed


def test_42_a_phase_has_a_note(game, asked):
    change(game / "rules" / "turn.rules", '"Victory"\n', '"Victory"\n        "Whoever is afloat wins."\n')
    assert asked("check", game)[0] == 0
    assert told(game, "turn.victory")[:2] == ["Victory", "Whoever is afloat wins."]


def told(game: Path, address: str) -> list[str]:
    """Give the lines that the book prints of a rule."""
    loaded = load(str(game))
    assert loaded.checked is not None, [str(one.message) for one in loaded.findings]
    return said(loaded.checked, address).splitlines()


FIRE = """things:
  S: {kind: Ship, side: a, size_class: size_a, points: 400, batteries: [BATTERY]}
  E: {kind: Ship, side: b, size_class: size_a, points: 400, station: 30000, batteries: [BATTERY]}
  f: {kind: Casualty, ship: S, trouble: blaze, severity: 5, next_turn: 3}
given: {game.turn: 1, game.turn_limit: 50}
""".replace("BATTERY", "{weapon: main_gun, gun: bl_12, mounts: 4, barrels: 2}")
RELOAD = """things:
  S: {kind: Ship, side: a, type: submarine, defense: 1, moves: 0, torpedoes: 4, bow: [10, 10], heading: north}
  T: {kind: Ship, side: b, type: light_cruiser, defense: 60, moves: 0, bow: [12, 10], heading: north}
given: {game.turn: 1, game.turn_limit: 30}
choices: {prey: [T, T], pairs: [0, 0, 0]}
"""
SUBMERGED = """things:
  S: {kind: Ship, side: east, type: submarine, bow: [10, 10], heading: north, defense: 1, moves: 1, full_moves: 1,
      torpedoes: 4, under_water: yes, depth: periscope, logged_hex: [10, 9], crippled: yes}
  C: {kind: Ship, side: west, type: light_cruiser, bow: [12, 9], heading: north, defense: 10, moves: 4, full_moves: 4}
given: {ship: S, game.turn: 5}
constants: {year: 1940}
"""
GUNNERS = """things:
  T: {kind: Ship, side: west, bow: [13, 10], SHIP}
  F: {kind: Ship, side: east, bow: [10, 10], SHIP}
""".replace(
    "SHIP",
    "type: light_cruiser, heading: north, defense: 10, armor: 0, moves: 4,"
    " batteries: [{rank: primary, calibre: 8, full_guns: 8, guns: 8}]",
)


def shown_of(printed: str, name: str) -> list[Any]:
    """Give what `--show` shows of something in JSON, one turn after another."""
    return [step["shown"][name] for step in json.JSONDecoder().raw_decode(printed)[0]["steps"]]


@pytest.mark.slow
def test_44_turns_count_on_and_a_fire_burns(asked, tmp_path):
    add(tmp_path / "fire.yaml", FIRE)
    turns = ("--then", "turn", "turn", "turn", "turn", "--show", "S.damage", "game.turn", "--json")
    code, printed = asked("try", "fear_god", "turn", "--given", tmp_path / "fire.yaml", "--dice", "any", *turns)
    assert code == 0
    assert shown_of(printed, "game.turn") == [2, 3, 4, 5, 6]
    damage = shown_of(printed, "S.damage")
    assert damage == sorted(damage)
    assert damage[0] < damage[-1]


def test_44_a_submarine_fires_again_when_it_has_reloaded(asked, tmp_path):
    add(tmp_path / "reload.yaml", RELOAD)
    turns = ("--seed", 2, "--then", "turn", "turn", "turn", "--show", "game.turn", "S.last_launch", "--json")
    _, printed = asked("try", "easyships", "turn", "--given", tmp_path / "reload.yaml", *turns)
    assert shown_of(printed, "game.turn") == [2, 3, 4, 5]
    assert shown_of(printed, "S.last_launch") == [1, 1, 1, 4]


def test_44_what_a_turn_that_stopped_left_out_is_told(asked, tmp_path):
    add(tmp_path / "reload.yaml", RELOAD.replace(", pairs: [0, 0, 0]", ""))
    question = ("try", "easyships", "turn", "--given", tmp_path / "reload.yaml", "--seed", 2)
    for rest, left_out in (((), ""), (("turn",), "turn is"), (("turn", "turn"), "turn, turn are")):
        code, printed = asked(*question, *(("--then", *rest) if rest else ()))
        assert code == 1
        assert "no choice is given for damage_control.repair(T).pairs" in printed
        assert (f"turn is not finished; {left_out} not run" in printed) is bool(rest)


def test_44_a_question_whose_options_are_all_refused_is_a_question(asked, tmp_path):
    add(tmp_path / "submerged.yaml", SUBMERGED)
    _, printed = asked("try", "easyships", "launch_under_water", "--given", tmp_path / "submerged.yaml", "--json")
    (question,) = json.loads(printed)["questions"]
    assert question["options"] == []
    assert [(one["option"], one["reason"]) for one in question["refused"]] == [("C", "S is crippled and coming up")]


def test_44_an_answer_is_given_by_the_thing_that_is_asked(asked, tmp_path):
    add(tmp_path / "gunners.yaml", GUNNERS)
    question = ("try", "easyships", "turn.combat.gunnery", "--given", tmp_path / "gunners.yaml", "--dice", "5,1,6")
    code, printed = asked(*question, "--choices", "{target: [T]}")
    assert code == 1
    assert "`T` may not be chosen at gunnery.fire_guns(T).target: it is not an option; allowed: F, none" in printed
    code, printed = asked(*question, "--choices", "{gunnery.fire_guns(F).target: T}")
    assert code == 0
    assert "gunnery.fire_guns.target: east chooses T" in printed


def test_44_what_the_end_of_the_game_left_out_is_told(asked):
    ships = "S: {kind: Ship, size_class: size_a, side: a}, E: {kind: Ship, size_class: size_a, side: b}"
    given = ("--given", f"{{things: {{{ships}}}}}")
    code, printed = asked("try", "fear_god", "turn.resolution", *given, "--then", "turn.movement")
    assert code == 1
    assert "the game is over: nobody wins; turn.movement is not run" in printed


STEADY = """
define steady(ship: Ship, help: 0..9) -> boolean "{ship} is {not} steady with {help} to help" cites "our notes" =
    ship.hull > 1 or ship.guns > 4

procedure pair_up(ship: Ship) "{ship} pairs up" cites "our notes" apart "it is a trial"
    set ship.mate to ship
"""
AFLOAT = """    things:
      F: {like: Falcon, side: blue, place: [5, 5], heading: north}
      B: {like: Bison, side: red, place: [7, 5], heading: north}
    given: {ship: F}
"""
FIRES = f"""examples:
  - example: fires
    title: Falcon fires
    of: gunnery.fire
    source: {{document: notes, place: our notes}}
{AFLOAT}    choices: {{target: B}}
    dice: {{hit: 4, force: 6}}
    changes: {{}}
"""


@pytest.fixture
def mated(game: Path) -> tuple[Path, Path]:
    """Give the starter game where ships may have a mate, and none has; and a file with two ships of it."""
    change(
        game / "components.yaml",
        "      sunk:",
        "      mate: {type: Ship or none, words: mate, start: none}\n      sunk:",
    )
    add(game / "rules" / "gunnery.rules", STEADY)
    add(game.parent / "afloat.yaml", AFLOAT.replace("\n    ", "\n").removeprefix("    "))
    return game, game.parent / "afloat.yaml"


def test_52_an_error_in_an_input_that_nobody_reads_stops_every_form(mated, asked):
    game, afloat = mated
    change(
        game / "rules" / "gunnery.rules",
        "when target is not none\n",
        "when target is not none and steady(ship, ship.mate.hull)\n",
    )
    add(game / "examples" / "fires.yaml", FIRES)
    rule = ("gunnery.fire", "--given", afloat)
    for words in (
        ("try", game, *rule, "--choices", "B", "--dice", "1,4"),
        ("odds", game, *rule, "--decider", "random"),
        ("test", game),
        ("play", game, "first_meeting", "--sides", "random,random", "--seed", 3),
        ("battles", game, "first_meeting"),
    ):
        code, printed = asked(*words)
        assert code == 1, words
        assert "something is needed here, and this is none" in " ".join(printed.split()), words


@pytest.mark.parametrize(
    "lines",
    [
        ("let unused = help_of(ship, ship.mate.hull)",),
        ("do hole(ship, 1) when count(one in ships where steady(one, ship.mate.hull)) > 0",),
        ("do hole(ship, 1) when steady(ship, ship.mate.hull) or ship.guns > 1",),
        ("repeat help_of(ship, ship.mate.hull) times", '    announce "again"'),
        ("do nothing(ship, ship.mate.hull)",),
    ],
    ids=["let", "count", "or", "repeat", "effect"],
)
def test_52_an_error_stops_every_form_wherever_it_is(mated, asked, lines):
    game, _ = mated
    body = "".join(f"    {line}\n" for line in lines)
    add(game / "rules" / "gunnery.rules", f'\nprocedure trial(ship: Ship) "{{ship}} tries" cites "our notes"\n{body}')
    add(game / "rules" / "gunnery.rules", UNREAD)
    change(game / "rules" / "turn.rules", "            do fire(ship)", "            do trial(ship)")
    rule = ("gunnery.trial", "--given", "{situation: first_meeting, given: {ship: Falcon}}")
    for words in (
        ("try", game, *rule, "--seed", 1),
        ("odds", game, *rule),
        ("play", game, "first_meeting", "--sides", "random,random", "--seed", 3),
    ):
        code, printed = asked(*words)
        assert code == 1, words
        assert "something is needed here, and this is none" in " ".join(printed.split()), words


UNREAD = """
define help_of(ship: Ship, help: 0..9) -> 0..9 "the help of {ship}" cites "our notes" = ship.guns

effect nothing(ship: Ship, help: 0..9) "nothing for {ship}" cites "our notes"
    set ship.sunk to yes when ship.hull = 0
"""


FEAST = """
define worth(treat: Treat) -> 0..3 "the worth of {treat}" =
    3 if treat is apple
    1 otherwise

procedure feast(side: Side) "{side} feasts"
    set side.keenness to least(6, sum(worth(treat) for treat in cards(side.larder)))
    set side.keenness to least(6, count(treat in cards(side.larder) where worth(treat) = 1)) when size(side.larder) > 3
    for each treat in cards(side.larder)
        take treat from side.larder
"""


def test_53_the_book_counts_the_cards_of_a_deck_as_the_program_does(asked, tmp_path):
    game = shutil.copytree(BASE, tmp_path / "snowballs")
    add(game / "rules" / "treats.rules", FEAST)
    assert told(game, "treats.feast")[1:] == [
        (
            "1. The side’s keenness becomes the sum of the worth of the treat, for every different treat in its larder "
            "(at most 6)."
        ),
        (
            "2. The side’s keenness becomes the number of different treats in its larder for which the worth of the "
            "treat is 1 (at most 6) if the number of treats in its larder is more than 3."
        ),
        "3. For each different treat in the side’s larder, take one such treat out of its larder.",
    ]
    given = "{given: {side: one, one.larder: {nut: 3, apple: 1}}}"
    _, printed = asked("try", game, "treats.feast", "--given", given, "--show", "size(side.larder)")
    for line in ("one.keenness: 0 -> 4", "one.keenness: 4 -> 1", "size(side.larder): 2"):
        assert line in printed


@pytest.fixture
def probe(game: Path) -> Callable[[str], Path]:
    """Write a ruleset of three sides with a score, and the rules given."""
    change(game / "components.yaml", "kinds:\n", "kinds:\n" + PROBED)

    def write(rules: str) -> Path:
        shutil.rmtree(game / "scenarios")
        (game / "rules" / "turn.rules").write_text('rules turn "The turn" cites "our notes"\n\n' + rules, "utf-8")
        return game

    return write


PROBED = """  Game:
    fields:
      output: {type: 0..9999, words: output, start: "0"}
      noted: {type: list of 0..99, words: list of numbers, capacity: 6, start: "[]"}
  Side:
    capacity: 3
    fields:
      score: {type: 0..99, words: score, start: "0"}
"""
SHIP = "guns: 1, speed: 1, hull: 5, heading: north"


def scores(**given: int) -> str:
    """Give the facts of sides with a score and a ship each."""
    ships = ", ".join(
        f"{side}_ship: {{kind: Ship, side: {side}, place: [{at}, 1], {SHIP}}}" for at, side in enumerate(given)
    )
    values = ", ".join(f"{side}.score: {score}" for side, score in given.items())
    return f"{{things: {{{ships}}}, given: {{game.turn: 1, game.turn_limit: 9, {values}}}}}"


def test_54_a_name_changes_nothing_that_the_book_says(game):
    blast = (
        '\nprocedure blast(ship: Ship) "{ship} blasts" cites "our notes" apart "a sample"\n'
        "    for each other in ships where distance(ship.place, other.place) <= 2\n"
        "        take 1 from other.hull, to no less than 0\n"
        '    announce "many" when count(other in ships where other.hull > 3) > 2\n'
    )
    add(game / "rules" / "gunnery.rules", blast)
    first = told(game, "gunnery.blast")
    assert "other" not in " ".join(first)
    change(game / "rules" / "gunnery.rules", blast, blast.replace("other", "thing"))
    assert told(game, "gunnery.blast") == first


def test_55_finish_in_a_phase_of_sides_says_what_it_ends(probe, asked):
    game = probe(
        'turn "Turn"\n'
        '    phase one "One", for each side in order\n'
        "        add 1 to side.score, to no more than 99\n"
        "        finish when side.score > 0\n"
        "        at the close\n"
        "            set game.output to 5\n"
        '    phase two "Two"\n'
        "        add sum(one.score for one in sides) to game.output, to no more than 9999\n"
    )
    end = "If the side’s score is more than 0, end this phase at once, for all sides and without its close."
    assert any(end in line for line in told(game, "turn.one"))
    assert "2. At the close of the phase:" in told(game, "turn.one"), "it comes once, not with each side"
    code, printed = asked("try", game, "turn", "--given", scores(red=0, blue=0), "--show", "game.output", "--json")
    assert code == 0, printed
    assert shown_of(printed, "game.output") == [1]


def test_55_finish_in_a_step_of_sides_ends_the_phase_for_all_sides(probe):
    game = probe(
        'turn "Turn"\n'
        '    phase one "One"\n'
        '        step first "First", for each side in order\n'
        "            finish when side.score > 3\n"
        "            add 1 to side.score, to no more than 99\n"
        '        step last "Last"\n'
        "            add sum(one.score for one in sides) to game.output, to no more than 9999\n"
    )
    end = "If the side’s score is more than 3, end this phase at once, for all sides."
    assert any(end in line for line in told(game, "turn.one"))


def test_56_the_order_of_three_sides_is_told_with_equals(probe, asked):
    game = probe(
        'turn "Turn"\n'
        '    phase one "One"\n'
        "        order sides by side.score, highest first\n"
        '    phase two "Two", for each side in order\n'
        "        append side.score to game.noted\n"
    )
    assert told(game, "turn.one")[1].endswith(
        "act in the order of their score, the highest first; sides that are equal in this keep their order."
    )
    given = scores(red=3, blue=7, green=3)
    code, printed = asked("try", game, "turn", "--given", given, "--show", "game.noted", "--json")
    assert code == 0, printed
    assert shown_of(printed, "game.noted") == [[7, 3, 3]]


B = 'amend statement gunnery.hole.hull\n    do original\n    announce "{target} is b"\n'
A = 'amend statement gunnery.hole.hull\n    do original when target.hull > 1\n    announce "{target} is a"\n'
HULL, SUNK = "take points from target.hull, to no less than 0", "set target.sunk to yes when target.hull = 0"
SAYS_A, SAYS_B = ('announce "{target} is ' + name + '"' for name in "ab")


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (A, ["when target.hull > 1", f"    {HULL}", f"    {SAYS_B}", SAYS_A, SUNK]),
        ("remove statement gunnery.hole.hull\n", [SUNK]),
        ("move statement gunnery.hole.hull after gunnery.hole.sunk\n", [SUNK, HULL, SAYS_B]),
    ],
    ids=["amend", "remove", "move"],
)
def test_58_what_amends_a_statement_builds_on_what_the_variant_before_left(game, asked, rules, lines):
    variant(game, "b", B)
    variant(game, "a", rules, "after: [b]")
    code, printed = asked("show", f"{game}+b+a", "gunnery.hole")
    assert code == 0, printed
    body = printed.partition('cites "our notes"\n')[2].partition("\n\n")[0]
    assert body.splitlines() == [f"    {line}" for line in lines]
    assert asked("check", f"{game}+b+a")[0] == 0
