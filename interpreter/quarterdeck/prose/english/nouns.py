"""What sentences are planned from, I: noun phrases.

A `Noun` keeps what later wording depends on: whether it is plural, whose it is, what it counts, which thing it stands
for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.english.phrases import say
from quarterdeck.prose.english.words import figures, is_plural, singular
from quarterdeck.prose.text.runs import EMPTY, Run, Text, Words, joined, melted, plain, text

# What ends the head of a noun phrase: `the gloves that ...`, `the reach of ...`.
STOPPERS = frozenset(
    """
    of that which who whose left from in on at with without for by to into onto when where per than as between among
    around behind under over after before against aboard near inside outside across along beyond during beside below
    above within toward towards upon beneath lost spent sent run made worked passed
    through since until when if each every may
    """.split()
)
_SUPERLATIVES = frozenset(
    "most fewest least greatest highest lowest largest smallest longest shortest best worst first last".split()
)

FLAG = "flag"  # the origin of a tally that only tells whether something is so
NOTHING = "nothing"  # the origin of a list with nothing in it
TRUTH = "truth"  # the origin of what tells whether something is so
ATOM, PRODUCT, SUM, CLAUSE = 0, 1, 2, 3


@dataclass(frozen=True)
class Noun:
    """A noun phrase. `counted` is what a number counts (`the throws`, where the text is `the number of throws`)."""

    text: Text
    many: bool = False
    entity: str = ""
    owner: Noun | None = field(default=None)
    head: Text = EMPTY
    counted: Text = EMPTY
    literal: Fraction | None = None
    weight: int = ATOM
    members: Text = EMPTY
    origin: str = ""  # parameter, loop, let, tally, choice, answer, chosen, roll, member
    kind: str = ""  # the word for one thing of its kind
    name: str = ""  # what a local is called
    of_input: str = ""  # what the input is called for which a number is written
    is_number: bool = False
    is_near: bool = True  # no other number was said since it was named: it is `that many`
    is_measure: bool = False  # a number with a unit: it measures, and counts nothing
    is_list: bool = False  # ends in a list, which would take in what follows
    is_product: bool = False  # has `times` or `divided by` outside of brackets
    is_open: bool = False  # ends in `divided by half ...`, which would take in a product behind it
    remarks: frozenset[str] = frozenset()  # how far the remarks in it reach that no bracket holds
    bare: Text = EMPTY  # the text before the remark at its end, which is `notes`
    notes: Text = EMPTY

    def __str__(self) -> str:
        return plain(self.text)


def noun(words: Words, many: bool = False, **more: Any) -> Noun:
    """Give a plain noun phrase."""
    return Noun(text(words), many, **more)


def literal(value: Fraction | int, words: Words = "") -> Noun:
    """Give a number that is written out."""
    return Noun(text(words or figures(value)), literal=Fraction(value))


def thing(words: str, entity: str, origin: str, kind: str, case: str = "plain") -> Noun:
    """Give a thing that may become a pronoun, or a value that is told apart from others but never becomes one."""
    return Noun((Run(words, entity=entity, case=case),), entity=entity, origin=origin, kind=kind)


def owner_text(owner: Noun) -> Text:
    """Give the possessive of a noun: `the thrower's`, `the children's`."""
    runs = list(owner.text)
    last = runs[-1]
    ending = (
        "\N{RIGHT SINGLE QUOTATION MARK}"
        if last.words.endswith("s") and (owner.many or is_plural(last.words.split()[-1]))
        else ""
    )
    ending = ending or "\N{RIGHT SINGLE QUOTATION MARK}s"
    if len(runs) == 1 and last.entity:
        return (replace(last, words=last.words + ending, case="owner" if last.case == "plain" else last.case),)
    return melted([*runs[:-1], replace(last, words=last.words + ending)])


_ITS = re.compile(r"\b(its|it)\b")


def belonging(owner: Noun, head: Words, many: bool | None = None, **more: Any) -> Noun:
    """Give what belongs to something: `the thrower's aim`, `the aim of the child that ...`."""
    words = re.sub(r"\s*\([^)]*\)", "", plain(head)).removeprefix("the ")
    found = _ITS.search(words)
    is_many = is_plural(head_word(words)) if many is None else many
    if found:
        of_owner = owner_text(owner) if found[1] == "its" else owner.text
        whole = joined([say("the", noun=words[: found.start()].rstrip()), " ", of_owner, words[found.end() :]])
        return noun(whole, is_many, weight=PRODUCT, **more)
    is_short = len(plain(owner.text)) <= 28 and not any(word in STOPPERS for word in plain(owner.text).split()[1:])
    if is_short and owner.weight == ATOM and owner.owner is None:
        whole = joined([owner_text(owner), " ", words])
    else:
        whole = say("of_owner", head=words, owner=owner.text)
        more.setdefault("weight", PRODUCT)
    return noun(whole, is_many, owner=owner, head=text(words), **more)


def head_word(words: Words) -> str:
    """Give the head of a noun phrase without its article: `gloves` of `wet gloves that ...`."""
    found = head_words(words)
    return found[-1] if found else ""


def head_words(words: Words) -> list[str]:
    """Give a noun phrase without its article up to its head: `wet gloves` of `wet gloves that ...`."""
    found: list[str] = []
    for word in plain(words).split():
        if word.lower().rstrip(",") in STOPPERS and found:
            break
        found.append(word.rstrip(","))
        if word.endswith(","):
            break
    return found


def is_superlative(words: Words) -> bool:
    """Tell whether a noun phrase names the most or least of something."""
    return plain(without_article(words)).split(" ", 1)[0].lower() in _SUPERLATIVES


def number_noun(words: Text, **more: Any) -> Noun:
    """Give a number from the words for what it counts or measures: `the throws` becomes `the number of throws`."""
    starts_with_the = plain(words).startswith("the ")
    rest = without_article(words)
    if starts_with_the and is_plural(head_word(rest)) and not is_superlative(words):
        return noun(say("number_of", counted=rest), counted=words, **more)
    return noun(words, **more)


def one_of_counted(found: Noun) -> str:
    """Give the word for one of what a number counts, without an article: `throw`."""
    words = plain(without_article(found.counted))
    head = head_word(words)
    at = words.index(head) + len(head)
    return words[: at - len(head)] + singular(head) + words[at:]
