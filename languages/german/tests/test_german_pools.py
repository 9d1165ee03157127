"""Pools of dice in German: how they are rolled, and what rules read of them."""

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

procedure volley(skill: 0..9, bar: 1..6) "a volley is thrown"
    roll shots on a pool of skill times d6 and 2d6 "the shots"
        modifier luck: each die where die = 1 is thrown again when skill > 3
        modifier open: each die where die = 6 is thrown on, up to 3
        modifier more: each die where die = 5 adds a die, up to 2
        modifier worth: each die counts die + 1
        modifier worst: drop lowest 1
        modifier best: keep highest skill
    let hits = count(die in shots where die >= bar)
    let force = sum(die for die in highest 2 of shots)
    let worst = greatest(die for die in lowest skill of shots)
    roll luck on highest 3 of 4d6 "the luck"
    roll spirit on lowest 1 of 2d6 "the spirit"
    roll fate on highest skill of 9d6 "the fate"
    roll last on d6 plus force + worst + spirit + fate + luck "the last"
        modifier six: +hits when any(die in shots where die = 6) and every(die in shots where die > 1)
    finish when last > 9
""",
    "words.de.yaml": """words: de
nouns:
  throwing.volley.shots: / Schüsse
  throwing.volley.luck: das Glück
  throwing.volley.spirit: der Mut / - / Mutes
  throwing.volley.fate: das Schicksal
  throwing.volley.last: das Ende
clauses:
  throwing.volley: "eine Salve | wird | geworfen"
names:
  skill: die Fertigkeit
  bar: die Schwelle
  hits: die Trefferzahl
  force: die Wucht
  worst: der schlechteste Wert
texts:
  throwing.volley: Eine Salve
""",
}
VOLLEY = """Eine Salve wird geworfen
1. Man würfelt mit so vielen W6, wie die Fertigkeit angibt, und 2W6 und hält die Würfel auseinander; dabei zählt \
alles, was zutrifft:
   - Jeden Würfel einmal neu werfen, wenn der Würfel 1 beträgt, wenn die Fertigkeit größer als 3 ist
   - Jeden Würfel weiter werfen, solange der Würfel 6 beträgt, höchstens 3 Mal, und die Summe zählen
   - Für jeden einen weiteren werfen, wenn der Würfel 5 beträgt, auch für die neuen, insgesamt höchstens 2
   - Jeden Würfel als die Augenzahl plus 1 zählen
   - Die niedrigste Zahl weglassen
   - Nur die höchsten Zahlen, so viele, wie die Fertigkeit angibt, behalten
   Übrig bleiben die Schüsse.
2. Man bestimmt die Trefferzahl: die Anzahl derjenigen der Schüsse, die mindestens die Schwelle betragen.
3. Man bestimmt die Wucht: die Summe der 2 höchsten Zahlen von den Schüssen.
4. Man bestimmt den schlechtesten Wert: der größte Wert der niedrigsten Zahlen, so viele, wie die Fertigkeit \
angibt, von den Schüssen.
5. Man würfelt mit 4W6 und zählt die 3 höchsten Zahlen zusammen: das ist das Glück.
6. Man würfelt mit 2W6 und behält den niedrigsten: das ist der Mut.
7. Man würfelt mit 9W6 und zählt die höchsten Zahlen, so viele, wie die Fertigkeit angibt, zusammen: das ist \
das Schicksal.
8. Man würfelt mit einem W6 und zählt die Summe aus der Summe aus der Summe aus der Summe aus der Wucht und \
dem schlechtesten Wert und dem Mut und dem Schicksal und dem Glück dazu, mit dieser Änderung:
   - Zuzüglich der Trefferzahl, wenn es einen Würfel unter den Schüssen gibt, der 6 beträgt, und jeder Würfel \
unter den Schüssen größer als 1 ist
   Das Ergebnis ist das Ende.
9. Man bricht hier ab, wenn das Ende größer als 9 ist."""


def test_pools_are_told_in_german(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    writer = GermanWriter(Ruleset.open(str(tmp_path)).checked)
    volley = writer.section("throwing.volley")
    assert writer.lacking == {}
    assert volley is not None
    assert written(volley) == VOLLEY
