"""A small game of ours with cards and counters: it puts decks to every use, in play, views, odds and print."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.findings.printer import as_text
from quarterdeck.engine.deciders.advised import WeighingDecider
from quarterdeck.engine.deciders.random import RandomDecider
from quarterdeck.engine.run.dice import SeededDice
from quarterdeck.engine.run.game import Context, GameResult, play
from quarterdeck.engine.run.situation import Situation
from quarterdeck.engine.run.views import view_of
from quarterdeck.workspace.pipeline.stages import load

GAME = Path(__file__).parent / "regatta"


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return Ruleset(load(str(GAME)))


def set_up(ruleset: Ruleset) -> Situation:
    findings = Findings()
    _, situation = ruleset.scenario("harbour", findings)
    assert as_text(findings) == ""
    return situation


def played(ruleset: Ruleset, bot: type[RandomDecider | WeighingDecider], seed: int) -> tuple[Situation, GameResult]:
    built, situation = ruleset.scenario("harbour", Findings())
    sides = built.program.layout.things("Side")
    deciders = {side: bot(seed * 10 + place) for place, side in enumerate(sides)}
    dice = SeededDice(seed, [site.address for site in built.program.sites])
    return situation, play(built.module(), Context(built.program, situation, dice, deciders))


def held(situation: Situation, state: list[int], address: str, thing: str) -> dict[str, int]:
    """Give how many of each member a deck holds."""
    layout = situation.program.layout
    return {
        part.rsplit(".", 1)[-1]: state[situation.things[thing] + layout.offsets[part]]
        for part in layout.decks[address]
        if ".top " not in part
    }


def test_nothing_is_wrong_with_it(ruleset):
    assert as_text(ruleset.findings) == ""
    assert main(["fmt", "--check", str(GAME)]) == 0


def test_its_worked_examples_come_out():
    assert main(["test", str(GAME)]) == 0


@pytest.mark.parametrize("bot", [RandomDecider, WeighingDecider])
def test_nothing_is_lost_and_nothing_comes_from_nowhere(ruleset, bot):
    """Whatever is drawn, put back and reshuffled: all cards together are those of the beginning."""
    for seed in range(1, 6):
        situation, result = played(ruleset, bot, seed)
        winds = held(situation, result.state, "Game.winds", "game")
        blown = held(situation, result.state, "Game.blown", "game")
        assert {name: winds[name] + blown[name] for name in winds} == {"calm": 1, "breeze": 4, "gust": 2, "squall": 1}
        bag = held(situation, result.state, "Game.mishaps", "game")
        troubles = [held(situation, result.state, "Boat.troubles", boat) for boat in ("Rose", "Ruby", "Bell")]
        all_mishaps = {name: count + sum(boat[name] for boat in troubles) for name, count in bag.items()}
        assert all_mishaps == {"torn_sail": 4, "sprung_leak": 2}


def test_a_kept_game_is_played_again_to_the_same_journal(tmp_path):
    kept, again = tmp_path / "kept.jsonl", tmp_path / "again.jsonl"
    assert main(["play", str(GAME), "harbour", "--sides", "random,bot", "--seed", "7", "--save", str(kept)]) == 0
    assert main(["replay", str(kept), "--to", str(again)]) == 0
    assert kept.read_bytes() == again.read_bytes()
    entries = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert {entry["drawn"] for entry in entries if entry.get("at") == "racing.sail.wind"} <= {
        "calm", "breeze", "gust", "squall",
    }  # fmt: skip


def test_a_side_sees_its_own_hand_and_no_other(ruleset):
    situation = set_up(ruleset)
    reds, blues = situation.things["reds"], situation.things["blues"]
    own, other = (view_of(situation, situation.state, side).state for side in (blues, reds))
    assert held(situation, own, "Side.hand", "blues") == {"spinnaker": 0, "short_cut": 1}
    assert held(situation, other, "Side.hand", "blues") == {"spinnaker": 0, "short_cut": 0}


def test_who_may_not_see_a_deck_reckons_with_what_it_held_at_the_start(ruleset):
    situation = set_up(ruleset)
    layout = situation.program.layout
    place = situation.things["game"] + layout.offsets["Game.tricks.spinnaker"]
    situation.state[place] = 0
    assert held(situation, situation.state, "Game.tricks", "game")["spinnaker"] == 0
    seen = view_of(situation, situation.state, situation.things["reds"]).state
    assert held(situation, seen, "Game.tricks", "game")["spinnaker"] == 2


def test_what_lies_on_top_is_in_no_view(ruleset):
    situation = set_up(ruleset)
    place = situation.things["game"] + situation.program.layout.offsets["Game.winds.top 1"]
    situation.state[place] = 3
    for side in ("reds", "blues"):
        assert view_of(situation, situation.state, situation.things[side]).state[place] == -1


def odds(capsys: pytest.CaptureFixture[str], *asked: str) -> dict[tuple[str, ...], Fraction]:
    assert main(["odds", str(GAME), *asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["odds"][0]
    return {tuple(row["text"]): Fraction(row["weight"], found["below"]) for row in found["rows"]}


TWO = "{things: {reds: {kind: Side}, blues: {kind: Side}, Rose: {kind: Boat, club: reds}}"


def test_odds_are_those_of_a_shuffled_deck(capsys):
    """What boats come to in one wind: 1 of 8 calms, 4 breezes, 2 gusts, 1 squall, whose mishap costs nothing yet."""
    found = odds(capsys, "racing.sail", "--given", f"{TWO}}}", "--show", "Rose.way")
    assert found == {("1",): Fraction(1, 8), ("3",): Fraction(1, 2), ("5",): Fraction(1, 4), ("6",): Fraction(1, 8)}


def test_draws_without_putting_back_are_hypergeometric(capsys):
    """What is gone is not drawn again, and what is known to lie on top comes for certain."""
    gone = f"{TWO}, given: {{game.winds: {{calm: 1, gust: 1}}}}}}"
    found = odds(capsys, "racing.sail", "--given", gone, "--show", "Rose.way", "game.winds.calm")
    assert found == {("1", "0"): Fraction(1, 2), ("5", "1"): Fraction(1, 2)}
    known = f"{TWO}, given: {{game.winds: {{calm: 1, gust: 1, top: [gust]}}}}}}"
    found = odds(capsys, "racing.sail", "--given", known, "--show", "Rose.way", "game.winds.gust")
    assert found == {("5", "0"): Fraction(1)}


def test_what_is_drawn_has_no_value_before_it_is_drawn(capsys):
    """The name of a draw has what was drawn alone, also where it was known to lie on top."""
    for top, chance in (("", Fraction(1, 2)), (", top: [gust]", Fraction(1))):
        given = f"{TWO}, given: {{game.winds: {{calm: 1, gust: 1{top}}}}}}}"
        found = odds(capsys, "racing.sail", "--given", given, "--show", "wind")
        assert found["a gust",] == chance
        assert sum(found.values()) == 1
        assert found.keys() <= {("a gust",), ("a calm",)}
    found = odds(capsys, "racing.sail", "--given", f"{TWO}, given: {{game.winds: {{}}}}}}", "--show", "wind")
    assert found == {("none",): Fraction(1)}


def test_a_draw_that_leads_to_another_is_counted(capsys):
    """One wind in nine is a squall, and three mishaps in five are torn sails."""
    many = f"{TWO}, given: {{game.winds: {{breeze: 8, squall: 1}}, game.mishaps: {{torn_sail: 3, sprung_leak: 2}}}}}}"
    found = odds(capsys, "racing.sail", "--given", many, "--show", "Rose.troubles.torn_sail")
    assert found == {("0",): Fraction(8, 9) + Fraction(1, 9) * Fraction(2, 5), ("1",): Fraction(1, 9) * Fraction(3, 5)}


def test_what_a_lookout_sees_comes_next(ruleset):
    """What lies on top is settled when it is looked at: it is sailed by, without another draw."""
    for seed in range(1, 6):
        situation, result = played(ruleset, RandomDecider, seed)
        first, *others = [entry for entry in result.record if "drawn" in entry]
        assert first["at"] == "racing.look_out.coming"
        sailed = [entry for entry in others if entry["at"] == "racing.sail.wind"]
        assert not sailed, "the lookout sees every wind before it blows"
        assert sum(held(situation, result.state, "Game.blown", "game").values()) >= 1
