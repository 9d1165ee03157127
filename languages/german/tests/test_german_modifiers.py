"""Definitions with modifiers in German: the value or its cases, and below them what changes it."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.prose.text.outline import written
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck_german.german_writer import GermanWriter

FILES = {
    "ruleset.yaml": "ruleset: luck\nlanguage: 1\ntitle: Luck\ndocuments:\n  notebook: {title: Notes}\n"
    "dice: [d6]\nchapters: [throwing]\n",
    "components.yaml": "components: luck\n",
    "throwing.rules": """rules throwing "Throwing" cites "page one"

define aim(skill: 0..9, wind: 0..9) -> 0..9 "the aim" = skill
    modifier storm: -2 when wind > 5 "in a storm"
    modifier calm: doubled when wind = 0
    modifier least: at least 0
    modifier most: at most 9

define reach(skill: 0..9, wind: 0..9) -> 0..12 "the reach" =
    weak: 1 if skill < 3
    skill otherwise
    modifier behind: +3 when wind > 5 "with the wind"
""",
    "words.de.yaml": """words: de
nouns:
  throwing.aim: das Augenmaß
  throwing.reach: die Wurfweite
names:
  skill: die Fertigkeit
  wind: die Windstärke
texts:
  throwing.aim.storm: im Sturm
  throwing.reach.behind: mit dem Wind
""",
}
AIM = """Das Augenmaß ist die Fertigkeit; dabei zählt alles, was zutrifft:
   - −2 im Sturm: wenn die Windstärke größer als 5 ist
   - Ergebnis verdoppelt, wenn die Windstärke 0 beträgt
   - Ein Ergebnis unter 0 zählt als 0
   - Ein Ergebnis über 9 zählt als 9"""
REACH = """Die Wurfweite:
   - 1, wenn die Fertigkeit kleiner als 3 ist
   - Sonst die Fertigkeit
Dazu zählt:
   - +3 mit dem Wind: wenn die Windstärke größer als 5 ist"""


def test_a_definition_lists_its_modifiers_in_german(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    writer = GermanWriter(Ruleset.open(str(tmp_path)).checked)
    for address, expected in (("throwing.aim", AIM), ("throwing.reach", REACH)):
        section = writer.section(address)
        assert writer.lacking == {}
        assert section is not None
        assert written(section) == expected
