"""What the expressions in the author's words come to is said wherever something is told, and never to whom it may not.

Each of the phrases below holds more than the name of an input: a field, a definition, a number with its plural.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.deciders.seats import seat
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import play
from quarterdeck.engine.run.happenings import Called
from quarterdeck.engine.run.narrative import Narrative, all_lines
from quarterdeck.engine.run.secrecy import secrecy_of
from quarterdeck.engine.run.trace import TracedContext
from tests.apps.terminal.program import quarterdeck
from tests.apps.terminal.test_rules_at_fault import FILES

RULES = """rules probe "Probe" cites "page one"

turn "A round"
    phase act "Act", for each side in order
        choose pawn by side from pawns "Which pawn of {side}, {count(pawns)} pawn{s} in all, acts?"
        do act(pawn, 1)
        do act(pawn, 2)

procedure act(pawn: Pawn, often: 1..2) "{pawn} of {pawn.side} acts {often} time{s}, {left(pawn)} left{s}"
    require once: often = 1 else "{pawn} of {pawn.side} acts once, not {often} time{s}"
    check luck on d6 "the luck of {pawn.side}"
        success when total >= 2
        modifier wet: +1 when pawn.wet > 2 "for {pawn.wet + 1} drop{s} on {pawn}"
    when luck.successes > 0
        set pawn.wet to 2

define left(pawn: Pawn) -> 0..9 "what {pawn} has left, {pawn.wet} drop{s}" = pawn.wet
"""
GIVEN = "{things: {Anna: {kind: Pawn, side: red, wet: 5}, red: {kind: Side}}, given: {pawn: Anna, often: 1}}"
CALL = r"(Anna|Ben) of (Red|Blue) acts 1 time, 5 lefts"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return written(tmp_path / "probe", FILES)


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in {**files, "rules/probe.rules": RULES}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        lines = text.removeprefix("\n").splitlines(keepends=True)
        (folder / name).write_text("".join(line.removeprefix("        " if name in FILES else "") for line in lines))
    return folder


def test_play_and_why_say_the_same(game, tmp_path):
    kept = tmp_path / "kept.jsonl"
    played = quarterdeck("play", game, "one", "--sides", "random,random", "--seed", "1", "--save", kept)
    story, why = quarterdeck("why", kept), quarterdeck("why", kept, "2")
    for done in (played, story, why):
        assert done.returncode == 0, done.stderr
        assert re.search(CALL, done.stdout), done.stdout
        assert "{" not in done.stdout
        assert re.search(r"[Tt]he luck of (Red|Blue): ", done.stdout), done.stdout
        assert re.search(r"for 6 drops on (Anna|Ben)", done.stdout), done.stdout
    for done in (played, story):
        assert re.search(r"not done: (Anna|Ben) of (Red|Blue) acts once, not 2 times", done.stdout)
        assert "Which pawn of Red, 2 pawns in all, acts? " in done.stdout


def test_a_replay_gives_the_reasons_that_were_told(game, tmp_path):
    kept = tmp_path / "kept.jsonl"
    quarterdeck("play", game, "one", "--sides", "random,random", "--seed", "1", "--save", kept)
    again = json.loads(quarterdeck("replay", kept, "--json", "--happenings").stdout)
    reasons = [one["reason"] for one in again["happenings"] if one["happened"] == "refused"]
    assert len(reasons) == 2
    assert all(re.fullmatch(r"(Anna|Ben) of (Red|Blue) acts once, not 2 times", reason) for reason in reasons)


def test_an_expression_that_is_asked_about_is_said_in_its_words(game, tmp_path):
    kept = tmp_path / "kept.jsonl"
    rules = game / "rules" / "probe.rules"
    rules.write_text(RULES.replace("when pawn.wet > 2", "when left(pawn) > 2"))
    quarterdeck("play", game, "one", "--sides", "random,random", "--seed", "1", "--save", kept)
    assert re.search(r"what (Anna|Ben) has left, 5 drops", quarterdeck("why", kept, "2", "--json").stdout)


def test_a_trial_gives_reasons_with_their_values(game):
    given = GIVEN.replace("often: 1", "often: 2")
    done = quarterdeck("try", game, "probe.act", "--given", given, "--json")
    (refused,) = [one for one in json.loads(done.stdout)["happened"] if one["happened"] == "refused"]
    assert refused["reason"] == "Anna of red acts once, not 2 times"


HIDDEN = {
    **FILES,
    "components.yaml": FILES["components.yaml"].replace('start: "5"}', 'start: "5", seen_by: owner}'),
}


def lines_of(game: Path, viewer: int) -> list[str]:
    """Give what one side is told of a game in which each side's first pawn acts, by the places of the sides."""
    built, situation = Ruleset.open(str(game)).scenario("one", Findings())
    start, secrecy = situation.copy(), secrecy_of(built.program)
    sides = built.program.layout.things("Side")
    dice = SeededDice(1, [site.address for site in built.program.sites])
    context = TracedContext(built.program, situation, dice, {side: seat("random", 2) for side in sides})
    play(built.module(trace=True), context)
    assert any(isinstance(event, Called) and event.spoken for event in context.events)
    viewer_side = sides[viewer] if viewer >= 0 else -1
    narrative = Narrative(replace(start, state=list(start.state)), secrecy, viewer_side, follows=True)
    return [line.text for line in all_lines(narrative, context.events)]


def test_a_phrase_does_not_tell_what_only_the_owner_may_know(tmp_path):
    game = written(tmp_path / "probe", HIDDEN)
    all_known, of_red, of_blue = (lines_of(game, viewer) for viewer in (-1, 0, 1))
    assert any("Anna of Red acts 1 time, 5 lefts" in line for line in all_known) or any(
        "Ben of Blue acts 1 time, 5 lefts" in line for line in all_known
    )
    for told, own in ((of_red, "Anna of Red"), (of_blue, "Ben of Blue")):
        others = [line for line in told if " of " in line and "acts 1 time" in line and own not in line]
        assert others
        assert all(line.endswith("acts 1 time, … lefts") for line in others), others
        assert not any("6 drops" in line for line in told if own.split()[0] not in line), told


NESTED = """rules probe "Probe" cites "page one"

turn "A round"
    phase act "Act"
        for each pawn in pawns
            do act(pawn)

procedure act(pawn: Pawn) "{pawn} acts"
    take 1 from pawn.wet, to no less than 0
    do look(pawn)

procedure look(pawn: Pawn) "{pawn} looks"
    choose far by pawn.side from [yes, no] "Does {pawn} look far?"
    take 1 from pawn.wet, to no less than 0 when far
"""


def test_what_is_around_is_told_before_what_is_inside(tmp_path):
    game = written(tmp_path / "probe", FILES)
    (game / "rules" / "probe.rules").write_text(NESTED, "utf-8")
    lines = lines_of(game, -1)
    at = lines.index("Anna acts")
    assert lines[at + 1].startswith("Anna: ")
    assert lines[at + 2].startswith("Anna looks: ")
