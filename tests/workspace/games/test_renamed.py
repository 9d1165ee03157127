"""Renamed rules, phases and options are found by saved games and scripts, where the rules say what they were called."""

from __future__ import annotations

from pathlib import Path

import pytest

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


@pytest.mark.parametrize("what", [[name] for name in RENAMED] + [list(RENAMED)], ids=str)
def test_a_saved_game_replays_after_a_renaming(what, saved, capsys):
    rename(saved, *what)
    capsys.readouterr()
    assert main(["replay", str(saved)]) == 0
    said = capsys.readouterr().err
    assert "have changed" not in said
    assert "the winner is" in said


def test_a_script_and_an_option_find_what_is_renamed(saved, capsys):
    rename(saved, *RENAMED)
    script = saved.parent / "s.yaml"
    script.write_text("fire.target: none\n")
    command = ["play", str(saved.parent / "sk"), "first-meeting", "--option", "longest_range=9", "--sides"]
    assert main([*command, str(script)]) == 0
    capsys.readouterr()


def test_a_rule_is_found_by_its_former_address(saved):
    rename(saved, *RENAMED)
    declared = Ruleset.open(str(saved.parent / "sk")).declared
    assert address_of(declared, "gunnery.attack") == "gunnery.strike"
    assert address_of(declared, "attack") == "gunnery.strike"
    assert address_of(declared, "turn.gunnery") == "turn.guns"


def test_a_rule_that_has_changed_is_still_a_change(saved, capsys):
    rename(saved, "a procedure")
    path = saved.parent / "sk" / "rules" / "gunnery.rules"
    path.write_text(path.read_text().replace("range <= 2", "range <= 3"))
    main(["replay", str(saved)])
    assert "gunnery.strike is changed" in capsys.readouterr().err
