"""German sentences of single rules, the same of which `tests/books/test_single_sentences.py` has the English."""

from __future__ import annotations

from functools import cache

import pytest

from quarterdeck_german.german_writer import GermanWriter
from tests.prose.english.test_single_sentences import STATEMENTS, checked

WORDS = """
words: de
nouns:
  Child: das Kind / Kinder / Kindes
  Mood: die Laune / Launen
  Child.wet: die Nässe
  Child.side: die Bande / Banden
  Child.mood: die Laune
  Child.marks: / Strichlisten
  Child.mates: / besten Freunde
  Child.target: das letzte Ziel
  Child.snowballs: die Zahl der Schneebälle
  AIMS
  odd.rival: der Gegner {child:gen}
  odd.line: die Reihe hinter {child:dat}
clauses:
  Child.gone_home: "{} | ist/sind | {not} nach Hause | gegangen"
  PLACES
  odd.led: "{child} | wird/werden | {not} | geführt"
  odd.helped: "{child} | ist/sind | {not} gestützt"
  odd.bare: "{child} | ist/sind | {not} ungezeichnet"
  odd.marked: "{child} | ist/sind | {not} gezeichnet"
  odd.alone: "{child} | ist/sind | {not} allein"
  odd.friendless: "{child} | ist/sind | {not} ohne Freunde"
  odd.unmatched: "{child} | ist/sind | {not} ohne Gegner"
  odd.upset: "{child} | ist/sind | {not} verwirrt"
  odd.in_front: "{child} | ist/sind | {not} vorn"
texts: {moody: Launen}
names: {other: das andere Kind / Kinder / Kindes, shot: der Schuss / Schüsse / Schusses}
"""
TRUTHS = {
    "led": "Ein Kind wird geführt, wenn das erste andere Kind, dessen Nässe größer als 4 ist, nach Hause gegangen ist.",
    "helped": (
        "Ein Kind ist gestützt, wenn für das erste andere Kind gilt, "
        "dass die Nässe des anderen Kindes größer als 3 ist."
    ),
    "bare": "Ein Kind ist ungezeichnet, wenn das Kind keine Strichlisten hat.",
    "marked": "Ein Kind ist gezeichnet, wenn das Kind Strichlisten hat.",
    "alone": "Ein Kind ist allein, wenn es kein anderes Kind gibt, dessen Nässe größer als 5 ist.",
    "unmatched": "Ein Kind ist ohne Gegner, wenn es keinen Gegner des Kindes gibt.",
    "upset": "Ein Kind ist verwirrt, wenn der Wert für die Laune des Kindes aus der Tabelle „Launen“ nichts ist.",
}
SOME_STATEMENTS = {
    'roll aim on 2 times 3d6 "the aim"': "Man würfelt mit 6W6: das ist das Zielen.",
    "choose shot by child.side from 1 to 3, up to 2": (
        "Die Bande des Kindes darf bis zu zwei Schüsse, jeweils eine Zahl von 1 bis 3, wählen."
    ),
    "choose shot by child.side from [yes, no], up to 1": (
        "Die Bande des Kindes darf einen Schuss, jeweils Ja oder Nein, wählen."
    ),
}


@cache
def german() -> GermanWriter:
    acts = "\n".join(f'  odd.step_{place}: "{{child}} | handelt/handeln"' for place in range(len(STATEMENTS)))
    aims = "\n".join(f"  odd.step_{place}.aim: das Zielen" for place in range(len(STATEMENTS)))
    return GermanWriter(checked(WORDS.replace("  PLACES", acts).replace("  AIMS", aims)))


@pytest.mark.parametrize("name", TRUTHS)
def test_a_condition_names_what_it_asks_for(name: str) -> None:
    assert german().said(f"odd.{name}") == TRUTHS[name]


@pytest.mark.parametrize("statement", SOME_STATEMENTS)
def test_a_statement_says_how_many_may_be_chosen(statement: str) -> None:
    told = german().said(f"odd.step_{list(STATEMENTS).index(statement)}")
    assert told.splitlines()[-1] == SOME_STATEMENTS[statement]


def test_a_list_in_order_is_said() -> None:
    line = "Die Reihe hinter einem Kind ist alle anderen Kinder, beginnend mit dem höchsten Wert der Nässe"
    assert german().said("odd.line") == f"{line}."
