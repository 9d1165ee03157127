"""What a person needs in order to choose, and need not type: figures of answers, proposals, dice together, whole turns.

Each test stands for something that somebody missed who played the game that it plays.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from quarterdeck.api import Ruleset
from quarterdeck.apps.terminal.plane_map import PlaneMap
from quarterdeck.apps.terminal.screen import FORGOTTEN, Screen
from quarterdeck.apps.terminal.session import Session
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.geometry import plane
from quarterdeck.engine.board.pieces import Pieces
from quarterdeck.engine.deciders.proposing import proposal_for
from quarterdeck.engine.run.views import view_of
from quarterdeck.engine.run.wording import Wording
from quarterdeck.engine.run.words import STOP
from quarterdeck.workspace.ruleset.seating import set_up_game
from tests.analysis.trial.test_examples import write
from tests.apps.terminal.program import quarterdeck, saved

pytestmark = pytest.mark.no_cover


def play(game: str, scenario: str, kept: Path, typed: str, *more: object):
    return quarterdeck("play", game, scenario, "--sides", "person,bot", "--seed", 3, "--save", kept, *more, typed=typed)


def answers(kept: Path, side: str) -> list[object]:
    return [entry["choice"] for entry in saved(kept).entries if entry.get("by") == side]


# --- what is told of answers


def test_targets_are_shown_with_range_and_chance(tmp_path):
    """All of it is told from the side's own view: what the other side has ordered in secret changes nothing."""
    found = []
    for seed in (3, 4):
        game = ("play", "fear_god", "coronel", "--sides", "person,random", "--seed", seed)
        told = quarterdeck(*game, "--save", tmp_path / f"{seed}.jsonl", typed="\n\n\n").stdout
        assert "At which ship is Good Hope's main gun battery laid?" in told  # and not "of Good Hope" once more
        found.append(re.findall(r"\d  B\d [^,]*  range \d+, d100 to hit up to \d+, place", told))
    assert found[0] == found[1]
    assert found[0][0].startswith("1  B1 Scharnhorst   range 12000")


ANSWERS = """
answers:
  fight.throw.target:
    distance: distance(child.place, target.place)
"""


def test_what_is_told_of_answers_is_checked(tmp_path):
    folder = Path(write(tmp_path))
    components = folder / "components.yaml"
    text = components.read_text("utf-8") + ANSWERS
    for old, new, said in (
        ("", "", ""),
        ("throw.target:", "throw.tarqet:", "did you mean `fight.throw.target`?"),
        ("target.place)", "target.places)", "there is no field of Child `places`"),
        ("target.place)", "prey.place)", "unknown name `prey`"),
        ("distance(child.place, target.place)", "do dry(target)", ""),
        ("distance(child.place, target.place)", "do target", "`target` is not a call of a rule"),
        ("distance(child.place, target.place)", "do dry(prey)", "unknown name `prey`"),
    ):
        components.write_text(text.replace(old, new, 1) if old else text, "utf-8")
        done = quarterdeck("check", folder)
        assert said in done.stdout + done.stderr
        assert ("QD310" in done.stdout or "QD443" in done.stdout) == bool(said)


# --- what is proposed


def test_enter_takes_what_the_doctrine_advises_where_the_rules_have_no_default(tmp_path):
    kept = tmp_path / "kept.jsonl"
    done = play("quickfire", "coronel", kept, "\nquit\n")
    proposed = re.search(r"Enter: ([\d.]+), as the doctrine advises", done.stdout)
    assert proposed is not None
    (chosen,) = answers(kept, "british")
    assert str(chosen) == proposed[1]


def test_nobody_abandons_a_ship_by_accident():
    """Several may be chosen, the rules have no default: Enter is to stop."""

    class RuleQuestion:
        default, advice = None, None

        def answers(self):
            return [7, STOP]

        def beside_options(self):
            return [STOP]

    proposal = proposal_for(RuleQuestion())  # type: ignore[arg-type]
    assert proposal is not None
    assert (proposal.answer, proposal.by_doctrine) == (STOP, False)


def test_the_rest_of_a_turn_is_answered_as_proposed(tmp_path):
    """That is what whoever presses Enter at each question gets, up to the next turn."""
    kept, again = tmp_path / "kept.jsonl", tmp_path / "again.jsonl"
    done = play("fear_god", "coronel", kept, "rest\nquit\n")
    assert done.stdout.count("\n> ") == 2
    play("fear_god", "coronel", again, "\n" * len(answers(kept, "british")) + "quit\n")
    assert answers(kept, "british") == answers(again, "british")[: len(answers(kept, "british"))]
    assert len(answers(kept, "british")) > 8
    assert "Good Hope fires Good Hope's main gun battery at Scharnhorst" in done.stdout  # and not at "…"


def test_numbers_in_one_line_are_answers_to_several_questions(tmp_path):
    kept = tmp_path / "kept.jsonl"
    play("quickfire", "coronel", kept, "6 1 2 -30\nquit\n")
    assert [str(answer) for answer in answers(kept, "british")[:4]] == ["6", "1", "2", "-30"]


# --- dice


def test_dice_that_are_thrown_together_are_asked_for_together(tmp_path):
    kept = tmp_path / "kept.jsonl"
    game = ("play", "easyships", "river-plate", "--sides", "bot,bot", "--dice", "ask", "--save", kept)
    done = quarterdeck(*game, typed="6 2\n20, 21\n19\n")
    assert [entry["die"] for entry in saved(kept).entries if "die" in entry][:2] == [6, 2]
    assert "d6: 2\n" in done.stdout  # the second was not asked for
    assert [entry["die"] for entry in saved(kept).entries if "die" in entry][2] == 20
    assert "is next and cannot show 21." in done.stdout


def test_how_many_dice_a_roll_takes_is_said(tmp_path):
    rules = (
        'rules many "Many dice"\n\nprocedure hail(side: Side) "hail"\n'
        '    roll stones on 3d6 "the hail"\n    announce "{stones}"\n'
    )
    turn = 'turn\n    phase hail "Hail"\n        for each side in sides\n            do hail(side)\n'
    folder = tmp_path / "hail"
    (folder / "rules").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    (folder / "ruleset.yaml").write_text("ruleset: hail\ntitle: Hail\n", "utf-8")
    (folder / "components.yaml").write_text("components: hail\nkinds: {}\n", "utf-8")
    (folder / "rules" / "many.rules").write_text(rules + "\n" + turn, "utf-8")
    (folder / "scenarios" / "one.yaml").write_text(
        "scenario: one\ntitle: One\nturn_limit: 1\nsides: {a: {title: A}, b: {title: B}}\n", "utf-8"
    )
    kept = tmp_path / "kept.jsonl"
    done = quarterdeck(
        "play", folder, "one", "--sides", "bot", "--dice", "ask", "--save", kept, typed="3 5 2\n4\n1\n6\n"
    )
    assert done.stdout.count("3d6 for the hail") == 2, done.stdout + done.stderr
    assert "2d6 for the hail" in done.stdout  # the first of the second throw was typed by itself
    assert [entry["die"] for entry in saved(kept).entries if "die" in entry] == [3, 5, 2, 4, 1, 6]


# --- what is said


def test_a_name_that_is_refused_is_answered_with_its_own_reason(tmp_path):
    """Of south and southeast one may be refused; `south` is answered for south, and never taken for the other."""
    done = play("ships_and_sails", "lake-erie", tmp_path / "kept.jsonl", "1\nsouthwest\nsouth\nquit\n")
    assert "Not southwest: that hex is not before the bow of Lawrence." in done.stdout
    assert "Not south: that hex is not before the bow of Lawrence." in done.stdout


def test_reasons_speak_of_one_as_of_many(tmp_path):
    done = play("easyships", "river-plate", tmp_path / "kept.jsonl", "A1\n1\n1\nnorth\nquit\n")
    assert "Ajax may not turn so far any more" in done.stdout
    assert "1 more hex faces" not in done.stdout


def test_the_rule_that_asks_is_said_in_words(tmp_path):
    done = play("easyships", "river-plate", tmp_path / "kept.jsonl", "A1\nrule\nhint\nquit\n")
    assert "Does the ship take evasive action?" in done.stdout
    assert "choose evades by ship.side" in done.stdout


def test_facts_that_stand_beside_a_situation_are_said_to_stand_below_given():
    done = quarterdeck("try", "easyships", "gunnery.attack", "--given", "ship: Ajax, situation: river_plate")
    assert done.returncode == 1
    assert "`{given: {NAME: VALUE}, situation: NAME}`" in done.stdout + done.stderr


# --- the screen


@pytest.fixture(scope="module")
def coronel():
    return set_up_game(Ruleset.open("quickfire"), "coronel", {}, Findings())


def looked_at(game, width: int, height: int, *, below: int, state: list[int] | None = None) -> list[str]:
    """Give the lines of a board as a terminal of that size shows it."""
    pieces = Pieces(game.start, game.built.module())
    file = io.StringIO()
    screen = Screen(Console(file=file, force_terminal=True, width=width, height=height, color_system=None))
    view = view_of(game.start, state or game.start.state, pieces.sides[0], {})
    wording = Wording(game.start.program, game.start.names)
    screen.board(pieces, view, wording, next(iter(pieces.codes)), {}, below)
    return file.getvalue().splitlines()


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 35), (130, 50)])
def test_map_things_and_question_fit_the_screen(coronel, width, height):
    lines = looked_at(coronel, width, height, below=6)
    least = 12 + 14  # a map has twelve lines at the least, and the list of the things its own
    assert len(lines) <= max(height - 6, least)


def test_a_ship_that_is_drawn_on_another_line_is_named_below_the_map(coronel):
    pieces, state = Pieces(coronel.start, coronel.built.module()), list(coronel.start.state)
    one, other = list(pieces.codes)[:2]
    address = pieces.placed["Ship"].place
    offset = coronel.start.program.layout.offsets[address]
    assert "drawn above or below" not in "\n".join(str(line) for line in PlaneMap(pieces, state).drawn(100, 40) or [])
    state[other + offset] = state[one + offset]
    drawn = "\n".join(line.plain for line in PlaneMap(pieces, state).drawn(100, 40) or [])
    x, y = plane.coordinates(state[one + offset])
    moved = next(code for code in (pieces.codes[other], pieces.codes[one]) if f"{code} [" in drawn)
    assert f"drawn above or below their position: {moved} [{plane.shown(x)}, {plane.shown(y)}]" in drawn


def test_what_lies_outside_of_the_map_is_named_below_it():
    game = set_up_game(Ruleset.open("easyships"), "river_plate", {}, Findings())
    lines = "\n".join(looked_at(game, 80, 24, below=6))
    assert re.search(r"not on this part of the map: .*B1 \[4, 8\], 13 away", lines)
    assert "not on this part" not in "\n".join(looked_at(game, 160, 90, below=6))


def test_between_two_people_the_scroll_back_is_forgotten_too():
    file = io.StringIO()
    screen = Screen(Console(file=file, force_terminal=True, width=80, height=24))
    screen.clear()
    assert FORGOTTEN not in file.getvalue()
    screen.clear(forget=True)
    assert file.getvalue().count(FORGOTTEN) == 1


def test_who_hands_over_lets_the_screen_forget(tmp_path, monkeypatch):
    forgotten: list[bool] = []
    monkeypatch.setattr(Screen, "clear", lambda self, forget=False: forgotten.append(forget))
    game = ("play", "fear_god", "coronel", "--sides", "person,person", "--save", tmp_path / "kept.jsonl")
    done = quarterdeck(*game, typed="rest\n\nquit\n")
    assert "Hand over to Imperial German Navy, and press Enter." in done.stdout
    assert forgotten == [True, True]  # before the other comes, and when the other has come


def test_of_two_people_at_one_screen_only_the_one_who_sits_there_is_told():
    told: list[int] = []
    session: Any = SimpleNamespace(readers=[3, 7], at_screen=7, tell=told.append)
    Session.tell_at_screen(session)
    assert told == [7]
    session.at_screen = None
    Session.tell_at_screen(session)
    assert told == [7], "before anybody sits there nobody is told"
    session.readers = [-1]
    Session.tell_at_screen(session)
    assert told == [7, -1], "without secrets there is one story for all"


@pytest.mark.slow
def test_needed_faces_are_said_before_a_die_is_typed_in(tmp_path):
    arguments = ("easyships", "denmark_strait", "--sides", "bot", "--dice", "ask", "--save", tmp_path / "kept.jsonl")
    done = quarterdeck("play", *arguments, typed="\n".join("123456" * 6))
    assert re.search(r"needed: \d+ or less \(\d+\.\d%\)", done.stdout)
