"""The frame of a book in German: headings, leads, captions, notes, and the words of authors that stand in it.

In: a planned `Book` whose rules are in German already. Out: the same book with its frame in German. The frame is known
by its English words, a message each, as Sphinx knows the paragraphs of a translated document: so the modules that make
it need not know of languages, and a message that is changed there falls back to English. A chapter in which a sentence
stays in English says so in its heading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from quarterdeck.prose.text.blocks import (
    Book,
    Box,
    Cell,
    CopyForm,
    Drawing,
    Grid,
    LinkTarget,
    Page,
    Point,
    Prose,
    Section,
)
from quarterdeck.prose.text.runs import Run, Text, plain, text
from quarterdeck_german.catalogue import TEXTS
from quarterdeck_german.messages import MESSAGES

T = TypeVar("T")


_DICE = re.compile(r"\bd(\d+)")
_DICE_LEAD = "Dice are called by the number of their sides: "
_ENGLISH_CHAPTERS = ("changes", "forms", "rosters", "others", "rulings", "missing", "untold")
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
            inner = _DICE.sub(r"W\1", whole.removeprefix(_DICE_LEAD))
            found = f"Würfel heißen nach der Zahl ihrer Seiten: {inner.replace(' and ', ' und ')}"
        for pattern, german in self.patterns:
            if found is None and (match := pattern.fullmatch(whole)):
                found = german.replace("{}", self.words(match[1]) or match[1])
        for between in ("; ", ": ", ", "):
            if found is None and len(parts := whole.removesuffix(".").split(between)) > 1:
                known = [self.words(part) for part in parts]
                stop = "." if whole.endswith(".") else ""
                found = between.join(filter(None, known)) + stop if all(known) else None
        if found is None:
            return None
        before, after = words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]
        return before + found + after

    def known(self, whole: str) -> str | None:
        """Give the German for words that are known as they are, or but for a capital and a full stop."""
        bare = whole.removesuffix(".")
        straight = whole.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        for key in (whole, straight, bare, bare[:1].lower() + bare[1:], whole[:1].lower() + whole[1:]):
            found = MESSAGES.get(key) or self.prose.get(key)
            if found is not None:
                found = found[:1].upper() + found[1:] if whole[:1].isupper() else found
                return f"{found}." if whole.endswith(".") and not found.endswith((".", "?", "!")) else found
        return None

    def knows(self, given: Text) -> bool:
        """Tell whether a text can be said in German; what leads elsewhere has words of its own."""
        return self.words(plain(given)) is not None or all(run.to or self.words(run.words) is not None for run in given)

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
            return replace(given, title=self.words(given.title) or given.title)
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
            case CopyForm():
                found.append(text(given.title))
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
