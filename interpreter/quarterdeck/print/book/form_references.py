"""Find words that a log says rules have for its form, and that no rule has: nothing in the book would lead to the form.

In: a ruleset without findings. Out: findings at the words in `components.yaml`. What is told and the words in the rules
are looked through first, since to plan all that the book says takes long; a variant may well take away what the ruleset
below says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from quarterdeck.base.findings.finding import Findings
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.documents import shapes
from quarterdeck.prose.overrides.figures import QUOTED
from quarterdeck.prose.overrides.markdown import Words
from quarterdeck.prose.overrides.override_writer import book_writer
from quarterdeck.prose.overrides.rule_overrides import tales_of
from quarterdeck.prose.overrides.variant_effects import laid_over
from quarterdeck.workspace.ruleset.ruleset import Ruleset


def faults_of_called(ruleset: Ruleset) -> Findings:
    """Find the words for forms that the book does not say."""
    findings, waiting = Findings(), dict(_called(ruleset))
    book: list[str] = []
    for said in (_told, _written, _planned):
        if waiting:
            book = list(said(ruleset))
            waiting = {place: words for place, words in waiting.items() if not _is_said(words, book)}
    for place, words in waiting.items():
        known = {word for line in book for word in re.findall(r"\w+", line)}
        hint = did_you_mean(words, sorted(known), "use words that occur in a rule of the book")
        findings.add("QD449", f"no rule says `{words}`, so nothing links to this form", place, hint=hint)
    return findings


def _called(ruleset: Ruleset) -> Iterator[tuple[Span, str]]:
    """Give the words for forms by their places, but for those of files that variants are laid over."""
    for document in ruleset.declared.of_sort("components"):
        assert isinstance(document.shape, shapes.Components)
        if not laid_over(ruleset.declared, document.file):
            for kind, log in document.shape.logs.items():
                for index, words in enumerate(log.called):
                    yield document.places.value("logs", kind, "called", index), words


def _told(ruleset: Ruleset) -> Iterator[str]:
    for tale in tales_of(ruleset.declared).values():
        yield from (piece.text for piece in tale.pieces if isinstance(piece, Words))


def _written(ruleset: Ruleset) -> Iterator[str]:
    for file in (file for layer in ruleset.loaded.layers for file in layer.rules):
        yield from QUOTED.findall(file.text)


def _planned(ruleset: Ruleset) -> Iterator[str]:
    for section in book_writer(ruleset).all_sections():
        yield from (run.words for text in section.texts() for run in text if not run.to)


def _is_said(words: str, book: list[str]) -> bool:
    found = re.compile(rf"\b{re.escape(words)}\b")
    return any(found.search(said) for said in book)
