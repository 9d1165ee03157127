"""Words with odd braces are findings wherever they stand, and all others may be generated and said."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.base.findings.finding import Findings
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load
from tests.language.checks.test_before_play import found_in, procedure

BASE = Path(__file__).parent / "base"
ODD = [
    "{not} a",
    "a }",
    "a { b",
    "{child",
    "}{",
    "{{child}}",
    "{ not }",
    "{child} {not} {not}",
    "{not",
    "}",
    "{s} a",
    "{child}{s}",
    "a {s}",
    "ship{s} {child}",
]
SOUND = [
    "{child}",
    "{ child }",
    "{child.wet} and {child.mood}",
    "% of {child}",
    "%s %d",
    "\\\\n 'a' \\\"b\\\"",
    "$child",
    "{child.wet} ball{s}",
]
EVERYWHERE = """
procedure f{n}(child: Child) "words {w}"
    "{w}"
    require r: child.wet > 1 else "{w}"
    choose x by child.side from children, or none "{w}"
        require q: x.wet > 1 else "{w}"
    roll y on d6 "{w}"
        modifier m: +1 when child.wet > 2 "{w}"
    announce "{w}" when y > 2
    win for child.side because "{w}" when x is none
    draw because "{w}" when y = 1
"""
PLACES = EVERYWHERE.count("{w}")


def game_with(folder, words):
    game = shutil.copytree(BASE, folder / "game")
    rules = [EVERYWHERE.replace("{n}", str(n)).replace("{w}", one) for n, one in enumerate(words)]
    text = 'rules piece "Piece" cites "page three"\n' + "".join(rules)
    (game / "rules" / "piece.rules").write_text(text, "utf-8")
    return Ruleset.open(str(game))


@pytest.mark.parametrize("words", ODD)
def test_odd_braces_are_a_finding_wherever_words_stand(tmp_path, words):
    codes = [finding.code for finding in game_with(tmp_path, [words]).findings]
    assert codes.count("QD157") == PLACES


@pytest.mark.parametrize("words", ["", "  "])
def test_quotes_without_words_are_a_finding_wherever_they_stand(tmp_path, words):
    found = list(game_with(tmp_path, [words]).findings)
    assert [finding.code for finding in found] == ["QD106"] * (PLACES - 1)
    assert {finding.message for finding in found} == {"these quotes contain no words"}


def test_sound_words_can_be_generated_and_said(tmp_path):
    ruleset = game_with(tmp_path, SOUND)
    assert {finding.code for finding in ruleset.findings} <= {"QD421"}, "nobody calls them"
    built = ruleset.built(Findings())
    for trace in (False, True):
        assert built.module(trace).functions()
    for number in range(len(SOUND)):
        assert said(ruleset.checked, f"piece.f{number}")


def test_words_at_the_head_of_a_file_the_turn_a_phase_and_a_step_are_read(tmp_path):
    game = shutil.copytree(BASE, tmp_path / "game")
    words = '"{nobody} knows."'
    rules = f'rules piece "Piece" cites "page three"\n{words}\n\nturn "A turn"\n    {words}\n    phase one "One"\n'
    rules += f'        {words}\n        step two "Two"\n            {words}\n            announce "two"\n'
    (game / "rules" / "piece.rules").write_text(rules, "utf-8")
    found = [finding for finding in Ruleset.open(str(game)).findings if "nobody" in finding.message]
    assert [finding.code for finding in found] == ["QD310"]
    assert [one.span.line for one in found[0].at_each_place] == [2, 5, 7, 9]


def test_a_value_named_like_the_ending_for_several_is_named_in_the_hint(tmp_path):
    rules = procedure('roll s on d6 "the roll"', 'announce "{s} and {child}"', "do wet(child, 1) when s > 3")
    found_in(tmp_path, rules)
    (found,) = [one for one in load(str(tmp_path / "game")).findings if one.code == "QD157"]
    assert "write `{(s)}`" in found.hint
    shown = tmp_path / "shown"
    shown.mkdir()
    assert found_in(shown, rules.replace("{s}", "{(s)}")) == []
