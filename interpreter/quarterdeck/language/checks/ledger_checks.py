"""Check that ledgers of sources name only what there is.

In: a `Checked` ruleset in which nothing else is wrong. Out: findings. Whether a ledger is complete is no fault of a
ruleset that is still being written: `quarterdeck coverage` tells that.
"""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.base.findings.finding import Findings, Label
from quarterdeck.base.near_names import did_you_mean
from quarterdeck.base.text import Span
from quarterdeck.language.declarations.addresses import elements
from quarterdeck.language.declarations.symbol_table import Declared
from quarterdeck.language.documents import shapes
from quarterdeck.language.documents.document import YamlDocument
from quarterdeck.language.documents.ledger import FRONT
from quarterdeck.language.typing.meanings import Checked


def check_ledgers(checked: Checked, findings: Findings) -> None:
    """Find addresses, rulings, sections and documents that are not there, and paragraphs that stand twice."""
    declared = checked.declared
    addresses = elements(declared).keys() if any(declared.of_sort("ledger")) else set()
    for document in declared.of_sort("ledger"):
        check_names(document, declared, set(addresses), findings)
        check_once(document, findings)


def check_names(document: YamlDocument, declared: Declared, addresses: set[str], findings: Findings) -> None:
    """Report what a ledger names and nothing is called."""
    shape, place = document.shape, document.places.value
    assert isinstance(shape, shapes.Ledger)
    if shape.ledger not in declared.head.documents:
        unknown("document", shape.ledger, declared.head.documents, place("ledger"), findings)
    for index, row in enumerate(shape.paragraphs):
        if row.at != FRONT and row.at not in shape.sections:
            unknown("section", row.at, shape.sections, place("paragraphs", index, "at"), findings)
        for number, address in enumerate(row.by):
            if address not in addresses:
                unknown("address", address, addresses, place("paragraphs", index, "by", number), findings)
        for number, ruling in enumerate(row.ruling):
            if ruling not in declared.rulings:
                unknown("ruling", ruling, declared.rulings, place("paragraphs", index, "ruling", number), findings)


def unknown(what: str, name: str, known: Iterable[str], span: Span, findings: Findings) -> None:
    """Report a name that nothing has."""
    hint = did_you_mean(name, sorted(known), "remove it, or add the missing part")
    findings.add("QD447", f"there is no {what} `{name}`", span, hint=hint)


def check_once(document: YamlDocument, findings: Findings) -> None:
    """Report paragraphs that stand twice, or and colour that is more than colour."""
    shape, places = document.shape, document.places
    assert isinstance(shape, shapes.Ledger)
    first: dict[tuple[str, int], Span] = {}
    for index, row in enumerate(shape.paragraphs):
        span = places.value("paragraphs", index, "number")
        before = first.setdefault((row.at, row.number), span)
        if before is not span:
            labels = [Label(before, "it is here already")]
            message = f"paragraph {row.number} of `{row.at}` occurs twice"
            findings.add("QD448", message, span, labels=labels, hint="keep one of them")
        if row.colour and (row.by or row.ruling or row.out_of_scope):
            findings.add(
                "QD448",
                f"paragraph {row.number} of `{row.at}` cannot be colour and have another status",
                span,
                hint="remove `colour`, or the other keys",
            )
