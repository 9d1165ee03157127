"""Tell what of the ruleset below is void under its variants: what speaks of things that they have taken away.

In: findings that a ruleset has only with its variants. Out: notes of a code of their own. What is void is no fault of
the variant, which may well make a game simpler: the examples, questions, rulings, ledgers and log sheets below still
speak of what there was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from quarterdeck.base.findings.finding import Finding, Label
from quarterdeck.base.text import SourceFile, Span
from quarterdeck.language.declarations.symbol_table import Amended, Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument

CODE = "QD516"
MENTIONS = frozenset(["QD424", "QD447"])
"""Codes of what names something that there is not: a ruling that nobody follows, an address in a ledger."""
ABOUT_RULES = frozenset(["example", "examples", "questions"])
"""Sorts of documents that speak of rules and lay down none."""
ON_PAPER = ("logs", "counters", "reference")
"""Parts of `components.yaml` that speak of fields, rules and tables, and declare none."""
WORD = re.compile(r"[A-Za-z_]\w*")


def void(finding: Finding, declared: Declared) -> Finding | None:
    """Give the note that takes the place of a finding where its text speaks of what a variant took away.

    There is none where the finding is about something else, or stands in the variant itself.
    """
    document = next((one for one in declared.documents if one.file == finding.span.file), None)
    if finding.code in MENTIONS:
        if _is_needed(finding, document):
            return None
        gone = _at(finding.span.text, declared) or taking_away(finding.span.text, declared)
        if gone is None and not any(is_of(variant, finding.span.file, declared) for variant in declared.variants):
            gone = _last(declared)  # by itself the ruleset below is without fault, whatever took away what it names
    elif document is not None and (document.sort in ABOUT_RULES or _is_on_paper(finding, document)):
        gone = taking_away(finding.span.text, declared)
    else:
        return None
    return None if gone is None or is_of(gone.variant, finding.span.file, declared) else note(finding, gone)


def note(finding: Finding, gone: Amended) -> Finding:
    """Give the note that something is void because of what a variant did."""
    label = Label(gone.span, f"`{gone.variant}` {'takes it away' if gone.deed == 'remove' else 'changes it'} here")
    return Finding(CODE, f"void under `{gone.variant}`: {finding.message}", finding.span, (label,), rule=finding.rule)


def void_mention(address: str, span: Span, declared: Declared, message: str) -> Finding | None:
    """Give the note that an address in a document names something that a variant took away; none where it does not."""
    gone = _at(address, declared)
    if gone is None or gone.deed != "remove" or is_of(gone.variant, span.file, declared):
        return None
    return note(Finding(CODE, message, span), gone)


def taking_away(text: str, declared: Declared) -> Amended | None:
    """Find what took away something that a text names."""
    words = set(WORD.findall(text))
    return _first(a for a in declared.amended if a.deed == "remove" and a.address.rpartition(".")[2] in words)


def is_of(variant: str, file: SourceFile, declared: Declared) -> bool:
    """Tell whether a file belongs to a variant."""
    head = declared.variant_heads[variant].file.path
    return file.path.startswith(f"{head.rpartition('/')[0]}/")


def _is_needed(finding: Finding, document: YamlDocument | None) -> bool:
    """Tell whether the ruleset cannot do without what is named: by it the board is measured, or things leave it."""
    if document is None or not isinstance(document.shape, shapes.RulesetHead):
        return False
    board = document.places.value("board")
    return board.start <= finding.span.start <= board.end


def _is_on_paper(finding: Finding, document: YamlDocument) -> bool:
    """Tell whether a finding is about a name in what players keep track of on paper."""
    if document.sort != "components" or finding.code != "QD310":
        return False
    parts = [document.places.value(key) for key in ON_PAPER if key in document.shape.specified]
    return any(part.start <= finding.span.start <= part.end for part in parts)


def _at(text: str, declared: Declared) -> Amended | None:
    """Find what took away or wrote anew what is at an address, or what that is a part of; ends of addresses will do."""
    name = text.strip("\"'").replace("/", ".")
    return _first(
        a
        for a in declared.amended
        if a.deed in ("remove", "amend")
        and (f"{name}.".startswith(f"{a.address}.") or f".{a.address}".endswith(f".{name}"))
    )


def _last(declared: Declared) -> Amended | None:
    return _first(a for a in reversed(declared.amended) if a.deed in ("remove", "amend"))


def _first(found: Iterable[Amended]) -> Amended | None:
    return min(found, key=lambda one: one.deed != "remove", default=None)
