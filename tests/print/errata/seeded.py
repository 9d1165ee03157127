"""Change a game at random: what it says, does and begins with, by several edits of its files."""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

from quarterdeck.api import Ruleset

CHANGES = (
    ("rules/gunnery.rules", "range <= 2", "range <= 3"),
    ("rules/gunnery.rules", '"at close range"', '"muzzle to muzzle"'),
    ("rules/gunnery.rules", '        modifier far: +1 when range > 5 "at long range"\n', ""),
    ("rules/gunnery.rules", "        natural 6: failure\n", "        natural 6: failure\n        natural 5: failure\n"),
    ("rules/gunnery.rules", '"{ship} fires at {target}"', '"{ship} lets fly at {target}"'),
    ("rules/gunnery.rules", "        apply damage", '        announce "A hit"\n        apply damage'),
    ("rules/gunnery.rules", "    when hit.success\n", '    announce "Smoke"\n    when hit.success\n'),
    ("rules/gunnery.rules", "4..12 = 8", "4..12 = 9"),
    ("rules/gunnery.rules", 'rules gunnery "Gunnery"', 'rules gunnery "Guns and their use"'),
    ("rules/gunnery.rules", '"All ships fire', '"Hold on to your hats. All ships fire'),
    (
        "rules/gunnery.rules",
        "    set target.sunk to yes when target.hull = 0\n",
        "    set target.sunk to target.hull = 0\n",
    ),
    ("rules/movement.rules", '    "A ship may stop wherever it likes."\n', ""),
    ("rules/movement.rules", "<= 1 else", "<= 2 else"),
    ("rules/movement.rules", "        set ship.place to", '        announce "on"\n        set ship.place to'),
    ("rules/turn.rules", 'phase victory "Victory"', 'phase victory "The end"'),
    ("rules/turn.rules", ", effects at the end", ""),
    ("rules/turn.rules", '"no ship is left afloat"', '"nobody floats"'),
    ("rules/doctrine.rules", "0 if target is none", "-1 if target is none"),
    ("tables/damage.yaml", "  3-5: do hole(target, 1)\n", "  3: do hole(target, 1)\n  4-5: do hole(target, 2)\n"),
    ("tables/damage.yaml", '  ..2: "-"\n  3-5', "  ..5"),
    ("tables/damage.yaml", "What a hit does", "What shells do"),
    ("rosters/ships.yaml", "hull: 6}", "hull: 7}"),
    ("rosters/ships.yaml", "  Bison:", "  Seal: {guns: 1, speed: 1, hull: 1}\n  Bison:"),
    ("components.yaml", "words: guns", "words: cannon"),
    ("components.yaml", "first: 60, last: 120", "first: 30, last: 150"),
    ("scenarios/first_meeting.yaml", "turn_limit: 15", "turn_limit: 12"),
    ("scenarios/first_meeting.yaml", "Two against two", "A pair against a pair"),
    ("ruleset.yaml", "[turn, movement, gunnery, doctrine]", "[turn, gunnery, movement, doctrine]"),
)


def changed_game(game: Path, folder: Path, draws: Random) -> Path:
    """Copy a game, and change it in one to six places; what makes an error is left out."""
    copytree(game, folder)
    for file, was, now in draws.sample(CHANGES, draws.randint(1, 6)):
        path = folder / file
        text = path.read_text()
        path.write_text(text.replace(was, now, 1))
        if Ruleset.open(str(folder)).faults:
            path.write_text(text)
    return folder
