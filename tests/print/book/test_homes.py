"""Definitions stand with the rule that uses them, in its chapter; what many chapters use, and what none uses, apart."""

from __future__ import annotations

import pytest

from quarterdeck.api import Ruleset
from quarterdeck.print.book.plan import plan
from quarterdeck.prose.text.blocks import Entries, Prose, Section
from quarterdeck.prose.text.runs import plain

FILES = {
    "ruleset.yaml": """ruleset: sledges
language: 1
title: Sledges
board: {shape: none}
dice: [d6]
chapters: [race, slope, ice, snow]
""",
    "components.yaml": """components: race
kinds:
  Sledge:
    many: sledges
    capacity: 4
    owner: side
    fields:
      side: {type: Side, fixed: yes}
      way: {type: 0..99, start: "0"}
""",
    "race.rules": """rules race "The race"

turn "A turn"
    phase running "Running"
        for each sledge in sledges
            do glide(sledge) when is_far(sledge)
            do slip(sledge)
            do drift(sledge)
""",
    "slope.rules": """rules slope "The slope"

define is_far(sledge: Sledge) -> boolean "{sledge} is {not} far down" = is_long(sledge) and is_wet(sledge)

define is_long(sledge: Sledge) -> boolean "{sledge} is {not} long under way" = sledge.way > 50

define is_wet(sledge: Sledge) -> boolean "{sledge} is {not} wet" = sledge.way > 20 or sledge.way < 3

define is_worn(sledge: Sledge) -> boolean "{sledge} is {not} worn" apart "for keepers" = sledge.way > 70

procedure glide(sledge: Sledge) "{sledge} glides"
    add 1 to sledge.way, to no more than 99
""",
    "ice.rules": """rules ice "Ice"

procedure slip(sledge: Sledge) "{sledge} slips"
    add 2 to sledge.way, to no more than 99 when slope.is_wet(sledge)
    add 1 to sledge.way, to no more than 99 when snow.is_deep(sledge)
    do halt(sledge) when snow.is_soft(sledge)

effect halt(sledge: Sledge) "{sledge} stops"
    set sledge.way to 0
""",
    "snow.rules": """rules snow "Snow"

define is_deep(sledge: Sledge) -> boolean "{sledge} is {not} deep in snow" = sledge.way > 30 or sledge.way < 9

define is_soft(sledge: Sledge) -> boolean "{sledge} is {not} in soft snow" = sledge.way > 60 or sledge.way < 7

procedure drift(sledge: Sledge) "{sledge} drifts"
    add 1 to sledge.way, to no more than 99 when is_soft(sledge)
""",
    "hill.yaml": """scenario: hill
title: The hill
turn_limit: 3
sides:
  red: {title: Red, things: {Sledge: [{name: Rosa}]}}
  blue: {title: Blue, things: {Sledge: [{name: Bruno}]}}
""",
}


def chapters(folder, **changed: str) -> dict[str, Section]:
    """Give the chapters of rules of the small game by the names of their files."""
    for name, text in (FILES | changed).items():
        (folder / name).write_text(text, "utf-8")
    ruleset = Ruleset.open(str(folder))
    assert not ruleset.faults, [str(finding) for finding in ruleset.faults]
    return {page.name.removeprefix("rules."): page.section for page in plan(ruleset).book.pages}


def entries(section: Section) -> list[str]:
    """Give the addresses of the definitions in a section."""
    lists = [block for block in section.blocks if isinstance(block, Entries)]
    return [entry.place.address for block in lists for entry in block.entries if entry.place is not None]


@pytest.fixture
def homes(tmp_path):
    """Give for each section the addresses of the definitions in it."""
    folder = tmp_path / "sledges"
    folder.mkdir()
    found = chapters(folder)
    return {one.place.address: entries(one) for page in found.values() for one in page.sections if one.place}


def test_a_definition_that_one_other_chapter_uses_stands_in_that_chapter(homes):
    assert "snow.is_deep" in homes["ice.slip"]
    assert "snow.is_soft" in homes["snow.drift"]  # its own chapter uses it, too


def test_what_only_the_turn_uses_stands_with_the_rule_that_the_turn_comes_to_then(homes):
    assert homes["slope.glide"][:2] == ["slope.is_far", "slope.is_long"]


def test_what_no_rule_uses_is_a_section_of_its_own(homes):
    assert homes["slope.is_worn"] == []
    assert list(homes).index("slope.is_worn") > list(homes).index("slope.glide")


def test_what_three_other_chapters_use_stands_apart_and_says_who_uses_it(tmp_path):
    folder = tmp_path / "sledges"
    folder.mkdir()
    melting = """rules {0} "{0}"

procedure {0}s(sledge: Sledge) "{{sledge}} {0}s"
    add 1 to sledge.way, to no more than 99 when slope.is_wet(sledge)
"""
    files = {f"{name}.rules": melting.format(name) for name in ("melt", "thaw")}
    files["ruleset.yaml"] = FILES["ruleset.yaml"].replace("snow]", "snow, melt, thaw]")
    more = "            do melt.melts(sledge)\n            do thaw.thaws(sledge)\n"
    files["race.rules"] = FILES["race.rules"] + more
    files["slope.rules"] = FILES["slope.rules"].replace("and is_wet(sledge)", "and sledge.way < 98")
    sections = chapters(folder, **files)["slope"].sections
    apart = [one for one in sections if one.place is not None and one.place.address == "slope.is_wet"]
    assert len(apart) == 1
    notes = [plain(block.text) for block in apart[0].blocks if isinstance(block, Prose) and block.style == "note"]
    assert [note for note in notes if note.startswith("Used in: ")] == [
        "Used in: A sledge slips; A sledge melts; A sledge thaws."
    ]
