"""Saved games, scripts and examples find what has been renamed where the rules say what it was called."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.analysis.diff.changes import changes_between
from quarterdeck.analysis.scaffold.beginning import new_game
from quarterdeck.api import Ruleset
from quarterdeck.apps.cli.main import main
from quarterdeck.workspace.ruleset.rule_question import address_of

RENAMED = {
    "a procedure": [
        ("gunnery", "procedure attack(", "procedure strike("),
        ("gunnery", '"{ship} fires at {target}" cites', '"{ship} fires at {target}" formerly gunnery.attack cites'),
        ("gunnery", "do attack(", "do strike("),
        ("doctrine", "attack(ship", "strike(ship"),
        ("questions", "of: gunnery.attack", "of: gunnery.strike"),
    ],
    "a rule that asks": [
        (
            "gunnery",
            'procedure fire(ship: Ship) "{ship} fires"',
            'procedure shoot(ship: Ship) "{ship} fires" formerly fire',
        ),
        ("turn", "do fire(", "do shoot("),
        ("doctrine", "gunnery.fire.target", "gunnery.shoot.target"),
    ],
    "a check": [
        ("gunnery", 'check hit on d6 "a hit"', 'check struck on d6 "a hit" formerly hit'),
        ("gunnery", "when hit.success", "when struck.success"),
    ],
    "a roll and its modifier": [
        (
            "gunnery",
            'roll force on d6 "the force of the hit"',
            'roll impact on d6 "the force of the hit" formerly force',
        ),
        ("gunnery", "damage[force]", "damage[impact]"),
        ("gunnery", "modifier end_on:", "modifier raking:"),
        ("gunnery", '"along the length of the target"', '"along the length of the target" formerly end_on'),
    ],
    "a choice": [
        ("gunnery", "choose target by", "choose victim by"),
        ("gunnery", '"At which ship does {ship} fire?"', '"At which ship does {ship} fire?" formerly target'),
        ("gunnery", "target.place) <=", "victim.place) <="),
        ("gunnery", '"{target} is out', '"{victim} is out'),
        ("gunnery", "(ship, target) when target is", "(ship, victim) when victim is"),
        ("doctrine", ".target(ship: Ship, target:", ".victim(ship: Ship, victim:"),
        ("doctrine", "if target is", "if victim is"),
        ("doctrine", "    target.hull - expected(target.hull,", "    victim.hull - expected(victim.hull,"),
        ("doctrine", "attack(ship, target)", "attack(ship, victim)"),
    ],
    "a phase": [("turn", 'phase gunnery "Gunnery",', 'phase guns "Gunnery" formerly turn.gunnery,')],
    "an option": [
        ("gunnery", "option longest_range:", "option reach:"),
        ("gunnery", '"the longest range of a gun"', '"the longest range of a gun" formerly longest_range'),
        ("gunnery", "<= longest_range", "<= reach"),
    ],
}


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Give the journal of a game beside which lies the ruleset."""
    new_game(tmp_path / "sk", "")
    journal = tmp_path / "g.jsonl"
    played = main(
        [
            "play",
            str(tmp_path / "sk"),
            "first-meeting",
            "--sides",
            "bot",
            "--option",
            "longest_range=9",
            "--save",
            str(journal),
        ]
    )
    assert played == 0
    capsys.readouterr()
    return journal


def rename(saved: Path, *what: str) -> None:
    """Rename something in the rules."""
    for one in what:
        for chapter, was, now in RENAMED[one]:
            path = saved.parent / "sk" / (f"{chapter}.yaml" if "of:" in was else f"rules/{chapter}.rules")
            text = path.read_text()
            assert was in text
            path.write_text(text.replace(was, now))
    assert main(["check", str(saved.parent / "sk")]) == 0


TOGETHER = [name for name in RENAMED if name not in ("a choice", "a rule that asks", "a procedure")]
"""What touches other lines each."""
SITES = ["a check", "a roll and its modifier", "a choice"]
WITHIN = [["a procedure", "a check"], ["a rule that asks", "a choice"]]
"""Rules that are renamed with something in them: the game that was saved has neither name."""


@pytest.mark.parametrize("what", [[name] for name in RENAMED] + [TOGETHER, SITES, *WITHIN], ids=str)
def test_a_saved_game_replays_after_a_renaming(what, saved, capsys):
    rename(saved, *what)
    capsys.readouterr()
    assert main(["replay", str(saved)]) == 0
    said = capsys.readouterr().err
    assert "have changed" not in said
    assert "the winner is" in said


def test_a_script_and_an_option_find_what_is_renamed(saved, capsys):
    rename(saved, "a procedure", "a rule that asks", "a phase", "an option")
    script = saved.parent / "s.yaml"
    script.write_text("fire.target: none\n")
    command = ["play", str(saved.parent / "sk"), "first-meeting", "--option", "longest_range=9", "--sides"]
    assert main([*command, str(script)]) == 0
    capsys.readouterr()


def test_a_rule_is_found_by_its_former_address(saved):
    rename(saved, "a procedure", "a rule that asks", "a phase", "an option")
    declared = Ruleset.open(str(saved.parent / "sk")).declared
    assert address_of(declared, "gunnery.attack") == "gunnery.strike"
    assert address_of(declared, "attack") == "gunnery.strike"
    assert address_of(declared, "turn.gunnery") == "turn.guns"


def test_commands_find_what_is_renamed(saved, capsys):
    rename(saved, "a procedure", "a check")
    game = str(saved.parent / "sk")
    assert main(["show", game, "gunnery.attack.hit.close"]) == 0
    assert "gunnery.strike.struck.close, modifier" in capsys.readouterr().out
    goal = ["--of", "at_three_hexes", "--goal", "mean(otter.hull)=3.5"]
    assert main(["tune", game, *goal, "--number", "gunnery.attack.hit.far#1"]) == 0
    assert "gunnery.strike.struck.far#1 is 1 today" in capsys.readouterr().out


def test_a_table_is_varied_by_its_former_name(saved, capsys):
    table = saved.parent / "sk" / "tables" / "damage.yaml"
    table.write_text(table.read_text().replace("table: damage", "table: harm\nformerly: [damage]"))
    rules = saved.parent / "sk" / "rules" / "gunnery.rules"
    rules.write_text(rules.read_text().replace("damage[force]", "harm[force]"))
    game = str(saved.parent / "sk")
    assert main(["battles", game, "first-meeting", "--vary", "damage[3]=-", "--count", "2"]) == 0
    assert "2 pairs" in capsys.readouterr().out


def test_a_rule_that_has_changed_is_still_a_change(saved, capsys):
    rename(saved, "a procedure")
    path = saved.parent / "sk" / "rules" / "gunnery.rules"
    path.write_text(path.read_text().replace("range <= 2", "range <= 3"))
    main(["replay", str(saved)])
    assert "gunnery.strike is changed" in capsys.readouterr().err


def test_scripts_examples_odds_and_steps_find_renamed_rolls_and_choices(saved, capsys):
    rename(saved, *SITES)
    game = str(saved.parent / "sk")
    script = saved.parent / "s.yaml"
    script.write_text("gunnery.fire.target: none\n")
    assert main(["play", game, "first-meeting", "--sides", str(script)]) == 0
    assert "fires" not in capsys.readouterr().out
    examples = saved.parent / "sk" / "examples" / "gunnery.yaml"
    text = examples.read_text()
    assert "dice: {hit: 4, force: 6}" in text
    examples.write_text(
        text.replace(
            "    changes: {otter", "    expect: {hit.natural: 4, attack.force.natural: 6}\n    changes: {otter", 1
        )
    )
    assert main(["test", game]) == 0
    facts = "{situation: first_meeting, given: {ship: Falcon, Otter.place: [5, 4]}, choices: {target: Otter}}"
    capsys.readouterr()
    assert main(["odds", game, "fire", "--given", facts]) == 0
    assert "Ship.hull" in capsys.readouterr().out
    assert main(["try", game, "fire", "--given", facts, "--dice", "hit: 1, force: 6", "--show", "attack.force"]) == 1
    assert (
        main(
            [
                "try",
                game,
                "fire",
                "--given",
                facts,
                "--dice",
                "attack.hit: 1, attack.force: 6",
                "--show",
                "attack.force",
            ]
        )
        == 0
    )
    assert "attack.force: 7" in capsys.readouterr().out


def test_diff_tells_renamed_rolls_choices_and_modifiers_as_renamed(saved, tmp_path):
    new_game(tmp_path / "old" / "sk", "")
    rename(saved, *SITES)
    before, after = (Ruleset.open(str(folder / "sk")).declared for folder in (tmp_path / "old", saved.parent))
    found = {one.address: (one.deed, one.formerly) for one in changes_between(before, after) if not one.is_advice}
    assert {address: told for address, told in found.items() if told[0] != "words"} == {
        "gunnery.attack.struck": ("renamed", "gunnery.attack.hit"),
        "gunnery.attack.impact": ("renamed", "gunnery.attack.force"),
        "gunnery.attack.impact.raking": ("renamed", "gunnery.attack.force.end_on"),
        "gunnery.fire.victim": ("renamed", "gunnery.fire.target"),
    }


UNIT = "units:\n  hexes: {one: hex, range: 0..30}\n\n"


def test_a_saved_game_replays_after_a_unit_was_renamed(tmp_path, capsys):
    """A unit stands in types and in what is given in another unit; what means the same is no change, all else is."""
    game, journal = tmp_path / "sk", tmp_path / "g.jsonl"
    new_game(game, "")
    components, gunnery = game / "components.yaml", game / "rules" / "gunnery.rules"
    text, rules = components.read_text(), gunnery.read_text()
    text = text.replace("enums:", f"{UNIT}enums:", 1).replace("hull: {type: 0..9,", "hull: {type: 0..9 hexes,")
    rules = rules.replace("effect hole(target: Ship, points: 1..3)", "effect hole(target: Ship, points: 1..3 hexes)")
    components.write_text(text)
    gunnery.write_text(rules)
    assert main(["play", str(game), "first-meeting", "--sides", "bot", "--save", str(journal)]) == 0

    def replayed(unit: str) -> str:
        components.write_text(text.replace(" hexes,", " cells,").replace("hexes: {one: hex, range: 0..30}", unit))
        gunnery.write_text(rules.replace("1..3 hexes", "1..3 cells"))
        capsys.readouterr()
        main(["replay", str(journal)])
        return str(capsys.readouterr().err)

    assert "have changed" not in replayed("cells: {one: cell, range: 0..30, formerly: [hexes]}")
    assert "units.cells is changed" in replayed("cells: {one: cell, range: 0..31, formerly: [hexes]}")
    assert "have changed" in replayed("cells: {one: cell, range: 0..30}")
