"""A game joins a shared measure of comparisons with pairs of its own, and defines no name again."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.analysis.scaffold.beginning import new_game
from quarterdeck.analysis.trial.comparison_data import faults_of_comparison
from quarterdeck.api import Ruleset
from quarterdeck.apps.comparison.measures import AskedGame, WayToAnswer, compared
from quarterdeck.workspace.ruleset.comparison import comparison_of

ASKED = """comparison: {name}
scale:
  distance:
    {{one: hex, stands_for: 1000, unit: yards, steps: "1", source: {{document: notes, place: our notes, kind: house}}}}
  turn: {{one: turn, stands_for: 3, unit: minutes, source: {{document: notes, place: our notes, kind: house}}}}
measures:
  gunfire:
    of: gunnery.attack
    things:
      firer: {{like: $firer, side: blue, place: [0, 10], heading: north}}
      target: {{like: $target, side: red, place: [$distance, 10], heading: north}}
    given: {{ship: firer, target: target}}
    asked_while: distance(ship.place, target.place) <= longest_range
    ends_because: guns reach eight hexes
    show: {{hits: hit.success, loss: target.hull}}
adds:
  {adds}
"""
PAIR = "title: Falcon fires at Otter, values: {firer: Falcon, target: Otter}"
MEASURE = """measures:
    gunfire:
      title: Another
      about: once
      topic: chance_to_hit
      pairs: [otters]
      columns: {hits: hits, loss: loss}
      numbers: {chance: {title: Chance, gives: chance, of: hits}}"""


def game(folder: Path, name: str, adds: str) -> Ruleset:
    """Make a starting game with a comparison."""
    new_game(folder / name, "")
    (folder / name / "comparison.yaml").write_text(ASKED.format(name=name, adds=adds))
    return Ruleset.open(str(folder / name))


def said(ruleset: Ruleset) -> list[str]:
    """List what is wrong with a comparison."""
    return [finding.message for finding in faults_of_comparison(ruleset)]


def measured(*rulesets: Ruleset) -> dict[str, list[bool]]:
    """Tell for each pair of the measure which games answer."""
    games = [AskedGame(one, comparison_of(one.declared)) for one in rulesets]
    found = compared("gunfire", games, WayToAnswer(sample=10))
    return {pair.pair: [bool(one.answers) for one in pair.games] for pair in found.pairs}


def test_a_game_joins_a_shared_measure_with_its_pairs(tmp_path):
    one = game(tmp_path, "one", f"pairs: {{otters: {{{PAIR}, measures: [gunfire]}}}}")
    other = game(tmp_path, "other", f"pairs: {{herons: {{{PAIR}, measures: [gunfire]}}}}")
    assert not said(one)
    assert measured(one, other) == {"otters": [True, False], "herons": [False, True]}
    assert measured(other, one) == {"herons": [True, False], "otters": [False, True]}


@pytest.mark.parametrize(
    ("adds", "message"),
    [
        (f"{MEASURE}\n  pairs: {{otters: {{{PAIR}}}}}", "`gunfire` is already defined"),
        (f"pairs: {{otters: {{{PAIR}}}}}", "`otters` is not used in any measure"),
        (f"pairs: {{mikasa_borodino: {{{PAIR}, measures: [gunfire]}}}}", "`mikasa_borodino` is already defined"),
        (f"pairs: {{otters: {{{PAIR}, measures: [gunfir]}}}}", "`gunfir` is not a measure that games are compared by"),
    ],
)
def test_what_is_defined_again_or_leads_to_nothing_is_an_error(adds, message, tmp_path):
    one = game(tmp_path, "one", adds)
    assert said(one) == [message]
    measured(one, game(tmp_path, "other", "{}"))
