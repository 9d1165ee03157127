"""What a scenario or an example gives is told by its type: places, members and names in lists as alone."""

import shutil
from pathlib import Path

import pytest

from quarterdeck.language.declarations import types
from quarterdeck.prose.english.components import ComponentWriter
from quarterdeck.prose.english.english_writer import said
from quarterdeck.prose.text.runs import plain
from quarterdeck.workspace.pipeline.stages import load

ROOT = Path(__file__).parents[3]
FIELDS = """kinds:
  Game:
    fields:
      goal: {type: hex, words: goal}
      rocks: {type: list of hex, capacity: 4, words: rocks, start: "[]"}
      winds: {type: list of Heading, capacity: 4, words: winds}
  Side:
    fields:
      harbors: {type: list of hex, capacity: 4, words: harbors}
"""
RULE = """
define shoals(ship: Ship) -> list of hex "the shoals near {ship}" cites "our notes" apart "a trial" =
    all(rock in game.rocks where distance(rock, ship.place) < 9)
"""
EXAMPLE = """example: shoals
of: gunnery.shoals
source: {document: notes, place: our notes}
things: {game: {rocks: [[3, 5], [4, 4]]}, falcon: {like: Falcon, side: blue, place: [5, 5]}}
given: {ship: falcon}
expect: {result: [[3, 5], [4, 4]]}
"""


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    game = shutil.copytree(ROOT / "starter", tmp_path_factory.mktemp("values") / "game")
    components, scenario = game / "components.yaml", game / "scenarios" / "first_meeting.yaml"
    text = components.read_text("utf-8")
    ways = ("north", "northeast", "southeast", "south", "southwest", "northwest")
    text = text.replace(f"[{', '.join(ways)}]", f"{{{', '.join(f'{way}: due {way}' for way in ways)}}}")
    components.write_text(text.replace("kinds:\n", FIELDS, 1), "utf-8")
    text = scenario.read_text("utf-8").replace(
        "    title: Blue\n", "    title: Blue\n    fields: {harbors: [[0, 1]]}\n"
    )
    text = text.replace("sides:\n", "game: {goal: [8, 6], rocks: [[7, 5], [9, 9]], winds: [north, south]}\nsides:\n", 1)
    scenario.write_text(text, "utf-8")
    with (game / "rules" / "gunnery.rules").open("a", encoding="utf-8") as rules:
        rules.write(RULE)
    (game / "examples" / "shoals.yaml").write_text(EXAMPLE, "utf-8")
    loaded = load(str(game))
    assert loaded.checked is not None
    return loaded.checked


def test_a_scenario_tells_places_and_members_in_lists(checked):
    lines = said(checked, "scenarios.first_meeting").splitlines()
    facts = {"Goal: [8, 6].", "Rocks: [7, 5] and [9, 9].", "Winds: due north and due south.", "Harbors: [0, 1]."}
    assert facts <= set(lines)


def test_an_example_tells_places_in_lists(checked):
    assert "Result: [3, 5] and [4, 4]." in said(checked, "examples.shoals")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (types.ListType(types.BOOLEAN, 3), "up to three yes/no values"),
        (types.ListType(types.Space(), 3), "up to three hexes"),
        (types.ListType(types.Number(0, 9), 3), "up to three numbers"),
        (types.OptionalNumber(types.Number(0, 9)), "0 to 9, or none"),
    ],
)
def test_the_values_of_a_type_are_told_by_what_they_are(checked, kind, words):
    assert plain(ComponentWriter(checked).values(kind)) == words
