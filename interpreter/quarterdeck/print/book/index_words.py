"""Find the entries of the index: words that players look for, each with the one place where it is defined or ruled.

In: the pages of a planned book, and what the ruleset declares. Out: entries by the address that they lead to, or by the
number of a paragraph. An entry is the name of a term, a rule, a chapter, a table, an option or a scenario, or a word by
which the ruleset calls its things. Where several places have one name, a chapter comes before a term, a term before a
rule, a rule before a table; the course of the turn, which only leads to the others, comes last. A name of several
words stands under its main word, too: Stones, throwing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from quarterdeck.language.declarations import types
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.prose.english.articles import without_article
from quarterdeck.prose.text.blocks import Block, Box, Entries, Grid, Page, Prose, Section, Steps, texts_of
from quarterdeck.prose.text.runs import Text, plain, text, upper_first

CHAPTER, TERM, RULE, TABLE, PART, WORD, PHASE = range(7)
"""Which of several places with one name comes first."""
_RULED = frozenset({CHAPTER, TERM, RULE, PART})
"""What says something of each word of its name."""
NUMBER = "#"
"""Stands before the number of a paragraph, where an address would stand."""
_OF = re.compile(
    r"^(.+?) (of|from|against|for|(?:in|on|at|under|with)(?= (?:the|a|an) ))"
    r" (?:(?:the|a|an) )?([a-z][\w’-]+(?: [\w’-]+)?)$"
)
_DOING = re.compile(r"^(\w{2,}ing) (?:(?:the|a|an) )?([a-z][\w’-]+(?: [\w’-]+)?)$")
_LEADING = re.compile(r"^(?:on|in|at|under|out of|number of|no|whether) (?:the |a |an )?", re.IGNORECASE)
_LITTLE = frozenset(
    "across all alongside and by each every few fewer from in more of off on one or out that this to two up use"
    " what when with".split()
)
_BRACKETS = re.compile(r"\s*\([^)]*\)")
_UNIT = re.compile(r" in \w+$")
"""In what a figure is measured: nobody looks for that with the name."""
_SUPERLATIVE = re.compile(r"^\w+est$")
"""A word that says nothing without what it is said of."""
_VERB = re.compile(r"^(?:is|has|was|are|can be|have)(?: an?| the)? ")
_POINTS_BACK = frozenset("it its them".split())
"""Words that stand for what has been named before: a name that ends with one says nothing alone."""
_LONG_NAME = 5  # words: a longer title is a sentence, under which nobody looks
_LEAST = 4  # letters of a word that is looked for in the text
_EVERYWHERE = 8  # a word is no entry that stands in more than each eighth paragraph
_LISTED = 3  # others of its sort that a paragraph names beside a word: with as many it is a list
_MOST_BELOW = 10  # entries under one word: with more of them it says too little


@dataclass(frozen=True)
class IndexedParagraph:
    """What is said at one place of the rules, to be searched for words."""

    target: str
    words: str


@dataclass
class Index:
    """Gathers entries: the words of each with where they lead, the best place first found."""

    found: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    below: list[tuple[str, str]] = field(default_factory=list)
    paragraphs: list[IndexedParagraph] = field(default_factory=list)
    rank_of_terms: int = TERM
    beginnings: set[str] = field(default_factory=set)
    """With what entries begin: their first words, as many as there are, and the first alone as a key."""

    def name(self, rank: int, words: str, target: str) -> None:
        """Take up a name, unless the same stands for something better already."""
        entry = entry_of(words)
        if not entry or not target or len(entry.split()) > _LONG_NAME:
            return
        key = _key(entry)
        if key not in self.found or rank < self.found[key][0]:
            self.found[key] = (rank, entry, target)
            self.beginnings.update(_beginnings(key))

    def by_target(self) -> dict[str, tuple[str, ...]]:
        """Give the entries by what they lead to."""
        made: dict[str, list[str]] = {}
        for _rank, entry, target in self.found.values():
            made.setdefault(target, []).append(entry)
        for entry, target in (*self.inverted(), *self.below):
            made.setdefault(target, []).append(entry)
        return {target: tuple(dict.fromkeys(entries)) for target, entries in made.items()}

    def inverted(self) -> Iterator[tuple[str, str]]:
        """Give names of several words under their main word as well, where not too many have the same."""
        under: dict[str, list[tuple[str, str, str]]] = {}
        for rank, entry, target in self.found.values():
            parts = under_main_word(entry) if rank in (TERM, RULE, TABLE) else None
            if parts is not None:
                under.setdefault(_key(parts[0]), []).append((*parts, target))
        for key, listed in under.items():
            main = self.found[key][1] if key in self.found else listed[0][0]
            between = "; " if key in self.found or len(listed) > 1 else ", "  # one alone stands in one line
            if len(listed) <= _MOST_BELOW:
                yield from ((f"{main}{between}{rest}", target) for _, rest, target in listed)


def index_of(pages: Iterable[Page], declared: Declared, *, in_english: bool = True) -> Mapping[str, tuple[str, ...]]:
    """Give the entries of the index by address, or by the number of a paragraph behind `NUMBER`."""
    index = Index()
    for page in pages:
        if page.part == "rules":
            _chapter(index, page.section)
        elif page.name in ("scenarios", "rosters", "others"):
            _of_back_matter(index, page)
    if in_english:
        for words in _called(declared):
            index.name(WORD, words, _told_of(index, words, frozenset()))
        for enum in declared.enums.values():
            _look_for_members(index, tuple(enum.words.values()))
    return index.by_target()


# --- names


def entry_of(name: str) -> str:
    """Give the words of an entry of the index: with a capital, without an article.

    >>> entry_of("the number of balls"), entry_of("no snow in June"), entry_of("on the left")
    ('Balls', 'No snow in June', 'Left')
    """
    is_without = name.lower().startswith("no ")  # the word without which it would mean the contrary
    bare = name if is_without else _LEADING.sub("", plain(without_article(text(name))))
    bare = bare.replace(";", ",").rstrip(".:")
    return upper_first(bare)


def under_main_word(entry: str) -> tuple[str, str] | None:
    """Give the main word of a name, and what stands under it; nothing where there is none.

    >>> under_main_word("Throwing stones"), under_main_word("Reach of a throw"), under_main_word("Falling")
    (('Stones', 'throwing'), ('Throw', 'reach of'), None)
    """
    doing = _DOING.match(entry)
    if doing is not None and not _LITTLE & {*doing[2].split()}:
        return upper_first(doing[2]), doing[1].lower()
    of = _OF.match(entry)
    if of is not None and not _LITTLE & {*of[3].split(), *of[1].lower().split()[1:]}:
        return upper_first(of[3]), f"{_small(of[1])} {of[2]}"
    return None


def _small(words: str) -> str:
    """Give words without a capital, unless capitals belong to them."""
    return words[:1].lower() + words[1:] if words[1:].islower() else words


def _key(words: str) -> str:
    """Give what is the same of one and of several.

    >>> _key("Stories") == _key("story"), _key("Stones") == _key("stone")
    (True, True)
    """
    return re.sub(r"(?<=\w\w)(?:e|es|s)$", "", re.sub(r"(?<=\w\w)ies$", "y", words.lower()))


_SAY_NOTHING = frozenset(
    map(_key, "cause free game kind lost middle name number place placed setting side type wish".split())
)


def _sought(key: str) -> re.Pattern[str]:
    """Give what finds one and several of a thing in text without capitals."""
    forms = rf"{re.escape(key[:-1])}(?:y|ies)" if key.endswith("y") else rf"{re.escape(key)}(?:e|es|s)?"
    return re.compile(rf"\b{forms}\b")


# --- what stands in chapters


def _chapter(index: Index, chapter: Section) -> None:
    place = chapter.place.address if chapter.place is not None else ""
    title = plain(chapter.title)
    index.name(CHAPTER, title, place)
    parts = re.split(r", | and ", title)
    if len(parts) > 1 and ":" not in title and all(len(part.split()) <= 2 for part in parts):
        for part in parts:
            index.name(PART, part, place)
    _blocks(index, chapter.blocks, place)
    for section in chapter.sections:
        _section(index, section)


def _section(index: Index, section: Section) -> None:
    place = section.place
    is_phase = place is not None and place.sort in ("turn", "phase")
    if place is not None:
        index.name(PHASE if is_phase else RULE, plain(section.title), place.address)
    index.rank_of_terms = PHASE if is_phase else TERM
    _blocks(index, section.blocks, place.address if place is not None else "")
    index.rank_of_terms = TERM
    for inner in section.sections:
        _section(index, inner)


def _blocks(index: Index, blocks: Iterable[Block], place: str) -> None:
    for block in blocks:
        match block:
            case Prose(style="" | "leading", text=words, number=number):
                _paragraph(index, [words], f"{NUMBER}{number}" if number else place)
            case Steps(points=points, numbers=numbers):
                for at, point in enumerate(points):
                    _paragraph(index, texts_of([point]), f"{NUMBER}{numbers[at]}" if numbers else place)
            case Entries(entries=entries, style="terms"):
                for entry in entries:
                    target = entry.place.address if entry.place is not None else place
                    if entry.name:
                        index.name(index.rank_of_terms, plain(entry.name).strip().rstrip("."), target)
                    said = [entry.text, *texts_of(entry.points)]
                    _paragraph(index, said, f"{NUMBER}{entry.number}" if entry.number else target)
                    _blocks(index, entry.blocks, target)
            case Grid(caption=caption, place=there) if there is not None and caption:
                index.name(TABLE, plain(caption), there.address)
                index.below.append((f"Tables; {entry_of(plain(caption))}", there.address))
            case Box(sort="option", place=there) if there is not None:
                index.below.append((f"Options; {entry_of(there.title)}", there.address))


def _paragraph(index: Index, texts: Iterable[Text], target: str) -> None:
    """Take up the terms that a paragraph sets off, and remember its words."""
    listed = list(texts)
    for words in listed:
        for run in words:
            if run.style in ("term", "strong") and len(run.words.split()) <= 3 and run.words[:1].isalpha():
                index.name(index.rank_of_terms, run.words.strip().rstrip("."), target)
    if target:
        index.paragraphs.append(IndexedParagraph(target, " ".join(plain(words) for words in listed).lower()))


def _of_back_matter(index: Index, page: Page) -> None:
    for section in (page.section, *page.section.sections):
        if section.place is None:
            continue
        if section.place.sort == "scenario":
            index.below.append((f"Scenarios; {entry_of(plain(section.title))}", section.place.address))
        else:
            index.name(TABLE, plain(section.title), section.place.address)


# --- words of the ruleset


def _called(declared: Declared) -> Iterator[str]:
    """Give the words by which a ruleset calls its things, and what is known of them."""
    for kind in declared.kinds.values():
        yield kind.one.replace("_", " ")
        for known in kind.fields.values():
            words = _BRACKETS.sub("", known.words.replace("_", " "))
            if _UNIT.search(words):
                continue
            is_so = isinstance(types.without_none(known.type), types.Boolean)
            said = _VERB.sub("", words) if is_so else words
            if not is_so or " " not in said:  # what is true of a thing is else no name
                yield said


def _beginnings(key: str) -> Iterator[str]:
    """Give with what an entry begins: its first words, one, two and so on, and the first alone as a key.

    >>> sorted(_beginnings("reaches of throws"))
    ['reach', 'reaches', 'reaches of', 'reaches of throws']
    """
    words = key.split(" ")
    yield from (" ".join(words[:count]) for count in range(1, len(words) + 1))
    yield _key(key.split(maxsplit=1)[0])


def _look_for_members(index: Index, members: Sequence[str]) -> None:
    """Take up the members of a list of which the rules tell, unless most of the others are found nowhere.

    Who reads of a single month, or of one level of four, has met an example of its sort and not where it is explained.
    """
    told = {}
    for words in members:
        others = frozenset(other.lower() for other in members if other.lower() not in words.lower())
        told[words] = _told_of(index, words, others)
    known = [words for words, target in told.items() if target or _key(entry_of(words)) in index.found]
    if 2 * len(known) > len(members):
        for words, target in told.items():
            index.name(WORD, words, target)


def _told_of(index: Index, words: str, beside: frozenset[str]) -> str:
    """Give where a word of the ruleset first stands: in a rule that has it in its name before others; else nothing.

    What stands in too many paragraphs is left out, what leads an entry that there is already, and a paragraph that
    lists the word among others of its sort, which are `beside` it: that says nothing of each.
    """
    entry = entry_of(words)
    key = _key(entry)
    if len(entry) < _LEAST or len(entry.split()) > 3 or not entry.replace(" ", "").replace("-", "").isalpha():
        return ""
    if (
        key in _SAY_NOTHING
        or _SUPERLATIVE.match(entry.lower())
        or {entry.lower().split()[0]} & {*_LITTLE, "no", "this"}
        or entry.split()[-1] in _POINTS_BACK
        or key in index.beginnings
        or any(begun in index.found for begun in _beginnings(key))
    ):
        return ""
    sought, stem = _sought(key), key.removesuffix("y")
    named = [target for rank, name, target in index.found.values() if rank in _RULED and sought.search(name.lower())]
    said = [one for one in index.paragraphs if stem in one.words and sought.search(one.words)]
    telling = [one.target for one in said if sum(other in one.words for other in beside) < _LISTED]
    is_rare = len(said) * _EVERYWHERE <= len(index.paragraphs)
    return next(iter((*named, *telling)), "") if is_rare else ""
