"""What the words mean that lead somewhere: the first sentences of the rules behind them, for who rests on a link.

In: what tells a ruleset, and its places. Out: a title and a few words by the id of a place, and a script that holds
them; each is said once for all pages of a book.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from quarterdeck.print.book.book_links import node_id
from quarterdeck.prose.english.english_writer import EnglishWriter
from quarterdeck.prose.text.blocks import LinkTarget, Section
from quarterdeck.prose.text.runs import EMPTY, Text, cut, plain

SHORT = 170
"""Letters: what is repeated of a rule elsewhere."""
_END_OF_SENTENCE = re.compile(r"[.?!](?= [^a-z]|$)")
CUT = " \N{HORIZONTAL ELLIPSIS}"


def short(section: Section, letters: int = SHORT) -> Text:
    """Give the first sentences of a definition's first paragraph, as many as are short; nothing where none is."""
    first = next(iter(section.steps), None)
    if first is None or first.points[0].points or (section.is_told and not first.is_paragraph):
        return EMPTY
    words = tuple(replace(run, to="") for run in first.points[0].text)
    said = plain(words)
    ends = [found.end() for found in _END_OF_SENTENCE.finditer(said) if found.end() <= letters]
    return cut(words, ends[-1]) if ends else EMPTY


def is_all_said(section: Section, said: Text) -> bool:
    """Tell whether words that were taken from a definition are all that it says."""
    return [plain(point.text) for steps in section.steps for point in steps.points] == [plain(said)]


def meaning(section: Section) -> str:
    """Give in a few words what an element says: its first short sentences, else how it begins."""
    said = plain(short(section))
    if said:
        return said
    points = [point for steps in section.steps for point in steps.points]
    below = section.grid.notes if section.grid is not None else ()
    lines = (*section.prose("lead"), *(point.text for point in points), *section.prose("note"), *below)
    first = next(filter(None, lines), EMPTY)
    begun, further = plain(first).strip(), points[0].points if points and first is points[0].text else ()
    if begun.endswith(":") and further:
        begun = " ".join([begun, "; ".join(plain(point.text).rstrip(".") for point in further)])
    return _shortened(begun)


def _shortened(words: str) -> str:
    """Give words as far as they are short, whole sentences where one is, and else cut behind a word.

    >>> _shortened("One. Two."), _shortened("word " * 40)[-12:]
    ('One. Two.', ' word word …')
    """
    if len(words) <= SHORT:
        return words
    ends = [found.end() for found in _END_OF_SENTENCE.finditer(words) if found.end() <= SHORT]
    return words[: ends[-1]] if ends else words[:SHORT].rpartition(" ")[0].rstrip(",;:") + CUT


def terms_of(writer: EnglishWriter, places: Mapping[str, LinkTarget], wanted: Iterable[str]) -> dict[str, list[str]]:
    """Give the title and the meaning of what is led to, by the id of its place; what says nothing is left out."""
    found: dict[str, list[str]] = {}
    for address in sorted({*wanted}):
        section = writer.beginning(address)
        said = meaning(section) if section is not None else ""
        if said and address in places:
            found[node_id(address)] = [places[address].title, said]
    return found


def script_of(terms: Mapping[str, Sequence[str]]) -> str:
    """Give the script that holds terms."""
    return f"window.rulebookTerms = {json.dumps(terms, ensure_ascii=False, indent=0)};\n"
