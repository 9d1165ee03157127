"""What play leads to: each way into the rules counts, each thing that no way leads to is found, and says so or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.apps.cli.main import main
from quarterdeck.base.findings.finding import Finding
from quarterdeck.prose.english.english_writer import said
from quarterdeck.workspace.pipeline.stages import load

HEAD = """ruleset: sledges
language: 1
title: Sledges
board: {shape: none}
dice: [d6]
chapters: [race]
"""

COMPONENTS = """components: race
kinds:
  Sledge:
    many: sledges
    capacity: 4
    owner: side
    fields:
      side: {type: Side, fixed: yes}
      way: {type: 0..99, start: "0"}
      ice: {type: 0..9, start: "0"}
"""

RULES = """rules race "The race"

turn "A turn"
    phase running "Running"
        for each sledge in sledges
            do run(sledge)
        for each side in sides
            win for side because "it is ahead" when any(sledge in sledges where sledge.side is side and sledge.way > 90)

procedure run(sledge: Sledge) "{sledge} runs"
    choose push by sledge.side from 1 to 6 "How hard?"
    add push to sledge.way, to no more than 99
"""

SCENARIO = """scenario: hill
title: The hill
turn_limit: 3
sides:
  red: {title: Red, things: {Sledge: [{name: Rosa}]}}
  blue: {title: Blue, things: {Sledge: [{name: Bruno}]}}
"""

SLIP = """
procedure slip(sledge: Sledge) "{sledge} slips"
    add 1 to sledge.ice, to no more than 9
    do mend(sledge) when sledge.ice > 3

effect mend(sledge: Sledge) "{sledge} is mended"
    set sledge.ice to 0
"""

EXAMPLE = """example: a_slip
of: race.slip
things: {Rosa: {kind: Sledge, side: red}}
given: {sledge: Rosa}
changes: {Rosa.ice: 1}
"""


class Game:
    """A small game in a folder, to which a test adds text."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in {
            "ruleset.yaml": HEAD,
            "components.yaml": COMPONENTS,
            "race.rules": RULES,
            "hill.yaml": SCENARIO,
        }.items():
            (folder / name).write_text(text, "utf-8")

    def add(self, text: str, name: str = "race.rules") -> None:
        """Write text behind what a file says."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text("utf-8") if path.exists() else "") + text, "utf-8")

    def replace(self, old: str, new: str, name: str = "race.rules") -> None:
        """Write something else in a file."""
        path = self.folder / name
        assert old in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")

    def findings(self, variant: str = "") -> list[Finding]:
        """Check it, or a variant of it."""
        return list(load(str(self.folder) + (f"+{variant}" if variant else "")).findings)

    def says(self, variant: str = "") -> list[str]:
        """Give codes and messages of what is found."""
        return [f"{finding.code} {finding.message}" for finding in self.findings(variant)]


@pytest.fixture
def game(tmp_path):
    """Give a game of which all is used but the ice."""
    folder = tmp_path / "sledges"
    folder.mkdir()
    found = Game(folder)
    found.replace('      ice: {type: 0..9, start: "0"}\n', "", "components.yaml")
    return found


@pytest.fixture
def icy(game):
    """Give a game in which a worked example alone leads to a rule, to another behind it, and to a field."""
    game.replace("    fields:\n", '    fields:\n      ice: {type: 0..9, start: "0"}\n', "components.yaml")
    game.add(SLIP)
    game.add(EXAMPLE, "examples/slip.yaml")
    return game


UNREACHED = [
    "QD425 `Sledge.ice` is not reached by the turn: no rule of play reads it, and no roster sets it",
    "QD425 `slip` is not reached by the turn: only worked examples use it",
    "QD425 `mend` is not reached by the turn: only `race.slip` uses it, and it is unused too",
]


def test_a_game_of_which_all_is_played_has_no_finding(game):
    assert game.says() == []


def test_what_only_examples_lead_to_is_found_with_all_behind_it(icy):
    assert icy.says() == UNREACHED


def test_what_nothing_leads_to_at_all_is_unused_and_not_unreached(icy):
    (icy.folder / "examples" / "slip.yaml").unlink()
    assert icy.says() == [
        UNREACHED[0],
        "QD421 `slip` is unused: nothing uses it",
        "QD421 `mend` is unused: only `race.slip` uses it, and it is unused too",
    ]


def test_a_rule_that_uses_itself_alone_is_used_by_nothing(icy):
    icy.add("\ndefine spare(n: 0..9) -> 0..9 =\n    0 if n = 0\n    spare(n - 1) otherwise\n")
    assert not [line for line in icy.says() if "`spare` is unused: only" in line]


def test_a_rule_that_says_why_stands_apart_with_all_behind_it(icy):
    icy.replace('"{sledge} slips"', '"{sledge} slips" apart "a referee says when"')
    assert icy.says() == []


def test_what_stands_apart_needs_no_example(icy):
    (icy.folder / "examples" / "slip.yaml").unlink()
    icy.replace('"{sledge} slips"', '"{sledge} slips" apart "a referee says when"')
    assert icy.says() == []


def test_the_turn_leads_to_what_it_does(icy):
    icy.replace("do run(sledge)\n", "do run(sledge)\n            do slip(sledge)\n")
    assert icy.says() == []


def test_a_setup_leads_to_what_it_does(icy):
    icy.add('\nprocedure freeze() "it freezes"\n    for each sledge in sledges\n        do slip(sledge)\n')
    icy.replace("turn_limit: 3\n", "turn_limit: 3\nsetup: [do freeze()]\n", "hill.yaml")
    assert icy.says() == []


def test_advice_leads_to_what_it_weighs_where_its_choice_is_made(icy):
    icy.add("\nadvice race.run.push(sledge: Sledge, push: 1..6) = push - expected(sledge.ice, slip(sledge))\n")
    assert icy.says() == []


COUNTED = """
define runs(sledge: Sledge) -> 0..9 "the runs of {sledge}" = sledge.ice
"""
COUNTED_EXAMPLE = """example: how_often
of: race.runs
things: {Rosa: {kind: Sledge, side: red}}
given: {sledge: Rosa}
expect: {result: 0}
"""


@pytest.fixture
def counted(icy):
    """Give a game in which a worked example alone leads to a definition."""
    icy.replace(SLIP, COUNTED)
    (icy.folder / "examples" / "slip.yaml").write_text(COUNTED_EXAMPLE, "utf-8")
    assert [said.split(":")[0] for said in icy.says()] == [
        "QD425 `Sledge.ice` is not reached by the turn",
        "QD425 `runs` is not reached by the turn",
    ]
    return icy


def test_a_phrase_leads_to_what_it_tells(counted):
    counted.replace("{sledge} runs", "{sledge} runs for the {runs(sledge)} th time")
    assert counted.says() == []


def test_a_roster_leads_to_what_it_is_derived_by(counted):
    counted.replace("    fields:\n", "    fields:\n      age: {type: 0..9}\n", "components.yaml")
    counted.replace("runs(sledge: Sledge)", "runs(age: 0..9)")
    counted.replace("of {sledge}", "at {age}")
    counted.replace("= sledge.ice", "= 9 - age")
    counted.replace("{sledge: Rosa}", "{age: 9}", "examples/slip.yaml")
    counted.add("  Old:\n    fields: {years: 0..9}\n", "components.yaml")
    counted.add(
        "roster: shed\ntitle: The shed\nkind: Sledge\nkind_of_figures: Old\nderived_from: shed.csv\n"
        "columns: {years: years}\nderive: {age: runs(figures.years)}\n",
        "rosters/shed.yaml",
    )
    counted.add("name,years\nHelga,4\n", "shed.csv")
    assert not [said for said in counted.says() if "`runs`" in said]


def test_advice_on_a_choice_that_is_never_made_is_found(icy):
    icy.replace(
        "    add 1 to sledge.ice",
        '    choose side_way by sledge.side from 1 to 2 "Where?"\n    add side_way to sledge.ice',
    )
    icy.add("\nadvice race.slip.side_way(sledge: Sledge, side_way: 1..2) = side_way\n")
    assert "QD425 `side_way` is not reached by the turn: its choice is never made" in icy.says()


def test_advice_is_no_way_where_its_choice_is_never_made(icy):
    icy.replace(
        "    add 1 to sledge.ice",
        '    choose side_way by sledge.side from 1 to 2 "Where?"\n    add side_way to sledge.ice',
    )
    icy.add(
        "\nadvice race.slip.side_way(sledge: Sledge, side_way: 1..2) = side_way * weight(sledge)\n"
        '\ndefine weight(sledge: Sledge) -> 0..9 "the weight of {sledge}" = sledge.ice\n'
    )
    said = [line for line in icy.says() if "`weight`" in line]
    assert said == [
        "QD425 `weight` is not reached by the turn: only `race.slip.side_way` uses it, and it is unused too"
    ]


def test_who_asks_whether_a_rule_is_allowed_does_not_carry_it_out(icy):
    icy.replace('"{sledge} slips"\n', '"{sledge} slips"\n    require thin: sledge.ice < 5 else "it is too thick"\n')
    icy.replace("do run(sledge)\n", "do run(sledge) when allowed(slip(sledge))\n")
    assert icy.says() == [
        "QD425 `slip` is not reached by the turn: it is only tested with `allowed`",
        UNREACHED[2],
    ]


def test_words_that_only_unreached_rules_speak_of_are_found(icy):
    icy.add('\noption slippery: boolean = no "it is slippery"\n')
    icy.replace("when sledge.ice > 3", "when sledge.ice > 3 and slippery")
    assert "QD425 the option `slippery` is not reached by the turn: only unused parts mention it" in icy.says()


def test_things_of_a_scenario_that_no_rule_of_play_speaks_of_are_found(game):
    game.add('  Tree:\n    many: trees\n    fields:\n      height: {type: 0..9, start: "1"}\n', "components.yaml")
    game.replace(
        "things: {Sledge: [{name: Rosa}]}",
        "things: {Sledge: [{name: Rosa}], Tree: [{name: Fir, height: 3}]}",
        "hill.yaml",
    )
    assert game.says() == ["QD425 the kind `Tree` is not reached by the turn: only unused parts mention it"]


def test_kinds_and_fields_and_tables_stand_apart_in_yaml(icy):
    icy.replace(
        'ice: {type: 0..9, start: "0"}', 'ice: {type: 0..9, start: "0", apart: players look at it}', "components.yaml"
    )
    icy.add("  Tree:\n    many: trees\n    apart: they are there to be seen\n    fields:\n", "components.yaml")
    icy.add('      height: {type: 0..9, start: "1", apart: they are there to be seen}\n', "components.yaml")
    icy.add(
        "table: depths\ntitle: Depths\napart: players look at it\nkey: {snow: 1..2}\ngives: 0..9\nrows: {1: 3, 2: 4}\n",
        "tables/depths.yaml",
    )
    assert icy.says() == UNREACHED[1:]


def test_what_stands_apart_and_is_played_is_found(game):
    game.replace('"{sledge} runs"', '"{sledge} runs" apart "nobody runs"')
    game.replace("way: {type: 0..99", "way: {apart: nobody looks, type: 0..99", "components.yaml")
    assert game.says() == [
        "QD426 `Sledge.way` is marked `apart`, but play uses it",
        "QD426 `run` is marked `apart`, but play uses it",
    ]


def test_without_a_turn_nobody_asks(icy):
    text = (icy.folder / "race.rules").read_text("utf-8")
    start, end = text.index("turn "), text.index("procedure run")
    (icy.folder / "race.rules").write_text(text[:start] + text[end:], "utf-8")
    assert not [said for said in icy.says() if said.startswith(("QD425", "QD426"))]


def test_a_number_in_the_reason_is_found(icy):
    icy.replace('"{sledge} slips"', '"{sledge} slips" apart "it takes 3 turns"')
    assert [said.split(" ")[0] for said in icy.says()] == ["QD422"]


def test_what_is_unreached_hinders_nobody_from_trying_it(icy, capsys):
    assert main(["check", str(icy.folder)]) == 1
    given = icy.folder.parent / "given.yaml"
    given.write_text("things: {Rosa: {kind: Sledge, side: red}}\ngiven: {sledge: Rosa}\n", "utf-8")
    assert main(["try", str(icy.folder), "slip", "--given", str(given)]) == 0
    assert main(["play", str(icy.folder), "hill", "--sides", "random,random"]) == 0
    assert main(["test", str(icy.folder)]) == 0
    assert "is not finished" in capsys.readouterr().err


# --- variants


def variant(game, rules, **files):
    """Write a house rule."""
    game.add("variant: steep\nextends: sledges\ntitle: Steep\n", "variants/steep/variant.yaml")
    game.add(rules, "variants/steep/steep.rules")
    for name, text in files.items():
        game.add(text, f"variants/steep/{name}.yaml")


def test_what_a_variant_leaves_unreached_below_is_no_fault_of_it(icy):
    icy.replace("do run(sledge)\n", "do run(sledge)\n            do slip(sledge)\n")
    variant(icy, 'amend procedure race.slip(sledge: Sledge)\n    announce "{sledge} slips"\n')
    assert icy.says() == []
    assert icy.says("steep") == []


def test_what_a_variant_adds_must_be_reached(game):
    variant(
        game,
        'procedure tumble(sledge: Sledge) "{sledge} tumbles"\n    announce "{sledge} tumbles"\n',
        example=EXAMPLE.replace("race.slip", "steep.tumble").replace("a_slip", "a_tumble").replace("Rosa.ice: 1", ""),
    )
    assert game.says("steep") == ["QD425 `tumble` is not reached by the turn: only worked examples use it"]


def test_what_a_variant_amends_must_be_reached_by_play_as_it_is_then(icy):
    icy.replace("do run(sledge)\n", "do run(sledge)\n            do slip(sledge)\n")
    variant(
        icy,
        'amend procedure race.run(sledge: Sledge)\n    announce "{sledge} runs"\n\n'
        "amend procedure race.slip(sledge: Sledge)\n    add 2 to sledge.ice, to no more than 9\n    do mend(sledge)\n\n"
        "amend procedure race.slip_away(sledge: Sledge)\n    set sledge.ice to 0\n",
    )
    icy.add('\nprocedure slip_away(sledge: Sledge) "{sledge} slips away"\n    set sledge.ice to 1\n')
    icy.replace("    add push to sledge.way", "    do slip_away(sledge)\n    add push to sledge.way")
    icy.add(EXAMPLE.replace("a_slip", "away").replace("race.slip", "race.slip_away"), "examples/away.yaml")
    found = [finding for finding in icy.findings("steep") if finding.code == "QD425"]
    assert [finding.message.split(":")[0] for finding in found] == ["`slip_away` is not reached by the turn"]
    assert found[0].span.file.path.endswith("steep.rules")


def test_a_variant_may_lead_to_what_stands_apart(icy):
    icy.replace('"{sledge} slips"', '"{sledge} slips" apart "a referee says when"')
    variant(icy, "amend procedure race.run(sledge: Sledge)\n    do original\n    do slip(sledge)\n")
    assert icy.says("steep") == []


def test_an_amendment_keeps_that_a_rule_stands_apart(icy):
    icy.replace('"{sledge} slips"', '"{sledge} slips" apart "a referee says when"')
    variant(
        icy,
        "amend procedure race.slip(sledge: Sledge)\n    add 2 to sledge.ice, to no more than 9\n    do mend(sledge)\n",
    )
    assert icy.says("steep") == []


# --- print


def test_the_book_says_why_something_stands_apart(icy):
    icy.replace('"{sledge} slips"', '"{sledge} slips" apart "a referee says when"')
    icy.add('\noption slippery: boolean = no "it is slippery" apart "the referee asks for it"\n')
    checked = load(str(icy.folder)).checked
    assert checked is not None
    assert said(checked, "race.slip").endswith("\nA referee says when.")
    assert said(checked, "race.slippery").endswith("\nThe referee asks for it.")
    assert "apart" not in said(checked, "race.mend")
