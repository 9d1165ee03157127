"""Words for readers, in which expressions stand in braces: cut and read once, typed wherever they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from quarterdeck.base.findings.finding import Finding, Findings
from quarterdeck.base.text import Span
from quarterdeck.language.syntax import nodes
from quarterdeck.language.syntax.from_text import parse_expression
from quarterdeck.language.syntax.node import moved
from quarterdeck.language.typing.context import TypingContext

MOST_KEPT = 10_000
PLURAL = "{s}"
PLACES = ("not", PLURAL[1:-1])
"""What may stand in braces and is no expression: the place of a negation, and the end of a word for several."""


Pieces = tuple[str | nodes.Expression, ...]


SHOWS_IT = "`{s}` ends a word for several; to show the value `s`, write `{(s)}`, or give it a longer name"


@dataclass(frozen=True)
class Read:
    """The pieces of a phrase, and what is wrong with those that could not be read."""

    parts: Pieces
    faults: tuple[Finding, ...]


def check_phrase(at: TypingContext, word: nodes.Word | None) -> None:
    """Type the expressions in a phrase and keep its pieces; what is wrong with them is said each time."""
    if word is None:
        return
    known = read(word)
    names_it = PLURAL[1:-1] in at.names
    at.findings.extend(replace(one, hint=SHOWS_IT) if names_it and one.code == "QD157" else one for one in known.faults)
    for part in at.checked.phrases.setdefault(word, known.parts):
        if isinstance(part, nodes.Expression):
            at.type(part)


def check_phrases(at: TypingContext, words: Iterable[nodes.Word]) -> None:
    """Type the expressions in several phrases."""
    for word in words:
        check_phrase(at, word)


def read(word: nodes.Word) -> Read:
    """Take the expressions in braces out of a phrase; the same word is read once, however often it is checked."""
    known = _read.get(word)
    return known if known is not None else _cached(word, _read_anew(word))


def read_as(word: nodes.Word, other: nodes.Word, parts: Pieces) -> Pieces:
    """Give the pieces of a phrase from those of one that says the same elsewhere, unless it has been read itself."""
    known = _read.get(word)
    if known is None:
        file, by = word.span.file, word.span.start - other.span.start
        there = tuple(moved(part, file, by) if isinstance(part, nodes.Node) else part for part in parts)
        known = _cached(word, Read(there, ()))
    return known.parts


_read: dict[nodes.Word, Read] = {}


def _cached(word: nodes.Word, known: Read) -> Read:
    if len(_read) >= MOST_KEPT:
        _read.clear()
    _read[word] = known
    return known


def _read_anew(word: nodes.Word) -> Read:
    findings = Findings()
    parts: list[str | nodes.Expression] = []
    for text, start in cut(word.text):
        if text == PLURAL and not _counts_a_word(parts):
            span = Span(word.span.file, word.span.start + 1 + start, word.span.start + 1 + start + len(text))
            hint = "write it at the end of a word that a value counts: `{count} point{s}`"
            findings.add("QD157", "`{s}` is not at the end of a word after a value", span, hint=hint)
            continue
        if not text.startswith("{") or text[1:-1] in PLACES:
            parts.append(text)
            continue
        first = word.span.start + 1 + start + 1
        node = parse_expression(text[1:-1], word.span.file, lambda offset, first=first: first + offset, findings)  # type: ignore[misc]
        if node is not None:
            parts.append(node)
    return Read(tuple(parts), tuple(findings))


def _counts_a_word(parts: list[str | nodes.Expression]) -> bool:
    """Tell whether a phrase so far ends with a word, and has a value before it."""
    has_word = bool(parts) and isinstance(parts[-1], str) and parts[-1][-1:].isalpha()
    return has_word and any(isinstance(part, nodes.Expression) for part in parts)


def cut(text: str) -> Iterator[tuple[str, int]]:
    """Cut a phrase into words and `{...}` pieces, each with its place."""
    at = 0
    while at < len(text):
        brace = text.find("{", at)
        if brace < 0:
            yield text[at:], at
            return
        if brace > at:
            yield text[at:brace], at
        end = text.find("}", brace)
        end = len(text) - 1 if end < 0 else end
        yield text[brace : end + 1], brace
        at = end + 1
