"""The words of a ruleset in German, by address.

In: the `words` documents of a ruleset. Out: a `GermanWords`, which gives a noun, a clause or a text for an address, and
refuses where there is none, so that whoever asks can leave a rule in English.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.prose.text.runs import Text, Words, joined, sentence, text
from quarterdeck_german.catalogue import CLAUSES, PHRASES, TEXTS
from quarterdeck_german.grammar import (
    Determiner,
    GermanClause,
    GermanNoun,
    Phrase,
    clause,
    filled,
    noun_of,
    phrase,
)

LANGUAGE = "de"


class UnwordedError(Exception):
    """Something for which a ruleset has no German words; the text is its address, or the words themselves."""


@dataclass(frozen=True)
class GermanWords:
    """What a ruleset calls things in German.

    `nouns`, `clauses` and `texts` are by address, `names` by the name of a local or by that behind its rule's address,
    `prose` by the English words.
    """

    nouns: dict[str, str] = field(default_factory=dict)
    clauses: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    prose: dict[str, str] = field(default_factory=dict)

    def noun(self, address: str) -> GermanNoun:
        """Give the noun for an address.

        Raises:
            UnwordedError: there is none.
        """
        return noun_of(_known(self.nouns, address))

    def clause(self, address: str) -> str:
        """Give the clause for an address, as it is written.

        Raises:
            UnwordedError: there is none.
        """
        return _known(self.clauses, address)

    def text(self, address: str) -> str:
        """Give the text for an address.

        Raises:
            UnwordedError: there is none.
        """
        return _known(self.texts, address)

    def in_prose(self, english: str) -> str:
        """Give the German for words of an author.

        Raises:
            UnwordedError: there is none.
        """
        return _known(self.prose, " ".join(english.split()))

    def local(self, rule: str, name: str) -> GermanNoun | None:
        """Give what a local is called, in its own rule or everywhere; nothing where nobody says."""
        found = self.names.get(f"{rule}.{name}") or self.names.get(name)
        return noun_of(found) if found else None

    def __bool__(self) -> bool:
        return bool(self.nouns or self.clauses or self.texts)


def _known(words: dict[str, str], address: str) -> str:
    if address not in words:
        raise UnwordedError(address)
    return words[address]


def words_documents(declared: Declared) -> list[tuple[shapes.WordsDocument, YamlDocument]]:
    """Give the documents with German words, that of the ruleset before those of its variants."""
    found = []
    for document in declared.of_sort("words"):
        assert isinstance(document.shape, shapes.WordsDocument)
        if document.shape.words == LANGUAGE:
            found.append((document.shape, document))
    return found


def vocabulary_of(declared: Declared) -> GermanWords:
    """Give all German words of a ruleset; what a variant says takes the place of what is said below it."""
    made = GermanWords()
    for shape, _ in words_documents(declared):
        made.nouns.update(shape.nouns)
        made.clauses.update(shape.clauses)
        made.texts.update(shape.texts)
        made.names.update(shape.names)
        made.prose.update({" ".join(english.split()): german for english, german in shape.prose.items()})
    return made


# --- the catalogue


@cache
def known_noun(key: str) -> GermanNoun:
    """Give a noun of the catalogue."""
    return noun_of(PHRASES[key])


def call(key: str, determiner: Determiner = "the", /, **slots: Phrase | Words) -> Phrase:
    """Give a phrase of the catalogue."""
    return phrase(known_noun(key), determiner, **slots)


def claim(key: str, subject: Phrase | None = None, /, **slots: Phrase | Words) -> GermanClause:
    """Give a clause of the catalogue."""
    return clause(CLAUSES[key], subject, **slots)


def say(key: str, /, **slots: Phrase | Words) -> Text:
    """Give a text of the catalogue."""
    return filled(TEXTS[key], **slots)


def up_to(number: Phrase) -> Text:
    """Give a number behind `bis`: alone, or with an article behind `bis zu`."""
    return number.nom if number.literal is not None else joined(["zu ", number.dat])


def standing_apart(words: GermanWords, reason: str) -> tuple[Text, ...]:
    """Give the sentence on why something is for players alone; nothing where it says no reason."""
    return (sentence(say("apart", reason=words.in_prose(reason))),) if reason else ()


def quoted(words: Words) -> Text:
    """Give words in the marks of German quotation."""
    return (*text("\N{DOUBLE LOW-9 QUOTATION MARK}"), *text(words), *text("\N{LEFT DOUBLE QUOTATION MARK}"))
