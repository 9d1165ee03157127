"""A pool is noted beforehand exactly where counting would refuse it at its greatest size."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.api import NotCountedError, Ruleset, check
from quarterdeck.apps.api.asking import count, facts
from quarterdeck.base.findings.finding import Findings
from quarterdeck.engine.odds.uncounted_pools import uncounted_pools
from tests.engine.odds.small_game import pockets_of

pytestmark = pytest.mark.no_cover

FIELDS = """\
      balls: {type: 0..40, words: snowballs, start: "0"}
"""
RULE = """rules pockets "Pockets" cites "one"

procedure throw(child: Child, shots: {shots}) "{{child}} throws" cites "one"
    roll dice on a pool of {pool} "the dice"
{steps}    {read}
"""
EACH = "for each die in dice\n        add 1 to child.balls, to no more than 40 when die = 6"
SUM = "set child.balls to least(40, sum(die for die in dice))"
RUN = "set child.balls to 1 when any(face in [1 to 19] where face in dice and (face + 1) in dice)"
ADDS = "        modifier more: each die where die = 10 adds a die, up to 2\n"
AS_HITS = "        modifier hit: each die counts least(6, die)\n"


@pytest.mark.parametrize(
    ("pool", "shots", "steps", "read", "lists"),
    [
        ("8d10", "0..1", "", EACH, 24_310),
        ("7d10", "0..1", "", EACH, 0),
        ("8d10", "0..1", "", SUM, 0),
        ("shots times d10", "0..8", "", EACH, 24_310),
        ("shots times d10", "0..7", "", EACH, 0),
        ("shots times d6 and 4d4", "0..7", "", EACH, 27_720),
        ("shots times d6 and 3d4", "0..7", "", EACH, 0),
        ("8d10", "0..1", AS_HITS, EACH, 0),
        ("8d10", "0..1", ADDS, EACH, 24_310),
    ],
)
def test_what_is_noted_is_refused_and_nothing_else_is(tmp_path: Path, pool, shots, steps, read, lists):
    text = RULE.format(pool=pool, shots=shots, steps=steps, read=read)
    game = pockets_of(tmp_path, FIELDS, text)
    notes = [*uncounted_pools(game.built(Findings()).program)]
    known = facts({"child": "Kim", "shots": int(shots[-1])}, things={"Kim": {"kind": "Child"}})
    if not lists:
        assert notes == []
        assert count(game, "throw", known, show=["Kim.balls"])
        return
    (note,) = notes
    assert f"{lists:,} different lists" in note.message
    assert ("up to" in note.message) is ("shots" in pool)
    assert note.span.text.startswith("for each die in dice")
    with pytest.raises(NotCountedError):
        count(game, "throw", known, show=["Kim.balls"])


def test_sets_of_faces_are_not_looked_at_by_the_million(tmp_path: Path):
    """Whether faces are in the pool needs sets of faces: 10d20 have 616,665, and took seconds and much memory."""
    game = pockets_of(tmp_path, FIELDS, RULE.format(pool="shots times d20", shots="0..10", steps="", read=RUN))
    things = {"Kim": {"kind": "Child"}}
    (odds,) = count(game, "throw", facts({"child": "Kim", "shots": 5}, things=things), show=["Kim.balls"])
    assert sum(weight for _, weight in odds.rows) == odds.below
    (note,) = uncounted_pools(game.built(Findings()).program)
    assert "616,665" in note.message
    with pytest.raises(NotCountedError, match="616,665"):
        count(game, "throw", facts({"child": "Kim", "shots": 10}, things=things), show=["Kim.balls"])


def test_check_notes_it_and_does_not_call_it_a_problem(tmp_path: Path):
    pockets_of(tmp_path, FIELDS, RULE.format(pool="8d10", shots="0..1", steps="", read=EACH))
    found = check(str(tmp_path))
    assert [note.code for note in found.uncounted] == ["QD460"]
    assert "QD460" not in {one.code for one in found.findings}
    assert isinstance(Ruleset.open(str(tmp_path)), Ruleset)
