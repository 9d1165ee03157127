"""Tables by condition in German: what rows ask, what they give, and what counts of those that apply."""

from __future__ import annotations

from pathlib import Path

from quarterdeck.prose.text.outline import written
from quarterdeck.workspace.ruleset.ruleset import Ruleset
from quarterdeck_german.german_writer import GermanWriter

FILES = {
    "ruleset.yaml": "ruleset: luck\nlanguage: 1\ntitle: Luck\ndocuments:\n  notebook: {title: Notes}\n"
    "dice: [d6]\nchapters: [throwing]\n",
    "components.yaml": "components: luck\nenums:\n  Mood: {ladder: [glum, calm, merry], many: moods}\n",
    "throwing.rules": 'rules throwing "Throwing" cites "page one"\n',
    "luck.yaml": """table_by_condition: luck
title: Luck
chapter: throwing
source: {document: notebook, place: page two}
key: {throw: 1..6, mood: Mood, sure: boolean, limit: 1..6}
gives: {points: 0..9, temper: Mood}
phrase: {points: the points, temper: the temper}
takes: highest points
rows:
  low: {throw: ..3, mood: [calm, merry], points: 1, temper: glum}
  high: {throw: ">= limit", mood: not glum, sure: yes, points: 2, temper: merry}
  odd: {when: odd(throw), points: 3, temper: calm}
  otherwise: {points: 0, temper: calm}
""",
    "words.de.yaml": """words: de
nouns:
  throwing.luck.points: die Punktzahl / Punktzahlen
  throwing.luck.temper: die Laune / Launen
names: {throw: der Wurf / Würfe, mood: die Stimmung / -, sure: die Sicherheit / -, limit: die Grenze / Grenzen}
texts:
  throwing.luck.points: Glück
  throwing.luck.temper: Die Laune
  Mood.glum: betrübt
  Mood.calm: gelassen
  Mood.merry: heiter
""",
}
POINTS = """Glück
Wurf | Stimmung | Sicherheit | Und nur, wenn | Punktzahl | Laune
Bis 3 | Gelassen oder heiter | Beliebig |  | 1 | betrübt
Mindestens die Grenze | Nicht betrübt | Ja |  | 2 | heiter
Beliebig | Beliebig | Beliebig | Der Wurf ungerade ist | 3 | gelassen
Sonst |  |  |  | 0 | gelassen
Von den Zeilen, die zutreffen, gilt die mit dem höchsten Wert unter „Punktzahl“."""


def test_a_table_by_condition_is_in_german(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    writer = GermanWriter(Ruleset.open(str(tmp_path)).checked)
    points, temper = (writer.section(f"throwing.luck.{name}") for name in ("points", "temper"))
    assert points is not None
    assert temper is not None
    assert written(points) == POINTS
    assert written(temper) == "Die Laune steht in der Tabelle Glück."
    assert writer.lacking == {}
