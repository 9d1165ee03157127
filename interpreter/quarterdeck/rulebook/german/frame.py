"""The frame of a book in German: headings, leads, captions, notes, and the words of authors that stand in it.

In: a planned `Book` whose rules are in German already. Out: the same book with its frame in German. The frame is known by
its English words, a message each, as Sphinx knows the paragraphs of a translated document: so the modules that make it
need not know of languages, and a message that is changed there falls back to English. A chapter in which a sentence stays
in English says so in its heading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from quarterdeck.rulebook.blocks import Book, Box, Cell, Drawing, Grid, LinkTarget, Page, Prose, Section
from quarterdeck.rulebook.english.outline import Point
from quarterdeck.rulebook.english.text import Run, Text, plain, text
from quarterdeck.rulebook.german.catalogue import TEXTS
from quarterdeck.rulebook.parts import ENGLISH, Language

T = TypeVar("T")

MESSAGES: dict[str, str] = {
    # the front
    "A rulebook": "Ein Regelbuch",
    "A rulebook, {}": "Ein Regelbuch, {}",
    "with {}": "mit {}",
    "Edition {}": "Ausgabe {}",
    "after {}": "nach {}",
    "How to read this book": "Wie dieses Buch zu lesen ist",
    "Each chapter begins with what is done, step by step. What a step needs to know stands below it.": (
        "Jedes Kapitel beginnt mit dem, was getan wird, Schritt für Schritt. Was man dazu wissen muss, steht darunter."
    ),
    "A paragraph is cited by its number, as 8.3.2. Numbers and letters of steps are their order.": (
        "Ein Absatz wird mit seiner Nummer zitiert, etwa 8.3.2. Zahlen und Buchstaben von Schritten geben ihre Reihenfolge an."
    ),
    "A list without numbers has no order: every line of it that is true counts.": (
        "Eine Liste ohne Zahlen hat keine Reihenfolge: jede ihrer Zeilen, die zutrifft, zählt."
    ),
    (
        "In the margin stands where a rule is found in the sources. A mark like E1 or R12 there is "
        "a ruling: a decision where the sources are silent or at odds; the list of rulings has the reason."
    ): (
        "Am Rand steht, wo eine Regel in den Quellen zu finden ist, und EN, wo etwas nicht ins Deutsche übersetzt ist. "
        "Ein Zeichen wie E1 oder R12 ist dort eine Entscheidung, wo die Quellen schweigen oder einander widersprechen; "
        "das Verzeichnis der Entscheidungen nennt den Grund."
    ),
    "In the margin stands where a rule is found in the sources.": (
        "Am Rand steht, wo eine Regel in den Quellen zu finden ist, und EN, wo etwas nicht ins Deutsche übersetzt ist."
    ),
    "A box with a broken line is an option. It counts only where all players agree on it.": (
        "Ein Kasten mit unterbrochener Linie ist eine Zusatzregel. Sie gilt nur, wenn alle Spieler es vereinbaren."
    ),
    "A bar in the margin marks what house rules have added or changed.": (
        "Ein Balken am Rand kennzeichnet, was Hausregeln hinzugefügt oder geändert haben."
    ),
    "Fractions are rounded only where a rule says so, and as it says.": (
        "Brüche werden nur dort gerundet, wo eine Regel es sagt, und so, wie sie es sagt."
    ),
    "Sources": "Quellen",
    "Below a table stands how sure its figures are.": "Unter einer Tabelle steht, wie sicher ihre Zahlen sind.",
    " was found in another document of the same origin or about the same things.": (
        ": in einem anderen Dokument derselben Herkunft oder über dieselben Dinge gefunden."
    ),
    " is not printed anywhere, and what is printed leaves little choice.": (
        ": nirgends gedruckt, doch lässt das Gedruckte wenig Wahl."
    ),
    " is not printed anywhere, and was made anew to fit what is.": (
        ": nirgends gedruckt, und passend zum Gedruckten neu gemacht."
    ),
    " follows from a ruling.": ": folgt aus einer Entscheidung.",
    " belongs to this ruleset alone.": ": gehört allein zu diesem Regelwerk.",
    "Rights": "Rechte",
    (
        "The game belongs to its authors. This book restates its rules in other words, for people who "
        "play, compare or vary it; for the authors\N{RIGHT SINGLE QUOTATION MARK} own text, examples and pictures, get the game. "
        "Rulings and house rules are not the authors\N{RIGHT SINGLE QUOTATION MARK}. Nobody who made the game has reviewed this book."
    ): (
        "Das Spiel gehört seinen Autoren. Dieses Buch gibt seine Regeln mit anderen Worten wieder, für alle, die es spielen, "
        "vergleichen oder abwandeln; wer den Text, die Beispiele und die Bilder der Autoren will, besorge sich das Spiel. "
        "Entscheidungen und Hausregeln sind nicht von den Autoren. Niemand, der das Spiel gemacht hat, hat dieses Buch geprüft."
    ),
    "After {}, told in other words. Where the rules are silent or at odds, a ruling says what holds.": (
        "Nach {}, mit anderen Worten erzählt. Wo die Regeln schweigen oder einander widersprechen, sagt eine Entscheidung, "
        "was gilt."
    ),
    "Rules": "Regeln",
    "Scenarios and charts": "Szenarien und Übersichten",
    "Draft": "Entwurf",
    "Draft: these rules are not finished.": "Entwurf: diese Regeln sind nicht fertig.",
    # chapters
    "Further terms": "Weitere Begriffe",
    "Further tables": "Weitere Tabellen",
    "Option: ": "Zusatzregel: ",
    "Option: {}": "Zusatzregel: {}",
    "Before the change": "Vor der Änderung",
    "Before the change: ": "Vor der Änderung: ",
    "{}, before the change": "{}, vor der Änderung",
    "this ruleset": "dieses Regelwerk",
    " (found)": " (aus anderer Quelle)",
    " (constrained)": " (erschlossen)",
    " (reconstructed)": " (neu gemacht)",
    " (ruling)": " (entschieden)",
    " (house)": " (eigene)",
    "constrained": "erschlossen",
    "found": "aus anderer Quelle",
    "reconstructed": "neu gemacht",
    "ruling": "entschieden",
    "house": "eigene",
    "Source: ": "Quelle: ",
    "Example: {}": "Beispiel (EN): {}",
    # behind the rules
    "Scenarios": "Szenarien",
    "Rosters": "Aufgebote",
    "Further rosters": "Weitere Aufgebote",
    "Options": "Zusatzregeln",
    (
        "Before the game the players may agree on any of these; what they do not agree on is not used, where "
        "nothing else is said. Each is explained where the rules ask about it."
    ): (
        "Vor dem Spiel können die Spieler jede dieser Regeln vereinbaren; was sie nicht vereinbaren, gilt nicht, wenn nichts "
        "anderes gesagt ist. Jede steht dort erklärt, wo die Regeln nach ihr fragen."
    ),
    "Glossary": "Glossar",
    "Words that mean one thing wherever they stand, and the rule that says what.": (
        "Wörter, die überall dasselbe bedeuten, und die Regel, die sagt, was."
    ),
    "Quick reference": "Kurzübersicht",
    "The course of a turn": "Der Ablauf eines Zuges",
    "Appendices": "Anhänge",
    "What stands behind this page is not needed at the table. It is for those who look things up.": (
        "Was hinter dieser Seite steht, braucht man beim Spielen nicht. Es ist zum Nachschlagen."
    ),
    "What the game is played with": "Womit gespielt wird",
    "All that the rules speak of, with what is known of each. What is given comes with the scenario or the roster.": (
        "Alles, wovon die Regeln sprechen, mit allem, was davon bekannt ist. Was gegeben ist, kommt mit dem Szenario oder dem "
        "Aufgebot."
    ),
    "Lists of words": "Wortlisten",
    "What a scenario says": "Was ein Szenario sagt",
    "Arcs": "Bereiche",
    "Units": "Einheiten",
    "Clocks": "Fristen",
    "Rulings": "Entscheidungen",
    (
        "Where the sources say nothing, can be read in two ways or contradict themselves, this "
        "ruleset decides. These decisions are not the authors\N{RIGHT SINGLE QUOTATION MARK}; a group that prefers another reading is "
        "free to take it."
    ): (
        "Wo die Quellen nichts sagen, auf zwei Arten zu lesen sind oder sich widersprechen, entscheidet dieses Regelwerk. Diese "
        "Entscheidungen sind nicht von den Autoren; wer lieber anders liest, ist frei, es zu tun."
    ),
    "The other reading is an option: ": "Die andere Lesart ist eine Zusatzregel: ",
    "Followed by: ": "Danach richten sich: ",
    "What is left out": "Was fehlt",
    (
        "These parts of the sources are not in this book. The book is whole without them, and plays as if "
        "they were not there."
    ): (
        "Diese Teile der Quellen sind nicht in diesem Buch. Das Buch ist ohne sie vollständig und spielt sich, als gäbe es sie "
        "nicht."
    ),
    "Further examples": "Weitere Beispiele",
    "Pictures": "Bilder",
    "Where everything begins.": "Wo alles beginnt.",
    "Numbers by name": "Zahlen nach Namen",
    "Each of these stands in the sentences of the rules. Here a house rule finds its name.": (
        "Jede dieser Zahlen steht in den Sätzen der Regeln. Hier findet eine Hausregel ihren Namen."
    ),
    "What": "Was",
    "How much": "Wie viel",
    "Where it is from": "Woher",
    "For the curious": "Für Neugierige",
    "A program has to be told more than a player: how things are counted, ordered and shared out.": (
        "Einem Programm muss man mehr sagen als einem Spieler: wie gezählt, geordnet und verteilt wird."
    ),
    # the index
    "Tables; {}": "Tabellen; {}",
    "Options; {}": "Zusatzregeln; {}",
    "Scenarios; {}": "Szenarien; {}",
    "Examples; {}": "Beispiele; {}",
    "advice; {}": "Rat; {}",
}
"""What the book says by itself; what stands for `{}` is kept."""


def framed(language: Language, english: str) -> str:
    """Give words of the frame in the language of a book."""
    return english if language == ENGLISH else MESSAGES[english]


_DICE = re.compile(r"a d(\d+) has (\d+) sides")
_DICE_LEAD = "Dice are called by their sides: "
_ENGLISH_CHAPTERS = ("changes", "rosters", "others", "rulings", "missing", "untold", "examples")
"""Chapters whose sentences are not planned in German."""


@dataclass
class Framer:
    """Puts a book into German; `prose` are the words of its authors by their English."""

    prose: Mapping[str, str]
    patterns: list[tuple[re.Pattern[str], str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for message, german in MESSAGES.items():
            if "{}" in message:
                self.patterns.append((re.compile(re.escape(message).replace(r"\{\}", "(.+)")), german))

    def book(self, book: Book) -> Book:
        """Give a book in German."""
        pages = tuple(self.page(page) for page in book.pages)
        return replace(
            book,
            title=self.words(book.title) or book.title,
            subtitle=self.words(book.subtitle) or book.subtitle,
            edition=self.words(book.edition) or book.edition,
            author=self.words(book.author) or book.author,
            note=tuple(self.words(words) or f"{words} ({TEXTS['untranslated']})" for words in book.note),
            pages=pages,
            language="de",
        )

    def page(self, page: Page) -> Page:
        """Give a chapter in German; one that keeps an English sentence says so in its heading."""
        section = self.through(page.section)
        if page.name in _ENGLISH_CHAPTERS and not all(map(self.knows, _sentences(page.section))):
            title = (*section.title, Run(f" ({TEXTS['untranslated']})"))
            section = replace(section, title=title)
        return replace(page, section=section)

    def words(self, words: str) -> str | None:
        """Give the German for words of the frame or of an author; nothing where there is none."""
        if not re.search("[A-Za-z]{2}", words):
            return words
        if words in MESSAGES:
            return MESSAGES[words]
        whole = " ".join(words.split())
        found = self.known(whole)
        if found is None and whole.startswith(_DICE_LEAD):
            inner = _DICE.sub(r"ein W\1 hat \2 Seiten", whole.removeprefix(_DICE_LEAD))
            found = f"Würfel heißen nach ihren Seiten: {inner.replace(' and ', ' und ')}"
        for pattern, german in self.patterns:
            if found is None and (match := pattern.fullmatch(whole)):
                found = german.replace("{}", self.words(match[1]) or match[1])
        if found is None and len(parts := whole.split(", ")) > 1:
            known = [self.known(part) for part in parts]
            found = ", ".join(filter(None, known)) if all(known) else None
        if found is None:
            return None
        before, after = words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]
        return before + found + after

    def known(self, whole: str) -> str | None:
        """Give the German for words that are known as they are, or but for a capital and a full stop."""
        bare = whole.removesuffix(".")
        for key in (whole, bare, bare[:1].lower() + bare[1:], whole[:1].lower() + whole[1:]):
            found = MESSAGES.get(key) or self.prose.get(key)
            if found is not None:
                found = found[:1].upper() + found[1:] if whole[:1].isupper() else found
                return f"{found}." if whole.endswith(".") and not found.endswith((".", "?", "!")) else found
        return None

    def knows(self, given: Text) -> bool:
        """Tell whether a text can be said in German; what leads elsewhere has words of its own."""
        return self.words(plain(given)) is not None or all(
            run.to or self.words(run.words) is not None for run in given
        )

    def text(self, given: Text) -> Text:
        """Give a text in German: as a whole, or those of its runs that are messages."""
        whole = self.words(plain(given)) if given and len({run.to for run in given}) == 1 else None
        if whole is not None and whole != plain(given):
            return (replace(given[0], words=plain(text(whole))),)
        return tuple(replace(run, words=self.words(run.words) or run.words) for run in given)

    def through(self, given: T) -> T:
        """Give anything that stands in a book with its frame in German."""
        if isinstance(given, tuple):
            if given and all(isinstance(one, Run) for one in given):
                return cast("T", self.text(given))
            return cast("T", tuple(self.through(one) for one in given))
        if isinstance(given, LinkTarget):
            index = tuple(self.words(entry) or entry for entry in given.index)
            return replace(given, title=self.words(given.title) or given.title, index=index)
        if not is_dataclass(given):
            return given
        changed: dict[str, Any] = {}
        for one in fields(given):
            value = getattr(given, one.name)
            if one.name == "cites":
                changed["cites"] = tuple(self.words(place) or place for place in value)
                continue
            new = self.through(value) if not isinstance(value, str) else value
            if new is not value:
                changed[one.name] = new
        return replace(given, **changed) if changed else given  # type: ignore[type-var]


def _sentences(section: Section) -> list[Text]:
    """Give the sentences of a chapter that must be translated: its paragraphs, points and notes."""
    found: list[Text] = []

    def walk(given: object) -> None:
        match given:
            case Prose() | Point():
                found.append(given.text)
                walk(getattr(given, "points", ()))
            case Section():
                found.append(given.title)
                walk((given.blocks, given.sections))
            case Drawing() | Box() | Cell() | Grid():
                walk(getattr(given, "blocks", ()))
            case tuple():
                for one in given:
                    walk(one)
            case _ if is_dataclass(given) and not isinstance(given, type | Run | LinkTarget):
                for one in fields(given):
                    walk(getattr(given, one.name))

    walk(section)
    return [words for words in found if words]
